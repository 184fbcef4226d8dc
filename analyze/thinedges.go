package analyze

import (
	"slices"
)

// edges are the first and the last few data of a stretch, by start, the last of those
// that ended before it did, for others may have been under way for long, and the first
// of those that, on a coarse clock, certainly ended behind its beginning.
type edges struct {
	first, last, ended, behind []placed
}

type placed struct {
	at    int64
	index int
}

func (e *edges) add(i int, at int64) {
	p := placed{at, i}
	e.first, e.last = addFirst(e.first, p), addLast(e.last, p)
}

func (e *edges) addEnded(i int, at int64) { e.ended = addLast(e.ended, placed{at, i}) }

func (e *edges) addBehind(i int, at int64) { e.behind = addFirst(e.behind, placed{at, i}) }

func addFirst(list []placed, p placed) []placed {
	if len(list) < thinFirst || p.at < list[len(list)-1].at {
		list = insert(list, p, func(q placed) bool { return p.at < q.at })
	}
	return list[:min(len(list), thinFirst)]
}

func addLast(list []placed, p placed) []placed {
	if len(list) < thinLast || p.at >= list[len(list)-1].at {
		list = insert(list, p, func(q placed) bool { return p.at >= q.at })
	}
	return list[:min(len(list), thinLast)]
}

// insert puts p before the first element that it comes before.
func insert(list []placed, p placed, before func(placed) bool) []placed {
	i := slices.IndexFunc(list, before)
	if i < 0 {
		i = len(list)
	}
	return slices.Insert(list, i, p)
}

func (e *edges) mark(keep []bool) {
	for _, list := range [][]placed{e.first, e.last, e.ended, e.behind} {
		for _, p := range list {
			keep[p.index] = true
		}
	}
}
