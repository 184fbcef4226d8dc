package analyze

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// Tries that went well are in the order of their starts, those of one instant as they
// came: whether few were out of order, all of them, or they came the other way round.
func TestOrderWell(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		list := make([]wellTry, r.IntN(400))
		spread := []int{1, 5, 100_000}[r.IntN(3)]
		for i := range list {
			list[i] = wellTry{start: int64(10*i + r.IntN(10*spread)), try: int32(i)}
			if seed%4 == 0 {
				list[i].start = -list[i].start
			}
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, func(x, y wellTry) int { return cmp.Compare(x.start, y.start) })
		if orderWell(list); !slices.Equal(list, want) {
			t.Fatalf("seed %d: %v, want %v", seed, list, want)
		}
	}
}

// Counted by the second or one by one, instants make the same tally.
func TestTallyRun(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 4))
		var byRun, single tally
		run := tallyRun{to: &byRun}
		at := r.Int64N(1<<62) - 1<<61
		for range 500 {
			at += r.Int64N(3e9) - 1e9
			if r.IntN(100) == 0 {
				at += r.Int64N(1e13)
			}
			run.add(at)
			single.add(at, 1)
		}
		run.close()
		if !reflect.DeepEqual(byRun, single) {
			t.Fatalf("seed %d: %v, want %v", seed, byRun, single)
		}
	}
}
