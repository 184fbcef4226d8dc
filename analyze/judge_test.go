package analyze

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// A judge compares a report with the truth.
type judge struct {
	in     *incident
	truths []truth
	report *Report
	mark   *mark
	run    map[string]*run // by attempt id; nil where no run fits
}

// A claim is a lookup as the opening of a window of one name: JDK 8 before 8u352
// keeps one entry for all cases of a name.
type claim struct {
	query *query
	host  string
}

const tolerance = 60 * time.Millisecond

func (j *judge) truthOf(process string) *truth {
	for i := range j.truths {
		if j.truths[i].plan.name == process {
			return &j.truths[i]
		}
	}
	return nil
}

// since is an instant of a report on the clock of the simulation.
func (t *truth) since(at Time) time.Duration { return at.Sub(epoch) - t.plan.skew }

func (j *judge) matchAttempts() {
	j.run = map[string]*run{}
	for _, t := range j.truths {
		byJob := map[string][]*run{}
		for _, r := range t.runs {
			k := jobName(t.plan, r)
			byJob[k] = append(byJob[k], r)
		}
		for i := range j.report.Attempts {
			a := &j.report.Attempts[i]
			if a.Process != t.plan.name {
				continue
			}
			var best *run
			gap := tolerance + j.in.style.grain + j.in.style.lag
			nearest := time.Duration(math.MaxInt64)
			for _, r := range byJob[a.Job] {
				if a.Operation != "" && strings.HasSuffix(a.Operation, "Original") != (r.number > 1) {
					continue
				}
				d, off := time.Duration(math.MaxInt64), time.Duration(0)
				if !a.Start.IsZero() {
					d = (t.since(a.Start) - r.start).Abs()
				}
				if !a.End.IsZero() {
					if !a.Start.IsZero() {
						off = d // a retry that was answered at once ends with the try before it
					}
					d = (t.since(a.End) - r.end).Abs()
				}
				if d <= gap && d+off <= nearest {
					best, nearest = r, d+off
				}
			}
			j.run[a.ID] = best
		}
	}
}

// failedLookups lists the lookups whose failure the cache of a process held.
func (t *truth) failedLookups(host string) []*query {
	var list []*query
	for _, q := range t.jvm.lookups {
		same := q.name == host || t.plan.cache.Lock == Table && strings.EqualFold(q.name, host)
		if same && q.reply.failed() && q.kept {
			list = append(list, q)
		}
	}
	return list
}

func (j *judge) windows() {
	m := j.mark
	taken := map[claim]bool{}
	for _, w := range j.report.Windows {
		t := j.truthOf(w.Process)
		m.windows++
		q := t.insertedWithin(w, taken)
		if q != nil {
			m.opened++
			taken[claim{q, w.Host}] = true
		} else {
			m.fault("%s %s opened %s..%s: no failure entered the cache then%s", w.ID, w.Host, clock(t, w.Opened.Earliest), clock(t, w.Opened.Latest), t.near(w))
			if len(t.failedLookups(w.Host)) == 0 {
				m.invented++
			}
		}
		ttl := t.plan.cache.Negative.Seconds()
		low, high := 0.0, math.Inf(1)
		if w.TTL.Low != nil {
			low = *w.TTL.Low
		}
		if w.TTL.High != nil {
			high = *w.TTL.High
		}
		if ttl < 0 && math.IsInf(high, 1) || ttl >= 0 && low-0.05 <= ttl && ttl <= high+0.05 {
			m.ttl++
		} else {
			m.fault("%s %s ttl %.2f..%.2f misses %g", w.ID, w.Host, low, high, ttl)
		}
		if !math.IsInf(high, 1) {
			m.widths = append(m.widths, high-low)
		}
	}
	j.countSeen(taken)
}

// countSeen counts the failed lookups that others shared or that answered later,
// where they were slow: those the logs can show.
func (j *judge) countSeen(taken map[claim]bool) {
	for i := range j.truths {
		t := &j.truths[i]
		served := map[*query]bool{}
		for _, r := range t.runs {
			for _, c := range r.calls {
				if c.told.answer == answerCached {
					served[c.told.query] = true
				}
			}
		}
		for _, q := range t.jvm.lookups {
			if q.kept && q.reply.failed() && q.reply.took > time.Second && served[q] && j.in.style.missing == 0 {
				j.mark.shown++
				if taken[claim{q, q.name}] {
					j.mark.seen++
				}
			}
		}
	}
}

func clock(t *truth, at Time) string {
	if at.IsZero() {
		return "?"
	}
	return fmt.Sprintf("%.3f", t.since(at).Seconds())
}

func (t *truth) insertedWithin(w Window, taken map[claim]bool) *query {
	for _, q := range t.failedLookups(w.Host) {
		if !taken[claim{q, w.Host}] && (w.Opened.Earliest.IsZero() || q.end >= t.since(w.Opened.Earliest)-tolerance) && q.end <= t.since(w.Opened.Latest)+tolerance {
			return q
		}
	}
	return nil
}

// near words the true lookups around a wrong window.
func (t *truth) near(w Window) string {
	var b strings.Builder
	for _, q := range t.failedLookups(w.Host) {
		if (q.end - t.since(w.Opened.Latest)).Abs() < 15*time.Second {
			fmt.Fprintf(&b, " [%.3f-%.3f]", q.start.Seconds(), q.end.Seconds())
		}
	}
	return b.String()
}

func (j *judge) findings() {
	blamed := false
	for _, f := range j.report.Findings {
		if j.in.innocent && slices.Contains(accusing, f.ID) {
			blamed = true
			j.mark.fault("%s (%s) accuses an innocent: %s", f.ID, f.Confidence, f.Statement)
		}
		right, known := j.right(f)
		if !known {
			continue
		}
		j.mark.found[f.Confidence]++
		if right {
			j.mark.right[f.Confidence]++
		} else {
			j.mark.fault("%s (%s) is wrong: %s", f.ID, f.Confidence, f.Statement)
		}
	}
	if blamed {
		j.mark.accused = 1
	}
}

// right says whether a finding is true of the incident.
func (j *judge) right(f Finding) (right, known bool) {
	t := j.truthOf(f.Process)
	switch f.ID {
	case "negative-cache", "instant-failure", "retry-trap":
		n, yes := 0, 0
		for _, e := range f.Evidence {
			for _, id := range e.Attempts {
				if r := j.run[id]; r != nil {
					n++
					if f.ID == "retry-trap" && r.onlyFrom(answerCached) || f.ID != "retry-trap" && r.any(answerCached, answerWaited, answerNative) && len(t.failedLookups(f.Host)) > 0 && r.fromKept() {
						yes++
					}
				}
			}
		}
		return n == 0 || float64(yes) >= 0.9*float64(n), true
	case "shared-lookup":
		for _, q := range t.failedLookups(f.Host) {
			if q.waited > 0 && q.end >= t.since(f.From) && q.end <= t.since(f.To)+tolerance+j.in.style.grain {
				return true, true
			}
		}
		return false, true
	case "sawtooth":
		n := 0
		for _, q := range t.failedLookups(f.Host) {
			if t.expires(q) >= t.since(f.From)-time.Second && (f.To.IsZero() || q.end <= t.since(f.To)+time.Second) {
				n++
			}
		}
		return n >= 2, true
	case "slow-lookup":
		for _, q := range t.jvm.lookups {
			if q.reply.took >= 500*time.Millisecond && q.end >= t.since(f.From) && q.start <= t.since(f.To) {
				return true, true
			}
		}
		return false, true
	case "serial-lookups":
		return t.plan.cache.Negative == 0, true
	case "name-not-found", "resolver-error", "resolver-timeout":
		want := map[string]Cause{"name-not-found": CauseNotFound, "resolver-error": CauseServerError, "resolver-timeout": CauseTimeout}[f.ID]
		for _, q := range t.jvm.lookups {
			if q.reply.cause == want {
				return true, true
			}
		}
		return false, true
	case "stale-address", "pinned-connection", "mixed-processes":
		return false, true // no incident here is one
	}
	return false, false
}

// expires is when the failure of a lookup left the cache.
func (t *truth) expires(q *query) time.Duration {
	if t.plan.cache.Negative < 0 {
		return math.MaxInt64
	}
	return q.end + t.plan.cache.Negative
}

func (r *run) any(of ...answer) bool {
	return slices.ContainsFunc(r.calls, func(c call) bool { return !c.pooled && slices.Contains(of, c.told.answer) })
}

// fromKept reports whether a call of r met a failure that the cache held.
func (r *run) fromKept() bool {
	return slices.ContainsFunc(r.calls, func(c call) bool { return !c.pooled && c.told.query.reply.failed() && c.told.query.kept })
}

func (r *run) onlyFrom(a answer) bool {
	return r.dns() && !slices.ContainsFunc(r.calls, func(c call) bool { return c.pooled || c.told.answer != a })
}

// classes compares the class of each failed attempt with what its calls got.
func (j *judge) classes() {
	for _, a := range j.report.Attempts {
		r := j.run[a.ID]
		if r == nil || !r.failed || a.Class == ClassUnknown {
			continue
		}
		j.mark.classes++
		if slices.Contains(r.classes(), a.Class) {
			j.mark.classOK++
		} else if len(j.mark.wrong) < 20 {
			j.mark.fault("%s class %s, true %v (%s, %.3f-%.3f)", a.ID, a.Class, r.classes(), r.path(), r.start.Seconds(), r.end.Seconds())
		}
	}
}

func (r *run) classes() []Class {
	if !r.dns() {
		return []Class{ClassOther}
	}
	ok := []Class{ClassDNS}
	for _, c := range r.calls {
		ok = append(ok, frameClass(c.told.answer))
	}
	return ok
}

func (r *run) path() string {
	var b strings.Builder
	for _, c := range r.calls {
		if c.pooled {
			b.WriteByte('P')
			continue
		}
		b.WriteString(map[answer]string{answerNative: "N", answerWaited: "W", answerCached: "C"}[c.told.answer])
	}
	return b.String()
}
