package analyze

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"timeline/parse"
	"timeline/parse/javatrace"
)

// outageLines are the lines of a process with some names, of which one fails for a
// while now and then, and in which a lookup held some up before.
func outageLines(seed uint64, n int) []entry {
	r := rand.New(rand.NewPCG(seed, 4))
	l := lines{process: "p"}
	at := time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)
	for i := range n {
		at = at.Add(time.Duration(r.IntN(200)) * time.Millisecond)
		rec := parse.Record{
			Pos: parse.Pos{File: "f", Line: i + 1}, Time: at, Duration: time.Duration(20+r.IntN(60)) * time.Millisecond, Status: parse.OK, Job: fmt.Sprint("j-", i),
			Thread: fmt.Sprint("w-", i%8), Host: fmt.Sprintf("%c.example", 'a'+r.IntN(3)), Remote: fmt.Sprintf("192.0.2.%d", 1+i*3/n),
		}
		switch minute := at.Minute(); {
		case minute%20 == 7 && at.Second() < 12 && rec.Host == "a.example":
			rec.Duration, rec.Status = 5*time.Millisecond, parse.Failed
			rec.Trace = javatrace.Trace{Throwables: []javatrace.Throwable{{Class: "java.net.UnknownHostException", Message: rec.Host, Parent: -1}}}
		case minute%20 == 15 && at.Second() < 3:
			rec.Time = at.Truncate(3 * time.Second).Add(3 * time.Second)
			rec.Duration = rec.Time.Sub(at) + 2*time.Second
		}
		l.add(&rec, 0)
	}
	return l.entries
}

// What Thin keeps of lines does not depend on whether they were eased while they were
// read, but for a few that easing leaves; and easing does not depend on how many came
// at a time.
func TestEaseKeepsLinesThatThinKeeps(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n, span = 12_000, 500
	for seed := range uint64(10) {
		list := outageLines(seed, n)
		all, eased, inParts := NewCollector(""), NewCollector(""), NewCollector("")
		all.addEntries(slices.Clone(list))
		eased.lineEasing, inParts.lineEasing = newLineEasing(span), newLineEasing(span)
		eased.addEntries(slices.Clone(list))
		for rest := slices.Clone(list); len(rest) > 0; {
			some := min(len(rest), 1+int(seed)*97)
			inParts.addEntries(rest[:some])
			rest = rest[some:]
		}
		if held := len(eased.entries); held > n/4 {
			t.Errorf("seed %d: %d lines of %d are held", seed, held, n)
		}
		for _, c := range []*Collector{all, eased, inParts} {
			c.Thin()
			if got := len(c.entries) + c.thinned.total(); got != n {
				t.Errorf("seed %d: %d lines are kept or counted, want %d", seed, got, n)
			}
		}
		if !slices.EqualFunc(eased.entries, inParts.entries, func(a, b entry) bool { return a.source == b.source }) {
			t.Errorf("seed %d: what is kept depends on how many lines come at a time", seed)
		}
		kept := map[int]bool{}
		for _, e := range eased.entries {
			kept[e.source.Line] = true
		}
		for _, e := range all.entries {
			if !kept[e.source.Line] {
				t.Fatalf("seed %d: easing lost line %d of %d that Thin keeps", seed, e.source.Line, len(all.entries))
			}
		}
		if more := len(eased.entries) - len(all.entries); more > len(all.entries)/20 {
			t.Errorf("seed %d: %d lines, and %d more where they were eased", seed, len(all.entries), more)
		}
	}
}
