package analyze

import (
	"cmp"
	"math"
	"slices"
)

// slowEnds finds the spans of time in which most slow successes of a name ended,
// and more than around them, as the tries come in.
type slowEnds struct {
	limit   int64           // from what duration on a success is slow
	counts  map[int64]int32 // by span
	last    int64           // span
	decided int64           // the spans up to this one are decided
	dense   []denseSpan     // the largest so far
}

type denseSpan struct {
	at   int64
	near int32
}

func (s *slowEnds) add(at int64) {
	if s.counts == nil {
		s.counts, s.last, s.decided = map[int64]int32{}, at, math.MinInt64
	}
	s.counts[at]++
	s.last = max(s.last, at)
}

// densityReach is how many spans around one it is compared with.
const densityReach = 3

// choose decides the spans up to one: nothing will be added to them any more.
func (s *slowEnds) choose(until int64) {
	for at := range s.counts {
		if at <= s.decided || at > until {
			continue
		}
		if near, stands := standOut(s.counts, at); stands {
			s.dense = append(s.dense, denseSpan{at, near})
		}
	}
	slices.SortFunc(s.dense, func(x, y denseSpan) int { return cmp.Or(cmp.Compare(y.near, x.near), cmp.Compare(x.at, y.at)) })
	s.dense = s.dense[:min(len(s.dense), thinGroups)]
	if s.counts != nil {
		s.decided = max(s.decided, until)
	}
	for at := range s.counts {
		if at < s.decided-densityReach {
			delete(s.counts, at)
		}
	}
}

// spans lists the largest.
func (s *slowEnds) spans() []int64 {
	list := make([]int64, len(s.dense))
	for i, d := range s.dense {
		list[i] = d.at
	}
	return list
}

// may reports whether a span can still be one of the largest.
func (s *slowEnds) may(at int64) bool {
	return at > s.decided || slices.ContainsFunc(s.dense, func(d denseSpan) bool { return d.at == at })
}

// standOut counts the slow successes that ended in a span or beside it, and
// reports whether fewer did around it.
func standOut(counts map[int64]int32, at int64) (near int32, stands bool) {
	near = counts[at] + max(counts[at-1], counts[at+1])
	around := counts[at-3] + counts[at-2] + counts[at+2] + counts[at+3]
	return near, near >= 2 && around*4 <= near
}
