package parse

import (
	"bytes"
	"errors"
	"io"
)

const (
	blockSize  = 1 << 20  // bytes asked for in one read
	smallBlock = 64 << 10 // bytes asked for in the first
	maxLine    = 1 << 20  // bytes of a text line that are kept
	maxValue   = 8 << 20  // bytes of a JSON value that is held at once; larger ones are walked
)

// A window is the part of an input that is in memory. Slices of it are valid
// until the next call of more.
type window struct {
	r        io.Reader
	buf      []byte
	pos, end int
	line     int   // 1-based line of pos
	gone     int64 // bytes before buf[0]
	lineEnd  int64 // offset in the input behind the line of pos, if that is known
	eof      bool
	between  bool  // the reader stands between two pieces, where a pause may show
	paused   bool  // the last more ended at a pause
	err      error // a failed read, other than io.EOF
}

// ErrPause is no end: a reader of a growing log returns it, with no bytes, after
// whole lines, when the log has been still for a while. The Reader then hands
// over the log entry that it kept for the sake of lines that may follow, and
// reads on. In the middle of a piece it reads on at once.
var ErrPause = errors.New("no more for now")

// rest returns the bytes that are read and not taken.
func (w *window) rest() []byte { return w.buf[w.pos:w.end] }

// more reads on, and makes room first if needed. It reports whether bytes came.
func (w *window) more() bool {
	if w.eof {
		return false
	}
	w.room()
	for empty := 0; empty < 100; empty++ {
		n, err := w.r.Read(w.buf[w.end:])
		w.end += n
		if n == 0 && errors.Is(err, ErrPause) {
			if w.between {
				w.paused = true
				return false
			}
			empty = 0
			continue
		}
		if err != nil {
			w.eof = true
			if !errors.Is(err, io.EOF) {
				w.err = err
			}
		}
		if n > 0 || w.eof {
			return n > 0
		}
	}
	w.eof, w.err = true, io.ErrNoProgress
	return false
}

// room makes place for a block. Small inputs get a small one: there may be
// thousands of them.
func (w *window) room() {
	if w.buf == nil {
		w.buf = make([]byte, smallBlock)
		return
	}
	if w.pos > 0 && len(w.buf)-w.end < blockSize/2 {
		copy(w.buf, w.buf[w.pos:w.end])
		w.gone += int64(w.pos)
		w.end -= w.pos
		w.pos = 0
	}
	if len(w.buf)-w.end < blockSize/2 && (len(w.buf) > smallBlock || w.end == len(w.buf)) {
		grown := make([]byte, max(2*len(w.buf), 2*blockSize))
		copy(grown, w.buf[:w.end])
		w.buf = grown
	}
}

// take moves on by n bytes and counts the lines that end in them.
func (w *window) take(n int) {
	w.line += bytes.Count(w.buf[w.pos:w.pos+n], newline)
	w.pos += n
}

// takeLine moves on by n bytes of which only the last ends a line.
func (w *window) takeLine(n int) {
	w.line++
	w.pos += n
}

// lineLen returns the length of the line at pos with its end, reading on as
// needed, and whether it is longer than limit: then n bytes are there, and the
// line goes on.
func (w *window) lineLen(limit int) (n int, long bool) {
	if n := int(w.lineEnd - w.gone - int64(w.pos)); n > 0 && n <= len(w.rest()) && n <= limit {
		return n, false // known from a piece further left on the line
	}
	searched := 0
	for {
		rest := w.rest()
		if k := bytes.IndexByte(rest[searched:], '\n'); k >= 0 {
			n = searched + k + 1
			w.lineEnd = w.gone + int64(w.pos+n)
			return min(n, limit), n > limit
		}
		searched = len(rest)
		if searched >= limit {
			return limit, true
		}
		if !w.more() {
			w.lineEnd = w.gone + int64(w.end)
			return len(w.rest()), false
		}
	}
}

// begins reports whether the text goes on with prefix, reading on as needed.
func (w *window) begins(prefix string) bool {
	for {
		switch b := w.rest(); {
		case len(b) >= len(prefix):
			return string(b[:len(prefix)]) == prefix
		case string(b) != prefix[:len(b)] || !w.more():
			return false
		}
	}
}

// skipLine passes over the rest of a line, however long.
func (w *window) skipLine() {
	for {
		rest := w.rest()
		if k := bytes.IndexByte(rest, '\n'); k >= 0 {
			w.takeLine(k + 1)
			return
		}
		w.pos = w.end
		if !w.more() {
			return
		}
	}
}

// space passes over white space, and reports whether anything is left.
func (w *window) space() bool {
	for {
		for i, c := range w.rest() {
			if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
				w.take(i)
				return true
			}
		}
		w.take(len(w.rest()))
		if !w.more() {
			return false
		}
	}
}

var newline = []byte{'\n'}
