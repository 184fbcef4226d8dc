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
	whole    *segment // the one that it is a part of, and whose memory it uses; nil if it is none
	parts    int      // of it that are in use
	segmentSum
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
	if s.whole != nil {
		s = s.whole
		if s.parts--; s.parts > 0 {
			return
		}
	}
	s.names.Reset()
	clear(s.failures)
	*s = segment{names: s.names, tries: s.tries[:0], failures: s.failures[:0], ids: s.ids[:0], segmentSum: s.segmentSum}
	segments.Put(s)
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
	p := &segment{base: s.base, line: s.line, names: s.names, tries: tries, failures: s.failures, whole: s}
	if s.whole != nil {
		p.whole = s.whole
	}
	p.whole.parts++
	p.sumUp()
	return p
}

// id returns the number that a name has in c.
func (s *segment) id(c *Collector, n uint32) uint32 {
	if n == 0 {
		return 0
	}
	if len(s.ids) == 0 {
		s.ids = append(s.ids, make([]uint32, s.names.Len())...)
	}
	if s.ids[n] == 0 {
		s.ids[n] = c.names.idOf(s.names.Text(n))
	}
	return s.ids[n]
}

// taken tells try i in the terms of c.
func (s *segment) taken(c *Collector, i int32) try {
	t := s.tries[i]
	for _, id := range []*uint32{&t.file, &t.process, &t.job, &t.thread, &t.host, &t.op, &t.remote} {
		*id = s.id(c, *id)
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
