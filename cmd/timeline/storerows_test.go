//go:build victorialogs

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
)

// A storeRow is a log entry as a collector would send it.
type storeRow struct {
	at   time.Time
	pod  string
	text []byte
}

var lineHead = regexp.MustCompile(`^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[.,]\d+`)

// rowsOf reads a log of the tests as rows: events and JSON lines keep their fields
// beside service, pod and @timestamp; an entry of a text log is one message.
func rowsOf(t *testing.T, path, service, pod string) []storeRow {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := io.Reader(f)
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	b, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	var rows []storeRow
	for _, o := range objectsOf(t, b, strings.TrimSuffix(filepath.Base(path), ".json")) {
		at := rowTime(t, o)
		o["@timestamp"], o["service"], o["pod"] = at.Format(time.RFC3339Nano), service, pod
		text, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, storeRow{at, pod, text})
	}
	return rows
}

func objectsOf(t *testing.T, b []byte, name string) []map[string]any {
	t.Helper()
	var list []map[string]any
	switch {
	case bytes.HasPrefix(b, []byte("[")):
		if err := json.Unmarshal(b, &list); err != nil {
			t.Fatal(err)
		}
		for _, o := range list {
			o["jobId"] = name
		}
	case bytes.HasPrefix(b, []byte("{")):
		for d := json.NewDecoder(bytes.NewReader(b)); d.More(); {
			var o map[string]any
			if err := d.Decode(&o); err != nil {
				t.Fatal(err)
			}
			list = append(list, o)
		}
	default:
		for line := range strings.Lines(string(b)) {
			if lineHead.MatchString(line) {
				list = append(list, map[string]any{"message": line})
				continue
			}
			last := list[len(list)-1]
			last["message"] = last["message"].(string) + line
		}
		for _, o := range list {
			o["message"] = strings.TrimSuffix(o["message"].(string), "\n")
		}
	}
	return list
}

// rowTime takes the time of an object out of it.
func rowTime(t *testing.T, o map[string]any) time.Time {
	t.Helper()
	for _, key := range []string{"@timestamp", "eventTime", "time"} {
		if text, ok := o[key].(string); ok {
			delete(o, key)
			at, err := time.Parse(time.RFC3339Nano, strings.TrimSuffix(text, "Z")+"Z")
			if err != nil {
				t.Fatal(err)
			}
			return at
		}
	}
	at, err := time.Parse("2006-01-02 15:04:05.000", lineHead.FindString(o["message"].(string)))
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// serviceRows are the rows of an incident, in order of time.
func serviceRows(t *testing.T, dir, service string) []storeRow {
	t.Helper()
	var rows []storeRow
	for _, f := range logsBelow(t, dir) {
		if strings.HasSuffix(f, ".md") || strings.Contains(f, "short-ttl") && strings.HasSuffix(f, "app.log.gz") {
			continue // the clock of the latter logs no date
		}
		pod := service + "-0"
		if p := filepath.Base(filepath.Dir(f)); len(p) == 1 {
			pod = service + "-" + strings.ToLower(p)
		}
		rows = append(rows, rowsOf(t, f, service, pod)...)
	}
	slices.SortStableFunc(rows, func(a, b storeRow) int { return cmp.Or(a.at.Compare(b.at), strings.Compare(a.pod, b.pod)) })
	return rows
}

func join(rows []storeRow) []byte {
	var b bytes.Buffer
	for _, r := range rows {
		b.Write(r.text)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

const healthyRows = 1_000_000

var healthyDay = time.Date(2026, 7, 28, 0, 0, 0, 0, time.UTC)

// healthyLines writes a day of lines of a service in which all goes well.
func healthyLines(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<20)
	for i := range healthyRows {
		at := healthyDay.Add(time.Duration(i) * (24 * time.Hour / healthyRows))
		fmt.Fprintf(out, `{"@timestamp":"%s","service":"busy","pod":"busy-%d","level":"INFO","thread":"w-%d","logger":"c.e.Upload","message":"upload ok jobId=b-%07d host=files.busy.example remote=192.0.2.%d elapsedMs=%d"}`+"\n",
			at.Format(time.RFC3339Nano), i%4, i%16, i, 10+i%3, 20+i*7%180)
	}
	return out.Flush()
}

// A withoutSources report is its JSON without positions and inputs, which a store
// and a file do not have in common.
func withoutSources(t *testing.T, report, input string) string {
	t.Helper()
	var r map[string]any
	if err := json.Unmarshal([]byte(strings.ReplaceAll(report, input, "INPUT")), &r); err != nil {
		t.Fatalf("%v in %.200s", err, report)
	}
	delete(r["coverage"].(map[string]any), "inputs")
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			delete(v, "sources")
			for _, x := range v {
				strip(x)
			}
		case []any:
			for _, x := range v {
				strip(x)
			}
		}
	}
	strip(r)
	b, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func span(rows []storeRow) (since, until string) {
	const layout = time.RFC3339Nano
	return rows[0].at.Format(layout), rows[len(rows)-1].at.Add(time.Nanosecond).Format(layout)
}

// what a report says that does not count or number attempts.
func gist(t *testing.T, report string) string {
	t.Helper()
	var r struct {
		Findings []struct{ ID, Process, Host, Confidence, Statement string }
		Windows  []struct {
			Process, Host       string
			Opened, Closed, TTL map[string]any
			FirstSuccess        any `json:"first_success"`
		}
		Verdict string
	}
	if err := json.Unmarshal([]byte(report), &r); err != nil {
		t.Fatal(err)
	}
	b, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
