package analyze

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"

	"timeline/parse"
)

// An easedName is what is remembered of one name in one process, or of failures
// without a name, under the empty one.
type easedName struct {
	key       nameKey
	pass      int     // the last one that weighed tries of it
	fails     []int64 // instants of failures
	sorted    bool
	gaps      []stretch // between failures
	uses      map[string]*use
	slow      slowEnds
	slowTries []try // that may have ended with others
	took      durations
}

// A stretch is the time between two failures of a name.
type stretch struct {
	lo, hi int64 // of starts: lo < start <= hi
	pass   int   // the last one that found tries of it
	brink
	ended  tail // of those that ended by hi
	behind lead // of those that ended well behind lo
}

// all lists the tries of a stretch, each once.
func (g *stretch) all() []try {
	list := slices.Clip(g.tries)
	for _, some := range [][]try{g.ended.tries, g.behind.tries} {
		for _, t := range some {
			if !slices.ContainsFunc(list, func(o try) bool { return o.seq == t.seq }) {
				list = append(list, t)
			}
		}
	}
	return list
}

// A use is what is remembered of an address of a name.
type use struct {
	first uint32 // the first try of it
	brink
}

// gap returns the failures around a start: lo < start <= hi.
func (n *easedName) gap(e *easing, start int64) (lo, hi int64) {
	lo, hi = n.around(start)
	if n.key.host != "" {
		if none := e.names[nameKey{process: n.key.process}]; none != nil {
			l, h := none.around(start)
			lo, hi = max(lo, l), min(hi, h)
		}
	}
	return lo, hi
}

// stretch returns the stretch between two failures, valid until the next call.
func (n *easedName) stretch(lo, hi int64, pass int) *stretch {
	for i := len(n.gaps) - 1; i >= 0; i-- {
		if g := &n.gaps[i]; g.lo == lo && g.hi == hi {
			g.pass = pass
			return g
		}
	}
	n.gaps = append(n.gaps, stretch{lo: lo, hi: hi, pass: pass})
	return &n.gaps[len(n.gaps)-1]
}

// around returns the last failure before an instant, and the first one from it on.
func (n *easedName) around(at int64) (lo, hi int64) {
	if !n.sorted {
		slices.Sort(n.fails)
		n.sorted = true
	}
	lo, hi = math.MinInt64, math.MaxInt64
	i, _ := slices.BinarySearch(n.fails, at)
	if i > 0 {
		lo = n.fails[i-1]
	}
	if i < len(n.fails) {
		hi = n.fails[i]
	}
	return lo, hi
}

// use returns the use of an address that try seq shows.
func (n *easedName) use(address string, seq uint32) *use {
	u := n.uses[address]
	if u == nil {
		if n.uses == nil {
			n.uses = map[string]*use{}
		}
		u = &use{first: seq}
		n.uses[address] = u
	}
	u.first = min(u.first, seq)
	return u
}

// noteSlow counts a try if it took long beside the others of its name.
func (n *easedName) noteSlow(t *try) {
	if t.end-t.start >= n.slow.limit {
		n.slow.add(t.end / groupSpan)
	}
}

// chooseSlow decides the spans up to one, and lets the slow successes go that did
// not end with others.
func (n *easedName) chooseSlow(until int64) {
	n.slow.choose(until)
	n.slowTries = slices.DeleteFunc(n.slowTries, func(t try) bool { return !n.slow.may(t.end / groupSpan) })
}

// mayStandOut reports whether a try is a slow success that may have ended with
// others.
func (n *easedName) mayStandOut(t *try) bool {
	return t.status == parse.OK && t.end-t.start >= n.slow.limit && n.slow.may(t.end/groupSpan)
}

// settle ends a pass. Stretches in which nothing more was found stay as they are,
// and of many addresses the first are told apart.
func (n *easedName) settle(e *easing) {
	if len(n.gaps) > 1 {
		n.gaps = slices.DeleteFunc(n.gaps, func(g stretch) bool {
			past := g.pass < e.passes-1
			if past {
				e.kept = append(e.kept, g.all()...)
			}
			return past
		})
	}
	if len(n.uses) > thinRemotes {
		all := slices.SortedFunc(maps.Keys(n.uses), func(x, y string) int { return cmp.Compare(n.uses[x].first, n.uses[y].first) })
		for _, address := range all[thinRemotes:] {
			delete(n.uses, address)
		}
	}
}

// durations counts how long tries took, in powers of two of a nanosecond. Most
// names have few tries in a log of many names: a short list holds those.
type durations struct {
	few  []uint8
	many *[64]int
	slow int // of them: slow lookups that share their power of two with quicker ones
}

// slowPower is the power of two that holds slowLookup.
const slowPower = 29

func (d *durations) add(took int64, n int) {
	if took >= slowLookup && log2(took) == slowPower {
		d.slow += n
	}
	if d.many == nil {
		if n > 0 && len(d.few)+n <= 8 {
			for range n {
				d.few = append(d.few, uint8(log2(took)))
			}
			return
		}
		if i := bytes.IndexByte(d.few, uint8(log2(took))); n == -1 && i >= 0 {
			d.few = slices.Delete(d.few, i, i+1)
			return
		}
		many := d.counts()
		d.few, d.many = nil, &many
	}
	d.many[log2(took)] += n
}

// merge adds those of o.
func (d *durations) merge(o *durations) {
	for i, n := range o.counts() {
		if n != 0 {
			d.add(1<<i, n)
		}
	}
	d.slow += o.slow
}

// atLeast counts those that took so long: slowLookup, or a larger power of two.
func (d *durations) atLeast(took int64) int {
	counts, n := d.counts(), 0
	for _, count := range counts[log2(took):] {
		n += count
	}
	if took == slowLookup {
		n += d.slow - counts[slowPower]
	}
	return n
}

// clone returns a copy that shares nothing with d.
func (d *durations) clone() *durations {
	c := &durations{few: slices.Clone(d.few), slow: d.slow}
	if d.many != nil {
		many := *d.many
		c.many = &many
	}
	return c
}

func (d *durations) counts() [64]int {
	if d.many != nil {
		return *d.many
	}
	var counts [64]int
	for _, b := range d.few {
		counts[b]++
	}
	return counts
}

func (d *durations) slowFrom() int64 {
	counts := d.counts()
	return slowFrom(&counts)
}

// slowFrom says from what duration on a success is slow beside the others: as
// slowOnes does, from a coarse count. It is 0 where there are none.
func slowFrom(took *[64]int) int64 {
	quick, known := tenthOf(took)
	if !known {
		return 0
	}
	return max(slowLookup, 4*quick)
}

// tenth is the power of two from which on the tenth percentile took, 0 for 1 or less and
// where there are none.
func (d *durations) tenth() int64 {
	counts := d.counts()
	quick, _ := tenthOf(&counts)
	if quick == 1 {
		return 0
	}
	return quick
}

func tenthOf(took *[64]int) (power int64, known bool) {
	all, tenth := 0, 0
	for _, n := range took {
		all += n
	}
	for i, n := range took {
		if tenth += n; tenth > all/10 {
			return 1 << min(i, 40), true
		}
	}
	return 0, false
}

func log2(d int64) int {
	return bits.Len64(uint64(max(d, 1))) - 1
}
