package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"timeline/analyze/settings"
)

// Options say how to analyze, and what the author of a report knows beside the
// logs. The zero value is usable.
type Options struct {
	Zone    *time.Location // of clocks without a zone or date; nil means UTC
	Show    *time.Location // of the clock times in sentences; nil means UTC
	Cutover time.Time      // when a name's address was changed; zero if not known
	Version string         // of the tool, for the report
	// Settings are what the given configuration of the JVMs means; nil if none is given.
	Settings *settings.JVM
	// Gaps are parts of the inputs that may not have been read, and Notes what else
	// is to be said about reading them.
	Gaps  []Gap
	Notes []string
}

// Run explains what the collectors hold. inputs describes what was read, in the
// same order. The result is a pure function of its arguments.
func Run(cs []*Collector, inputs []Input, opt Options) *Report {
	if opt.Zone == nil {
		opt.Zone = time.UTC
	}
	b := build(cs, opt.Zone)
	s := infer(b, opt)
	r := &Report{
		Schema: Schema, Tool: Tool{"timeline", opt.Version},
		Coverage: coverage(cs, inputs, b, s), Attempts: reportAttempts(s), Windows: reportWindows(s),
	}
	r.Findings = withDumps(runChecks(s), r.Attempts, cs)
	r.lower(opt.Gaps)
	s.together = endedTogether(s, r.Findings)
	r.Verdict = verdict(s, r)
	r.Coverage.Notes = append(r.Coverage.Notes, s.together.notes()...)
	r.Coverage.Notes = append(r.Coverage.Notes, opt.Notes...)
	r.sayIncomplete(opt.Gaps)
	if opt.Show == nil {
		opt.Show = time.UTC
	}
	spellAll(r, opt.Show)
	return r
}

func coverage(cs []*Collector, inputs []Input, b *built, s *scene) Coverage {
	cov := Coverage{Inputs: inputs, Unpaired: b.unpaired, Notes: []string{}}
	for i := range inputs {
		inputs[i].Bad = append([]BadRecord{}, cs[i].bad...)
	}
	for _, a := range s.attempts {
		switch a.outcome {
		case OutcomeOK:
			cov.OK++
		case OutcomeFailed:
			cov.Failed++
		default:
			cov.Unknown++
		}
	}
	cov.OK += b.thinned.ok
	cov.Unknown += b.thinned.unknown
	cov.Attempts = cov.OK + cov.Failed + cov.Unknown
	cov.NotTries = notTries(&cov, s)
	if t := b.thinned.ends; t.step > 0 {
		cov.Unlisted = &Unlisted{instantTime(t.first * t.step), int(t.step / int64(time.Second)), t.counts}
	}
	for _, in := range inputs {
		for _, n := range in.Notes {
			cov.Notes = append(cov.Notes, in.Path+": "+n)
		}
	}
	cov.Notes = append(append(cov.Notes, shiftNotes(b.shifts, inputs)...), zoneHints(inputs, b.shifts)...)
	cov.Notes = append(cov.Notes, coverageNotes(b, s, cov.NotTries)...)
	cov.Notes = append(cov.Notes, settingNotes(s)...)
	return cov
}

func coverageNotes(b *built, s *scene, notTries int) []string {
	var notes []string
	add := func(n int, format string) {
		if n > 0 {
			notes = append(notes, fmt.Sprintf(format, n))
		}
	}
	add(b.thinned.ok, "%d attempts that ended well between others that did are counted and not listed")
	add(b.thinned.unknown, "%d attempts that do not state how they ended, and do not stand out by their times, are counted and not listed")
	add(b.thinned.names, "%d names are not listed, for all of their attempts ended well and the input holds many names")
	if notTries > 0 {
		notes = append(notes, notTriesNote(notTries))
	}
	add(b.undated, "%d records have a clock without a date, and no other input or flag gives it: their times are unknown (--date)")
	add(b.negative, "%d events end before their start: listed as attempts without the other end")
	add(b.twice, "%d events were given more than once and count once")
	add(b.ambiguous, "%d log lines fit more than one attempt by their time: the nearest was taken")
	if b.restarts > 0 {
		notes = append(notes, fmt.Sprintf("%s of a JVM between the attempts: those after one are a process of their own (#2, #3 ...), for its cache began empty", plural(b.restarts, "start banner", "start banners")))
	}
	add(s.adopted, "%d failed tries have no logged exception and count as name failures because another try of their job does and their times fit")
	if note := s.worst.note(); note != "" {
		notes = append(notes, note)
	}
	for _, c := range s.worstEntries() {
		if note := c.contradiction(); note != "" {
			notes = append(notes, note)
		}
	}
	if n := unnamedProcesses(s); n > 0 {
		notes = append(notes, "no input names the process that wrote it: all are taken as one JVM (NAME=PATH says otherwise)")
	}
	return notes
}

func unnamedProcesses(s *scene) int {
	n := 0
	for _, a := range s.attempts {
		if a.process == "" {
			n++
		}
	}
	return n
}

func instantTime(ns int64) Time {
	if ns == unset {
		return Time{}
	}
	return Time{time.Unix(0, ns).UTC()}
}

func millis(ns int64) *Millis {
	if ns == unset {
		return nil
	}
	m := Millis(ns)
	return &m
}

func attemptID(a *attempt) string { return "a" + strconv.Itoa(a.id) }

func windowID(w *window) string { return "w" + strconv.Itoa(w.id) }

func ids(as []*attempt) []string {
	list := make([]string, len(as))
	for i, a := range as {
		list[i] = attemptID(a)
	}
	return list
}

func reportAttempts(s *scene) []Attempt {
	list := make([]Attempt, len(s.attempts))
	var room boxes
	for i, a := range s.attempts {
		a.id = i + 1
		list[i] = room.attempt(a)
	}
	return list
}

// boxes makes pointers to what the logs state. There are several for each attempt,
// so memory for many is taken at once.
type boxes struct {
	texts  []string
	millis []Millis
}

const boxChunk = 256

// text is s, nil where the logs do not state it.
func (b *boxes) text(s string) *string {
	if s == "" {
		return nil
	}
	if len(b.texts) == 0 {
		b.texts = make([]string, boxChunk)
	}
	p := &b.texts[0]
	b.texts = b.texts[1:]
	*p = s
	return p
}

func (b *boxes) took(ns int64) *Millis {
	if ns == unset {
		return nil
	}
	if len(b.millis) == 0 {
		b.millis = make([]Millis, boxChunk)
	}
	p := &b.millis[0]
	b.millis = b.millis[1:]
	*p = Millis(ns)
	return p
}

func (b *boxes) attempt(a *attempt) Attempt {
	r := Attempt{
		ID: attemptID(a), Process: a.process, Job: a.job, Thread: a.thread, Operation: a.op, Try: max(a.try, 1),
		Start: instantTime(a.start), End: instantTime(a.end), Duration: b.took(a.took()), Outcome: a.outcome,
		Class: a.class, ClassFrom: a.from.words(), Sources: sortedSources(a),
	}
	r.Host, r.Remote, r.Resolved, r.Client = b.text(a.host), b.text(a.remote), b.text(a.resolved), b.text(a.client)
	if a.failure != nil {
		r.Exception, r.Message = a.failure.exception, a.failure.message
	}
	return r
}

// sortedSources lists the places that show a, its inner tries included.
func sortedSources(a *attempt) []Source {
	compare := func(x, y Source) int { return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line)) }
	if len(a.probes) == 0 && len(a.sources) == 2 && compare(a.sources[0], a.sources[1]) < 0 { // nearly always
		return a.sources
	}
	list := append([]Source{}, a.sources...)
	for _, p := range a.probes {
		list = append(list, p.source)
	}
	slices.SortFunc(list, compare)
	return slices.Compact(list)
}

func reportWindows(s *scene) []Window {
	list := make([]Window, len(s.windows))
	for i, w := range s.windows {
		list[i] = reportWindow(w)
	}
	return list
}

func reportWindow(w *window) Window {
	in := w.in
	earliest, latest := w.closed()
	r := Window{
		ID: windowID(w), Process: w.entry.process, Host: w.entry.host,
		Lookup: Lookup{Waited: []string{}, Cause: causeOf(in)},
		Opened: Interval{instantTime(in.lo), instantTime(w.openedLatest())}, Closed: Interval{instantTime(earliest), instantTime(latest)},
		TTL: ttlReport(w.lowTTL, w.highTTL), Cached: ids(w.cached),
	}
	for _, a := range in.members {
		if a != in.leader {
			r.Lookup.Waited = append(r.Lookup.Waited, attemptID(a))
		}
	}
	if in.leader != nil {
		id := attemptID(in.leader)
		r.Lookup.Leader, r.Lookup.Start = &id, instantTime(in.leader.start)
	} else if in.began != unset && in.slow {
		r.Lookup.Start = instantTime(in.began)
	}
	if len(in.members) > 1 {
		starts, ends := spreads(in.members)
		r.Lookup.StartSpread, r.Lookup.EndSpread = millis(starts), millis(ends)
	}
	if w.firstSuccess != nil {
		r.FirstSuccess = instantTime(w.firstSuccess.end)
	}
	return r
}

// spreads are the times between the first and the last start, and end, of as.
func spreads(as []*attempt) (starts, ends int64) {
	span := func(of func(*attempt) int64) int64 {
		lo, hi := unset, unset
		for _, a := range as {
			t := of(a)
			if t == unset {
				continue
			}
			if lo == unset || t < lo {
				lo = t
			}
			hi = max(hi, t)
		}
		if lo == unset {
			return unset
		}
		return hi - lo
	}
	return span(func(a *attempt) int64 { return a.start }), span(func(a *attempt) int64 { return a.end })
}

// causeOf says what the resolver did: by its own text, else by how long the
// lookup took. "Temporary failure" covers a time-out and an error answer; the
// duration tells them apart, and without one it stays open.
func causeOf(in *insertion) Cause {
	f := in.failure
	if f != nil && f.cause != CauseUnknown {
		return f.cause
	}
	if in.slow {
		return CauseTimeout
	}
	if f != nil && f.text != "" && in.leader != nil && in.leader.start != unset && in.native {
		return CauseServerError
	}
	return CauseUnknown
}
