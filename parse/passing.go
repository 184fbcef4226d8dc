package parse

import "bytes"

// Most lines of most logs say nothing that matters here, or are frames of stack
// traces that came before. Such lines are read the short way: passed over, or
// hung on the trace at once. What comes out is what text.line makes of the same
// lines, one by one; whatever is not understood is left to it.

// quick takes lines from the front of b that can be read the short way, and
// returns how many bytes and lines these are. first is the number of the first.
func (t *text) quick(b []byte, first int) (n, lines int) {
	switch {
	case len(b) == 0:
		return 0, 0
	case b[0]-'0' <= 9:
		return t.pass(b, first)
	case b[0] == '\t' || b[0] == ' ':
		return t.frames(b)
	}
	return 0, 0
}

// pass takes log lines from the front of b, as long as each begins an entry.
//
// A line of no interest, or a plain event, is an entry of its own only if the next
// line begins another one. So a last line of that kind is never taken, nor one before
// a line that is not understood.
func (t *text) pass(b []byte, first int) (n, lines int) {
	if !t.passes() {
		return 0, 0
	}
	i, ends := 0, 0 // behind the last line that was looked at
	last := unclear // what the line before is, which is not taken yet; unclear: there is none
	for {
		k := bytes.IndexByte(b[i:], '\n') + 1
		if k == 0 {
			break
		}
		if line := trimEnd(b[i : i+k]); len(line) > 0 {
			next := t.glance(line)
			if next == unclear {
				break
			}
			t.settle(last, next)
			n, lines, last = i, ends, next
			switch next {
			case eventful:
				t.events.keep(first + ends)
			case starts:
				t.start(line, first+ends)
				n, lines, last = i+k, ends+1, unclear
			}
		}
		i += k
		ends++
	}
	if t.events != nil {
		t.events.end()
	}
	return n, lines
}

// settle takes a line, now that the next one is known not to belong to it.
func (t *text) settle(what, next glance) {
	switch {
	case what == idle:
		t.r.sum.Skipped++
	case what == eventful:
		t.events.take()
	case next != starts: // which ends the entry before by itself
		t.endAny()
	}
}

// start begins the entry whose header is in t.head.
func (t *text) start(line []byte, number int) {
	if t.events != nil {
		t.events.end() // what comes from now on stands behind them
	}
	t.wrap.above = Record{}
	e := t.stream(&noEnvelope)
	e.order.goesOn = false
	t.begin(e, line, Pos{t.r.path, number}, &noEnvelope)
}

// passes reports whether the reader is between two lines of a log without
// envelopes, where an entry may begin.
func (t *text) passes() bool {
	e := t.streams[""]
	return t.shape.pattern == nil && !t.broken.held && t.knows("") && (e == nil || len(e.head.lead) == 0 && e.dump == nil)
}

// endAny ends what the stream without a name holds.
func (t *text) endAny() {
	t.wrap.above = Record{}
	e := t.stream(&noEnvelope)
	e.order.goesOn = false
	t.end(e)
}

// noEnvelope is what the envelope of a line states that has none.
var noEnvelope = Record{Lack: NoTime, Duration: Unset}

// What a line is at a glance.
type glance uint8

const (
	unclear  glance = iota // to be read the long way, with the line before it
	starts                 // an entry that may matter
	idle                   // an entry of no interest, unless lines follow that belong to it
	eventful               // an event, in the same way
)

// glance tells what a line is without a look at what is before and behind it.
func (t *text) glance(line []byte) glance {
	if !isBare(line) || line[len(line)-1] == '*' || len(line) > maxMessage || isMarked(line) {
		return unclear
	}
	h := &t.head
	t.shape.enveloped = false
	if !t.shape.cut(line, h) || !h.timed || len(h.message) == 0 {
		return unclear
	}
	m := h.message
	if startsTrace(m) || m[0] == '{' && m[len(m)-1] == '}' || isLayered(h) { // no entry, or that of another log
		return unclear
	}
	pairs := bytes.IndexByte(m, '=') >= 0
	switch {
	case h.level >= Warn || isRestart(m):
		t.shape.assign(h)
		return starts
	case pairs && t.events != nil:
		if t.shape.assign(h); t.events.read(h) {
			return eventful
		}
	}
	said := signsOf(m)
	if said&signException != 0 || said&signLookup != 0 && mentionsLookup(m) || t.r.mayState(said, m) {
		t.shape.assign(h)
		return starts
	}
	return idle
}

// isMarked reports whether a line holds what makes several lines of one, or colours.
func isMarked(line []byte) bool {
	return bytes.IndexByte(line, 0x1b) >= 0 || bytes.IndexByte(line, '<') >= 0 && bytes.Contains(line, []byte("<br/>"))
}

// mayState reports whether a message that has these signs may state anything in pairs,
// by an address or of an answer. It is sure where it says no.
func (r *Reader) mayState(said signs, m []byte) bool {
	if said&signSlash != 0 {
		if from, _ := onlyURL(m[:min(len(m), maxAnswer)]); from >= 0 {
			return true
		}
		if start, _, _ := findAddress(m); start >= 0 {
			return true
		}
	}
	return said&signPair != 0 && r.hasKey(m)
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
