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
	worst := &cacheEntry{host: "h.example", process: "a"}
	same, other := &cacheEntry{host: "h.example", process: "b"}, &cacheEntry{host: "g.example", process: "a"}
	for want, others := range map[string][]*cacheEntry{
		"":                                    nil,
		" (the same in process b)":            {same},
		" (g.example has windows of its own)": {other},
		" (and 2 names or processes more with windows of their own)": {same, other},
	} {
		if got := othersClause(worst, others); got != want {
			t.Errorf("%q, want %q", got, want)
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
