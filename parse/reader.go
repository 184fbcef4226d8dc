package parse

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"timeline/parse/javatrace"
	"timeline/parse/stamp"
)

// A Reader reads the records of one input, whatever its format: Scan, then
// Record or Bad. Formats are recognised piece by piece, so a log may hold
// several. Memory does not grow with the input.
type Reader struct {
	win     window
	opt     Options
	path    string
	process string

	items []item
	next  int

	clock  stamp.Clock
	placed processZones // nil unless zones differ by process
	keys   keyTable
	names  internTable // texts of log lines
	values decodeTable // JSON values that are names
	hosts  decodeTable // JSON values that are hosts or URLs
	traces javatrace.Builder
	obj    []*object // one for each depth of nesting
	depth  int
	open   []container // large arrays and objects around the next piece
	mark   mark
	jaeger map[string]string // processes of the Jaeger trace that is being read
	table  *table
	partly dockerPart
	outer  *Record // envelope of the wrapped object that is being read
	topics map[string]topic
	text   text
	prev   []byte // text of the time before, and
	at     stamp.Stamp
	tail   bool   // the input's end was handled
	binary bool   // the input begins with bytes that no text has
	ahead  *ahead // nil unless the input is read ahead

	separator []byte // between the last two elements of an array, with the brackets on both sides

	sum     Summary
	zones   zoneUse
	formats formatCount
	notes   map[string]bool
}

type topic struct {
	operation string
	phase     Phase
}

// An item is what Scan steps through.
type item struct {
	rec    Record
	bad    *SyntaxError
	events *Events
	part   Part
	line   int // what is missing from the lines of part
}

// NewReader returns a Reader of r. The path is used in positions and, where an
// array of events names no job, as the job's name; process is set on every
// record if it is not empty.
func NewReader(r io.Reader, path, process string, opt Options) *Reader {
	rd := &Reader{
		win: window{r: r, line: 1}, opt: opt, path: path, process: process, next: -1, mark: mark{at: -1},
		clock: stamp.Clock{Zone: opt.Zone, Year: opt.Year, Date: opt.Date},
		keys:  newKeyTable(opt), names: newInternTable(), values: newDecodeTable(name), hosts: newDecodeTable(hostName),
		topics: map[string]topic{}, notes: map[string]bool{},
	}
	rd.placed = newProcessZones(opt)
	if rd.placed != nil {
		rd.clock.Zone = nil // done places what it reads
	}
	rd.formats.line = &rd.win.line
	rd.text.init(rd)
	return rd
}

// Scan moves to the next record or bad piece. It returns false at the end of
// the input and after a failed read, see Err.
func (r *Reader) Scan() bool {
	r.next++
	for r.next >= len(r.items) {
		r.items, r.next = r.items[:0], 0
		if r.ahead != nil {
			r.ahead.scanned()
		}
		if r.step() {
			continue
		}
		if r.tail {
			return false
		}
		r.tail = true
		r.releasePart()
		r.text.flush()
	}
	return true
}

// Record returns the current record, nil if the item is something else. It is valid until the next Scan; its strings and its trace stay valid.
func (r *Reader) Record() *Record {
	if it := &r.items[r.next]; it.bad != nil || it.events != nil || it.part != nil {
		return nil
	}
	return &r.items[r.next].rec
}

// Bad returns the current piece that no format can read, nil if the item is
// something else.
func (r *Reader) Bad() *SyntaxError { return r.items[r.next].bad }

// Err returns the error that ended the input early. A file that is cut off or
// holds garbage is no such error.
func (r *Reader) Err() error {
	if r.win.err == nil {
		return nil
	}
	return fmt.Errorf("read %s: line %d: %w", r.path, r.win.line, r.win.err)
}

// step reads the next piece of the input: a line, a JSON value or one element
// of a large one.
func (r *Reader) step() bool {
	if len(r.win.rest()) == 0 && r.ahead != nil && r.ahead.takeOver(r) {
		return true
	}
	if r.table != nil {
		return r.tableRow()
	}
	if len(r.win.rest()) == 0 && !r.nextPiece() {
		switch {
		case r.win.paused:
			r.win.paused = false
			r.releasePart()
			r.text.flush()
		case len(r.open) > 0:
			r.broken()
		default:
			return false
		}
		return true
	}
	if r.win.gone == 0 && r.win.pos == 0 {
		r.start()
		if r.startTable() {
			return true
		}
	}
	if len(r.open) > 0 {
		r.element()
		return true
	}
	b := r.win.rest()
	switch {
	case b[0] == 0, b[0] == 0x1e: // GELF ends its objects with it; RFC 7464 begins them so
		r.win.take(1)
		return true
	case b[0] == 'd' && r.win.begins(`data: {"`): // server-sent events
		r.win.take(len("data: "))
		return true
	}
	b = r.win.rest()
	i := 0
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		if i++; i == len(b) && r.win.more() {
			b = r.win.rest()
		}
	}
	if i < len(b) && (b[i] == '{' || b[i] == '[') && r.startsJSON(b[i:]) {
		r.jsonPiece()
		return true
	}
	if b[0] == '_' && r.journalEntry() || b[0] == '-' && r.gcloudEntry() || b[0] == '<' && r.julEntry() {
		return true
	}
	r.textLine()
	return true
}

// nextPiece reads on between two pieces.
func (r *Reader) nextPiece() bool {
	r.win.between = true
	more := r.win.more()
	r.win.between = false
	return more
}

// start passes over a byte order mark.
func (r *Reader) start() {
	head := r.win.rest()
	if k := bytes.IndexByte(head[:min(len(head), 4096)], 0); k >= 0 && !bytes.HasPrefix(head, []byte("{")) { // objects of GELF end with NUL
		r.binary = true
	}
	if bytes.HasPrefix(r.win.rest(), []byte("\xef\xbb\xbf")) {
		r.win.pos += 3
	}
}

// textLine hands one line to the text reader, or all that can be read the short way.
func (r *Reader) textLine() {
	if r.ahead != nil && r.win.line > 1 {
		if n, lines := r.text.quick(r.win.rest(), r.win.line); n > 0 {
			r.win.pos, r.win.line = r.win.pos+n, r.win.line+lines
			return
		}
	}
	n, long := r.win.lineLen(maxLine)
	line := r.win.rest()[:n]
	pos := r.pos()
	r.text.line(trimEnd(line), pos)
	switch {
	case long:
		r.win.pos += n
		r.win.skipLine()
		r.note("a line is longer than 1 MiB: the rest of it was not read")
	case line[n-1] == '\n':
		r.win.takeLine(n)
	default:
		r.win.pos += n // the last line, without an end
	}
}

func trimEnd(line []byte) []byte {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return line
}

func (r *Reader) pos() Pos { return Pos{r.path, r.win.line} }

// add makes room for a record and sets what all records have.
func (r *Reader) add(pos Pos) *Record {
	r.items = append(r.items, item{})
	rec := &r.items[len(r.items)-1].rec
	rec.Pos, rec.Duration, rec.Lack = pos, Unset, NoTime
	return rec
}

// drop takes back the last add.
func (r *Reader) drop() { r.items = r.items[:len(r.items)-1] }

// Programs write the years 1, 1970 and 9999 where a time is not set. Logs were
// not written before 1970.
const (
	earliest = 0
	latest   = 7258118400 // 2200-01-01
)

// done counts the record that was added last.
func (r *Reader) done(rec *Record) {
	if r.process != "" {
		rec.Process = r.process
	}
	r.sum.Records++
	if r.placed != nil && rec.Lack == NoZone {
		rec.Time = r.placed.place(rec)
	}
	if (rec.Lack == Whole || rec.Lack == NoZone) && (rec.Time.Unix() < earliest || rec.Time.Unix() > latest) {
		rec.Time, rec.Lack = time.Time{}, NoTime
		r.note("times of the years before 1970 and after 2200 are those of clocks that were not set: unknown")
	}
	r.zones.add(rec.Lack)
	if rec.Lack == Whole || rec.Lack == NoZone {
		if r.sum.From.IsZero() || rec.Time.Before(r.sum.From) {
			r.sum.From = rec.Time
		}
		if rec.Time.After(r.sum.To) {
			r.sum.To = rec.Time
		}
	}
}

var errTorn = errors.New("not a whole JSON value")

// countRun counts the records of a run.
func (r *Reader) countRun(e *Events) {
	r.sum.Records += len(e.List)
	r.zones.stated += e.zoned
	r.zones.assumed += len(e.List) - e.zoned
	r.sum.add(&Summary{From: e.span.start(), To: e.span.end()})
}

const shownBad = 120 // bytes of a bad piece that are shown

// fail adds a piece that cannot be read.
func (r *Reader) fail(pos Pos, text []byte, err error) {
	text = text[:min(shownBad, len(text))]
	r.items = append(r.items, item{bad: &SyntaxError{Pos: pos, Text: strings.ToValidUTF8(string(trimEnd(text)), "\uFFFD"), Err: err}})
	r.sum.Unreadable++
}

// note states an assumption once.
func (r *Reader) note(s string) {
	if !r.notes[s] {
		r.notes[s] = true
		r.sum.Notes = append(r.sum.Notes, s)
	}
}

// time reads a time, with its text remembered: neighbours often share one.
func (r *Reader) time(b []byte) (stamp.Stamp, bool) {
	if bytes.Equal(b, r.prev) {
		return r.at, len(b) > 0
	}
	s, n := stamp.Stamp{}, 0
	if len(b) >= 19 && b[4] == '-' { // no number
		s, n = r.clock.Prefix(b)
	}
	ok := n > 0 && n == len(b)
	if !ok {
		s, ok = r.clock.Text(b)
	}
	if ok && len(b) < 64 {
		r.prev, r.at = append(r.prev[:0], b...), s
	}
	return s, ok
}

// fileJob is the job's name where only the file tells it.
func (r *Reader) fileJob() string {
	name := path.Base(strings.ReplaceAll(r.path[strings.LastIndexByte(r.path, '!')+1:], `\`, "/"))
	for _, ext := range []string{".gz", ".zst", ".bz2", ".xz", ".json", ".ndjson", ".log", ".txt"} {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

// Summary says what was read, after the last Scan.
func (r *Reader) Summary() Summary {
	s := r.sum
	s.Bytes = r.win.gone + int64(r.win.pos)
	s.Lines = r.win.line - 1
	if r.win.pos > 0 && r.win.buf[r.win.pos-1] != '\n' {
		s.Lines++
	}
	s.Format = r.formats.String()
	if r.binary && s.Records == 0 {
		s.Format = Binary
	}
	s.Zone, s.Placed = r.zones.text(r.opt.Zone), r.placed.names()
	for _, process := range s.Placed {
		s.Notes = append(s.Notes[:len(s.Notes):len(s.Notes)], "times of "+process+" without a zone are taken as "+r.opt.Zones[process].String())
	}
	if r.clock.Folds+r.placed.folds() > 0 {
		s.Notes = append(s.Notes[:len(s.Notes):len(s.Notes)], "an hour that the clocks of the zone show twice: the order of the lines decides which is meant")
	}
	return s
}

// A Summary describes one input as far as it was read.
type Summary struct {
	Format     string    // "TimeLog JSON", "Java log", or several: names of Formats, "text" for none, or Binary
	Bytes      int64     // after decompression
	Lines      int       // line ends, and a last line without one
	Records    int       // records returned
	Skipped    int       // log entries that were understood and of no interest
	Unreadable int       // bad pieces returned
	From, To   time.Time // earliest and latest time with a date; zero if none
	Zone       string    // "stated", "assumed UTC", "assumed Asia/Tokyo", "none", "stated in part, else assumed UTC"; Placed are apart
	Placed     []string  // processes of Options.Zones that had times without a zone, sorted
	Notes      []string  // assumptions made while reading
}
