package analyze

import "testing"

// TestDoubtInVerdict: only what a strong finding bears is said flatly.
func TestDoubtInVerdict(t *testing.T) {
	c := &cacheEntry{host: "h.example", process: "a"}
	for _, f := range []struct {
		finding Finding
		want    string
	}{
		{Finding{ID: "shared-lookup", Host: "h.example", Process: "a", Confidence: Strong}, ""},
		{Finding{ID: "shared-lookup", Host: "h.example", Process: "a", Confidence: Moderate}, "probably "},
		{Finding{ID: "shared-lookup", Host: "h.example", Process: "b", Confidence: Strong}, "probably "},
		{Finding{ID: "negative-cache", Host: "h.example", Process: "a", Confidence: Strong}, "probably "},
	} {
		if got := doubt(&Report{Findings: []Finding{f.finding}}, "shared-lookup", c); got != f.want {
			t.Errorf("%+v: %q, want %q", f.finding, got, f.want)
		}
	}
}

// TestOthersInVerdict names the one other place, and counts several.
func TestOthersInVerdict(t *testing.T) {
	entry := func(host, process string, answered int) *cacheEntry {
		c := &cacheEntry{host: host, process: process}
		w := &window{entry: c, in: &insertion{lo: 1, hi: 1}}
		for range answered {
			w.cached = append(w.cached, &attempt{class: ClassCached, failure: &failure{}})
		}
		c.windows = []*window{w}
		return c
	}
	same, other := entry("h.example", "b", 4), entry("g.example", "a", 1)
	for _, tt := range []struct {
		process string // of the worst
		others  []*cacheEntry
		want    string
	}{
		{"a", nil, ""},
		{"a", []*cacheEntry{same}, "; process b has windows of its own, with 4 further tries"},
		{"a", []*cacheEntry{other}, "; g.example has windows of its own, with 1 further try"},
		{"a", []*cacheEntry{same, other}, "; 2 more names or processes have windows of their own, with 5 further tries"},
		{"a", []*cacheEntry{entry("h.example", "", 2)}, "; the process without a name has windows of its own, with 2 further tries"},
		{"#2", []*cacheEntry{entry("h.example", "", 2)}, "; the process before the restart has windows of its own, with 2 further tries"},
		{"", []*cacheEntry{entry("h.example", "#2", 2)}, "; process #2 has windows of its own, with 2 further tries"},
	} {
		if got := othersClause(entry("h.example", tt.process, 9), tt.others); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestNoHelpIsSaid: a change that leaves as many failed tries is no advice.
func TestNoHelpIsSaid(t *testing.T) {
	c := Change{Name: "x"}
	e := &estimate{story: &story{entry: &cacheEntry{fails: make([]*attempt, 12)}}, observed: Figures{Failed: 10}, done: map[string]effect{
		"x": {failed: Range{10, 10}}, "y": {failed: Range{4, 10}},
	}, was: []Figures{{Failed: 10}}}
	text, left := e.words(c)
	want := "it would not have saved a try here: all of the 10 of 12 failed tries that can be replayed would have failed as well, with as many lookups"
	if text != want || left != noHelp {
		t.Errorf("%q, %v\nwant %q", text, left, want)
	}
	if text, left := e.words(Change{Name: "y"}); left != 7 {
		t.Errorf("%q ranks at %v, want 7", text, left)
	}
}
