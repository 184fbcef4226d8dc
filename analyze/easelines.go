package analyze

import "timeline/parse"

// Lines of a large log that tell of successes are thinned while they are read, as
// tries are: each time as many have come as are held, the rule of Thin is asked about
// all of them, and those that it would drop go, but for the last lineSpan, which a
// failure may follow. It depends on the lines alone and not on who read them.
const lineSpan = 1 << 15

// A lineEasing is what is remembered of lines that went.
type lineEasing struct {
	span int
	due  int                  // number of lines at which the next pass is due
	took map[nameKey]*[64]int // how many took how long, see thinner
}

func newLineEasing(span int) lineEasing {
	return lineEasing{span: span, due: 2 * span, took: map[nameKey]*[64]int{}}
}

// addEntries takes further lines.
func (c *Collector) addEntries(list []entry) {
	for len(list) > 0 {
		n := min(len(list), max(1, c.lineEasing.due-len(c.entries)))
		c.entries, list = append(c.entries, list[:n]...), list[n:]
		c.easeLines()
	}
}

// easeLines drops lines if it is time to. Where events stand between them it does
// not: those may have failed.
func (c *Collector) easeLines() {
	e := &c.lineEasing
	if len(c.entries) < e.due {
		return
	}
	if c.seq == 0 {
		c.dropLines(c.chooseLines())
	}
	e.due = max(2*len(c.entries), len(c.entries)+e.span)
}

// chooseLines says which lines Thin would keep of those that are there.
func (c *Collector) chooseLines() []bool {
	k := newThinner()
	c.lineEasing.tell(k)
	k.lines = failedLinesOf([]*Collector{c})
	k.judge(c.eachLine)
	i := 0
	c.eachLine(func(m *datum) { k.keep[i] = k.keep[i] || k.together(m); i++ })
	return k.keep
}

// dropLines drops the lines that keep does not hold, but for the last ones.
func (c *Collector) dropLines(keep []bool) {
	recent := len(c.entries) - c.lineEasing.span
	kept, i := c.entries[:0], 0
	c.eachLine(func(m *datum) {
		e := &c.entries[i]
		if i >= recent || keep[i] {
			kept = append(kept, *e)
		} else {
			c.lineEasing.went(m)
			c.thinned.leave(e.status, e.at, e.lack)
		}
		i++
	})
	clear(c.entries[len(kept):])
	c.entries = kept
}

// went counts how long a line's try took.
func (e *lineEasing) went(m *datum) {
	if m.end < m.start {
		return
	}
	if e.took[m.name] == nil {
		e.took[m.name] = new([64]int)
	}
	e.took[m.name][log2(m.end-m.start)]++
}

// tell tells k how long those took that went, and reports whether any did.
func (e *lineEasing) tell(k *thinner) bool {
	for name, counts := range e.took {
		sum := k.took[name]
		if sum == nil {
			sum = new([64]int)
			k.took[name] = sum
		}
		for i, n := range counts {
			sum[i] += n
		}
	}
	return len(e.took) > 0
}

// eachLine visits the lines in their order.
func (c *Collector) eachLine(do func(*datum)) {
	var m datum
	for i := range c.entries {
		e := &c.entries[i]
		m = datum{name: nameKey{e.process, e.host}, client: e.client, remote: e.remote, job: taskKey{e.process, e.job, family(e.op)}, start: e.at, end: e.at}
		m.well = e.failure == nil && e.status != parse.Failed && e.at != unset
		if e.took != unset && e.at != unset {
			m.start = e.at - e.took
		}
		if e.failure != nil {
			m.name.host, m.other = firstNonEmpty(m.name.host, e.failure.host), e.failure.isOther()
		}
		do(&m)
	}
}
