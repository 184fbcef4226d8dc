package parse

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// An entry and the trace below it tell of one failure, whatever the program gave as the
// message beside the exception.
func TestMessageRestatesException(t *testing.T) {
	const (
		frames  = "\n\tat java.base/java.net.InetAddress$CachedLookup.get(InetAddress.java:988)\n\tat java.base/java.lang.Thread.run(Thread.java:1583)"
		unknown = "java.net.UnknownHostException: a.test"
		notKnwn = unknown + ": Name or service not known"
		future  = "java.util.concurrent.ExecutionException: " + unknown
		mysql   = "com.mysql.cj.jdbc.exceptions.CommunicationsException: Communications link failure\n\nThe last packet sent successfully was 0 milliseconds ago."
	)
	layouts := []struct{ name, head string }{
		{"Boot", "2026-07-28T11:45:%02d.000Z ERROR 1 --- [app] [exec-1] c.e.Job                  : "},
		{"logback", "11:45:%02d.000 [exec-1] ERROR c.e.Job - "},
		{"log4j", "2026-07-28 11:45:%02d,000 ERROR [exec-1] c.e.Job: "},
		{"log4j2", "2026-07-28 11:45:%02d,000 exec-1 ERROR c.e.Job - "},
		{"WildFly", "2026-07-28 11:45:%02d,000 ERROR [c.e.Job] (exec-1) "},
		{"ZooKeeper", "2026-07-28 11:45:%02d,000 - ERROR [exec-1:Job@12] - "},
		{"Tomcat", "28-Jul-2026 11:45:%02d.000 SEVERE [exec-1] c.e.Job.run "},
		{"java.util.logging", "Jul 28, 2026 11:45:%02d AM c.e.Job run\nSEVERE: "},
	}
	tests := []struct {
		name, message, trace string
		classes              []string
	}{
		{"toString", unknown, unknown + frames, []string{unknownHostClass}},
		{"toString of a longer text", notKnwn, notKnwn + frames, []string{unknownHostClass}},
		{"toString of another thread's exception for the host", unknown, notKnwn + frames, []string{unknownHostClass}},
		{"getMessage", "a.test", unknown + frames, []string{unknownHostClass}},
		{"getMessage of a longer text", "a.test: Name or service not known", notKnwn + frames, []string{unknownHostClass}},
		{"nothing", "", unknown + frames, []string{unknownHostClass}},
		{"words before toString", "call failed: " + unknown, unknown + frames, []string{unknownHostClass}},
		{"toString of a wrapper", future, future + frames + "\nCaused by: " + unknown + frames, []string{"java.util.concurrent.ExecutionException", unknownHostClass}},
		{"toString of the cause", unknown, future + frames + "\nCaused by: " + unknown + frames, []string{"java.util.concurrent.ExecutionException", unknownHostClass}},
		{"short name of the cause", "UnknownHostException: a.test", future + frames + "\nCaused by: " + unknown + frames, []string{"java.util.concurrent.ExecutionException", unknownHostClass}},
		{"toString of several lines", mysql, mysql + frames + "\nCaused by: " + unknown + frames, []string{"com.mysql.cj.jdbc.exceptions.CommunicationsException", unknownHostClass}},
		{"words before several lines", "call failed: " + mysql, mysql + frames + "\nCaused by: " + unknown + frames, []string{"com.mysql.cj.jdbc.exceptions.CommunicationsException", unknownHostClass}},
		{"toString, no trace", unknown, "", []string{unknownHostClass}},
	}
	for _, layout := range layouts {
		for _, tt := range tests {
			t.Run(layout.name+"/"+tt.name, func(t *testing.T) {
				var log strings.Builder
				for second := range 2 {
					fmt.Fprintf(&log, layout.head+"%s\n", second, tt.message)
					if tt.trace != "" {
						log.WriteString(tt.trace + "\n")
					}
				}
				got, bad, _ := read(t, log.String(), "in", Options{})
				if len(got) != 2 || len(bad) > 0 {
					t.Fatalf("%d records %+v, %d bad pieces, want 2 and none", len(got), got, len(bad))
				}
				for _, r := range got {
					var classes []string
					for i := range r.Trace.Throwables {
						classes = append(classes, r.Trace.Throwables[i].Class)
						if n := len(r.Trace.Throwables[i].Frames); tt.trace != "" && n != 2 {
							t.Errorf("%d frames of throwable %d, want 2", n, i)
						}
					}
					if !reflect.DeepEqual(classes, tt.classes) || r.Lack == NoTime {
						t.Errorf("got %q, lacking %d, want %q with a time", classes, r.Lack, tt.classes)
					}
				}
				for _, size := range []int{700, 1500} {
					sameAhead(t, []byte(strings.Repeat(log.String(), 10)), Options{}, 2, size)
				}
			})
		}
	}
}

// A store gives the message and the trace as one text.
func TestTextRestatesException(t *testing.T) {
	const trace = "java.net.UnknownHostException: a.test\n\tat c.e.Job.run(Job.java:1)"
	for _, first := range []string{"", "a.test", "call failed", "java.net.UnknownHostException: a.test", "UnknownHostException: a.test", "java.net.UnknownHostException: a.test: Name or service not known"} {
		line := `{"timestamp":"2026-07-28T11:45:31.413Z","severity":"ERROR","message":` + string(quote(first+"\n"+trace)) + "}\n"
		got, bad, _ := read(t, line+line, "in", Options{})
		if len(got) != 2 || len(bad) > 0 || len(got[0].Trace.Throwables) != 1 || len(got[0].Trace.Throwables[0].Frames) != 1 {
			t.Errorf("%q: %+v, want two records with one throwable and its frame", first, got)
		}
	}
	const event = `{"timestamp":"2026-07-28T11:45:31.413Z","severity":"ERROR","message":"java.net.UnknownHostException: a.test"}`
	if got, _, _ := read(t, "["+event+","+event+"]", "in", Options{}); len(got) != 2 {
		t.Errorf("%+v, want the two records of two events on one line", got)
	}
	// Without a header, on lines of their own, they may be of two threads.
	const env = "2026-07-28T11:45:31.413000000Z stderr F "
	if got, _, _ := read(t, env+"java.net.UnknownHostException: a.test\n"+env+"java.net.UnknownHostException: a.test\n", "in", Options{}); len(got) != 2 {
		t.Errorf("%+v, want two records", got)
	}
}

const unknownHostClass = "java.net.UnknownHostException"

// What an entry names and a trace of something else are two failures.
func TestMessageDoesNotRestate(t *testing.T) {
	const head = "2026-07-28T11:45:31.413Z ERROR 1 --- [exec-1] c.e.Job : java.net.UnknownHostException: a.test\n"
	const frame = "\tat c.e.Job.run(Job.java:1)\n"
	tests := []struct{ name, below string }{
		{"another host", "java.net.UnknownHostException: b.test\n" + frame},
		{"an uncaught exception", "Exception in thread \"main\" java.io.IOException: closed\n" + frame},
		{"behind its own frames", frame + "java.net.UnknownHostException: a.test\n" + frame},
		{"behind other words", "something else\njava.io.IOException: closed\n" + frame},
	}
	for _, tt := range tests {
		if got, _, _ := read(t, head+tt.below, "in", Options{}); len(got) != 2 {
			t.Errorf("%s: %d records %+v, want 2", tt.name, len(got), got)
		}
	}
}
