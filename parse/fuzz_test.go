package parse

import (
	"bytes"
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

var seeds = []string{
	`{"topic":"s3UploadStart","eventTime":"2026-07-28T11:45:25.8610","jobId":"J1","thread":"t","host":"a.test"}` + "\n" + `{"topic":"s3UploadEnd"`,
	"[\n {\"topic\": \"s3UploadStart\", \"eventTime\": \"2026-07-28T11:45:25.8610\"}\n]",
	`{"J00001":[{"topic":"a","eventTime":1785239131412}],"meta":{"jobId":"x"}}`,
	"2026-07-28 11:45:31.413 [main] ERROR c.e.Job - call failed jobId=J1 host=a.test\njava.net.UnknownHostException: a.test\n\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n\t... 6 more\nCaused by: x.YException\n",
	"Jul 28, 2026 11:45:31 AM c.e.Job run\nSEVERE: call failed\n",
	"flink-1  | 2026-07-28T11:45:31.412034567Z stderr P java.net\nflink-1  | 2026-07-28T11:45:31.412034567Z stderr F .UnknownHostException: a\n",
	`{"log":"java.net.UnknownHostException: a\n","stream":"stderr","time":"2026-07-28T11:45:31.412034567Z"}`,
	`{"instant":{"epochSecond":1705479143,"nanoOfSecond":470653831},"thread":"main","level":"ERROR","message":"Boom","thrown":{"name":"java.net.UnknownHostException","message":"a","extendedStackTrace":[{"class":"A","method":"b","line":-2}],"cause":{"message":"x"}}}`,
	`{"data":{"result":[{"stream":{"pod":"p"},"values":[["1785239131412000002","\tat a.B.c(B.java:1)"],["1785239131412000001","java.net.UnknownHostException: a"]]}]}}`,
	`{"results":[[{"field":"@timestamp","value":"2026-07-28 11:45:31.412"},{"field":"@message","value":"x"}]]}`,
	`{"resourceSpans":[{"resource":{"attributes":[{"key":"k8s.pod.name","value":{"stringValue":"p"}}]},"scopeSpans":[{"spans":[{"traceId":"a","name":"GET","startTimeUnixNano":"1785239125861000000","endTimeUnixNano":"1785239131487000000","events":[{"name":"exception","attributes":[{"key":"exception.type","value":{"stringValue":"java.net.UnknownHostException"}}]}],"status":{"code":2}}]}]}]}`,
	"timestamp,message,pod\n2026-07-28T11:45:31Z,\"java.net.UnknownHostException: a\n\tat a.B.c(B.java:1)\",p\n",
	"| 1618940397171 | java.net.UnknownHostException: a |\n",
	"time=2026-07-28T11:45:31Z level=WARN msg=\"x\" exception=java.net.UnknownHostException: a\n",
	"{\"a\":[1,\n[\n{\"b\":\n",
}

// What is read does not depend on how the bytes come in, every byte is
// accounted for, and every position lies in the input.
func FuzzReader(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	for _, format := range Formats() {
		f.Add([]byte(format.Example))
	}
	for _, dump := range []string{jdk8Dump, jdk17Dump, jdk25Dump, journalText("1785239131413000", "MESSAGE", "call failed\nx")} {
		f.Add([]byte(dump))
	}
	for _, text := range kindSeeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<16 {
			return
		}
		all, sum := drain(bytes.NewReader(b))
		again, _ := drain(iotest.HalfReader(bytes.NewReader(b)))
		if !reflect.DeepEqual(all, again) {
			t.Fatalf("read in pieces: %d items, else %d", len(again), len(all))
		}
		if sum.Bytes != int64(len(b)) && !bytes.HasPrefix(b, []byte("\xef\xbb\xbf")) {
			t.Fatalf("%d of %d bytes", sum.Bytes, len(b))
		}
		for _, it := range all {
			if p := it.rec.Pos; it.bad == nil && (p.Line < 1 || p.Line > sum.Lines+1) {
				t.Fatalf("line %d of %d", p.Line, sum.Lines)
			}
		}
	})
}

// kindSeeds are the excerpts of testdata/kinds.
func kindSeeds(f *testing.F) [][]byte {
	f.Helper()
	files, err := filepath.Glob("testdata/kinds/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatalf("no testdata: %v", err)
	}
	var seeds [][]byte
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for i := 0; i < len(a.Files); i += 2 {
			seeds = append(seeds, a.Files[i].Data)
		}
	}
	return seeds
}

func drain(in io.Reader) ([]item, Summary) {
	r := NewReader(in, "in", "", Options{Zone: time.UTC})
	var all []item
	for r.Scan() {
		all = append(all, r.items[r.next])
	}
	return all, r.Summary()
}

// Lines of any length and values of any size cost bounded memory, and do not
// hide what follows.
func TestHugeInputs(t *testing.T) {
	const good = `{"topic":"aStart","eventTime":"2026-07-28T11:45:25.861Z","jobId":"J1"}`
	big := strings.Repeat("x", 20<<20)
	tests := []struct{ name, text string }{
		{"text line", big + "\n" + good},
		{"string in an array", "[{\"a\":\"" + big + "\"},\n" + good + "]"},
		{"deep", strings.Repeat("[", 1<<20) + "\n" + good},
		{"deep objects", strings.Repeat(`{"a":`, 1<<19) + "\n" + good},
		{"many arrays", strings.Repeat("[[{\n", 1<<16) + "\n" + good},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := NewReader(strings.NewReader(tt.text), "in", "", Options{})
			n := 0
			for r.Scan() {
				if r.Bad() == nil {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%d records, want the one behind", n)
			}
			if len(r.win.buf) > 64<<20 {
				t.Errorf("window of %d MiB", len(r.win.buf)>>20)
			}
		})
	}
}
