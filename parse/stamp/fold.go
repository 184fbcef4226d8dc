package stamp

import "time"

// unfold decides which of two instants a local time means that the zone's clocks
// show twice, when they go back: the first one, unless the times before it are
// already past that. Logs are written in order; nothing else tells the two.
func (c *Clock) unfold(t time.Time) time.Time {
	const (
		back  = time.Hour   // by which all zones of today turn their clocks
		slack = time.Minute // by which lines may be out of order
	)
	if e := t.Add(-back); sameClock(e, t) {
		t = e
	}
	if later := t.Add(back); sameClock(t, later) {
		c.Folds++
		if c.last.After(t.Add(slack)) {
			t = later
		}
	}
	if t.After(c.last) {
		c.last = t
	}
	return t
}

// Place returns the instant at which the clocks of c's zone show what t's clock
// shows, whatever the zone of t.
func (c *Clock) Place(t time.Time) time.Time {
	zone := c.Zone
	if zone == nil {
		zone = time.UTC
	}
	y, m, d := t.Date()
	t = time.Date(y, m, d, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), zone)
	if zone == time.UTC {
		return t
	}
	return c.unfold(t)
}

// sameClock reports whether a and b show the same time of day on the same day.
func sameClock(a, b time.Time) bool {
	_, x := a.Zone()
	_, y := b.Zone()
	return a.Unix()+int64(x) == b.Unix()+int64(y)
}
