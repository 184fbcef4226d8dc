package parse

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// heads are first lines of entries without their message: %[1]s is a time of
// day, %[2]s a level, %[3]d a number.
var heads = []string{
	"2026-07-28 %[1]s,137 %-5[2]s [reformat-%[3]d] c.acme.media.job.TimeLog - ",
	"2026-07-28T%[1]s.137+09:00 %5[2]s 1 --- [orders] [nio-8080-exec-%[3]d] c.e.orders.OrderService          : ",
	"2026-07-28T%[1]s.137Z %5[2]s 1 --- [main] [64a1f0c3d2e5b798a1b2c3d4e5f60718-a1b2c3d4e5f60718] o.s.b.w.e.tomcat.TomcatWebServer : ",
	"2026-07-28 %[1]s.137 [main-%[3]d] %[2]s c.e.Job - ",
	"2026-07-28 %[1]s.137 %[2]s c.e.Job:%[3]d - ",
	"2026-07-28 %[1]s.137 [job-%[3]d] %[2]s - ",
	"[2026-07-28 %[1]s,137] %[2]s [Consumer clientId=c%[3]d] ",
	"2026-07-28T%[1]s.137 %[2]s name[%[3]d]: ",
	"2026-07-28T%[1]s.137000000Z %[2]s [main] c.e.Job - ",
	"2026-07-28 %[1]s,137 %[2]s  [org.jboss.as] (MSC service thread 1-%[3]d) ",
	"2026-07-28 %[1]s,137 - %[2]s  [main:c.e.Job@%[3]d] - ",
	"2026-07-28 %[1]s %[2]s 4711 --- [/a/b] c.e.Job : ",
	"2026-07-28 %[1]s 0000001e c.e.Job   I ",
	"%[1]s.137 [main] %[2]s c.e.Job - ",
	"Jul 28, 2026 %[1]s AM c.e.Job run\n%[2]s: ",
	"%[2]s  [main] c.e.Job - ",
	"\x1b[32m2026-07-28 %[1]s\x1b[0m %[2]s [main] c.e.Job - ",
	"2026-07-28 %[1]s %[2]s [main] c.e.Job - 2026-07-28 %[1]s,413 INFO [x] c.e.In - ",
	"INFO - 2026-07-28 %[1]s ",
	"2026-07-28 %[1]s %[2]s [c.e.Job] - ",
	"flink-%[3]d  | 2026-07-28 %[1]s,137 %[2]s  org.apache.flink.runtime.executiongraph.ExecutionGraph [] - a line of a hundred columns, ",
	"2026-07-28 %[1]s,137 ",
}

// tails are messages and what may stand below them.
var tails = []string{
	"went well\n", "handled %d requests\n", "took %d ms\n", "GET /api/v1/orders/%d\n", "id=%d\n", "jobId=J%d\n", "s3UploadStart jobId=J%d host=a.example.com\n",
	"s3UploadEnd jobId=J%d host=a.example.com status=ok\n", "s3UploadEnd jobId=J%d host=a.example.com:443 status=\"not ok\" error=x\n",
	"s3Upload ok jobId=J%d host=a.example.com elapsedMs=%[1]d\n", "call failed after %d ms host=a.example.com\n", "s3UploadFailed jobId=J%d\n",
	"aStart thread=t%d jobId=J1 jobId=J2\n", "aEnd jobId=took.%d status=error timed=out out=1\n", "aEnd jobId=x try %d ok\n", "aEnd jobId=J%d completed in 5 ms\n",
	"connected to a.example.com/10.0.0.%d:443\n", "resolved a.example.com\n", "looked up by lookup %d\n", "host is not known\n", "Errors: %d\n", "FooException\n",
	"failed: java.net.UnknownHostException: a.example.com\n", "java.lang.OutOfMemoryError\n", "failed\njava.net.UnknownHostException: a%d.example.com\n\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)\n\tat c.e.Job.run(Job.java:12)\nCaused by: java.io.IOException: x\n\t... 2 more\n",
	"at c.e.Job.run(Job.java:%d)\n", "Caused by: c.e.Thing: x\n", "... 3 more\n", "at noon\n", "says\n  more, and\nmore\n\n", "{\n  \"a\": 1\n}\n", "{\"topic\":\"aStart\",\"jobId\":\"J%d\"}\n", "{a}\n",
	"[x] in brackets\n", "[x] of jobId=J%d\n", "res\x1b[0molved a\n", "[[\nmore\n]]\n", "**bold**\n", "a<br/>b\n", "\n", "\n\n", " \n", "", "Starting App using Java 17 with PID %d\n", ":: Spring Boot ::  (v3)\n", "\x1b[31mred\x1b[0m\n", "\r\n",
	"\"main\" #1 prio=5 tid=0x1 nid=0x2 runnable\n   java.lang.Thread.State: RUNNABLE\n\tat c.e.Job.run(Job.java:12)\n", "Full thread dump OpenJDK\n", "text (org.apache.kafka.clients.NetworkClient) [kafka-%d]\n",
	"-> 2026-07-28 11:45:31,413 ERROR [x] c.e.In - inner\n",
	"failed\njava.io.IOException: x\n\tat c.e.Job.run(Job.java:12)\njava.net.UnknownHostException: a%d.example.com\n\tat c.e.A.b(A.java:1)\n",
	"{\"topic\":\"aStart\",\"eventTime\":\"2026-07-28T11:45:31Z\",\"jobId\":\"J%d\"}\n", "{\"message\":\"failed: java.net.UnknownHostException: a\",\"level\":\"ERROR\"}\n", "**\n", "reso\x1b[1mlved %d\n",
	"GET https://a.example.com/x%d -> 200 in 80 ms\n", "<-- 201 http://a.example.com (%dms)\n", "see https://a.example.com/%d\n", "GET https://a.example.com -> 200\njava.net.UnknownHostException: a%d.example.com\n", "GET https://a.example.com/ -> 503\n and more\n",
	"tab\tjava.net.UnknownHostException: a\n", "> Could not GET 'https://a.example.com/x'.\n> a.example.com\n",
}

// randomMessage makes a message like that of a TimeLog event.
func randomMessage(r *rand.Rand) string {
	of := func(words string) string {
		list := strings.Split(words, "|")
		return list[r.IntN(len(list))]
	}
	m := of("s3UploadStart|s3UploadStart|s3UploadEnd|s3UploadEnd|aDone|aFailed|upload|up.done.End|timedEnd|@End|a/10.0.0.1.End|FooExceptionEnd|resolveEnd")
	if r.IntN(20) == 0 {
		m += strings.Repeat(" x=y", 70)
	}
	odd := r.IntN(2) == 0
	for range 1 + r.IntN(4) {
		space, key, is, value := " ", of("jobId|jobId|job|host|host|thread|remote|status|outcome|client|level|pod|x|error|elapsedMs|try|not|out|ok|a.b-c_d"), "=",
			of("J1|J2|a.example.com|a.example.com:443|ok|OK|done|failed|timed|given|up|not|out|200|503|took|v:|5ms|FooException|a.BError:1|resolved")
		if odd {
			space, is = of(" | |  |, |\t"), of("=|=|=|=|: ")
			key, value = of(key+"|"+key+"|url|phase|topic|a:job|"), of(value+"|"+value+"|v::|\"q v\"|'q'||a.example.com/10.0.0.1|http://a.example.com/x|Start|é|x;y")
		}
		m += space + key + is + value
	}
	return m + "\n"
}

// randomLog makes a log of some layouts, in which a few bytes are wrong.
func randomLog(r *rand.Rand, entries int) []byte {
	var b bytes.Buffer
	plain := r.IntN(3) == 0
	layouts := make([]string, 1+r.IntN(3))
	for i := range layouts {
		layouts[i] = heads[r.IntN(len(heads))]
	}
	for i := range entries {
		level := []string{"INFO", "INFO", "INFO", "DEBUG", "WARN", "ERROR"}[r.IntN(6)]
		fmt.Fprintf(&b, layouts[r.IntN(len(layouts))], fmt.Sprintf("11:%02d:%02d", i/60%60, i%60), level, r.IntN(4))
		tail := tails[r.IntN(len(tails))]
		if plain && r.IntN(8) > 0 {
			tail = tails[r.IntN(11)]
		}
		if strings.Contains(tail, "%") {
			tail = fmt.Sprintf(tail, r.IntN(20))
		}
		b.WriteString(tail)
	}
	text := b.Bytes()
	for range r.IntN(4) {
		text[r.IntN(len(text))] = []byte(" \t\n-:[]{}()=/*<>\x1b\"'.09aZ\xff")[r.IntN(25)]
	}
	return text
}

// Lines that are read the short way say what they say the long way.
func TestShortWays(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 700 {
		text := randomLog(r, 1+r.IntN(60))
		sameAhead(t, text, Options{}, 1+r.IntN(2), []int{200, 700, 2000, 4000}[r.IntN(4)])
	}
}

// Events in log lines say what they say the long way, whatever their pairs hold.
func TestEventLines(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	short := 0
	for range 400 {
		var b bytes.Buffer
		for i := range 60 {
			fmt.Fprintf(&b, heads[r.IntN(6)], fmt.Sprintf("11:45:%02d", i), []string{"INFO", "DEBUG", "WARN"}[r.IntN(16)/7], r.IntN(4))
			b.WriteString(randomMessage(r))
		}
		opt := Options{}
		if r.IntN(4) == 0 {
			opt.Keys = map[string][]string{"process": {"pod"}, "job": {"x"}}
		}
		short += sameAhead(t, b.Bytes(), opt, 1, 3000)
	}
	if short < 500 {
		t.Errorf("%d events were read the short way: the logs are no test of it", short)
	}
}

// What the tests of all packages read is read alike the short way, wherever it is cut.
func TestShortWaysOfTestdata(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, dir := range []string{"../samples", "../analyze/testdata", "../cmd/timeline/testdata", "../render", "testdata"} {
		err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) == ".gz" || filepath.Ext(path) == ".png" {
				return err
			}
			text, err := os.ReadFile(filepath.Join(dir, path))
			if err != nil || len(text) < 2 || bytes.IndexByte(text, 0) >= 0 {
				return err
			}
			for range 3 {
				from := r.IntN(len(text))
				sameAhead(t, text[from:from+r.IntN(min(len(text)-from, 1<<14))], Options{}, 1+r.IntN(2), 100+r.IntN(4000))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzShortWays(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 30 {
		f.Add(randomLog(r, 4), uint16(200))
	}
	for _, text := range kindSeeds(f) {
		f.Add(text, uint16(200))
	}
	f.Fuzz(func(t *testing.T, text []byte, size uint16) {
		if len(text) < 1<<14 && bytes.IndexByte(text, 0) < 0 { // what is binary shows in the first block
			sameAhead(t, text, Options{}, 1, 40+int(size))
		}
	})
}
