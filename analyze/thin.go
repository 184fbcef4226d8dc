package analyze

import (
	"maps"

	"timeline/parse"
)

// Up to thinAbove tries of all inputs are kept as Thin left them. Above it, successes
// are counted and not kept, but for those that a rule of inference can look at, by the
// rule that thins one large input: many small ones may be kept whole.
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

// leftOut counts a try that is left out, and how long it took if it went well.
func (n *thinned) leftOut(c *Collector, t *try) {
	n.leaveTry(c, t)
	if t.status == parse.OK {
		n.leaveTook(c.nameOf(t), t.end-t.start)
	}
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

// nameOf is the name of a try.
func (c *Collector) nameOf(t *try) nameKey {
	return nameKey{c.names.list[t.process], c.names.list[t.host]}
}

// plan says, of the tries of all inputs in their order, which to keep: all, or what the
// rule keeps that thins one input. It counts what goes.
func (n *thinned) plan(cs []*Collector, above int) func(c, i int) bool {
	tries, well := 0, 0
	for _, c := range cs {
		tries += c.pairer.tries.len()
		c.pairer.tries.each(func(t *try) {
			if thinnable(t) {
				well++
			}
		})
	}
	if tries <= above || well == 0 {
		return func(_, _ int) bool { return true }
	}
	k, each := newThinner(), func(do func(*datum)) {
		for _, c := range cs {
			c.eachDatum(do)
		}
	}
	k.lines = failedLinesOf(cs)
	k.judge(each)
	i := 0
	each(func(m *datum) { k.keep[i] = k.keep[i] || k.together(m); i++ })
	first := make([]int, len(cs))
	for i := 1; i < len(cs); i++ {
		first[i] = first[i-1] + cs[i-1].pairer.tries.len() + len(cs[i-1].entries)
	}
	return func(c, i int) bool { return k.keep[first[c]+i] }
}

// thinnable: a whole try that ended without a word of failure.
func thinnable(t *try) bool {
	return t.start != unset && t.end != unset && t.failure == 0 && t.endPhase == parse.End && t.status != parse.Failed
}
