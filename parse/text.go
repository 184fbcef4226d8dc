package parse

import (
	"bytes"

	"timeline/parse/javatrace"
)

const maxStreams = 1024 // processes of one input that are kept apart

// text reads log lines: it finds the entries they make, in each of the
// streams that an input interleaves, and hangs stack traces on the entries
// they follow.
type text struct {
	r       *Reader
	shape   shaper
	streams map[string]*entry
	order   []*entry // streams as they appeared
	last    *entry
	wrap    unwrapper
	head    header // scratch
	broken  brokenLine
	inPiece bool        // the line before is of the same piece
	events  *lineEvents // nil unless plain events are read the short way

	ascending bool // it is taken for granted that times of envelopes ascend, see carriage
}

// An entry is a log entry that may still go on with the next line.
type entry struct {
	stream  string
	held    bool        // there is one
	loose   bool        // it began without a header, in the middle of things
	dump    *threadDump // nil between thread dumps
	closed  bool        // a line in between belongs to something else
	pos     Pos
	outer   Record // what the envelope of the lines states; its Time may be zero
	buf     []byte // the header's line
	head    header // slices of buf
	lines   int    // of its message so far
	trace   *javatrace.Builder
	tangled bool   // frames of another entry's trace stand below its line
	bare    bool   // the entry before told of a failure, in another thread, and had no trace yet
	request []byte // what Gradle asked for on the line before
	weak    []byte // a line below the first that names an exception if frames follow it
	said    string // a message of an exception that is printed in fragments
	order   lineOrder
}

func (t *text) init(r *Reader) {
	t.r = r
	t.shape.clock = &r.clock
	t.shape.pattern, _ = compilePattern(r.opt.Line) // Options.Check tells what is wrong
	t.streams = map[string]*entry{}
	t.wrap.init(r)
}

// line reads one line of the input.
func (t *text) line(line []byte, pos Pos) {
	line = plain(line)
	if pos.Line == 1 && len(line) > 20 && line[0] == '0' && line[3] == '-' && line[6] == '-' && line[9] == 'T' {
		line = append([]byte("2"), line...) // an excerpt that lost its first digit
	}
	if bytes.Contains(line, []byte("<br/>")) { // one line for many, made for a web page
		for part := range bytes.SplitSeq(line, []byte("<br/>")) {
			t.wrapped(part, pos)
		}
		return
	}
	t.wrapped(line, pos)
}

// wrapped reads a line that may still be in an envelope. A line behind a long
// one with a prefix, and without a prefix of its own, was broken by a terminal.
func (t *text) wrapped(line []byte, pos Pos) {
	if isTailHeader(line) {
		t.endAll()
		return
	}
	inner, env, ok := t.wrap.strip(line)
	if !ok {
		return
	}
	if t.broken.held {
		if !t.wrap.joins && len(bytes.TrimSpace(line)) > 0 && len(t.broken.text) < maxLine {
			t.broken.text = append(t.broken.text, bytes.TrimRight(line, " ")...)
			return
		}
		t.release()
		inner, env, _ = t.wrap.strip(line)
	}
	if t.wrap.joins && len(line) >= wrapWidth {
		t.broken.held, t.broken.pos, t.broken.env = true, pos, *env
		t.broken.text = append(t.broken.text[:0], bytes.TrimRight(inner, " ")...)
		return
	}
	t.inner(inner, pos, env)
}

const wrapWidth = 100 // columns; narrower terminals are not expected

// A brokenLine waits for the rest that a terminal put on lines of its own.
type brokenLine struct {
	held bool
	text []byte
	pos  Pos
	env  Record
}

// release reads the line that waited for its rest.
func (t *text) release() {
	if t.broken.held {
		t.broken.held = false
		t.inner(t.broken.text, t.broken.pos, &t.broken.env)
	}
}

// isTailHeader knows the line that tail -f prints between files.
func isTailHeader(line []byte) bool {
	return bytes.HasPrefix(line, []byte("==> ")) && bytes.HasSuffix(line, []byte(" <=="))
}

// inner reads a line without its envelope.
func (t *text) inner(line []byte, pos Pos, env *Record) {
	if isObject(line) && t.object(bytes.TrimLeft(line, " \t"), pos, env) {
		return
	}
	t.feed(line, pos, env)
}

// isObject reports whether a line could be a JSON object.
func isObject(line []byte) bool {
	b := bytes.TrimLeft(line, " \t")
	return len(b) > 1 && b[0] == '{' && b[len(b)-1] == '}'
}

// object reads a JSON object that is the whole text of a wrapped line.
func (t *text) object(b []byte, pos Pos, env *Record) bool {
	r := t.r
	o := r.object()
	defer r.release()
	k, c := r.readObject(b, o)
	if c != whole || k != len(b) {
		return false
	}
	r.absorb(o)
	if !o.isEvent() && !(o.has(fMessage) && env.Lack != NoTime) {
		return false
	}
	before := len(r.items)
	r.outer = env
	r.event(o, context{process: env.Process, at: pos})
	r.outer = nil
	return len(r.items) > before || o.isLine()
}

// feed reads a line of a stream.
func (t *text) feed(line []byte, pos Pos, env *Record) {
	e := t.stream(env)
	if t.ordered(e, line, pos, env) {
		return
	}
	t.take(e, line, pos, env)
}

// take hands a line to its stream.
func (t *text) take(e *entry, line []byte, pos Pos, env *Record) {
	line = e.withoutLead(line)
	trimmed := bytes.TrimLeft(line, " \t")
	switch {
	case len(trimmed) == 0:
		return
	case (e.dump != nil || trimmed[0] == '"' || trimmed[0] == 'F' || trimmed[0] == '#') && t.dumpLine(e, line, trimmed, pos, env):
		return
	case startsTrace(trimmed) && t.tracePart(e, line, pos, env):
		return
	}
	h := &t.head
	t.shape.enveloped = env.Lack != NoTime
	if t.shape.header(line, h) {
		t.endDump(e)
		if outer, ok := t.layered(h, env); ok {
			t.take(e, h.message, pos, &outer)
			return
		}
		t.begin(e, line, pos, env)
		return
	}
	if !t.continues(e, line, pos, env) && env.Lack != NoTime {
		t.hold(e, pos, env)
		e.buf = append(e.buf[:0], trimmed...)
		e.head = header{message: e.buf}
	}
}

// withoutLead takes off what stands before the time of the entry's first line,
// a tag such as "[DS] ", if it stands before a line of its trace too.
func (e *entry) withoutLead(line []byte) []byte {
	lead := e.head.lead
	if !e.held || len(lead) == 0 || !bytes.HasPrefix(line, lead) {
		return line
	}
	rest := line[len(lead):]
	if b := bytes.TrimLeft(rest, " \t"); len(b) > 0 && (startsTrace(b) || startsException(b)) {
		return rest
	}
	return line
}

// layered reports whether the header is that of a scheduler which logs the
// lines of a program's own log: then the header only adds its time to what their
// envelope states.
func (t *text) layered(h *header, env *Record) (Record, bool) {
	if !isLayered(h) {
		return Record{}, false
	}
	m := bytes.TrimPrefix(h.message, []byte("-> "))
	outer, at := *env, h.at
	var inner header
	if !t.shape.header(m, &inner) || !inner.timed || inner.level == NoLevel {
		return Record{}, false
	}
	if outer.Lack == NoTime {
		outer.Time, outer.Lack = at.Time, at.Lack
	}
	h.message = m
	t.r.formats.add(schedulerLog)
	return outer, true
}

// isLayered reports whether the message of a header begins like another header.
func isLayered(h *header) bool {
	m := bytes.TrimPrefix(h.message, []byte("-> "))
	return h.timed && len(m) >= 24 && (isProgramTime(m) || m[0] == '[' && isProgramTime(m[1:]))
}

// stream returns the entry that lines of an envelope's process go to.
func (t *text) stream(env *Record) *entry {
	name := env.Process
	if env.Thread != "" { // whose lines its own prefix tells apart
		name = t.r.names.of([]byte(env.Process + "/" + env.Thread))
	}
	if t.last != nil && t.last.stream == name {
		return t.last
	}
	e := t.streams[name]
	if e == nil {
		if len(t.order) >= maxStreams {
			t.r.note("more than 1024 processes: lines of the further ones are read as one stream")
			return t.order[0]
		}
		e = &entry{stream: name, trace: t.r.traces.Sibling()}
		e.order.known = t.ascending
		t.streams[name] = e
		t.order = append(t.order, e)
	}
	t.last = e
	return e
}

// flush ends all entries, at the end of the input.
func (t *text) flush() {
	t.release()
	t.endAll()
}

func (t *text) endAll() {
	for _, e := range t.order {
		t.drain(e)
		t.endDump(e)
		t.end(e)
	}
}

// plain removes terminal colours and what else a copy of a log may add.
func plain(line []byte) []byte {
	line = bytes.TrimSuffix(line, []byte("**")) // bold, in a page of Markdown
	line = bytes.TrimPrefix(line, []byte("**"))
	line = bytes.TrimPrefix(line, []byte("> ")) // quoted, in a page or a mail
	esc := bytes.IndexByte(line, 0x1b)
	if esc < 0 {
		return line
	}
	out := append(make([]byte, 0, len(line)), line[:esc]...)
	for i := esc; i < len(line); i++ {
		if line[i] == 0x1b && i+1 < len(line) && line[i+1] == '[' {
			for i += 2; i < len(line) && line[i]-'@' > '~'-'@'; i++ {
			}
			continue
		}
		out = append(out, line[i])
	}
	return out
}
