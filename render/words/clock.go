package words

import (
	"fmt"
	"time"
)

// Zone is z, or UTC where none is given.
func Zone(z *time.Location) *time.Location {
	if z == nil {
		return time.UTC
	}
	return z
}

// Clock writes the time of day to the millisecond: "11:45:31.413".
func Clock(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.In(Zone(zone)).Format("15:04:05.000")
}

// Stamp writes date and time to the millisecond: "2026-07-28 11:45:31.413".
func Stamp(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.In(Zone(zone)).Format("2006-01-02 15:04:05.000")
}

// Day writes a date: "28 July 2026".
func Day(t time.Time, zone *time.Location) string {
	return t.In(Zone(zone)).Format("2 January 2006")
}

// ZoneName names zone at t with its offset: "UTC", "Asia/Tokyo (UTC+09:00)".
func ZoneName(t time.Time, zone *time.Location) string {
	z := Zone(zone)
	if z == time.UTC || z.String() == "UTC" {
		return "UTC"
	}
	abbreviation, offset := t.In(z).Zone()
	name := z.String()
	if name == "" || name == "Local" {
		name = abbreviation
	}
	sign := '+'
	if offset < 0 {
		sign, offset = '-', -offset
	}
	text := fmt.Sprintf("UTC%c%02d:%02d", sign, offset/3600, offset/60%60)
	if name == "" || name == text {
		return text
	}
	return name + " (" + text + ")"
}

// Span writes two instants, the date once where it is the same:
// "2026-07-28 11:45:25.860 to 11:45:31.856".
func Span(from, to time.Time, zone *time.Location) string {
	if from.In(Zone(zone)).Format(time.DateOnly) == to.In(Zone(zone)).Format(time.DateOnly) {
		return Stamp(from, zone) + " to " + Clock(to, zone)
	}
	return Stamp(from, zone) + " to " + Stamp(to, zone)
}

// Elapsed writes the time since a beginning: "T+5.552 s", "T-0.2 s".
func Elapsed(d time.Duration) string {
	if d < 0 {
		return fmt.Sprintf("T-%.3f s", (-d).Seconds())
	}
	return fmt.Sprintf("T+%.3f s", d.Seconds())
}
