package parse

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// randomOrder returns numbers of lines, as a carrier may count them: mostly upwards.
func randomOrder(r *rand.Rand, n int) []int {
	order := make([]int, n)
	at, step := 500, []int{1, 1, 1, 0, -1}[r.IntN(5)]
	for i := range order {
		order[i] = at
		if at += step; r.IntN(30) == 0 {
			at = max(at+r.IntN(9)-4, 0)
		}
		at = max(at, 0)
	}
	return order
}

// randomCarried makes a log as one carrier hands it on, here and there another.
func randomCarried(r *rand.Rand, entries int) []byte {
	lines := strings.Split(string(randomLog(r, entries)), "\n")
	carrier, other := wrapped[r.IntN(len(wrapped))], wrapped[r.IntN(len(wrapped))]
	mixed := r.IntN(4) == 0 && carrier.foot == ""
	order := randomOrder(r, len(lines))
	return carried(lines, carrier.head, carrier.foot, func(i int, line string) string {
		switch {
		case mixed && r.IntN(20) == 0:
			return other.line(order[i], line)
		case carrier.name == "cri" && r.IntN(30) == 0:
			return strings.Replace(carrier.line(order[i], line), "stdout F", "stderr P", 1)
		case carrier.name == "docker" && r.IntN(30) == 0: // a part of a line
			return strings.Replace(carrier.line(order[i], line), `\n",`, `",`, 1)
		case r.IntN(30) == 0:
			return carrier.line(order[i], line+"\n\tat c.e.Job.run(Job.java:3)\n2026-07-28 11:45:31,413 INFO [main] c.e.Job - more, \"so\"")
		}
		return carrier.line(order[i], line)
	})
}

// Lines in envelopes say the same in order and read ahead, wherever the blocks end.
func TestCarriedAhead(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 700 {
		text := randomCarried(r, 1+r.IntN(60))
		opt := Options{held: []int{0, 300, 1000}[r.IntN(3)]}
		sameAhead(t, text, opt, 1+r.IntN(2), []int{400, 900, 2000, 5000}[r.IntN(4)])
	}
}

func FuzzCarriedAhead(f *testing.F) {
	r := rand.New(rand.NewPCG(15, 16))
	for range 60 {
		f.Add(randomCarried(r, 6), uint16(300))
	}
	f.Fuzz(func(t *testing.T, text []byte, size uint16) {
		if len(text) < 1<<14 && bytes.IndexByte(text, 0) < 0 { // what is binary shows in the first block
			sameAhead(t, text, Options{held: 1000 * int(size%2)}, 1, 100+int(size))
		}
	})
}

// countAhead returns how many blocks are read ahead.
func countAhead(text []byte, opt Options, size int) int {
	r := NewAheadReader(bytes.NewReader(text), "in", "", opt, 2, nil)
	r.ahead.size = size
	for r.Scan() {
	}
	return r.ahead.took
}

// What one program wrote is read ahead, whatever carries its lines: the tests above
// would hold without.
func TestCarriersAreReadAhead(t *testing.T) {
	lines := logLines(3000)
	inOrder := map[string]bool{"stern": true, "compose": true}
	for _, w := range wrapped {
		text := carried(lines, w.head, w.foot, w.line)
		blocks := len(text) >> 14
		if got := countAhead(text, Options{held: 1 << 14}, 1<<14); got < blocks*3/4 && !inOrder[w.name] {
			t.Errorf("%s: %d blocks of %d were read ahead", w.name, got, blocks)
		}
	}
}
