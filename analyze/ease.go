package analyze

import (
	"math"
	"slices"

	"timeline/parse"
)

// A large TimeLog is thinned while it is read: tries that Thin would drop from the
// whole input go as soon as enough of what follows them is known. Only those go
// that say that they went well; for others a line of another input may tell. What
// is kept is what Thin keeps and a little more, and depends on the input alone.
const (
	easeRecent = 1 << 15 // tries at the end that are left alone: the failures that make them count may follow
	easeBatch  = 1 << 15 // tries that are weighed in one go
	easeReach  = 1 << 17 // behind so many tries one stays that nothing took the place of
)

// How far easing came with a try.
const (
	unseen  uint8 = iota
	weighed       // it goes when others take its place
	settled       // it stays
)

// An easing is what is remembered of an input whose tries are thinned.
type easing struct {
	recent int
	batch  int
	next   int // number of tries at which the next pass is due
	first  int // chunks of tries that are settled
	lines  int // log lines whose failures are known
	kept   int // names after they were numbered anew
	names  map[nameKey]*easedName
	failed []bool // by number: jobs in which something failed
}

func newEasing(recent, batch int) *easing {
	return &easing{recent: recent, batch: batch, next: recent + batch, names: map[nameKey]*easedName{}}
}

// An easedName is what is remembered of one name in one process, or of failures
// without a name, under the empty one.
type easedName struct {
	fails  []int64 // instants of failures
	sorted bool
	stands bool                  // lo and hi are those of this pass
	lo, hi int64                 // failures before and behind the last success: lo < its start <= hi
	ends   *easedEnds            // of the time between those
	gaps   map[int64]*easedEnds  // by the failure before; of late
	uses   map[string]*easedEnds // by address
	slow   slowEnds
	took   [64]int // how many took how long, in powers of two of a nanosecond
	lost   [64]int // the same of those that went
}

// easedEnds are the successes at both ends of a stretch of time.
type easedEnds struct {
	firsts []int64 // the earliest starts
	last   []int   // the latest ones, by their place in the pass
	passed bool    // a failure followed before this pass
}

// ease drops tries, and the names that only they used, if it is time to.
func (c *Collector) ease() {
	n := c.pairer.tries.len()
	if c.easing == nil {
		if n < easeRecent+easeBatch {
			return
		}
		c.easing = newEasing(easeRecent, easeBatch)
	}
	if n < c.easing.next {
		return
	}
	p := &easePass{easing: c.easing, c: c, ids: map[uint64]*easedName{}, tries: tryList{c.pairer.tries.chunks[c.easing.first:]}}
	p.drop, p.held = make([]bool, p.tries.len()), make([]uint8, p.tries.len())
	p.learn()
	old := p.tries.len() - p.recent
	for i := range old {
		p.measure(p.tries.at(i))
	}
	for i := range old {
		p.weigh(i)
	}
	p.choose()
	for i := range max(0, p.tries.len()-easeReach) {
		p.tries.at(i).eased = settled
	}
	for _, n := range c.easing.names {
		n.rest(p.tries)
	}
	c.easing.first = c.pairer.tries.remove(c.easing.first, p.drop)
	c.easing.next = c.pairer.tries.len() + c.easing.batch
	if len(c.names.list) > 2*c.easing.kept+c.easing.batch {
		c.renumber()
	}
}

// An easePass goes over the tries that are not settled.
type easePass struct {
	*easing
	c     *Collector
	tries tryList
	held  []uint8 // by how many rules a try may have to stay
	slow  []int   // tries that took long
	drop  []bool
	ids   map[uint64]*easedName // by the numbers of process and host
	last  [64]struct {          // some of those asked for last
		id   uint64
		name *easedName
	}
}

// learn notes the failures that came since the last pass.
func (p *easePass) learn() {
	s := p.c.names.list
	p.tries.each(func(t *try) {
		if t.eased != unseen || thinnable(t) {
			return
		}
		t.eased = settled
		host := s[t.host]
		if t.failure > 0 && host == "" {
			host = p.c.pairer.failures[t.failure-1].host
		}
		p.fail(nameKey{s[t.process], host}, t.job, max(t.start, t.end))
	})
	for ; p.lines < len(p.c.entries); p.lines++ {
		e := &p.c.entries[p.lines]
		if e.failure == nil && e.status != parse.Failed {
			continue
		}
		host := e.host
		if host == "" && e.failure != nil {
			host = e.failure.host
		}
		p.fail(nameKey{e.process, host}, p.c.names.id(e.job), e.at)
	}
}

func (p *easePass) fail(k nameKey, job uint32, at int64) {
	if at != unset {
		n := p.name(k)
		n.fails, n.sorted = append(n.fails, at), false
	}
	if job != 0 {
		p.failed = append(p.failed, make([]bool, max(0, int(job)+1-len(p.failed)))...)
		p.failed[job] = true
	}
}

func (e *easing) name(k nameKey) *easedName {
	n := e.names[k]
	if n == nil {
		n = &easedName{uses: map[string]*easedEnds{}, gaps: map[int64]*easedEnds{}}
		e.names[k] = n
	}
	return n
}

// of returns the name of a try.
func (p *easePass) of(t *try) *easedName {
	id := uint64(t.process)<<32 | uint64(t.host)
	last := &p.last[(t.host^t.process*7)%uint32(len(p.last))]
	if last.name != nil && last.id == id {
		return last.name
	}
	n := p.ids[id]
	if n == nil {
		n = p.name(p.c.nameOf(t))
		p.ids[id] = n
	}
	last.id, last.name = id, n
	return n
}

// measure counts how long a new try took.
func (p *easePass) measure(t *try) {
	if t.eased == unseen && t.end >= t.start {
		p.of(t).took[log2(t.end-t.start)]++
	}
}

// weigh decides about try i, and about those that it takes the place of.
func (p *easePass) weigh(i int) {
	t := p.tries.at(i)
	if t.eased == settled {
		return
	}
	n := p.of(t)
	if !n.stands || t.start <= n.lo || t.start > n.hi {
		p.enter(n, t)
	}
	slow := t.end-t.start >= n.slow.limit
	if slow && t.eased == unseen {
		n.slow.add(t.end / groupSpan)
	}
	if t.status != parse.OK || t.end < t.start || int(t.job) < len(p.failed) && p.failed[t.job] {
		t.eased = settled
		return
	}
	if slow {
		p.slow = append(p.slow, i)
		p.held[i]++
	}
	t.eased = weighed
	keep := p.place(n, n.ends, i, thinEdges)
	if t.remote != 0 {
		if use := n.use(address(p.c.names.list[t.remote])); use == nil || p.place(n, use, i, thinUses) {
			keep = true
		}
	}
	if keep {
		t.eased = settled
	}
	p.release(n, i)
}

// choose lets the slow successes go that did not end with others.
func (p *easePass) choose() {
	for _, n := range p.ids {
		n.slow.choose(n.slow.last - densityReach)
	}
	for _, i := range p.slow {
		t := p.tries.at(i)
		if n := p.of(t); !n.slow.may(t.end / groupSpan) {
			p.held[i]--
			p.release(n, i)
		}
	}
}

// release lets a try go that nothing holds.
func (p *easePass) release(n *easedName, i int) {
	if t := p.tries.at(i); p.held[i] == 0 && t.eased != settled {
		p.drop[i] = true
		n.lost[log2(t.end-t.start)]++
		p.c.thinned.leave(t.status, t.end, t.lack)
	}
}

// enter finds the failures around t.
func (p *easePass) enter(n *easedName, t *try) {
	lo, hi := n.around(t.start)
	if host := p.c.names.list[t.host]; host != "" {
		if none := p.names[nameKey{process: p.c.names.list[t.process]}]; none != nil {
			l, h := none.around(t.start)
			lo, hi = max(lo, l), min(hi, h)
		}
	}
	n.ends = n.gaps[lo]
	if n.ends == nil {
		n.ends = &easedEnds{}
		n.gaps[lo] = n.ends
	}
	if !n.stands {
		n.slow.limit = slowFrom(&n.took)
	}
	n.lo, n.hi, n.stands = lo, hi, true
}

// around returns the last failure before at, and the first one from it on.
func (n *easedName) around(at int64) (lo, hi int64) {
	if !n.sorted {
		slices.Sort(n.fails)
		n.sorted = true
	}
	lo, hi = math.MinInt64, math.MaxInt64
	i, _ := slices.BinarySearch(n.fails, at)
	if i > 0 {
		lo = n.fails[i-1]
	}
	if i < len(n.fails) {
		hi = n.fails[i]
	}
	return lo, hi
}

// use returns the ends of the use of an address, nil where there are too many.
func (n *easedName) use(address string) *easedEnds {
	e := n.uses[address]
	if e == nil && len(n.uses) < thinRemotes {
		e = &easedEnds{}
		n.uses[address] = e
	}
	return e
}

// place puts try i among the first or the last of a stretch, and reports whether
// it is one of the first. The one that it takes the place of goes, unless another
// stretch holds it.
func (p *easePass) place(n *easedName, e *easedEnds, i, most int) bool {
	start := p.tries.at(i).start
	if len(e.firsts) < most || start < e.firsts[most-1] {
		k, _ := slices.BinarySearch(e.firsts, start)
		e.firsts = slices.Insert(e.firsts, k, start)
		e.firsts = e.firsts[:min(len(e.firsts), most)]
		return true
	}
	e.last = append(e.last, i)
	p.held[i]++
	if len(e.last) <= most {
		return false
	}
	out := 0
	for k, j := range e.last {
		if p.tries.at(j).start < p.tries.at(e.last[out]).start {
			out = k
		}
	}
	j := e.last[out]
	e.last = slices.Delete(e.last, out, out+1)
	if p.held[j]--; j != i {
		p.release(n, j)
	}
	return false
}

// rest ends a pass: places in it mean nothing in the next one. What was last
// before a failure stays.
func (n *easedName) rest(tries tryList) {
	n.stands = false
	newest := int64(math.MinInt64)
	for lo := range n.gaps {
		newest = max(newest, lo)
	}
	for lo, e := range n.gaps {
		if lo < newest {
			for _, i := range e.last {
				tries.at(i).eased = settled
			}
			if e.passed {
				delete(n.gaps, lo)
			}
			e.passed = true
		}
		e.last = e.last[:0]
	}
	for _, e := range n.uses {
		e.last = e.last[:0]
	}
}

// finish tells k what easing dropped: how long it took, and when the slow ones of
// it ended together.
func (c *Collector) finish(k *thinner) {
	if c.easing == nil {
		return
	}
	p := &easePass{easing: c.easing, c: c, ids: map[uint64]*easedName{}, tries: tryList{c.pairer.tries.chunks[c.easing.first:]}}
	p.learn()
	p.tries.each(p.measure)
	for name, n := range c.easing.names {
		n.slow.limit = slowFrom(&n.took)
		lost := n.lost
		k.took[name] = &lost
	}
	p.tries.each(func(t *try) {
		if n := p.of(t); t.eased == unseen && t.end-t.start >= n.slow.limit {
			n.slow.add(t.end / groupSpan)
		}
	})
	for name, n := range c.easing.names {
		n.slow.choose(n.slow.last)
		k.eased[name] = n.slow.spans()
	}
}

// renumber numbers the names anew that something still uses.
func (c *Collector) renumber() {
	to := make([]uint32, len(c.names.list))
	names := interner{run: c.names.run}
	names.id("")
	rename := func(ids ...*uint32) {
		for _, id := range ids {
			if to[*id] == 0 && *id != 0 {
				to[*id] = names.id(c.names.list[*id])
			}
			*id = to[*id]
		}
	}
	c.pairer.tries.each(func(t *try) { rename(&t.file, &t.process, &t.job, &t.thread, &t.host, &t.op, &t.remote) })
	open := c.pairer.open.list()
	c.pairer.open = openTable{}
	for i := range open {
		e := &open[i]
		rename(&e.file, &e.process, &e.job, &e.thread, &e.host, &e.op, &e.remote)
		c.pairer.open.put(e)
	}
	failed := c.easing.failed
	c.easing.failed = nil
	for job, is := range failed {
		if id := uint32(job); is {
			rename(&id)
			c.easing.failed = append(c.easing.failed, make([]bool, max(0, int(id)+1-len(c.easing.failed)))...)
			c.easing.failed[id] = true
		}
	}
	c.names = names
	c.easing.kept = len(names.list)
}

// at returns the i-th try of a list whose chunks are full, but for the last.
func (l *tryList) at(i int) *try { return &l.chunks[i/tryChunk][i%tryChunk] }

// remove closes the gaps that tries leave in the chunks from first on, and returns
// the first chunk with a try that is not settled.
func (l *tryList) remove(first int, drop []bool) int {
	from := l.chunks[first:]
	l.chunks = l.chunks[:first:first]
	var spare [][]try
	i := 0
	for _, c := range from {
		for k := range c {
			if !drop[i] {
				if n := len(l.chunks); n == first || len(l.chunks[n-1]) == tryChunk {
					if len(spare) == 0 {
						spare = append(spare, make([]try, 0, tryChunk))
					}
					l.chunks = append(l.chunks, spare[0])
					spare = spare[1:]
				}
				n := len(l.chunks) - 1
				l.chunks[n] = append(l.chunks[n], c[k])
			}
			i++
		}
		spare = append(spare, c[:0]) // all of it is copied
	}
	for first < len(l.chunks) && len(l.chunks[first]) == tryChunk && !slices.ContainsFunc(l.chunks[first], func(t try) bool { return t.eased != settled }) {
		first++
	}
	return first
}

// slowFrom says from what duration on a success is slow beside the others: as
// slowOnes does, from a coarse count. It is 0 where there are none.
func slowFrom(took *[64]int) int64 {
	all, tenth := 0, 0
	for _, n := range took {
		all += n
	}
	for i, n := range took {
		if tenth += n; tenth > all/10 {
			return max(slowLookup, 4*int64(1)<<min(i, 40))
		}
	}
	return 0
}
