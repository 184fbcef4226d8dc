package analyze

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"timeline/parse"
)

// A log that grows for weeks is analyzed again and again while a Collector goes
// on taking records: Clone gives Run a copy that it may use up, and Forget keeps
// the Collector from growing with the log.

// Clone returns a copy that shares nothing with c that either of them changes.
func (c *Collector) Clone() *Collector {
	d := *c
	d.names = interner{ids: maps.Clone(c.names.ids), list: slices.Clone(c.names.list), hashes: slices.Clone(c.names.hashes)}
	d.pairer.open = c.pairer.open.clone()
	d.pairer.failures = slices.Clone(c.pairer.failures)
	d.pairer.tries.chunks = make([][]try, len(c.pairer.tries.chunks))
	for i, chunk := range c.pairer.tries.chunks {
		d.pairer.tries.chunks[i] = append(make([]try, 0, tryChunk), chunk...)
	}
	d.entries, d.starts, d.bad = slices.Clone(c.entries), slices.Clone(c.starts), slices.Clone(c.bad)
	for i := range d.entries {
		d.entries[i].also = slices.Clip(d.entries[i].also)
	}
	d.easing.share()
	d.thinned.habits, d.easing.went.habits = maps.Clone(c.thinned.habits), maps.Clone(c.easing.went.habits)
	d.thinned.took = maps.Clone(c.thinned.took)
	for k, n := range d.thinned.took {
		d.thinned.took[k] = n.clone()
	}
	d.lineEasing = newLineEasing(lineSpan)
	d.gather()
	return &d
}

// Held is the number of tries, log entries and events without their other end
// that c keeps.
func (c *Collector) Held() int {
	return c.pairer.tries.len() + c.easing.len() + len(c.entries) + c.pairer.open.len()
}

// Forget drops what ended before an instant, and where there is more left of a
// kind than most, the oldest: first what went well, then the rest. It returns how
// many tries, entries and events it dropped, those included that thinning did
// before. What has no time, or a clock without a date, is dropped by its number
// only.
func (c *Collector) Forget(before time.Time, most int) int {
	c.gather()
	held := c.Held() + c.thinned.total()
	f := forgetting{before: unixNano(before), from: &c.names}
	f.names.id("")
	f.tries(&c.pairer, most)
	f.events(&c.pairer, most)
	c.entries = slices.DeleteFunc(c.entries, func(e entry) bool { return f.past(e.at, e.at, e.lack) })
	well := func(e *entry) bool { return e.failure == nil && e.status != parse.Failed }
	c.entries = slices.Clone(newest(c.entries, most, well))
	c.starts = slices.DeleteFunc(c.starts, func(s restart) bool { return s.at != unset && s.at < f.before })
	c.starts = slices.Clone(c.starts[max(0, len(c.starts)-most):])
	c.names, c.pairer.failures, c.thinned, c.lineEasing = f.names, f.failures, thinned{}, newLineEasing(lineSpan)
	return held - c.Held()
}

// newest keeps at most most of list. Of the others the first ones go, those that
// went well before all else.
func newest[T any](list []T, most int, well func(*T) bool) []T {
	surplus := len(list) - most
	if surplus <= 0 {
		return list
	}
	kept := list[:0]
	for i := range list {
		if surplus > 0 && well(&list[i]) {
			surplus--
			continue
		}
		kept = append(kept, list[i])
	}
	return kept[surplus:]
}

// A forgetting moves what is kept to new lists and numbers its strings anew, so
// that those of what is dropped go too.
type forgetting struct {
	before   int64
	from     *interner
	names    interner
	failures []*failure
}

func (f *forgetting) past(start, end int64, lack parse.Missing) bool {
	last := max(start, end) // unset is below every instant
	return last != unset && last < f.before && (lack == parse.Whole || lack == parse.NoZone)
}

// rename numbers the strings anew.
func (f *forgetting) rename(ids ...*uint32) {
	for _, id := range ids {
		*id = f.names.id(f.from.list[*id])
	}
}

// move moves a failure to the new list.
func (f *forgetting) move(n *int32, p *pairer) {
	if *n > 0 {
		f.failures = append(f.failures, p.failures[*n-1])
		*n = int32(len(f.failures))
	}
}

func (f *forgetting) tries(p *pairer, most int) {
	list := make([]try, 0, p.tries.len())
	p.tries.each(func(t *try) {
		if !f.past(t.start, t.end, t.lack) {
			list = append(list, *t)
		}
	})
	kept := tryList{}
	for _, t := range newest(list, most, thinnable) {
		f.move(&t.failure, p)
		f.rename(&t.file, &t.process, &t.job, &t.thread, &t.host, &t.op, &t.remote)
		kept.add(t)
	}
	p.tries = kept
}

// events drops starts that wait for an end. Where there are too many, those of
// the earliest instants go.
func (f *forgetting) events(p *pairer, most int) {
	list := slices.DeleteFunc(p.open.list(), func(e event) bool { return f.past(e.at, e.at, e.lack) })
	slices.SortFunc(list, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	p.open = openTable{}
	for _, e := range list[max(0, len(list)-most):] {
		f.move(&e.failure, p)
		f.rename(&e.file, &e.process, &e.job, &e.thread, &e.host, &e.op, &e.remote)
		p.open.put(&e, f.names.hash(e.key()))
	}
}
