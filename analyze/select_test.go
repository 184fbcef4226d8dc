package analyze

import (
	"reflect"
	"testing"
	"time"
)

func TestSelect(t *testing.T) {
	base := time.Date(2026, 3, 9, 2, 14, 0, 0, time.UTC)
	at := func(s float64) Time { return Time{base.Add(time.Duration(s * float64(time.Second)))} }
	host, other := "a.example", "b.example"
	leader := "a1"
	r := &Report{
		Coverage: Coverage{Attempts: 6, Notes: []string{"first"}},
		Attempts: []Attempt{
			{ID: "a1", Host: &host, Start: at(0), End: at(5)},
			{ID: "a2", Host: &host, Start: at(6), End: at(6.1)},
			{ID: "a3", Host: &other, Start: at(7), End: at(7.1)},
			{ID: "a4", Host: &host, End: at(40)},
			{ID: "a5", Host: &host, Start: at(60), Process: "B"},
			{ID: "a6"},
		},
		Windows: []Window{
			{ID: "w1", Host: host, Lookup: Lookup{Start: at(0), Leader: &leader}, Opened: Interval{at(5), at(5)}, Closed: Interval{Earliest: at(14)}, Cached: []string{"a2"}},
			{ID: "w2", Host: host, Opened: Interval{at(35), at(35)}, Closed: Interval{at(41), at(42)}, Cached: []string{"a4"}},
		},
		Findings: []Finding{{ID: "negative-cache", Host: host, From: at(0), To: at(42)}, {ID: "sawtooth", Host: other, From: at(50), To: at(60)}},
	}
	for name, c := range map[string]struct {
		sel                         Selection
		attempts, windows, findings []string
	}{
		"since alone: what ended before is gone, and so is what has no time": {Selection{Since: base.Add(6500 * time.Millisecond)},
			[]string{"a3", "a4", "a5"}, []string{"w1", "w2"}, []string{"negative-cache", "sawtooth"}},
		"both ends belong to the span": {Selection{Since: base.Add(5 * time.Second), Until: base.Add(6 * time.Second)},
			[]string{"a1", "a2"}, []string{"w1"}, []string{"negative-cache"}},
		"a window with its margin, its host only": {Selection{Focus: "window:w1"}, []string{"a1", "a2"}, []string{"w1"}, []string{"negative-cache"}},
		"a finding":                        {Selection{Focus: "finding:negative-cache"}, []string{"a1", "a2", "a4"}, []string{"w1", "w2"}, []string{"negative-cache"}},
		"a host, tries without a time too": {Selection{Focus: "host:b.example"}, []string{"a3"}, []string{}, []string{"sawtooth"}},
		"a process":                        {Selection{Focus: "process:B"}, []string{"a5"}, []string{}, []string{}},
		"a focus cut by a span":            {Selection{Focus: "host:a.example", Until: base.Add(time.Second)}, []string{"a1"}, []string{"w1"}, []string{"negative-cache"}},
	} {
		got, err := Select(r, c.sel)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		attempts, windows, findings := []string{}, []string{}, []string{}
		for _, a := range got.Attempts {
			attempts = append(attempts, a.ID)
		}
		for _, w := range got.Windows {
			windows = append(windows, w.ID)
		}
		for _, f := range got.Findings {
			findings = append(findings, f.ID)
		}
		if !reflect.DeepEqual(attempts, c.attempts) || !reflect.DeepEqual(windows, c.windows) || !reflect.DeepEqual(findings, c.findings) {
			t.Errorf("%s:\ngot  %v %v %v\nwant %v %v %v", name, attempts, windows, findings, c.attempts, c.windows, c.findings)
		}
		if got.Coverage.Attempts != 6 || len(got.Coverage.Notes) != 2 || len(r.Coverage.Notes) != 1 {
			t.Errorf("%s: coverage %+v", name, got.Coverage)
		}
	}
	if got, err := Select(r, Selection{}); err != nil || got != r {
		t.Error("the zero selection is not the whole report")
	}
	for _, focus := range []string{"w1", "window:", "window:w9", "finding:none", "host:c.example", "process:C", "job:x"} {
		if _, err := Select(r, Selection{Focus: focus}); err == nil {
			t.Errorf("focus %q is accepted", focus)
		}
	}
	if _, err := Select(r, Selection{Since: base, Until: base.Add(-1)}); err == nil {
		t.Error("a span that ends before it begins is accepted")
	}
}
