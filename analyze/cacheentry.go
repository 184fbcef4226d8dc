package analyze

import (
	"cmp"
	"slices"
	"time"
)

// A cacheEntry is one name in the address cache of one JVM process, with the
// attempts that asked for it. The JVM keys its cache by the name as spelled: case
// and final dot make entries of their own (JDK 8u352 and later; older ones fold
// the case).
type cacheEntry struct {
	process, host string
	attempts      []*attempt // all, in order
	fails         []*attempt // those that failed in name resolution, in order of end
	byStart       []*attempt // those of fails whose start is known, in its order
	oks           []*attempt // those that succeeded, in order
	touches       []touch    // what single tries were answered, in order

	leftOut  *durations   // of successes that thinning left out; nil without any
	quick    int64        // what its quick successes take, see quickOf
	grain    int64        // step of the coarsest clock behind the attempts
	retries  retrySamples // what is known of those
	overhead int64        // the longest that retries inside an attempt add to its lookups
	cached   bool         // frames show an answer from the cache, or a wait
	native   int          // lookups that frames show
	blurred  bool         // frames of some reads look like those of waits: JDK 8 before 8u352
	everyTry bool         // the log holds every try, and tells reads from waits, so that no renewal went unseen
	pooled   bool         // some successes needed no lookup: connections are kept open
	loss     float64      // share of records that are missing, as far as it shows
	quickToo bool         // some lookups of the process failed at once, and so renew entries unseen
	noCache  bool         // no negative caching: every failure was a lookup of its own

	recoveries []int // per success: see countRecoveries
	insertions []*insertion
	windows    []*window
	renewed    []*attempt // answered from failures of lookups that the logs do not hold
}

// A touch is the moment when one try got its answer about the name.
type touch struct {
	at      int64
	since   int64 // when that try may have begun: the answer before it, or the attempt's start
	answer  answer
	first   bool // the first try of its attempt
	last    bool // the last try of its attempt
	attempt *attempt
	failure *failure
}

// cacheEntries groups attempts by process and name, in a fixed order. Failures
// of the machine's own name, of text that is no name, and of other resolvers
// than the JVM's take no part.
func cacheEntries(as []*attempt, leftOut *thinned) []*cacheEntry {
	type key struct{ process, host string }
	byKey := map[key]*cacheEntry{}
	var list []*cacheEntry
	for _, a := range as {
		if a.host == "" || a.when() == unset {
			continue
		}
		k := key{a.process, a.host}
		c := byKey[k]
		if c == nil {
			c = &cacheEntry{process: a.process, host: a.host}
			byKey[k] = c
			list = append(list, c)
		}
		c.attempts = append(c.attempts, a)
	}
	slices.SortFunc(list, func(a, b *cacheEntry) int {
		return cmp.Or(cmp.Compare(a.process, b.process), cmp.Compare(a.host, b.host))
	})
	loss := lossOf(as, leftOut.habits)
	for _, c := range list {
		c.loss = loss[c.process]
		c.leftOut = leftOut.took[nameKey{c.process, c.host}]
		c.sortOut()
	}
	shareOverheads(list)
	return list
}

func (c *cacheEntry) sortOut() {
	for _, a := range c.attempts {
		c.grain = max(c.grain, a.grain)
		switch {
		case usesCache(a) && a.end != unset:
			c.fails = append(c.fails, a)
		case a.outcome == OutcomeOK:
			c.oks = append(c.oks, a)
		}
		c.touches = append(c.touches, touchesOf(a)...)
	}
	slices.SortStableFunc(c.fails, func(a, b *attempt) int { return cmp.Compare(a.end, b.end) })
	c.byStart, c.quick = failuresByStart(c.fails), quickOf(c.oks, c.leftOut)
	slices.SortStableFunc(c.touches, func(a, b touch) int { return cmp.Compare(a.at, b.at) })
	for _, t := range c.touches {
		switch t.answer {
		case answerCached, answerWaited, answerCachedOrWaited:
			c.cached = true
			c.blurred = c.blurred || t.answer == answerCachedOrWaited
		case answerNative:
			c.native++
		}
	}
	c.everyTry = len(c.fails) > 0 && c.loss == 0 && !c.blurred && everyTryLogged(c.fails)
	fails := c.fails
	if c.loss > fewLost { // an end without a duration may belong to another try, whose start is missing
		fails = filter(fails, func(a *attempt) bool { return !a.endByLine })
	}
	c.retries = retryOverhead(fails, c.oks, c.quick)
	c.overhead = c.retries.bound() + c.grain
	// Never an answer from the cache, and three lookups or two within the shortest
	// TTL: it kept no failure.
	c.noCache = !c.cached && (c.native >= 3 && c.framesKnown() || len(c.closeLookups()) > 0)
}

// usesCache reports whether a failed through the JVM's address cache.
func usesCache(a *attempt) bool { return a.isDNS() && throughCache(a.failure) }

// throughCache reports whether f is a failure that the address cache keeps: not of
// the machine's own name, of text that is no name, or of another resolver.
func throughCache(f *failure) bool {
	return f.dns && f.surface == surfaceJVM && !f.ownName && f.notName == ""
}

// shortestTTL is the least that a cache which keeps failures keeps them.
const shortestTTL = int64(time.Second)

// closeLookups lists the lookups, shown by frames, that failed within the
// shortest TTL behind another one. A cache that keeps failures allows none.
func (c *cacheEntry) closeLookups() []touch {
	var list []touch
	last := unset
	for _, t := range c.touches {
		if t.answer != answerNative {
			continue
		}
		if last != unset && t.at-last < shortestTTL-logLag-2*c.grain {
			list = append(list, t)
		}
		last = t.at
	}
	return list
}

// framesKnown reports whether every try that was logged shows where its answer came
// from.
func (c *cacheEntry) framesKnown() bool {
	return !slices.ContainsFunc(c.touches, func(t touch) bool { return t.answer == answerUnknown })
}

// touchesOf lists the answers that an attempt's log lines show.
func touchesOf(a *attempt) []touch {
	var list []touch
	since := a.start
	for i, p := range a.probes {
		if p.failure == nil || !throughCache(p.failure) {
			continue
		}
		list = append(list, touch{at: p.at, since: since, answer: p.answer, first: i == 0 && p.number <= 1, attempt: a, failure: p.failure})
		since = p.at
	}
	if usesCache(a) && a.end != unset {
		list = append(list, touch{
			at: a.end, since: since, answer: a.failure.answer, first: len(list) == 0 && len(a.probes) == 0, last: true,
			attempt: a, failure: a.failure,
		})
	}
	return list
}

// singleTry is the longest that one try from the cache takes, request set-up
// included. Back-off between tries takes longer.
const singleTry = int64(20 * time.Millisecond)

// everyTryLogged reports whether each failed attempt shows all its tries: they
// are numbered without a gap, or it is too short to hold a second one.
func everyTryLogged(fails []*attempt) bool {
	for _, a := range fails {
		if complete(a) {
			continue
		}
		if took := a.took(); took == unset || took+a.grain > singleTry || a.failure.answer == answerUnknown {
			return false
		}
	}
	return true
}

func complete(a *attempt) bool {
	for i, p := range a.probes {
		if p.number != i+1 {
			return false
		}
	}
	return len(a.probes) > 0
}
