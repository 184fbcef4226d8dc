package parse

import (
	"bytes"
	"errors"
	"time"

	"timeline/parse/javatrace"
)

// startsTrace tells the lines that nothing but a stack trace has.
func startsTrace(b []byte) bool {
	switch b[0] {
	case 'a':
		return bytes.HasPrefix(b, []byte("at "))
	case '.':
		return bytes.HasPrefix(b, []byte("... "))
	case 'C':
		return bytes.HasPrefix(b, []byte("Caused"))
	case 'S':
		return bytes.HasPrefix(b, []byte("Suppressed: "))
	case 'W':
		return bytes.HasPrefix(b, []byte("Wrapped by: "))
	case '[':
		return bytes.HasPrefix(b, []byte("[CIRCULAR REFERENCE"))
	}
	return false
}

// tracePart adds a line to the trace of the entry before it, or to one that
// stands alone.
func (t *text) tracePart(e *entry, line []byte, pos Pos, env *Record) bool {
	if e.held && e.closed {
		t.end(e)
	}
	if e.cutsIn(line) {
		if !e.tangled {
			e.tangled = true
			t.r.fail(pos, line, errTangled)
		}
		return true
	}
	fresh := !e.held
	if fresh {
		t.hold(e, pos, env)
		e.loose = true
	}
	if e.trace.Empty() && len(e.head.message) > 0 && line[0] != 'C' {
		t.inline(e) // frames right below the line that names the exception
	}
	if e.trace.Line(line) == javatrace.Part {
		return true
	}
	if fresh {
		e.held = false
	}
	return false
}

var errTangled = errors.New("lines of a trace behind the line of another entry: whose they are is not known")

var errSecond = errors.New("a second trace below the lines of two threads: which trace is whose is not known")

// cutsIn reports whether a frame cannot be the entry's: it tells of nothing that
// failed. A trace was going on when another thread wrote the entry.
func (e *entry) cutsIn(line []byte) bool {
	if !e.held || e.loose || !e.trace.Empty() || e.head.level == NoLevel || e.head.level >= Warn || hasException(e.head.message) {
		return false
	}
	b := bytes.TrimLeft(line, " \t")
	return b[0] == 'a' || b[0] == '.'
}

// inline takes the exception that the entry's own message names as the root
// of the trace that follows it.
func (t *text) inline(e *entry) {
	if hasException(e.head.message) {
		e.trace.MentionRoot(e.head.message)
	}
}

// hold begins an entry without a header.
func (t *text) hold(e *entry, pos Pos, env *Record) {
	t.end(e)
	e.held, e.loose, e.closed, e.pos, e.outer, e.lines = true, false, false, pos, *env, 0
	e.tangled, e.bare, e.weak = false, false, e.weak[:0]
	e.buf, e.head = e.buf[:0], header{}
}

// begin starts the entry whose header is in t.head.
func (t *text) begin(e *entry, line []byte, pos Pos, env *Record) {
	h := &t.head
	switch {
	case e.held && len(h.message) > 0 && startsTrace(h.message) && e.sameSource(h):
		if e.trace.Empty() && h.message[0] != 'C' {
			t.inline(e)
		}
		if e.trace.Line(h.message) == javatrace.Part {
			return
		}
	case e.held && !h.timed && h.level != NoLevel && e.isFirstOfTwo():
		e.head.level = h.level
		e.buf = append(e.buf, h.message...)
		e.head.message = e.buf[len(e.buf)-len(h.message):]
		return
	}
	if m := h.message; len(m) > 1 && m[0] == '{' && m[len(m)-1] == '}' && h.timed && env.Lack == NoTime {
		inner := *env // JSON behind a time of its own
		inner.Time, inner.Lack = h.at.Time, h.at.Lack
		if t.object(m, pos, &inner) {
			return
		}
	}
	bare := e.held && !e.loose && e.lines == 0 && (e.trace.Empty() || e.trace.Named()) && e.head.level >= Error && h.level >= Error && h.timed && len(h.thread) > 0 && !bytes.Equal(h.thread, e.head.thread)
	t.hold(e, pos, env)
	e.bare = bare
	e.buf = append(e.buf, line...)
	e.head = h.moved(line, e.buf)
	if len(h.message) == 0 {
		return
	}
	if startsTrace(h.message) || startsException(h.message) {
		e.trace.Line(h.message)
	} else if tab := bytes.LastIndexByte(h.message, '\t'); tab > 0 && startsException(h.message[tab+1:]) {
		e.trace.Line(h.message[tab+1:])
	}
}

// sameSource reports whether a header could be the prefix that a framework
// puts before every line of one entry.
func (e *entry) sameSource(h *header) bool {
	return string(e.head.logger) == string(h.logger) && string(e.head.thread) == string(h.thread)
}

// isFirstOfTwo reports whether the entry is the first line of
// java.util.logging's two: a time, a class and a method.
func (e *entry) isFirstOfTwo() bool {
	m := e.head.message
	sp := bytes.IndexByte(m, ' ')
	return e.head.timed && e.head.level == NoLevel && e.trace.Empty() && e.lines == 0 && (sp > 0 && bytes.IndexByte(m[sp+1:], ' ') < 0 || len(m) == 0 || isLogger(bytes.TrimSuffix(m, []byte("()"))))
}

// moved returns h with its slices of from as slices of to, a copy of it.
func (h *header) moved(from, to []byte) header {
	m := *h
	for _, p := range []*[]byte{&m.thread, &m.logger, &m.job, &m.pid, &m.message, &m.lead} {
		if *p != nil {
			off := cap(from) - cap(*p)
			if off < 0 || off+len(*p) > len(to) {
				*p = bytes.Clone(*p)
				continue
			}
			*p = to[off : off+len(*p)]
		}
	}
	return m
}

// continues reads a line that is neither a header nor part of a trace by its
// looks: the first line of an exception, more of a message, or a line of
// something else. It reports whether the line has a place.
func (t *text) continues(e *entry, line []byte, pos Pos, env *Record) bool {
	if e.held && len(e.head.message) == 0 && e.head.timed && e.trace.Empty() { // the time has a line of its own
		e.buf = append(e.buf, line...)
		e.head.message = bytes.TrimSpace(e.buf[len(e.buf)-len(line):])
		return true
	}
	trimmed := bytes.TrimLeft(line, " \t")
	if e.closed && e.head.level >= Warn && startsException(trimmed) && e.repeats(trimmed) && e.trace.Empty() {
		e.closed = false // the lines between were of the message
	}
	if e.held && startsException(trimmed) && (e.closed || e.trace.Empty() && later(env, &e.outer, time.Second) || bytes.HasPrefix(trimmed, []byte(uncaught)) || e.loose && e.trace.Empty() && !e.repeats(trimmed)) {
		t.end(e)
	}
	if e.held && trimmed[0] == '"' && t.fragment(e, trimmed) {
		return true
	}
	switch e.trace.Line(line) {
	case javatrace.Part:
		if !e.held {
			held := e.trace
			e.trace = t.r.traces.Sibling()
			t.hold(e, pos, env)
			e.trace, e.loose = held, true
		}
		return true
	case javatrace.Another:
		if (!e.loose || t.inPiece && pos == e.pos) && e.trace.Restates(trimmed) && !later(env, &e.outer, time.Second) { // of one call of a logger
			e.trace.Discard()
			e.trace.Line(line)
			return true
		}
		if e.bare {
			t.r.fail(pos, line, errSecond)
		}
		t.end(e)
		t.hold(e, pos, env)
		e.loose = true
		e.trace.Line(line)
		return true
	case javatrace.Maybe:
		return true
	}
	if e.held && !e.loose && !e.closed && e.head.level >= Warn && e.trace.Guessed() {
		e.weak = append(e.weak[:0], trimmed...)
		return true
	}
	if e.wantsReason() && mentionsFailure(line) && !hasException(line) {
		if !bytes.Contains(e.head.message, bytes.TrimSpace(trimmed)) {
			e.trace.Open(javatrace.Root, "", string(bytes.TrimSpace(trimmed)))
			e.trace.Cut()
		}
		return true
	}
	if request := t.gradle(e, trimmed); len(request) > 0 || hasException(line) || mentionsFailure(line) || isRestart(trimmed) {
		t.hold(e, pos, env)
		e.loose = true
		e.buf = append(append(e.buf, request...), bytes.TrimSpace(line)...)
		e.head = header{message: e.buf}
		return true
	}
	if e.held && later(env, &e.outer, sameCall) {
		return false
	}
	e.lines++
	if e.held && (!e.trace.Empty() || e.lines > 20 || e.head.level < Warn || hasException(e.head.message)) {
		e.closed = true
	}
	return e.held
}

// sameCall is how far apart lines may be taken that one call of a logger wrote.
const sameCall = 100 * time.Millisecond

// later reports whether an envelope states a time so far behind that of an entry
// that one call of a logger cannot have written both.
func later(env, entry *Record, apart time.Duration) bool {
	return env.Lack == entry.Lack && env.Lack != NoTime && env.Time.Sub(entry.Time) > apart
}

// repeats reports whether the line of an exception says once more what the
// entry's message says: then both tell of one failure.
func (e *entry) repeats(line []byte) bool {
	_, said, ok := bytes.Cut(line, []byte(": "))
	return ok && bytes.Contains(e.head.message, bytes.TrimSpace(said))
}

// wantsReason reports whether a line in a resolver's words right below the entry says
// why it failed: a layout may print no more of an exception than its message.
func (e *entry) wantsReason() bool {
	return e.held && !e.loose && !e.closed && e.lines == 0 && e.trace.Empty() && e.head.level >= Warn
}

// hasException reports whether text may name an exception.
func hasException(b []byte) bool {
	return bytes.Contains(b, []byte("Exception")) || bytes.Contains(b, []byte("Error:"))
}

// startsException reports whether text begins with an exception's class.
func startsException(b []byte) bool {
	n := wordLen(b)
	return n > 10 && (n == len(b) || b[n] == ':') && (bytes.HasSuffix(b[:n], []byte("Exception")) || bytes.HasSuffix(b[:n], []byte("Error"))) || bytes.HasPrefix(b, []byte(uncaught))
}

// uncaught is how a JVM tells of an exception that ended a thread. It prints that
// by itself: the log's line before has nothing to do with it.
const uncaught = "Exception in thread "

// gradleRequest begins the line on which Gradle names a request that failed.
const gradleRequest = "> Could not "

// gradle returns the request that Gradle printed on the line before, if line is
// what it prints below it: why the request failed, further right and behind "> ".
func (t *text) gradle(e *entry, line []byte) []byte {
	request := e.request
	e.request = e.request[:0]
	if !bytes.HasPrefix(line, []byte("> ")) {
		return nil
	}
	if what, ok := bytes.CutPrefix(line, []byte(gradleRequest)); ok {
		if bytes.HasPrefix(what, []byte("GET '")) || bytes.HasPrefix(what, []byte("HEAD '")) {
			e.request = append(append(e.request, line...), ' ')
		}
		return nil
	}
	return request
}
