// Package stamp reads the times of logs: layouts, zones, and what a text
// leaves out. It never asks the clock of the machine.
package stamp

import "time"

// A Missing says what the text of a time did not hold.
type Missing uint8

// What a time can lack. A time of day stands on 1 January of year 0.
const (
	Whole  Missing = iota // date and time are stated
	NoZone                // no zone or offset: Clock.Zone was assumed
	NoYear                // no year and no zone: the time is in year 0
	NoDate                // no date and no zone: the time is on 0000-01-01, or on a later day after the clock passed midnight
	NoTime                // no time at all: the time is zero
)

// A Stamp is a time as far as a text states it.
type Stamp struct {
	time.Time
	Lack Missing
}

// A Clock reads the times of one input. It remembers the time of day before,
// to see that a clock without dates passed midnight. The zero Clock assumes
// UTC and knows no date.
type Clock struct {
	Zone *time.Location // of times that state none; nil means UTC
	Year int            // of dates without a year; 0 means unknown
	Date time.Time      // day of the first time without a date; zero means unknown

	Folds int // times of an hour that Zone's clocks show twice, see unfold

	last   time.Time // latest time in Zone
	offset int       // seconds east of UTC of fixed
	fixed  *time.Location
	prev   int64 // nanoseconds since midnight of the last bare time of day
	days   int   // midnights that bare times of day passed
	bare   bool  // prev holds one
	first  [10]byte
	unix   int64 // midnight of the date in first, in UTC
}

// Bare reports whether c read a time without a date. What such a time means can
// depend on the ones before it.
func (c *Clock) Bare() bool { return c.bare || c.Folds > 0 }

// Forget makes c read times without a date as if none came before.
func (c *Clock) Forget() { c.bare, c.prev, c.days, c.last, c.Folds = false, 0, 0, time.Time{}, 0 }

// fields are the parts of one time, as parsed.
type fields struct {
	year, month, day     int // month 0 means no date, year 0 no year
	hour, minute, second int
	nano                 int
	zone                 zone
	offset               int // seconds east, for zoneStated
}

type zone uint8

const (
	zoneNone zone = iota
	zoneStated
)

// Prefix reads the time at the start of b and returns the number of bytes it
// takes, 0 if b does not start with a time.
func (c *Clock) Prefix(b []byte) (Stamp, int) {
	if s, n := c.iso(b); n > 0 {
		return s, n
	}
	var f fields
	n := f.parse(b)
	if n == 0 {
		return Stamp{}, 0
	}
	return c.complete(&f), n
}

// Text reads a time that fills b: any layout of Prefix, or a number of
// seconds, milliseconds, microseconds or nanoseconds since 1970.
func (c *Clock) Text(b []byte) (Stamp, bool) {
	b = trim(b)
	if t, ok := Epoch(b); ok && t.Year() < farYear {
		return Stamp{Time: t}, true
	}
	s, n := c.Prefix(b)
	if n == 0 {
		return Stamp{}, false
	}
	if rest := trim(b[n:]); len(rest) > 0 && rest[0] != '[' { // "[Asia/Seoul]" behind an offset
		return Stamp{}, false
	}
	return s, true
}

// farYear is one that no log is from: the digits are those of a date.
const farYear = 2400

// complete puts the clock's assumptions where f states nothing.
func (c *Clock) complete(f *fields) Stamp {
	lack := Whole
	loc := time.UTC
	switch {
	case f.zone == zoneStated:
		loc = c.location(f.offset)
	default:
		lack = NoZone
		if c.Zone != nil {
			loc = c.Zone
		}
	}
	year, month, day := f.year, f.month, f.day
	switch {
	case month == 0:
		days := c.midnights(f)
		if c.Date.IsZero() {
			year, month, day = 0, 1, 1+days
			lack, loc = NoDate, time.UTC
			break
		}
		y, m, d := c.Date.Date()
		year, month, day = y, int(m), d+days
	case year == 0 && c.Year != 0:
		year = c.Year
	case year == 0:
		lack, loc = NoYear, time.UTC
	}
	t := time.Date(year, time.Month(month), day, f.hour, f.minute, f.second, f.nano, loc)
	if lack == NoZone && loc != time.UTC {
		t = c.unfold(t)
	}
	return Stamp{t, lack}
}

// midnights counts the days that bare times of day moved on. A clock that runs
// back by more than 12 h passed midnight; one that jumps ahead by more is a
// late line of the day before.
func (c *Clock) midnights(f *fields) int {
	const half = int64(12 * time.Hour)
	now := int64(f.hour)*int64(time.Hour) + int64(f.minute)*int64(time.Minute) + int64(f.second)*int64(time.Second) + int64(f.nano)
	switch {
	case c.bare && now < c.prev-half:
		c.days++
	case c.bare && now > c.prev+half && c.days > 0:
		return c.days - 1
	}
	c.prev, c.bare = now, true
	return c.days
}

// location returns the zone of an offset, without making a new one each time.
func (c *Clock) location(offset int) *time.Location {
	if offset == 0 {
		return time.UTC
	}
	if c.fixed == nil || c.offset != offset {
		c.offset, c.fixed = offset, time.FixedZone("", offset)
	}
	return c.fixed
}

func trim(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	return b
}
