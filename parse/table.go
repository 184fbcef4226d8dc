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
	columns []key
	names   [][]byte
	width   int
	start   int // line of the header
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
		t := &table{start: r.win.line, width: len(names)}
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
		t.in = windowReader{w: &r.win}
		t.rows = csv.NewReader(&t.in)
		t.rows.Comma, t.rows.LazyQuotes, t.rows.FieldsPerRecord, t.rows.ReuseRecord = comma, true, -1, true
		r.table = t
		r.formats.add(columns)
		return true
	}
	return false
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

// A windowReader reads a window's bytes as a stream, for each row at most left.
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
	n := copy(p, r.w.rest())
	r.w.take(n)
	r.left -= n
	return n, nil
}
