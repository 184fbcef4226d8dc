package chart

import (
	"slices"
	"testing"
	"time"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

// A try of 0 ms in the logs took less than a millisecond: it is neither given a
// length nor left out.
func TestDurationsUnderTheLogsGrain(t *testing.T) {
	ms := func(n time.Duration) *shown {
		return &shown{to: n * time.Millisecond, a: &analyze.Attempt{Outcome: analyze.OutcomeFailed}}
	}
	for _, c := range []struct {
		took  []time.Duration
		words string
		label string // at the bottom of the axis
	}{
		{[]time.Duration{0, 1, 2, 784, 10_000}, "Failed tries took 784 ms to 10 s or up to 2 ms, nothing between", "<1 ms"},
		{[]time.Duration{0, 0, 0, 5000}, "Failed tries took 5 s or under 1 ms, nothing between", "<1 ms"},
		{[]time.Duration{0, 1, 2, 1}, "Failed tries took up to 2 ms", "<1 ms"},
		{[]time.Duration{0, 0}, "Failed tries took under 1 ms", "<1 ms"},
		{[]time.Duration{212, 443, 4795, 5626}, "Failed tries took 4.8 to 5.6 s or 212 to 443 ms, nothing between", "100 ms"},
	} {
		s := &story{}
		for _, d := range c.took {
			s.tries = append(s.tries, ms(d))
		}
		if got := s.twoKinds(); got != c.words {
			t.Errorf("%d: %q, want %q", c.took, got, c.words)
		}
		a := s.durationAxis(100, 0)
		if got := a.decade(a.low); got != c.label {
			t.Errorf("%d: the axis begins at %q, want %q", c.took, got, c.label)
		}
		if c.took[0] == 0 && (a.y(0) != 100 || a.y(0.001) >= 100) {
			t.Errorf("%d: 0 ms at %v, 1 ms at %v, want them apart and 0 on the bottom", c.took, a.y(0), a.y(0.001))
		}
	}
}

// Words of a release stand in one lane, not between two.
func TestReleaseWordsStandInALane(t *testing.T) {
	s, m := sceneOf(t, incident.S3(), Options{Width: 800, Height: 450})
	var lanes []float64
	words := ""
	for _, it := range s.Items {
		if it.Shape == Text && slices.Contains([]string{"job-a", "job-b", "job-c", "job-d", "job-e", "others"}, it.Text) {
			lanes = append(lanes, it.Y)
		}
	}
	for _, it := range s.Items {
		if it.Shape == Text && (it.Text == "together: 756 ms became 75 ms" || len(it.Text) > 40 && it.Text[:5] == "3 tri") {
			words = it.Text
			box := textBox(it, m.width(it.Text, it.Size, it.Bold))
			if !slices.ContainsFunc(lanes, func(y float64) bool { return y > box.Y && y < box.Y+box.H+1 && it.Y-y < 2 && y-it.Y < 2 }) {
				t.Errorf("%q at %v stands in none of the lanes at %v", it.Text, it.Y, lanes)
			}
		}
	}
	if words == "" {
		t.Error("the picture has no words for the release")
	}
}
