package parse

import (
	"encoding/binary"
	"time"
)

// A date is the day of the time that was read last: logs seldom change it.
type date struct {
	head uint64 // "2026-07-"
	tail uint16 // "28"
	unix int64  // its midnight in UTC
}

const maxUnix = int64(7258118400) // 2200-01-01: later times take the long way

// time reads the time that begins at i, behind its quote: "2026-07-28T11:45:25.8610"
// with Z or nothing behind it, as nearly all TimeLogs write it, or what else
// package stamp knows with a date. It returns where the string ends, 0 if it
// needs the long way.
func (s *eventScanner) time(ev *Event, i int) int {
	b := s.b
	day, ok := s.day(i)
	sec, okClock := clockOf(binary.LittleEndian.Uint64(b[i+11:]))
	if !ok || !okClock || b[i+10] != 'T' && b[i+10] != ' ' {
		return s.otherTime(ev, i)
	}
	end, nano, scale := i+19, int64(0), int64(1e8)
	if c := b[end]; (c == '.' || c == ',' || c == ':') && b[end+1]-'0' <= 9 {
		for end++; b[end]-'0' <= 9; end++ {
			nano += int64(b[end]-'0') * scale
			scale /= 10
		}
	}
	lack := NoZone
	if b[end] == 'Z' {
		lack = Whole
		end++
	} else if z := s.r.opt.Zone; z != nil && z != time.UTC {
		return s.otherTime(ev, i)
	}
	if b[end] != '"' {
		return s.otherTime(ev, i)
	}
	ev.At, ev.Lack, s.zone = (day+sec)*1e9+nano, lack, time.UTC
	return end + 1
}

// day returns midnight of the date at i.
func (s *eventScanner) day(i int) (int64, bool) {
	head, tail := binary.LittleEndian.Uint64(s.b[i:]), binary.LittleEndian.Uint16(s.b[i+8:])
	if head == s.date.head && tail == s.date.tail {
		return s.date.unix, true
	}
	if s.b[i+4] != '-' || s.b[i+7] != '-' {
		return 0, false
	}
	t, err := time.Parse(time.DateOnly, string(s.b[i:i+10]))
	if err != nil || t.Unix() <= 0 || t.Unix() >= maxUnix {
		return 0, false
	}
	s.date = date{head, tail, t.Unix()}
	return s.date.unix, true
}

// clockOf reads "11:45:25", given as its eight bytes, as seconds since midnight.
func clockOf(x uint64) (int64, bool) {
	x ^= 0x30303a30303a3030 // digits become their values, colons 0
	if (x|(x&^0x80808080_80808080+0x76767f76_767f7676))&0x80808080_80808080 != 0 {
		return 0, false
	}
	digit := func(n int) int64 { return int64(x >> (8 * n) & 0xff) }
	h, m, sec := 10*digit(0)+digit(1), 10*digit(3)+digit(4), 10*digit(6)+digit(7)
	return h*3600 + m*60 + sec, h <= 23 && m <= 59 && sec <= 60
}

// otherTime reads a time by the rules for all times. Those without a date depend
// on the ones before them: they take the long way.
func (s *eventScanner) otherTime(ev *Event, i int) int {
	end, _ := quoted(s.b, i, 0)
	if end == 0 || end-i < 9 {
		return 0
	}
	text := s.b[i : end-1]
	if text[0]-'0' > 9 || text[2] == ':' || text[1] == ':' {
		return 0
	}
	t, ok := s.r.time(text)
	if !ok || t.Lack != Whole && t.Lack != NoZone || t.Unix() <= 0 || t.Unix() >= maxUnix {
		return 0
	}
	ev.At, ev.Lack, s.zone = t.UnixNano(), t.Lack, t.Location()
	return end
}
