package analyze

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"timeline/parse"
)

// Joining tolerances. A log line is written after the event that it reports,
// usually within a few milliseconds.
const (
	joinSlack  = int64(60 * time.Millisecond) // between an event and its line, same job or thread
	blindSlack = int64(20 * time.Millisecond) // the same where only the times can tell
)

// A joiner gives the lines of application logs to the tries of TimeLogs. A line
// belongs to the try of its job or thread that ended then, or that was running
// then; a line that fits none is a try of its own. Event times win; the line
// gives outcome, host, remote and exception.
type joiner struct {
	byJob     map[string][]*attempt // in order of start
	byThread  map[string][]*attempt
	byEnd     map[string][]*attempt // per process, in order of end
	attempts  []*attempt
	slack     int64 // joinSlack, or more where a clock has large steps
	blind     int64 // blindSlack, likewise
	step      int64 // of the clock that stamped the lines: instants closer than that are equal
	ambiguous int
}

// join builds the attempts from events and lines.
func join(tries []*attempt, entries []entry) *joiner {
	j := &joiner{byJob: map[string][]*attempt{}, byThread: map[string][]*attempt{}, byEnd: map[string][]*attempt{}}
	j.attempts = tries
	if len(entries) == 0 {
		return j
	}
	for _, a := range tries {
		j.index(a)
	}
	for _, list := range j.byEnd {
		slices.SortStableFunc(list, func(a, b *attempt) int { return cmp.Compare(a.end, b.end) })
	}
	entries = once(entries)
	step := max(entryGrain(entries), eventGrain(tries))
	j.slack, j.blind, j.step = joinSlack+step, blindSlack+step, step
	j.namedJobs(entries)
	for i := range entries {
		if e := &entries[i]; e.took != unset {
			j.place(e)
		}
	}
	j.sortIndexes()
	for i := range entries {
		if e := &entries[i]; e.took == unset && !e.inner {
			j.placeByEnd(e)
		}
	}
	j.sortIndexes()
	for i := range entries {
		if e := &entries[i]; e.took == unset && e.inner {
			j.placeInside(e)
		}
	}
	return j
}

// eventGrain is the step of the coarsest clock that wrote the times of tries.
func eventGrain(tries []*attempt) int64 {
	starts, ends := make([]int64, len(tries)), make([]int64, len(tries))
	for i, a := range tries {
		starts[i], ends[i] = a.start, a.end
	}
	return max(grainOf(starts), grainOf(ends))
}

// place joins a line that states how long its try took.
func (j *joiner) place(e *entry) {
	start := unset
	if e.at != unset {
		start = e.at - e.took
	}
	var best *attempt
	for _, a := range j.candidates(e) {
		if a.logged || start == unset {
			continue
		}
		if !j.writtenLate(a, e, start) && (!near(a.start, start, j.slack) && !near(a.end, e.at, j.slack) || a.end != unset && !near(a.end, e.at, 5*j.slack) ||
			a.start != unset && distance(a.start, start) > max(j.slack, e.took/4)) {
			continue
		}
		if best == nil || offBy(a, start, e.at) < offBy(best, start, e.at)-j.step {
			best = a
		}
	}
	if best == nil {
		best = j.fresh(e)
		best.start = start
		j.indexOwner(best)
	}
	j.attach(best, e)
}

// writtenLate reports whether e, a line of a's own job, tells of a, whose end no
// event holds: a busy JVM stamps a line late, so that a seems to start late.
func (j *joiner) writtenLate(a *attempt, e *entry, start int64) bool {
	return e.job != "" && a.end == unset && a.start != unset && a.start <= start && start-a.start <= 5*j.slack
}

// offBy is how far a is from a try that ran from start to end.
func offBy(a *attempt, start, end int64) int64 {
	if a.start != unset {
		return distance(a.start, start)
	}
	return distance(a.end, end)
}

func near(a, b, slack int64) bool { return a != unset && b != unset && distance(a, b) <= slack }

// placeByEnd joins a line without a duration: to the try of its job or thread
// that ended then or has no end, else to the one that ended then, if one did.
func (j *joiner) placeByEnd(e *entry) {
	if e.at == unset {
		a := j.fresh(e)
		j.attach(a, e)
		return
	}
	list := j.candidates(e)
	for i, a := range list {
		if a.logged || a.start == unset || a.start > e.at+j.slack {
			continue
		}
		if near(a.end, e.at, j.slack) || a.end == unset && !laterStart(list[i+1:], e.at) {
			j.attach(a, e)
			return
		}
		if a.end != unset && a.end > e.at && e.failure != nil {
			j.probe(a, e)
			return
		}
	}
	if a := j.endedThen(e); a != nil {
		j.attach(a, e)
		return
	}
	if a := j.sameFailure(list, e); a != nil {
		a.sources = append(a.sources, e.source)
		return
	}
	a := j.fresh(e)
	j.indexOwner(a)
	j.attach(a, e)
}

// laterStart reports whether one of list starts no later than at.
func laterStart(list []*attempt, at int64) bool {
	return len(list) > 0 && list[0].start != unset && list[0].start <= at
}

// endedThen finds the try that ended when a line without a job was written. Names decide between several: thread upload-b ran job-b.
func (j *joiner) endedThen(e *entry) *attempt {
	if e.job != "" {
		return nil
	}
	list := j.byEnd[e.process]
	i, _ := slices.BinarySearchFunc(list, e.at-j.blind, func(a *attempt, t int64) int { return cmp.Compare(a.end, t) })
	var best *attempt
	tied := false
	for ; i < len(list) && list[i].end <= e.at+j.blind; i++ {
		a := list[i]
		if a.logged || a.thread != "" && e.thread != "" && threadKey(a.thread) != threadKey(e.thread) {
			continue
		}
		switch c := better(a, best, e); {
		case c > 0:
			best, tied = a, false
		case c == 0:
			tied = true
		}
	}
	if tied {
		j.ambiguous++
	}
	return best
}

// better compares two tries that may own e: 1 if a does so more than b.
func better(a, b *attempt, e *entry) int {
	if b == nil {
		return 1
	}
	fitA, fitB := alike(a.job, e.thread), alike(b.job, e.thread)
	switch {
	case fitA != fitB && fitA:
		return 1
	case fitA != fitB:
		return -1
	}
	return cmp.Compare(distance(b.end, e.at), distance(a.end, e.at))
}

// alike reports whether a job and a thread end in the same word: job-b, upload-b.
func alike(job, thread string) bool {
	return job != "" && thread != "" && strings.EqualFold(lastToken(job), lastToken(thread))
}

func lastToken(s string) string {
	return s[strings.LastIndexAny(s, "-_ ./#:")+1:]
}

// sameFailure finds the try whose failure e repeats: the same name in the same
// thread within a few milliseconds, logged once more on its way up.
func (j *joiner) sameFailure(list []*attempt, e *entry) *attempt {
	if e.failure == nil {
		return nil
	}
	for _, a := range list {
		if a.failure != nil && near(a.end, e.at, int64(5*time.Millisecond)) && a.failure.repeats(e.failure) {
			return a
		}
	}
	return nil
}

// repeats reports whether g can be f, logged once more: frames that differ are those
// of another try.
func (f *failure) repeats(g *failure) bool {
	return f.dns == g.dns && f.host == g.host && (f.answer == g.answer || f.answer == answerUnknown || g.answer == answerUnknown)
}

// placeInside joins a line that reports one try inside an attempt.
func (j *joiner) placeInside(e *entry) {
	for _, a := range j.candidates(e) {
		if e.at == unset || a.when() == unset {
			continue
		}
		if a.start != unset && a.start <= e.at+j.slack/4 && (a.end == unset || e.at <= a.end+j.slack/4) {
			j.probe(a, e)
			return
		}
	}
	a := j.fresh(e)
	j.indexOwner(a)
	j.attach(a, e)
}

func (j *joiner) probe(a *attempt, e *entry) {
	p := probe{at: e.at, number: e.try, failure: e.failure, source: e.source}
	if e.failure.dns {
		p.answer = e.failure.answer
	}
	a.probes = append(a.probes, p)
	a.host = firstNonEmpty(a.host, e.host)
}

func (j *joiner) fresh(e *entry) *attempt {
	a := &attempt{process: e.process, job: e.job, thread: e.thread, op: e.op, start: unset, end: e.at, try: e.try}
	j.attempts = append(j.attempts, a)
	return a
}

// attach gives a line to its attempt.
func (j *joiner) attach(a *attempt, e *entry) {
	a.logged = true
	a.job, a.op = firstNonEmpty(a.job, e.job), firstNonEmpty(a.op, e.op)
	if a.thread == "" && e.thread != "" {
		a.thread = e.thread
		j.learnThread(a)
	}
	a.host, a.remote = firstNonEmpty(a.host, e.host), firstNonEmpty(e.remote, a.remote)
	a.resolved, a.client = firstNonEmpty(e.resolved, a.resolved), firstNonEmpty(e.client, a.client)
	a.sources = append(append(a.sources, e.source), e.also...)
	if a.end == unset {
		a.end, a.endByLine = e.at, e.took == unset
		if e.at != unset {
			a.end = max(e.at, a.start) // the line's clock may be behind that of the event
		}
	}
	if e.failure != nil && (a.failure == nil || moreTelling(e.failure, a.failure)) {
		a.failure, a.timed = e.failure, e.took != unset
	}
	a.nameHost()
	if e.status != parse.NoStatus {
		a.status = e.status
	}
}

// moreTelling reports whether f says more of a failure than g: frames, then a
// resolver's text, then a name.
func moreTelling(f, g *failure) bool {
	score := func(f *failure) int {
		n := 0
		if f.dns {
			n += 8
		}
		if f.answer != answerUnknown {
			n += 4
		}
		if f.text != "" {
			n += 2
		}
		if f.exception != "" {
			n++
		}
		return n
	}
	return score(f) > score(g)
}
