package analyze

import (
	"slices"
	"time"

	"timeline/parse"
)

// Up to thinAbove tries all are kept. Above it, quick successes far from any
// failure are counted and not kept: no rule of inference looks at them.
const (
	thinAbove = 200_000
	thinReach = int64(3 * time.Second) // how near to a failure a success is kept
	thinSlow  = int64(2 * time.Second) // a success that took so long is always kept
)

// A thinned count says how many successes were left out, and of what kind.
type thinned struct {
	ok, unknown int
}

func (n thinned) total() int { return n.ok + n.unknown }

// plan returns the rule that says which tries to keep. It keeps, per process,
// every failure and unknown end, every slow try, the tries near a failure, and,
// per host, the first and the last try between two failures.
func (n *thinned) plan(cs []*Collector) func(*Collector, *try) bool {
	total := 0
	for _, c := range cs {
		total += c.pairer.tries.len()
	}
	if total <= thinAbove {
		return func(*Collector, *try) bool { return true }
	}
	marks := failureMarks(cs)
	edges := gapEdges(cs, marks)
	return func(c *Collector, t *try) bool {
		m := marks[c.names.list[t.process]]
		if !thinnable(t) || nearMark(m, t) || edges[gapOf(c, m, t)].holds(t) {
			return true
		}
		if t.status == parse.OK {
			n.ok++
		} else {
			n.unknown++
		}
		return false
	}
}

// A gap is the time between two failures of a process, as seen from one host.
type gap struct {
	process, host string
	after         int // how many failures came before it
}

// An edge pair holds the starts of the first and the last success in a gap:
// they bound the windows on both sides.
type edgePair struct{ first, last int64 }

func (e edgePair) holds(t *try) bool { return t.start == e.first || t.start == e.last }

func gapOf(c *Collector, marks []int64, t *try) gap {
	i, _ := slices.BinarySearch(marks, t.start)
	return gap{c.names.list[t.process], c.names.list[t.host], i}
}

func gapEdges(cs []*Collector, marks map[string][]int64) map[gap]edgePair {
	edges := map[gap]edgePair{}
	for _, c := range cs {
		c.pairer.tries.each(func(t *try) {
			if !thinnable(t) {
				return
			}
			g := gapOf(c, marks[c.names.list[t.process]], t)
			e, seen := edges[g]
			if !seen {
				e = edgePair{t.start, t.start}
			}
			edges[g] = edgePair{min(e.first, t.start), max(e.last, t.start)}
		})
	}
	return edges
}

// thinnable: a whole try that ended without a word of failure, and soon.
func thinnable(t *try) bool {
	return t.start != unset && t.end != unset && t.failure == 0 && t.endPhase == parse.End && t.status != parse.Failed && t.end-t.start < thinSlow
}

// failureMarks lists the instants at which something failed, per process, in order.
func failureMarks(cs []*Collector) map[string][]int64 {
	marks := map[string][]int64{}
	add := func(process string, at int64) {
		if at != unset {
			marks[process] = append(marks[process], at)
		}
	}
	for _, c := range cs {
		c.pairer.tries.each(func(t *try) {
			if t.failure != 0 || t.endPhase == parse.Fail || t.status == parse.Failed {
				add(c.names.list[t.process], max(t.start, t.end))
			}
		})
		for i := range c.entries {
			if c.entries[i].failure != nil {
				add(c.entries[i].process, c.entries[i].at)
			}
		}
	}
	for _, m := range marks {
		slices.Sort(m)
	}
	return marks
}

func nearMark(marks []int64, t *try) bool {
	i, _ := slices.BinarySearch(marks, t.start-thinReach)
	return i < len(marks) && marks[i] <= t.end+thinReach
}
