package parse

import "bytes"

// firstEntry returns where the first log entry that stands by itself begins, at or
// behind from, and how its line is carried; -1 if there is none.
func (a *advance) firstEntry(b []byte, from int, objects bool) (int, carriage) {
	for from < len(b) {
		n := bytes.IndexByte(b[from:], '\n') + 1
		if n == 0 {
			break
		}
		if c, ok := a.startsEntry(trimEnd(b[from:from+n]), objects); ok {
			return from, c
		}
		from += n
	}
	return -1, carriage{}
}

// lastEntry returns where the last such entry begins, behind from, if it is carried
// like the first.
func (a *advance) lastEntry(b []byte, from int, objects bool, like carriage) int {
	for end := len(b); end > from; {
		start := from + bytes.LastIndexByte(b[from:end-1], '\n') + 1
		if start > from {
			if c, ok := a.startsEntry(trimEnd(b[start:end]), objects); ok && c == like {
				return start
			}
		}
		end = start
	}
	return -1
}

// entries reads log entries from the first one at or behind from up to the last one
// that begins in the block, which may go on behind it. Each line is text, or an object
// that holds a line. It returns what it read; nothing if from is not less than to.
func (a *advance) entries(b *block, from int, objects bool) (start, to int) {
	r := a.r
	from, c := a.firstEntry(b.data[:b.n], from, objects)
	if from < 0 {
		return 0, 0
	}
	to = a.lastEntry(b.data[:b.n], from, objects, c)
	if to < 0 {
		return 0, 0
	}
	a.begin(b, from)
	b.carriage = c
	for r.win.pos < to {
		n, lines := 0, 0
		if !objects {
			n, lines = r.text.quick(b.data[r.win.pos:to], r.win.line)
		}
		if n > 0 {
			r.win.pos, r.win.line = r.win.pos+n, r.win.line+lines
			continue
		}
		n = bytes.IndexByte(r.win.rest(), '\n') + 1
		if line := trimEnd(r.win.rest()[:n]); n > maxLine || !a.line(line, objects) {
			return 0, 0
		}
		r.win.takeLine(n)
	}
	r.text.flush()
	return from, to
}

// line reads a line that the short ways did not take. It returns false if the line is
// not what the others are.
func (a *advance) line(line []byte, objects bool) bool {
	r := a.r
	if objects {
		return r.objectLine(line)
	}
	switch rest := r.win.rest(); rest[0] {
	case 0, 0x1e: // see Reader.step
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
