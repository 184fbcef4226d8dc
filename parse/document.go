package parse

import (
	"bytes"
)

// A container is an array or object that is walked element by element because
// it is too large to hold, or because it is an array at the top.
type container struct {
	object bool
	ctx    context
	key    []byte
}

// startsJSON tells a JSON value from a log line in brackets. b[0] is '{' or '['.
func (r *Reader) startsJSON(b []byte) bool {
	if len(r.open) > 0 {
		return true
	}
	const inside = 64 // bytes behind a second bracket, in which an object begins if this is an array
	i := skipSpace(b, 1)
	for (i >= len(b) || b[0] == '[' && b[i] == '[' && len(b) <= i+inside) && r.win.more() {
		b = bytes.TrimLeft(r.win.rest(), " \t")
		i = skipSpace(b, 1)
	}
	if i >= len(b) {
		return false
	}
	if b[0] == '{' {
		return b[i] == '"' || b[i] == '}'
	}
	return b[i] == '{' || b[i] == ']' || b[i] == '[' && bytes.HasPrefix(bytes.TrimLeft(b[i+1:min(len(b), i+inside)], " \n\t\r"), []byte("{"))
}

// jsonPiece reads the JSON at the start of a line: nearly always one object
// that fills the line.
func (r *Reader) jsonPiece() {
	r.win.space()
	if r.win.rest()[0] == '[' {
		r.openTop(false)
		return
	}
	n, long := r.win.lineLen(r.opt.mostHeld())
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
	}
}

// document reads an object that does not fill exactly one line.
func (r *Reader) document(line []byte, long bool) {
	if !long && len(line) > 0 {
		n := len(line)
		next := bytes.TrimLeft(r.win.rest()[n:], "\r\n")
		for len(next) < 2 && len(r.win.rest()) < maxLine && r.win.more() {
			next = bytes.TrimLeft(r.win.rest()[n:], "\r\n")
		}
		line = r.win.rest()[:n]
		opens := line[len(line)-1] == '[' || line[len(line)-1] == '{' || bytes.HasSuffix(line, []byte("},")) // elements of an array
		if len(next) == 0 || bytes.HasPrefix(next, []byte(`{"`)) && !opens {
			r.fail(r.pos(), line, errTorn)
			r.win.skipLine()
			return
		}
	}
	if n, c := r.hold(inLines); c == whole {
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
// A value above mostHeld is short, whatever is in the window.
func (r *Reader) hold(g grammar) (int, cut) {
	most := r.opt.mostHeld()
	for {
		size := len(r.win.rest())
		n, c := g.skipValue(r.win.rest(), 0)
		if c == whole && n > most {
			return 0, short
		}
		if c != short || size > most || !r.win.more() {
			return n, c
		}
		if r.ahead != nil && size <= 2*smallBlock {
			continue // what was read ahead may begin right behind the value
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
		r.noteSeparator()
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
	if r.elementObject(top) {
		return
	}
	n, c := r.hold(inLine) // as elementObject reads it
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
		if ctx.job == "" && namesJob(top.key) && top.object && b[0] == '[' {
			ctx.job = r.names.of(top.key)
		}
		r.open = append(r.open, container{object: b[0] == '{', ctx: ctx})
		r.win.take(1)
	default:
		r.broken()
	}
}

// elementObject is the short way for an object that is in the window whole. It
// reports whether it read one.
func (r *Reader) elementObject(top *container) bool {
	b := r.win.rest()
	if len(b) == 0 || b[0] != '{' {
		return false
	}
	o := r.object()
	defer r.release()
	n, c := r.readObject(b, o)
	if c != whole || n > r.opt.mostHeld() {
		return false
	}
	if top.object && isLabels(top.key) {
		r.labels(&top.ctx, b[:n])
	}
	r.visit(o, top.ctx, top.key)
	r.win.take(n)
	return true
}

// wholeElement reads an object or an array that is in the window whole, as elementValue
// does. It reports whether there is one.
func (r *Reader) wholeElement(top *container) bool {
	b := r.win.rest()
	if len(b) == 0 || b[0] != '[' {
		return r.elementObject(top)
	}
	n, c := inLine.skipValue(b, 0)
	if c != whole || n > r.opt.mostHeld() {
		return false
	}
	r.walk(b[:n], top.ctx, top.key)
	r.win.take(n)
	return true
}

// broken gives up the open containers; reading goes on with the next line.
func (r *Reader) broken() {
	for len(r.win.rest()) < shownBad && r.win.more() { // what is shown does not depend on how bytes come in
	}
	r.fail(r.pos(), r.win.rest()[:min(shownBad, len(r.win.rest()))], errTorn)
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
