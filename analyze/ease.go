package analyze

import (
	"cmp"
	"math"
	"slices"

	"timeline/parse"
)

// A large TimeLog is thinned while it is read: tries that Thin would drop from the
// whole input go as soon as enough of what follows them is known. Only those go
// that say that they went well; for others a line of another input may tell. What
// is kept is what Thin keeps and a little more. It depends on the input alone: its
// events are counted, and behind each easeSpan of them a pass weighs the tries that
// the span before the last one closed, knowing the failures of both.
const easeSpan = 1 << 16

// An easing is what is remembered of an input whose tries are thinned.
type easing struct {
	span uint32
	due  uint32 // number of events at which the next pass is due

	older, newer []*segment // closed in the span before and in this one
	crossing     []try      // closed in the Part that is taken and begun before it, but for those that were taken
	aged         int        // how many of the Collector's tries, which stand in no segment, are of the span before
	lines        int        // log lines that were looked at for failures

	passes int
	names  map[nameKey]*easedName
	failed map[string]bool   // jobs in which something failed, and the
	hashes map[uint64]bool   // hashes of their names, which are quicker to look up
	spared map[sparedKey]int // how many tries of them were weighed
	kept   []try
	went   thinned // tries that were weighed and said that they went well
	list   int     // names of the Collector after they were numbered anew
}

// A sparedKey is an operation of a job.
type sparedKey struct{ process, job, op string }

func newEasing(span uint32) easing {
	return easing{span: span, due: span, names: map[nameKey]*easedName{}, failed: map[string]bool{}, hashes: map[uint64]bool{}, spared: map[sparedKey]int{}}
}

// ease weighs tries, and drops the names that only those used that went, if it is
// time to.
func (c *Collector) ease() {
	e := &c.easing
	if c.seq != e.due {
		return
	}
	e.due += e.span
	c.weigh(e.older, e.aged)
	for _, s := range e.older {
		s.recycle()
	}
	e.older, e.newer = e.newer, e.older[:0]
	c.pairer.tries.cut(e.aged)
	e.aged = c.pairer.tries.len()
	if len(c.names.list) > 2*e.list+int(e.span) {
		c.renumber()
	}
}

// weigh decides about the tries of segments, and about the first single ones.
func (c *Collector) weigh(segments []*segment, singles int) {
	c.easing.passes++
	p := &easePass{easing: &c.easing, c: c, ids: map[uint64]*easedName{}, sparing: map[sparedKey]int{}}
	p.learn()
	names := make([][]*easedName, len(segments))
	for i, s := range segments {
		names[i] = p.measure(s)
	}
	for i := range singles {
		if t := c.pairer.tries.at(i); thinnable(t) {
			p.nameOf(t).took.add(t.end-t.start, 1)
		}
	}
	for _, n := range p.touched {
		n.slow.limit = n.took.slowFrom()
	}
	for i, s := range segments {
		p.noteSlow(s, names[i])
	}
	for i := range singles {
		if t := c.pairer.tries.at(i); thinnable(t) {
			p.nameOf(t).noteSlow(t)
		}
	}
	for _, n := range p.touched {
		n.chooseSlow(n.slow.last - densityReach)
	}
	if last := len(segments) - 1; last >= 0 { // it comes first, so that most tries of the others are found between the first and the last ones
		p.weighSegment(segments[last], names[last])
		for i, s := range segments[:last] {
			p.weighSegment(s, names[i])
		}
	}
	for i := range singles {
		p.weighTry(c.pairer.tries.at(i))
	}
	for _, n := range p.touched {
		n.settle(p.easing)
	}
	for k, n := range p.sparing {
		p.spared[k] += n
	}
}

// An easePass weighs the tries of one span.
type easePass struct {
	*easing
	c       *Collector
	ids     map[uint64]*easedName // by the numbers of process and host
	touched []*easedName
	sparing map[sparedKey]int // as spared, of this pass
}

// learn notes the failures that came since the last pass.
func (p *easePass) learn() {
	for _, s := range p.newer {
		for _, i := range s.odd {
			if t := &s.tries[i]; !thinnable(t) {
				var f *failure
				if t.failure > 0 {
					f = s.failures[t.failure-1]
				}
				p.fail(nameKey{string(s.names.Text(t.process)), string(s.names.Text(t.host))}, string(s.names.Text(t.job)), f, t.start, t.end)
			}
		}
	}
	for i := p.aged; i < p.c.pairer.tries.len(); i++ {
		if t := p.c.pairer.tries.at(i); !thinnable(t) {
			p.fail(p.c.nameOf(t), p.c.names.list[t.job], p.c.pairer.failure(t.failure), t.start, t.end)
		}
	}
	for ; p.lines < len(p.c.entries) && int32(p.c.entries[p.lines].seq-p.c.seq) < 0; p.lines++ {
		e := &p.c.entries[p.lines]
		if e.failure == nil && e.status != parse.Failed {
			continue
		}
		start := unset
		if e.took != unset && e.at != unset {
			start = e.at - e.took
		}
		p.fail(nameKey{e.process, e.host}, e.job, e.failure, start, e.at)
	}
}

// fail notes a failure.
func (p *easePass) fail(k nameKey, job string, f *failure, start, end int64) {
	if f != nil {
		k.host = firstNonEmpty(k.host, f.host)
	}
	if !f.isOther() {
		n := p.name(k)
		n.fails, n.sorted = appendMarks(n.fails, start, end), false
	}
	if job != "" {
		p.failed[job], p.hashes[parse.HashName(job)] = true, true
	}
}

func (e *easing) name(k nameKey) *easedName {
	n := e.names[k]
	if n == nil {
		n = &easedName{key: k, sorted: true}
		e.names[k] = n
	}
	return n
}

// touch notes that a name has tries that are weighed in this pass.
func (p *easePass) touch(n *easedName) *easedName {
	if n.pass != p.passes {
		n.pass = p.passes
		p.touched = append(p.touched, n)
	}
	return n
}

// nameOf returns the name of a try of the Collector.
func (p *easePass) nameOf(t *try) *easedName {
	id := uint64(t.process)<<32 | uint64(t.host)
	n := p.ids[id]
	if n == nil {
		n = p.touch(p.name(p.c.nameOf(t)))
		p.ids[id] = n
	}
	return n
}

// measure counts how long the tries of a segment took, and returns its names.
func (p *easePass) measure(s *segment) []*easedName {
	names := make([]*easedName, len(s.list))
	for i := range s.list {
		sn := &s.list[i]
		n := p.names[nameKey{string(s.names.Text(sn.process)), string(s.names.Text(sn.host))}]
		if n == nil {
			n = p.name(nameKey{string(s.names.Text(sn.process)), string(s.names.Text(sn.host))})
		}
		names[i] = p.touch(n)
		for bucket, count := range sn.took {
			if count > 0 {
				n.took.add(1<<bucket, int(count))
			}
		}
	}
	for _, l := range s.slow {
		if t := &s.tries[l.try]; log2(t.end-t.start) == slowPower {
			names[l.name].took.slow++
		}
	}
	return names
}

// noteSlow counts the slow tries of a segment.
func (p *easePass) noteSlow(s *segment, names []*easedName) {
	for _, l := range s.slow {
		names[l.name].noteSlow(&s.tries[l.try])
	}
}

// weighSegment does for a segment, by what it says of its names, what weighTry does
// for each of its tries.
func (p *easePass) weighSegment(s *segment, names []*easedName) {
	for _, i := range s.odd {
		p.kept = append(p.kept, s.taken(p.c, i))
	}
	for _, l := range s.slow {
		if n := names[l.name]; n.mayStandOut(&s.tries[l.try]) {
			n.slowTries = append(n.slowTries, s.taken(p.c, l.try))
		}
	}
	p.went.ends.merge(s.ends)
	for i := range s.list {
		p.went.ok += int(s.list[i].well)
		p.placeName(s, &s.list[i], names[i])
	}
	for _, o := range s.ops {
		p.went.leaveHabit(habitOf{string(s.names.Text(o.process)), family(string(s.names.Text(o.op)))}, int(o.well))
	}
	for i := range s.uses {
		u := &s.uses[i]
		use := names[u.name].use(address(string(s.names.Text(u.remote))), s.base+u.seq)
		for _, at := range u.tries[:u.n] {
			s.place(&use.brink, at, p.c)
		}
	}
	p.spareSegment(s)
}

// placeName puts the tries of a name at the brinks between failures.
func (p *easePass) placeName(s *segment, sn *segmentName, n *easedName) {
	for list := s.wellOf(sn); len(list) > 0; {
		lo, hi := n.gap(p.easing, list[0].start)
		k := len(list)
		if list[k-1].start > hi {
			k, _ = slices.BinarySearchFunc(list, hi, func(w wellTry, at int64) int { return cmp.Compare(w.start, at+1) })
		}
		to := n.stretch(lo, hi, p.passes)
		for _, w := range list[:min(k, thinFirst)] {
			s.place(&to.brink, w.try, p.c)
		}
		for _, w := range list[max(k-thinLast, min(k, thinFirst)):k] {
			s.place(&to.brink, w.try, p.c)
		}
		s.placeEnded(to, list[:k], p.c)
		list = list[k:]
	}
}

// place puts try i among some tries, if it is one of those that they hold.
func (s *segment) place(b edge, i int32, c *Collector) {
	t := &s.tries[i]
	if k := b.find(t.start, s.base+t.seq); k >= 0 {
		b.insert(k, s.taken(c, i))
	}
}

// placeEnded places the last tries of a stretch that ended before it did, and the first
// that ended behind its beginning.
func (s *segment) placeEnded(to *stretch, list []wellTry, c *Collector) {
	if to.hi != math.MaxInt64 {
		n := 0
		for _, w := range slices.Backward(list) {
			if t := &s.tries[w.try]; endedBy(t.end, to.hi) {
				s.place(&to.ended, w.try, c)
				if n++; n == thinLast {
					break
				}
			}
		}
	}
	if to.lo == math.MinInt64 || stepOf(to.lo) == 0 {
		return
	}
	n := 0
	for _, w := range list {
		if t := &s.tries[w.try]; outlasts(t.end, to.lo) {
			s.place(&to.behind, w.try, c)
			if n++; n == thinFirst {
				return
			}
		}
	}
}

// spareSegment keeps tries of jobs in which something failed.
func (p *easePass) spareSegment(s *segment) {
	if len(p.failed) == 0 {
		return
	}
	failed := make([]int8, s.names.Len()) // 1 if it failed, -1 if not, 0 if that is not known
	for _, w := range s.wells {
		if w.job == 0 || failed[w.job] < 0 {
			continue
		}
		if failed[w.job] == 0 {
			failed[w.job] = -1
			if p.hashes[s.names.Hash(w.job)] && p.failed[string(s.names.Text(w.job))] {
				failed[w.job] = 1
			}
		}
		if t := &s.tries[w.try]; failed[w.job] > 0 && p.spare(sparedKey{string(s.names.Text(t.process)), string(s.names.Text(t.job)), string(s.names.Text(t.op))}) {
			p.kept = append(p.kept, s.taken(p.c, w.try))
		}
	}
}

// spare counts a try of a job in which something failed, and reports whether it
// stays: Thin keeps the first thinJob of operations that are alike, and as many
// again where log lines name none.
func (p *easePass) spare(k sparedKey) bool {
	p.sparing[k]++
	return p.spared[k] < 2*thinJob
}

// weighTry decides about one try.
func (p *easePass) weighTry(t *try) {
	if !thinnable(t) || t.status != parse.OK {
		p.kept = append(p.kept, *t)
		return
	}
	p.went.leaveTry(p.c, t)
	n := p.nameOf(t)
	if n.mayStandOut(t) {
		n.slowTries = append(n.slowTries, *t)
	}
	lo, hi := n.gap(p.easing, t.start)
	g := n.stretch(lo, hi, p.passes)
	addTo(&g.brink, t)
	if endedBy(t.end, hi) {
		addTo(&g.ended, t)
	}
	if outlasts(t.end, lo) {
		addTo(&g.behind, t)
	}
	if t.remote != 0 {
		addTo(&n.use(address(p.c.names.list[t.remote]), t.seq).brink, t)
	}
	if job := p.c.names.list[t.job]; p.failed[job] && p.spare(sparedKey{p.c.names.list[t.process], job, p.c.names.list[t.op]}) {
		p.kept = append(p.kept, *t)
	}
}
