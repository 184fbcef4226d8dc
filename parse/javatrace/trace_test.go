package javatrace

import (
	"reflect"
	"strings"
	"testing"
)

func parse(text string) Trace {
	var b Builder
	b.Text([]byte(text))
	return b.Finish()
}

func TestTraces(t *testing.T) {
	get := Frame{Class: "java.net.InetAddress$CachedAddresses", Method: "get", Line: 801}
	run := Frame{Class: "java.lang.Thread", Method: "run", Line: 840}
	tests := []struct {
		name, text string
		want       Trace
	}{
		{"causes", "a.BException: x\n\tat java.base/java.lang.Thread.run(Thread.java:840)\nCaused by: java.net.UnknownHostException: h\n\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n\t... 6 more\n",
			Trace{Throwables: []Throwable{
				{Class: "a.BException", Message: "x", Parent: -1, Frames: []Frame{run}},
				{Class: "java.net.UnknownHostException", Message: "h", Link: CausedBy, Frames: []Frame{get}, Elided: 6},
			}}},
		{"suppressed with a cause of its own", "a.BException: x\n\tat java.lang.Thread.run(Thread.java:840)\n\tSuppressed: c.DException: y\n\t\tat java.lang.Thread.run(Thread.java:840)\n\tCaused by: e.FException: z\n\t\t... 1 more\nCaused by: g.HException\n\t... 2 more",
			Trace{Throwables: []Throwable{
				{Class: "a.BException", Message: "x", Parent: -1, Frames: []Frame{run}},
				{Class: "c.DException", Message: "y", Link: Suppressed, Parent: 0, Frames: []Frame{run}},
				{Class: "e.FException", Message: "z", Link: CausedBy, Parent: 1, Elided: 1},
				{Class: "g.HException", Link: CausedBy, Parent: 0, Elided: 2},
			}}},
		{"root cause first", "java.net.UnknownHostException: h\n\tat java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n\t... 4 common frames omitted\nWrapped by: a.BException: x\n\tat java.lang.Thread.run(Thread.java:840)",
			Trace{Throwables: []Throwable{
				{Class: "a.BException", Message: "x", Parent: -1, Frames: []Frame{run}},
				{Class: "java.net.UnknownHostException", Message: "h", Link: CausedBy, Parent: 0, Frames: []Frame{get}, Elided: 4},
			}}},
		{"words for a class", "a.BException: x\n\tat java.lang.Thread.run(Thread.java:840)\n\tSuppressed: The stacktrace has been enhanced by Reactor: \nError has been observed at the following site(s):\n\t*__checkpoint ⇢ Request to GET http://h\nOriginal Stack Trace:\n\t\tat java.lang.Thread.run(Thread.java:840)\nCaused by: java.net.UnknownHostException: h\n\t... 6 more",
			Trace{Throwables: []Throwable{
				{Class: "a.BException", Message: "x", Parent: -1, Frames: []Frame{run}},
				{Message: "The stacktrace has been enhanced by Reactor:", Link: Suppressed, Parent: 0, Frames: []Frame{run}},
				{Class: "java.net.UnknownHostException", Message: "h", Link: CausedBy, Parent: 0, Elided: 6},
			}}},
		{"circular", "a.BException: x\n\tat java.lang.Thread.run(Thread.java:840)\nCaused by: c.DException\n\t... 1 more\n\t[CIRCULAR REFERENCE: a.BException: x]",
			Trace{Throwables: []Throwable{
				{Class: "a.BException", Message: "x", Parent: -1, Frames: []Frame{run}},
				{Class: "c.DException", Link: CausedBy, Parent: 0, Elided: 1},
			}}},
		{"begins in the middle", "\tat java.lang.Thread.run(Thread.java:840)\nCaused by: java.net.UnknownHostException: h\n\t... 6 more",
			Trace{Cut: true, Throwables: []Throwable{
				{Parent: -1, Frames: []Frame{run}},
				{Class: "java.net.UnknownHostException", Message: "h", Link: CausedBy, Parent: 0, Elided: 6},
			}}},
		{"message of several lines", "a.BException: x\nmore of it\n\tat java.lang.Thread.run(Thread.java:840)",
			Trace{Throwables: []Throwable{{Class: "a.BException", Message: "x", Parent: -1, Frames: []Frame{run}}}}},
		{"escaped line ends", `a.BException: null\n\tat java.lang.Thread.run(Thread.java:840)`,
			Trace{Throwables: []Throwable{{Class: "a.BException", Parent: -1, Frames: []Frame{run}}}}},
		{"tags for line ends", `a.BException: x<br/>at java.lang.Thread.run(Thread.java:840)`,
			Trace{Throwables: []Throwable{{Class: "a.BException", Message: "x", Parent: -1, Frames: []Frame{run}}}}},
		{"bars for line ends", "a.BException: x | \tat java.lang.Thread.run(Thread.java:840) | Caused by: java.net.UnknownHostException: h | \tat java.net.InetAddress$CachedAddresses.get(InetAddress.java:801) | \t... 6 more |",
			Trace{Throwables: []Throwable{
				{Class: "a.BException", Message: "x", Parent: -1, Frames: []Frame{run}},
				{Class: "java.net.UnknownHostException", Message: "h", Link: CausedBy, Frames: []Frame{get}, Elided: 6},
			}}},
		{"a separator of the layout's own", "java.net.UnknownHostException: h ~ \tat java.net.InetAddress$CachedAddresses.get(InetAddress.java:801) ~ \tat java.lang.Thread.run(Thread.java:840) ~ ",
			Trace{Throwables: []Throwable{{Class: "java.net.UnknownHostException", Message: "h", Parent: -1, Frames: []Frame{get, run}}}}},
		{"blanks for line ends, packaging data", "a.BException: look at this (now) at java.lang.Thread.run(Thread.java:840) ~[na:na] Caused by: java.net.UnknownHostException: h at java.net.InetAddress$CachedAddresses.get(InetAddress.java:801) ... 6 more",
			Trace{Throwables: []Throwable{
				{Class: "a.BException", Message: "look at this (now)", Parent: -1, Frames: []Frame{run}},
				{Class: "java.net.UnknownHostException", Message: "h", Link: CausedBy, Frames: []Frame{get}, Elided: 6},
			}}},
		{"cause only in the message", "a.BException: nested exception is java.net.UnknownHostException: h\n\tat java.lang.Thread.run(Thread.java:840)",
			Trace{Cut: true, Throwables: []Throwable{
				{Class: "a.BException", Message: "nested exception is java.net.UnknownHostException: h", Parent: -1, Frames: []Frame{run}},
				{Class: "java.net.UnknownHostException", Message: "h", Link: CausedBy, Parent: 0},
			}}},
		{"uncaught", "Exception in thread \"main\" a.BException\n\tat java.lang.Thread.run(Thread.java:840)",
			Trace{Throwables: []Throwable{{Class: "a.BException", Parent: -1, Frames: []Frame{run}}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := parse(tt.text); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("\n got %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestParseFrame(t *testing.T) {
	tests := []struct {
		text string
		want Frame
	}{
		{"java.net.Socket.connect(Socket.java:609)", Frame{"java.net.Socket", "connect", 609, false}},
		{"java.base/java.net.Socket.connect(Socket.java:609) ~[na:na]", Frame{"java.net.Socket", "connect", 609, false}},
		{"java.base@17.0.6/java.net.Socket.connect(Socket.java)", Frame{"java.net.Socket", "connect", 0, false}},
		{"app//a.B.<init>(B.java:1)", Frame{"a.B", "<init>", 1, false}},
		{"org.jboss.threads@2.4.0.Final//org.jboss.threads.T.run(T.java:5)", Frame{"org.jboss.threads.T", "run", 5, false}},
		{"knot/net.minecraft.class_310.method_53464(class_310.java:459)", Frame{"net.minecraft.class_310", "method_53464", 459, false}},
		{"a.Step$$Lambda$214/0x0000000800d3c440.call(Unknown Source)", Frame{"a.Step$$Lambda$214/0x0000000800d3c440", "call", 0, false}},
		{"java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)", Frame{"java.net.Inet6AddressImpl", "lookupAllHostAddr", 0, true}},
		{"java.net.Inet6AddressImpl.lookupAllHostAddr(Inet6AddressImpl.java:-2)", Frame{"java.net.Inet6AddressImpl", "lookupAllHostAddr", 0, true}},
		{"org.apache.http.X.connect (X.java:45)", Frame{"org.apache.http.X", "connect", 45, false}},
	}
	for _, tt := range tests {
		if got, ok := ParseFrame(tt.text); !ok || got != tt.want {
			t.Errorf("ParseFrame(%q) = %+v, %v; want %+v", tt.text, got, ok, tt.want)
		}
	}
	for _, text := range []string{"", "()", "a.b", "a(B.java:1)", ".(x)", "a b.c(D.java:1)"} {
		if got, ok := ParseFrame(text); ok {
			t.Errorf("ParseFrame(%q) = %+v, want none", text, got)
		}
	}
}

func TestMention(t *testing.T) {
	tests := []struct {
		text string
		want []string // class: message
	}{
		{"Reason: [x] Caused by: [java.net.UnknownHostException: h: Name or service not known]", []string{"java.net.UnknownHostException: h: Name or service not known"}},
		{"failed: a.BException: java.net.UnknownHostException: h", []string{"a.BException: java.net.UnknownHostException: h", "java.net.UnknownHostException: h"}},
		{":cause=>#<Java::JavaNet::UnknownHostException: h: x>}", []string{"java.net.UnknownHostException: h: x"}},
		{"due to RuntimeException(no (real) reason) here", []string{"RuntimeException: no (real) reason"}},
		{"an Exception in ExceptionHandler, Error: none", nil},
		{"FooException.java:12", nil},
	}
	for _, tt := range tests {
		var b Builder
		b.Mention([]byte(tt.text))
		var got []string
		for _, th := range b.Finish().Throwables {
			got = append(got, th.Class+": "+th.Message)
		}
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Mention(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

// Whatever the text, a trace is a tree whose parents come first.
func FuzzText(f *testing.F) {
	f.Add("a.BException: x\n\tat a.b(C.java:1)\n\tSuppressed: c.DException\nCaused by: e.F\n\t... 3 more\nWrapped by: g.HException: i")
	f.Add("Exception in thread \"main\" a.BException\n[CIRCULAR REFERENCE: x]")
	f.Fuzz(func(t *testing.T, text string) {
		var b Builder
		b.Text([]byte(text))
		b.Mention([]byte(text))
		trace := b.Finish()
		for i, th := range trace.Throwables {
			if th.Parent >= i || th.Parent < -1 || len(th.Frames) > MaxFrames || th.Elided < 0 {
				t.Fatalf("throwable %d of %q: %+v", i, text, th)
			}
		}
		if !b.Empty() {
			t.Fatal("Finish left something")
		}
	})
}

func BenchmarkText(b *testing.B) {
	text := []byte("java.net.UnknownHostException: h\n" + strings.Repeat("\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1519) ~[na:na]\n\tat org.apache.http.impl.conn.SystemDefaultDnsResolver.resolve(SystemDefaultDnsResolver.java:45)\n", 20))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var builder Builder
	for b.Loop() {
		builder.Text(text)
		builder.Finish()
	}
}

// A trace in one line may stand behind the words of its entry, which name the
// exception as well.
func TestInline(t *testing.T) {
	get := Frame{Class: "java.net.InetAddress$CachedAddresses", Method: "get", Line: 801}
	run := Frame{Class: "java.lang.Thread", Method: "run", Line: 840}
	tests := []struct {
		text string
		want Trace
	}{
		{`call failed error=java.net.UnknownHostException message="h" java.net.UnknownHostException: h | at java.net.InetAddress$CachedAddresses.get(InetAddress.java:801) | at java.lang.Thread.run(Thread.java:840)`,
			Trace{Throwables: []Throwable{{Class: "java.net.UnknownHostException", Message: "h", Parent: -1, Frames: []Frame{get, run}}}}},
		{"call failed: java.net.UnknownHostException: h | at java.lang.Thread.run(Thread.java:840) |",
			Trace{Throwables: []Throwable{{Class: "java.net.UnknownHostException", Message: "h", Parent: -1, Frames: []Frame{run}}}}},
		{"looked at h; at java.net.InetAddress$CachedAddresses.get(InetAddress.java:801); at java.lang.Thread.run(Thread.java:840)",
			Trace{Cut: true, Throwables: []Throwable{{Parent: -1, Frames: []Frame{get, run}}}}},
	}
	for _, tt := range tests {
		var b Builder
		if !b.Inline([]byte(tt.text)) {
			t.Errorf("%q: no trace", tt.text)
		}
		if got := b.Finish(); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q:\n got %+v\nwant %+v", tt.text, got, tt.want)
		}
	}
	for _, text := range []string{"", "java.net.UnknownHostException: h", "looked at a.b(c) once", "looked at a.b(c)", "java.net.UnknownHostException: h at noon (UTC)"} {
		var b Builder
		if b.Inline([]byte(text)) {
			t.Errorf("%q: %+v, want no trace", text, b.Finish())
		}
	}
}
