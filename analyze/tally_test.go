package analyze

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"
)

func TestTallyCountsBySecond(t *testing.T) {
	var got tally
	for _, ms := range []int64{1500, 1999, 500, 4000, -1} {
		got.add(ms*1e6, 1)
	}
	want := tally{1e9, -1, []int{1, 1, 2, 0, 0, 1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A tally is small over any time, and the same in whatever order and in how many
// parts its counts come.
func TestTallyOfParts(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		spread := int64(math.Pow(10, 9+rng.Float64()*9)) // a second to some thirty years
		ends := make([]int64, 500)
		for i := range ends {
			ends[i] = 1.7e18 + rng.Int64N(spread)
		}
		var whole, parts tally
		for _, at := range ends {
			whole.add(at, 1)
		}
		rng.Shuffle(len(ends), func(i, j int) { ends[i], ends[j] = ends[j], ends[i] })
		for cut := ends; len(cut) > 0; {
			n := 1 + rng.IntN(len(cut))
			var part tally
			for _, at := range cut[:n] {
				part.add(at, 1)
			}
			if !part.valid() {
				t.Fatalf("seed %d: %v is not valid", seed, part)
			}
			parts.merge(part)
			cut = cut[n:]
		}
		if !reflect.DeepEqual(parts, whole) {
			t.Errorf("seed %d: in parts %v, at once %v", seed, parts, whole)
		}
		sum := 0
		for _, n := range whole.counts {
			sum += n
		}
		if sum != len(ends) || len(whole.counts) > tallySteps || spread < tallySteps*int64(time.Second)/2 && whole.step != 1e9 {
			t.Errorf("seed %d: %d counted in %d steps of %d", seed, sum, len(whole.counts), whole.step)
		}
	}
}

func TestTallyOfExtremes(t *testing.T) {
	var whole tally
	whole.add(-(1<<33)*1e9, 1)
	whole.add((1<<33)*1e9, 2)
	if !whole.valid() || whole.counts[0] != 1 || whole.counts[len(whole.counts)-1] != 2 {
		t.Errorf("%v", whole)
	}
	for _, bad := range []tally{
		{step: -1e9, counts: []int{1}}, {step: 3e9, counts: []int{1}}, {step: 1e9 + 1, counts: []int{1}}, {step: 1e9, first: 1 << 40, counts: []int{1}},
		{step: 1e9, first: math.MaxInt64, counts: []int{1}}, {step: 1e9, counts: []int{-1, 1}}, {step: 1e9, counts: []int{0}}, {step: 1e9, counts: make([]int, 3000)},
	} {
		if bad.valid() {
			t.Errorf("%v is taken", bad)
		}
	}
}

func TestTallyShifts(t *testing.T) {
	c := tally{2e9, 100, []int{1}}
	c.shift(-3_600e9)
	if c.first != 100-1800 {
		t.Errorf("first step %d", c.first)
	}
}
