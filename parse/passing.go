package parse

import "bytes"

// Most lines of most logs say nothing that matters here. Passing reads such
// lines without making entries of them: it counts them and goes on. What it says
// is what text.line says of the same lines, one by one; whatever it does not
// know it leaves to it.

// pass takes log lines from the front of b, the first of which is the line of
// that number, as long as each is an entry of its own and of no interest. It
// returns how many bytes and lines it took.
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
	e := t.stream(&noEnvelope)
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
