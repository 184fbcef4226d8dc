package parse

import (
	"bytes"
	"time"
)

// lineOrder finds out whether the lines of a stream come newest first, as log
// stores export them. Then the frames of a trace come before its header, and
// lines are kept until the one that they belong to.
type lineOrder struct {
	known      bool
	descending bool
	prev       time.Time
	kept       []keptLine
	goesOn     bool // the last line was kept while the order was not known
	relied     bool // a line with a time was taken because the order is known
}

// A keptLine is a line, or several that stand in one piece.
type keptLine struct {
	text []byte
	pos  Pos
	env  Record
}

const maxKept = 4096 // lines of one stream that are kept

// ordered keeps a line back while the order of its stream is not known, and in
// a stream that runs backwards. It reports whether it took the line.
func (t *text) ordered(e *entry, line []byte, pos Pos, env *Record) bool {
	o := &e.order
	if o.known && !o.descending {
		o.relied = o.relied || env.Lack == Whole || env.Lack == NoZone
		return false
	}
	if env.Lack != Whole && env.Lack != NoZone {
		if o.known || !o.goesOn || len(o.kept) >= maxKept || isBare(line) {
			o.goesOn = false
			return false
		}
		o.keep(line, pos, env) // it goes on with the line above
		return true
	}
	if !o.known {
		switch {
		case len(o.kept) == 0:
			o.prev = env.Time
		case env.Time.After(o.prev) || len(o.kept) >= maxKept:
			o.known, o.goesOn = true, false
			t.drain(e)
			return false
		case env.Time.Before(o.prev):
			o.known, o.descending = true, true
			t.r.note("newest entries come first: read from the end")
			t.reorder(e)
		}
	}
	if o.descending {
		t.backwards(e, line, pos, env)
		return true
	}
	o.keep(line, pos, env)
	o.goesOn = true
	return true
}

func (o *lineOrder) keep(line []byte, pos Pos, env *Record) {
	o.kept = append(o.kept, keptLine{bytes.Clone(line), pos, *env})
}

// reorder reads the lines that were kept while the order was unknown.
func (t *text) reorder(e *entry) {
	kept := e.order.kept
	e.order.kept = nil
	for i := range kept {
		t.backwards(e, kept[i].text, kept[i].pos, &kept[i].env)
	}
}

// backwards keeps the lines of a trace until the line above them comes.
func (t *text) backwards(e *entry, line []byte, pos Pos, env *Record) {
	trimmed := bytes.TrimLeft(line, " \t")
	if len(trimmed) == 0 {
		return
	}
	if (startsTrace(trimmed) || startsException(trimmed)) && len(e.order.kept) < maxKept {
		e.order.keep(line, pos, env)
		return
	}
	t.takePiece(e, line, pos, env)
	t.drain(e)
	t.end(e)
}

// drain hands over the lines that are kept.
func (t *text) drain(e *entry) {
	kept := e.order.kept
	e.order.kept, e.order.goesOn = nil, false
	for i := range kept {
		k := &kept[i]
		if e.order.descending {
			k = &kept[len(kept)-1-i]
		}
		t.takePiece(e, k.text, k.pos, &k.env)
	}
}
