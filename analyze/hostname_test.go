package analyze

import (
	"strings"
	"testing"
)

// The message of an exception about a name, by every spelling that is known.
func TestReadMessage(t *testing.T) {
	long := strings.Repeat("x", 200)
	tests := []struct {
		message, host, text string
		cause               Cause
	}{
		{"", "", "", ""},
		{"null", "", "", ""},
		{"a.example", "a.example", "", ""},
		{"a.example: Name or service not known", "a.example", "Name or service not known", CauseNotFound},
		{"a.example: " + long, "a.example", long, ""},
		{"a.example: " + long + "x", "a.example", "", ""},
		{`Unable to resolve host "a.example": No address associated with hostname`, "a.example", "No address associated with hostname", CauseNoAddress},
		{`Unable to resolve host "a": it is a: b`, "a", "it is a: b", ""},
		{`Unable to resolve host ""`, "", "", ""},
		{`Unable to resolve host 'a.example`, "Unable to resolve host 'a.example", "", ""},
		{`local host is: "m/10.0.0.1"; destination host is: "a.example":8020`, "a.example", "", ""},
		{"failed to resolve 'a.example': SERVFAIL", "a.example", "", CauseServerError},
		{"Failed to resolve 'a.example' [A(1)] after 2 queries: NXDOMAIN", "a.example", "NXDOMAIN", CauseNotFound},
		{"Failed to resolve 'a.example.b.example'. Original hostname: 'a.example' timed out", "a.example", "", CauseTimeout},
		{"connect a.example/<unresolved>:443", "a.example", "", ""},
		{"/<unresolved>:443", "/<unresolved>:443", "", ""},
		{"Temporary failure in name resolution (a.example)", "a.example", "Temporary failure in name resolution", CauseUnknown},
		{"jdk.internal.util.Exceptions$NonSocketInfo@0123abcda.example", "a.example", "", ""},
		{"jdk.internal.util.Exceptions$NonSocketInfo@0f9x.example", "x.example", "", ""},
		{"java.net.InetSocketAddress[a.example]", "a.example", "", ""},
		{"[a.example]", "[a.example]", "", ""},
	}
	for _, tt := range tests {
		var f failure
		readMessage(&f, tt.message)
		if f.host != tt.host || f.text != tt.text || f.cause != tt.cause {
			t.Errorf("%.80q: host %q, text %.60q, cause %q, want %q, %.60q, %q", tt.message, f.host, f.text, f.cause, tt.host, tt.text, tt.cause)
		}
	}
}

// What no name can be is cut: a log may hold megabytes in its place.
func TestBoundedName(t *testing.T) {
	for n, want := range map[int]int{253: 253, longestName: longestName, longestName + 1: longestName + len("…")} {
		f := (&failure{host: strings.Repeat("x", n)}).bounded()
		if len(f.host) != want {
			t.Errorf("a name of %d bytes is kept as %d, want %d", n, len(f.host), want)
		}
	}
	if (*failure)(nil).bounded() != nil {
		t.Error("no failure became one")
	}
}

// What was looked up and is no host name, and what may be one.
func TestNotAName(t *testing.T) {
	const text = ": Name or service not known"
	tests := []struct{ message, host, why string }{
		{": Name or service not known", "", "it is empty"},
		{`Unable to resolve host "": No address associated with hostname`, "", "it is empty"},
		{"https://a.example" + text, "https://a.example", "it is a URL or a part of one"},
		{"a.example:443" + text, "a.example:443", "it holds a port"},
		{"a.example/x" + text, "a.example/x", "it holds a path"},
		{"/127.0.0.1" + text, "/127.0.0.1", "it is the text of an address"},
		{"10.0.0.1" + text, "10.0.0.1", "it is an address"},
		{"a b" + text, "a b", "it holds a blank"},
		{"http://localhost:8080/api: invalid IPv6 address", "http://localhost:8080/api", "it is no valid IPv6 address"},
		{"USER-SERVICE" + text, "USER-SERVICE", "it looks like the id of a service in a registry"},
		{"USER-SERVICE: Temporary failure in name resolution", "USER-SERVICE", ""},
		{"USER-SERVICE", "USER-SERVICE", ""},
		{"user-service" + text, "user-service", ""},
		{"MGMT-SV-01" + text, "MGMT-SV-01", ""},
		{"A.EXAMPLE-SERVICE" + text, "A.EXAMPLE-SERVICE", ""},
		{" Name or service not known", "", ""}, // JDK 25 may leave the name out
		{"", "", ""},
	}
	for _, tt := range tests {
		f := classify(trace("java.net.UnknownHostException", tt.message), "")
		if f == nil || f.notName != tt.why || tt.host != "" && f.host != tt.host {
			t.Errorf("%q: got %+v, want host %q, %q", tt.message, f, tt.host, tt.why)
		}
	}
}
