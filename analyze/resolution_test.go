package analyze

import (
	"testing"

	"timeline/parse/javatrace"
)

func frames(list ...string) []javatrace.Frame {
	var fs []javatrace.Frame
	for _, s := range list {
		i := len(s) - 1
		for s[i] != '.' {
			i--
		}
		fs = append(fs, javatrace.Frame{Class: s[:i], Method: s[i+1:]})
	}
	return fs
}

func TestFrameAnswer(t *testing.T) {
	tests := []struct {
		name   string
		frames []javatrace.Frame
		want   answer
	}{
		{"17, lookup", frames("java.net.Inet6AddressImpl.lookupAllHostAddr", "java.net.InetAddress$PlatformNameService.lookupAllHostAddr", "java.net.InetAddress.getAddressesFromNameService", "java.net.InetAddress$NameServiceAddresses.get", "java.net.InetAddress.getAllByName0"), answerNative},
		{"18 and later, no address", frames("java.net.InetAddress.getAddressesFromNameService", "java.net.InetAddress$NameServiceAddresses.get"), answerNative},
		{"IPv4 stack, cut below the native frame", frames("java.net.Inet4AddressImpl.lookupAllHostAddr"), answerNative},
		{"8u352 to 17, waited", frames("java.net.InetAddress$CachedAddresses.get", "java.net.InetAddress$NameServiceAddresses.get", "java.net.InetAddress.getAllByName0"), answerWaited},
		{"21, waited", frames("java.net.InetAddress$CachedLookup.get", "java.net.InetAddress$NameServiceAddresses.get"), answerWaited},
		{"17, cached", frames("java.net.InetAddress$CachedAddresses.get", "java.net.InetAddress.getAllByName0", "java.net.InetAddress.getAllByName"), answerCached},
		{"21, cached", frames("java.net.InetAddress$CachedLookup.get", "java.net.InetAddress.getAllByName0"), answerCached},
		{"cut behind the first frame", frames("java.net.InetAddress$CachedAddresses.get"), answerCachedOrWaited},
		{"8 before 8u352", frames("java.net.InetAddress.getAllByName0", "java.net.InetAddress.getAllByName"), answerCachedOrWaited},
		{"thrown through a helper", frames("jdk.internal.util.Exceptions.throwException", "java.net.InetAddress$CachedLookup.get", "java.net.InetAddress.getAllByName0"), answerCached},
		{"unresolved socket address, 13 and later", frames("sun.nio.ch.NioSocketImpl.connect", "java.net.Socket.connect"), answerUnknown},
		{"unresolved socket address, 8", frames("java.net.AbstractPlainSocketImpl.connect"), answerUnknown},
		{"packages shortened, lookup", frames("j.n.Inet6AddressImpl.lookupAllHostAddr", "j.n.InetAddress$PlatformNameService.lookupAllHostAddr", "j.net.InetAddress.getAddressesFromNameService"), answerNative},
		{"packages shortened, waited", frames("j.n.InetAddress$CachedAddresses.get", "j.n.InetAddress$NameServiceAddresses.get", "j.net.InetAddress.getAllByName0"), answerWaited},
		{"packages shortened, cached", frames("j.n.InetAddress$CachedLookup.get", "java.n.InetAddress.getAllByName0"), answerCached},
		{"somebody else's InetAddress", frames("com.j.n.InetAddress$CachedLookup.get", "com.j.n.InetAddress.getAllByName0"), answerUnknown},
		{"none", nil, answerUnknown},
		{"somebody else's get", frames("com.example.Cached.get", "java.net.InetAddress.getAllByName0"), answerUnknown},
	}
	for _, tt := range tests {
		if got := frameAnswer(tt.frames); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

// trace builds a chain of causes, outermost first: class, message pairs.
func trace(pairs ...string) *javatrace.Trace {
	tr := &javatrace.Trace{}
	for i := 0; i < len(pairs); i += 2 {
		link, parent := javatrace.CausedBy, i/2-1
		if i == 0 {
			link = javatrace.Root
		}
		tr.Throwables = append(tr.Throwables, javatrace.Throwable{Class: pairs[i], Message: pairs[i+1], Link: link, Parent: parent})
	}
	return tr
}

func TestClassify(t *testing.T) {
	const uhe = "java.net.UnknownHostException"
	type want struct {
		dns      bool
		host     string
		text     string
		cause    Cause
		definite bool
		own      bool
		kind     string
	}
	tests := []struct {
		name    string
		trace   *javatrace.Trace
		message string
		want    want
	}{
		{"glibc, no such name", trace(uhe, "db.example: Name or service not known"), "", want{dns: true, host: "db.example", text: "Name or service not known", cause: CauseNotFound, definite: true}},
		{"glibc, time-out or error", trace(uhe, "db.example: Temporary failure in name resolution"), "", want{dns: true, host: "db.example", text: "Temporary failure in name resolution", cause: CauseUnknown}},
		{"musl", trace(uhe, "db.example: Try again"), "", want{dns: true, host: "db.example", text: "Try again", cause: CauseUnknown}},
		{"cached", trace(uhe, "Db.Example."), "", want{dns: true, host: "Db.Example.", cause: CauseUnknown}},
		{"Windows", trace(uhe, "No such host is known (db.example)"), "", want{dns: true, host: "db.example", text: "No such host is known", cause: CauseNotFound, definite: true}},
		{"German", trace(uhe, "db.example: Der Name oder der Dienst ist nicht bekannt"), "", want{dns: true, host: "db.example", text: "Der Name oder der Dienst ist nicht bekannt", cause: CauseNotFound, definite: true}},
		{"getLocalHost", trace(uhe, "me: me: Name or service not known"), "", want{dns: true, host: "me", text: "Name or service not known", cause: CauseNotFound, definite: true, own: true}},
		{"Android", trace(uhe, `Unable to resolve host "db.example": No address associated with hostname`), "", want{dns: true, host: "db.example", text: "No address associated with hostname", cause: CauseNoAddress}},
		{"Netty", trace("java.net.UnknownHostException", "failed to resolve 'db.example' after 3 queries", "io.netty.resolver.dns.DnsNameResolverTimeoutException", "[/192.0.2.25:53] query via UDP timed out after 5000 milliseconds"), "", want{dns: true, host: "db.example", cause: CauseTimeout}},
		{"AWS SDK around it", trace("software.amazon.awssdk.core.exception.SdkClientException", "Unable to execute HTTP request: s3.example", uhe, "s3.example"), "", want{dns: true, host: "s3.example", cause: CauseUnknown}},
		{"no host of its own", trace("com.example.SdkClientException", "Unable to execute HTTP request: s3.example", uhe, ""), "", want{dns: true, host: "s3.example", cause: CauseUnknown}},
		{"java.net.http", trace("java.net.ConnectException", "", "java.nio.channels.UnresolvedAddressException", ""), "", want{dns: true, cause: CauseUnknown}},
		{"outer text only", trace("com.example.SdkClientException", "Unable to execute HTTP request: s3.example"), "", want{dns: true, host: "s3.example", cause: CauseUnknown}},
		{"class alone, the line around it", trace("org.springframework.web.client.ResourceAccessException", ""), `error=org.springframework.web.client.ResourceAccessException message="I/O error on GET request for "http://db.example/v1": db.example"`, want{dns: true, host: "db.example", cause: CauseUnknown}},
		{"outer text, another reason", trace("com.example.SdkClientException", "Unable to execute HTTP request: Read timed out"), "", want{cause: CauseUnknown, kind: "read timeout"}},
		{"read timeout", trace("java.net.SocketTimeoutException", "Read timed out"), "", want{cause: CauseUnknown, kind: "read timeout"}},
		{"connect timeout", trace("java.net.SocketTimeoutException", "Connect timed out"), "", want{cause: CauseUnknown, kind: "connect timeout"}},
		{"refused, and so resolved", trace("java.net.ConnectException", "Connection refused: api.example/192.0.2.1:443"), "", want{cause: CauseUnknown, kind: "connection refused"}},
		{"pool", trace("org.apache.http.conn.ConnectionPoolTimeoutException", "Timeout waiting for connection from pool"), "", want{cause: CauseUnknown, kind: "connection pool lease timeout"}},
		{"breaker", trace("io.github.resilience4j.circuitbreaker.CallNotPermittedException", "CircuitBreaker 'storage' is OPEN"), "", want{cause: CauseUnknown, kind: "circuit breaker open"}},
		{"not an address", trace(uhe, "[x]: invalid IPv6 address literal"), "", want{dns: false, host: "[x]", text: "invalid IPv6 address literal", cause: CauseUnknown, kind: "bad address text"}},
	}
	for _, tt := range tests {
		f := classify(tt.trace, tt.message)
		if f == nil {
			t.Errorf("%s: no failure", tt.name)
			continue
		}
		got := want{f.dns, f.host, f.text, f.cause, f.definite, f.ownName, f.kind}
		if got != tt.want {
			t.Errorf("%s:\n got %+v\nwant %+v", tt.name, got, tt.want)
		}
	}
}

func TestFromText(t *testing.T) {
	tests := []struct{ message, host string }{
		{"Error: java.net.UnknownHostException: db.example: Name or service not known", "db.example"},
		{"seed provider couldn't lookup host cassandra-0.cassandra.svc", "cassandra-0.cassandra.svc"},
		{"db.example: Temporary failure in name resolution", "db.example"},
		{"Der angegebene Host ist unbekannt (plugins.example.org)", "plugins.example.org"},
		{"Received an UnknownHostException when attempting to interact with a service. See cause for the exact endpoint", ""},
		{"gave up after UnknownHostException db.example twice", "db.example"},
		{`I/O error on GET request for "http://db.example:8080/v1/orders": db.example`, "db.example"},
		{`I/O error on GET request for "http://user@db/v1?a=b": db; nested exception is a.b.C: x`, "db"},
		{`call failed message="I/O error on POST request for "https://db.example": db.example"`, "db.example"},
		{"db.example executing GET http://db.example/v1/orders", "db.example"},
		{`failed {:exception=>Manticore::ResolutionFailure, :cause=>#<Java::JavaNet::UnknownHostException: es.example>}`, "es.example"},
	}
	for _, tt := range tests {
		f := fromText(tt.message)
		if f == nil || !f.dns || f.host != tt.host {
			t.Errorf("%q: got %+v, want host %s", tt.message, f, tt.host)
		}
	}
	for _, quiet := range []string{
		"", "Connection for broker25:6650 not found in cache", "upload ok jobId=1 host=a.example", "Notification time out: 400",
		`I/O error on GET request for "http://db.example/v1/orders": Connection refused`, `I/O error on GET request for "http://db.example/v1/orders": other.example`,
		"Read timed out executing GET http://db.example/v1/orders", "gateway executing GET http://db.example/gateway",
		"Connection refused: otel.example.com/192.0.2.1:4318", "Could not resolve placeholder 'x' in value", "Try again",
	} {
		if f := fromText(quiet); f != nil {
			t.Errorf("%q: taken for a failed name: %+v", quiet, f)
		}
	}
}

func TestSaysNothing(t *testing.T) {
	framed := trace("com.example.SdkException", "request failed: null")
	framed.Throwables[0].Frames = []javatrace.Frame{{Class: "com.example.Sdk", Method: "call"}}
	tests := []struct {
		name  string
		trace *javatrace.Trace
		want  Class
	}{
		{"wrapper of an exception without a message", trace("com.example.SdkException", "request failed: null"), ClassUnknown},
		{"class alone", trace("java.net.ConnectException", ""), ClassUnknown},
		{"message", trace("com.example.SdkException", "request failed: quota exceeded"), ClassOther},
		{"kind", trace("java.net.SocketTimeoutException", ""), ClassOther},
		{"frames", framed, ClassOther},
		{"cause", trace("com.example.SdkException", "request failed: null", "java.lang.IllegalStateException", ""), ClassOther},
	}
	for _, tt := range tests {
		got, _ := classAlone(&attempt{outcome: OutcomeFailed, failure: classify(tt.trace, "")})
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// Other things than hosts fail to resolve, and are unknown.
func TestNoNameInPassing(t *testing.T) {
	for _, m := range []string{
		"could not resolve placeholder 'db.host' in value x", "Failed to resolve dependency com.example:lib:1.0", "Failed to resolve type c.e.Foo",
		"lookup of bean userService failed: unknown error", "unknown host policy: retry", "Unresolved address book entry 12",
		"Failed to resolve schema reference https://json-schema.org/draft", "Failed to resolve com.example.Foo", "cannot resolve symbol Foo",
	} {
		if f := fromText(m); f != nil {
			t.Errorf("%q names %q", m, f.host)
		}
	}
	tests := []struct {
		message, host string
		surface       surface
		cause         Cause
	}{
		{"Couldn't resolve server kafka:9092 from bootstrap.servers as DNS resolution failed for kafka", "kafka", surfaceJVM, CauseUnknown},
		{"failed to resolve host [es2]", "es2", surfaceJVM, CauseUnknown},
		{"curl: (6) Could not resolve host: mysql", "mysql", surfaceOther, CauseUnknown},
		{"rdkafka#producer-1: [thrd:a.test:9092/0]: a.test:9092/0: Failed to resolve 'a.test:9092': Name or service not known (after 3ms in state INIT)", "a.test", surfaceOther, CauseNotFound},
		{"dial tcp: GetAddrInfoW: No such host is known.", "", surfaceOther, CauseNotFound},
		{"request failed: getaddrinfo ENOTFOUND a.test", "a.test", surfaceOther, CauseUnknown},
		{"> Could not GET 'https://a.test/x.pom'. > a.test", "a.test", surfaceJVM, CauseUnknown},
		{"Caused by: [seed1: Name or service not known]", "seed1", surfaceJVM, CauseNotFound},
	}
	for _, tt := range tests {
		f := fromText(tt.message)
		if f == nil || f.host != tt.host || f.surface != tt.surface || f.cause != tt.cause {
			t.Errorf("%q: got %+v", tt.message, f)
		}
	}
	for message, host := range map[string]string{
		`Invalid host name: local host is: (unknown); destination host is: "n1":8032; java.net.UnknownHostException; For more`: "n1",
		"Search domain query failed. Original hostname: 'a' failed to resolve 'a.svc' after 2 queries":                         "a",
		"jdk.internal.util.Exceptions$NonSocketInfo@17af6f3dtm-1":                                                              "tm-1",
		"Failed to resolve 'a.test' [A(1)]":                                                                                    "a.test",
	} {
		var f failure
		readMessage(&f, message)
		if f.host != host {
			t.Errorf("%q names %q, want %q", message, f.host, host)
		}
	}
}
