package chart

import (
	"cmp"
	"slices"
)

// chooseLanes picks the lanes shown one by one in a crowd.
func (f *figure) chooseLanes() {
	if f.density == crowded {
		f.top = f.s.topLanes(topLanes)
	}
}

// A candidateLane is a lane with what speaks for showing it.
type candidateLane struct {
	l        *lane
	leads    int // 2 where one of its tries led a lookup, 1 where one queued on it
	failures int
	turn     int // its place among the equal lanes of its window
}

// topLanes picks lanes of at most so many rows: those whose tries led a lookup or
// queued on one, as far as they take half of the rows, then those with the most failures, taking turns between the windows.
func (s *story) topLanes(most int) map[*lane]bool {
	var best []candidateLane // each has a row at least
	leads := s.leadingLanes(most / 2)
	for _, g := range s.groups {
		type kind struct{ window, failures int }
		seen := map[kind]int{}
		begins := g.windowBegins()
		for _, l := range g.lanes {
			c := candidateLane{l: l, leads: leads[l], failures: l.failures()}
			k := kind{windowAt(begins, l.tries[0].from), c.failures}
			c.turn = seen[k]
			seen[k]++
			at, _ := slices.BinarySearchFunc(best, c, func(a, c candidateLane) int { return cmp.Or(a.compare(c), -1) }) // behind its equals
			if at <= most {
				best = slices.Insert(best, at, c)
				best = best[:min(len(best), most+1)]
			}
		}
	}
	top := map[*lane]bool{}
	rows := 0
	for _, c := range best {
		if rows += c.l.rows; rows > most {
			break
		}
		top[c.l] = true
	}
	return top
}

// compare puts what more speaks for first.
func (c candidateLane) compare(o candidateLane) int {
	return cmp.Or(cmp.Compare(o.leads, c.leads), cmp.Compare(o.failures, c.failures), cmp.Compare(c.turn, o.turn))
}

// leadingLanes are the lanes of the first tries that led a lookup, and of the first
// that queued on one.
func (s *story) leadingLanes(most int) map[*lane]int {
	leads := map[*lane]int{}
	for _, g := range s.groups {
		for _, v := range g.windows {
			if len(leads) < most && len(v.members) > 0 && v.members[0].lane != nil {
				leads[v.members[0].lane] = 2
			}
		}
	}
	for _, g := range s.groups {
		for _, v := range g.windows {
			for _, m := range v.members {
				if len(leads) < most && m.lane != nil && leads[m.lane] == 0 {
					leads[m.lane] = 1
				}
			}
		}
	}
	return leads
}

// windowBegins lists by when each window, or one behind it, began: in order.
func (g *group) windowBegins() []moment {
	list := make([]moment, len(g.windows))
	for i, v := range slices.Backward(g.windows) {
		list[i] = v.open0
		if v.hasStart {
			list[i] = min(list[i], v.start)
		}
		if i+1 < len(list) {
			list[i] = min(list[i], list[i+1])
		}
	}
	return list
}

// windowAt is the index of the last window that had begun at a moment, -1 for none.
func windowAt(begins []moment, at moment) int {
	n, _ := slices.BinarySearch(begins, at+1)
	return n - 1
}
