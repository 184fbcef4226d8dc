package parse

import (
	"bytes"
	"encoding/xml"
	"errors"
	"strings"
	"time"

	"timeline/parse/javatrace"
)

// maxXML bounds a record of java.util.logging's XML.
const maxXML = 1 << 20

// A julRecord is a record as java.util.logging.XMLFormatter writes it, which a
// FileHandler uses unless it is told otherwise (logger.dtd of the JDK). An exception
// comes without its causes.
type julRecord struct {
	Millis    int64         `xml:"millis"`
	Nanos     int64         `xml:"nanos"` // beyond the milliseconds; JDK 9 and later
	Logger    string        `xml:"logger"`
	Level     string        `xml:"level"`
	Thread    string        `xml:"thread"` // a number
	Message   string        `xml:"message"`
	Exception *julException `xml:"exception"`
}

type julException struct {
	Message string `xml:"message"` // what its toString says
	Frames  []struct {
		Class  string `xml:"class"`
		Method string `xml:"method"`
		Line   int    `xml:"line"`
	} `xml:"frame"`
}

// named parts the class of x from its message.
func (x *julException) named() (class, message string) {
	first, _, _ := strings.Cut(x.Message, "\n")
	class, message, _ = strings.Cut(first, ": ")
	if strings.ContainsAny(class, " \t") {
		return "", first
	}
	return class, message
}

var errRecord = errors.New("a record of java.util.logging that does not end")

const (
	recordStart = "<record>"
	recordEnd   = "</record>"
)

// julEntry reads a record of java.util.logging's XML.
func (r *Reader) julEntry() bool {
	if !r.win.begins(recordStart) {
		return false
	}
	pos := r.pos()
	var doc []byte
	for ended := false; !ended; {
		n, long := r.win.lineLen(maxLine)
		line := r.win.rest()[:n]
		if n == 0 || len(doc) > 0 && bytes.HasPrefix(line, []byte(recordStart)) {
			r.fail(pos, doc[:min(len(doc), maxLine)], errRecord)
			return true
		}
		if len(doc)+n <= maxXML {
			doc = append(doc, line...)
		}
		ended = bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte(recordEnd))
		r.win.take(n)
		if long {
			r.win.skipLine()
		}
	}
	var rec julRecord
	d := xml.NewDecoder(bytes.NewReader(doc))
	d.Strict = false // messages hold control characters that XML forbids
	if err := d.Decode(&rec); err != nil {
		r.fail(pos, doc, err)
		return true
	}
	r.formats.addAt(julFormat, pos.Line)
	r.julRecord(&rec, pos)
	return true
}

func (r *Reader) julRecord(j *julRecord, pos Pos) {
	rec := r.add(pos)
	if j.Millis != 0 {
		rec.Time, rec.Lack = time.UnixMilli(j.Millis).Add(time.Duration(j.Nanos%int64(time.Millisecond))).UTC(), Whole
	}
	rec.Level = levelOf([]byte(j.Level))
	rec.Logger = r.names.of([]byte(j.Logger))
	if j.Thread != "" {
		rec.Thread = r.names.of([]byte("thread-" + strings.TrimSpace(j.Thread)))
	}
	if x := j.Exception; x != nil {
		b := &r.traces
		class, message := x.named()
		b.Open(javatrace.Root, class, message)
		for _, f := range x.Frames {
			b.Add(javatrace.Frame{Class: f.Class, Method: f.Method, Line: f.Line})
		}
		b.Cut()
		rec.Trace = b.Finish()
	}
	r.message(rec, []byte(j.Message))
	r.settle(rec)
	r.done(rec)
}
