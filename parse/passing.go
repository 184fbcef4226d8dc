package parse

import "bytes"

// Most lines of most logs say nothing that matters here, or are frames of stack
// traces that came before. Such lines are read the short way: passed over, or
// hung on the trace at once. What comes out is what text.line makes of the same
// lines, one by one; whatever is not understood is left to it.

// quick takes lines from the front of b that can be read the short way, and
// returns how many bytes and lines these are.
func (t *text) quick(b []byte) (n, lines int) {
	switch {
	case len(b) == 0:
		return 0, 0
	case b[0]-'0' <= 9:
		return t.pass(b)
	case b[0] == '\t' || b[0] == ' ':
		return t.frames(b)
	}
	return 0, 0
}

// pass takes log lines from the front of b, as long as each is an entry of its
// own and of no interest.
//
// A line is an entry of its own only if the next one begins another entry. So
// the last line is never taken, nor one before a line that is not understood.
func (t *text) pass(b []byte) (n, lines int) {
	if !t.passes() {
		return 0, 0
	}
	i, ends, seen := 0, 0, 0 // ends: lines up to i; seen: entries that are passed and not taken yet
	for {
		k := bytes.IndexByte(b[i:], '\n') + 1
		if k == 0 {
			break
		}
		line := trimEnd(b[i : i+k])
		if len(line) > 0 {
			what := t.glance(line)
			if what == unclear || what == starts && n == 0 && seen == 0 {
				break
			}
			if n == 0 && seen == 0 {
				t.endAny()
			}
			t.r.sum.Skipped += seen
			n, lines, seen = i, ends, 1
			if what == starts {
				break
			}
		}
		i += k
		ends++
	}
	return n, lines
}

// passes reports whether the reader is between two lines of a log without
// envelopes, where an entry may begin.
func (t *text) passes() bool {
	e := t.streams[""]
	return t.shape.pattern == nil && !t.broken.held && t.knows("") && (e == nil || len(e.head.lead) == 0)
}

// endAny ends what the stream without a name holds.
func (t *text) endAny() {
	t.wrap.above = Record{}
	e := t.stream(&noEnvelope)
	e.order.goesOn = false
	t.endDump(e)
	t.end(e)
}

var noEnvelope Record

// What a line is at a glance.
type glance uint8

const (
	unclear glance = iota // to be read the long way, with the line before it
	starts                // an entry, to be read the long way
	idle                  // an entry of no interest, unless lines follow that belong to it
)

// glance tells what a line is without a look at what is before and behind it.
func (t *text) glance(line []byte) glance {
	if !isBare(line) || line[len(line)-1] == '*' || len(line) > maxMessage ||
		bytes.IndexByte(line, 0x1b) >= 0 || bytes.IndexByte(line, '<') >= 0 && bytes.Contains(line, []byte("<br/>")) {
		return unclear
	}
	h := &t.head
	t.shape.enveloped = false
	if !t.shape.header(line, h) || !h.timed || len(h.message) == 0 {
		return unclear
	}
	m := h.message
	if startsTrace(m) || m[0] == '{' && m[len(m)-1] == '}' || isLayered(h) { // no entry, or that of another log
		return unclear
	}
	if h.level >= Warn || isRestart(m) || t.mayState(m) {
		return starts
	}
	return idle
}

// mayState reports whether a message of an entry below WARN may say anything that
// makes a record of it. It is sure where it says no.
func (t *text) mayState(m []byte) bool {
	s := signsOf(m)
	switch {
	case s == 0:
		return false
	case s&signException != 0, s&signLookup != 0 && mentionsLookup(m):
		return true
	case s&signSlash != 0:
		if start, _, _ := findAddress(m); start >= 0 {
			return true
		}
	}
	return s&signPair != 0 && t.r.hasKey(m)
}

// hasKey reports whether m holds a pair whose key has a meaning.
func (r *Reader) hasKey(m []byte) bool {
	for i := 0; ; {
		k := bytes.IndexByte(m[i:], '=')
		if k < 0 {
			return false
		}
		eq := i + k
		start := eq
		for start > 0 && isKeyByte(m[start-1]) {
			start--
		}
		if start < eq && r.keys.find(m[start:eq]).field != unknown {
			return true
		}
		i = eq + 1
	}
}

// frames takes lines of a stack trace from the front of b, as long as each is a
// frame that was read before.
func (t *text) frames(b []byte) (n, lines int) {
	e := t.last
	if e == nil || e.stream != "" || !e.held || e.closed || e.dump != nil || len(e.head.lead) > 0 || e.order.goesOn || t.broken.held {
		return 0, 0
	}
	for {
		k := bytes.IndexByte(b[n:], '\n') + 1
		if k == 0 || k > maxMessage {
			return n, lines
		}
		line := trimBlanks(trimEnd(b[n : n+k]))
		if len(line) < 3 || string(line[:3]) != "at " || b[n] != '\t' && b[n] != ' ' || !e.trace.Again(line[3:]) {
			return n, lines
		}
		n += k
		lines++
	}
}
