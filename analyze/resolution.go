package analyze

import (
	"strings"

	"timeline/parse/javatrace"
)

// An answer is where a JVM's address cache took a failure from, as far as the
// frames of one exception tell.
type answer uint8

// Answers. The frames differ by JDK version; frameAnswer holds the rule.
const (
	answerUnknown        answer = iota // no resolver frames, or frames that all cases share
	answerNative                       // this thread did the real lookup
	answerWaited                       // it queued on another thread's lookup
	answerCached                       // it read the cached failure
	answerCachedOrWaited               // JDK 8 before 8u352: both look alike
)

// A surface is the resolver that failed.
type surface uint8

// Surfaces. Only surfaceJVM goes through InetAddress and its cache.
const (
	surfaceJVM surface = iota
	surfaceNetty
	surfaceAndroid
	surfaceOther // gRPC's, Node's, a C program's: not in a JVM, or not through InetAddress
)

// A failure is what the logs say of one failed try.
type failure struct {
	dns       bool    // it failed in name resolution
	answer    answer  // from the frames
	surface   surface //
	cause     Cause   // what the resolver's own text says; CauseUnknown without one
	definite  bool    // the text excludes a resolver that merely could not answer
	text      string  // the resolver's own text, "" where the exception holds none
	host      string  // name that failed, as the program spelled it; "" where none is named
	ownName   bool    // getLocalHost: the machine's own name
	notName   string  // why host is no host name; "" where it may be one
	kind      string  // what failed, where it was not name resolution: "read timeout"
	empty     bool    // no more than the class of an exception that may wrap any other
	exception string  // class of the exception that decided
	message   string  // its message
}

// classify says what failed from a trace and the message logged with it. It
// returns nil where neither says that anything failed.
func classify(tr *javatrace.Trace, message string) *failure {
	if i := resolutionThrowable(tr); i >= 0 {
		return fromThrowable(tr, i)
	}
	if f := fromText(joinMessages(tr)); f != nil {
		return named(f, tr)
	}
	if len(tr.Throwables) > 0 && !saysNothing(tr) {
		return otherFailure(tr, message)
	}
	if f := fromText(message); f != nil {
		return named(f, tr)
	}
	if len(tr.Throwables) > 0 {
		return otherFailure(tr, message)
	}
	return nil
}

// resolutionThrowable returns the index of the exception that says that a name
// did not resolve: the innermost one of the chain of causes that names it, else
// the innermost that gives a resolver's reason, -1 for none. Suppressed ones are
// twins of a failure that another throwable reports.
func resolutionThrowable(tr *javatrace.Trace) int {
	naming, reason := -1, -1
	for i := range tr.Throwables {
		t := &tr.Throwables[i]
		switch {
		case naming >= 0 && underSuppressed(tr, i):
		case isReasonClass(t.Class):
			reason = i
		case isResolutionClass(t):
			naming = i
		}
	}
	if naming < 0 {
		return reason
	}
	return naming
}

// isReasonClass: exceptions below an UnknownHostException that say why.
func isReasonClass(class string) bool {
	switch simpleName(class) {
	case "DnsNameResolverTimeoutException", "DnsNameResolverException", "DnsErrorCauseException", "GaiException":
		return true
	}
	return false
}

func underSuppressed(tr *javatrace.Trace, i int) bool {
	for n := 0; i >= 0 && n < len(tr.Throwables); n++ {
		if tr.Throwables[i].Link == javatrace.Suppressed {
			return true
		}
		i = tr.Throwables[i].Parent
	}
	return false
}

// resolutionClasses are simple class names whose instances say that a name did
// not resolve, whatever their message.
var resolutionClasses = map[string]bool{
	"UnknownHostException":             true, // java.net; also old Apache and Scala copies
	"SearchDomainUnknownHostException": true, // Netty
	"UnresolvedAddressException":       true, // java.nio.channels: the name of an InetSocketAddress had failed
	"ResolutionFailure":                true, // Manticore, the HTTP client of Logstash
}

func isResolutionClass(t *javatrace.Throwable) bool {
	name := simpleName(t.Class)
	if resolutionClasses[name] {
		return true
	}
	if i := strings.LastIndexByte(name, '$'); i >= 0 && resolutionClasses[name[i+1:]] {
		return true
	}
	switch name {
	case "NameNotFoundException":
		return isJNDI(t)
	case "SocketException":
		return t.Message == "Unresolved address"
	case "SocketTimeoutException", "ConnectException", "":
		return hasNetFrame(t, "Inet6AddressImpl", "lookupAllHostAddr") ||
			hasNetFrame(t, "Inet4AddressImpl", "lookupAllHostAddr")
	}
	return false
}

// isJNDI: the DNS provider of JNDI asks name servers itself, past InetAddress and
// its cache. It prints the response code and not the name.
func isJNDI(t *javatrace.Throwable) bool {
	return simpleName(t.Class) == "NameNotFoundException" && strings.HasPrefix(t.Message, "DNS name not found")
}

func fromThrowable(tr *javatrace.Trace, i int) *failure {
	t := &tr.Throwables[i]
	f := &failure{dns: true, cause: CauseUnknown, exception: t.Class, message: t.Message}
	if class := javaNet(t.Class); class != "" {
		f.exception = "java.net." + class
	}
	f.surface = surfaceOf(tr, i)
	f.answer = frameAnswer(t.Frames)
	if f.surface == surfaceAndroid {
		f.answer = androidAnswer(tr, i)
	}
	switch {
	case isJNDI(t):
		f.surface, f.cause, f.text, f.definite = surfaceOther, CauseNotFound, "DNS name not found", true
	case simpleName(t.Class) != "UnresolvedAddressException": // it never has a message: text behind it is the log's
		readMessage(f, t.Message)
	}
	readReasons(f, tr)
	for p := t.Parent; p >= 0 && t.Link == javatrace.CausedBy; p = tr.Throwables[p].Parent {
		// A wrapper repeats the message, or is the only one to name the host.
		w := &tr.Throwables[p]
		if f.answer == answerUnknown && isResolutionClass(w) {
			f.answer = frameAnswer(w.Frames)
		}
		if hasNetFrame(w, "InetAddress", "getLocalHost") {
			f.ownName = true
		}
		if f.host == "" || f.cause == CauseUnknown && f.text == "" {
			borrow(f, w.Message)
		}
	}
	if hasNetFrame(t, "InetAddress", "getLocalHost") {
		f.ownName = true
	}
	settleNative(f)
	if reason := syntaxOnly(t); reason != "" {
		f.dns, f.notName = false, reason
		if text, _, ok := strings.Cut(t.Message, ": invalid IPv6 address"); ok {
			f.host = text
		}
		f.kind = "bad address text"
	}
	f.notName = whyNoName(f.host, f.notName)
	if f.notName == "" && f.definite && f.cause == CauseNotFound && isServiceID(f.host) {
		f.notName = "it looks like the id of a service in a registry"
	}
	return f
}

// readReasons takes the cause from Netty's exceptions below or beside the one
// that names the host, and the host where nothing else holds it.
func readReasons(f *failure, tr *javatrace.Trace) {
	for i := range tr.Throwables {
		t := &tr.Throwables[i]
		if !isReasonClass(t.Class) || f.surface != surfaceNetty {
			continue
		}
		readNettyCause(f, t.Message)
		if f.host == "" || strings.HasPrefix(f.host, "[") {
			f.host = ""
			if _, q, ok := strings.Cut(t.Message, "DefaultDnsQuestion("); ok {
				f.host = strings.TrimSuffix(cutAny(q, " "), ".")
			}
		}
	}
}

// borrow takes host and text from the message of a wrapper where the exception
// itself has none.
func borrow(f *failure, message string) {
	var w failure
	if strings.Contains(message, "destination host is: ") {
		readMessage(&w, message)
	} else {
		readMessage(&w, lastClause(message))
	}
	if w.host == "" {
		return
	}
	if f.host == "" && looksLikeHost(w.host) {
		f.host = w.host
	}
	if f.text == "" && w.text != "" && w.host == f.host {
		f.text, f.cause, f.definite = w.text, w.cause, w.definite
	}
}

// named completes a failure that only a text told with the exception around it.
func named(f *failure, tr *javatrace.Trace) *failure {
	if len(tr.Throwables) == 0 {
		return f
	}
	t := &tr.Throwables[len(tr.Throwables)-1]
	for i := range tr.Throwables {
		w := &tr.Throwables[i]
		if strings.Contains(w.Message, f.text) && f.text != "" || strings.Contains(w.Message, f.host) && f.host != "" {
			t = w
		}
		if f.answer == answerUnknown {
			f.answer = frameAnswer(w.Frames)
		}
		if anyFrameMethod(w, "getLocalHost") {
			f.ownName = true
		}
	}
	if f.exception == "" {
		f.exception, f.message = t.Class, t.Message
	}
	settleNative(f)
	return f
}

// settleNative uses the text: only the thread that did the lookup gets the
// resolver's own words (all JDKs from 8 to 25). Without frames the text decides.
func settleNative(f *failure) {
	if f.surface == surfaceJVM && f.answer == answerUnknown && f.text != "" && f.dns {
		f.answer = answerNative
	}
}

func surfaceOf(tr *javatrace.Trace, i int) surface {
	t := &tr.Throwables[i]
	if hasNetFrame(t, "Inet6AddressImpl", "lookupHostByName") || strings.HasPrefix(t.Message, `Unable to resolve host "`) || simpleName(t.Class) == "GaiException" {
		return surfaceAndroid
	}
	if strings.Contains(t.Class, "netty.resolver.dns") {
		return surfaceNetty
	}
	for _, fr := range t.Frames {
		if class := javaNet(fr.Class); strings.HasPrefix(class, "InetAddress") || strings.HasPrefix(class, "Inet6AddressImpl") {
			return surfaceJVM
		}
		if strings.Contains(fr.Class, "netty.resolver.dns.") {
			return surfaceNetty
		}
	}
	low := strings.ToLower(t.Message)
	if strings.HasPrefix(low, "failed to resolve '") || strings.Contains(low, "exceeded max queries per resolve") {
		return surfaceNetty
	}
	return surfaceJVM
}

// androidAnswer: libcore's cached failure carries no GaiException as its cause.
func androidAnswer(tr *javatrace.Trace, i int) answer {
	for j := range tr.Throwables {
		if simpleName(tr.Throwables[j].Class) == "GaiException" {
			return answerNative
		}
	}
	if tr.Cut || len(tr.Throwables[i].Frames) == 0 || !hasNetFrame(&tr.Throwables[i], "Inet6AddressImpl", "lookupHostByName") {
		return answerUnknown
	}
	return answerCached
}

func simpleName(class string) string {
	return class[strings.LastIndexByte(class, '.')+1:]
}

// hasNetFrame reports whether t shows a call of a class of java.net.
func hasNetFrame(t *javatrace.Throwable, class, method string) bool {
	for i := range t.Frames {
		if t.Frames[i].Method == method && javaNet(t.Frames[i].Class) == class {
			return true
		}
	}
	return false
}

func anyFrameMethod(t *javatrace.Throwable, method string) bool {
	for i := range t.Frames {
		if t.Frames[i].Method == method {
			return true
		}
	}
	return false
}

func joinMessages(tr *javatrace.Trace) string {
	var b strings.Builder
	for i := range tr.Throwables {
		b.WriteString(tr.Throwables[i].Message)
		b.WriteByte('\n')
	}
	return b.String()
}
