package parse

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// A table reads an export with columns: CSV, or the same with tabs or
// semicolons, with the names of the columns in the first line.
type table struct {
	rows    *csv.Reader
	in      windowReader
	comma   rune
	columns []key
	names   [][]byte
	width   int
	start   int // line of the header, or of what takes its place, see over
}

// startTable looks at the first line of an input and begins a table if it
// names columns for a time and for something else that is known.
func (r *Reader) startTable() bool {
	n, long := r.win.lineLen(64 << 10)
	line := trimEnd(r.win.rest()[:n])
	if long || len(line) == 0 || line[0] == '{' || line[0] == '[' || line[0]-'0' <= 9 {
		return false
	}
	for _, comma := range []rune{',', '\t', ';'} {
		head := csv.NewReader(bytes.NewReader(line))
		head.Comma, head.LazyQuotes = comma, true
		names, err := head.Read()
		if err != nil || len(names) < 2 {
			continue
		}
		t := &table{comma: comma, width: len(names)}
		var has [numFields]bool
		for _, name := range names {
			k := r.keys.find([]byte(strings.TrimSuffix(name, " [UTC]"))) // Azure Monitor
			has[k.field] = true
			t.columns = append(t.columns, k)
			t.names = append(t.names, []byte(name))
		}
		if !has[fTime] || !has[fMessage] && !has[fTopic] && !has[fStack] && !has[fException] && !has[fHost] {
			continue
		}
		r.win.take(n)
		r.table = t.over(&r.win)
		r.formats.add(columns)
		return true
	}
	return false
}

// over returns a table with the columns of t, whose rows begin where w stands.
func (t *table) over(w *window) *table {
	o := &table{comma: t.comma, columns: t.columns, names: t.names, width: t.width, start: w.line - 1}
	o.in = windowReader{w: w}
	o.rows = csv.NewReader(&o.in)
	o.rows.Comma, o.rows.LazyQuotes, o.rows.FieldsPerRecord, o.rows.ReuseRecord = t.comma, true, -1, true
	return o
}

// tableRow reads the next row; false at the end.
func (r *Reader) tableRow() bool {
	t := r.table
	t.in.left = maxValue
	row, err := t.rows.Read()
	var syntax *csv.ParseError
	switch {
	case errors.As(err, &syntax):
		r.fail(Pos{r.path, t.start + syntax.StartLine}, nil, syntax.Err)
		return true
	case errors.Is(err, errLongRow):
		r.fail(r.pos(), nil, err)
		r.table = nil // the rest is read as text
		return true
	case err != nil:
		r.table = nil
		return false
	}
	at, _ := t.rows.FieldPos(0)
	pos := Pos{r.path, t.start + at}
	o := r.object()
	o.reset()
	for i, cell := range row {
		if i >= t.width || cell == "" || t.columns[i].field == unknown {
			continue
		}
		if !utf8.ValidString(cell) {
			cell = string(bytes.ToValidUTF8([]byte(cell), []byte("\uFFFD")))
		}
		o.put(t.columns[i], t.names[i], quote(cell))
	}
	if o.isEvent() {
		r.event(o, context{at: pos})
	} else {
		r.sum.Skipped++
	}
	r.release()
	return true
}

var errLongRow = errors.New("a row of the table does not end: a quote is not closed")

// A windowReader reads a window's bytes as a stream, for each row at most left. It gives
// no more than a line at a time, so that the window stands behind the row that was read.
type windowReader struct {
	w    *window
	left int
}

func (r *windowReader) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, errLongRow
	}
	if len(r.w.rest()) == 0 && !r.w.more() {
		if r.w.err != nil {
			return 0, r.w.err
		}
		return 0, io.EOF
	}
	b := r.w.rest()
	if k := bytes.IndexByte(b, '\n'); k >= 0 {
		b = b[:k+1]
	}
	n := copy(p, b)
	r.w.take(n)
	r.left -= n
	return n, nil
}
