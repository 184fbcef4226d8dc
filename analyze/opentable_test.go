package analyze

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// The table holds what a map would hold.
func TestOpenTable(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var table openTable
		want := map[pairKey]event{}
		for n := range 2000 {
			e := event{at: int64(n), job: r.Uint32N(300), op: r.Uint32N(2)}
			k, hash := e.key(), uint64(e.job%40) // many share one
			if table.may(hash) != slices.ContainsFunc(slices.Collect(maps.Keys(want)), func(k pairKey) bool { return uint64(k.job%40) == hash }) {
				t.Fatalf("may(%d) is wrong", hash)
			}
			if o := table.find(k, hash); (o != nil) != (want[k] != event{}) || o != nil && *o != want[k] {
				t.Fatalf("find(%v) = %v, want %v", k, o, want[k])
			}
			if want[k] != (event{}) && r.IntN(2) == 0 {
				table.remove(k, hash)
				delete(want, k)
				continue
			}
			table.put(&e, hash)
			want[k] = e
		}
		if table.len() != len(want) {
			t.Fatalf("%d events, want %d", table.len(), len(want))
		}
		for _, e := range table.list() {
			if want[e.key()] != e {
				t.Fatalf("%v is not %v", e, want[e.key()])
			}
		}
	}
}
