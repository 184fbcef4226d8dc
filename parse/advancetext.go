package parse

import "bytes"

// maxLooked is how many pieces that carry lines are looked at for the first or the last
// entry of a block. It is more than most traces have lines.
const maxLooked = 256

// firstEntry returns where the first log entry that stands by itself begins, at or
// behind from, and how its line is carried; -1 if there is none.
func (a *advance) firstEntry(b *block, from int, kind lineKind) (int, carriage) {
	a.looked = 0
	for from >= 0 && from < b.n && a.looked < maxLooked {
		if c, ok := a.startsEntry(b, from, kind); ok {
			return from, c
		}
		from = b.next(from, kind)
	}
	return -1, carriage{}
}

// lastEntry returns where the last such entry begins, behind from, if it is carried
// like the first; -1 if there is none.
func (a *advance) lastEntry(b *block, from int, kind lineKind, like carriage) int {
	a.looked = 0
	start := b.previous(b.n, kind)
	for start > from && a.looked < maxLooked {
		if c, ok := a.startsEntry(b, start, kind); ok && c == like {
			return start
		}
		start = b.previous(start, kind)
	}
	return -1
}

// next returns where the piece of a kind begins that follows the one at i; -1 if there
// is none.
func (b *block) next(i int, kind lineKind) int {
	if kind == arrayElements {
		return b.nextElement(i)
	}
	n := bytes.IndexByte(b.data[i:b.n], '\n') + 1
	if n == 0 {
		return -1
	}
	return i + n
}

// previous returns where the piece of a kind begins that ends before i.
func (b *block) previous(i int, kind lineKind) int {
	if kind == arrayElements {
		return bytes.LastIndex(b.data[:i], b.place.between()) + len("},")
	}
	return bytes.LastIndexByte(b.data[:max(i-1, 0)], '\n') + 1
}

// entries reads log entries from the first one at or behind from up to the last one
// that begins in the block, which may go on behind it. It returns what it read; nothing
// if from is not less than to.
func (a *advance) entries(b *block, from int, kind lineKind) (start, to int) {
	r := a.r
	from, c := a.firstEntry(b, from, kind)
	if from < 0 {
		return 0, 0
	}
	if to = a.lastEntry(b, from, kind, c); to < 0 {
		return 0, 0
	}
	a.begin(b, from)
	b.carriage = c
	for r.win.pos < to {
		if !a.line(b, to, kind) {
			return 0, 0
		}
	}
	if r.win.pos > to || r.text.broken.held {
		return 0, 0
	}
	r.text.flush()
	return from, to
}

// line reads a line of a kind, or several of those that can be read the short way. It
// returns false if what comes is of another kind.
func (a *advance) line(b *block, to int, kind lineKind) bool {
	r := a.r
	switch kind {
	case tableRows:
		return r.tableRow() && r.table != nil
	case arrayElements:
		return a.run(b) || r.arrayPiece()
	case textLines:
		if n, lines := r.text.quick(b.data[r.win.pos:to], r.win.line); n > 0 {
			r.win.pos, r.win.line = r.win.pos+n, r.win.line+lines
			return true
		}
	}
	n := bytes.IndexByte(r.win.rest(), '\n') + 1
	line := trimEnd(r.win.rest()[:n])
	if n > maxLine || kind == objectLines && !r.objectLine(line) || kind == textLines && !a.textLine(line) {
		return false
	}
	r.win.takeLine(n)
	return true
}

// arrayPiece reads a comma or an element of an array that is in the window whole.
func (r *Reader) arrayPiece() bool {
	if !r.win.space() {
		return false
	}
	if r.win.rest()[0] == ',' {
		r.win.take(1)
		return true
	}
	return r.wholeElement(&r.open[len(r.open)-1])
}

// textLine reads a line that the short ways did not take. It returns false where
// Reader.step might see something else in it.
func (a *advance) textLine(line []byte) bool {
	r := a.r
	switch rest := r.win.rest(); rest[0] {
	case 0, 0x1e:
		return false
	case 'd':
		if bytes.HasPrefix(rest, []byte(`data: {"`)) {
			return false
		}
	case '_':
		if bytes.HasPrefix(rest, []byte("__")) {
			return false
		}
	case '-':
		if r.startsGcloud() {
			return false
		}
	case '<':
		if bytes.HasPrefix(rest, []byte(recordStart)) {
			return false
		}
	case ' ', '\t', '{', '[':
		if c := bytes.TrimLeft(rest, " \t"); (c[0] == '{' || c[0] == '[') && r.startsJSON(c) {
			return false
		}
	}
	r.text.line(line, r.pos())
	return true
}

// forget makes the reader of lines new.
func (t *text) forget() {
	clear(t.streams)
	t.order, t.last = t.order[:0], nil
	t.broken.held = false
	clear(t.wrap.partial)
	t.wrap.engine, t.wrap.short, t.wrap.above, t.wrap.learned = false, false, Record{}, learnedPrefixes{}
	clear(t.wrap.tails)
}
