package parse

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// A table reads an export with columns: CSV, or the same with tabs or
// semicolons, with the names of the columns in the first line.
type table struct {
	rows    *csv.Reader
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
			k := r.keys.find([]byte(name))
			has[k.field] = true
			t.columns = append(t.columns, k)
			t.names = append(t.names, []byte(name))
		}
		if !has[fTime] || !has[fMessage] && !has[fTopic] && !has[fStack] && !has[fException] && !has[fHost] {
			continue
		}
		r.win.take(n)
		t.rows = csv.NewReader(windowReader{&r.win})
		t.rows.Comma, t.rows.LazyQuotes, t.rows.FieldsPerRecord, t.rows.ReuseRecord = comma, true, -1, true
		r.table = t
		r.formats.add("table")
		return true
	}
	return false
}

// tableRow reads the next row; false at the end.
func (r *Reader) tableRow() bool {
	t := r.table
	row, err := t.rows.Read()
	if errors.Is(err, io.EOF) {
		r.table = nil
		return false
	}
	at, _ := 0, 0
	if err == nil && len(row) > 0 {
		at, _ = t.rows.FieldPos(0)
	}
	pos := Pos{r.path, t.start + at}
	if err != nil {
		var parse *csv.ParseError
		if !errors.As(err, &parse) {
			r.table = nil
			return false
		}
		r.fail(Pos{r.path, t.start + parse.StartLine}, nil, err)
		return true
	}
	o := r.object()
	o.reset()
	for i, cell := range row {
		if i >= t.width || cell == "" || t.columns[i].field == unknown {
			continue
		}
		if !utf8.ValidString(cell) {
			cell = string(bytes.ToValidUTF8([]byte(cell), []byte("\uFFFD")))
		}
		o.put(t.columns[i], t.names[i], gjson.AppendJSONString(nil, cell))
	}
	if o.isEvent() {
		r.event(o, context{at: pos})
	} else {
		r.sum.Skipped++
	}
	r.release()
	return true
}

// A windowReader reads a window's bytes as a stream.
type windowReader struct{ w *window }

func (r windowReader) Read(p []byte) (int, error) {
	if len(r.w.rest()) == 0 && !r.w.more() {
		if r.w.err != nil {
			return 0, r.w.err
		}
		return 0, io.EOF
	}
	n := copy(p, r.w.rest())
	r.w.take(n)
	return n, nil
}
