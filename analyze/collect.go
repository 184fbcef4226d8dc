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
	process string // as the user named it; it overrides what records say
	names   interner
	pairer  pairer
	entries []entry
	starts  []restart
	dumps   []dumpThread
	bad     []BadRecord
	lacking lackCount
	thinned thinned // by Thin
	easing  *easing // nil until there are many tries
}

// maxBad is how many unreadable pieces of an input a report shows.
const maxBad = 20

// A lackCount counts records by what their times lacked.
type lackCount [parse.NoTime + 1]int

// An entry is one line of an application log with what belongs to it.
type entry struct {
	at       int64 // unix nanoseconds; unset if unknown
	lack     parse.Missing
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
	c := &Collector{process: process}
	c.names.id("") // the empty string is number 0
	return c
}

// AddBad takes a piece of the input that could not be read.
func (c *Collector) AddBad(e *parse.SyntaxError) {
	if len(c.bad) == maxBad {
		return
	}
	c.bad = append(c.bad, BadRecord{Source: Source{e.Pos.File, e.Pos.Line}, Reason: e.Error(), Text: e.Text})
}

// Add takes one record. It keeps no reference to r itself.
func (c *Collector) Add(r *parse.Record) {
	c.lacking[r.Lack]++
	if r.Restart {
		c.starts = append(c.starts, restart{c.processOf(r), instant(r)})
	}
	if r.Dump != nil {
		c.addDump(r)
		return
	}
	if r.Phase != parse.NoPhase {
		c.addEvent(r)
		return
	}
	c.addEntry(r)
}

func (c *Collector) processOf(r *parse.Record) string {
	if c.process != "" {
		return c.process
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

func (c *Collector) addEvent(r *parse.Record) {
	var f *failure
	if len(r.Trace.Throwables) > 0 || r.Phase == parse.Fail && r.Message != "" {
		f = classify(&r.Trace, r.Message).bounded()
	}
	n := &c.names
	c.pairer.add(&event{
		at: instant(r), phase: r.Phase, status: r.Status, line: int32(r.Pos.Line), file: n.id(r.Pos.File), lack: r.Lack,
		process: n.id(c.processOf(r)), job: n.id(r.Job), thread: n.id(r.Thread),
		host: n.id(r.Host), op: n.id(r.Operation), remote: n.id(firstNonEmpty(r.Remote, remoteTried(f, r))), failure: f,
	})
	c.ease()
}

func (c *Collector) addEntry(r *parse.Record) {
	f := failureOf(r).bounded()
	took := unset
	if r.Duration >= 0 && r.Duration <= longestTry {
		took = int64(r.Duration)
	}
	if f == nil && took == unset && (r.Status == parse.NoStatus || r.Job == "" && r.Host == "" && r.Remote == "") {
		return
	}
	c.entries = append(c.entries, entry{
		at: instant(r), lack: r.Lack, process: c.processOf(r), job: r.Job, thread: r.Thread, host: r.Host, op: r.Operation,
		remote: firstNonEmpty(r.Remote, remoteTried(f, r)), resolved: r.Resolved, client: r.Client, took: took, try: r.Try, status: r.Status,
		inner:   f != nil && (r.Try > 0 || r.Level == parse.Debug || r.Level == parse.Trace) && took == unset,
		failure: f, message: r.Message, source: Source{r.Pos.File, r.Pos.Line},
	})
}

// failureOf classifies what a log line reports. A plain message counts only
// where its words can mean a name: most lines fail that test at once.
func failureOf(r *parse.Record) *failure {
	if len(r.Trace.Throwables) > 0 {
		f := classify(&r.Trace, r.Message)
		if f != nil && f.dns && f.host == "" {
			f.host = hostInMessage(r.Message)
		}
		if f != nil && !f.dns && !anyFrames(&r.Trace) { // an exception of another language, named in passing
			if w := fromResolverText(r.Message); w != nil {
				return w
			}
		}
		return f
	}
	if mentionsName(r.Message) {
		if f := fromText(r.Message); f != nil {
			return f
		}
	}
	if r.Status == parse.Failed {
		return &failure{cause: CauseUnknown, message: r.Message}
	}
	return nil
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

// An interner numbers the strings of one input.
type interner struct {
	ids  map[string]uint32
	list []string
	run  []uint32 // numbers of the names of the run that is added
}

func (n *interner) id(s string) uint32 {
	if id, ok := n.ids[s]; ok {
		return id
	}
	return n.add(s)
}

func (n *interner) add(s string) uint32 {
	if n.ids == nil {
		n.ids = map[string]uint32{}
	}
	id := uint32(len(n.list))
	n.ids[s] = id
	n.list = append(n.list, s)
	return id
}

// Bad lists the first unreadable pieces of the input.
func (c *Collector) Bad() []BadRecord { return c.bad }
