package parse

import "bytes"

// A carriage says how the lines of a block come that are entries of a log, and what the
// Reader of the input has to know of those before to go on with them.
type carriage struct {
	lines  bool   // the block holds such lines
	stream string // that all of them belong to
	timed  bool   // their envelopes state times: it has to be known that these ascend
	joins  bool   // their prefix ends a line that a terminal broke
	names  string // of the formats of their envelopes, each of which was met before
}

// startsEntry reports whether a line begins an entry whatever stands before it, and how
// it is carried: it has a date, and a message that is no part of anything else. An error
// is not read alike if the one before is another thread's, see text.begin.
func (a *advance) startsEntry(line []byte, object bool) (carriage, bool) {
	if isMarked(line) {
		return carriage{}, false
	}
	if !isBare(line) {
		return a.carries(line, object)
	}
	t := &a.r.text
	t.shape.enveloped = false
	h := &t.head
	if object || !t.shape.header(plain(line), h) || !h.standsAlone() || isLayered(h) {
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
// it, and holds the entry afterwards.
func (a *advance) carries(line []byte, object bool) (carriage, bool) {
	p := a.peek
	p.restart(window{line: lineBase, eof: true}, nil)
	if object {
		if ends := bytes.Count(line, []byte(`\n`)); ends > 1 || ends == 1 && !bytes.Contains(line, []byte(`\n"`)) || !p.objectLine(line) {
			return carriage{}, false
		}
	} else {
		p.text.line(line, p.pos())
	}
	t := &p.text
	joins := t.wrap.joins
	t.release()
	if len(t.order) != 1 || len(p.items) > 0 || p.sum.Skipped > 0 || p.partly.text != nil || len(t.wrap.partial) > 0 || !t.wrap.plain() {
		return carriage{}, false
	}
	e := t.order[0]
	if !e.held || e.loose || !e.trace.Empty() || !isBare(e.buf) || !e.head.standsAlone() {
		return carriage{}, false
	}
	return carriage{lines: true, stream: e.stream, timed: e.order.relied, joins: joins, names: p.formats.list()}, true
}

// only reports whether all lines came as c says, and nothing of them is left over.
func (t *text) only(c *carriage) bool {
	if len(t.wrap.partial) > 0 || len(t.order) > 1 || t.broken.held || !t.wrap.plain() {
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
	if t.broken.held && !c.joins || len(t.wrap.partial) > 0 || !t.wrap.plain() || !t.r.formats.holds(c.names) {
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
	t.release()
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
