package needle

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// A needle is found wherever it stands, and nothing else is.
func TestIn(t *testing.T) {
	needles := []Needle{{"esol", 1}, {"known", 2}, {"nknown host", 4}, {"Exception", 8}, {"名前", 16}, {" x ", 32}}
	exact, folded := New(false, needles...), New(true, needles...)
	r := rand.New(rand.NewPCG(1, 2))
	letters := []byte("esolknwhtExcp XESOL\xe5\x90")
	for range 100000 {
		line := make([]byte, r.IntN(30))
		for i := range line {
			line[i] = letters[r.IntN(len(letters))]
		}
		if r.IntN(2) == 0 {
			at, n := r.IntN(len(line)+1), needles[r.IntN(len(needles))].Text
			line = append(line[:at:at], append([]byte(n), line[at:]...)...)
		}
		var want, wantFolded uint8
		for _, n := range needles {
			if bytes.Contains(line, []byte(n.Text)) {
				want |= n.Bits
			}
			if bytes.Contains(bytes.ToLower(line), bytes.ToLower([]byte(n.Text))) {
				wantFolded |= n.Bits
			}
		}
		if got := exact.In(line); got != want {
			t.Fatalf("%q: %b, want %b", line, got, want)
		}
		if got := folded.In(line); got != wantFolded {
			t.Fatalf("%q without case: %b, want %b", line, got, wantFolded)
		}
	}
}

func BenchmarkIn(b *testing.B) {
	s := New(false, Needle{"esol", 1}, Needle{"ookup", 1}, Needle{"known", 1}, Needle{"getaddrinfo", 1}, Needle{"Exception", 2}, Needle{"Error", 2})
	line := []byte("Completed initialization of the dispatcher in 12 ms, fetched 20 rows from table orders for tenant 4")
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		s.In(line)
	}
}
