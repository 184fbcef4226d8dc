package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// run plays a story with a change. share says where in its range each outage
// ended: 0 is as early as the logs allow, 1 as late. It stops when limit events
// were added; 0 is no limit.
func (st *story) run(c Change, share float64, seed uint64, limit int) ([]*run, *jvm) {
	cache, policy := st.cache, st.policy
	if c.Negative != nil {
		cache.Negative = *c.Negative
	}
	if c.Positive != nil {
		cache.Positive = *c.Positive
	}
	if c.Policy != nil {
		policy = *c.Policy
	}
	s := newSimulation(seed)
	s.limit = limit
	j := newJVM(s, cache, st.resolver(c, share))
	cl := &client{jvm: j, policy: policy, again: st.again, pause: st.pause, setup: 2 * time.Millisecond}
	cl.serve = func(string, reply) service { return service{took: st.quick} }
	if c.Positive == nil {
		st.remember(j)
	}
	for i, at := range st.jobs {
		cl.job(i, st.entry.host, at)
	}
	s.run()
	return cl.runs, j
}

// remember fills the cache with the address that hid the outage until its first
// lookup: without it an early try would look up sooner than it did.
func (st *story) remember(j *jvm) {
	q := &query{name: st.entry.host, kept: true, expires: st.outages[0].from - 5*time.Millisecond}
	j.slots[st.entry.host] = &slot{entry: q, refresh: q.expires}
}

// resolver answers as the story's resolver did. A lookup without an answer asks
// twice, as resolvers do by default, and is answered if the second question comes
// behind the end of the outage.
func (st *story) resolver(c Change, share float64) resolver {
	return func(_ string, at time.Duration) reply {
		for _, o := range st.outages {
			until := o.earliest + time.Duration(share*float64(o.latest-o.earliest))
			from := o.from - 10*time.Millisecond
			if c.Positive != nil { // the address that was cached may have hidden its beginning
				from -= time.Duration(share * float64(st.cache.Positive))
			}
			if at < from || at >= until {
				continue
			}
			took := o.took
			if took < slowLookupLength {
				return reply{took: st.answer, cause: o.cause}
			}
			if c.Timeout != nil {
				took = *c.Timeout
			}
			if again := at + took/2; again >= until {
				return reply{took: took/2 + st.answer}
			}
			return reply{took: took, cause: CauseTimeout}
		}
		return reply{took: st.answer}
	}
}

const slowLookupLength = time.Duration(slowLookup)

// report tells a run of the model as a report, as if every try had been logged.
func (st *story) report(runs []*run, j *jvm, c Change, opt Options) *Report {
	r := &Report{
		Schema: Schema, Tool: Tool{"timeline", opt.Version}, Attempts: []Attempt{}, Windows: []Window{}, Findings: []Finding{},
		Coverage: Coverage{Inputs: []Input{}, Notes: []string{"made by the model of the JVM's address cache: no log holds these tries"}},
	}
	slices.SortStableFunc(runs, func(a, b *run) int { return cmp.Compare(a.start, b.start) })
	leaders, waiters, cached := map[*query]string{}, map[*query][]string{}, map[*query][]string{}
	members := map[*query][]Attempt{} // leaders and waiters
	for i, m := range runs {
		a := st.attempt(m, i+1)
		r.Attempts = append(r.Attempts, a)
		r.Coverage.Attempts++
		if m.failed {
			r.Coverage.Failed++
		} else {
			r.Coverage.OK++
		}
		for _, call := range m.calls {
			switch q := call.told.query; call.told.answer {
			case answerNative:
				leaders[q], members[q] = a.ID, append(members[q], a)
			case answerWaited:
				waiters[q], members[q] = append(waiters[q], a.ID), append(members[q], a)
			case answerCached:
				if n := len(cached[q]); m.dns() && (n == 0 || cached[q][n-1] != a.ID) {
					cached[q] = append(cached[q], a.ID)
				}
			}
		}
	}
	for _, q := range j.lookups {
		if q.kept && q.reply.failed() && len(waiters[q])+len(cached[q]) > 0 {
			w := st.window(q, len(r.Windows)+1, leaders[q], waiters[q], cached[q], j.cache.Negative)
			w.Lookup.StartSpread, w.Lookup.EndSpread = spreadsOf(members[q])
			r.Windows = append(r.Windows, w)
		}
	}
	r.Verdict = fmt.Sprintf("%s: %d of %d tries of %s would have failed in name resolution, over %s.",
		upperFirst(c.Name), figuresOf(runs, j).Failed, len(runs), st.entry.host, plural(len(j.lookups), "lookup", "lookups"))
	return r
}

// spreadsOf is how far the starts and the ends of as lie apart; nil for fewer than two.
func spreadsOf(as []Attempt) (starts, ends *Millis) {
	if len(as) < 2 {
		return nil, nil
	}
	byStart := func(a, b Attempt) int { return a.Start.Compare(b.Start.Time) }
	byEnd := func(a, b Attempt) int { return a.End.Compare(b.End.Time) }
	first, last := slices.MinFunc(as, byStart), slices.MaxFunc(as, byStart)
	soon, late := slices.MinFunc(as, byEnd), slices.MaxFunc(as, byEnd)
	apart, after := Millis(last.Start.Sub(first.Start.Time)), Millis(late.End.Sub(soon.End.Time))
	return &apart, &after
}

// attempt tells one run of the model.
func (st *story) attempt(m *run, id int) Attempt {
	host, took := st.entry.host, Millis(m.end-m.start)
	a := Attempt{
		ID: fmt.Sprintf("a%d", id), Process: st.entry.process, Host: &host, Job: st.jobName(m.job), Try: m.number,
		Start: st.time(m.start), End: st.time(m.end), Duration: &took, Outcome: OutcomeOK, Class: ClassOK,
		ClassFrom: []string{}, Sources: []Source{},
	}
	if m.failed {
		a.Outcome, a.Exception, a.Message = OutcomeFailed, "java.net.UnknownHostException", host
		a.Class = frameClass(m.calls[0].told.answer)
	}
	return a
}

func (st *story) jobName(n int) string {
	a := st.chains[n][0]
	return firstNonEmpty(a.job, a.thread)
}

// window tells one failed lookup of the model.
func (st *story) window(q *query, id int, leader string, waited, cached []string, ttl time.Duration) Window {
	at := st.time(q.end)
	w := Window{
		ID: fmt.Sprintf("w%d", id), Process: st.entry.process, Host: st.entry.host,
		Lookup: Lookup{Start: st.time(q.start), Waited: append([]string{}, waited...), Cause: q.reply.cause},
		Opened: Interval{at, at}, TTL: TTL{Matches: []string{}}, Cached: append([]string{}, cached...),
	}
	if leader != "" {
		w.Lookup.Leader = &leader
	}
	if q.expires >= 0 {
		closed, s := st.time(q.expires), ttl.Seconds()
		w.Closed = Interval{closed, closed}
		w.TTL.Low, w.TTL.High, w.TTL.Best = &s, &s, &s
	}
	return w
}
