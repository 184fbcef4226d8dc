package analyze

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"timeline/parse"
)

// What Thin keeps of an input does not depend on whether it was eased while it was
// read, and easing drops most of what Thin would.
func TestEaseKeepsWhatThinKeeps(t *testing.T) {
	for seed := range uint64(20) {
		records := outageLog(seed, 12000)
		all, eased := NewCollector(""), NewCollector("")
		eased.easing = newEasing(1500, 500)
		for i := range records {
			all.Add(&records[i])
			eased.Add(&records[i])
		}
		if n := eased.pairer.tries.len(); n > 5000 {
			t.Errorf("seed %d: %d tries are left of %d", seed, n, all.pairer.tries.len())
		}
		if len(eased.names.list) > 4000 {
			t.Errorf("seed %d: %d names are left of %d", seed, len(eased.names.list), len(all.names.list))
		}
		all.Thin()
		eased.Thin()
		if !reflect.DeepEqual(all.thinned, eased.thinned) {
			t.Errorf("seed %d: %v thinned, want %v", seed, eased.thinned, all.thinned)
		}
		want, got := tryLines(all), tryLines(eased)
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Fatalf("seed %d: easing lost %s", seed, w)
			}
		}
		if len(got) != len(want) {
			t.Errorf("seed %d: %d tries, want %d", seed, len(got), len(want))
		}
	}
}

func tryLines(c *Collector) []string {
	var list []string
	s := c.names.list
	c.pairer.tries.each(func(t *try) {
		list = append(list, fmt.Sprint(t.start, t.end, t.startLine, t.endLine, s[t.file], s[t.job], s[t.thread], s[t.host], s[t.op], s[t.remote], t.status, t.endPhase))
	})
	slices.Sort(list)
	return list
}

// outageLog is the log of a process with some names, outages and slow minutes, in
// order of time.
func outageLog(seed uint64, tries int) []parse.Record {
	r := rand.New(rand.NewPCG(seed, 1))
	at := time.Date(2026, 7, 28, 11, 0, 0, 0, time.UTC)
	var list []parse.Record
	outage := 0
	for n := range tries {
		at = at.Add(time.Duration(r.ExpFloat64() * float64(30*time.Millisecond)))
		if outage--; r.IntN(900) == 0 {
			outage = 40
		}
		took := time.Duration(r.ExpFloat64() * float64(50*time.Millisecond))
		if r.IntN(20) == 0 {
			took += time.Duration(r.IntN(5000)) * time.Millisecond
		}
		rec := parse.Record{
			Pos: parse.Pos{File: "f", Line: 2*n + 1}, Time: at, Phase: parse.Start, Job: fmt.Sprint("job-", n/5), Thread: fmt.Sprint("t", n%8),
			Host: fmt.Sprint("h", r.IntN(4)), Operation: fmt.Sprint("op", n%5), Duration: parse.Unset,
		}
		if r.IntN(2) == 0 {
			rec.Remote = fmt.Sprint("10.0.0.", r.IntN(3)+n/4000)
		}
		list = append(list, rec)
		rec.Pos.Line++
		rec.Time, rec.Phase, rec.Status = at.Add(took), parse.End, parse.OK
		if outage > 0 && r.IntN(3) == 0 {
			rec.Phase, rec.Status = parse.Fail, parse.Failed
		}
		list = append(list, rec)
	}
	slices.SortStableFunc(list, func(a, b parse.Record) int { return a.Time.Compare(b.Time) })
	return list
}
