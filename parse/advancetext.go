package parse

import "bytes"

// firstEntry returns where the first log entry that stands by itself begins, at
// or behind from; -1 if there is none.
func (a *advance) firstEntry(b []byte, from int) int {
	for from < len(b) {
		n := bytes.IndexByte(b[from:], '\n') + 1
		if n == 0 {
			break
		}
		if a.startsEntry(trimEnd(b[from : from+n])) {
			return from
		}
		from += n
	}
	return -1
}

// lastEntry returns where the last such entry begins, behind from.
func (a *advance) lastEntry(b []byte, from int) int {
	for end := len(b); end > from; {
		start := from + bytes.LastIndexByte(b[from:end-1], '\n') + 1
		if start > from && a.startsEntry(trimEnd(b[start:end])) {
			return start
		}
		end = start
	}
	return -1
}

// startsEntry reports whether a line begins an entry whatever stands before it:
// it has a date, no envelope, and a message that is no part of anything else. An
// error is not read alike if the one before is another thread's, see text.begin.
func (a *advance) startsEntry(line []byte) bool {
	if !isBare(line) || bytes.IndexByte(line, 0x1b) >= 0 || bytes.Contains(line, []byte("<br/>")) {
		return false
	}
	t := &a.r.text
	t.shape.enveloped = false
	h := &t.head
	if !t.shape.header(plain(line), h) || !h.timed || h.at.Lack != Whole && h.at.Lack != NoZone || len(h.message) == 0 {
		return false
	}
	return h.message[0] != '{' && !h.body && h.level < Error && !startsTrace(h.message) && !isLayered(h)
}

// entries reads log entries up to the last one that begins in the block, which
// may go on behind it.
func (a *advance) entries(b *block) int {
	r := a.r
	to := a.lastEntry(b.data[:b.n], r.win.pos)
	if to < 0 {
		return 0
	}
	for r.win.pos < to {
		if n, lines := r.text.quick(b.data[r.win.pos:to], r.win.line); n > 0 {
			r.win.pos, r.win.line = r.win.pos+n, r.win.line+lines
			continue
		}
		n := bytes.IndexByte(r.win.rest(), '\n') + 1
		line := r.win.rest()[:n]
		if c := bytes.TrimLeft(line, " \t"); c[0] == '{' || c[0] == '[' {
			if r.startsJSON(c) {
				return 0
			}
		}
		if n > maxLine {
			return 0
		}
		r.text.line(trimEnd(line), r.pos())
		r.win.takeLine(n)
	}
	r.text.flush()
	return to
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

// only reports whether all lines belonged to one stream, and none of them had a
// time beside its own.
func (t *text) only(stream string) bool {
	if len(t.wrap.partial) > 0 || len(t.order) > 1 || !t.wrap.plain() {
		return false
	}
	for _, e := range t.order {
		o := &e.order
		if e.stream != stream || o.known || len(o.kept) > 0 || !o.prev.IsZero() {
			return false
		}
	}
	return true
}

// knows reports whether a stream has an entry, or there is room for one.
func (t *text) knows(stream string) bool {
	return t.streams[stream] != nil || len(t.order) < maxStreams
}

// between ends the entry that the next one, which was read ahead, follows.
func (t *text) between() {
	e := t.stream(&Record{})
	t.endDump(e)
	t.end(e)
	e.trace.Discard()
}
