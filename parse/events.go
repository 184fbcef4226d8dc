package parse

import "time"

// Events is a run of plain TimeLog events, as a Reader that reads ahead hands
// them over: small, without pointers, and with their strings in one place.
type Events struct {
	File string
	List []Event

	line int // what is missing from the Line of each event
	text []byte
	ends []uint32 // of the names in text
	span timeSpan
}

// An Event is what Events holds of one record. Its names are numbers, see
// Events.Name; 0 is the empty name. What a Record holds beside is not stated by
// a plain event, or of no meaning for one end of a try.
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

// Names is how many names the run has. They may hold one text twice.
func (e *Events) Names() int { return len(e.ends) }

// Name returns a name, valid until the next Scan.
func (e *Events) Name(i int) []byte {
	if i == 0 {
		return nil
	}
	return e.text[e.ends[i-1]:e.ends[i]]
}

func (e *Events) reset(file string) {
	*e = Events{File: file, List: e.List[:0], text: e.text[:0], ends: append(e.ends[:0], 0)}
}

// add numbers a new name.
func (e *Events) add(name []byte) uint32 {
	if len(name) == 0 {
		return 0
	}
	e.text = append(e.text, name...)
	e.ends = append(e.ends, uint32(len(e.text)))
	return uint32(len(e.ends) - 1)
}

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
