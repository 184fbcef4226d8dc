package analyze_test

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"timeline/analyze"
	"timeline/parse"
)

// elsewhere are checks that need a configuration or several processes; they have
// tests of their own.
var elsewhere = []string{"ignored-setting", "cached-forever", "mixed-processes", "client-address"}

// TestChecks holds that every check has a log on which it fires, one on which it
// stays quiet, and one from which nobody could tell.
func TestChecks(t *testing.T) {
	for _, id := range analyze.FindingIDs() {
		if slices.Contains(elsewhere, id) {
			continue
		}
		t.Run(id, func(t *testing.T) {
			a, err := txtar.ParseFile(filepath.Join("testdata", "checks", id+".txtar"))
			if err != nil {
				t.Fatal(err)
			}
			cases := map[string][]byte{}
			for _, f := range a.Files {
				cases[f.Name] = f.Data
			}
			if got := confidenceOf(t, id, cases["fires.log"]); got == "" || got == analyze.Weak {
				t.Errorf("fires.log: found %q, want moderate or strong", got)
			}
			if got := confidenceOf(t, id, cases["quiet.log"]); got != "" {
				t.Errorf("quiet.log: found, %s", got)
			}
			if got := confidenceOf(t, id, cases["unsure.log"]); got != "" && got != analyze.Weak {
				t.Errorf("unsure.log: found, %s", got)
			}
		})
	}
}

// confidenceOf analyzes a log and returns how sure it is of finding id, "" for
// not at all.
func confidenceOf(t *testing.T, id string, log []byte) analyze.Confidence {
	t.Helper()
	if len(log) == 0 {
		t.Fatal("the log is missing")
	}
	c := analyze.NewCollector("")
	r := parse.NewReader(bytes.NewReader(log), "x.log", "", parse.Options{})
	records := 0
	for r.Scan() {
		if bad := r.Bad(); bad != nil {
			t.Fatalf("line %d: %v", bad.Pos.Line, bad)
		}
		c.Add(r.Record())
		records++
	}
	if err := r.Err(); err != nil || records == 0 {
		t.Fatalf("%d records, %v", records, err)
	}
	report := analyze.Run([]*analyze.Collector{c}, []analyze.Input{{Path: "x.log"}}, analyze.Options{})
	for _, f := range report.Findings {
		if f.ID == id {
			if len(f.Evidence) == 0 || f.Statement == "" {
				t.Errorf("%s without evidence or statement", id)
			}
			return f.Confidence
		}
	}
	return ""
}
