package parse

import "bytes"

// A piece is several lines that a log store gives as one: an entry with its trace.
// Whatever the order of pieces in an export, the lines of one stand as they were
// written.
type piece struct {
	text []byte
	pos  Pos
	env  Record
}

// lines reads a text of one or more log lines.
func (r *Reader) lines(text []byte, pos Pos, env *Record) {
	t := &r.text
	if bytes.IndexByte(trimEnd(text), '\n') < 0 {
		if line, both, ok := t.unwrapped(text, env); ok {
			t.inner(line, pos, &both)
		}
		return
	}
	var p piece
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, newline)
		inner, both, ok := t.unwrapped(line, env)
		switch {
		case !ok:
		case isObject(inner): // an event of its own
			t.feedPiece(&p)
			t.inner(inner, pos, &both)
		default:
			if len(p.text) > 0 && (p.env.Process != both.Process || p.env.Thread != both.Thread) {
				t.feedPiece(&p)
			}
			if len(p.text) == 0 {
				p.pos, p.env = pos, both
			}
			p.text = append(append(p.text, inner...), '\n')
		}
	}
	t.feedPiece(&p)
}

// unwrapped takes the envelope off a line that a store gave, and completes the store's
// own by it.
func (t *text) unwrapped(line []byte, env *Record) ([]byte, Record, bool) {
	inner, in, ok := t.wrap.strip(plain(trimEnd(line)))
	both := *env
	if !ok {
		return nil, both, false
	}
	if in.Process != "" {
		both.Process = in.Process
	}
	if in.Lack != NoTime && both.Lack != Whole {
		both.Time, both.Lack = in.Time, in.Lack
	}
	return inner, both, true
}

// feedPiece hands the lines of p to their stream, and empties p.
func (t *text) feedPiece(p *piece) {
	if len(p.text) == 0 {
		return
	}
	text := p.text[:len(p.text)-1]
	e := t.stream(&p.env)
	if !t.ordered(e, text, p.pos, &p.env) {
		t.takePiece(e, text, p.pos, &p.env)
	}
	p.text = p.text[:0]
}

// takePiece hands lines to their stream, one after the other.
func (t *text) takePiece(e *entry, lines []byte, pos Pos, env *Record) {
	for line := range bytes.SplitSeq(lines, newline) {
		t.take(e, line, pos, env)
		t.inPiece = true
	}
	t.inPiece = false
}
