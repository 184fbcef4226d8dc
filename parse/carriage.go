package parse

import "bytes"

// A lineKind is what the lines of a log stand in.
type lineKind uint8

const (
	textLines     lineKind = iota // lines of the input, in an envelope or not
	objectLines                   // objects, one on each line
	arrayElements                 // objects or arrays in an array
	tableRows
)

// A carriage says how the lines of a block come that are entries of a log, and what the
// Reader of the input has to know of those before to go on with them.
type carriage struct {
	lines  bool   // the block holds such lines
	stream string // that all of them belong to
	timed  bool   // their envelopes state times: it has to be known that these ascend
	names  string // of the formats of their envelopes, each of which was met before
}

// startsEntry reports whether what stands at b.data[i] begins an entry whatever stands
// before it, and how it is carried: it has a date, and a message that is no part of
// anything else. An error is not read alike if the one before is another thread's, see
// text.begin.
func (a *advance) startsEntry(b *block, i int, kind lineKind) (carriage, bool) {
	if kind == arrayElements {
		return a.carries(b, b.data[i:b.n], kind)
	}
	line := b.data[i:b.n]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	line = trimEnd(line)
	if len(line) == 0 || line[0] == '\t' || isMarked(line) { // nothing, or a frame
		return carriage{}, false
	}
	if kind != textLines || !isBare(line) {
		return a.carries(b, line, kind)
	}
	t := &a.r.text
	t.shape.enveloped = false
	h := &t.head
	if !t.shape.header(plain(line), h) || !h.standsAlone() || isLayered(h) {
		return carriage{}, false
	}
	return carriage{lines: true}, true
}

// standsAlone reports whether a header begins an entry that is surely none of the
// lines of another.
func (h *header) standsAlone() bool {
	m := h.message
	return h.timed && (h.at.Lack == Whole || h.at.Lack == NoZone) && len(m) > 0 && m[0] != '{' && !h.body && h.level < Error && !startsTrace(m)
}

// carries is startsEntry for a line in an envelope: a Reader that knows nothing reads
// the text, or its first piece, and holds the entry afterwards. A row may be an event by
// itself.
func (a *advance) carries(b *block, text []byte, kind lineKind) (carriage, bool) {
	a.looked++
	p := a.peek
	p.restart(window{buf: text[:len(text):len(text)], end: len(text), line: lineBase, eof: true}, b.place.open)
	whole := true
	switch kind {
	case tableRows:
		p.table = b.place.table.over(&p.win)
		whole = p.tableRow() && p.table != nil
		if whole && len(p.text.order) == 0 && len(p.items) == 1 && p.items[0].bad == nil {
			return carriage{}, true
		}
	case objectLines:
		whole = !holdsLines(text) && p.objectLine(text)
	case arrayElements:
		whole = p.arrayPiece() && !holdsLines(text[:p.win.pos])
	case textLines:
		p.text.line(text, p.pos())
	}
	if !whole {
		return carriage{}, false
	}
	t := &p.text
	if len(t.order) != 1 || len(p.items) > 0 || p.sum.Skipped > 0 || p.partly.text != nil || t.wrap.joins || len(t.wrap.partial) > 0 || !t.wrap.plain() {
		return carriage{}, false
	}
	e := t.order[0]
	if !e.held || e.loose || !e.trace.Empty() || !isBare(e.buf) || !e.head.standsAlone() {
		return carriage{}, false
	}
	return carriage{lines: true, stream: e.stream, timed: e.order.relied, names: p.formats.list()}, true
}

// holdsLines reports whether a JSON value may hold a text of several lines.
func holdsLines(value []byte) bool {
	return bytes.Count(value, []byte(`\n`)) != bytes.Count(value, []byte(`\n"`))
}

// only reports whether all lines came as c says, and nothing of them is left over.
func (t *text) only(c *carriage) bool {
	if len(t.wrap.partial) > 0 || len(t.order) > 1 || !t.wrap.plain() {
		return false
	}
	for _, e := range t.order {
		if e.stream != c.stream || e.order.relied && !c.timed || !e.settled() {
			return false
		}
	}
	return true
}

// settled reports whether nothing that was read is of use to the lines that follow the
// end of the entry.
func (e *entry) settled() bool {
	return len(e.order.kept) == 0 && len(e.request) == 0 && e.said == ""
}

// goesOnWith reports whether lines that come as c says were read as the ones before
// them require.
func (t *text) goesOnWith(c *carriage) bool {
	if t.broken.held || len(t.wrap.partial) > 0 || !t.wrap.plain() || !t.r.formats.holds(c.names) {
		return false
	}
	e := t.streams[c.stream]
	if e == nil {
		return c.stream == "" && !c.timed && t.knows("")
	}
	return e.settled() && (!c.timed || e.order.known && !e.order.descending)
}

// knows reports whether a stream has an entry, or there is room for one.
func (t *text) knows(stream string) bool {
	return t.streams[stream] != nil || len(t.order) < maxStreams
}

// between ends the entry that the next one, which was read ahead, follows.
func (t *text) between(c *carriage) {
	e := t.streams[c.stream]
	if e == nil {
		e = t.stream(&noEnvelope)
	}
	t.last = e
	e.order.goesOn = false
	t.endDump(e)
	t.end(e)
	e.trace.Discard()
}
