package parse

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"time"

	"timeline/parse/stamp"
)

// An eventScanner is the short way for the objects that TimeLogs are full of:
// flat, with a topic and a time, and nothing in them that has to be decoded. It
// goes over each byte once, eight at a time, and leaves whatever is unusual to
// readObject and event, whose results it repeats.
type eventScanner struct {
	r     *Reader
	run   *Events
	b     []byte // the block, with scanMargin bytes behind its end
	line  int    // of the byte that is read, where objects fill several
	long  bool   // they do
	shape []shapeKey
	names nameTable
	ctx   context // what stands for fields that an object does not state
	std   Event   // with ctx
	event Event   // read last
	date  date
	zone  *time.Location // of the time read last
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
	case fDuration:
		if k.unit != 0 {
			return pass
		}
	}
	return leave
}

// A shapeKey is a key as it stands in the text, with its quotes and its colon.
type shapeKey struct {
	text  string
	head  uint64 // its first eight bytes
	use   use
	known bool // the key is in the lists
}

const maxShape = 32 // keys that are remembered

// begin starts a run.
func (s *eventScanner) begin(run *Events, ctx context) {
	s.run, s.ctx = run, ctx
	s.names.reset()
	run.reset(s.r.path)
	process := ctx.process
	if s.r.process != "" {
		process = s.r.process
	}
	s.std = Event{Process: run.add([]byte(process)), Job: run.add([]byte(ctx.job)), Thread: run.add([]byte(ctx.thread)), Host: run.add([]byte(ctx.host))}
}

// object reads the object at i into s.event and returns where it ends, 0 if it
// needs the long way.
func (s *eventScanner) object(i int) int {
	b, ev := s.b, s.std
	var seen [numUses]bool
	said := false
	at := 0
	for i = s.space(i + 1); i > 0; i = s.space(i + 1) {
		k := s.key(i, &at)
		if k == nil || k.use == leave {
			return 0
		}
		if i = s.space(i + len(k.text)); i == 0 {
			return 0
		}
		line := s.line
		end, null := s.value(&ev, i, k.use, seen[k.use])
		if end == 0 {
			return 0
		}
		if !null {
			seen[k.use] = true
			if k.known && !said {
				ev.line, said = int32(line), true
			}
		}
		if i = s.space(end); i == 0 {
			return 0
		}
		if b[i] == ',' {
			continue
		}
		if b[i] != '}' || !seen[asTopic] || !seen[asTime] || s.ctx.file && ev.Job == 0 {
			return 0
		}
		if ev.Phase == Fail {
			ev.Status = Failed
		}
		s.event = ev
		return i + 1
	}
	return 0
}

// add puts the event that object read into the run.
func (s *eventScanner) add() {
	s.run.List = append(s.run.List, s.event)
	s.run.span.add(s.event.At, s.zone)
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
	head := binary.LittleEndian.Uint64(s.b[i:])
	for n := range s.shape {
		j := *at + n
		if j >= len(s.shape) {
			j -= len(s.shape)
		}
		k := &s.shape[j]
		if len(k.text) < 8 {
			if head&(1<<(8*len(k.text))-1) != k.head {
				continue
			}
		} else if head != k.head || string(s.b[i+8:i+len(k.text)]) != k.text[8:] {
			continue
		}
		*at = j + 1
		return k
	}
	return s.newKey(s.b[i:], at)
}

// newKey remembers a key that was not there before.
func (s *eventScanner) newKey(b []byte, at *int) *shapeKey {
	n := 2 + bytes.IndexByte(b[1:scanMargin], '"')
	if b[0] != '"' || n < 2 || b[n] != ':' || len(s.shape) == maxShape || bytes.ContainsAny(b[:n], "\\\n") {
		return nil
	}
	name := b[1 : n-1]
	found := s.r.keys.find(name)
	var head [8]byte
	copy(head[:], b[:n+1])
	s.shape = append(s.shape, shapeKey{string(b[:n+1]), binary.LittleEndian.Uint64(head[:]), useOf(name, found), found.field != unknown})
	*at = len(s.shape)
	return &s.shape[len(s.shape)-1]
}

// value reads the value at i into ev and returns where it ends, 0 if it needs
// the long way, and whether it says nothing.
func (s *eventScanner) value(ev *Event, i int, u use, again bool) (end int, null bool) {
	b, hash := s.b, s.names.seed
	switch b[i] {
	case '"':
		if u == asTime && b[i+1] != '"' {
			if again {
				return 0, false
			}
			return s.time(ev, i+1), false
		}
		if end, hash = quoted(b, i+1, hash); end == i+2 {
			return end, true
		}
		if end == 0 && u == pass {
			if n, c := inLines.skipString(b[i:]); c == whole {
				end = i + n
			}
		}
	case '{', '[':
		return 0, false
	default:
		n, c := inLine.skipValue(b[i:], 0)
		switch {
		case c != whole:
			return 0, false
		case b[i] == 'n':
			return i + n, true
		case u == asTime:
			return s.epoch(ev, i, i+n, again), false
		}
		end = i + n
		for j := i; j < end; j++ {
			hash = mixed(hash, uint64(b[j]))
		}
	}
	if end > 0 && u != pass && (again || !s.put(ev, u, i, end, hash)) {
		return 0, false
	}
	return end, false
}

// quoted finds the end of the string whose text begins at i, and hashes it on
// the way. It returns 0 if the string holds an escape or a control character.
func quoted(b []byte, i int, hash uint64) (end int, h uint64) {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	for {
		x := binary.LittleEndian.Uint64(b[i:])
		quote, slash := x^ones*'"', x^ones*'\\'
		special := ((quote-ones)&^quote | (slash-ones)&^slash | (x-ones*' ')&^x) & highs
		if special != 0 { // its lowest bit marks the first such byte
			n := bits.TrailingZeros64(special) / 8
			if b[i+n] != '"' {
				return 0, 0
			}
			return i + n + 1, mixed(hash, x&(1<<(8*n)-1)+uint64(n))
		}
		hash = mixed(hash, x)
		i += 8
	}
}

func mixed(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^x, 0x9e3779b97f4a7c15)
	return hi ^ lo
}

// put notes the value from i to end.
func (s *eventScanner) put(ev *Event, u use, i, end int, hash uint64) bool {
	n := s.names.find(u, s.b, i, end, hash)
	if n == nil {
		if n = s.newName(u, i, end, hash); n == nil {
			return false
		}
	}
	switch u {
	case asTopic:
		ev.Operation, ev.Phase = n.id, Phase(n.extra)
	case asStatus:
		ev.Status = Status(n.extra)
	case asJob:
		ev.Job = n.id
	case asThread:
		ev.Thread = n.id
	case asHost:
		ev.Host = n.id
	case asProcess:
		if s.r.process == "" {
			ev.Process = n.id
		}
	case asRemote:
		ev.Remote = n.id
	}
	return true
}

// newName decodes a value that the run did not have before.
func (s *eventScanner) newName(u use, i, end int, hash uint64) *nameEntry {
	v := s.b[i:end]
	n := nameEntry{}
	switch u {
	case asTopic:
		if v[0] != '"' {
			return nil
		}
		t := s.r.topic(unquote(v))
		if t.phase == NoPhase {
			return nil
		}
		n.id, n.extra = s.run.add([]byte(t.operation)), uint8(t.phase)
	case asStatus:
		n.extra = uint8(statusOf(unquote(v)))
	case asHost:
		if v[0] != '"' {
			return nil
		}
		n.id = s.run.add(hostName(v))
	case asProcess:
		n.id = s.run.add(unquote(v))
	default:
		n.id = s.run.add(name(v))
	}
	return s.names.add(u, i, end, hash, n)
}

// epoch reads a number as a time.
func (s *eventScanner) epoch(ev *Event, i, end int, again bool) int {
	t, ok := stamp.Epoch(s.b[i:end])
	if !ok || again || t.Unix() >= maxUnix {
		return 0
	}
	ev.At, ev.Lack, s.zone = t.UnixNano(), Whole, time.UTC
	return end
}
