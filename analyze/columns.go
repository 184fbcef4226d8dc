package analyze

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Rows of one kind, column by column: numbers as differences to the row before,
// texts as places in a list of the different ones. Compressed, a try that went well
// takes some twenty bytes so, which is a tenth of what it takes as JSON.

// A packed is the JSON of such rows.
type packed struct {
	Rows    int                     `json:"rows"`
	Numbers map[string]numberColumn `json:"numbers,omitempty"` // without those that are 0 in all rows
	Texts   map[string]textColumn   `json:"texts,omitempty"`   // without those that are empty in all rows
}

type numberColumn struct {
	Unit int64   `json:"unit,omitempty"` // of the differences; 0 is 1
	By   []int64 `json:"by"`
}

type textColumn struct {
	Words []bytesText `json:"words"`
	By    []int64     `json:"by"` // of places in Words
}

// fields is what a row shows its fields to, one after the other and always in the
// same order: a writer takes their values, a reader sets them.
type fields interface {
	number(name string, v *int64)
	text(name string, v *bytesText)
}

// integer shows a number of any type.
func integer[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8](f fields, name string, v *T) {
	n := int64(*v)
	f.number(name, &n)
	*v = T(n)
}

// boolean shows a bool.
func boolean(f fields, name string, v *bool) {
	var n int64
	if *v {
		n = 1
	}
	f.number(name, &n)
	*v = n == 1
}

// twoInstants shows two instants of which either may not be stated.
func twoInstants(f fields, first, last *statedNS) {
	const noFirst, noLast = 1, 2
	var lacks, at, took int64
	switch from, to := int64(*first), int64(*last); {
	case from == unset && to == unset:
		lacks = noFirst | noLast
	case from == unset:
		lacks, at = noFirst, to
	case to == unset:
		lacks, at = noLast, from
	default:
		at, took = from, to-from
	}
	f.number("lacks", &lacks)
	f.number("at", &at)
	f.number("took", &took)
	*first, *last = statedNS(at), statedNS(at+took)
	if lacks&noFirst != 0 {
		*first = statedNS(unset)
	}
	if lacks&noLast != 0 {
		*last = statedNS(unset)
	}
}

// A columnWriter collects rows.
type columnWriter struct {
	rows    int
	numbers map[string][]int64
	texts   map[string]*wordList
}

type wordList struct {
	words []bytesText
	place map[bytesText]int64
	at    []int64
}

func newColumnWriter() *columnWriter {
	return &columnWriter{numbers: map[string][]int64{}, texts: map[string]*wordList{}}
}

func (w *columnWriter) number(name string, v *int64) {
	w.numbers[name] = append(w.numbers[name], *v)
}

func (w *columnWriter) text(name string, v *bytesText) {
	l := w.texts[name]
	if l == nil {
		l = &wordList{place: map[bytesText]int64{}}
		w.texts[name] = l
	}
	at, known := l.place[*v]
	if !known {
		at = int64(len(l.words))
		l.place[*v] = at
		l.words = append(l.words, *v)
	}
	l.at = append(l.at, at)
}

// pack returns the rows for JSON.
func (w *columnWriter) pack() packed {
	p := packed{Rows: w.rows, Numbers: map[string]numberColumn{}, Texts: map[string]textColumn{}}
	for name, list := range w.numbers {
		if slices.ContainsFunc(list, func(n int64) bool { return n != 0 }) {
			p.Numbers[name] = differences(list)
		}
	}
	for name, l := range w.texts {
		if len(l.words) > 1 || l.words[0] != "" {
			p.Texts[name] = textColumn{l.words, differences(l.at).By}
		}
	}
	return p
}

// usualColumns is text that packed rows share: what is alike costs little also where
// a name has few tries.
const usualColumns = `{"rows":4,"numbers":{"at":{"unit":1000000,"by":[1785239100000,100,200,0]},"line":{"by":[1,2,2]},"lines":{"by":[1,0,0,0]},"n":{"by":[0,1,1,1]},` +
	`"phase":{"by":[2,0,0,0]},"status":{"by":[1,0,0,0]},"took":{"unit":1000000,"by":[0,0,0,0]}},"texts":{"file":{"words":[".log"],"by":[0,0,0,0]},` +
	`"host":{"words":[".example.com"],"by":[0,0,0,0]},"job":{"words":["job-1","job-2"],"by":[0,1,1,1]},"message":{"words":[""],"by":[0,0,0,0]},"op":{"words":["upload"],"by":[0,0,0,0]},` +
	`"process":{"words":["A"],"by":[0,0,0,0]},"remote":{"words":["10.0.0.1:443"],"by":[0,0,0,0]},"thread":{"words":["pool-1-thread-1","worker-"],"by":[0,1,1,1]}}}`

// A squeezer compresses packed rows, one after the other.
type squeezer struct{ z *flate.Writer }

func (s *squeezer) bytes(w *columnWriter) ([]byte, error) {
	text, err := compact(w.pack())
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if s.z == nil {
		s.z, err = flate.NewWriterDict(&b, flate.BestCompression, []byte(usualColumns))
	} else {
		s.z.Reset(&b)
	}
	if err == nil {
		_, err = s.z.Write(text)
		err = errors.Join(err, s.z.Close())
	}
	return b.Bytes(), err
}

// differences writes the numbers of a column, in the largest unit of a thousand, a
// million or a milliard that divides them all.
func differences(list []int64) numberColumn {
	unit := int64(1_000_000_000)
	for _, n := range list {
		for n%unit != 0 {
			unit /= 1000
		}
	}
	c := numberColumn{By: make([]int64, len(list))}
	if unit > 1 {
		c.Unit = unit
	}
	last := int64(0)
	for i, n := range list {
		c.By[i] = n/unit - last
		last = n / unit
	}
	return c
}

// A columnReader gives the rows back.
type columnReader struct {
	rows    int
	row     int
	numbers map[string][]int64
	texts   map[string]textColumn
}

// newColumnReader reads what a squeezer gave.
func newColumnReader(b []byte) (*columnReader, error) {
	text, err := io.ReadAll(io.LimitReader(flate.NewReaderDict(bytes.NewReader(b), []byte(usualColumns)), maxPartialLine))
	if err != nil {
		return nil, fmt.Errorf("packed rows: %w", err)
	}
	var p packed
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, fmt.Errorf("packed rows: %w", err)
	}
	r := &columnReader{rows: p.Rows, numbers: map[string][]int64{}, texts: map[string]textColumn{}}
	if p.Rows < 0 || p.Rows > packRows {
		return nil, fmt.Errorf("%d packed rows in one piece", p.Rows)
	}
	for name, c := range p.Numbers {
		if r.numbers[name], err = c.list(p.Rows); err != nil {
			return nil, fmt.Errorf("packed %s: %w", name, err)
		}
	}
	for name, c := range p.Texts {
		at, err := numberColumn{By: c.By}.list(p.Rows)
		if err != nil {
			return nil, fmt.Errorf("packed %s: %w", name, err)
		}
		if slices.ContainsFunc(at, func(i int64) bool { return i < 0 || i >= int64(len(c.Words)) }) {
			return nil, fmt.Errorf("packed %s: a place that it does not have", name)
		}
		r.texts[name] = textColumn{c.Words, at}
	}
	return r, nil
}

func (c numberColumn) list(rows int) ([]int64, error) {
	if len(c.By) != rows {
		return nil, fmt.Errorf("%d numbers for %d rows", len(c.By), rows)
	}
	list, sum := make([]int64, rows), int64(0)
	for i, n := range c.By {
		sum += n
		list[i] = sum * max(c.Unit, 1)
	}
	return list, nil
}

func (r *columnReader) number(name string, v *int64) {
	*v = 0
	if list := r.numbers[name]; list != nil {
		*v = list[r.row]
	}
}

func (r *columnReader) text(name string, v *bytesText) {
	*v = ""
	if c, ok := r.texts[name]; ok {
		*v = c.Words[c.By[r.row]]
	}
}
