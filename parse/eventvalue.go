package parse

import (
	"encoding/binary"
	"math/bits"
	"time"

	"timeline/parse/stamp"
)

// value reads the value at i into ev and returns where it ends, 0 if it needs
// the long way, and whether it says nothing.
func (s *eventScanner) value(ev *Event, i int, u use, again bool) (end int, null bool) {
	b := s.b
	switch {
	case b[i] != '"':
		return s.bare(ev, i, u, again)
	case b[i+1] == '"':
		return i + 2, true
	case u == pass:
		if end, _ = quoted(b, i+1, 0); end == 0 {
			if n, c := inLines.skipString(b[i:]); c == whole {
				end = i + n
			}
		}
		return end, false
	case again:
		return 0, false
	case u == asTime:
		return s.time(ev, i+1), false
	}
	g, end := s.values.guess(u, b, i+1)
	if end > 0 {
		s.put(ev, g.meant)
		return end, false
	}
	end, hash := quoted(b, i+1, s.values.seed)
	if end == 0 {
		return 0, false
	}
	n := s.name(u, i, end, hash)
	if n == nil {
		return 0, false
	}
	s.values.learn(g, b, i+1, end, n.meant)
	s.put(ev, n.meant)
	return end, false
}

// bare reads a value that is no string.
func (s *eventScanner) bare(ev *Event, i int, u use, again bool) (end int, null bool) {
	b := s.b
	if b[i] == '{' || b[i] == '[' {
		return 0, false
	}
	n, c := inLine.skipValue(b[i:], 0)
	switch end = i + n; {
	case c != whole:
		return 0, false
	case b[i] == 'n':
		return end, true
	case u == pass:
		return end, false
	case again:
		return 0, false
	case u == asTime:
		return s.epoch(ev, i, end), false
	}
	hash := s.values.seed
	for _, c := range b[i:end] {
		hash = mixed(hash, uint64(c))
	}
	m := s.name(u, i, end, hash)
	if m == nil {
		return 0, false
	}
	s.put(ev, m.meant)
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

// put notes what is meant by a value.
func (s *eventScanner) put(ev *Event, m meant) {
	switch m.use {
	case asTopic:
		ev.Operation, ev.Phase = m.id, Phase(m.extra)
	case asStatus:
		ev.Status = Status(m.extra)
	case asJob:
		ev.Job = m.id
	case asThread:
		ev.Thread = m.id
	case asHost:
		ev.Host = m.id
	case asProcess:
		if s.r.process == "" {
			ev.Process = m.id
		}
	case asRemote:
		ev.Remote = m.id
	}
}

// name returns the entry of a value, nil if it needs the long way.
func (s *eventScanner) name(u use, i, end int, hash uint64) *nameEntry {
	if n := s.values.find(u, s.b, i, end, hash); n != nil {
		return n
	}
	m, ok := s.decode(u, s.b[i:end])
	if !ok {
		return nil
	}
	return s.values.add(u, i, end, hash, m)
}

// decode decodes a value that the block did not have before.
func (s *eventScanner) decode(u use, v []byte) (meant, bool) {
	switch u {
	case asTopic:
		if v[0] != '"' {
			return meant{}, false
		}
		t := s.r.topic(unquote(v))
		return meant{id: s.names.Number([]byte(t.operation)), extra: uint8(t.phase)}, t.phase != NoPhase
	case asStatus:
		return meant{extra: uint8(statusOf(unquote(v)))}, true
	case asHost:
		return meant{id: s.names.Number(hostName(v))}, v[0] == '"'
	case asProcess:
		return meant{id: s.names.Number(unquote(v))}, true
	}
	return meant{id: s.names.Number(name(v))}, true
}

// epoch reads a number as a time.
func (s *eventScanner) epoch(ev *Event, i, end int) int {
	t, ok := stamp.Epoch(s.b[i:end])
	if !ok || t.Unix() >= maxUnix {
		return 0
	}
	ev.At, ev.Lack, s.zone = t.UnixNano(), Whole, time.UTC
	return end
}
