package parse

import "bytes"

// A context is what the objects around an event say about it.
type context struct {
	job, thread, host, process string
	file                       bool // the file's name may be the job's
	at                         Pos  // where the event stands, if that is known
}

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
	for i := skipSpace(v, 1); i < len(v) && v[i] != ']'; {
		n, c := r.walkElement(v[i:], ctx, key)
		if c != whole {
			return
		}
		i = skipSpace(v, i+n)
		if i < len(v) && v[i] == ',' {
			i = skipSpace(v, i+1)
		}
	}
}

// walkElement looks for events in the value at v[0] and returns its length.
func (r *Reader) walkElement(v []byte, ctx context, key []byte) (int, cut) {
	if v[0] == '{' {
		o := r.object()
		defer r.release()
		n, c := r.readObject(v, o)
		if c == whole {
			r.visit(o, ctx, key)
		}
		return n, c
	}
	n, c := inLine.skipValue(v, 0)
	if c == whole && v[0] == '[' {
		r.walk(v[:n], ctx, key)
	}
	return n, c
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
		if m.value[0] == '[' && ctx.job == "" && (namesJob(m.key) || arrays > 1 && !isCommonName(m.key)) {
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

// namesJob reports whether the key of an array may be a job's name:
// {"J00001": [...]}.
func namesJob(key []byte) bool {
	return bytes.ContainsAny(key, "0123456789") && len(key) <= 128
}

// isCommonName reports whether a key names a list, and no job.
func isCommonName(key []byte) bool {
	switch normal(string(key)) {
	case "events", "timelog", "timelogs", "records", "items", "data", "entries", "logs", "results", "jobs", "list", "values", "steps", "tags", "hits", "errors", "warnings", "messages", "logevents", "streams", "rows":
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
