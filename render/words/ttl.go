package words

import (
	"strings"
	"time"

	"timeline/analyze"
)

// TTL writes what the logs bound of a time to live: "5.7 to 10.7 s, fits 10 s",
// "at least 5.7 s", "at most 10.7 s", "not bounded by the logs". An upper bound that
// says nothing is left out.
func TTL(t analyze.TTL) string {
	s := TTLRange(t)
	if t.Best != nil {
		if b := Seconds(*t.Best) + " s"; b != s {
			s += ", fits " + b
		}
	}
	return s
}

// TTLRange is TTL without its best value.
func TTLRange(t analyze.TTL) string {
	switch {
	case t.Low != nil && t.HighTells():
		low, high := Seconds(*t.Low), Seconds(*t.High)
		if low == high {
			return low + " s"
		}
		return low + " to " + high + " s"
	case t.Low != nil:
		return "at least " + Seconds(*t.Low) + " s"
	case t.HighTells():
		return "at most " + Seconds(*t.High) + " s"
	}
	return "not bounded by the logs"
}

// TTLMatches lists the known defaults inside the interval, or "".
func TTLMatches(t analyze.TTL) string {
	names := make([]string, len(t.Matches))
	for i, m := range t.Matches {
		names[i] = Visible(m)
	}
	return strings.Join(names, "; ")
}

// Closing is when a cached failure can have left the cache, for pictures and
// sentences: without a latest instant that only says when the next try came. There a
// TTL that fits, if one does, says how long it may have stayed.
func Closing(w *analyze.Window) analyze.Interval {
	c := w.Closed
	if w.TTL.High == nil || w.TTL.HighTells() {
		return c
	}
	c.Latest = analyze.Time{}
	if w.TTL.Best != nil && !w.Opened.Latest.IsZero() {
		c.Latest.Time = w.Opened.Latest.Add(time.Duration(*w.TTL.Best * float64(time.Second)))
		if c.Latest.Before(c.Earliest.Time) {
			c.Latest = c.Earliest
		}
		if w.Closed.Latest.Before(c.Latest.Time) {
			c.Latest = w.Closed.Latest
		}
	}
	return c
}

// Interval writes an instant that the logs bound: one clock time when both ends
// read the same, else "11:45:30.7 to 11:45:31.2".
func Interval(i analyze.Interval, zone *time.Location) string {
	switch {
	case i.Earliest.IsZero() && i.Latest.IsZero():
		return "unknown"
	case i.Latest.IsZero():
		return "after " + Clock(i.Earliest.Time, zone)
	case i.Earliest.IsZero():
		return "by " + Clock(i.Latest.Time, zone)
	}
	from, to := Clock(i.Earliest.Time, zone), Clock(i.Latest.Time, zone)
	if from == to {
		return from
	}
	if i.Earliest.In(Zone(zone)).Format(time.DateOnly) != i.Latest.In(Zone(zone)).Format(time.DateOnly) {
		return Stamp(i.Earliest.Time, zone) + " to " + Stamp(i.Latest.Time, zone)
	}
	return from + " to " + to
}
