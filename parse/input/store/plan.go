package store

import (
	"context"
	"slices"
	"time"
)

// How a slice is read.
//
// A small one is fetched whole. Of a large one the store looks for the failures
// of names; then the rows around them are fetched, all of them: the starts before
// the failures, the line of the thread that did the lookup, the first success
// after. Where the success is further away, the rows that hold the failed name
// are looked for, in growing steps. A slice without such a failure gives the rows
// that tell of any failure, and none around them.
const (
	reachBefore = time.Minute      // resolvers give up after 40 s at most by default, and their callers started before
	reachAfter  = time.Minute      // longer than every default TTL
	longestTry  = 10 * time.Minute // that a failure may state, to reach back further
	rowsAfter   = 200              // rows of a name that are looked at for a success
	mostOthers  = 20_000           // rows of other failures
	mostNames   = 20               // names for which the first success is looked for, per neighbourhood
)

// stepsAfter are how far behind a neighbourhood a success is looked for.
var stepsAfter = []time.Duration{10 * time.Minute, 2 * time.Hour, 24 * time.Hour}

func (s *Store) slice() slice {
	return slice{text: s.query.Text, from: s.query.Since, to: s.query.Until}
}

// read writes the slice to out.
func (s *Store) read(ctx context.Context, out *writer) error {
	if err := s.choose(ctx, out); err != nil {
		return err
	}
	if len(s.gaps) == 0 {
		s.checkAge(ctx)
	}
	return nil
}

// Where the first part of a slice holds no row of anything, the store may have
// dropped what was older than it keeps.
const (
	agePart  = 10 // of the slice: one in so many
	ageLeast = 10 * time.Minute
)

// checkAge looks for a row of any kind in the first part of the slice. Loki has no
// query for all rows. A question that fails says nothing.
func (s *Store) checkAge(ctx context.Context) {
	e, ok := s.engine.(interface {
		holds(ctx context.Context, s slice) (bool, error)
	})
	if !ok {
		return
	}
	first := s.slice()
	first.text, first.to = "*", first.from.Add(max(first.to.Sub(first.from)/agePart, ageLeast))
	if first.to.After(s.query.Until) {
		first.to = s.query.Until
	}
	if held, err := e.holds(ctx, first); err == nil && !held {
		s.gap(first.from, first.to, "the store holds no row of any kind there: it may have dropped what is older than it keeps")
	}
}

// choose reads the slice whole, or what lies around failures.
func (s *Store) choose(ctx context.Context, out *writer) error {
	all := s.slice()
	if s.query.Whole {
		return s.engine.rows(ctx, all, out)
	}
	n, err := s.engine.count(ctx, all)
	switch {
	case lost(err):
		s.gap(all.from, all.to, err.Error())
		return nil
	case err != nil:
		return err
	case n <= s.limits.Small:
		return s.engine.rows(ctx, all, out)
	}
	around, err := s.failures(ctx)
	if err != nil {
		return err
	}
	if len(around) == 0 {
		return s.others(ctx, n, out)
	}
	s.note("of the %d rows of this slice those around failures of names were fetched: what happened far from them is not in the report, such as a change of address without a failure (--whole fetches everything)", n)
	for i, a := range around {
		end := all.to
		if i+1 < len(around) {
			end = around[i+1].from
		}
		if err := s.neighbourhood(ctx, a, end, out); err != nil {
			return err
		}
	}
	return nil
}

// others reads the rows of other failures.
func (s *Store) others(ctx context.Context, n int64, out *writer) error {
	q := s.slice()
	q.filter, q.limit = anyFailures, mostOthers
	c := &counter{sink: out}
	if err := s.engine.rows(ctx, q, c); err != nil {
		return err
	}
	s.note("none of the %d rows of this slice tells of a name that did not resolve: only the %d rows that tell of another failure were fetched (--whole fetches everything)", n, c.rows)
	if c.rows == mostOthers {
		s.note("more rows than these %d tell of failures: the first ones were taken", mostOthers)
	}
	return nil
}

// A counter counts rows on their way.
type counter struct {
	sink
	rows int
}

func (c *counter) row(r row) error {
	c.rows++
	return c.sink.row(r)
}

// A neighbourhood is a part of the slice with failures in it.
type neighbourhood struct {
	from, to time.Time
	last     map[string]time.Time // of each name that failed
}

// failures asks for the failures of names and returns what lies around them, in
// order of time.
func (s *Store) failures(ctx context.Context) ([]*neighbourhood, error) {
	q := s.slice()
	q.filter = nameFailures
	f := &finder{store: s, seen: newObserver(s.Source.Path)}
	err := s.engine.rows(ctx, q, f)
	f.seen.close()
	if err != nil {
		return nil, err
	}
	return merge(f.seen.failures(), q.from, q.to), nil
}

// A finder looks at rows that tell of failures.
type finder struct {
	store *Store
	seen  *observer
}

func (f *finder) row(r row) error {
	f.seen.line(r)
	return nil
}

func (f *finder) gap(from, to time.Time, why string) { f.store.gap(from, to, why) }

// merge joins failures that lie near each other.
func merge(failures []observation, from, to time.Time) []*neighbourhood {
	var list []*neighbourhood
	slices.SortStableFunc(failures, func(a, b observation) int { return a.start().Compare(b.start()) })
	for _, o := range failures {
		lo, hi := o.start().Add(-reachBefore), o.at.Add(reachAfter)
		if lo.Before(from) {
			lo = from
		}
		if hi.After(to) {
			hi = to
		}
		n := len(list)
		if n == 0 || lo.After(list[n-1].to) {
			list = append(list, &neighbourhood{from: lo, to: hi, last: map[string]time.Time{}})
			n++
		}
		a := list[n-1]
		if hi.After(a.to) {
			a.to = hi
		}
		if len(a.last) < mostNames || !a.last[o.host].IsZero() {
			if o.host != "" && o.at.After(a.last[o.host]) {
				a.last[o.host] = o.at
			}
		}
	}
	return list
}

// neighbourhood reads the rows around failures, and looks for the first success
// of each name where it is not among them. end is where the next one begins.
func (s *Store) neighbourhood(ctx context.Context, a *neighbourhood, end time.Time, out *writer) error {
	q := s.slice()
	q.from, q.to = a.from, a.to
	t := &teller{writer: out, seen: newObserver(s.Source.Path)}
	err := s.engine.rows(ctx, q, t)
	t.seen.close()
	if err != nil {
		return err
	}
	var names []string
	for name, last := range a.last {
		if !t.seen.wellAfter(name, last) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return s.after(ctx, a.to, end, names, out)
}

// A teller passes rows on and looks at them.
type teller struct {
	*writer
	seen *observer
}

func (t *teller) row(r row) error {
	t.seen.line(r)
	return t.writer.row(r)
}

// after looks behind a neighbourhood for the first success of names.
func (s *Store) after(ctx context.Context, from, end time.Time, names []string, out *writer) error {
	for _, step := range stepsAfter {
		if len(names) == 0 || !from.Before(end) {
			return nil
		}
		q := s.slice()
		q.from, q.to, q.limit = from, from.Add(step), rowsAfter*len(names)
		if q.to.After(end) {
			q.to = end
		}
		q.filter = filter{words: names}
		t := &teller{writer: out, seen: newObserver(s.Source.Path)}
		err := s.engine.rows(ctx, q, t)
		t.seen.close()
		if err != nil {
			return err
		}
		names = slices.DeleteFunc(names, func(n string) bool { return t.seen.wellAfter(n, time.Time{}) })
		from = q.to
	}
	return nil
}
