package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"timeline/render"
	"timeline/samples"
)

// hostileLogs are logs that try what a schema forbids: times out of range,
// names that are none, numbers without an end, torn and deep JSON.
var hostileLogs = map[string]string{
	"binary":  "\x00\xff\xfe\x01{\"topic\":\"\xc3\x28Start\",\"eventTime\":\"2026-01-01T00:00:00Z\"}\n",
	"years":   `{"topic":"aStart","eventTime":"9999-12-31T23:59:59Z","jobId":"1"}` + "\n" + `{"topic":"aEnd","eventTime":"0000-01-01T00:00:00Z","jobId":"1"}` + "\n" + `{"topic":"bStart","eventTime":"-271821-04-20T00:00:00Z","jobId":"2"}` + "\n",
	"numbers": `{"topic":"aEnd","eventTime":1e308,"jobId":1e999,"duration":-1e308,"host":null}` + "\n" + `{"topic":"aEnd","eventTime":"2026-01-01T00:00:00Z","elapsedMs":"NaN","durationMs":1e300}` + "\n",
	"torn":    `{"topic":"aStart","eventTime":"2026-01-01T00:00:00Z","jobId":"1"` + "\n" + strings.Repeat(`{"a":[`, 5000) + "\n",
	"text":    "2026-07-28 11:45:31.412 ERROR [main] c.e.Job - failed host=\u202ea elapsedMs=99999999999999999999\njava.net.UnknownHostException: \x1b[2J\n\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)\n",
	"clocks":  "11:45:31.412 ERROR [main] c.e.Job - failed jobId=j1\njava.net.UnknownHostException: a.example\n\tat x.Y.z(Y.java:1)\n",
}

func TestSchema(t *testing.T) {
	check := schemaOf(t)
	dir := t.TempDir()
	for _, s := range samples.All() {
		if err := os.CopyFS(filepath.Join(dir, s.Name), s.Files); err != nil {
			t.Fatal(err)
		}
		if !check(s.Name, filepath.Join(dir, s.Name)) {
			t.Errorf("%s: no report", s.Name)
		}
	}
	start := time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)
	hostileLogs["incident"] = strings.ReplaceAll(incident(start), "db.example", "db.example\x1b[2J\u202e")
	for name, log := range hostileLogs {
		path := filepath.Join(dir, name+".log")
		if err := os.WriteFile(path, []byte(log+"\n"+entries(start, 2)), 0o666); err != nil {
			t.Fatal(err)
		}
		if !check(name, path) {
			t.Errorf("%s: no report", name)
		}
	}
}

// TestSchemaRefuses: the schema is not so wide that it allows anything.
func TestSchemaRefuses(t *testing.T) {
	compiled := compileSchema(t)
	for _, text := range []string{`{}`, `[]`, `{"schema":"timeline.report/v2"}`} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if compiled.Validate(v) == nil {
			t.Errorf("%s is valid", text)
		}
	}
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(render.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("report.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("report.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// schemaOf returns a function that analyzes a path and holds the report against
// the schema. It reports whether there was one: a log may hold no record.
func schemaOf(t *testing.T) func(name, path string) bool {
	compiled := compileSchema(t)
	return func(name, path string) bool {
		t.Helper()
		var out, stderr bytes.Buffer
		code := run([]string{"analyze", "--format", "json", path}, environment{
			in: strings.NewReader(""), out: &out, err: &stderr, now: time.Now, lookup: func(string) (string, bool) { return "", false },
		})
		if code != 0 {
			if code != exitInput {
				t.Errorf("%s: exit code %d: %s", name, code, &stderr)
			}
			return false
		}
		v, err := jsonschema.UnmarshalJSON(&out)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := compiled.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return true
	}
}
