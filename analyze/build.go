package analyze

import (
	"cmp"
	"slices"
	"time"

	"timeline/parse"
)

// A built set is what all inputs say: attempts in their one order, and what was
// left over.
type built struct {
	attempts  []*attempt
	chains    [][]*attempt // tries of one operation of one job
	starts    []restart
	restarts  int // starts between attempts
	unpaired  int
	negative  int
	twice     int
	undated   int
	ambiguous int
	shifts    []shift
	thinned   thinned
}

// build makes attempts from collectors: it dates clocks without a date, pairs
// events across inputs, drops what was given twice, joins log lines and decides
// outcomes.
func build(cs []*Collector, zone *time.Location) *built {
	b := &built{}
	for _, c := range cs {
		c.gather()
	}
	b.undated = dateAll(cs, zone)
	b.shifts = align(cs)
	b.pairLeftovers(cs)
	tries := b.materialize(cs)
	order(tries)
	tries = b.dropTwins(tries)
	var entries []entry
	for _, c := range cs {
		entries = append(entries, c.entries...)
		b.starts = append(b.starts, c.starts...)
		b.negative += c.pairer.negative
		b.twice += c.pairer.twice
		b.thinned.merge(c.thinned)
	}
	j := join(tries, entries)
	b.attempts, b.ambiguous = j.attempts, j.ambiguous
	b.restarts = splitAtStarts(b.attempts, b.starts, b.thinned.habits)
	order(b.attempts)
	grains(b.attempts)
	b.chains = numberTries(b.attempts)
	decideOutcomes(b.attempts, b.chains)
	for _, a := range b.attempts {
		if a.evented && (a.end == unset || a.start == unset) {
			b.unpaired++
		}
	}
	return b
}

// A looseEnd is an event that found no other end in its own input.
type looseEnd struct {
	event
	c *Collector
}

// pairLeftovers joins starts in one input with ends in another: a log that was
// rotated, or a job that several files hold.
func (b *built) pairLeftovers(cs []*Collector) {
	type key struct{ process, job, thread, op string }
	open := map[key][]looseEnd{}
	var keys []key
	for _, c := range cs {
		for _, e := range c.pairer.rest() {
			pk := e.key()
			k := key{c.names.list[pk.process], c.names.list[pk.job], c.names.list[pk.thread], c.names.list[pk.op]}
			if open[k] == nil {
				keys = append(keys, k)
			}
			open[k] = append(open[k], looseEnd{e, c})
		}
	}
	slices.SortFunc(keys, func(x, y key) int {
		return cmp.Or(cmp.Compare(x.process, y.process), cmp.Compare(x.job, y.job), cmp.Compare(x.thread, y.thread), cmp.Compare(x.op, y.op))
	})
	for _, k := range keys {
		pairLoose(open[k])
	}
}

func pairLoose(list []looseEnd) {
	slices.SortStableFunc(list, func(x, y looseEnd) int {
		return cmp.Or(cmp.Compare(x.at, y.at), cmp.Compare(startFirst(x.phase), startFirst(y.phase)))
	})
	for i := 0; i < len(list); i++ {
		l := list[i]
		if i+1 < len(list) && l.phase == parse.Start && list[i+1].phase != parse.Start {
			// The end is told in the terms of the collector that holds the start.
			e := list[i+1].c.inTermsOf(l.c, list[i+1].event)
			l.c.pairer.tries.add(pairOf(&l.event, &e))
			i++
			continue
		}
		l.c.pairer.tries.add(single(&l.event))
	}
}

func startFirst(p parse.Phase) int {
	if p == parse.Start {
		return 0
	}
	return 1
}

// inTermsOf renumbers the strings of e for another collector.
func (c *Collector) inTermsOf(o *Collector, e event) event {
	if c == o {
		return e
	}
	for _, id := range []*uint32{&e.process, &e.job, &e.thread, &e.host, &e.op, &e.remote, &e.file} {
		*id = o.names.id(c.names.list[*id])
	}
	e.failure = o.pairer.keep(c.pairer.failure(e.failure))
	return e
}

// materialize turns the small tries into attempts, without the successes that
// inference does not need.
func (b *built) materialize(cs []*Collector) []*attempt {
	keep := b.thinned.plan(cs, thinAbove)
	var as []*attempt
	for n, c := range cs {
		s, i := c.names.list, -1
		c.pairer.tries.each(func(t *try) {
			if i++; !keep(n, i) {
				b.thinned.leftOut(c, t)
				return
			}
			a := &attempt{
				process: s[t.process], job: s[t.job], thread: s[t.thread], host: s[t.host], op: s[t.op], remote: s[t.remote],
				start: t.start, end: t.end, endPhase: t.endPhase, status: t.status, evented: true,
			}
			if a.failure = c.pairer.failure(t.failure); a.failure != nil {
				a.timed = t.start != unset
				a.nameHost()
			}
			a.sources = make([]Source, 0, 2)
			if t.startLine > 0 {
				a.sources = append(a.sources, Source{s[t.file], int(t.startLine)})
			}
			if t.endLine > 0 {
				a.sources = append(a.sources, Source{s[t.file], int(t.endLine)})
			}
			as = append(as, a)
		})
		c.pairer.tries = tryList{} // large, and not needed any more
	}
	return as
}

// dropTwins merges attempts that two layouts of one log both hold: the same
// operation of the same job with the same start and end.
func (b *built) dropTwins(as []*attempt) []*attempt {
	kept := as[:0]
	for _, a := range as {
		if n := len(kept); n > 0 && twins(kept[n-1], a) {
			k := kept[n-1]
			k.thread, k.host, k.remote = firstNonEmpty(k.thread, a.thread), firstNonEmpty(k.host, a.host), firstNonEmpty(k.remote, a.remote)
			k.sources = append(k.sources, a.sources...)
			if k.status == parse.NoStatus {
				k.status = a.status
			}
			if a.failure != nil && (k.failure == nil || moreTelling(a.failure, k.failure)) {
				k.failure = a.failure
			}
			b.twice += 2
			continue
		}
		kept = append(kept, a)
	}
	return kept
}

func twins(a, b *attempt) bool {
	return a.process == b.process && a.job == b.job && a.op == b.op && a.start == b.start && a.end == b.end && a.endPhase == b.endPhase &&
		(a.job != "" || a.thread == b.thread) && agree(a.thread, b.thread) && agree(a.host, b.host)
}

// agree reports whether two texts are the same where both are known.
func agree(a, b string) bool { return a == "" || b == "" || a == b }
