package parse

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// One header for each framework, with the same stack below it.
func TestHeaders(t *testing.T) {
	const at = "2026-07-28T11:45:31.413Z"
	const stack = "\njava.net.UnknownHostException: a.test\n\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n"
	tests := []struct {
		name, header string
		at           string
		lack         Missing
		level        Level
		thread       string
		logger       string
		job          string
		message      string
	}{
		{"logback", "2026-07-28 11:45:31.413 [main] ERROR c.e.Job - call failed", at, NoZone, Error, "main", "c.e.Job", "", "call failed"},
		{"logback default", "11:45:31.413 [main] ERROR c.e.Job - call failed", "0000-01-01T11:45:31.413Z", NoDate, Error, "main", "c.e.Job", "", "call failed"},
		{"log4j with MDC", "2026-07-28 11:45:31,413 WARN  [main] [J00001] c.e.Job: call failed", at, NoZone, Warn, "main", "c.e.Job", "J00001", "call failed"},
		{"Boot 2", "2026-07-28 11:45:31.413 ERROR 4711 --- [nio-8080-exec-1] c.e.Job        : call failed", at, NoZone, Error, "nio-8080-exec-1", "c.e.Job", "", "call failed"},
		{"Boot 3", "2026-07-28T11:45:31.413Z ERROR 1 --- [app] [           main] c.e.Job : call failed", at, Whole, Error, "main", "c.e.Job", "", "call failed"},
		{"Boot 3, trace", "2026-07-28T11:45:31.413Z ERROR 1 --- [app] [main] [5b8efff798038103d269b633813fc60c-eee19b7ec3c1b174] c.e.Job : call failed", at, Whole, Error, "main", "c.e.Job", "5b8efff798038103d269b633813fc60c", "call failed"},
		{"Kafka", "[2026-07-28 11:45:31,413] ERROR call failed (org.apache.kafka.clients.NetworkClient)", at, NoZone, Error, "", "org.apache.kafka.clients.NetworkClient", "", "call failed"},
		{"ZooKeeper", "2026-07-28 11:45:31,413 [myid:1] - WARN  [main:QuorumPeer@173] - call failed", at, NoZone, Warn, "main:QuorumPeer@173", "", "", "call failed"},
		{"Hadoop", "26/07/28 11:45:31 ERROR impl.MetricsSystemImpl: call failed", "2026-07-28T11:45:31Z", NoZone, Error, "", "impl.MetricsSystemImpl", "", "call failed"},
		{"Cassandra", "ERROR [main] 2026-07-28 11:45:31,413 Job.java:60 - call failed", at, NoZone, Error, "main", "Job.java", "", "call failed"},
		{"Elasticsearch", "[2026-07-28T11:45:31,413][WARN ][o.e.d.SeedHostsResolver] [es01] call failed", at, NoZone, Warn, "es01", "o.e.d.SeedHostsResolver", "", "call failed"},
		{"WildFly", "2026-07-28 11:45:31,413 ERROR [org.jboss.msc] (MSC thread 1-2) call failed", at, NoZone, Error, "MSC thread 1-2", "org.jboss.msc", "", "call failed"},
		{"Tomcat", "28-Jul-2026 11:45:31.413 SEVERE [main] org.apache.catalina.core.Foo.start call failed", at, NoZone, Error, "main", "", "", "org.apache.catalina.core.Foo.start call failed"},
		{"slf4j-simple", "[main] ERROR c.e.Job - call failed", "", NoTime, Error, "main", "c.e.Job", "", "call failed"},
		{"java.util.logging", "Jul 28, 2026 11:45:31 AM c.e.Job run\nSEVERE: call failed", "2026-07-28T11:45:31Z", NoZone, Error, "", "", "", "call failed"},
		{"java.util.logging, Korean", "7월 28, 2026 11:45:31 오전 c.e.Job run\n심각: call failed", "2026-07-28T11:45:31Z", NoZone, Error, "", "", "", "call failed"},
		{"java.util.logging, German", "Juli 28, 2026 11:45:31 AM c.e.Job run\nSCHWERWIEGEND: call failed", "2026-07-28T11:45:31Z", NoZone, Error, "", "", "", "call failed"},
		{"logcat", "07-28 11:45:31.413 18405 18840 E Job: call failed", "0000-07-28T11:45:31.413Z", NoYear, Error, "18840", "Job", "", "call failed"},
		{"logcat brief", "07-28 11:45:31.413: E/Job(4113): call failed", "0000-07-28T11:45:31.413Z", NoYear, Error, "", "Job", "", "call failed"},
		{"GlassFish", "[2026-07-28T20:45:31.413+0900] [glassfish 6.2] [SEVERE] [NCLS-1] [c.e.Job] [tid: _ThreadID=21 _ThreadName=main] [timeMillis: 1785239131413] [levelValue: 1000] [[\n  call failed", at, Whole, Error, "main", "c.e.Job", "", "call failed"},
		{"Minecraft", "[11:45:31] [Download-1/WARN]: call failed", "0000-01-01T11:45:31Z", NoDate, Warn, "Download-1", "", "", "call failed"},
		{"level, time", "ERROR  [2026-07-28 11:45:31.413]  [/] [t-5] Job - call failed", at, NoZone, Error, "t-5", "Job", "", "call failed"},
		{"Dropwizard", "ERROR [2026-07-28 11:45:31,413] c.e.Job: call failed", at, NoZone, Error, "", "c.e.Job", "", "call failed"},
		{"Tigase", "[2026-07-28 11:45:31:413] [WARNING ] [   nodes ] call failed", at, NoZone, Warn, "nodes", "", "", "call failed"},
		{"angle brackets", "<11:45:31> [ERROR] [DNSMonitor] call failed", "0000-01-01T11:45:31Z", NoDate, Error, "DNSMonitor", "", "", "call failed"},
		{"Maven", "[ERROR] call failed", "", NoTime, Error, "", "", "", "call failed"},
		{"pipes", "2026-07-28 11:45:31.413|ERROR|main|com.ex.Job|call failed", at, NoZone, Error, "main", "com.ex.Job", "", "call failed"},
		{"level first", "ERROR 2026-07-28 11:45:31,413 [main] c.e.Job - call failed", at, NoZone, Error, "main", "c.e.Job", "", "call failed"},
		{"thread behind the logger", "2026-07-28 11:45:31,413 ERROR com.ex.Job [main] call failed", at, NoZone, Error, "main", "com.ex.Job", "", "call failed"},
		{"thread before the logger", "2026-07-28 11:45:31,413 ERROR (main) [com.ex.Job] call failed", at, NoZone, Error, "main", "com.ex.Job", "", "call failed"},
		{"call site", "2026-07-28 11:45:31.413 [main] ERROR c.e.Job.run(Job.java:12) - call failed", at, NoZone, Error, "main", "c.e.Job.run", "", "call failed"},
		{"Sling", "28.07.2026 11:45:31.413 *ERROR* [main] call failed", at, NoZone, Error, "main", "", "", "call failed"},
		{"epoch", "1785239131413 [main] ERROR c.e.Job - call failed", at, Whole, Error, "main", "c.e.Job", "", "call failed"},
		{"elapsed", "0    [main] ERROR c.e.Job  - call failed", "", NoTime, Error, "main", "c.e.Job", "", "call failed"},
		{"Paper", "[11:45:31 ERROR]: call failed", "0000-01-01T11:45:31Z", NoDate, Error, "", "", "", "call failed"},
		{"Android Studio", "2026-07-28 11:45:31.413 1234-5678/com.example.app E/Job: call failed", at, NoZone, Error, "5678", "Job", "", "call failed"},
		{"time in parentheses", "(2026-07-28 11:45:31,413) ERROR [main] call failed", at, NoZone, Error, "main", "", "", "call failed"},
		{"journal", "Jul 28 11:45:31 pi4 java[685]: 2026-07-28 11:45:31.413 [main] ERROR c.e.Job - call failed", at, NoZone, Error, "main", "c.e.Job", "", "call failed"},
		{"CRI", "2026-07-28T11:45:31.414034567Z stderr F 2026-07-28 11:45:31.413 [main] ERROR c.e.Job - call failed", at, Whole, Error, "main", "c.e.Job", "", "call failed"},
		{"terminal colours", "2026-07-28 11:45:31.413 \x1b[31mERROR\x1b[0;39m [main] c.e.Job - call failed", at, NoZone, Error, "main", "c.e.Job", "", "call failed"},
		{"stray quotes", "\"\"2026-07-28 11:45:31.413 [main] ERROR c.e.Job - call failed", at, NoZone, Error, "main", "c.e.Job", "", "call failed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			below := stack
			if k := strings.Index(tt.header, "2026-07-28 11:45:31.413 [main]"); k > 10 { // an envelope around every line
				below = strings.ReplaceAll(strings.TrimSuffix(stack, "\n"), "\n", "\n"+tt.header[:k])
			}
			got, _, _ := read(t, tt.header+below, "in", Options{})
			if len(got) != 1 {
				t.Fatalf("%d records: %+v", len(got), got)
			}
			want := rec(got[0].Pos.Line, tt.at, tt.lack, Record{
				Process: got[0].Process, Thread: tt.thread, Logger: tt.logger, Job: tt.job,
				Level: tt.level, Message: tt.message, Status: Failed, Trace: unknownHost("a.test"),
			})
			if tt.job != "" {
				want.Operation = "call" // named beside a job
			}
			compare(t, got, []Record{want})
		})
	}
}

func TestMessages(t *testing.T) {
	const head = "2026-07-28 11:45:31.413 [main] "
	tests := []struct {
		line string
		want Record
	}{
		{"INFO c.e.Job - s3Upload ok jobId=J1 host=a.test remote=10.0.0.1 elapsedMs=445",
			Record{Level: Info, Job: "J1", Host: "a.test", Remote: "10.0.0.1", Duration: 445 * time.Millisecond, Operation: "s3Upload", Status: OK}},
		{"WARN c.e.Job - upload failed, retrying: jobId=J1 host=a.test elapsedMs=889",
			Record{Level: Warn, Job: "J1", Host: "a.test", Duration: 889 * time.Millisecond, Operation: "upload", Status: Failed}},
		{"ERROR c.e.Job - upload given up: jobId=J1",
			Record{Level: Error, Job: "J1", Operation: "upload", Status: Failed}},
		{"INFO c.e.Job - s3UploadStart jobId=J1 host=a.test",
			Record{Level: Info, Job: "J1", Host: "a.test", Operation: "s3Upload", Phase: Start}},
		{"INFO c.e.Job - Reconnected to db.example/10.0.0.1:5432",
			Record{Level: Info, Host: "db.example", Remote: "10.0.0.1:5432"}},
		{"DEBUG c.e.Job - call took=5.6s url=https://api.test:8443/x status=200",
			Record{Level: Debug, Host: "api.test", Duration: 5600 * time.Millisecond, Status: OK}},
	}
	for _, tt := range tests {
		got, _, _ := read(t, head+tt.line, "in", Options{})
		want := tt.want
		want.Thread, want.Logger = "main", "c.e.Job"
		want.Message = tt.line[len("INFO c.e.Job - "):]
		if tt.want.Level == Error || tt.want.Level == Debug {
			want.Message = tt.line[len("ERROR c.e.Job - "):]
		}
		compare(t, got, []Record{rec(1, "2026-07-28T11:45:31.413Z", NoZone, want)})
	}
}

// A trace takes the time of the entry that it follows, and of nothing else.
func TestTriedAddress(t *testing.T) {
	tests := []struct{ exception, want string }{
		{"org.apache.http.conn.HttpHostConnectException: Connect to db.example:443 [db.example/10.0.0.1] failed: Connection refused", "10.0.0.1"},
		{"java.net.ConnectException: Failed to connect to db.example/10.0.0.1:443", "10.0.0.1:443"},
		{"io.netty.channel.ConnectTimeoutException: connection timed out after 30000 ms: db.example/10.0.0.1:443", "10.0.0.1:443"},
		{"org.apache.http.conn.HttpHostConnectException: Connect to db.example:443 [db.example/10.0.0.1, db.example/10.0.0.2] failed: Connection refused", ""},
		{"java.net.ConnectException: Connection refused", ""},
		{"java.io.IOException: no file at db.example/10.0.0.1", ""},
	}
	for _, tt := range tests {
		log := "2026-07-28 11:45:31.413 [main] ERROR c.e.Job - upload given up\nc.e.SdkException: failed\n\tat c.e.Job.run(Job.java:1)\nCaused by: " + tt.exception + "\n\tat c.e.Job.call(Job.java:2)\n"
		got, _, _ := read(t, log, "in", Options{})
		if len(got) != 1 || got[0].Remote != tt.want {
			t.Errorf("%s: %+v, want one record with remote %q", tt.exception, got, tt.want)
		}
	}
}

func TestTracesKeepToTheirEntry(t *testing.T) {
	const trace = "java.net.UnknownHostException: a.test\n\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n"
	tests := []struct {
		name, text string
		lacks      []Missing
	}{
		{"below its entry", "2026-07-28 11:45:31.413 ERROR - failed\n" + trace, []Missing{NoZone}},
		{"behind a blank line", "2026-07-28 11:45:31.413 ERROR - failed\n\n" + trace, []Missing{NoZone}},
		{"before any entry", trace + "2026-07-28 11:45:31.413 ERROR - failed\n", []Missing{NoTime, NoZone}},
		{"behind another's line", "2026-07-28 11:45:31.413 INFO - host=a.test up\nsomething else\n" + trace, []Missing{NoZone, NoTime}},
		{"two in a row", "2026-07-28 11:45:31.413 ERROR - failed\n" + trace + trace, []Missing{NoZone, NoTime}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, _ := read(t, tt.text, "in", Options{})
			var lacks []Missing
			for _, r := range got {
				lacks = append(lacks, r.Lack)
			}
			if len(lacks) != len(tt.lacks) {
				t.Fatalf("%d records %+v, want %d", len(lacks), got, len(tt.lacks))
			}
			for i := range lacks {
				if lacks[i] != tt.lacks[i] {
					t.Errorf("record %d lacks %d, want %d", i, lacks[i], tt.lacks[i])
				}
			}
		})
	}
}

func TestRestart(t *testing.T) {
	for message, ago := range map[string]time.Duration{
		"Starting App v1 using Java 21 with PID 23 (/app.jar started by root in /)": 0,
		"Started App in 2.341 seconds (process running for 2.9)":                    2900 * time.Millisecond,
		"Started App in 2.341 seconds (JVM running for 3)":                          3 * time.Second,
	} {
		got, _, _ := read(t, "2026-07-28 11:45:31.413  INFO 23 --- [main] c.e.App : "+message+"\n", "in", Options{})
		if len(got) != 1 || !got[0].Restart || got[0].Uptime != ago || got[0].Duration != Unset {
			t.Errorf("no restart %s ago in %+v", ago, got)
		}
	}
	got, _, _ := read(t, "2026-07-28 11:45:31.413  INFO 23 --- [main] c.e.App : Started container in 4.2 seconds\n", "in", Options{})
	if len(got) != 0 {
		t.Errorf("a container's start: got %+v", got)
	}
}

func TestPattern(t *testing.T) {
	opt := Options{Line: `^(?P<level>\w+)#(?P<time>\d+)#(?P<thread>\S+) (?P<message>.*)`}
	if err := opt.Check(); err != nil {
		t.Fatal(err)
	}
	got, _, _ := read(t, "ERROR#1785239131413#main call failed host=a.test\n", "in", opt)
	compare(t, got, []Record{rec(1, "2026-07-28T11:45:31.413Z", Whole, Record{Level: Error, Thread: "main", Host: "a.test", Operation: "call", Message: "call failed host=a.test", Status: Failed})})
	for _, o := range []Options{{Line: "("}, {Line: "x"}, {Line: "(?P<message>.)(?P<msg>.)"}, {Keys: map[string][]string{"hosts": {"x"}}}} {
		if o.Check() == nil {
			t.Errorf("Check(%+v) finds nothing", o)
		}
	}
}

// Lines in another encoding are read all the same, and it is said why their letters look
// odd.
func TestOtherEncoding(t *testing.T) {
	const note = `some lines are not UTF-8: letters in them show as \xNN; iconv converts such a log`
	for said, noted := range map[string]bool{"Rückgabe": false, "R\xfcckgabe": true, "\xc1\xd6\xb9\xae": true, "order": false} {
		line := "2026-07-28T11:45:31.413Z INFO 1 --- [main] c.e.Job : " + said + " host=a.test OK in 5 ms\n"
		got, _, sum := read(t, strings.Repeat(line, 2), "in", Options{})
		if len(got) != 2 || got[0].Status != OK || got[0].Host != "a.test" || slices.Contains(sum.Notes, note) != noted {
			t.Errorf("%q: %+v with notes %q, want two successes, noted: %v", said, got, sum.Notes, noted)
		}
	}
}
