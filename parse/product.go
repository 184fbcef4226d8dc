package parse

import (
	"bytes"
	"time"
)

// What single products print, and no shape of a header's part could tell.

// uniform reads GlassFish's "[#|time|LEVEL|product|logger|_ThreadName=name;|text".
func (s *shaper) uniform(b []byte, h *header) bool {
	if !bytes.HasPrefix(b, []byte("[#|")) {
		return false
	}
	parts := bytes.SplitN(b[3:], []byte("|"), 6)
	if len(parts) < 6 {
		return false
	}
	at, ok := s.clock.Text(parts[0])
	if !ok {
		return false
	}
	h.at, h.timed, h.level, h.logger = at, true, levelOf(parts[1]), parts[3]
	if _, name, ok := bytes.Cut(parts[4], []byte("_ThreadName=")); ok {
		h.thread, _, _ = bytes.Cut(name, []byte(";"))
	}
	h.message = bytes.TrimSuffix(parts[5], []byte("|#]"))
	return true
}

// statusLine reads what Logback prints of itself behind the time: "|-WARN in
// ch.qos.logback.core.X[name] - text".
func statusLine(b []byte, i int, h *header) int {
	if !h.timed || i >= len(b) || b[i] != '-' {
		return 0
	}
	word := b[i+1 : i+1+wordLen(b[i+1:])]
	level := levelWord(word)
	rest := b[i+1+len(word):]
	k := bytes.Index(rest, []byte(" - "))
	if level == NoLevel || k < 0 || !bytes.HasPrefix(rest, []byte(" in ")) {
		return 0
	}
	h.level, h.logger = level, bytes.TrimSpace(rest[4:k])
	return i + 1 + len(word) + k + 3
}

// jetty reads what Jetty's own logger writes behind the time: ":WARN :o.e.j.Server:qtp1-12: text".
func jetty(b []byte, i int, h *header) int {
	if !h.timed || h.level != NoLevel || i+5 > len(b) {
		return 0
	}
	parts := bytes.SplitN(b[i+1:], []byte(":"), 4)
	if len(parts) < 4 || !bytes.HasPrefix(parts[3], space) {
		return 0
	}
	level := levelWord(bytes.TrimRight(parts[0], " "))
	if level == NoLevel || wordLen(parts[1]) != len(parts[1]) || wordLen(parts[2]) != len(parts[2]) {
		return 0
	}
	h.level, h.logger, h.thread = level, parts[1], parts[2]
	return len(b) - len(parts[3]) + 1
}

// monthFirst takes a date that was read with the day first the other way round.
// That is not the same as reading it so: both orders may be dates.
func monthFirst(t time.Time) time.Time {
	if t.Day() > 12 {
		return t
	}
	return time.Date(t.Year(), time.Month(t.Day()), int(t.Month()), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), t.Location())
}

// websphere reads what WebSphere and Liberty write behind the time: the
// thread's number at b[i:k], the logger in a column of its own, and a letter for
// the level, "0000001e com.example.Job                E text".
func websphere(b []byte, i, k int, h *header) int {
	rest := bytes.TrimLeft(b[k:], " ")
	if bytes.HasPrefix(rest, []byte("id=")) || bytes.HasPrefix(rest, []byte("UOW=")) {
		return webSphereAdvanced(b, i, k, h)
	}
	n := wordLen(rest)
	letter := bytes.TrimLeft(rest[n:], " ")
	if n == 0 || len(letter) < 2 || letter[1] != ' ' || len(letter) == len(rest)-n {
		return 0
	}
	level := Info
	switch letter[0] {
	case 'E', 'F':
		level = Error
	case 'W':
		level = Warn
	case 'I', 'A', 'R', 'O', 'C', 'D', 'S':
	case '1', '2', '3', '>', '<':
		level = Debug
	default:
		return 0
	}
	h.level, h.thread, h.logger = level, b[i:k], rest[:n]
	return len(b) - len(letter) + 2
}

// webSphereAdvanced reads the advanced form of the same: pairs, of which the last is
// "thread=[name]". The text stands below.
func webSphereAdvanced(b []byte, i, k int, h *header) int {
	thread := bytes.Index(b[k:], []byte(" thread=["))
	if thread < 0 {
		return 0
	}
	h.thread = b[i:k]
	if _, source, ok := bytes.Cut(b[k:k+thread], []byte(" source=")); ok {
		h.logger = source[:wordLen(source)]
	}
	return len(b)
}

// levelLast reads java.util.logging on one line, with the level behind the class
// and the method: "c.e.Job run SEVERE: text". The name ends at b[k].
func levelLast(b []byte, k int, name []byte, h *header) int {
	if !h.timed || h.level != NoLevel || !isLogger(name) || k >= len(b) || b[k] != ' ' {
		return 0
	}
	method := wordLen(b[k+1:])
	if l := levelWord(b[k+1 : k+1+method]); l != NoLevel && bytes.HasPrefix(b[k+1+method:], []byte(": ")) { // no method
		h.logger, h.level = name, l
		return k + 1 + method + 2
	}
	at := k + 1 + method + 1
	if method == 0 || at >= len(b) || b[at-1] != ' ' {
		return 0
	}
	end := at + wordLen(b[at:])
	level := levelWord(b[at:end])
	if level == NoLevel || !bytes.HasPrefix(b[end:], []byte(": ")) {
		return 0
	}
	h.logger, h.level = name, level
	return end + 2
}
