package analyze

import (
	"strings"

	"timeline/parse/javatrace"
)

// otherKinds name waits and refusals that are no name resolution, by the class
// or message that says so. The first that fits the innermost exception counts:
// these shapes look like a lookup queue when only their times are seen.
var otherKinds = []struct {
	class, message string // a part of the simple class name and of the message, "" for any
	kind           string
}{
	{"ConnectionPoolTimeout", "", "connection pool lease timeout"},
	{"ConnectionRequestTimeout", "", "connection pool lease timeout"},
	{"", "Timeout waiting for connection from pool", "connection pool lease timeout"},
	{"", "Timeout deadline", "connection pool lease timeout"},
	{"", "Connection is not available, request timed out", "connection pool lease timeout"},
	{"PoolAcquire", "", "connection pool lease timeout"},
	{"CallNotPermitted", "", "circuit breaker open"},
	{"", "CircuitBreaker", "circuit breaker open"},
	{"ConnectTimeout", "", "connect timeout"},
	{"HttpConnectTimeout", "", "connect timeout"},
	{"SocketTimeout", "onnect timed out", "connect timeout"},
	{"", "connection timed out", "connect timeout"},
	{"SocketTimeout", "", "read timeout"},
	{"ReadTimeout", "", "read timeout"},
	{"HttpTimeout", "", "request timeout"},
	{"", "Read timed out", "read timeout"},
	{"NoRouteToHost", "", "no route to host"},
	{"ConnectException", "refused", "connection refused"},
	{"", "Connection refused", "connection refused"},
	{"", "Connection reset", "connection reset"},
	{"", "Broken pipe", "connection reset"},
	{"SSL", "", "TLS failure"},
	{"", "503", "server refused"},
	{"RejectedExecution", "", "thread pool full"},
}

// otherFailure describes a failure that is not in name resolution: the innermost
// exception that a kind is known for, else the innermost one.
func otherFailure(tr *javatrace.Trace, message string) *failure {
	last := 0
	for i := range tr.Throwables {
		if tr.Throwables[i].Link != javatrace.Suppressed {
			last = i
		}
	}
	f := &failure{cause: CauseUnknown, exception: tr.Throwables[last].Class, message: tr.Throwables[last].Message}
	for i := last; i >= 0; i-- {
		if k := kindOf(&tr.Throwables[i]); k != "" {
			f.kind, f.exception, f.message = k, tr.Throwables[i].Class, tr.Throwables[i].Message
			break
		}
	}
	if f.exception == "" {
		f.message = firstNonEmpty(f.message, message)
	}
	f.empty = f.kind == "" && saysNothing(tr)
	return f
}

// isOther reports whether f is known to be no failure of name resolution: what it says
// of its kind leaves nothing open.
func (f *failure) isOther() bool { return f != nil && !f.dns && f.kind != "" }

// saysNothing reports whether a trace is one exception without frames and without
// a message, or with that of a wrapper whose cause had none: "request failed: null".
// java.net.http throws such for a name that did not resolve.
func saysNothing(tr *javatrace.Trace) bool {
	if len(tr.Throwables) != 1 || len(tr.Throwables[0].Frames) > 0 {
		return false
	}
	m := tr.Throwables[0].Message
	return m == "" || strings.HasSuffix(m, ": null")
}

func kindOf(t *javatrace.Throwable) string {
	class := simpleName(t.Class)
	for _, k := range otherKinds {
		if strings.Contains(class, k.class) && strings.Contains(t.Message, k.message) {
			return k.kind
		}
	}
	return ""
}

func firstNonEmpty(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// syntaxOnly says why a throwable that looks like a failed lookup never asked:
// the text was refused before any resolver saw it.
func syntaxOnly(t *javatrace.Throwable) string {
	m := t.Message
	switch {
	case strings.Contains(m, "invalid IPv6 address"):
		return "it is no valid IPv6 address"
	case strings.Contains(m, "NUL character not allowed"):
		return "it holds a NUL"
	case strings.Contains(m, "addr is of illegal length"):
		return "it is no address of four or sixteen bytes"
	}
	return ""
}

// A phrase is what programs write of a failed name without any exception.
type phrase struct {
	words string
	plain bool // a word without dot, digit or quotes behind it is a name too
}

var plainPhrases = []phrase{
	{"couldn't lookup host", true}, {"could not resolve host", true}, {"unable to resolve host", true}, {"name resolution failed", true},
	{"dns resolution failed", true}, {"s] resolving host", true}, {"getaddrinfo enotfound", true}, {"getaddrinfo eai_again", true},
	{"unknown host", false}, {"nodename nor servname", false}, {"unknownhostexception", false}, {"failed to resolve", false}, {"unresolved address", false},
}

// fromText finds a failed name resolution in a bare message: a resolver's text
// behind a host, an UnknownHostException named in passing, or a plain phrase.
// It returns nil where the text says none.
func fromText(message string) *failure {
	if !mayTellOfName(message) {
		return nil
	}
	if f := fromNamedException(message); f != nil {
		return f
	}
	if f := fromResolverText(message); f != nil {
		return f
	}
	if f := fromRequestHost(message); f != nil {
		return f
	}
	return fromPhrase(message)
}

// namedExceptions are the classes whose name in a bare text says that a name did
// not resolve, and what full name they have where the text cuts it.
var namedExceptions = []struct{ name, full string }{
	{"UnknownHostException", "java.net.UnknownHostException"},
	{"UnresolvedAddressException", "java.nio.channels.UnresolvedAddressException"},
	{"Manticore::ResolutionFailure", "java.net.UnknownHostException"},
}

// fromNamedException: "… java.net.UnknownHostException: host: text …".
func fromNamedException(m string) *failure {
	for _, e := range namedExceptions {
		i := strings.LastIndex(m, e.name)
		if i < 0 {
			continue
		}
		f := &failure{dns: true, cause: CauseUnknown, exception: e.full}
		rest := strings.TrimLeft(saidBehind(m[i+len(e.name):]), ":>\"'{( ]")
		if rest == "" || rest == "null" {
			rest, _, _ = strings.Cut(m[:i], "/<unresolved>")
			rest = lastWord(rest)
			if !strings.Contains(m[:i], "/<unresolved>") {
				rest = ""
			}
		}
		rest = strings.TrimSpace(cutAny(rest, "\n", "}", ">", ")", "\"", ";", ", ", " at ", "<br", "]", " -- "))
		f.message = rest
		readMessage(f, rest)
		if !looksLikeHost(f.host) && f.text == "" && whyNoName(f.host, "") == "" {
			f.host = ""
		}
		settleNative(f)
		f.notName = whyNoName(f.host, "")
		return f
	}
	return nil
}

// saidBehind returns what an exception says behind its name in a text. A sentence may
// only speak of one: "Received an UnknownHostException when attempting to interact with
// a service" (AWS SDK 2).
func saidBehind(text string) string {
	word, ok := strings.CutPrefix(text, " ")
	if !ok || word == "" || strings.ContainsAny(word[:1], ":>\"'{(") {
		return text
	}
	if word = cutAny(word, " "); looksLikeHost(word) && looksLikeDomain(word) {
		return " " + word
	}
	return ""
}

// fromResolverText: "… host: text", or "text (host)".
func fromResolverText(m string) *failure {
	rt, at := findResolverText(m)
	if at < 0 {
		return nil
	}
	f := &failure{dns: true, text: rt.text, cause: rt.cause, definite: rt.definite, message: firstLine(m), surface: textSurface(m)}
	before := strings.TrimRight(m[:at], ": \n")
	f.host = strings.TrimLeft(lastWord(strings.TrimRight(before, `'"`)), "[{<")
	if f.surface == surfaceOther {
		f.host = withoutPort(f.host)
	}
	if !looksLikeHost(f.host) || callNames[f.host] {
		f.host = ""
	}
	if rest := strings.TrimLeft(m[at+len(rt.text):], ".。 "); strings.HasPrefix(rest, "(") {
		if j := strings.IndexByte(rest, ')'); j > 1 && !strings.Contains(rest[:j], " ") {
			f.host = rest[1:j]
		}
	}
	if f.host != "" && strings.HasSuffix(before, f.host+": "+f.host) {
		f.ownName = true
	}
	settleNative(f)
	f.notName = whyNoName(f.host, "")
	return f
}

// foreignMarks are words of programs outside a JVM, which have no cache such as
// its own: librdkafka, Go, Node, Python, Ruby, PHP, libpq, OpenSSH, curl, wget, git.
var foreignMarks = []string{
	"rdkafka", "[thrd:", "System.Net.", "dial tcp", "GetAddrInfoW", "getaddrinfo ENOTFOUND", "getaddrinfo EAI_AGAIN", "[Errno -", "gaierror",
	"php_network_getaddresses", "could not translate host name", "ssh: ", "curl: (", "wget: ", "fatal: unable to access",
	"couldn't resolve host name",
}

// callNames are names of calls that stand where a host would.
var callNames = map[string]bool{"GetAddrInfoW": true, "getaddrinfo": true, "gethostbyname": true, "failed": true, "error": true}

// textSurface tells by its words which software wrote a message without an
// exception.
func textSurface(m string) surface {
	for _, mark := range foreignMarks {
		if strings.Contains(m, mark) {
			return surfaceOther
		}
	}
	return surfaceJVM
}

// withoutPort cuts a port that stands behind a name.
func withoutPort(host string) string {
	if i := strings.LastIndexByte(host, ':'); i > 0 && i < len(host)-1 && strings.Trim(host[i+1:], "0123456789") == "" {
		return host[:i]
	}
	return host
}

func fromPhrase(m string) *failure {
	low := strings.ToLower(m)
	for _, p := range plainPhrases {
		i := strings.Index(low, p.words)
		if i < 0 {
			continue
		}
		f := &failure{dns: true, cause: CauseUnknown, surface: textSurface(m), message: firstLine(m)}
		f.host = hostNear(m, i, i+len(p.words), p.plain)
		if f.host == "" {
			continue
		}
		f.notName = whyNoName(f.host, "")
		return f
	}
	return nil
}

// hostNear takes the first word behind the phrase m[i:j] that could be a name,
// else the word before it. Other things fail to resolve too, and are unknown:
// types, schemas, dependencies. So a word must look like a name, or stand in
// quotes or brackets, or the phrase must speak of hosts.
func hostNear(m string, i, j int, plain bool) string {
	for _, w := range strings.Fields(strings.NewReplacer("(", " ", ")", " ", ",", " ", ";", " ").Replace(firstLine(m[j:]))) {
		h := hostWord(w)
		if h == "" || stopWords[strings.ToLower(h)] {
			continue
		}
		if looksLikeHost(h) && (looksLikeDomain(h) || strings.ContainsAny(w[:1], "'\"[{<") || plain && len(h) > 3) {
			return h
		}
		break
	}
	if h := hostWord(lastWord(m[:i])); looksLikeHost(h) && looksLikeDomain(h) {
		return h
	}
	return ""
}

func hostWord(w string) string { return withoutPort(strings.Trim(w, `"'.:=[]{}<>`)) }

// looksLikeDomain reports whether a word has what names of machines have and
// other words lack. A last label with a capital is a class's name.
func looksLikeDomain(h string) bool {
	last := h[strings.LastIndexByte(h, '.')+1:]
	return strings.ContainsAny(h, ".-0123456789") && (last == h || last == "" || last[0] < 'A' || last[0] > 'Z')
}

// stopWords stand behind a phrase and are no names.
var stopWords = map[string]bool{
	"host": true, "name": true, "the": true, "error": true, "failed": true, "address": true, "hostname": true,
	"for": true, "with": true, "server": true, "dns": true, "query": true, "of": true, "to": true, "from": true, "java": true, "exception": true, "after": true, "retry": true,
}

func firstLine(s string) string {
	if i := strings.IndexAny(s, "\n\r"); i >= 0 {
		return s[:i]
	}
	return s
}

func cutAny(s string, seps ...string) string {
	for _, sep := range seps {
		if i := strings.Index(s, sep); i >= 0 {
			s = s[:i]
		}
	}
	return s
}
