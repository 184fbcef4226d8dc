package export

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

var update = flag.Bool("update", false, "write golden files anew")

func written(t *testing.T, r *analyze.Report, f Format) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r, f); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func ptr[T any](v T) *T { return &v }

// small has one try of every kind of knowledge about its times, and one window.
func small() *analyze.Report {
	base := time.Date(2026, 7, 28, 11, 45, 25, 0, time.UTC)
	at := func(ms int) analyze.Time { return analyze.Time{Time: base.Add(time.Duration(ms) * time.Millisecond)} }
	host := ptr("a.example")
	return &analyze.Report{
		Schema: analyze.Schema, Tool: analyze.Tool{Name: "timeline", Version: "1"}, Verdict: "1 failed lookup of a.example.",
		Coverage: analyze.Coverage{Attempts: 5, Failed: 3, OK: 1, Unknown: 1},
		Attempts: []analyze.Attempt{
			{ID: "a1", Process: "vm", Host: host, Job: "j1", Thread: "t1", Operation: "put", Try: 1, Start: at(0), End: at(5000), Outcome: "failed", Class: "lookup",
				Exception: "java.net.UnknownHostException", Message: "a.example", Sources: []analyze.Source{{File: "app.log", Line: 3}}},
			{ID: "a2", Process: "vm", Host: host, Job: "j1", Operation: "put", Try: 2, Start: at(4000), End: at(5100), Outcome: "failed", Class: "waited"},
			{ID: "a3", Process: "vm", Host: host, Job: "j1", Operation: "put", Try: 3, End: at(6000), Outcome: "failed", Class: "cached"},
			{ID: "a4", Host: host, Thread: "main", Try: 1, Start: at(16000), End: at(16250), Outcome: "ok", Class: "ok", Remote: ptr("192.0.2.7")},
			{ID: "a5", Try: 1, Outcome: "unknown", Class: "unknown"},
		},
		Windows: []analyze.Window{{ID: "w1", Process: "vm", Host: "a.example", Lookup: analyze.Lookup{Start: at(0), Leader: ptr("a1"), Waited: []string{"a2"}, Cause: "timeout"},
			Opened: analyze.Interval{Earliest: at(4900), Latest: at(5000)}, Closed: analyze.Interval{Earliest: at(6000)},
			TTL: analyze.TTL{Low: ptr(1.0)}, Cached: []string{"a3"}, FirstSuccess: at(16250)}},
		Findings: []analyze.Finding{{ID: "negative-cache", Host: "a.example", From: at(0), To: at(6000), Confidence: "weak", Statement: "1 try of <a.example> failed."}},
	}
}

func TestGoldens(t *testing.T) {
	for _, f := range formats {
		path := filepath.Join("testdata", "small"+f.suffix)
		got := written(t, small(), f.format)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs: go test ./render/export -update, and look at git diff\n%s", path, got)
		}
	}
}

// reports are all incidents, and one with times that no format can hold.
func reports() map[string]*analyze.Report {
	all := incident.All()
	all["small"] = small()
	odd := small()
	odd.Attempts[0].Start = analyze.Time{Time: time.Date(1901, 1, 1, 0, 0, 0, 0, time.UTC)}
	odd.Attempts[1].End = analyze.Time{Time: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}
	odd.Windows[0].Opened = analyze.Interval{Earliest: odd.Attempts[0].Start}
	all["odd times"] = odd
	return all
}

// TestChromeRules holds what the Trace Event Format asks for: known phases, spans
// of one lane that do not overlap, a named lane for each, begins that end.
func TestChromeRules(t *testing.T) {
	type lane struct{ pid, tid int }
	for name, r := range reports() {
		var file traceFile
		if err := json.Unmarshal(written(t, r, Chrome), &file); err != nil {
			t.Fatal(err)
		}
		named := map[lane]bool{}
		end := map[lane]int64{}
		open := map[string]int64{}
		for _, e := range file.TraceEvents {
			l := lane{e.Pid, e.Tid}
			switch e.Ph {
			case "M":
				if e.Name == "thread_name" {
					named[l] = true
				}
			case "X":
				if e.Dur == nil || *e.Dur < 0 || e.Ts < end[l] {
					t.Errorf("%s: span %+v after %d", name, e, end[l])
				}
				end[l] = e.Ts + *e.Dur
			case "b":
				open[e.Cat+e.ID] = e.Ts
			case "e":
				begin, ok := open[e.Cat+e.ID]
				if !ok || e.Ts < begin {
					t.Errorf("%s: %+v ends what did not begin", name, e)
				}
				delete(open, e.Cat+e.ID)
			case "i":
				if !strings.Contains("gpt", e.Scope) || e.Scope == "" {
					t.Errorf("%s: scope of %+v", name, e)
				}
			default:
				t.Errorf("%s: phase %q", name, e.Ph)
			}
			if e.Ph == "X" && !named[l] {
				t.Errorf("%s: lane %+v has no name", name, l)
			}
		}
		if len(open) > 0 {
			t.Errorf("%s: %v did not end", name, open)
		}
	}
}

var hexID = regexp.MustCompile(`^[0-9a-f]+$`)

// TestOTLPRules holds what OTLP asks for: ids of their lengths and once each,
// known parents, ends that are not before starts, numbers as strings.
func TestOTLPRules(t *testing.T) {
	for name, r := range reports() {
		b := written(t, r, OTLP)
		if bytes.Count(b, []byte("\n")) != 1 {
			t.Errorf("%s: not one line", name)
		}
		var data tracesData
		if err := json.Unmarshal(b, &data); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		var spans []otelSpan
		for _, rs := range data.ResourceSpans {
			for _, s := range rs.ScopeSpans[0].Spans {
				spans = append(spans, s)
				if seen[s.SpanID] || len(s.SpanID) != 16 || len(s.TraceID) != 32 || !hexID.MatchString(s.SpanID+s.TraceID) || strings.Trim(s.SpanID, "0") == "" {
					t.Errorf("%s: ids of %+v", name, s)
				}
				seen[s.SpanID] = true
				start, err1 := strconv.ParseUint(s.Start, 10, 64)
				end, err2 := strconv.ParseUint(s.End, 10, 64)
				if err1 != nil || err2 != nil || end < start {
					t.Errorf("%s: times of %+v", name, s)
				}
			}
		}
		for _, s := range spans {
			if s.Parent != "" && !seen[s.Parent] {
				t.Errorf("%s: parent of %+v", name, s)
			}
			for _, l := range s.Links {
				if !seen[l.SpanID] {
					t.Errorf("%s: link of %+v", name, s)
				}
			}
		}
	}
}

func TestTimesketchRules(t *testing.T) {
	for name, r := range reports() {
		last := int64(0)
		for line := range bytes.Lines(written(t, r, Timesketch)) {
			var e sketchEvent
			if err := json.Unmarshal(line, &e); err != nil {
				t.Fatal(err)
			}
			at, err := time.Parse("2006-01-02T15:04:05.999999-07:00", e.Datetime)
			if e.Message == "" || e.Desc == "" || err != nil || at.UnixMicro() != e.Timestamp || e.Timestamp < last {
				t.Errorf("%s: %s", name, line)
			}
			last = e.Timestamp
		}
	}
}

func TestGrafanaRules(t *testing.T) {
	for name, r := range reports() {
		var list []annotation
		if err := json.Unmarshal(written(t, r, Grafana), &list); err != nil {
			t.Fatal(err)
		}
		for _, a := range list {
			if a.Time <= 0 || a.TimeEnd != 0 && a.TimeEnd < a.Time || a.Text == "" || len(a.Tags) < 2 || strings.ContainsAny(a.Text, "<>\x1b") {
				t.Errorf("%s: %+v", name, a)
			}
		}
	}
}

// TestSameIDs: the ids of a trace depend on the tries and on nothing else.
func TestSameIDs(t *testing.T) {
	a, b := small(), small()
	b.Verdict, b.Tool.Version = "another one", "2"
	idA, errA := traceID(a)
	idB, errB := traceID(b)
	if errA != nil || errB != nil || idA != idB {
		t.Error(idA, idB)
	}
	b.Attempts[0].Job = "other"
	if idB, _ = traceID(b); idA == idB {
		t.Error("other tries have the same ids")
	}
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]Format{"x.trace.json": Chrome, "x.OTLP.json": OTLP, "a/b.timesketch.jsonl": Timesketch, "x.grafana.json": Grafana, "x.json": "", "x.jsonl": ""} {
		if got, ok := FormatOf(path); got != want || ok != (want != "") {
			t.Errorf("%s: %q", path, got)
		}
	}
	if err := Write(&bytes.Buffer{}, small(), "svg"); err == nil {
		t.Error("svg is accepted")
	}
}
