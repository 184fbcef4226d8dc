package analyze_test

import (
	"bytes"
	"io/fs"
	"slices"
	"testing"
	"time"

	"timeline/analyze"
	"timeline/parse"
	"timeline/samples"
)

// reportOf analyzes all files of a sample.
func reportOf(t *testing.T, name string) *analyze.Report {
	t.Helper()
	s, ok := samples.Find(name)
	if !ok {
		t.Fatalf("no sample %s", name)
	}
	var cs []*analyze.Collector
	var ins []analyze.Input
	err := fs.WalkDir(s.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(s.Files, path)
		if err != nil {
			return err
		}
		c := analyze.NewCollector("")
		r := parse.NewReader(bytes.NewReader(b), path, "", parse.Options{})
		for r.Scan() {
			c.Add(r.Record())
		}
		cs, ins = append(cs, c), append(ins, analyze.Input{Path: path})
		return r.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return analyze.Run(cs, ins, analyze.Options{})
}

func findingIDs(r *analyze.Report) []string {
	var ids []string
	for _, f := range r.Findings {
		ids = append(ids, f.ID)
	}
	return ids
}

// TestS3Upload holds what a reader of that incident must conclude.
func TestS3Upload(t *testing.T) {
	r := reportOf(t, "s3-upload")
	if len(r.Windows) != 1 {
		t.Fatalf("%d windows, want 1", len(r.Windows))
	}
	w := r.Windows[0]
	job := map[string]string{}
	for _, a := range r.Attempts {
		job[a.ID] = a.Job
	}
	if w.Lookup.Leader == nil || job[*w.Lookup.Leader] != "job-a" {
		t.Errorf("leader %v, want the try of job-a", w.Lookup.Leader)
	}
	var waited []string
	for _, id := range w.Lookup.Waited {
		waited = append(waited, job[id])
	}
	slices.Sort(waited)
	if !slices.Equal(waited, []string{"job-b", "job-c"}) {
		t.Errorf("waited: %v, want job-b and job-c", waited)
	}
	if w.Lookup.StartSpread == nil || w.Lookup.EndSpread == nil || time.Duration(*w.Lookup.StartSpread) != 756*time.Millisecond || time.Duration(*w.Lookup.EndSpread) != 75*time.Millisecond {
		t.Errorf("spreads %v and %v, want 756 and 75 ms", w.Lookup.StartSpread, w.Lookup.EndSpread)
	}
	if w.TTL.Low == nil || w.TTL.High == nil || *w.TTL.Low < 5 || *w.TTL.Low > 10 || *w.TTL.High < 10 || *w.TTL.High > 15 {
		t.Errorf("TTL %+v, want an interval inside 5 to 15 s that holds 10", w.TTL)
	}
	if !slices.Equal(w.TTL.Matches, []string{"JDK default, 10 s"}) {
		t.Errorf("TTL matches %v, want the JDK default alone", w.TTL.Matches)
	}
	if len(w.Cached) != 9 {
		t.Errorf("%d tries from the cache, want 9: the second ones of A, B and C, two each of D and E, F and G", len(w.Cached))
	}
	if want := time.Date(2026, 7, 28, 11, 45, 41, 402e6, time.UTC); !w.FirstSuccess.Equal(want) {
		t.Errorf("first success %v, want %v", w.FirstSuccess, want)
	}
	for _, id := range []string{"shared-lookup", "negative-cache", "instant-failure", "retry-trap"} {
		if !slices.Contains(findingIDs(r), id) {
			t.Errorf("no %s among %v", id, findingIDs(r))
		}
	}
}

func TestSamples(t *testing.T) {
	tests := []struct {
		name string
		want []string // findings that must be there
		not  []string
	}{
		{"sawtooth", []string{"shared-lookup", "negative-cache", "instant-failure", "sawtooth", "resolver-timeout"}, []string{"slow-lookup", "stale-address"}},
		{"slow-server", nil, analyze.FindingIDs()},
		{"dns-change", []string{"pinned-connection"}, []string{"stale-address", "negative-cache", "shared-lookup", "slow-lookup"}},
	}
	for _, tt := range tests {
		got := findingIDs(reportOf(t, tt.name))
		for _, id := range tt.want {
			if !slices.Contains(got, id) {
				t.Errorf("%s: no %s among %v", tt.name, id, got)
			}
		}
		for _, id := range tt.not {
			if slices.Contains(got, id) {
				t.Errorf("%s: %s was found", tt.name, id)
			}
		}
	}
}
