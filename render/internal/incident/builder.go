// Package incident builds small reports by hand for the tests of the writers:
// every one has known numbers and needs no parser and no analysis.
package incident

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"time"

	"timeline/analyze"
)

// Host is the name that the incidents look up.
const Host = "media-bucket.s3.ap-northeast-2.amazonaws.com"

// A builder collects the tries of a report.
type builder struct {
	r    *analyze.Report
	base time.Time
}

func newBuilder(base time.Time, verdict string) *builder {
	return &builder{base: base, r: &analyze.Report{
		Schema: analyze.Schema, Tool: analyze.Tool{Name: "timeline", Version: "0.0.0-test"}, Verdict: verdict,
		Coverage: analyze.Coverage{Inputs: []analyze.Input{}, Notes: []string{}},
		Attempts: []analyze.Attempt{}, Windows: []analyze.Window{}, Findings: []analyze.Finding{},
	}}
}

// at is an instant in seconds after the beginning.
func (b *builder) at(s float64) analyze.Time {
	return analyze.Time{Time: b.base.Add(time.Duration(s*1e6) * time.Microsecond)}
}

type try struct {
	process, host, job, thread string
	no                         int
	start, end                 float64 // seconds; negative: not in the logs
	class                      analyze.Class
	exception, message, remote string
	file                       string
	line                       int
}

func (b *builder) add(t try) string {
	a := analyze.Attempt{
		ID: fmt.Sprintf("a%d", len(b.r.Attempts)+1), Process: t.process, Job: t.job, Thread: t.thread,
		Operation: "s3Upload", Try: max(t.no, 1), Outcome: analyze.OutcomeFailed, Class: t.class,
		Exception: t.exception, Message: t.message,
		ClassFrom: []string{"frames", "timing"}, Sources: []analyze.Source{{File: t.file, Line: t.line}},
	}
	if t.host != "" {
		a.Host = &t.host
	}
	if t.remote != "" {
		a.Remote = &t.remote
	}
	switch {
	case t.class == analyze.ClassOK:
		a.Outcome = analyze.OutcomeOK
	case t.class == analyze.ClassUnknown:
		a.Outcome = analyze.OutcomeUnknown
	case t.class.IsDNS() && t.exception == "":
		a.Exception, a.Message = "java.net.UnknownHostException", t.host
	}
	if t.start >= 0 {
		a.Start = b.at(t.start)
	}
	if t.end >= 0 {
		a.End = b.at(t.end)
	}
	if t.start >= 0 && t.end >= 0 {
		d := analyze.Millis(time.Duration((t.end-t.start)*1e6+0.5) * time.Microsecond)
		a.Duration = &d
	}
	b.r.Attempts = append(b.r.Attempts, a)
	return a.ID
}

// done sorts the tries by start, names them anew and counts them.
func (b *builder) done() *analyze.Report {
	r := b.r
	order := func(a analyze.Attempt) time.Time {
		if a.Start.IsZero() {
			return a.End.Time
		}
		return a.Start.Time
	}
	sort.SliceStable(r.Attempts, func(i, j int) bool { return order(r.Attempts[i]).Before(order(r.Attempts[j])) })
	renamed := map[string]string{}
	for i := range r.Attempts {
		id := fmt.Sprintf("a%d", i+1)
		renamed[r.Attempts[i].ID], r.Attempts[i].ID = id, id
		switch r.Attempts[i].Outcome {
		case analyze.OutcomeOK:
			r.Coverage.OK++
		case analyze.OutcomeFailed:
			r.Coverage.Failed++
		default:
			r.Coverage.Unknown++
		}
	}
	b.rename(renamed)
	r.Coverage.Attempts = len(r.Attempts)
	if len(r.Coverage.Inputs) == 0 {
		r.Coverage.Inputs = []analyze.Input{{Path: "app.log", Format: "java-log", Lines: len(r.Attempts), Records: len(r.Attempts), Zone: "stated", Bad: []analyze.BadRecord{}}}
	}
	return r
}

// rename gives windows and findings the new names of their tries.
func (b *builder) rename(renamed map[string]string) {
	r := b.r
	rename := func(ids []string) {
		for i, id := range ids {
			ids[i] = renamed[id]
		}
	}
	for i := range r.Windows {
		w := &r.Windows[i]
		if w.Lookup.Leader != nil {
			id := renamed[*w.Lookup.Leader]
			w.Lookup.Leader = &id
		}
		rename(w.Lookup.Waited)
		rename(w.Cached)
	}
	for i := range r.Findings {
		for j := range r.Findings[i].Evidence {
			rename(r.Findings[i].Evidence[j].Attempts)
		}
	}
}

func ptr[T any](v T) *T { return &v }

func millis(d time.Duration) *analyze.Millis { return ptr(analyze.Millis(d)) }

// outage simulates one JVM whose lookups of host get no answer until the name
// comes back: clients that try twice, a lookup of limit seconds, a cache of ttl seconds.
type outage struct {
	process, host string
	from, until   float64
	limit, ttl    float64
	every         float64 // seconds between two jobs
	runFor        float64
	jobPrefix     string
	seed          uint64
	perJob        int
	after         float64 // duration of a success
}

type jvm struct {
	*outage
	b       *builder
	rng     *rand.Rand
	lookup  float64 // start of the running lookup, < 0 when none
	expires float64
	windows []*analyze.Window
	ends    map[string]float64
	starts  map[string]float64
}

func (o outage) run(b *builder) {
	j := &jvm{outage: &o, b: b, rng: rand.New(rand.NewPCG(o.seed, 1)), lookup: -1, expires: -1,
		ends: map[string]float64{}, starts: map[string]float64{}}
	type event struct {
		at  float64
		job string
		no  int
	}
	var queue, again []event // both in order of time
	for i, t := 1, o.from; t < o.runFor; i, t = i+1, t+o.every*(0.7+0.6*j.rng.Float64()) {
		queue = append(queue, event{t, fmt.Sprintf("%s%04d", o.jobPrefix, i), 1})
	}
	for len(queue)+len(again) > 0 {
		from := &queue
		if len(queue) == 0 || len(again) > 0 && again[0].at < queue[0].at {
			from = &again
		}
		e := (*from)[0]
		*from = (*from)[1:]
		end, failed := j.try(e.at, e.job, e.no)
		if failed && e.no < max(o.perJob, 1) {
			i := sort.Search(len(again), func(i int) bool { return again[i].at > end })
			again = slices.Insert(again, i, event{end + 0.001, e.job, e.no + 1})
		}
	}
	for _, w := range j.windows {
		b.r.Windows = append(b.r.Windows, *w)
	}
}

func (j *jvm) try(at float64, job string, no int) (float64, bool) {
	t := try{process: j.process, host: j.host, job: job, no: no, start: at, file: "app.log", line: len(j.b.r.Attempts) + 1}
	var w *analyze.Window
	if len(j.windows) > 0 {
		w = j.windows[len(j.windows)-1]
	}
	fast := 0.2 + 0.25*j.rng.Float64()
	switch {
	case w != nil && at < j.expires && at >= j.lookup+j.limit:
		t.class, t.end = analyze.ClassCached, at+fast
		w.Cached = append(w.Cached, j.b.add(t))
		return t.end, true
	case w != nil && at < j.lookup+j.limit && j.lookup >= 0:
		t.class, t.end = analyze.ClassWaited, j.lookup+j.limit+fast
		w.Lookup.Waited = append(w.Lookup.Waited, j.b.add(t))
		return t.end, true
	case at >= j.until:
		t.class, t.end, t.remote = analyze.ClassOK, at+j.after+0.1*j.rng.Float64(), "10.0.0.7"
		j.b.add(t)
		if w != nil && w.FirstSuccess.IsZero() {
			w.FirstSuccess = j.b.at(t.end)
		}
		return t.end, false
	}
	t.class, t.end = analyze.ClassLookup, at+j.limit+fast
	id := j.b.add(t)
	j.lookup, j.expires = at, at+j.limit+j.ttl
	j.windows = append(j.windows, &analyze.Window{
		ID: fmt.Sprintf("w%d", len(j.b.r.Windows)+len(j.windows)+1), Process: j.process, Host: j.host,
		Lookup: analyze.Lookup{Start: j.b.at(at), Leader: &id, Waited: []string{}, Cause: analyze.CauseTimeout,
			StartSpread: millis(3200 * time.Millisecond), EndSpread: millis(212 * time.Millisecond)},
		Opened: analyze.Interval{Earliest: j.b.at(at + j.limit), Latest: j.b.at(at + j.limit + 0.15)},
		Closed: analyze.Interval{Earliest: j.b.at(at + j.limit + j.ttl - 0.3), Latest: j.b.at(at + j.limit + j.ttl + 0.1)},
		TTL:    analyze.TTL{Low: ptr(j.ttl - 0.5), High: ptr(j.ttl + 0.2), Best: ptr(j.ttl), Matches: []string{"JDK default, 10 s"}},
		Cached: []string{},
	})
	return t.end, true
}
