package parse

import (
	"bytes"
	"encoding/binary"
	"time"
)

// An eventScanner is the short way for the objects that TimeLogs are full of:
// flat, with a topic and a time, and nothing in them that has to be decoded. It
// goes over each byte once, eight at a time, and leaves whatever is unusual to
// readObject and event, whose results it repeats.
type eventScanner struct {
	r      *Reader
	run    *Events // that is read
	events []Event // of the runs of the block so far
	b      []byte  // the block, with scanMargin bytes behind its end
	line   int     // of the byte that is read, where objects fill several
	long   bool    // they do
	shape  []shapeKey
	values nameTable
	names  *Names  // of the block
	ctx    context // what stands for fields that an object does not state
	std    Event   // with ctx
	date   date
	zone   *time.Location // of the time read last
}

const scanMargin = 64

// A use is what the scanner does with the value of a key.
type use uint8

const (
	leave use = iota // to the long way
	pass             // says nothing about an event
	asTime
	asTopic
	asJob
	asThread
	asHost
	asProcess
	asRemote
	asStatus
	numUses
)

// useOf tells how a key can be read the short way.
func useOf(name []byte, k key) use {
	switch k.field {
	case fTopic:
		if string(name) == "name" || string(name) == "event" { // may be no topic: weighTopic
			return leave
		}
		return asTopic
	case fTime:
		return asTime
	case fJob:
		return asJob
	case fThread:
		return asThread
	case fHost:
		return asHost
	case fProcess:
		return asProcess
	case fRemote:
		return asRemote
	case fStatus:
		return asStatus
	case unknown, fLevel, fLogger, fClient, fResolved, fTry:
		return pass
	}
	return leave
}

// A shapeKey is a key as it stands in the text, with its quotes and its colon.
type shapeKey struct {
	text  string
	head  uint64 // its first eight bytes, as far as
	mask  uint64 // it has them
	tail  uint64 // its last eight bytes, if it has more
	start textStart
	use   use
	known bool // the key is in the lists
}

// A textStart is a key with the quote of a text behind its colon.
type textStart struct {
	head, tail uint64 // its first eight bytes and its last ones, of shorter ones
	mask       uint64 // those bits that it has
	len        int    // at most 16
}

func newTextStart(text string) textStart {
	n := len(text)
	if n > 16 {
		return textStart{head: 1} // no text begins so
	}
	var b [16]byte
	copy(b[:], text)
	t := textStart{mask: 1<<(8*min(n, 8)) - 1, len: n}
	t.head, t.tail = binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[max(n-8, 0):])
	return t
}

// at reports whether b begins so.
func (t *textStart) at(b []byte) bool {
	head, tail := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[max(t.len-8, 0):])
	return (head&t.mask^t.head)|(tail&t.mask^t.tail) == 0
}

const maxShape = 32 // keys that are remembered

// begin starts a run.
func (s *eventScanner) begin(run *Events, ctx context) {
	s.run, s.ctx = run, ctx
	*run = Events{File: s.r.path, Names: s.names}
	process := ctx.process
	if s.r.process != "" {
		process = s.r.process
	}
	number := func(name string) uint32 { return s.names.Number([]byte(name)) }
	s.std = Event{Process: number(process), Job: number(ctx.job), Thread: number(ctx.thread), Host: number(ctx.host)}
}

// object reads the object at i into the place behind the last event, and
// returns where it ends; 0 if it needs the long way.
func (s *eventScanner) object(i int) int {
	b := s.b
	ev := s.room()
	*ev = s.std
	seen, at := uint32(0), 0
	for {
		i++
		end := s.usual(ev, i, &at, &seen)
		if end == 0 {
			if end = s.member(ev, i, &at, &seen); end == 0 {
				return 0
			}
		}
		if i = end; b[i] <= ' ' {
			if i = s.space(i); i == 0 {
				return 0
			}
		}
		if b[i] == ',' {
			continue
		}
		if b[i] != '}' || ^seen&(1<<asTopic|1<<asTime) != 0 || s.ctx.file && ev.Job == 0 {
			return 0
		}
		if ev.Phase == Fail {
			ev.Status = Failed
		}
		return i + 1
	}
}

// usual reads the member at i, if it has the key that is expected there and a text
// that is known, and returns where it ends: else 0, and the member is still to be read.
func (s *eventScanner) usual(ev *Event, i int, at *int, seen *uint32) int {
	if *at >= len(s.shape) {
		return 0
	}
	b, k := s.b, &s.shape[*at]
	if !k.start.at(b[i:]) {
		return 0
	}
	i += k.start.len
	end, bit := 0, uint32(1)<<k.use
	switch {
	case k.use == leave || b[i] == '"':
		return 0
	case k.use == pass:
		end, _ = quoted(b, i, 0)
	case *seen&bit != 0:
		return 0
	case k.use == asTime:
		end = s.time(ev, i)
	default:
		var g *nameGuess
		if g, end = s.values.guess(k.use, b, i); end > 0 {
			s.put(ev, g.meant)
		}
	}
	if end == 0 {
		return 0
	}
	*seen |= bit
	*at++
	if ev.line == 0 && k.known {
		ev.line = int32(s.line)
	}
	return end
}

// member reads any member at i and returns where it ends, 0 if it needs the long way.
func (s *eventScanner) member(ev *Event, i int, at *int, seen *uint32) int {
	b := s.b
	if b[i] <= ' ' {
		if i = s.space(i); i == 0 {
			return 0
		}
	}
	k := s.key(i, at)
	if k == nil || k.use == leave {
		return 0
	}
	if i += len(k.text); b[i] <= ' ' {
		if i = s.space(i); i == 0 {
			return 0
		}
	}
	line, bit := s.line, uint32(1)<<k.use
	end, null := s.value(ev, i, k.use, *seen&bit != 0)
	if end == 0 {
		return 0
	}
	if !null {
		*seen |= bit
		if k.known && ev.line == 0 {
			ev.line = int32(line)
		}
	}
	return end
}

// room returns the place for the next event.
func (s *eventScanner) room() *Event {
	n := len(s.events)
	if n == cap(s.events) {
		s.events = append(s.events, Event{})[:n]
	}
	return &s.events[: n+1 : cap(s.events)][n]
}

// add makes the event that object read one of the run.
func (s *eventScanner) add() {
	n := len(s.events)
	s.events = s.events[:n+1]
	ev := &s.events[n]
	s.run.span.add(ev.At, s.zone)
	if ev.Lack == Whole {
		s.run.zoned++
	}
}

// space passes over white space from i on. It returns 0 at the end of a line
// where objects fill only one.
func (s *eventScanner) space(i int) int {
	for s.b[i] <= ' ' {
		switch c := s.b[i]; {
		case c == ' ', c == '\t', c == '\r' && s.long:
		case c == '\n' && s.long:
			s.line++
		default:
			return 0
		}
		i++
	}
	return i
}

// key finds the key at i among those of the objects before: nearly always the
// one that comes next.
func (s *eventScanner) key(i int, at *int) *shapeKey {
	b := s.b[i:]
	head := binary.LittleEndian.Uint64(b)
	for n := range s.shape {
		j := *at + n
		if j >= len(s.shape) {
			j -= len(s.shape)
		}
		k := &s.shape[j]
		if head&k.mask != k.head {
			continue
		}
		if n := len(k.text); n <= 8 || binary.LittleEndian.Uint64(b[n-8:]) == k.tail && (n <= 16 || string(b[8:n-8]) == k.text[8:n-8]) {
			*at = j + 1
			return k
		}
	}
	return s.newKey(b, at)
}

// newKey remembers a key that was not there before.
func (s *eventScanner) newKey(b []byte, at *int) *shapeKey {
	n := 2 + bytes.IndexByte(b[1:scanMargin], '"')
	if b[0] != '"' || n < 2 || b[n] != ':' || len(s.shape) == maxShape || bytes.ContainsAny(b[:n], "\\\n") {
		return nil
	}
	name := b[1 : n-1]
	found := s.r.keys.find(name)
	k := shapeKey{text: string(b[:n+1]), mask: 1<<(8*min(n+1, 8)) - 1, use: useOf(name, found), known: found.field != unknown}
	k.head = binary.LittleEndian.Uint64(b) & k.mask
	if n+1 > 8 {
		k.tail = binary.LittleEndian.Uint64(b[n-7:])
	}
	k.start = newTextStart(k.text + `"`)
	s.shape = append(s.shape, k)
	*at = len(s.shape)
	return &s.shape[len(s.shape)-1]
}
