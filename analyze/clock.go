package analyze

import (
	"time"

	"timeline/parse"
)

// A dater completes clocks that log no date or no year, from the dated records
// of the other inputs. Without any it makes such times unknown: an honest gap
// is better than a day made up.
type dater struct {
	zone     *time.Location
	from, to int64 // span of all dated records; unset if there are none
}

// date returns the instant of a clock reading, as collected, that lacks what l
// says. first is the earliest reading of its input, and decides the day.
func (d dater) date(at, first int64, l parse.Missing) int64 {
	if l == parse.Whole || l == parse.NoZone || at == unset {
		return at
	}
	if d.from == unset || l == parse.NoTime {
		return unset
	}
	if l == parse.NoYear {
		return d.withYear(at)
	}
	return d.day(first) + at
}

// day returns midnight of the day on which a clock that begins at first falls
// nearest to the dated records.
func (d dater) day(first int64) int64 {
	start := time.Unix(0, d.from).In(d.zone)
	best, bestGap := unset, int64(0)
	for i := -1; i <= 1; i++ {
		midnight := time.Date(start.Year(), start.Month(), start.Day()+i, 0, 0, 0, 0, d.zone).UnixNano()
		gap := distance(midnight+first, d.from)
		if best == unset || gap < bestGap {
			best, bestGap = midnight, gap
		}
	}
	return best
}

func (d dater) withYear(at int64) int64 {
	t := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(at))
	y := time.Unix(0, d.from).In(d.zone).Year()
	best := unset
	for _, year := range []int{y - 1, y, y + 1} {
		c := time.Date(year, t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), d.zone).UnixNano()
		if best == unset || distance(c, d.from) < distance(best, d.from) {
			best = c
		}
	}
	return best
}

func distance(a, b int64) int64 {
	if a > b {
		return a - b
	}
	return b - a
}

// dateAll dates the tries and entries of all collectors.
func dateAll(cs []*Collector, zone *time.Location) (undated int) {
	d := dater{zone: zone, from: unset, to: unset}
	for _, c := range cs {
		c.eachInstant(func(at *int64, l parse.Missing) {
			if *at == unset || l != parse.Whole && l != parse.NoZone {
				return
			}
			if d.from == unset || *at < d.from {
				d.from = *at
			}
			d.to = max(d.to, *at)
		})
	}
	for _, c := range cs {
		if c.lacking[parse.NoDate]+c.lacking[parse.NoYear] == 0 {
			continue
		}
		first := unset
		c.eachInstant(func(at *int64, l parse.Missing) {
			if l == parse.NoDate && *at != unset && (first == unset || *at < first) {
				first = *at
			}
		})
		c.eachInstant(func(at *int64, l parse.Missing) { *at = d.date(*at, first, l) })
		c.partReversed()
		if d.from == unset {
			undated += c.lacking[parse.NoDate] + c.lacking[parse.NoYear]
		}
	}
	return undated
}

// partReversed takes the start from tries that end before it once they are dated:
// a log may date one of their events only, or the year that lies nearest may
// change between them.
func (c *Collector) partReversed() {
	c.pairer.tries.each(func(t *try) {
		if t.start != unset && t.end != unset && t.end < t.start {
			t.start, t.startLine = unset, 0
			c.pairer.negative++
		}
	})
}

// eachInstant visits every instant that c holds with what its text lacked.
func (c *Collector) eachInstant(do func(at *int64, l parse.Missing)) {
	c.pairer.tries.each(func(t *try) {
		do(&t.start, t.lack)
		do(&t.end, t.lack)
	})
	c.pairer.open.each(func(e *event) { do(&e.at, e.lack) })
	for i := range c.entries {
		do(&c.entries[i].at, c.entries[i].lack)
	}
}
