package parse

import (
	"bytes"
	"cmp"
)

// An advance reads blocks ahead, see ahead.go.
type advance struct {
	r    *Reader
	peek *Reader // reads single pieces, to see what they are
	scan eventScanner

	looked int // pieces that peek read since the search for an entry began

	part func() Part // nil if there are none
	next Part        // of the block that is read
}

func newAdvance(origin *Reader, part func() Part) *advance {
	r := NewReader(nil, origin.path, origin.process, origin.opt)
	a := &advance{r: r, scan: eventScanner{r: r, values: newNameTable()}, part: part}
	a.peek = NewReader(nil, origin.path, origin.process, origin.opt)
	r.text.ascending, a.peek.text.ascending = true, true
	r.text.events = &lineEvents{r: r, scan: &a.scan}
	return a
}

// lineBase is the line at which an advance begins to count. It is not 1: in an
// input's first line a Reader looks for what others cannot have.
const lineBase = 2

// read reads what it can of b.
func (a *advance) read(b *block) {
	b.from, b.to, b.carriage = 0, 0, carriage{}
	from, to := 0, 0
	switch {
	case len(b.place.open) > 0:
		if from = b.nextElement(0); from < 0 {
			return
		}
		a.begin(b, from)
		if to = a.elements(b); a.carriesLines() {
			from, to = a.entries(b, from, arrayElements)
		}
	default:
		if !b.line {
			from = bytes.IndexByte(b.data[:b.n], '\n') + 1
		}
		if from == 0 && !b.line || from == b.n {
			return
		}
		switch {
		case b.place.table != nil:
			from, to = a.entries(b, from, tableRows)
		case !startsObject(b.data[from:b.n]):
			from, to = a.entries(b, from, textLines)
		default:
			a.begin(b, from)
			if to = a.lines(b); a.carriesLines() {
				if isElement(b.data[from:b.n]) { // of an array that the place does not tell of
					return
				}
				from, to = a.entries(b, from, objectLines)
			}
		}
	}
	if to > from && a.pure(b) {
		b.from, b.to = from, to
		a.finish(b)
	}
}

// nextElement returns where the first element of an array may begin behind from:
// behind a comma; -1 if none does.
func (b *block) nextElement(from int) int {
	k := bytes.Index(b.data[from:b.n], b.place.between())
	if k < 0 {
		return -1
	}
	return from + k + len("},")
}

// between returns what stands between two elements of an array.
func (p *place) between() []byte { return []byte(cmp.Or(p.separator, "},{")) }

// startsObject reports whether the first line of b looks like a JSON object.
func startsObject(b []byte) bool {
	b = bytes.TrimLeft(b[:min(len(b), 256)], " \t")
	return len(b) > 1 && b[0] == '{' && (b[1] == '"' || b[1] == ' ')
}

// isElement reports whether a comma ends the first line of b.
func isElement(b []byte) bool {
	line, _, _ := bytes.Cut(b, newline)
	return bytes.HasSuffix(bytes.TrimRight(line, " \t\r"), []byte(","))
}

// begin makes the Reader new, but for what it remembers of names.
func (a *advance) begin(b *block, from int) {
	r := a.r
	r.restart(window{buf: b.data[:b.n:b.n], pos: from, end: b.n, line: lineBase, eof: true}, b.place.open)
	r.items = b.advanced.items[:0]
	if b.place.table != nil {
		r.table = b.place.table.over(&r.win)
	}
	b.carriage = carriage{}
	b.advanced.used = 0
	a.scan.values.reset()
	a.scan.events = b.advanced.events[:0]
	a.scan.b, a.scan.long, a.scan.names = b.data, len(b.place.open) > 0, a.names(b)
	r.text.events.begin(b, a.scan.names)
}

// restart makes r read win, with these arrays and objects around it, as if it had read
// nothing before.
func (r *Reader) restart(win window, open []container) {
	r.win = win
	r.items, r.next = r.items[:0], -1
	r.open = r.open[:0]
	for _, c := range open {
		c.key = bytes.Clone(c.key)
		r.open = append(r.open, c)
	}
	r.mark = mark{at: -1}
	r.partly.text, r.jaeger, r.outer, r.table = nil, nil, nil, nil
	r.clock.Forget()
	r.prev = r.prev[:0]
	r.sum, r.zones, r.formats = Summary{}, zoneUse{}, formatCount{}
	clear(r.notes)
	r.text.forget()
}

// names returns what numbers the names of a block, empty.
func (a *advance) names(b *block) *Names {
	var names *Names
	if a.part == nil {
		names = &b.advanced.names
	} else {
		if a.next == nil {
			a.next = a.part()
		}
		names = a.next.Names()
	}
	names.Reset()
	return names
}

// pure reports whether the Reader saw nothing whose meaning could depend on what
// was before the block.
func (a *advance) pure(b *block) bool {
	r := a.r
	if r.partly.text != nil || r.jaeger != nil || (r.table == nil) != (b.place.table == nil) || r.clock.Bare() {
		return false
	}
	if b.carriage.lines {
		return r.text.only(&b.carriage)
	}
	return len(r.text.order) == 0
}

func (a *advance) finish(b *block) {
	r, d := a.r, &b.advanced
	d.items, d.lines = r.items, r.win.line-lineBase
	d.sum, d.zones, d.formats = r.sum, r.zones, r.formats
	r.items, d.events = nil, a.scan.events
	if a.next != nil {
		d.handOver(a.next)
		a.next = nil
	}
}

// lines reads lines that each hold a JSON object, up to the first other one, or one
// that holds a line of another log, see carriesLines.
func (a *advance) lines(b *block) int {
	r := a.r
	for r.win.pos < r.win.end {
		if a.run(b) {
			continue
		}
		n := bytes.IndexByte(r.win.rest(), '\n') + 1
		if n == 0 || !r.objectLine(trimEnd(r.win.rest()[:n])) || a.carriesLines() {
			break
		}
		r.win.takeLine(n)
	}
	return r.win.pos
}

// carriesLines reports whether an object held a line of another log, which the
// lines before it may belong to.
func (a *advance) carriesLines() bool { return len(a.r.text.order) > 0 || a.r.partly.text != nil }

// objectLine reads a line that holds one object and nothing else, as jsonPiece
// does.
func (r *Reader) objectLine(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	if !startsObject(line) || len(line) >= r.opt.mostHeld() {
		return false
	}
	o := r.object()
	defer r.release()
	k, c := r.readObject(line, o)
	if c != whole || len(bytes.TrimLeft(line[k:], " \t,")) > 0 {
		return false
	}
	r.visit(o, context{at: r.pos()}, nil)
	return true
}

// elements reads elements of the array that the block lies in, up to the first one that
// is not whole, or one that holds a line of another log, see carriesLines.
func (a *advance) elements(b *block) int {
	r := a.r
	top := &r.open[len(r.open)-1]
	for {
		if a.run(b) {
			continue
		}
		to, line := r.win.pos, r.win.line
		if r.win.space() {
			switch r.win.rest()[0] {
			case ',':
				r.win.take(1)
				continue
			case '{', '[':
				if r.wholeElement(top) && !a.carriesLines() {
					continue
				}
			}
		}
		r.win.line = line
		return to
	}
}

// run reads plain events as long as they come, and reports whether there were
// any.
func (a *advance) run(b *block) bool {
	r, s := a.r, &a.scan
	ctx := context{}
	if len(r.open) > 0 {
		ctx = r.open[len(r.open)-1].ctx
	}
	ev := b.advanced.run()
	s.begin(ev, ctx)
	s.line = r.win.line
	from := len(s.events)
	i := r.win.pos
	if s.long {
		for k := a.nextElement(i); k > 0; k = a.nextElement(i) {
			i = k
		}
	} else {
		for k := a.nextLine(i, b.n); k > 0; k = a.nextLine(i, b.n) {
			i = k
		}
	}
	if len(s.events) == from {
		b.advanced.used--
		return false
	}
	ev.List = s.events[from:len(s.events):len(s.events)]
	r.win.pos, r.win.line = i, s.line
	r.items = append(r.items, item{events: ev})
	r.formats.add(timeLog)
	r.countRun(ev)
	return true
}

// nextElement reads the plain event that is the next element of an array, behind
// a comma, and returns where it ends; 0 if there is none.
func (a *advance) nextElement(i int) int {
	s, line := &a.scan, a.scan.line
	for i = s.space(i); i > 0 && s.b[i] == ','; {
		i = s.space(i + 1)
	}
	if i > 0 && s.b[i] == '{' {
		if i = s.object(i); i > 0 {
			s.add()
			return i
		}
	}
	s.line = line
	return 0
}

// nextLine reads the plain event that fills the line at i, of the text up to n,
// and returns where the next line begins; 0 if there is none.
func (a *advance) nextLine(i, n int) int {
	s := &a.scan
	for s.b[i] == ' ' || s.b[i] == '\t' {
		i++
	}
	if s.b[i] != '{' {
		return 0
	}
	if i = s.object(i); i == 0 {
		return 0
	}
	for s.b[i] == ' ' || s.b[i] == '\t' || s.b[i] == ',' {
		i++
	}
	for s.b[i] == '\r' {
		i++
	}
	if s.b[i] != '\n' || i >= n {
		return 0 // the line goes on
	}
	s.add()
	s.line++
	return i + 1
}
