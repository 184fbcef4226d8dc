package parse

import (
	"testing"

	"timeline/parse/javatrace"
)

// One failure in the layouts of many products: each line and its trace are one
// record, with the time of the line.
func TestProductLayouts(t *testing.T) {
	const cause = "java.net.UnknownHostException: a.test"
	const frame = "\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)"
	at := func(s string) string { return "2026-07-28T11:45:31" + s + "Z" }
	tests := []struct {
		name, text string
		time       string
		lack       Missing
		want       Record
	}{
		{"Liberty", "[7/28/26 11:45:31:413 UTC] 0000001e com.example.Job     E call failed\n" + cause + "\n" + frame, at(".413"), Whole,
			Record{Thread: "0000001e", Logger: "com.example.Job", Message: "call failed"}},
		{"WebSphere", "[7/28/26 11:45:31:413 UTC] 0000001e SystemErr     E " + cause + "\n[7/28/26 11:45:31:413 UTC] 0000001e SystemErr     E " + frame, at(".413"), Whole,
			Record{Thread: "0000001e", Logger: "SystemErr", Message: cause}},
		{"WebLogic, long", "####<Jul 28, 2026 11:45:31 AM GMT> <Error> <JDBC> <host> <srv> <ExecuteThread: '1'> <call failed\n" + cause + "\n" + frame + "\n>", at(""), Whole,
			Record{Message: "<JDBC> <host> <srv> <ExecuteThread: '1'> <call failed"}},
		{"Solr 4", "ERROR - 2026-07-28 11:45:31.413; org.apache.solr.Solr; call failed\n" + cause + "\n" + frame, at(".413"), NoZone,
			Record{Logger: "org.apache.solr.Solr", Message: "call failed"}},
		{"Akka's own", "[ERROR] [07/28/2026 11:45:31.413] [main] [akka://app] call failed\n" + cause + "\n" + frame, at(".413"), NoZone,
			Record{Thread: "main", Message: "call failed"}},
		{"Hadoop", "2026-07-28 11:45:31,413 ERROR [main] e.Job (Job.java:run(12)) - call failed\n" + cause + "\n" + frame, at(".413"), NoZone,
			Record{Thread: "main", Logger: "e.Job", Message: "call failed"}},
		{"JUL, Portuguese", "jul 28, 2026 11:45:31 AM e.Job run\nGRAVE: call failed\n" + cause + "\n" + frame, at(""), NoZone,
			Record{Message: "call failed"}},
		{"JUL, Chinese", "七月 28, 2026 11:45:31 上午 e.Job run\n严重: call failed\n" + cause + "\n" + frame, at(""), NoZone,
			Record{Message: "call failed"}},
		{"JUL, level last", "[2026-07-28 11:45:31.413] [main] c.e.Job run SEVERE: call failed\n" + cause + "\n" + frame, at(".413"), NoZone,
			Record{Thread: "main", Logger: "c.e.Job", Message: "call failed"}},
		{"logback status", "11:45:31,413 |-ERROR in c.e.Job[x] - call failed " + cause + "\n" + frame, "0000-01-01T11:45:31.413Z", NoDate,
			Record{Logger: "c.e.Job[x]", Message: "call failed " + cause}},
		{"quoted", "> 2026-07-28 11:45:31.413 [main] ERROR c.e.Job - call failed\n> " + cause + "\n> " + frame, at(".413"), NoZone,
			Record{Thread: "main", Logger: "c.e.Job", Message: "call failed"}},
		{"tag before each line", "[DS] 2026-07-28 11:45:31.413 [main] ERROR c.e.Job - call failed\n[DS] " + cause + "\n[DS] " + frame, at(".413"), NoZone,
			Record{Thread: "DS", Logger: "c.e.Job", Message: "call failed"}},
		{"log in a scheduler's log", "28-07-2026 11:45:31 UTC job-1 INFO - 2026-07-28 11:45:31,413 ERROR [main] c.e.Job - " + cause + "\n" +
			"28-07-2026 11:45:31 UTC job-1 INFO - 2026-07-28 11:45:31,413 ERROR [main] c.e.Job - " + frame, at(".413"), Whole,
			Record{Thread: "main", Logger: "c.e.Job", Message: cause}},
		{"Heroku", "2026-07-28T11:45:31.413241+00:00 app[web.1]: [error] c.e.Job - call failed\n2026-07-28T11:45:31.413300+00:00 app[web.1]: " + cause + "\n2026-07-28T11:45:31.413310+00:00 app[web.1]: " + frame, at(".413241"), Whole,
			Record{Process: "web.1", Logger: "c.e.Job", Message: "call failed"}},
		{"aws logs tail", "2026-07-28T11:45:31.500000+00:00 batch/app/abc 2026-07-28 11:45:31.413 [main] ERROR c.e.Job - call failed\n2026-07-28T11:45:31.500000+00:00 batch/app/abc " + cause + "\n2026-07-28T11:45:31.500000+00:00 batch/app/abc " + frame, at(".413"), Whole,
			Record{Process: "batch/app/abc", Thread: "main", Logger: "c.e.Job", Message: "call failed"}},
		{"GlassFish, uniform", "[#|2026-07-28T13:45:31.413+0200|SEVERE|glassfish|c.e.Job|_ThreadID=28;_ThreadName=main;|call failed\n" + cause + "\n" + frame + "\n|#]", at(".413"), Whole,
			Record{Thread: "main", Logger: "c.e.Job", Message: "call failed"}},
		{"stern", "batch-7d9f app 2026-07-28 11:45:31.413 [main] ERROR c.e.Job - call failed\nbatch-7d9f app " + cause + "\nbatch-7d9f app " + frame, at(".413"), NoZone,
			Record{Process: "batch-7d9f", Thread: "main", Logger: "c.e.Job", Message: "call failed"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, bad, _ := read(t, tt.text+"\n", "in", Options{})
			if len(bad) > 0 {
				t.Errorf("bad: %v", bad[0])
			}
			want := tt.want
			want.Level, want.Status = Error, Failed
			if len(got) > 0 { // the trace has tests of its own
				if len(got[0].Trace.Throwables) == 0 || got[0].Trace.Throwables[0].Class != "java.net.UnknownHostException" {
					t.Errorf("trace %+v", got[0].Trace)
				}
				want.Trace, want.Operation = got[0].Trace, got[0].Operation
			}
			compare(t, got, []Record{rec(1, tt.time, tt.lack, want)})
		})
	}
}

// Quarkus and WildFly write an exception as an object, its cause below a member
// of its own.
func TestJBossException(t *testing.T) {
	const text = `{"timestamp":"2026-07-28T11:45:31.413Z","loggerName":"c.e.Job","level":"ERROR","message":"failed","threadName":"main","exception":{"refId":1,"exceptionType":"java.lang.RuntimeException","message":"outer","frames":[{"class":"c.e.Job","method":"run","line":1}],"causedBy":{"exception":{"refId":2,"exceptionType":"java.net.UnknownHostException","message":"a.test","frames":[{"class":"java.net.InetAddress$CachedAddresses","method":"get","line":801}]}}}}`
	got, _, _ := read(t, text, "in", Options{})
	compare(t, got, []Record{rec(1, "2026-07-28T11:45:31.413Z", Whole, Record{Thread: "main", Logger: "c.e.Job", Level: Error, Message: "failed", Status: Failed,
		Trace: javatrace.Trace{Cut: true, Throwables: []javatrace.Throwable{
			{Class: "java.lang.RuntimeException", Message: "outer", Parent: -1, Frames: []javatrace.Frame{{Class: "c.e.Job", Method: "run", Line: 1}}},
			{Class: "java.net.UnknownHostException", Message: "a.test", Link: javatrace.CausedBy, Frames: []javatrace.Frame{{Class: "java.net.InetAddress$CachedAddresses", Method: "get", Line: 801}}},
		}}})})
}

// The uncaught exception of a thread has nothing to do with the line before.
func TestUncaught(t *testing.T) {
	got, _, _ := read(t, "2026-07-28 11:45:31.413 ERROR - failed\nException in thread \"main\" java.net.UnknownHostException: a.test\n\tat c.e.Job.run(Job.java:1)\n", "in", Options{})
	if len(got) != 2 || got[0].Lack != NoZone || got[1].Lack != NoTime {
		t.Errorf("got %+v", got)
	}
}

// A layout may print no more of an exception than its message, on a line below.
func TestReasonBelow(t *testing.T) {
	reason := javatrace.Trace{Cut: true, Throwables: []javatrace.Throwable{{Message: "a.test: Temporary failure in name resolution", Parent: -1}}}
	tests := []struct {
		text string
		want []Record
	}{
		{"2026-07-28 11:45:31.413 ERROR order 7 failed\na.test: Temporary failure in name resolution\n",
			[]Record{rec(1, "2026-07-28T11:45:31.413Z", NoZone, Record{Level: Error, Message: "order 7 failed", Trace: reason, Status: Failed})}},
		{"2026-07-28 11:45:31.413 ERROR order 7 failed: a.test: Temporary failure in name resolution\na.test: Temporary failure in name resolution\n",
			[]Record{rec(1, "2026-07-28T11:45:31.413Z", NoZone, Record{Level: Error, Message: "order 7 failed: a.test: Temporary failure in name resolution", Status: Failed})}},
		{"2026-07-28 11:45:31.413 INFO order 7 sent\na.test: Temporary failure in name resolution\n",
			[]Record{rec(2, "", NoTime, Record{Message: "a.test: Temporary failure in name resolution"})}},
	}
	for _, tt := range tests {
		got, _, _ := read(t, tt.text, "in", Options{})
		compare(t, got, tt.want)
	}
}

// GELF's objects end with NUL where they are not lines.
func TestGELFEnds(t *testing.T) {
	const one = `{"version":"1.1","host":"a","short_message":"failed","timestamp":1785239131.413,"level":3,"_logger":"c.e.Job"}`
	got, bad, _ := read(t, one+"\x00"+one+"\x00", "in", Options{})
	want := rec(1, "2026-07-28T11:45:31.413Z", Whole, Record{Process: "a", Logger: "c.e.Job", Level: Error, Message: "failed", Status: Failed})
	compare(t, got, []Record{want, want})
	if len(bad) > 0 {
		t.Errorf("bad: %v", bad[0])
	}
}

// Gradle prints a request, and why it failed on the line below.
func TestGradle(t *testing.T) {
	const text = "* What went wrong:\n   > Could not GET 'https://a.test/x.pom'.\n      > a.test\n   > Could not GET 'https://a.test/y.pom'.\n      > Connection timed out\n"
	got, _, _ := read(t, text, "in", Options{})
	compare(t, got, []Record{
		rec(3, "", NoTime, Record{Message: "> Could not GET 'https://a.test/x.pom'. > a.test"}),
		rec(5, "", NoTime, Record{Message: "> Could not GET 'https://a.test/y.pom'. > Connection timed out"}),
	})
}

// Pods whose lines are mixed are kept apart, also inside a trace.
func TestStreams(t *testing.T) {
	const text = `a-1  | 2026-07-28 11:45:31.413 [main] ERROR c.e.Job - failed
b-1  | 2026-07-28 11:45:31.414 [main] ERROR c.e.Job - failed too
a-1  | java.net.UnknownHostException: a.test
b-1  | java.net.UnknownHostException: b.test
a-1  | 	at java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)
b-1  | 	at java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)
`
	got, bad, _ := read(t, text, "in", Options{})
	if len(bad) > 0 {
		t.Errorf("bad: %v", bad[0])
	}
	r := Record{Thread: "main", Logger: "c.e.Job", Level: Error, Status: Failed}
	a, b := r, r
	a.Process, a.Message, a.Trace = "a-1", "failed", unknownHost("a.test")
	b.Process, b.Message, b.Trace = "b-1", "failed too", unknownHost("b.test")
	compare(t, got, []Record{rec(1, "2026-07-28T11:45:31.413Z", NoZone, a), rec(2, "2026-07-28T11:45:31.414Z", NoZone, b)})
}

// What threads of one process mix cannot be told apart: that is said.
func TestTangled(t *testing.T) {
	const first = "2026-07-28 11:45:31.413 [main] ERROR c.e.Job - failed\n"
	const trace = "java.net.UnknownHostException: a.test\n\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n"
	tests := []struct {
		name, text string
		line       int // of the bad piece; 0 for none
	}{
		{"a line inside a trace", first + trace + "2026-07-28 11:45:31.414 [other] INFO c.e.Job - well\n\tat c.e.Job.run(Job.java:1)\n\tat c.e.Job.run(Job.java:2)\n", 5},
		{"two lines, then two traces", first + "2026-07-28 11:45:31.413 [other] ERROR c.e.Job - failed\n" + trace + trace, 5},
		{"two lines, then one trace", first + "2026-07-28 11:45:31.413 [other] ERROR c.e.Job - failed\n" + trace, 0},
		{"one after the other", first + trace + first + trace, 0},
	}
	for _, tt := range tests {
		_, bad, _ := read(t, tt.text, "in", Options{})
		switch {
		case tt.line == 0 && len(bad) > 0, tt.line > 0 && (len(bad) != 1 || bad[0].Pos.Line != tt.line):
			t.Errorf("%s: bad pieces %v, want one at line %d", tt.name, bad, tt.line)
		}
	}
}

// Clocks that were never set show the years 1 and 9999: no time.
func TestUnsetClocks(t *testing.T) {
	for _, year := range []string{"0001", "9999", "1901"} {
		got, _, sum := read(t, year+"-01-01 00:00:00.000 ERROR - failed\n", "in", Options{})
		compare(t, got, []Record{rec(1, "", NoTime, Record{Level: Error, Message: "failed", Status: Failed})})
		if len(sum.Notes) != 1 || !sum.From.IsZero() {
			t.Errorf("%s: summary %+v", year, sum)
		}
	}
}

// The user's field for the process stands above those that are known.
func TestProcessField(t *testing.T) {
	opt := Options{Keys: map[string][]string{"process": {"worker"}}}
	for _, text := range []string{
		`{"time":"2026-07-28T11:45:31Z","pod":"p-1","worker":"w-7","level":"ERROR","message":"failed","logger":"c.e.Job"}`,
		"p-1  | 2026-07-28 11:45:31 ERROR c.e.Job - failed worker=w-7",
	} {
		got, _, _ := read(t, text+"\n", "in", opt)
		if len(got) != 1 || got[0].Process != "w-7" {
			t.Errorf("%s: got %+v", text, got)
		}
	}
}
