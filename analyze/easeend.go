package analyze

import (
	"cmp"
	"maps"
	"slices"

	"timeline/parse"
)

// finish weighs all tries of an input that was eased, and tells k what went: how
// long it took, and when the slow ones of it ended together. It reports whether
// anything was eased.
func (c *Collector) finish(k *thinner) bool {
	e := &c.easing
	if e.passes < 2 {
		c.gather()
		return false
	}
	c.weigh(append(e.older, e.newer...), c.pairer.tries.len())
	e.older, e.newer, c.pairer.tries = nil, nil, tryList{}
	for name, n := range e.names {
		n.chooseSlow(n.slow.last)
		k.eased[name] = n.slow.spans()
	}
	c.gather()
	for name, d := range c.thinned.took {
		counts := d.counts()
		k.took[name] = &counts
	}
	return true
}

// lost says, by name, how long those took that were weighed and went. retained are
// those that stay.
func (e *easing) lost(c *Collector, retained []try) map[nameKey]*durations {
	lost := make(map[nameKey]*durations, len(e.names))
	for name, n := range e.names {
		if n.pass > 0 {
			lost[name] = n.took.clone()
		}
	}
	for i := range retained {
		if t := &retained[i]; thinnable(t) {
			lost[c.nameOf(t)].add(t.end-t.start, -1)
		}
	}
	maps.DeleteFunc(lost, func(_ nameKey, d *durations) bool { return d.counts() == [64]int{} })
	return lost
}

// gather moves the tries that easing holds to the Collector's list, in their order,
// and ends it.
func (c *Collector) gather() {
	e := &c.easing
	list := e.retained()
	for i := range list {
		if t := &list[i]; thinnable(t) && t.status == parse.OK {
			e.went.unleave(c, t)
		}
	}
	e.went.trim()
	e.went.took = e.lost(c, list)
	c.thinned.merge(e.went)
	for _, s := range append(e.older, e.newer...) {
		for i := range s.tries {
			list = append(list, s.taken(c, int32(i)))
		}
	}
	if len(list) > 0 {
		c.pairer.tries.each(func(t *try) { list = append(list, *t) })
		sortTries(list)
		c.pairer.tries = tryList{}
		for _, t := range list {
			c.pairer.tries.add(t)
		}
	}
	span, due := e.span, e.due
	*e = newEasing(span)
	e.due = due
}

// retained lists the tries that were weighed and stay, in their order.
func (e *easing) retained() []try {
	n := 0
	e.each(func(*try) { n++ })
	list := make([]try, 0, n)
	e.each(func(t *try) { list = append(list, *t) })
	sortTries(list)
	return slices.CompactFunc(list, func(x, y try) bool { return x.seq == y.seq })
}

// sortTries puts tries in their order. Those of one number are one try.
func sortTries(list []try) {
	slices.SortFunc(list, func(x, y try) int { return cmp.Compare(x.seq, y.seq) })
}

// each visits the tries that were weighed and stay, some of them more than once.
func (e *easing) each(do func(*try)) {
	visit := func(list []try) {
		for i := range list {
			do(&list[i])
		}
	}
	visit(e.kept)
	for _, n := range e.names {
		for i := range n.gaps {
			visit(n.gaps[i].tries)
			visit(n.gaps[i].ended.tries)
			visit(n.gaps[i].behind.tries)
		}
		for _, u := range n.uses {
			visit(u.tries)
		}
		visit(n.slowTries)
	}
}

// share makes e, a copy, one that gather does not change the original through.
func (e *easing) share() {
	e.older, e.newer = slices.Clone(e.older), slices.Clone(e.newer)
	for _, list := range [][]*segment{e.older, e.newer} {
		for i, s := range list {
			own := *s
			own.ids = nil
			list[i] = &own
		}
	}
}

// len is how many tries are held, some of them counted more than once.
func (e *easing) len() int {
	n := 0
	e.each(func(*try) { n++ })
	for _, s := range append(e.older, e.newer...) {
		n += len(s.tries)
	}
	return n
}

// renumber numbers the names anew that something still uses.
func (c *Collector) renumber() {
	to := make([]uint32, len(c.names.list))
	var names interner
	names.id("")
	rename := func(ids ...*uint32) {
		for _, id := range ids {
			if to[*id] == 0 && *id != 0 {
				to[*id] = names.id(c.names.list[*id])
			}
			*id = to[*id]
		}
	}
	try := func(t *try) { rename(&t.file, &t.process, &t.job, &t.thread, &t.host, &t.op, &t.remote) }
	c.pairer.tries.each(try)
	c.easing.each(try)
	for i := range c.easing.crossing {
		try(&c.easing.crossing[i])
	}
	c.pairer.open.each(func(e *event) {
		rename(&e.file, &e.process, &e.job, &e.thread, &e.host, &e.op, &e.remote)
	})
	for _, s := range append(c.easing.older, c.easing.newer...) {
		s.ids = s.ids[:0]
	}
	c.names = names
	c.easing.list = len(names.list)
}

// cut drops the first n tries.
func (l *tryList) cut(n int) {
	if n == 0 {
		return
	}
	rest := l.len() - n
	for i := range rest {
		*l.at(i) = *l.at(i + n)
	}
	l.chunks = l.chunks[:(rest+tryChunk-1)/tryChunk]
	if k := len(l.chunks); k > 0 {
		l.chunks[k-1] = l.chunks[k-1][:rest-(k-1)*tryChunk]
	}
}
