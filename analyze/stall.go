package analyze

import (
	"cmp"
	"slices"
)

// A stall is a time in which all of a process is slow: it starts, collects garbage, or
// its machine is busy. Tries that failed then took long for no lookup's sake, and where
// no frames show one, the tries of other names tell: they were slow as well.
type stallSigns struct {
	byProcess map[string][]otherTry // in order of start
}

// An otherTry is a success, with what the quick ones of its name take.
type otherTry struct {
	start, took, quick int64
	entry              *cacheEntry
}

// enoughStalled is how many tries of other names must have begun meanwhile.
const enoughStalled = 2

func stallSignsOf(entries []*cacheEntry) stallSigns {
	s := stallSigns{map[string][]otherTry{}}
	for _, c := range entries {
		quick := quickest(c.oks)
		for _, a := range c.oks {
			if a.start != unset && a.took() != unset {
				s.byProcess[c.process] = append(s.byProcess[c.process], otherTry{a.start, a.took(), quick, c})
			}
		}
	}
	for _, list := range s.byProcess {
		slices.SortStableFunc(list, func(a, b otherTry) int { return cmp.Compare(a.start, b.start) })
	}
	return s
}

// dismiss takes the lookups of c that no frames show, and that fall into a stall, for
// no slow ones.
func (s stallSigns) dismiss(c *cacheEntry) {
	for _, in := range c.insertions {
		if in.slow && !in.native && !slices.ContainsFunc(in.members, framesShowWait) && s.stalled(c, in) {
			in.slow = false
		}
	}
}

// stalled reports whether no try of another name that began while in's members waited
// ended before they did, and enough of them were slow beside the usual ones of their
// names.
func (s stallSigns) stalled(c *cacheEntry, in *insertion) bool {
	list := s.byProcess[c.process]
	from := earliestStart(in.members)
	i, _ := slices.BinarySearchFunc(list, from, func(o otherTry, at int64) int { return cmp.Compare(o.start, at) })
	n := 0
	for ; i < len(list) && list[i].start < in.hi; i++ {
		o := list[i]
		switch {
		case o.entry == c:
		case o.start+o.took < in.opensBy():
			return false
		case o.took >= max(slowLookup/2, 4*o.quick):
			n++
		}
	}
	return n >= enoughStalled
}
