package parse

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

// readAhead returns what a Reader with small blocks returns, and how many events
// came in runs.
func readAhead(text []byte, opt Options, workers, size int) (all []item, sum Summary, short int) {
	r := NewAheadReader(bytes.NewReader(text), "in", "", opt, workers, nil)
	r.ahead.size = size
	for r.Scan() {
		if run := r.Events(); run != nil {
			short += len(run.List)
			for i := range run.List {
				all = append(all, item{rec: run.record(&run.List[i])})
			}
			continue
		}
		all = append(all, r.items[r.next])
	}
	return all, r.Summary(), short
}

// record is the part of a Record that an event states.
func (e *Events) record(ev *Event) Record {
	name := func(n uint32) string { return string(e.Names.Text(n)) }
	return Record{
		Pos: Pos{e.File, e.Line(ev)}, Time: time.Unix(0, ev.At).UTC(), Lack: ev.Lack, Phase: ev.Phase, Status: ev.Status, Duration: Unset,
		Process: name(ev.Process), Job: name(ev.Job), Thread: name(ev.Thread), Host: name(ev.Host), Operation: name(ev.Operation), Remote: name(ev.Remote),
	}
}

// sameAhead fails unless reading ahead gives what reading in order gives. It
// returns how many events were read the short way.
func sameAhead(t *testing.T, text []byte, opt Options, workers, size int) int {
	t.Helper()
	r := NewReader(bytes.NewReader(text), "in", "", opt)
	var want []item
	for r.Scan() {
		want = append(want, r.items[r.next])
	}
	got, sum, short := readAhead(text, opt, workers, size)
	for i := 0; i < len(want) || i < len(got); i++ {
		switch {
		case i >= len(got):
			t.Fatalf("blocks of %d: no item %d, want %+v", size, i, want[i])
		case i >= len(want):
			t.Fatalf("blocks of %d: item %d too much: %+v", size, i, got[i])
		case reflect.DeepEqual(got[i], want[i]):
		default:
			w := want[i].rec // as far as an event states it
			w.Client, w.Resolved, w.Logger, w.Level, w.Try, w.Duration, w.Time = "", "", "", 0, 0, Unset, w.Time.UTC()
			if w.Phase != Fail {
				w.Message = "" // that of a log line
			}
			if want[i].bad != nil || w.Phase == NoPhase || !reflect.DeepEqual(got[i].rec, w) {
				t.Fatalf("blocks of %d: item %d\n got %+v %+v\nwant %+v %+v\n%s", size, i, got[i].rec, deref(got[i].bad), want[i].rec, deref(want[i].bad), text)
			}
		}
	}
	if want := r.Summary(); !reflect.DeepEqual(sum, want) {
		t.Fatalf("blocks of %d: summary\n got %+v\nwant %+v", size, sum, want)
	}
	return short
}

// What is read does not depend on the size of blocks nor on how many read them.
func TestAhead(t *testing.T) {
	logs := map[string][]byte{
		"lines":    events(400, `{"jobId":"job-%06d","thread":"upload-%d","host":"%s","topic":"s3Upload%s","eventTime":"2026-07-28T%s","status":"%s"}`+"\n"),
		"indented": []byte("[\n" + strings.TrimSuffix(string(events(400, "  {\n    \"jobId\": \"job-%06d\",\n    \"thread\": \"upload-%d\",\n    \"host\": \"%s\",\n    \"topic\": \"s3Upload%s\",\n    \"eventTime\": \"2026-07-28T%s\",\n    \"status\": \"%s\"\n  },\n")), ",\n") + "\n]\n"),
		"keyed":    []byte("{\"meta\":{\"x\":1},\"J1\":[\n" + strings.TrimSuffix(string(events(200, "{\"x\":\"job-%06d\",\"thread\":\"upload-%d\",\"host\":\"%s\",\"topic\":\"s3Upload%s\",\"eventTime\":\"2026-07-28T%s\",\"status\":\"%s\"},\n")), ",\n") + "\n],\"J2\":[\n{\"topic\":\"aStart\",\"eventTime\":1785239131412}]}\n"),
		"text":     javaLog(200),
	}
	for i, s := range seeds {
		logs[fmt.Sprint("seed ", i)] = []byte(strings.Repeat(s+"\n", 9))
	}
	err := fs.WalkDir(os.DirFS("../samples"), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile("../samples/" + path)
		logs[path] = text
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range logs {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{150, 333, 700, 2000, 1 << 16} {
				for workers := 1; workers <= 3; workers++ {
					sameAhead(t, text, Options{}, workers, size)
				}
			}
		})
	}
}

// javaLog is a log with stack traces, lines of several lines and lines of no
// interest.
func javaLog(entries int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	for i := range entries {
		fmt.Fprintf(&b, "2026-07-28 11:%02d:%02d,%03d %s [upload-%d] c.e.Job - call %d ", i/60%60, i%60, i%1000, []string{"INFO ", "WARN ", "ERROR"}[r.IntN(3)], i%4, i)
		switch r.IntN(6) {
		case 0:
			b.WriteString("of a.example.com/10.0.0.1:443 jobId=J1 elapsedMs=12\n")
		case 1:
			b.WriteString("failed\njava.net.UnknownHostException: a.example.com\n\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)\n\tat c.e.Job.run(Job.java:12)\nCaused by: java.io.IOException: x\n\t... 2 more\n")
		case 2:
			b.WriteString("says\n  more, and\nmore\n\n")
		case 3:
			b.WriteString("{\n  \"a\": 1\n}\n")
		default:
			b.WriteString("went well\n")
		}
	}
	return b.Bytes()
}

// Plain events are read the short way: the properties above would hold without.
func TestAheadReadsEvents(t *testing.T) {
	for name, format := range map[string]string{
		"lines":    `{"jobId":"job-%06d","thread":"upload-%d","host":"%s","topic":"s3Upload%s","eventTime":"2026-07-28T%s","status":"%s"}` + "\n",
		"spaced":   `{ "jobId": "job-%06d", "thread": "upload-%d", "host": "%s", "topic": "s3Upload%s", "eventTime": "2026-07-28T%s", "status": "%s" }` + "\n",
		"indented": "  {\n    \"jobId\": \"job-%06d\",\n    \"thread\": \"upload-%d\",\n    \"host\": \"%s\",\n    \"topic\": \"s3Upload%s\",\n    \"eventTime\": \"2026-07-28T%s\",\n    \"status\": \"%s\"\n  },\n",
		"text":     "2026-07-28 %[5]s INFO  [upload-%[2]d] c.e.Job - s3Upload%[4]s jobId=job-%06[1]d host=%[3]s note=x%[6]s\n",
	} {
		text := events(20000, format)
		if name == "indented" {
			text = append(append([]byte("[\n"), bytes.TrimSuffix(text, []byte(",\n"))...), "\n]\n"...)
		}
		r := NewAheadReader(bytes.NewReader(text), "in", "", Options{}, 2, nil)
		short, long := 0, 0
		for r.Scan() {
			if run := r.Events(); run != nil {
				short += len(run.List)
			} else {
				long++
			}
		}
		if long > 2000 || short+long != 20000 {
			t.Errorf("%s: %d events the short way, %d the long way", name, short, long)
		}
	}
}

func deref(e *SyntaxError) SyntaxError {
	if e == nil {
		return SyntaxError{}
	}
	return *e
}
