package analyze

import (
	"cmp"
	"slices"

	"timeline/parse"
)

// A segment holds the tries that a Part closed, until enough of what follows them
// is known to drop most. Of each name it says at once what a rule could look at.
type segment struct {
	base     uint32 // number of its first event in the input
	line     int32  // what is missing from lines
	names    parse.Names
	tries    []try // names are those of the Part, seq counts from base
	failures []*failure
	ids      []uint32 // of names in the Collector, once they are asked for
	split    bool     // it shares memory with another one

	list []segmentName
	next []int32 // of a try that went well: 1 + the next one of its name
	uses []segmentUse
	odd  []int32   // tries of which nobody knows that they went well
	slow []slowTry // that took long
	ends tally     // of the tries that went well
}

// A segmentName sums up the tries of one name in one process that went well.
type segmentName struct {
	process, host uint32
	other         int32 // 1 + the next one with this host
	head, tail    int32 // 1 + the first and the last try
	well          int32 // how many there are
	ends          extremes
	took          [64]uint16 // how many took how long, in powers of two of a nanosecond; those that say no outcome too
}

// A slowTry is a try that took long enough that it may be slow beside the others of
// its name.
type slowTry struct{ try, name int32 }

// A segmentUse sums up those of one remote address.
type segmentUse struct {
	name   int32
	remote uint32
	seq    uint32 // of the first
	ends   extremes
}

// extremes are the places of the first and the last tries by start, in order.
type extremes struct {
	n  uint8
	at [thinFirst + thinLast]int32
}

func freshSegment() *segment {
	s, ok := segments.Get().(*segment)
	if !ok {
		s = &segment{}
	}
	return s
}

// recycle gives a segment back that nobody needs any more.
func (s *segment) recycle() {
	if s.split {
		return // a part of another one
	}
	s.names.Reset()
	clear(s.failures)
	*s = segment{
		names: s.names, tries: s.tries[:0], failures: s.failures[:0], ids: s.ids[:0],
		list: s.list[:0], next: s.next[:0], uses: s.uses[:0], odd: s.odd[:0], slow: s.slow[:0],
	}
	segments.Put(s)
}

// sumUp finds the names and the uses of the tries.
func (s *segment) sumUp() {
	s.list, s.uses, s.odd, s.slow, s.ends = s.list[:0], s.uses[:0], s.odd[:0], s.slow[:0], tally{}
	s.next = append(s.next[:0], make([]int32, len(s.tries))...)
	b := segmentBuilder{segment: s, byHost: make([]int32, s.names.Len()), byUse: map[[2]uint32]int32{}}
	for i := range s.tries {
		b.add(int32(i))
	}
}

// A segmentBuilder finds the names and the uses of a segment.
type segmentBuilder struct {
	*segment
	byHost []int32 // 1 + place in list
	byUse  map[[2]uint32]int32
}

func (b *segmentBuilder) add(i int32) {
	t := &b.tries[i]
	if !thinnable(t) {
		b.odd = append(b.odd, i)
		return
	}
	at := b.name(t)
	n := &b.list[at]
	n.took[log2(t.end-t.start)]++
	if t.end-t.start >= slowLookup {
		b.slow = append(b.slow, slowTry{i, at})
	}
	if t.status != parse.OK {
		b.odd = append(b.odd, i)
		return
	}
	if n.tail > 0 {
		b.next[n.tail-1] = i + 1
	} else {
		n.head = i + 1
	}
	n.tail = i + 1
	n.well++
	if dated(t.end, t.lack) {
		b.segment.ends.add(t.end, 1)
	}
	b.into(&n.ends, i)
	if t.remote != 0 {
		b.into(&b.use(at, t).ends, i)
	}
}

// name returns the place of t's name.
func (b *segmentBuilder) name(t *try) int32 {
	first := b.byHost[t.host]
	for at := first; at > 0; at = b.list[at-1].other {
		if b.list[at-1].process == t.process {
			return at - 1
		}
	}
	b.list = append(b.list, segmentName{process: t.process, host: t.host, other: first})
	b.byHost[t.host] = int32(len(b.list))
	return int32(len(b.list)) - 1
}

func (b *segmentBuilder) use(name int32, t *try) *segmentUse {
	k := [2]uint32{uint32(name), t.remote}
	at, ok := b.byUse[k]
	if !ok {
		at = int32(len(b.uses))
		b.byUse[k] = at
		b.uses = append(b.uses, segmentUse{name: name, remote: t.remote, seq: t.seq})
	}
	return &b.uses[at]
}

// into puts try i among the extremes, if it is one.
func (s *segment) into(e *extremes, i int32) {
	k := int(e.n)
	for k > 0 && s.compare(i, e.at[k-1]) < 0 {
		k--
	}
	switch {
	case int(e.n) < len(e.at):
		copy(e.at[k+1:e.n+1], e.at[k:e.n])
		e.at[k] = i
		e.n++
	case k < thinFirst: // the last of the first ones goes
		copy(e.at[k+1:thinFirst], e.at[k:])
		e.at[k] = i
	case k > thinFirst: // the first of the last ones goes
		copy(e.at[thinFirst:k-1], e.at[thinFirst+1:])
		e.at[k-1] = i
	}
}

func (s *segment) compare(i, j int32) int { return compareStarts(&s.tries[i], &s.tries[j]) }

// compareStarts orders tries by their starts, and those of one instant as they
// stand in the input.
func compareStarts(x, y *try) int {
	return cmp.Or(cmp.Compare(x.start, y.start), cmp.Compare(x.seq, y.seq))
}

// cut parts the tries that were closed before event seq of the input from the
// others. Either may be nil.
func (s *segment) cut(seq uint32) (first, rest *segment) {
	if s == nil {
		return nil, nil
	}
	k, _ := slices.BinarySearchFunc(s.tries, seq-s.base, func(t try, n uint32) int { return cmp.Compare(t.seq, n) })
	if k == len(s.tries) {
		return s, nil
	}
	return s.part(s.tries[:k]), s.part(s.tries[k:])
}

func (s *segment) part(tries []try) *segment {
	if len(tries) == 0 {
		return nil
	}
	p := &segment{base: s.base, line: s.line, names: s.names, tries: tries, failures: s.failures, split: true}
	p.sumUp()
	return p
}

// taken tells try i in the terms of c.
func (s *segment) taken(c *Collector, i int32) try {
	if len(s.ids) == 0 {
		s.ids = append(s.ids, make([]uint32, s.names.Len())...)
	}
	t := s.tries[i]
	for _, id := range []*uint32{&t.file, &t.process, &t.job, &t.thread, &t.host, &t.op, &t.remote} {
		if *id != 0 {
			if s.ids[*id] == 0 {
				s.ids[*id] = c.names.idOf(s.names.Text(*id))
			}
			*id = s.ids[*id]
		}
	}
	t.seq += s.base
	if t.startLine > 0 {
		t.startLine += s.line
	}
	if t.endLine > 0 {
		t.endLine += s.line
	}
	if t.failure > 0 {
		t.failure = c.pairer.keep(s.failures[t.failure-1])
	}
	return t
}
