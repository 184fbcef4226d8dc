package parse

import "bytes"

// A container is an array or object that is walked element by element because
// it is too large to hold, or because it is an array at the top.
type container struct {
	object bool
	ctx    context
	key    []byte
}

// A context is what the objects around an event say about it.
type context struct {
	job, thread, host, process string
	file                       bool // the file's name may be the job's
	at                         Pos  // where the event stands, if that is known
}

// startsJSON tells a JSON value from a log line in brackets. b[0] is '{' or '['.
func (r *Reader) startsJSON(b []byte) bool {
	if len(r.open) > 0 {
		return true
	}
	i := skipSpace(b, 1)
	for i >= len(b) && r.win.more() {
		b = bytes.TrimLeft(r.win.rest(), " \t")
		i = skipSpace(b, 1)
	}
	if i >= len(b) {
		return false
	}
	if b[0] == '{' {
		return b[i] == '"' || b[i] == '}'
	}
	return b[i] == '{' || b[i] == ']' || b[i] == '[' && bytes.HasPrefix(bytes.TrimLeft(b[i+1:min(len(b), i+64)], " \n\t\r"), []byte("{"))
}

// jsonPiece reads the JSON at the start of a line: nearly always one object
// that fills the line.
func (r *Reader) jsonPiece() {
	r.win.space()
	if r.win.rest()[0] == '[' {
		r.openTop(false)
		return
	}
	n, long := r.win.lineLen(maxValue)
	line := trimEnd(r.win.rest()[:n])
	o := r.object()
	k, c := r.readObject(line, o)
	if c != whole {
		r.release()
		r.document(line, long)
		return
	}
	r.visit(o, context{at: r.pos()}, nil)
	r.release()
	switch rest := bytes.TrimLeft(line[k:], " \t,"); {
	case len(rest) > 0:
		r.win.pos += len(line) - len(rest)
	case n > len(line):
		r.win.takeLine(n)
	default:
		r.win.pos += n
		r.win.line++
	}
}

// document reads an object that does not fill exactly one line.
func (r *Reader) document(line []byte, long bool) {
	if !long && len(line) > 0 {
		if next := r.win.rest()[len(line):]; len(next) < 4 {
			n := len(line)
			r.win.more()
			line = r.win.rest()[:n]
		}
		next := bytes.TrimLeft(r.win.rest()[len(line):], "\r\n")
		opens := line[len(line)-1] == '[' || line[len(line)-1] == '{'
		if len(next) == 0 || bytes.HasPrefix(next, []byte(`{"`)) && !opens {
			r.fail(r.pos(), line, errTorn)
			r.win.skipLine()
			return
		}
	}
	if n, c := r.hold(); c == whole {
		r.walk(r.win.rest()[:n], context{}, nil)
		r.win.take(n)
		return
	}
	r.openTop(true)
}

func (r *Reader) openTop(object bool) {
	r.open = append(r.open[:0], container{object: object, ctx: context{file: !object}})
	r.win.take(1)
}

// hold brings the value at the window's start into it and returns its length.
// A value above maxValue is short.
func (r *Reader) hold() (int, cut) {
	for {
		size := len(r.win.rest())
		n, c := inLines.skipValue(r.win.rest(), 0)
		if c != short || size > maxValue || !r.win.more() {
			return n, c
		}
		for len(r.win.rest()) < 2*size && r.win.more() { // so that scanning again costs no more than scanning
		}
	}
}

// element reads the next piece of the innermost open container.
func (r *Reader) element() {
	if !r.win.space() {
		r.broken()
		return
	}
	top := &r.open[len(r.open)-1]
	shut := byte(']')
	if top.object {
		shut = '}'
	}
	switch b := r.win.rest(); {
	case b[0] == shut:
		r.win.take(1)
		r.open = r.open[:len(r.open)-1]
		return
	case b[0] == ',':
		r.win.take(1)
		return
	case top.object && !r.key(top):
		r.broken()
		return
	}
	r.elementValue(top)
}

// key reads the key of the next member.
func (r *Reader) key(top *container) bool {
	for {
		n, c := inLines.skipKey(r.win.rest())
		if c == whole && n < len(r.win.rest()) {
			end, _ := inLine.skipString(r.win.rest())
			top.key = append(top.key[:0], r.win.rest()[1:end-1]...)
			r.win.take(n)
			return true
		}
		if c == wrong || len(r.win.rest()) > maxLine || !r.win.more() {
			return false
		}
	}
}

func (r *Reader) elementValue(top *container) {
	n, c := r.hold()
	b := r.win.rest()
	isContainer := len(b) > 0 && (b[0] == '{' || b[0] == '[')
	switch {
	case c == whole && isContainer:
		if b[0] == '{' && top.object && isLabels(top.key) {
			r.labels(&top.ctx, b[:n])
		}
		r.walk(b[:n], top.ctx, top.key)
		r.win.take(n)
	case c == whole:
		if top.object {
			r.context(&top.ctx, top.key, b[:n])
		}
		r.win.take(n)
	case isContainer && len(r.open) < maxDepth:
		ctx := top.ctx
		if namesJob(top.key) && top.object && b[0] == '[' {
			ctx.job = r.names.of(top.key)
		}
		r.open = append(r.open, container{object: b[0] == '{', ctx: ctx})
		r.win.take(1)
	default:
		r.broken()
	}
}

// broken gives up the open containers; reading goes on with the next line.
func (r *Reader) broken() {
	r.fail(r.pos(), r.win.rest()[:min(120, len(r.win.rest()))], errTorn)
	r.open = r.open[:0]
	r.win.skipLine()
}

// object returns an object for the current depth of nesting.
func (r *Reader) object() *object {
	if r.depth == len(r.obj) {
		r.obj = append(r.obj, &object{})
	}
	r.depth++
	return r.obj[r.depth-1]
}

func (r *Reader) release() { r.depth-- }

// walk looks for events in a value that is in the window.
func (r *Reader) walk(v []byte, ctx context, key []byte) {
	if v[0] == '{' {
		o := r.object()
		if _, c := r.readObject(v, o); c == whole {
			r.visit(o, ctx, key)
		}
		r.release()
		return
	}
	if isRow(v) && r.row(v, ctx) || len(v) > 14 && v[1] == '"' && r.lokiLine(v, ctx) {
		return
	}
	eachElement(v, func(e []byte) {
		if e[0] == '{' || e[0] == '[' {
			r.walk(e, ctx, key)
		}
	})
}

// visit takes an object for what its keys make it: an event, or something
// that events stand in.
func (r *Reader) visit(o *object, ctx context, key []byte) {
	if len(o.inner) > 0 {
		if r.export(o, ctx) {
			return
		}
		if o.timed() {
			r.absorb(o)
		}
	}
	if o.isEvent() && !r.holdsEvents(o) {
		r.event(o, ctx)
		return
	}
	r.contexts(&ctx, o)
	arrays := 0
	for _, m := range o.inner {
		if m.value[0] == '[' {
			arrays++
		}
	}
	for i := range o.inner {
		m, c := o.inner[i], ctx
		if m.value[0] == '[' && (namesJob(m.key) || arrays > 1 && !isCommonName(m.key)) {
			c.job = r.names.of(m.key)
		}
		c.file = ctx.file && m.value[0] != '['
		r.walk(m.value, c, m.key)
	}
}

// timed reports whether an object states a time, perhaps as an object itself.
func (o *object) timed() bool {
	return o.has(fTime) || o.has(fSeconds) || o.has(fEnd) || o.has(fStart) || o.inside("instant") != nil || o.inside("timestamp") != nil
}

// isEvent reports whether an object is an event or a log line: it has a time
// and says something about it.
func (o *object) isEvent() bool {
	if !o.timed() {
		return false
	}
	for _, f := range [...]field{fTopic, fMessage, fLevel, fStack, fException, fErrorType, fErrorMessage, fHost, fURL, fRemote, fDuration, fStatus, fPhase} {
		if o.has(f) {
			return true
		}
	}
	return o.thrown != nil
}

// holdsEvents reports whether one of an object's arrays holds events, which
// makes the object a frame around them.
func (r *Reader) holdsEvents(o *object) bool {
	if o.has(fTopic) || o.has(fMessage) || o.has(fLevel) {
		return false
	}
	for _, m := range o.inner {
		if m.value[0] != '[' {
			continue
		}
		i := skipSpace(m.value, 1)
		if m.value[i] != '{' {
			continue
		}
		in := r.object()
		_, c := r.readObject(m.value[i:], in)
		is := c == whole && in.isEvent()
		r.release()
		if is {
			return true
		}
	}
	return false
}

// contexts takes what an object says about the events inside it.
func (r *Reader) contexts(ctx *context, o *object) {
	r.objectContext(ctx, o)
	for _, m := range o.inner { // {"meta": {"jobId": "J1"}, "timeLog": [...]}
		if m.value[0] != '{' || len(m.value) > 4096 {
			continue
		}
		if isLabels(m.key) {
			r.labels(ctx, m.value)
			continue
		}
		in := r.object()
		if _, c := r.readObject(m.value, in); c == whole && !in.isEvent() {
			r.objectContext(ctx, in)
		}
		r.release()
	}
}

func (r *Reader) objectContext(ctx *context, o *object) {
	if v := o.values[fJob]; v != nil {
		ctx.job = r.names.of(unquote(v))
	}
	if v := o.values[fThread]; v != nil {
		ctx.thread = r.names.of(unquote(v))
	}
	if v := o.values[fHost]; v != nil {
		ctx.host = r.names.of(unquote(v))
	}
	if p := r.processOf(o); p != "" {
		ctx.process = p
	}
}

// context takes one member of a container that is too large to hold.
func (r *Reader) context(ctx *context, key, v []byte) {
	if isNull(v) {
		return
	}
	s := unquote(v)
	switch r.keys.find(key).field {
	case fJob:
		ctx.job = r.names.of(s)
	case fThread:
		ctx.thread = r.names.of(s)
	case fHost:
		ctx.host = r.names.of(s)
	case fProcess:
		ctx.process = r.names.of(s)
	}
}

// namesJob reports whether the key of an array may be a job's name:
// {"J00001": [...]}.
func namesJob(key []byte) bool {
	return bytes.ContainsAny(key, "0123456789") && len(key) <= 128
}

// isCommonName reports whether a key names a list, and no job.
func isCommonName(key []byte) bool {
	switch normal(string(key)) {
	case "events", "timelog", "timelogs", "records", "items", "data", "entries", "logs", "results", "jobs", "list", "values", "steps", "tags", "hits", "errors", "warnings", "messages":
		return true
	}
	return false
}

// isLabels knows the members in which stores describe where events come from.
func isLabels(key []byte) bool {
	switch string(key) {
	case "stream", "labels", "resource":
		return true
	}
	return false
}

// eachElement calls f for the elements of a valid array.
func eachElement(v []byte, f func(e []byte)) {
	for i := skipSpace(v, 1); i < len(v) && v[i] != ']'; {
		n, c := inLine.skipValue(v[i:], 0)
		if c != whole {
			return
		}
		f(v[i : i+n])
		i = skipSpace(v, i+n)
		if i < len(v) && v[i] == ',' {
			i = skipSpace(v, i+1)
		}
	}
}

// eachMember calls f for the members of a valid object.
func eachMember(v []byte, f func(name, value []byte)) {
	for i := skipSpace(v, 1); i < len(v) && v[i] != '}'; {
		k, c := inLine.skipKey(v[i:])
		if c != whole {
			return
		}
		end, _ := inLine.skipString(v[i:])
		name := v[i+1 : i+end-1]
		i += k
		n, c := inLine.skipValue(v[i:], 0)
		if c != whole {
			return
		}
		f(name, v[i:i+n])
		i = skipSpace(v, i+n)
		if i < len(v) && v[i] == ',' {
			i = skipSpace(v, i+1)
		}
	}
}

// posOf returns the position of a value in the window. Values come in the
// order of the input, so each byte is searched for line ends once.
func (r *Reader) posOf(v []byte) Pos {
	off := cap(r.win.buf) - cap(v)
	if r.mark.at != r.win.gone+int64(r.win.pos) || off < r.mark.off {
		r.mark = mark{at: r.win.gone + int64(r.win.pos), off: r.win.pos, line: r.win.line}
	}
	if off > r.mark.off && off <= r.win.end {
		r.mark.line += bytes.Count(r.win.buf[r.mark.off:off], newline)
		r.mark.off = off
	}
	return Pos{r.path, r.mark.line}
}

// A mark is a place inside the value that is being walked.
type mark struct {
	at   int64 // offset of the value in the input
	off  int   // in the window
	line int
}
