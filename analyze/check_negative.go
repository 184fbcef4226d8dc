package analyze

import (
	"fmt"
	"math"
	"slices"
)

// served is what an entry answered from cached failures.
type served struct {
	windows []*window
	cached  []*attempt // by all of them, renewed ones included
	renewed []*attempt // of cached: by failures of lookups that the logs do not hold
	beside  []*attempt // of cached: behind a wait or a lookup of their own, by retries
	framed  int        // of cached: by their frames beyond doubt
	slow    int        // windows opened by a lookup that took seconds
	queued  bool       // on one of those several tries had queued
}

// enoughQueued is how many tries make a queue: two may end together by chance.
const enoughQueued = 3

func servedBy(c *cacheEntry) served {
	var s served
	for _, w := range c.windows {
		if len(w.cached) == 0 {
			continue
		}
		s.windows = append(s.windows, w)
		s.cached = append(s.cached, w.cached...)
		if w.in.slow {
			s.slow++
			s.queued = s.queued || len(w.in.members) >= enoughQueued
		}
	}
	s.renewed = c.renewed
	s.cached = append(s.cached, c.renewed...)
	s.framed = len(filter(s.cached, provesCache))
	if s.framed == 0 { // frames prove it of whatever try they are
		s.beside = filter(c.attempts, readsCache)
		s.cached = append(s.cached, s.beside...)
		s.framed = len(s.beside)
	}
	return s
}

// bound is the interval of the negative TTL that the windows share.
func (s served) bound() ttlBound {
	if len(s.windows) == 0 {
		return ttlBound{0, math.Inf(1)}
	}
	return ttlBound{s.windows[0].lowTTL, s.windows[0].highTTL}
}

// span is the time from the first opening to the last instant at which a failure
// was certainly cached.
func (s served) span() (from, to int64) {
	to = lastClosing(s.windows)
	for _, a := range s.renewed {
		to = max(to, a.end)
	}
	for _, a := range s.beside {
		to = max(to, a.end)
	}
	if len(s.windows) == 0 {
		return slices.Concat(s.renewed, s.beside)[0].when(), to
	}
	return s.windows[0].opened(), to
}

// LookupsNotHeld stands in the statement of a cached failure where tries were
// answered by failures whose lookups left no trace.
const LookupsNotHeld = "lookups that these logs do not hold"

// where words the windows that answered.
func (s served) where() string {
	switch held := plural(len(s.windows), "window", "windows") + " after a failed lookup"; {
	case len(s.windows) == 0 && len(s.renewed) == 0:
		return "at their last tries"
	case len(s.windows) == 0:
		return "after " + LookupsNotHeld
	case len(s.renewed) > 0:
		return "in " + held + fmt.Sprintf(", %d of them after later %s", len(s.renewed), LookupsNotHeld)
	default:
		return "in " + held
	}
}

// provesCache reports whether the frames of a show an answer read from the cache.
func provesCache(a *attempt) bool {
	if a.failure != nil && a.failure.answer == answerCached {
		return true
	}
	return slices.ContainsFunc(a.probes, func(p probe) bool { return p.answer == answerCached })
}

// confidence in negative caching. Frames prove it. Times alone fit also a
// resolver that had begun to refuse at once.
func (s served) confidence(c *cacheEntry) Confidence {
	switch {
	case s.framed > 0:
		return Strong
	case s.queued && len(s.cached) >= 3:
		return c.byTimes(Moderate)
	}
	return Weak
}

// readsCache reports whether frames show that a try of a read a cached failure, however
// a ended.
func readsCache(a *attempt) bool {
	return slices.ContainsFunc(touchesOf(a), func(t touch) bool { return t.answer == answerCached })
}

func checkNegativeCache(s *scene) []Finding {
	var found []Finding
	for _, c := range s.worstEntries() {
		v := servedBy(c)
		if len(v.cached) == 0 {
			continue
		}
		ttl := v.bound()
		from, to := v.span()
		f := Finding{
			ID: "negative-cache", Process: c.process, Host: c.host, Confidence: v.confidence(c), From: instantTime(from), To: instantTime(to),
			Statement: fmt.Sprintf("%s of %s failed on the JVM's cached failure, without asking DNS, %s; the negative TTL is %s%s.",
				tries(len(v.cached)), c.host, v.where(), ttlWords(ttl), fitsDefault(ttl)),
			NotShown: []string{whyLookupFailed, "whether the resolver answered again while the failure was cached"},
		}
		for _, w := range v.windows {
			f.Evidence = append(f.Evidence, windowEvidence(w))
		}
		if len(v.renewed) > 0 {
			f.Evidence = append(f.Evidence, renewedEvidence(c, v.renewed))
		}
		if len(v.beside) > 0 {
			f.Evidence = append(f.Evidence, evidence(v.beside, "%s read a cached failure at one of their tries", tries(len(v.beside))))
		}
		if v.framed > 0 {
			f.Evidence = append(f.Evidence, evidence(filter(v.cached, provesCache), "frames that read the cached failure and no lookup (CachedAddresses or CachedLookup below getAllByName0) in %s", tries(v.framed)))
		}
		f.Evidence = append(f.Evidence, configured(s.options.Settings, ttl)...)
		f.Rivals = append(append(negativeRivals(v), renewalRivals(v)...), connectionRivals(c, v)...)
		f.Rivals = append(f.Rivals, restartRivals(v)...)
		f.Actions = s.cacheActions(c)
		found = append(found, f)
	}
	return found
}

func windowEvidence(w *window) Evidence {
	from, to := w.closed()
	how := "one failed lookup"
	if w.in.leader == nil {
		how = "a lookup that is not in these logs"
	}
	opened := "at " + clockTime(w.in.hi)
	switch {
	case w.in.lo == unset:
		opened = "at the latest at " + clockTime(w.in.hi)
	case w.in.hi-w.in.lo > int64(1e6):
		opened = "between " + clockTime(w.in.lo) + " and " + clockTime(w.in.hi)
	}
	closing := "was not seen to leave it"
	switch {
	case to != unset && !math.IsInf(w.highTTL, 1) && !(ttlBound{w.lowTTL, w.highTTL}).tellsHigh():
		closing = "left it at " + clockTime(from) + " or later"
	case to != unset:
		closing = "left it between " + clockTime(from) + " and " + clockTime(to)
	}
	if n := len(w.cached); n > 0 && from != unset && firstAnswer(w.cached[n-1]) > from {
		closing += " (later answers may be from renewed failures, of lookups that no line shows)"
	}
	return evidence(w.cached, "%s: the failure of %s entered the cache %s, answered %s and %s", windowID(w), how, opened, tries(len(w.cached)), closing)
}

// renewedEvidence says why tries answered from the cache count to no window.
func renewedEvidence(c *cacheEntry, as []*attempt) Evidence {
	behind := unset
	if in := lastBefore(c.insertions, as[0].end); in != nil {
		behind = firstAnswer(as[0]) - in.hi
	}
	return evidence(as, "%s came %s and more after the last lookup that these logs hold, longer than its failure need have been kept: another lookup, which no line shows, may have renewed it", tries(len(as)), span(behind))
}

// renewalRivals names what may have kept a failure alive unseen: a caller that is not
// in these logs looked the name up again, failed, and so renewed it.
func renewalRivals(v served) []Rival {
	if len(v.windows) == 0 || v.windows[0].lowTTL <= 0 && len(v.renewed) == 0 {
		return nil
	}
	r := Rival{Hypothesis: "a caller that these logs do not hold looked the name up in between, and renewed the failure", Status: "possible"}
	switch {
	case len(v.renewed) > 0 || slices.ContainsFunc(v.windows, func(w *window) bool { return w.answeredThroughout() != w.lastCached }):
		r.Because, r.WouldDecide = "between some answers there was time for a lookup as slow as those that show; no later one bounds the TTL from below", "the logs of all callers of that JVM, or the resolver's query log"
	case slices.ContainsFunc(v.windows, func(w *window) bool { return !w.outlastsRetries() }):
		r.Because, r.WouldDecide = "the lookups are quick; every try that is logged read the cache, and other callers would have to have none", "the logs of all callers of that JVM, or the resolver's query log"
	default:
		r.Status, r.Because = "refuted", "it would have taken as long as the lookups that show, and those who asked meanwhile were answered at once"
	}
	return []Rival{r}
}

// manySuccesses are too many to have found open connections all.
const manySuccesses = 5

// connectionRivals names the other way in which a window can seem to end: the success
// that bounds it may have needed no lookup. Many of them in a row will have.
func connectionRivals(c *cacheEntry, v served) []Rival {
	for _, w := range v.windows {
		i := c.successAt(w.firstSuccess)
		if !w.recoveredBy(w.firstSuccess) || w.next != nil || i < 0 || c.recoveries[i] >= manySuccesses {
			continue
		}
		return []Rival{{
			Hypothesis: "the success that ended " + windowID(w) + " reused an open connection, and the failure was kept longer", Status: "possible",
			Because: "a success logs no resolver frames, and few followed", WouldDecide: "whether the client keeps connections open; more tries after it",
		}}
	}
	return nil
}

// restartRivals names another way in which a failure seems to be kept for less than the
// default: the one lookup that says so may be that of another process, whose cache
// was empty.
func restartRivals(v served) []Rival {
	high := v.bound().high
	if high >= jdkNegativeTTL {
		return nil
	}
	var ended []*window
	for _, w := range v.windows {
		if w.own.high <= high+seconds(slowLookup) {
			ended = append(ended, w)
		}
	}
	if len(ended) != 1 || ended[0].next == nil {
		return nil
	}
	return []Rival{{
		Hypothesis: "another JVM, or this one after a restart, made the lookup that ended " + windowID(ended[0]) + ", and the failure was kept longer", Status: "possible",
		Because: "no other window ended so soon, and its cache would have been empty", WouldDecide: "start banners or process ids, or the setting itself",
	}}
}

func negativeRivals(v served) []Rival {
	refused := Rival{
		Hypothesis: "each try asked DNS, and the resolver refused it at once", Status: "possible",
		Because: "without resolver frames a quick refusal takes as long as an answer from the cache", WouldDecide: "stack traces with the frames of java.net.InetAddress, or the resolver's query log",
	}
	if v.framed > 0 {
		refused.Status, refused.WouldDecide = "refuted", ""
		refused.Because = fmt.Sprintf("the frames of %s show the cached failure being read", tries(v.framed))
	} else if v.slow >= 2 {
		refused.Because = fmt.Sprintf("%d lookups took seconds, and only the tries between them were quick", v.slow)
	}
	return []Rival{refused}
}

// lastClosing is the latest instant at which one of ws was certainly still open.
func lastClosing(ws []*window) int64 {
	last := unset
	for _, w := range ws {
		_, to := w.closed()
		if to == unset {
			to = w.lastCached
		}
		last = max(last, to)
	}
	return last
}

func filter(as []*attempt, keep func(*attempt) bool) []*attempt {
	var list []*attempt
	for _, a := range as {
		if keep(a) {
			list = append(list, a)
		}
	}
	return list
}

func checkInstantFailure(s *scene) []Finding {
	var found []Finding
	for _, c := range s.worstEntries() {
		v := servedBy(c)
		quick := filter(v.cached, func(a *attempt) bool {
			return a.took() != unset && a.took()+c.grain <= min(c.overhead, 2*defaultOverhead)
		})
		if len(quick) == 0 {
			continue
		}
		slices.SortFunc(quick, func(a, b *attempt) int { return compareInstants(a.start, b.start) })
		confidence := v.confidence(c)
		if !slices.ContainsFunc(quick, func(a *attempt) bool { return a.timed && provesCache(a) }) {
			confidence = c.byTimes(confidence)
		}
		longest := unset
		for _, a := range quick {
			longest = max(longest, a.took())
		}
		f := Finding{
			ID: "instant-failure", Process: c.process, Host: c.host, Confidence: confidence,
			From: instantTime(quick[0].start), To: instantTime(quick[len(quick)-1].end),
			Statement: fmt.Sprintf("%s of %s failed within %s each, all retries inside them included: too fast for a lookup.", tries(len(quick)), c.host, span(longest)),
			Evidence:  []Evidence{evidence(quick, "the shortest took %s, the longest %s", span(shortest(quick)), span(longest))},
			Rivals:    negativeRivals(v), NotShown: []string{"the tries that a client library made inside each attempt, unless it logs them"}, Actions: s.cacheActions(c),
		}
		if w := s.slowest(c); w.known() && len(v.windows) > 0 {
			f.Evidence = append(f.Evidence, evidence(v.windows[0].in.members, "the slowest lookup itself took %s", w))
		}
		found = append(found, f)
	}
	return found
}

func shortest(as []*attempt) int64 {
	d := as[0].took()
	for _, a := range as {
		d = min(d, a.took())
	}
	return d
}
