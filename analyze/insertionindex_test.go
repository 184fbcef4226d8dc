package analyze

import (
	"math/rand/v2"
	"testing"
)

// The index finds what a look at each insertion finds, whatever their order.
func TestInsertionIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		list := make([]*insertion, r.IntN(8))
		for i := range list {
			in := &insertion{lo: r.Int64N(10), hi: r.Int64N(10)}
			if r.IntN(4) == 0 {
				in.lo = unset
			}
			list[i] = in
		}
		x := indexInsertions(list)
		for at := int64(-1); at < 11; at++ {
			if got, want := x.before(at), lastBefore(list, at); got != want {
				t.Fatalf("before(%d) = %v, want %v of %v", at, got, want, list)
			}
		}
	}
}
