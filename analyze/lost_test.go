package analyze

import (
	"testing"
	"time"

	"timeline/parse"
)

// Tries that thinning leaves out were in the logs: without their count the share of
// records that are missing would seem larger.
func TestLossCountsWhatIsLeftOut(t *testing.T) {
	end := func(start int64, f *failure) *attempt {
		return &attempt{process: "p", op: "uploadRetry", start: start, end: 2, endPhase: parse.End, evented: true, failure: f}
	}
	as := []*attempt{end(1, &failure{dns: true}), end(unset, nil), end(1, nil), end(1, nil)}
	for _, tt := range []struct {
		leftOut map[habitOf]int
		want    float64
	}{
		{nil, 0.25},
		{map[habitOf]int{{"p", "upload"}: 96}, 0.01},
		{map[habitOf]int{{"p", "download"}: 96, {"q", "upload"}: 96}, 0.25}, // which never failed
	} {
		if got := lossOf(as, tt.leftOut)["p"]; got != tt.want {
			t.Errorf("%v left out: a share of %v is missing, want %v", tt.leftOut, got, tt.want)
		}
	}
}

// What is quick and what is slow is the same, whatever of the successes was left out.
func TestQuickOnesCountWhatIsLeftOut(t *testing.T) {
	ms := int64(time.Millisecond)
	var all []*attempt
	for i := range int64(200) {
		all = append(all, &attempt{start: 0, end: (1 + i*i/4) * ms})
	}
	want, slow := quickOf(all, nil), 0
	for _, a := range all {
		if a.took() >= slowLookup {
			slow++
		}
	}
	for kept := range len(all) {
		var n thinned
		for _, a := range all[kept:] {
			n.leaveTook(nameKey{"p", "h"}, a.took())
		}
		listed := 0
		for _, a := range all[:kept] {
			if a.took() >= slowLookup {
				listed++
			}
		}
		d := n.took[nameKey{"p", "h"}]
		if got := quickOf(all[:kept], d); got != want {
			t.Fatalf("%d kept: quick ones take %d, want %d", kept, got, want)
		}
		if got := listed + d.atLeast(slowLookup); got != slow {
			t.Fatalf("%d kept: %d are slow, want %d", kept, got, slow)
		}
		if got := d.clone().atLeast(1 << 30); got != countAtLeast(all[kept:], 1<<30) {
			t.Fatalf("%d kept: %d take so long, want %d", kept, got, countAtLeast(all[kept:], 1<<30))
		}
	}
}

func countAtLeast(as []*attempt, took int64) int {
	return len(filter(as, func(a *attempt) bool { return a.took() >= took }))
}
