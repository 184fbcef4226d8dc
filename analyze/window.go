package analyze

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// A window is what the cache did after a failed lookup: how long it answered
// from the failure.
type window struct {
	id           int // 1-based, in order of opening
	entry        *cacheEntry
	in           *insertion
	cached       []*attempt // answered from the failure, in order of end
	renewed      []*attempt // answered so late that another lookup, which the logs do not hold, may have renewed it
	lastCached   int64      // latest instant at which a failure was still there, this one or a renewed one; unset if none
	next         *insertion
	firstSuccess *attempt
	lowTTL       float64  // seconds; 0 where nothing bounds it from below
	highTTL      float64  // seconds; +Inf where nothing bounds it from above
	sure         bool     // the window's own bounds hold the shared TTL
	own          ttlBound // what this window alone says of the TTL
}

// findWindows builds a window for each failed lookup from whose failure the JVM
// answered at least one other attempt, and bounds its TTL.
func (c *cacheEntry) findWindows() {
	index := indexInsertions(c.insertions)
	behind := map[*insertion][]*attempt{} // failures by the last insertion before their answer
	for _, a := range c.fails {
		in := index.before(firstAnswer(a)) // its first try tells from which window it was answered
		behind[in] = append(behind[in], a)
	}
	for i, in := range c.insertions {
		w := &window{entry: c, in: in, lastCached: unset, highTTL: math.Inf(1)}
		if i+1 < len(c.insertions) {
			w.next = c.insertions[i+1]
		}
		w.collect(behind[in])
		w.bound()
		w.part()
		if len(w.cached) > 0 || len(in.members) > 1 {
			c.windows = append(c.windows, w)
		}
		c.renewed = append(c.renewed, w.renewed...)
	}
}

// part takes from the cached attempts those that ended longer behind the lookup
// than its failure was kept as far as anybody knows: by the bounds of the TTL, else
// by the default. Where a renewal would have shown there are none.
func (w *window) part() {
	if w.renewalShows() && w.answeredThroughout() == w.lastCached {
		return
	}
	from := w.in.hi + nanos(min(w.highTTL, jdkNegativeTTL)) + w.entry.grain
	i := slices.IndexFunc(w.cached, func(a *attempt) bool { return firstAnswer(a) > from })
	if i >= 0 {
		w.cached, w.renewed = w.cached[:i:i], w.cached[i:]
	}
}

// partAgain parts w by the TTL that the windows of its process share.
func (w *window) partAgain() {
	before := w.renewed
	w.renewed = nil
	w.part()
	w.entry.renewed = append(w.entry.renewed, w.renewed...)
	w.renewed = append(w.renewed, before...)
	slices.SortStableFunc(w.entry.renewed, func(a, b *attempt) int { return cmp.Compare(a.end, b.end) })
}

// collect gathers the attempts that the cached failure answered, of those behind
// the insertion and before the next.
func (w *window) collect(behind []*attempt) {
	until := int64(math.MaxInt64)
	if w.next != nil {
		until = w.next.hi
		if w.next.lo != unset {
			until = w.next.lo
		}
	}
	asked := map[*attempt]bool{}
	for _, a := range w.in.members {
		asked[a] = true
	}
	for _, a := range behind {
		if firstAnswer(a) >= w.opened() && !asked[a] {
			w.cached = append(w.cached, a)
		}
	}
	touches := w.entry.touches
	first, _ := slices.BinarySearchFunc(touches, w.in.hi+1, func(t touch, at int64) int { return cmp.Compare(t.at, at) })
	for _, t := range touches[first:] {
		if t.at > until {
			break
		}
		if w.answersFromCache(t) {
			w.lastCached = max(w.lastCached, t.at)
		}
	}
	for _, ok := range w.entry.oks[w.entry.successFrom(w.opened()):] {
		if ok.end != unset && ok.end > w.in.hi && (w.lastCached == unset || ok.end > w.lastCached) && (ok.start == unset || ok.start >= w.opened()) {
			if w.next == nil || ok.end <= w.next.hi {
				w.firstSuccess = ok
			}
			break
		}
	}
}

// opened is the earliest instant of the opening, its latest where that is all
// that is known.
func (w *window) opened() int64 { return w.in.opensBy() }

// openedLatest is the latest instant of the opening. Where only an answer shows it, that
// may have come up to a second behind a stamp without fractions.
func (w *window) openedLatest() int64 {
	if w.in.lo == unset && w.entry.grain >= int64(time.Second) {
		return w.in.hi + w.entry.grain
	}
	return w.in.hi
}

// answersFromCache reports whether a touch was an answer from this window's
// failure: frames say so, or it came too soon for a lookup.
func (w *window) answersFromCache(t touch) bool {
	if t.answer == answerNative || t.answer == answerWaited {
		return false
	}
	if t.first && t.since != unset && t.since < w.opened() {
		return t.answer == answerCached // it began before the window: its end says nothing more
	}
	return t.answer != answerUnknown || t.since == unset || t.at-t.since <= w.entry.overhead
}

// bound derives the TTL interval of one window.
//
// From below: the failure was still answered from at lastCached. That counts only
// where a renewal in between would have shown: lookups are slow beside retries, or
// the log holds every try. A missing name renews its entry in a millisecond, unseen.
//
// From above: the entry was gone when the next lookup began, or when a success
// began that needed one. Bounds combine as intervals: from below with the latest
// opening, from above with the earliest.
func (w *window) bound() {
	c := w.entry
	if c.loss > fewLost && c.grain >= coarseClock {
		return // neither which tries share a lookup nor when it ended is sure enough
	}
	opened := w.in.hi
	if w.in.lo == unset {
		opened += c.grain // the answer that shows it may have come so much later than its stamp
	}
	if w.lastCached != unset && w.renewalShows() {
		w.lowTTL = max(0, seconds(w.answeredThroughout()-opened))
	}
	if w.in.lo == unset {
		return
	}
	if w.next != nil && w.next.began != unset && w.next.began > w.in.lo {
		w.highTTL = min(w.highTTL, seconds(w.next.began-w.in.lo))
	}
	if !c.pooled {
		w.boundBySuccess()
	}
}

// renewalShows reports whether the log would show another lookup inside w: it holds
// every try, or all lookups are slow beside retries.
func (w *window) renewalShows() bool {
	c := w.entry
	return c.everyTry && c.cached || w.outlastsRetries() && w.in.wouldShow(c.loss)
}

// answeredThroughout is the latest answer from the cache up to which no other lookup
// fits between two answers, not even one that a caller makes who is not in the logs:
// it would take as long as this one did, and those who asked meanwhile would have
// waited. Where the log holds every try that is the latest of all.
func (w *window) answeredThroughout() int64 {
	c := w.entry
	if c.everyTry && c.cached {
		return w.lastCached
	}
	last, took := w.in.hi, w.in.waited()
	first, _ := slices.BinarySearchFunc(c.touches, w.in.hi+1, func(t touch, at int64) int { return cmp.Compare(t.at, at) })
	for _, t := range c.touches[first:] {
		if t.at > w.lastCached || t.at-last >= took {
			break
		}
		if w.answersFromCache(t) {
			last = t.at
		}
	}
	return last
}

// outlastsRetries reports whether lookups are slow beside retries, so that no try that
// was quick can hold one.
func (w *window) outlastsRetries() bool {
	c := w.entry
	return w.in.slow && !c.quickToo && w.in.waited() >= c.leastWait()+c.grain
}

// boundBySuccess: a success asked for the name when it began, or behind the
// retries inside it. Where records are missing one success may be a failure whose
// line is that of another try, or may have found an open connection: the third
// counts.
func (w *window) boundBySuccess() {
	c := w.entry
	spare := 0
	if c.loss > 0 {
		spare = 2
	}
	for i := c.successFrom(w.in.lo); i < len(c.oks); i++ {
		ok := c.oks[i]
		if seconds(ok.when()-w.in.lo) > w.highTTL {
			return
		}
		at := ok.end
		if ok.start != unset {
			if !c.recovered(i) {
				continue
			}
			if len(ok.probes) == 0 && c.overhead < 2*defaultOverhead {
				at = min(at, ok.start+c.overhead)
			}
		}
		if at == unset {
			continue
		}
		at += c.grain
		if at > w.in.hi && (w.lastCached == unset || at >= w.lastCached) {
			if spare--; spare < 0 {
				w.highTTL = min(w.highTTL, seconds(at-w.in.lo))
			}
		}
	}
}

// closed is when the failure left the cache: after the last answer from it, and
// before the next lookup or success, and as the shared TTL allows.
func (w *window) closed() (earliest, latest int64) {
	earliest, latest = w.lastOwn(), unset
	if w.in.lo != unset {
		earliest = max(earliest, w.in.lo+nanos(w.lowTTL))
		if !math.IsInf(w.highTTL, 1) {
			latest = w.in.hi + nanos(w.highTTL)
		}
	}
	if w.next != nil && w.next.began != unset && (latest == unset || w.next.began < latest) {
		latest = w.next.began
	}
	if w.recoveredBy(w.firstSuccess) && (latest == unset || w.firstSuccess.end < latest) {
		latest = w.firstSuccess.end
	}
	if latest != unset && earliest != unset && earliest > latest {
		earliest = latest
	}
	return earliest, latest
}

// lastOwn is the latest instant at which this failure, and no renewed one, was
// certainly still there; unset if nothing shows it.
func (w *window) lastOwn() int64 {
	if w.lastCached != unset && w.renewalShows() {
		return w.answeredThroughout()
	}
	if w.lastCached == unset || w.lastCached <= w.in.hi+shortestTTL {
		return w.lastCached
	}
	return w.in.hi
}

// recoveredBy reports whether ok shows that the failure had left the cache, by the
// same rule that lets it bound the TTL.
func (w *window) recoveredBy(ok *attempt) bool {
	if ok == nil || w.entry.pooled {
		return false
	}
	return ok.start == unset || w.entry.recovered(w.entry.successAt(ok))
}

// numberWindows puts the windows of all entries in the order of their opening.
func numberWindows(entries []*cacheEntry) []*window {
	var ws []*window
	for _, c := range entries {
		ws = append(ws, c.windows...)
	}
	slices.SortStableFunc(ws, func(a, b *window) int {
		return cmp.Or(cmp.Compare(a.opened(), b.opened()), cmp.Compare(a.entry.process, b.entry.process), cmp.Compare(a.entry.host, b.entry.host))
	})
	for i, w := range ws {
		w.id = i + 1
	}
	return ws
}
