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
	var all []candidateLane
	leads := s.leadingLanes(most / 2)
	for _, g := range s.groups {
		type kind struct{ window, failures int }
		seen := map[kind]int{}
		for _, l := range g.lanes {
			c := candidateLane{l: l, leads: leads[l], failures: l.failures()}
			k := kind{g.windowOf(l), c.failures}
			c.turn = seen[k]
			seen[k]++
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b candidateLane) int {
		return cmp.Or(cmp.Compare(b.leads, a.leads), cmp.Compare(b.failures, a.failures), cmp.Compare(a.turn, b.turn))
	})
	top := map[*lane]bool{}
	rows := 0
	for _, c := range all {
		if rows += c.l.rows; rows > most {
			break
		}
		top[c.l] = true
	}
	return top
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

// windowOf is the index of the last window that began before l did, -1 for none.
func (g *group) windowOf(l *lane) int {
	at := -1
	for i, v := range g.windows {
		begin := v.open0
		if v.hasStart {
			begin = min(begin, v.start)
		}
		if begin <= l.tries[0].from {
			at = i
		}
	}
	return at
}
