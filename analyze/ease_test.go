package analyze

import (
	"cmp"
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
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for seed := range uint64(20) {
		records := outageLog(seed, 12000)
		all, eased := NewCollector(""), NewCollector("")
		eased.easing = newEasing(2000)
		for i := range records {
			all.Add(&records[i])
			eased.Add(&records[i])
		}
		if n := eased.pairer.tries.len() + eased.easing.len(); n > 5000 {
			t.Errorf("seed %d: %d tries are left of %d", seed, n, all.pairer.tries.len())
		}
		all.Thin()
		eased.Thin()
		sameTries(t, fmt.Sprint("seed ", seed), eased, all)
	}
}

// sameTries fails unless two collectors hold the same, and dropped as much.
func sameTries(t *testing.T, name string, c, want *Collector) {
	t.Helper()
	if !reflect.DeepEqual(c.thinned, want.thinned) || c.pairer.negative != want.pairer.negative || c.pairer.twice != want.pairer.twice || c.lacking != want.lacking {
		t.Fatalf("%s: %v thinned, %d negative, %d twice, want %v, %d, %d", name, c.thinned, c.pairer.negative, c.pairer.twice, want.thinned, want.pairer.negative, want.pairer.twice)
	}
	if got, want := tryLines(c), tryLines(want); !slices.Equal(got, want) {
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: lost %s", name, w)
			}
		}
		for _, g := range got {
			if !slices.Contains(want, g) {
				t.Errorf("%s: %s too much", name, g)
			}
		}
		t.Fatalf("%s: %d tries, want %d", name, len(got), len(want))
	}
}

// The names that are held do not grow with the log.
func TestEaseForgetsNames(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	c := NewCollector("")
	const span = 1000
	c.easing = newEasing(span)
	records := outageLog(1, 60000)
	most := 0
	for i := range records {
		c.Add(&records[i])
		most = max(most, len(c.names.list))
	}
	if all := len(records) / 10; most > 3*span+all/10 {
		t.Errorf("%d names were held of %d", most, all)
	}
}

// Where a log is cut into parts does not show: not in what is paired, nor in what
// is kept of it.
func TestPartsDoNotShow(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 9))
		records := outageLog(seed, 3000)
		disturb(r, records)
		whole, parted := NewCollector(""), NewCollector("")
		span := uint32(100 + r.IntN(1500))
		whole.easing, parted.easing = newEasing(span), newEasing(span)
		for i := range records {
			whole.Add(&records[i])
		}
		for left := records; len(left) > 0; {
			n := min(len(left), 1+r.IntN([]int{3, 60, 900}[r.IntN(3)]))
			addPart(parted, left[:n])
			left = left[n:]
			if r.IntN(9) == 0 && len(left) > 0 {
				parted.Add(&left[0])
				left = left[1:]
			}
		}
		if open := func(c *Collector) []string {
			var list []string
			for _, e := range c.openInOrder() {
				list = append(list, fmt.Sprint(e.at, e.line, c.names.list[e.job], c.names.list[e.op], c.names.list[e.thread], c.names.list[e.host]))
			}
			return list
		}; !slices.Equal(open(whole), open(parted)) {
			t.Fatalf("seed %d: other events are open", seed)
		}
		if len(whole.entries) != len(parted.entries) {
			t.Fatalf("seed %d: %d lines, want %d", seed, len(parted.entries), len(whole.entries))
		}
		whole.Thin()
		parted.Thin()
		sameTries(t, fmt.Sprint("seed ", seed), parted, whole)
	}
}

// addPart adds records as one block, whose lines are counted from a line of its own.
func addPart(c *Collector, records []parse.Record) {
	p := c.NewPart()
	p.Names().Reset()
	missing := slices.MinFunc(records, func(x, y parse.Record) int { return cmp.Compare(x.Pos.Line, y.Pos.Line) }).Pos.Line - 2
	for _, r := range records {
		r.Pos.Line -= missing
		p.Add(&r)
	}
	p.Close()
	c.AddPart(p, missing)
}

// disturb makes a log an odd one: with events that are missing, given twice or out
// of order, lines of other kinds, jobs that fail again, and many hosts or none.
func disturb(r *rand.Rand, records []parse.Record) {
	if r.IntN(3) == 0 {
		slices.Reverse(records)
	}
	for i := range records {
		rec := &records[i]
		switch r.IntN(60) {
		case 0:
			j := min(len(records)-1, i+r.IntN(200))
			records[i], records[j] = records[j], records[i]
		case 1:
			records[r.IntN(len(records))] = *rec
		case 2:
			rec.Job = ""
		case 3:
			rec.Host = fmt.Sprint("rare", r.IntN(300))
		case 4:
			rec.Phase, rec.Status, rec.Message = parse.NoPhase, parse.Failed, "java.net.UnknownHostException: h1"
		case 5:
			if rec.Phase != parse.Start {
				rec.Phase, rec.Message = parse.Fail, "java.net.UnknownHostException: h2"
				rec.Status = parse.Failed
			}
		case 6:
			rec.Status = parse.NoStatus
		case 7:
			rec.Remote = fmt.Sprint("10.1.0.", r.IntN(250))
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
