package ci

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"timeline/analyze"
)

var update = flag.Bool("update", false, "rewrite golden files")

// nasty tries to leave every place that text is put in.
const nasty = "x\r\n::error::owned\n##[error]owned %0A::stop-commands::z \x1b[31m\x00\x08 ]]> </failure><a b=\"c\"> & {0} [link](http://evil) \\ \" ' , : \u202e\ufffe\xff end"

func at(sec int) analyze.Time {
	return analyze.Time{Time: time.Date(2026, 7, 28, 11, 45, sec, 0, time.UTC)}
}

func report(text string) *analyze.Report {
	return &analyze.Report{
		Schema: analyze.Schema, Tool: analyze.Tool{Name: "timeline", Version: "v1.0.0"},
		Coverage: analyze.Coverage{
			Inputs:   []analyze.Input{{Path: "app.log", Records: 12, Unreadable: 1}},
			Attempts: 6, Failed: 4, OK: 1, Unknown: 1,
		},
		Attempts: []analyze.Attempt{{ID: "a1", Class: analyze.ClassLookup}, {ID: "a2", Class: analyze.ClassCached}, {ID: "a3", Class: analyze.ClassCached}},
		Windows:  []analyze.Window{{ID: "w1", Host: "db.example" + text, Process: "pod-1", Cached: []string{"a2", "a3"}}},
		Findings: []analyze.Finding{
			{
				ID: "negative-cache", Process: "pod-1", Host: "db.example" + text, From: at(1), To: at(9), Confidence: analyze.Strong,
				Statement: "2 tries failed from the cache" + text,
				Evidence: []analyze.Evidence{
					{Note: "frames" + text, Sources: []analyze.Source{{File: "logs/app 1.log" + text, Line: 12}, {File: "logs/b.log", Line: 3}}},
				},
			},
			{ID: "resolver-timeout", Host: "db.example" + text, Confidence: analyze.Weak, Statement: "no answer in 5 s"},
		},
		Verdict: "one failed lookup" + text,
	}
}

var writers = map[string]func(io.Writer, *analyze.Report) error{
	"report.sarif": SARIF,
	"report.txt":   func(w io.Writer, r *analyze.Report) error { return Workflow(w, r, Options{}) },
	"report.xml":   func(w io.Writer, r *analyze.Report) error { return JUnit(w, r, Options{}) },
	"report.prom":  Prometheus,
}

func TestGolden(t *testing.T) {
	for name, write := range writers {
		var b bytes.Buffer
		if err := write(&b, report("")); err != nil {
			t.Fatal(err)
		}
		path, got := filepath.Join("testdata", name), withoutRules(b.Bytes())
		if *update {
			if err := os.WriteFile(path, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not as expected (-update rewrites it):\n%s", name, got)
		}
	}
}

var ruleParts = regexp.MustCompile(`(?s)"rules": \[.*?\n          \]|(?m)^    <testcase classname="timeline" name="[\w-]+"></testcase>\n| tests="\d+"|"ruleIndex": \d+,`)

// withoutRules leaves out the list of all kinds of findings, which grows with
// package analyze.
func withoutRules(b []byte) []byte { return ruleParts.ReplaceAll(b, nil) }

func TestFails(t *testing.T) {
	none := Options{Fails: func(*analyze.Finding) bool { return false }}
	strong := Options{Fails: func(f *analyze.Finding) bool { return f.Confidence == analyze.Strong }}
	var b bytes.Buffer
	if err := Workflow(&b, report(""), strong); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "::error file=logs/app 1.log,line=12,title=negative-cache%3A db.example in pod-1::") || !strings.Contains(b.String(), "\n::notice ") {
		t.Errorf("workflow commands:\n%s", &b)
	}
	for _, c := range []struct {
		opt  Options
		want int
	}{{none, 0}, {strong, 1}, {Options{}, 2}} {
		b.Reset()
		if err := JUnit(&b, report(""), c.opt); err != nil {
			t.Fatal(err)
		}
		var s junitSuites
		if err := xml.Unmarshal(b.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		if s.Failures != c.want || s.Suite.Failures != c.want || s.Tests != len(analyze.Docs()) {
			t.Errorf("%d failures of %d tests, want %d of %d", s.Failures, s.Tests, c.want, len(analyze.Docs()))
		}
	}
}

// TestHostileText: whatever a log holds, each product keeps its form, and no
// character that acts is in it.
func TestHostileText(t *testing.T) {
	for name, write := range writers {
		var b bytes.Buffer
		if err := write(&b, report(nasty)); err != nil {
			t.Fatal(err)
		}
		checkHarmless(t, name, b.Bytes())
	}
}

func FuzzHarmless(f *testing.F) {
	f.Add(nasty)
	f.Add("")
	f.Add("\"} 1\nowned 1")
	f.Fuzz(func(t *testing.T, text string) {
		for name, write := range writers {
			var b bytes.Buffer
			if err := write(&b, report(text)); err != nil {
				t.Fatal(err)
			}
			checkHarmless(t, name, b.Bytes())
		}
	})
}

var (
	actsInTerminal = regexp.MustCompile(`[\x00-\x09\x0b-\x1f\x7f\x{80}-\x{9f}\x{202a}-\x{202e}\x{2066}-\x{2069}]`)
	workflowLine   = regexp.MustCompile(`^::(error|warning|notice) (file=[^:,]*,(line=\d+,)?)?title=[^:,]*::[^\r\n]*$`)
	promLine       = regexp.MustCompile(`^(# (HELP|TYPE) timeline_\w+ .*|timeline_\w+(\{\w+="(?:[^"\\]|\\["\\n])*"(,\w+="(?:[^"\\]|\\["\\n])*")*\})? \S+)$`)
)

func checkHarmless(t *testing.T, name string, b []byte) {
	t.Helper()
	if m := actsInTerminal.Find(b); m != nil {
		t.Errorf("%s holds %q", name, m)
	}
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	switch filepath.Ext(name) {
	case ".sarif":
		var log sarifLog
		if err := json.Unmarshal(b, &log); err != nil || len(log.Runs) != 1 || len(log.Runs[0].Results) != 2 {
			t.Errorf("SARIF: %v\n%s", err, b)
		}
	case ".xml":
		var s junitSuites
		if err := xml.Unmarshal(b, &s); err != nil || len(s.Suite.Cases) != len(analyze.Docs()) {
			t.Errorf("JUnit: %v\n%s", err, b)
		}
	case ".txt":
		if len(lines) != 2 {
			t.Errorf("%d workflow commands, want 2", len(lines))
		}
		for _, l := range lines {
			if !workflowLine.MatchString(l) {
				t.Errorf("workflow command: %q", l)
			}
		}
	case ".prom":
		for _, l := range lines {
			if !promLine.MatchString(l) {
				t.Errorf("exposition: %q", l)
			}
		}
	}
}

// TestSeries: a log of made-up names is cut, and no series comes twice.
func TestSeries(t *testing.T) {
	r := report("")
	r.Windows = nil
	long := strings.Repeat("x", longestLabel)
	for i := range mostSeries + 10 {
		r.Windows = append(r.Windows, analyze.Window{Host: strings.Repeat("y", i)}, analyze.Window{Host: long + strings.Repeat("z", i)})
	}
	var b bytes.Buffer
	if err := Prometheus(&b, r); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for l := range strings.Lines(b.String()) {
		series := l[:strings.LastIndexByte(l, ' ')]
		if seen[series] && !strings.HasPrefix(l, "#") {
			t.Errorf("%s comes twice", series)
		}
		seen[series] = true
	}
	if len(seen) > 2*mostSeries+60 {
		t.Errorf("%d series", len(seen))
	}
}
