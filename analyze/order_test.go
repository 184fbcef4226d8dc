package analyze

import (
	"bytes"
	"encoding/json"
	"testing"
)

// TestOrderOfInputsIsIrrelevant reads the same files in another order.
func TestOrderOfInputsIsIrrelevant(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for seed := uint64(1); seed <= uint64(min(60, incidentCount())); seed++ {
		in := newIncident(seed)
		tr := in.write(in.play())
		if len(tr.files) < 2 {
			continue
		}
		back := make([]int, len(tr.files))
		for i := range back {
			back[i] = len(back) - 1 - i
		}
		want, got := in.analyze(tr), Run(tr.collect(back), make([]Input, len(back)), Options{})
		want.Coverage.Inputs, got.Coverage.Inputs = nil, nil
		a, _ := json.Marshal(want)
		b, _ := json.Marshal(got)
		if !bytes.Equal(a, b) {
			t.Errorf("seed %d: the report depends on the order of the inputs", seed)
		}
	}
}

// TestIntervalsAreOrdered: an interval ends no earlier than it begins.
func TestIntervalsAreOrdered(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for seed := uint64(1); seed <= uint64(incidentCount()/4); seed++ {
		in := newIncident(seed)
		for _, w := range in.analyze(in.write(in.play())).Windows {
			for _, i := range []Interval{w.Opened, w.Closed} {
				if !i.Earliest.IsZero() && !i.Latest.IsZero() && i.Earliest.After(i.Latest.Time) {
					t.Errorf("seed %d %s: %s is after %s", seed, w.ID, i.Earliest, i.Latest)
				}
			}
			if w.TTL.Low != nil && w.TTL.High != nil && *w.TTL.Low > *w.TTL.High {
				t.Errorf("seed %d %s: TTL from %g to %g", seed, w.ID, *w.TTL.Low, *w.TTL.High)
			}
		}
	}
}
