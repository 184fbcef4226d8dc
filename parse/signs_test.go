package parse

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// Signs are found wherever they stand, and a message without them has nothing
// that the readers of messages look for.
func TestSigns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	filler := []byte("abcdefghijklmnopqrstuvwxyz ERknos.:-")
	for range 20000 {
		m := make([]byte, r.IntN(40))
		for i := range m {
			m[i] = filler[r.IntN(len(filler))]
		}
		if w := append(lookupWords, []byte("Exception"), []byte("Error:"))[r.IntN(len(lookupWords)+2)]; r.IntN(2) == 0 {
			at := r.IntN(len(m) + 1)
			m = append(m[:at:at], append(bytes.Clone(w), m[at:]...)...)
		}
		s := signsOf(m)
		if mentionsLookup(m) && s&signLookup == 0 || hasException(m) && s&signException == 0 {
			t.Fatalf("%q has signs %b", m, s)
		}
	}
	if s := signsOf([]byte("handled request number 12 for user somebody, also restored the resource's protocol")); s != 0 {
		t.Errorf("signs %b, want none", s)
	}
}
