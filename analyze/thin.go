package analyze

import (
	"maps"
	"slices"

	"timeline/parse"
)

// Up to thinAbove tries all are kept. Above it, successes are counted and not
// kept, but for those that a rule of inference can look at: per process and name,
// the first and the last one between two failures, which bound the windows on
// both sides, and slow ones that ended with others, which may have waited for one
// lookup.
const thinAbove = 200_000

// A thinned count says how many attempts were left out, by outcome, of how many names
// all were, and when they ended.
type thinned struct {
	ok, unknown int
	names       int
	ends        tally                  // of those whose date is known
	habits      map[habitOf]int        // events of both ends were there, by operation: see lossOf
	took        map[nameKey]*durations // of those that went well, by name: see quickest
}

// maxHabits bounds the operations of an input that are told apart. Of more of them the
// logs seem to hold less, so that less is claimed.
const maxHabits = 256

// leaveHabit counts tries of an operation with both ends that are left out.
func (n *thinned) leaveHabit(k habitOf, tries int) {
	if _, known := n.habits[k]; !known && (len(n.habits) >= maxHabits || tries <= 0) {
		return
	}
	if n.habits == nil {
		n.habits = map[habitOf]int{}
	}
	n.habits[k] += tries
}

// leaveTry counts a try that is left out.
func (n *thinned) leaveTry(c *Collector, t *try) {
	n.leave(t.status, t.end, t.lack)
	n.leaveHabit(c.habitOf(t), 1)
}

// leaveTook counts how long a try took that went well and is left out.
func (n *thinned) leaveTook(k nameKey, took int64) {
	if n.took == nil {
		n.took = map[nameKey]*durations{}
	}
	if n.took[k] == nil {
		n.took[k] = &durations{}
	}
	n.took[k].add(took, 1)
}

// habitOf is the operation of a try.
func (c *Collector) habitOf(t *try) habitOf {
	return habitOf{c.names.list[t.process], family(c.names.list[t.op])}
}

// trim drops what subtraction left empty.
func (n *thinned) trim() {
	n.ends.trim()
	maps.DeleteFunc(n.habits, func(_ habitOf, tries int) bool { return tries <= 0 })
	if len(n.habits) == 0 {
		n.habits = nil
	}
}

// leave counts an attempt that is left out.
func (n *thinned) leave(s parse.Status, end int64, lack parse.Missing) {
	if s == parse.OK {
		n.ok++
	} else {
		n.unknown++
	}
	if dated(end, lack) {
		n.ends.add(end, 1)
	}
}

// unleave takes back leaveTry for a try that went well.
func (n *thinned) unleave(c *Collector, t *try) {
	n.ok--
	n.leaveHabit(c.habitOf(t), -1)
	if dated(t.end, t.lack) {
		n.ends.add(t.end, -1)
	}
}

// dated reports whether an instant is on the calendar.
func dated(at int64, lack parse.Missing) bool {
	return at != unset && (lack == parse.Whole || lack == parse.NoZone)
}

// merge adds those of o.
func (n *thinned) merge(o thinned) {
	n.ok += o.ok
	n.unknown += o.unknown
	n.names += o.names
	n.ends.merge(o.ends)
	if n.habits == nil && len(o.habits) > 0 {
		n.habits = map[habitOf]int{}
	}
	for k, tries := range o.habits {
		n.habits[k] += tries
	}
	if n.took == nil && len(o.took) > 0 {
		n.took = map[nameKey]*durations{}
	}
	for k, d := range o.took {
		if n.took[k] == nil {
			n.took[k] = &durations{}
		}
		n.took[k].merge(d)
	}
}

func (n thinned) total() int { return n.ok + n.unknown }

// A nameKey is one name in one process, as the collectors spell it.
type nameKey struct{ process, host string }

func (c *Collector) nameOf(t *try) nameKey {
	return nameKey{c.names.list[t.process], c.names.list[t.host]}
}

// plan returns the rule that says which tries to keep. It counts what the rule
// drops.
func (n *thinned) plan(cs []*Collector, above int) func(*Collector, *try) bool {
	total := 0
	for _, c := range cs {
		total += c.pairer.tries.len()
	}
	if total <= above {
		return func(*Collector, *try) bool { return true }
	}
	marks, slow := failureMarks(cs), slowLimits(cs)
	edges, together := gapEdges(cs, marks), slowBins(cs, slow)
	return func(c *Collector, t *try) bool {
		k := c.nameOf(t)
		if !thinnable(t) || t.end-t.start >= slow[k] && together.holds(k, t) || edges[gapOf(k, marks, t)].holds(t) {
			return true
		}
		n.leaveTry(c, t)
		return false
	}
}

// thinnable: a whole try that ended without a word of failure.
func thinnable(t *try) bool {
	return t.start != unset && t.end != unset && t.failure == 0 && t.endPhase == parse.End && t.status != parse.Failed
}

// failureMarks lists the instants at which something failed, per name, in order.
// Log lines that name no host count for every name of their process.
func failureMarks(cs []*Collector) map[nameKey][]int64 {
	marks := map[nameKey][]int64{}
	nameless := map[string][]int64{}
	for _, c := range cs {
		c.pairer.tries.each(func(t *try) {
			k := c.nameOf(t)
			if marks[k] == nil {
				marks[k] = []int64{}
			}
			if !thinnable(t) {
				marks[k] = append(marks[k], max(t.start, t.end))
			}
		})
		for i := range c.entries {
			if e := &c.entries[i]; e.failure != nil && e.at != unset {
				nameless[e.process] = append(nameless[e.process], e.at)
			}
		}
	}
	for k, m := range marks {
		m = append(m, nameless[k.process]...)
		slices.Sort(m)
		marks[k] = m
	}
	return marks
}

// slowLimits says, per name, from what duration on a success is slow beside the
// others: as slowOnes does, from a coarse histogram.
func slowLimits(cs []*Collector) map[nameKey]int64 {
	const buckets = 64 // powers of two of a nanosecond
	hist := map[nameKey]*[buckets]int{}
	for _, c := range cs {
		c.pairer.tries.each(func(t *try) {
			if !thinnable(t) || t.end < t.start {
				return
			}
			k := c.nameOf(t)
			if hist[k] == nil {
				hist[k] = new([buckets]int)
			}
			hist[k][log2(t.end-t.start)]++
		})
	}
	limits := make(map[nameKey]int64, len(hist))
	for k, h := range hist {
		n, tenth := 0, 0
		for _, v := range h {
			n += v
		}
		for i, v := range h {
			if tenth += v; tenth > n/10 {
				limits[k] = max(slowLookup, 4*int64(1)<<min(i, 40))
				break
			}
		}
	}
	return limits
}

// bins counts the slow successes of each name by when they ended.
type bins map[nameKey]map[int64]int32

func slowBins(cs []*Collector, limits map[nameKey]int64) bins {
	b := bins{}
	for _, c := range cs {
		c.pairer.tries.each(func(t *try) {
			k := c.nameOf(t)
			if !thinnable(t) || t.end-t.start < limits[k] {
				return
			}
			if b[k] == nil {
				b[k] = map[int64]int32{}
			}
			b[k][t.end/groupSpan]++
		})
	}
	return b
}

// holds reports whether t ended with other slow successes of its name, and more
// densely than those around them: standsOut cannot hold for any other.
func (b bins) holds(k nameKey, t *try) bool {
	i := t.end / groupSpan
	mine := max(b[k][i]+b[k][i-1], b[k][i]+b[k][i+1])
	around := int32(0)
	for _, j := range []int64{i - 3, i - 2, i + 2, i + 3} {
		around += b[k][j]
	}
	return mine >= 2 && around <= mine
}

// A gap is the time between two failures of a name.
type gap struct {
	name  nameKey
	after int // how many failures came before it
}

// An edgePair holds the starts of the first and the last success in a gap.
type edgePair struct{ first, last int64 }

func (e edgePair) holds(t *try) bool { return t.start == e.first || t.start == e.last }

func gapOf(k nameKey, marks map[nameKey][]int64, t *try) gap {
	i, _ := slices.BinarySearch(marks[k], t.start)
	return gap{k, i}
}

func gapEdges(cs []*Collector, marks map[nameKey][]int64) map[gap]edgePair {
	edges := map[gap]edgePair{}
	for _, c := range cs {
		c.pairer.tries.each(func(t *try) {
			if !thinnable(t) {
				return
			}
			g := gapOf(c.nameOf(t), marks, t)
			e, seen := edges[g]
			if !seen {
				e = edgePair{t.start, t.start}
			}
			edges[g] = edgePair{min(e.first, t.start), max(e.last, t.start)}
		})
	}
	return edges
}
