package analyze

import (
	"cmp"
	"slices"

	"timeline/parse"
)

// A segmentSum says of the tries of a segment what a rule could look at.
type segmentSum struct {
	list  []segmentName
	wells []wellTry // by their places in list, and of each name in order
	uses  []segmentUse
	odd   []int32   // tries of which nobody knows that they went well
	slow  []slowTry // that took long
	ends  tally     // of the tries that went well
	ops   []segmentOp

	found  []wellTry // those that went well, as they come, while it is made
	nameOf []int32   // their places in list
	byHost []int32   // 1 + place in list
	byOp   []int32   // 1 + place in ops
}

// A segmentName sums up the tries of one name in one process.
type segmentName struct {
	process, host uint32
	other         int32      // 1 + the next one with this host
	first, well   int32      // where those that went well begin in wells, and how many there are
	took          [64]uint16 // how many took how long, in powers of two of a nanosecond; those that say no outcome too
}

// A segmentOp counts the tries of one operation in one process that went well.
type segmentOp struct {
	process, op uint32
	other       int32 // 1 + the next one with this name
	well        int32
}

// A wellTry is a try that went well. They are in order by their starts, and those of
// one instant as they stand in the input.
type wellTry struct {
	start int64
	try   int32
	job   uint32
}

// A slowTry is a try that took long enough that it may be slow beside the others of
// its name.
type slowTry struct{ try, name int32 }

// A segmentUse holds the first and the last tries of one remote address, in order.
type segmentUse struct {
	name   int32
	remote uint32
	seq    uint32 // of the first one in the input
	n      uint8
	tries  [thinFirst + thinLast]int32
}

// sumUp makes the sum.
func (s *segment) sumUp() {
	s.list, s.odd, s.slow, s.ends = s.list[:0], s.odd[:0], s.slow[:0], tally{}
	s.found, s.nameOf = slices.Grow(s.found[:0], len(s.tries)), slices.Grow(s.nameOf[:0], len(s.tries))
	s.ops = s.ops[:0]
	s.byHost = append(s.byHost[:0], make([]int32, s.names.Len())...)
	s.byOp = append(s.byOp[:0], make([]int32, s.names.Len())...)
	ends := tallyRun{to: &s.ends}
	for i := range s.tries {
		if t := &s.tries[i]; s.add(t, int32(i)) && dated(t.end, t.lack) {
			ends.add(t.end)
		}
	}
	ends.close()
	s.order()
	s.findUses()
}

// add takes a try, and reports whether it went well.
func (s *segmentSum) add(t *try, i int32) bool {
	if !thinnable(t) {
		s.odd = append(s.odd, i)
		return false
	}
	at := s.name(t)
	n := &s.list[at]
	took := t.end - t.start
	n.took[log2(took)]++
	if took >= slowLookup {
		s.slow = append(s.slow, slowTry{i, at})
	}
	if t.status != parse.OK {
		s.odd = append(s.odd, i)
		return false
	}
	n.well++
	s.op(t).well++
	s.found, s.nameOf = append(s.found, wellTry{t.start, i, t.job}), append(s.nameOf, at)
	return true
}

// name returns the place of t's name.
func (s *segmentSum) name(t *try) int32 {
	first := s.byHost[t.host]
	for at := first; at > 0; at = s.list[at-1].other {
		if s.list[at-1].process == t.process {
			return at - 1
		}
	}
	s.list = append(s.list, segmentName{process: t.process, host: t.host, other: first})
	s.byHost[t.host] = int32(len(s.list))
	return int32(len(s.list)) - 1
}

// op returns what counts t's operation.
func (s *segmentSum) op(t *try) *segmentOp {
	first := s.byOp[t.op]
	for at := first; at > 0; at = s.ops[at-1].other {
		if o := &s.ops[at-1]; o.process == t.process {
			return o
		}
	}
	s.ops = append(s.ops, segmentOp{process: t.process, op: t.op, other: first})
	s.byOp[t.op] = int32(len(s.ops))
	return &s.ops[len(s.ops)-1]
}

// order puts the tries that went well in their order.
func (s *segmentSum) order() {
	first := int32(0)
	for i := range s.list {
		n := &s.list[i]
		n.first, n.well, first = first, 0, first+n.well
	}
	s.wells = slices.Grow(s.wells[:0], len(s.found))[:len(s.found)]
	for i, w := range s.found {
		n := &s.list[s.nameOf[i]]
		s.wells[n.first+n.well] = w
		n.well++
	}
	for i := range s.list {
		orderWell(s.wellOf(&s.list[i]))
	}
}

// wellOf returns the tries of a name that went well.
func (s *segmentSum) wellOf(n *segmentName) []wellTry { return s.wells[n.first : n.first+n.well] }

// orderWell orders tries that came as they ended. That is nearly the order of their
// starts, so that few have to be moved by a few places; else they are sorted.
func orderWell(list []wellTry) {
	moves := 0
	for i, w := range list {
		k := i
		for ; k > 0 && list[k-1].start > w.start; k-- {
			list[k] = list[k-1]
		}
		list[k] = w
		if moves += i - k; moves > 32*len(list) {
			slices.SortFunc(list, func(x, y wellTry) int { return cmp.Or(cmp.Compare(x.start, y.start), cmp.Compare(x.try, y.try)) })
			return
		}
	}
}

// findUses finds the remote addresses of each name.
func (s *segment) findUses() {
	s.uses = s.uses[:0]
	var byUse map[[2]uint32]int32
	for i := range s.list {
		for _, w := range s.wellOf(&s.list[i]) {
			t := &s.tries[w.try]
			if t.remote == 0 {
				continue
			}
			k := [2]uint32{uint32(i), t.remote}
			at, ok := byUse[k]
			if !ok {
				if byUse == nil {
					byUse = map[[2]uint32]int32{}
				}
				at = int32(len(s.uses))
				byUse[k] = at
				s.uses = append(s.uses, segmentUse{name: int32(i), remote: t.remote, seq: t.seq})
			}
			s.uses[at].add(w.try, t.seq)
		}
	}
}

// add takes the next try in order.
func (u *segmentUse) add(i int32, seq uint32) {
	u.seq = min(u.seq, seq)
	if int(u.n) < len(u.tries) {
		u.tries[u.n] = i
		u.n++
		return
	}
	copy(u.tries[thinFirst:], u.tries[thinFirst+1:])
	u.tries[len(u.tries)-1] = i
}
