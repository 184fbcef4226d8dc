package parse

import "time"

// Events is a run of plain TimeLog events, as a Reader that reads ahead hands
// them over: small, without pointers, and with their strings in one place.
type Events struct {
	File  string
	List  []Event
	Names *Names // of the names that List numbers, and of more

	line  int // what is missing from the Line of each event
	span  timeSpan
	zoned int // how many state their zone
}

// An Event is what Events holds of one record. Its names are numbers, see
// Events.Names. What a Record holds beside is not stated by a plain event, or of
// no meaning for one end of a try.
type Event struct {
	At   int64 // unix nanoseconds
	line int32

	Process, Job, Thread, Host, Operation, Remote uint32

	Phase  Phase
	Status Status
	Lack   Missing // Whole or NoZone
}

// Line is the 1-based line of an event of the run.
func (e *Events) Line(ev *Event) int { return e.line + int(ev.line) }

// A timeSpan is the earliest and the latest instant of a run, with their zones.
type timeSpan struct {
	from, to         int64
	fromZone, toZone *time.Location
	some             bool
}

func (s *timeSpan) add(at int64, zone *time.Location) {
	if !s.some {
		*s = timeSpan{at, at, zone, zone, true}
		return
	}
	if at < s.from {
		s.from, s.fromZone = at, zone
	}
	if at > s.to {
		s.to, s.toZone = at, zone
	}
}

func (s *timeSpan) start() time.Time { return time.Unix(0, s.from).In(s.fromZone) }
func (s *timeSpan) end() time.Time   { return time.Unix(0, s.to).In(s.toZone) }
