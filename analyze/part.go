package analyze

import (
	"cmp"
	"slices"
	"sync"

	"timeline/parse"
)

// A Part collects what one block of an input holds, in the goroutine that read it
// ahead; the Collector of the input takes Parts in their order. Events whose other
// end stands in the same block are paired here, as if nothing was open before it
// but the starts of those ends that come first: where that proves wrong, the
// Collector has the pairing done again.
type Part struct {
	lines
	*segment
	runs     []partRun
	events   uint32
	keys     keyTable
	heads    []head
	negative int
	twice    int
}

// A partRun is a run of events, or one event that came as a record.
type partRun struct {
	run *parse.Events
	one event
}

// A head is the end of a try that began in an earlier block.
type head struct {
	event
	seq uint32
	key int32
}

// NewPart returns an empty Part of an input. Several goroutines may call it.
func (c *Collector) NewPart() parse.Part {
	p, ok := parts.Get().(*Part)
	if !ok {
		p = &Part{}
	}
	p.lines = lines{process: c.process}
	p.segment = freshSegment()
	return p
}

// Memory of Parts and segments is used again: they are large, and come and go with
// the blocks.
var parts, segments sync.Pool

// recycle gives a Part back whose segment has another owner.
func (p *Part) recycle() {
	clear(p.runs)
	p.keys.reset()
	*p = Part{runs: p.runs[:0], keys: p.keys, heads: p.heads[:0]}
	parts.Put(p)
}

// Names is what the names of the block are added to.
func (p *Part) Names() *parse.Names { return &p.names }

func (p *Part) number(s string) uint32 { return p.names.Number([]byte(s)) }

// Add takes a record.
func (p *Part) Add(r *parse.Record) {
	if p.lines.add(r, p.events) {
		return
	}
	e, f := p.event(r, p.number)
	if f != nil {
		p.failures = append(p.failures, f)
		e.failure = int32(len(p.failures))
	}
	p.runs = append(p.runs, partRun{one: e})
	p.pair(&e, p.keys.of(&e))
}

// AddEvents takes a run of events.
func (p *Part) AddEvents(run *parse.Events) {
	p.runs = append(p.runs, partRun{run: run})
	p.each(run, func(e *event) {
		p.lacking[e.lack]++
		p.pair(e, p.keys.of(e))
	})
}

// each visits the events of a run.
func (p *Part) each(run *parse.Events, do func(*event)) {
	e := event{file: p.number(run.File)}
	own := p.number(p.process)
	for i := range run.List {
		ev := &run.List[i]
		e.at, e.phase, e.status, e.lack, e.line = ev.At, ev.Phase, ev.Status, ev.Lack, int32(run.Line(ev))
		e.process, e.job, e.thread, e.host, e.op, e.remote = ev.Process, ev.Job, ev.Thread, ev.Host, ev.Operation, ev.Remote
		if own != 0 {
			e.process = own
		}
		do(&e)
	}
}

// pair takes the next event, whose key is k.
func (p *Part) pair(e *event, k *partKey) {
	k.events++
	switch {
	case k.isOpen:
		p.meet(e, k)
	case k.events == 1 && e.phase != parse.Start:
		p.heads = append(p.heads, head{*e, p.events, p.keys.last})
		k.headless = true
	default:
		k.open, k.isOpen = *e, true
	}
	p.events++
}

// meet takes the next event, whose key has an open one, as pairer.add does.
func (p *Part) meet(e *event, k *partKey) {
	var t try
	switch m := meet(&k.open, e); m {
	case repeats:
		p.twice++
		return
	case ends:
		t, k.isOpen = pairOf(&k.open, e), false
	case begins:
		t, k.isOpen = pairOf(e, &k.open), false
	default:
		if m == precedes {
			p.negative++
		}
		t = single(&k.open)
		k.open = *e
	}
	t.seq = p.events
	p.tries = append(p.tries, t)
}

// Close ends the Part.
func (p *Part) Close() {
	for i := range p.keys.list {
		k := p.keys.list[i].open.key()
		p.keys.list[i].hash = keyHash(p.names.Hash(k.process), p.names.Hash(k.job), p.names.Hash(k.thread), p.names.Hash(k.op))
	}
	p.sumUp()
}

// AddPart takes the next Part of the input, of whose lines so many are missing.
func (c *Collector) AddPart(part parse.Part, missing int) {
	p, e := part.(*Part), &c.easing
	c.addLines(&p.lines, missing)
	e.crossing = c.cross(p, missing)
	c.pairer.negative += p.negative
	c.pairer.twice += p.twice
	rest := p.segment
	rest.base, rest.line = c.seq, int32(missing)
	for left := p.events; ; {
		n := min(e.due-c.seq, left)
		left -= n
		c.seq += n
		var first *segment
		if first, rest = rest.cut(c.seq); first != nil {
			e.newer = append(e.newer, first)
		}
		for len(e.crossing) > 0 && (left == 0 || e.crossing[0].seq < c.seq) {
			c.pairer.tries.add(e.crossing[0])
			e.crossing = e.crossing[1:]
		}
		c.ease()
		if left == 0 {
			p.recycle()
			return
		}
	}
}

// cross pairs the events of p that have to do with those before, and returns the
// tries in their order. What is open behind p is open in c.
func (c *Collector) cross(p *Part, missing int) []try {
	known := func(k *partKey) *event {
		if !c.pairer.open.may(k.hash) {
			return nil
		}
		o := k.open.key()
		return c.pairer.open.find(pairKey{p.id(c, o.process), p.id(c, o.job), p.id(c, o.thread), p.id(c, o.op)}, k.hash)
	}
	var tries []try
	add := func(t try, seq uint32) {
		t.seq = c.seq + seq
		tries = append(tries, t)
	}
	if p.unlike(known) {
		p.again(func(e *event, k *partKey, seq uint32) {
			taken := c.taken(p, *e, missing)
			if t, closed := c.pairer.add(&taken, k.hash); closed {
				add(t, seq)
			}
		})
	}
	for i := range p.heads {
		h := &p.heads[i]
		e := c.taken(p, h.event, missing)
		if t, closed := c.pairer.add(&e, p.keys.list[h.key].hash); closed {
			add(t, h.seq)
		}
	}
	for i := range p.keys.list {
		if k := &p.keys.list[i]; k.isOpen {
			e := c.taken(p, k.open, missing)
			c.pairer.open.put(&e, k.hash)
		}
	}
	slices.SortFunc(tries, func(x, y try) int { return cmp.Compare(x.seq, y.seq) })
	return tries
}

// unlike marks the keys whose events were paired as if something else was open
// before p than was, and reports whether there are any.
func (p *Part) unlike(known func(*partKey) *event) bool {
	some := false
	for i := range p.keys.list {
		if k := &p.keys.list[i]; !k.headless && known(k) != nil {
			k.unlike, some = true, true
		}
	}
	for i := range p.heads {
		k := &p.keys.list[p.heads[i].key]
		if o := known(k); o == nil && k.events > 1 || o != nil && meet(o, &p.heads[i].event) != ends {
			k.unlike, some = true, true
		}
	}
	return some
}

// again pairs the events once more, and leaves those of unlike keys to other.
func (p *Part) again(other func(e *event, k *partKey, seq uint32)) {
	for i := range p.keys.list {
		k := &p.keys.list[i]
		k.isOpen, k.headless, k.events = false, false, 0
	}
	p.heads, p.tries, p.negative, p.twice, p.events = p.heads[:0], p.tries[:0], 0, 0, 0
	pair := func(e *event) {
		k := p.keys.of(e)
		if !k.unlike {
			p.pair(e, k)
			return
		}
		other(e, k, p.events)
		p.events++
	}
	for i := range p.runs {
		if r := &p.runs[i]; r.run != nil {
			p.each(r.run, pair)
		} else {
			pair(&r.one)
		}
	}
	p.sumUp()
}

// taken tells an event of p in the terms of c.
func (c *Collector) taken(p *Part, e event, missing int) event {
	for _, id := range []*uint32{&e.file, &e.process, &e.job, &e.thread, &e.host, &e.op, &e.remote} {
		*id = p.id(c, *id)
	}
	e.line += int32(missing)
	if e.failure > 0 {
		e.failure = c.pairer.keep(p.failures[e.failure-1])
	}
	return e
}

// addLines takes what a Part holds beside events.
func (c *Collector) addLines(l *lines, missing int) {
	for i := range l.entries {
		e := &l.entries[i]
		e.source.Line += missing
		e.seq += c.seq
	}
	for i := range l.dumps {
		l.dumps[i].source.Line += missing
		l.dumps[i].head.Line += missing
	}
	for i := range l.bad {
		l.bad[i].Line += missing
	}
	c.addEntries(l.entries)
	c.starts = append(c.starts, l.starts...)
	c.dumps = append(c.dumps, l.dumps[:min(len(l.dumps), maxDumpThreads-len(c.dumps))]...)
	c.bad = append(c.bad, l.bad[:min(len(l.bad), maxBad-len(c.bad))]...)
	for i, n := range l.lacking {
		c.lacking[i] += n
	}
}

// A keyTable holds the keys of a Part in the order in which they came.
type keyTable struct {
	slots []int32 // 1 + place in list; a power of two of them, at most half in use
	list  []partKey
	last  int32 // the one that was asked for last
}

type partKey struct {
	open     event // the one that is open; if none is, of its fields only the key holds
	hash     uint64
	events   uint32
	isOpen   bool
	headless bool // its first event is an end
	unlike   bool
}

// of returns the key of e, valid until the next call.
func (t *keyTable) of(e *event) *partKey {
	if 2*len(t.list) >= len(t.slots) {
		t.grow()
	}
	k := e.key()
	mask := uint64(len(t.slots) - 1)
	for p := k.place() & mask; ; p = (p + 1) & mask {
		at := t.slots[p]
		if at == 0 {
			t.list = append(t.list, partKey{open: *e})
			at = int32(len(t.list))
			t.slots[p] = at
		}
		if o := &t.list[at-1]; o.open.key() == k {
			t.last = at - 1
			return o
		}
	}
}

// place is where a key is looked for first.
func (k *pairKey) place() uint64 {
	return keyHash(uint64(k.process), uint64(k.job), uint64(k.thread), uint64(k.op))
}

func (t *keyTable) reset() {
	t.list = t.list[:0]
	clear(t.slots)
}

func (t *keyTable) grow() {
	t.slots = make([]int32, max(1024, 2*len(t.slots)))
	mask := uint64(len(t.slots) - 1)
	for i := range t.list {
		k := t.list[i].open.key()
		p := k.place() & mask
		for t.slots[p] != 0 {
			p = (p + 1) & mask
		}
		t.slots[p] = int32(i + 1)
	}
}
