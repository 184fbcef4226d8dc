package store

import "time"

// A pageOf is a part of a slice from some instant on, in any order.
type pageOf struct {
	rows []row
	keys []string // tells rows of one instant apart
	full bool     // there may be more
}

// pages reads a slice from stores that limit an answer. Each page begins with the
// last instant of the one before; what was given of it is passed over by its key,
// so that rows of one instant are not lost between two pages. step is the length
// of an instant as the store can be asked for it.
func pages(s slice, size int, step time.Duration, out sink, ask func(from time.Time, limit int) (pageOf, error)) error {
	from, given, left := s.from, map[string]int{}, s.limit
	for {
		p, err := ask(from, size)
		if lost(err) {
			out.gap(from, s.to, err.Error())
			return nil
		}
		if err != nil {
			return err
		}
		fresh, last, at := p.fresh(s, from, given)
		if left > 0 && len(fresh) >= left {
			return emit(fresh[:left], out)
		}
		left -= min(left, len(fresh))
		if err := emit(fresh, out); err != nil {
			return err
		}
		switch {
		case !p.full:
			return nil
		case last.After(from):
			from, given = last, at
		default: // a whole page of one instant: there is no way to ask for its rest
			next := from.Truncate(step).Add(step)
			out.gap(from, next, "more rows have this one instant than the store gives at once")
			from, given = next, map[string]int{}
		}
	}
}

// fresh returns the rows that were not given before, the last instant of the page
// and how often each row of that instant is in it.
func (p *pageOf) fresh(s slice, from time.Time, given map[string]int) (rows []row, last time.Time, at map[string]int) {
	last, at = from, map[string]int{}
	known := make(map[string]int, len(given))
	for k, n := range given {
		known[k] = n
	}
	for i, r := range p.rows {
		if r.at.After(last) {
			last, at = r.at, map[string]int{}
		}
		if r.at.Equal(last) {
			at[p.keys[i]]++
		}
		if r.at.Before(from) { // of the millisecond in which from lies
			continue
		}
		if r.at.Equal(from) && known[p.keys[i]] > 0 {
			known[p.keys[i]]--
			continue
		}
		if !r.at.Before(s.from) && r.at.Before(s.to) {
			rows = append(rows, r)
		}
	}
	return rows, last, at
}
