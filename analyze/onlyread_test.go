package analyze

import (
	"strings"
	"testing"
)

// TestFirstReadIsNoLookup: where the frames of all tries read the cached failure and each
// is too short for a second try, none of them was the lookup, on a coarse clock as well,
// and the first of them was answered from the failure like the others.
func TestFirstReadIsNoLookup(t *testing.T) {
	for _, tt := range []struct {
		name        string
		step, took  int // ms
		lookupShown bool
	}{
		{"a fine clock", 801, 2, false},
		{"a clock of 100 ms", 800, 2, false},
		{"no durations", 800, 0, false},
		{"time for a lookup in the first try", 801, 60, true},
	} {
		var b logBook
		for i := range 40 {
			b.succeeds(1_000+700*i, 50)
		}
		for i := range 12 {
			b.fails(35_000+tt.step*i, tt.took, bookCached)
		}
		r := reportOn(t, b.String())
		cached, want := 12, "12 tries of "+bookHost+" failed on the JVM's cached failure without asking DNS; the lookup that put it there is not in these logs."
		if tt.lookupShown {
			cached, want = 11, "One failed lookup of "+bookHost+" made 11 further tries fail"
		}
		if !strings.HasPrefix(r.Verdict, want) {
			t.Errorf("%s: %s", tt.name, r.Verdict)
		}
		if len(r.Windows) != 1 {
			t.Fatalf("%s: %d windows", tt.name, len(r.Windows))
		}
		w := r.Windows[0]
		if n := len(w.Cached); n != cached || (w.Lookup.Leader != nil) != tt.lookupShown {
			t.Errorf("%s: %d cached, leader %v", tt.name, n, w.Lookup.Leader)
		}
		if got := w.Opened.Latest.Format("05.000"); !tt.lookupShown && got != "35.000" {
			t.Errorf("%s: opened by %s, and the first line that shows it is of 35.000", tt.name, got)
		}
		if tt.lookupShown {
			continue
		}
		for _, f := range r.Findings {
			for _, rival := range f.Rivals {
				if strings.Contains(rival.Hypothesis, "the success that ended") {
					t.Errorf("%s: no success ended it: %s", tt.name, rival.Hypothesis)
				}
			}
		}
	}
}
