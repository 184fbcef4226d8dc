package analyze

import (
	"strings"
	"time"

	"timeline/parse"
	"timeline/parse/javatrace"
)

// unset is an instant or duration that the logs do not state.
const unset = int64(-1 << 63)

// A Collector keeps, of the records of one input, what inference needs: tries,
// failures and outcomes, and not the records. Collectors of several inputs may
// be filled at the same time; Run puts them together in the order given, so
// that the result does not depend on who read faster.
type Collector struct {
	lines
	names   interner
	pairer  pairer
	seq     uint32  // events so far
	thinned thinned // by Thin
	easing  easing

	lineEasing lineEasing
}

// lines are what records other than events are kept as.
type lines struct {
	process string // as the user named it; it overrides what records say
	entries []entry
	starts  []restart
	dumps   []dumpThread
	bad     []BadRecord
	lacking lackCount
}

// maxBad is how many unreadable pieces of an input a report shows.
const maxBad = 20

// A lackCount counts records by what their times lacked.
type lackCount [parse.NoTime + 1]int

// An entry is one line of an application log with what belongs to it.
type entry struct {
	at       int64 // unix nanoseconds; unset if unknown
	lack     parse.Missing
	seq      uint32 // how many events stand before it in the input
	process  string
	job      string
	thread   string
	host     string
	op       string
	remote   string
	resolved string
	client   string
	took     int64 // elapsed nanoseconds; unset if not stated
	try      int
	status   parse.Status
	inner    bool // one try inside an attempt: logged below INFO, or numbered
	failure  *failure
	message  string
	source   Source
	also     []Source // other places where the same line stands
}

// NewCollector returns a Collector for one input. process is the JVM that wrote
// it, if the user said so, else "".
func NewCollector(process string) *Collector {
	c := &Collector{lines: lines{process: process}, easing: newEasing(easeSpan), lineEasing: newLineEasing(lineSpan)}
	c.names.id("") // the empty string is number 0
	return c
}

// AddBad takes a piece of the input that could not be read.
func (l *lines) AddBad(e *parse.SyntaxError) {
	if len(l.bad) == maxBad {
		return
	}
	l.bad = append(l.bad, BadRecord{Source: Source{e.Pos.File, e.Pos.Line}, Reason: e.Error(), Text: e.Text})
}

// Add takes one record. It keeps no reference to r itself.
func (c *Collector) Add(r *parse.Record) {
	if c.lines.add(r, c.seq) {
		c.easeLines()
	} else {
		e, f := c.event(r, c.names.id)
		e.failure = c.pairer.keep(f)
		c.addEvent(&e)
		c.ease()
	}
}

// addEvent takes the next event.
func (c *Collector) addEvent(e *event) {
	if t, closed := c.pairer.add(e, c.names.hash(e.key())); closed {
		t.seq = c.seq
		c.pairer.tries.add(t)
	}
	c.seq++
}

// add takes a record before which seq events stand, unless it is an event itself.
func (l *lines) add(r *parse.Record, seq uint32) bool {
	l.lacking[r.Lack]++
	if r.Restart {
		l.starts = append(l.starts, startOf(l.processOf(r), r))
	}
	switch {
	case r.Dump != nil:
		l.addDump(r)
	case r.Phase != parse.NoPhase:
		return false
	default:
		l.addEntry(r, seq)
	}
	return true
}

func (l *lines) processOf(r *parse.Record) string {
	if l.process != "" {
		return l.process
	}
	return r.Process
}

func instant(r *parse.Record) int64 {
	if r.Lack == parse.NoTime || (r.Lack == parse.Whole || r.Lack == parse.NoZone) && r.Time.Year() < 1900 {
		return unset
	}
	return unixNano(r.Time)
}

// unixNano is Time.UnixNano, held inside the years that it can express: a
// hostile log may name the year 9999.
func unixNano(t time.Time) int64 {
	const limit = 1 << 33 // seconds, about 272 years either side of 1970
	if s := t.Unix(); s > limit || s < -limit {
		return dateless(t)
	}
	return t.UnixNano()
}

// dateless maps a time in year 0, or one too far off, on nanoseconds from
// 0000-01-01: such times are dated later, by a shift.
func dateless(t time.Time) int64 {
	base := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	d := t.Sub(base)
	if d < 0 || d > 400*24*time.Hour {
		return unset
	}
	return int64(d)
}

// event makes an event of a record, but for its failure.
func (l *lines) event(r *parse.Record, id func(string) uint32) (event, *failure) {
	var f *failure
	if len(r.Trace.Throwables) > 0 || r.Phase == parse.Fail && r.Message != "" {
		f = classify(&r.Trace, r.Message).bounded()
	}
	took := int64(0)
	if r.Phase != parse.Start && r.Duration > 0 && r.Duration <= longestTry {
		took = int64(r.Duration)
	}
	return event{
		at: instant(r), took: took, phase: r.Phase, status: r.Status, line: int32(r.Pos.Line), file: id(r.Pos.File), lack: r.Lack,
		process: id(l.processOf(r)), job: id(r.Job), thread: id(r.Thread),
		host: id(r.Host), op: id(r.Operation), remote: id(firstNonEmpty(r.Remote, remoteTried(f, r))),
	}, f
}

func (l *lines) addEntry(r *parse.Record, seq uint32) {
	f := failureOf(r).bounded()
	took := unset
	if r.Duration >= 0 && r.Duration <= longestTry {
		took = int64(r.Duration)
	}
	if f == nil && took == unset && (r.Status == parse.NoStatus || r.Job == "" && r.Host == "" && r.Remote == "") {
		return
	}
	l.entries = append(l.entries, entry{
		at: instant(r), lack: r.Lack, seq: seq, process: l.processOf(r), job: r.Job, thread: r.Thread, host: r.Host, op: r.Operation,
		remote: firstNonEmpty(r.Remote, remoteTried(f, r)), resolved: r.Resolved, client: r.Client, took: took, try: r.Try, status: r.Status,
		inner:   f != nil && (r.Try > 0 || r.Level == parse.Debug || r.Level == parse.Trace) && took == unset,
		failure: f, message: r.Message, source: Source{r.Pos.File, r.Pos.Line},
	})
}

// failureOf classifies what a log line reports. A plain message counts only
// where its words can mean a name: most lines fail that test at once.
func failureOf(r *parse.Record) *failure {
	f := failureIn(r)
	if f != nil && f.dns && isNotice(r, f) {
		return nil
	}
	return f
}

// isNotice reports whether a line below WARN only speaks of an exception about a
// name, without frames: it was recovered from, or what stands behind its class is
// prose, "handling java.net.UnknownHostException: see wiki".
func isNotice(r *parse.Record, f *failure) bool {
	if r.Level >= parse.Warn || r.Level == parse.NoLevel || r.Status == parse.Failed && r.Host != "" || anyFrames(&r.Trace) {
		return false
	}
	if f.text == "" && strings.Contains(f.host, " ") {
		return strings.Contains(r.Message, f.host)
	}
	for _, e := range namedExceptions {
		i := strings.LastIndex(r.Message, e.name)
		if i < 0 {
			continue
		}
		before := strings.ToLower(strings.TrimSuffix(r.Message[:i], e.full[:strings.LastIndexByte(e.full, '.')+1]))
		for _, word := range []string{"recovered from ", "recovered after ", "recovery from "} {
			if strings.HasSuffix(before, word) {
				return true
			}
		}
	}
	return false
}

// failureIn is failureOf without a look at what a notice speaks of.
func failureIn(r *parse.Record) *failure {
	if len(r.Trace.Throwables) > 0 {
		f := classify(&r.Trace, r.Message)
		if f != nil && f.dns && f.host == "" {
			f.host = hostInMessage(r.Message)
		}
		if f != nil && !f.dns && saysOnlyHost(r) {
			return &failure{dns: true, cause: CauseUnknown, host: r.Host, message: r.Host}
		}
		if f != nil && !f.dns && !anyFrames(&r.Trace) { // an exception of another language, named in passing
			if w := fromResolverText(r.Message); w != nil {
				return w
			}
		}
		return f
	}
	if mayTellOfName(r.Message) && mentionsName(r.Message) && !inPassing(r) {
		if f := fromText(r.Message); f != nil {
			return f
		}
	}
	if r.Status == parse.Failed {
		return &failure{cause: CauseUnknown, message: r.Message}
	}
	return nil
}

// inPassing reports whether a message names an exception about a name without
// telling of one: in Java source, or below WARN in a list or a setting.
func inPassing(r *parse.Record) bool {
	for _, e := range namedExceptions {
		i := strings.LastIndex(r.Message, e.name)
		if i < 0 {
			continue
		}
		before := strings.TrimSuffix(r.Message[:i], "java.net.")
		for _, word := range []string{"import ", "class ", "catch (", "throws ", "extends "} {
			if strings.HasSuffix(before, word) {
				return true
			}
		}
		rest := r.Message[i+len(e.name):]
		return r.Level < parse.Warn && !strings.HasPrefix(rest, ":") && strings.Trim(rest, " .,;!)]}>\"'") != ""
	}
	return false
}

// saysOnlyHost reports whether an error without a class says no more than the name
// that was called: tracers keep an exception's message alone, and that of an
// UnknownHostException is the name.
func saysOnlyHost(r *parse.Record) bool {
	t := &r.Trace.Throwables[0]
	return len(r.Trace.Throwables) == 1 && t.Class == "" && len(t.Frames) == 0 && r.Host != "" && t.Message == r.Host
}

// hostInMessage finds the name that failed in the line above a trace that names
// none: "Session 0x0 for server zk-1/<unresolved>:2181, …".
func hostInMessage(m string) string {
	if w := fromText(m); w != nil && looksLikeHost(w.host) {
		return w.host
	}
	if before, _, ok := strings.Cut(m, "/<unresolved>"); ok {
		if h := lastWord(before); looksLikeHost(h) {
			return h
		}
	}
	return ""
}

// longestTry is more than any try takes: a larger number is no duration, and would
// lead out of the times that can be written.
const longestTry = 366 * 24 * time.Hour

// longestName is more than a name has: 253 characters as text (RFC 1035, 2.3.4).
const longestName = 300

// bounded cuts what was taken for a name and cannot be one: a log may hold
// megabytes in its place.
func (f *failure) bounded() *failure {
	if f != nil && len(f.host) > longestName {
		f.host = f.host[:longestName] + "…"
	}
	return f
}

func anyFrames(tr *javatrace.Trace) bool {
	for i := range tr.Throwables {
		if len(tr.Throwables[i].Frames) > 0 {
			return true
		}
	}
	return false
}

var nameWords = []string{"UnknownHost", "esol", "host", "known", "nodename", "> Could not ", "getaddrinfo"}

func mentionsName(m string) bool {
	for _, w := range nameWords {
		if strings.Contains(m, w) {
			return true
		}
	}
	_, at := findResolverText(m)
	return at >= 0
}

// Bad lists the first unreadable pieces of the input.
func (c *Collector) Bad() []BadRecord { return c.bad }
