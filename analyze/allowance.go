package analyze

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// What went well in an input is kept for about so many bytes of a partial, however
// large the input is. Failures and what bounds them are kept beside that, and each
// of them allows for more.
const (
	allowance   = 48 << 10
	allowedMore = 1 << 10 // for each failure
	rowCost     = 12      // of a try or line without its texts
	fineCost    = 8       // more where its times are finer than milliseconds
	wordCost    = 2       // of a text, beside what tells it from the one before
	nameCost    = 420     // of a name, without the path of its input
)

// A purse holds what is left of an allowance.
type purse struct {
	c     *Collector
	left  int
	known map[string]bool  // texts that are paid for
	last  [rowTexts]string // of each kind
}

const rowTexts = 8

func newPurse(c *Collector, failures int) *purse {
	return &purse{c: c, left: allowance + allowedMore*failures, known: map[string]bool{"": true}}
}

// row returns the texts of try or line i, and whether its times are fine.
func (p *purse) row(i int) (texts [rowTexts]string, fine bool) {
	if n := p.c.pairer.tries.len(); i >= n {
		e := &p.c.entries[i-n]
		return [rowTexts]string{e.job, e.thread, e.op, e.remote, e.source.File, e.resolved, e.client, e.message}, isFine(e.at) || e.took != unset && isFine(e.took)
	}
	t, s := p.c.pairer.tries.at(i), p.c.names.list
	return [rowTexts]string{s[t.job], s[t.thread], s[t.op], s[t.remote], s[t.file]}, isFine(t.start) || isFine(t.end)
}

func isFine(ns int64) bool { return ns != unset && ns%1e6 != 0 }

// pay pays for try or line i, and reports whether there was enough.
func (p *purse) pay(i int) bool {
	texts, fine := p.row(i)
	p.left -= rowCost
	if fine {
		p.left -= fineCost
	}
	for kind, text := range texts {
		p.word(kind, text)
	}
	return p.left >= 0
}

// word pays for a text, once.
func (p *purse) word(kind int, text string) {
	if p.known[text] {
		return
	}
	p.known[text] = true
	p.left -= wordCost + len(text) - commonPrefix(p.last[kind], text)
	p.last[kind] = text
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func (p *purse) clone() *purse {
	q := *p
	q.known = maps.Clone(p.known)
	return &q
}

// payName pays for what a partial says of a name of which it holds row i.
func (p *purse) payName(k nameKey, i int) bool {
	texts, _ := p.row(i)
	p.left -= nameCost + 2*(len(texts[4])+len(k.process)+len(k.host))
	return p.left >= 0
}

// keepsAll reports whether an input is kept as it is: a small one in which something
// failed, and one that needs no more than the allowance.
func (c *Collector) keepsAll() bool {
	if c.pairer.tries.len()+len(c.entries) > thinAll {
		return false
	}
	failed := false
	c.eachDatum(func(m *datum) { failed = failed || !m.well })
	if failed {
		return true
	}
	p, i, names := newPurse(c, 0), 0, map[nameKey]bool{}
	c.eachDatum(func(m *datum) {
		if !names[m.name] {
			names[m.name] = true
			p.payName(m.name, i)
		}
		p.pay(i)
		i++
	})
	return p.left >= 0
}

// A calmName is one that did not fail, with what was chosen to be kept of it.
type calmName struct {
	key    nameKey
	tries  int
	moved  bool  // it has several addresses
	edges  []int // at the ends of stretches
	crowds []int // slow ones that ended together
}

// spend keeps of what went well what the allowance is enough for: of the names that
// did not fail those that moved first and then the busiest, and then the tries that
// another input may tell to have failed. What must holds is kept in any case. It
// returns of how many names nothing is kept.
func (k *thinner) spend(c *Collector, must []bool) (unlisted int) {
	p := newPurse(c, k.failed)
	calm := k.calmNames()
	var doubtful []int
	i := -1
	c.eachDatum(func(m *datum) {
		i++
		crowd := k.together(m)
		n := calm[m.name]
		switch {
		case must[i]:
			return
		case n == nil:
			k.keep[i] = k.keep[i] || crowd
		case k.keep[i]:
			n.edges = append(n.edges, i)
			k.keep[i] = false
			return
		case crowd:
			n.crowds = append(n.crowds, i)
			return
		}
		if m.bare && !k.keep[i] {
			doubtful = append(doubtful, i)
		}
	})
	unlisted = k.buyNames(p, calm)
	k.buyDoubtful(c, p, doubtful)
	return unlisted
}

// calmNames lists the names that did not fail.
func (k *thinner) calmNames() map[nameKey]*calmName {
	calm := map[nameKey]*calmName{}
	for name, hist := range k.took {
		if k.restless[name] {
			continue
		}
		n := &calmName{key: name}
		for _, count := range hist {
			n.tries += count
		}
		calm[name] = n
	}
	for use, addresses := range k.uses {
		process, _, _ := strings.Cut(use.process, "\x00")
		if n := calm[nameKey{process, use.host}]; n != nil {
			n.moved = n.moved || len(addresses) > 1
		}
	}
	return calm
}

// buyNames keeps names while the purse is not empty: all their edges, and of what
// ended together as much as it is enough for. It returns how many names went.
func (k *thinner) buyNames(p *purse, calm map[nameKey]*calmName) int {
	list := slices.DeleteFunc(slices.Collect(maps.Values(calm)), func(n *calmName) bool { return len(n.edges) == 0 })
	slices.SortFunc(list, func(a, b *calmName) int {
		return cmp.Or(compareBools(b.moved, a.moved), cmp.Compare(b.tries, a.tries), cmp.Compare(a.key.process, b.key.process), cmp.Compare(a.key.host, b.key.host))
	})
	bought := 0
	for _, n := range list {
		if !p.payName(n.key, n.edges[0]) {
			break
		}
		for _, i := range n.edges {
			p.pay(i)
			k.keep[i] = true
		}
		bought++
	}
	for _, n := range list[:bought] {
		for _, i := range n.crowds {
			k.keep[i] = p.pay(i)
		}
	}
	return len(list) - bought
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
