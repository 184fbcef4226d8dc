package analyze

import (
	"net/netip"
	"strings"
)

// readMessage takes host and resolver text from the message of an exception
// that says that a name did not resolve. The shapes, by who prints them:
//
//	host                            every JDK, cached, waited or unresolved
//	host: text                      the lookup itself, Unix
//	text (host)                     the lookup itself, Windows with JDK 11 and later
//	own: own: text                  getLocalHost
//	Unable to resolve host "h": t   Android
//	failed to resolve 'h' …         Netty
//	h/<unresolved>:port             JDK 25 socket adaptors, Netty
//	… destination host is: "h":port Hadoop's IPC
func readMessage(f *failure, message string) {
	m := strings.TrimSpace(message)
	if m == "" || m == "null" {
		return
	}
	if h, ok := quotedAfter(m, "resolve host "); ok {
		f.host = h
		if h == "" {
			f.notName = "it is empty"
		}
		setText(f, afterColon(m[strings.Index(m, h)+len(h):]))
		f.definite = false // Android prints the same text with no network
		return
	}
	if h, ok := quotedAfter(m, "destination host is: "); ok {
		f.host = h
		return
	}
	if h, ok := quotedAfter(m, "Original hostname: "); ok { // Netty, which then names what it searched last
		f.host = h
		readNettyCause(f, m)
		return
	}
	if h, ok := quotedAfter(m, "esolve "); ok {
		f.host = h
		readNettyCause(f, m)
		return
	}
	if i := strings.Index(m, "/<unresolved>"); i > 0 {
		f.host = lastWord(m[:i])
		return
	}
	if rt, at := findResolverText(m); at == 0 && strings.HasSuffix(m, ")") {
		if i := strings.LastIndexByte(m, '('); i > 0 {
			f.host, f.text, f.cause, f.definite = m[i+1:len(m)-1], rt.text, rt.cause, rt.definite
			return
		}
	}
	readHostColonText(f, m)
}

// readHostColonText reads "host", "host: text" and "own: own: text".
func readHostColonText(f *failure, m string) {
	head, rest, found := strings.Cut(m, ": ")
	if !found {
		if _, ok := asResolverText(m); ok { // JDK 25 leaves the name out where it is told to
			setText(f, m)
			return
		}
		if t, ok := strings.CutSuffix(m, ":"); ok && looksLikeHost(t) {
			m = t
		}
		f.host = cutObjectText(m)
		return
	}
	if head == "" {
		f.notName = "it is empty"
	}
	if again, text, ok := strings.Cut(rest, ": "); ok && again == head {
		f.ownName = true
		rest = text
	} else if rest == head {
		f.ownName, rest = true, ""
	}
	f.host = cutObjectText(head)
	setText(f, rest)
	if f.text == "" && rest != "" && !looksLikeHost(head) && looksLikeHost(lastWord(rest)) && !strings.ContainsAny(head, ".") {
		f.host = lastWord(rest)
	}
}

// setText records s as the resolver's text. An unknown text behind the host is
// kept as a text too: only a lookup prints one.
func setText(f *failure, s string) {
	s = strings.TrimSpace(s)
	if s == "" {
		return
	}
	if rt, ok := asResolverText(s); ok {
		f.text, f.cause, f.definite = rt.text, rt.cause, rt.definite
		return
	}
	if len(s) <= 200 {
		f.text = s
	}
}

func readNettyCause(f *failure, m string) {
	switch {
	case strings.Contains(m, "NXDOMAIN"):
		f.cause, f.definite = CauseNotFound, true
		if f.text == "" {
			f.text = "NXDOMAIN"
		}
	case strings.Contains(m, "SERVFAIL"), strings.Contains(m, "REFUSED"):
		f.cause = CauseServerError
	case strings.Contains(m, "timed out"):
		f.cause = CauseTimeout
	}
}

// cutObjectText drops the text of a JDK object that stands glued before a name:
// "java.net.InetSocketAddress[host" and the like never were part of the name.
func cutObjectText(s string) string {
	if rest, ok := strings.CutPrefix(s, "jdk.internal.util.Exceptions$"); ok { // JDK 25 prints an object before the name
		if _, rest, ok = strings.Cut(rest, "@"); ok {
			const digits = 8 // of an identity hash, in hexadecimal
			n := 0
			for n < len(rest) && n < digits && strings.IndexByte("0123456789abcdef", rest[n]) >= 0 {
				n++
			}
			return rest[n:]
		}
	}
	if i := strings.LastIndexByte(s, '['); i > 0 && strings.Contains(s[:i], "java.") {
		s = strings.TrimRight(s[i+1:], "]")
	}
	return s
}

// quotedAfter returns what stands in quotes behind mark: 'x' or "x".
func quotedAfter(s, mark string) (string, bool) {
	i := strings.Index(s, mark)
	if i < 0 {
		return "", false
	}
	s = s[i+len(mark):]
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return "", false
	}
	j := strings.IndexByte(s[1:], s[0])
	if j < 0 {
		return "", false
	}
	return s[1 : 1+j], true
}

func afterColon(s string) string {
	_, rest, ok := strings.Cut(s, ": ")
	if !ok {
		return ""
	}
	return rest
}

func lastWord(s string) string {
	s = strings.TrimRight(s, " \t.,;")
	return s[strings.LastIndexAny(s, " \t(\"'=@")+1:]
}

// lastClause returns what stands behind the last ": " that is followed by a host.
func lastClause(m string) string {
	for {
		head, rest, ok := strings.Cut(m, ": ")
		if !ok || looksLikeHost(head) {
			return m
		}
		m = rest
	}
}

// looksLikeHost reports whether s could have been given as a host name. It is
// generous: an underscore or a final dot is fine, a blank is not.
func looksLikeHost(s string) bool {
	if s == "" || len(s) > 255 || s == "null" || strings.HasSuffix(s, "Exception") {
		return false
	}
	letters := false
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r > 0x7f:
			letters = true
		case r >= '0' && r <= '9', r == '.', r == '-', r == '_':
		default:
			return false
		}
	}
	return (letters || strings.Contains(s, ".")) && s[0] != '.' && s[0] != '-'
}

// whyNoName says why a name that was looked up is none, "" if it may be one.
func whyNoName(host, known string) string {
	if known != "" || host == "" {
		return known
	}
	switch {
	case strings.TrimSpace(host) == "":
		return "it is empty"
	case strings.Contains(host, "://") || host == "http" || host == "https":
		return "it is a URL or a part of one"
	case strings.HasPrefix(host, "/"):
		return "it is the text of an address"
	case strings.Contains(host, "/"):
		return "it holds a path"
	case strings.ContainsAny(host, " \t"):
		return "it holds a blank"
	}
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return "it is an address"
	}
	if i := strings.LastIndexByte(host, ':'); i > 0 && strings.Trim(host[i+1:], "0123456789") == "" {
		return "it holds a port"
	}
	return ""
}

// isServiceID knows the ids under which Eureka keeps services: "USER-SERVICE". DNS
// does not care for case, so that one alone says nothing.
func isServiceID(host string) bool {
	if host != strings.ToUpper(host) || strings.ContainsRune(host, '.') {
		return false
	}
	switch host[strings.LastIndexByte(host, '-')+1:] {
	case "SERVICE", "SVC", "API", "APP", "GATEWAY":
		return strings.ContainsRune(host, '-')
	}
	return false
}
