package analyze

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// An insertion is a failed lookup: the instant at which its failure entered the
// cache, as an interval, and the attempts that asked for it.
type insertion struct {
	lo, hi int64 // earliest (unset: not bounded) and latest instant
	// began is the latest instant at which the lookup can have begun; unset if
	// nothing bounds it.
	began   int64
	members []*attempt // leader and waiters, in order of start
	leader  *attempt   // nil where it is not in the logs
	slow    bool       // the lookup took so long that others could queue on it
	native  bool       // frames show the lookup itself
	failure *failure   // the most telling exception of its members
}

// opensBy is the earliest instant of the insertion, its latest where that is all that
// is known.
func (in *insertion) opensBy() int64 {
	if in.lo != unset {
		return in.lo
	}
	return in.hi
}

// waited is the longest that a member was certainly waiting for the lookup.
func (in *insertion) waited() int64 {
	longest := int64(0)
	for _, a := range in.members {
		if a.start != unset && in.lo != unset {
			longest = max(longest, in.lo-a.start)
		}
	}
	return longest
}

// wouldShow reports whether another lookup with as many members would not be
// missing as a whole.
func (in *insertion) wouldShow(loss float64) bool {
	return math.Pow(loss, float64(len(in.members))) < 0.005
}

// logLag is how much later than its event a log line may be stamped on a busy
// machine.
const logLag = int64(100 * time.Millisecond)

// slowLookup is what a lookup must take before threads visibly queue on it.
const slowLookup = int64(800 * time.Millisecond)

// findInsertions infers the failed lookups of an entry.
//
// A try that waited or led says: the failure entered the cache at most the retry
// overhead before my end, and not before my start. Tries whose intervals share an
// instant shared one lookup, and the common part is when it ended. The first
// member's end would be too late an instant: retries inside a try come after it.
func (c *cacheEntry) findInsertions() {
	if c.noCache {
		return
	}
	c.addRunStarts()
	slices.SortStableFunc(c.insertions, func(a, b *insertion) int { return cmp.Compare(a.hi, b.hi) })
	for i, in := range c.insertions {
		c.narrow(in, c.insertions[:i])
	}
	c.pooled = c.pooled || c.successAmidLookup()
	c.everyTry = c.everyTry && !c.missesLookup()
}

// missesLookup reports whether a failure was read from the cache behind a success,
// with no lookup in the logs that can have put it there: they do not hold every try.
func (c *cacheEntry) missesLookup() bool {
	return slices.ContainsFunc(c.insertions, func(in *insertion) bool {
		return in.lo == unset && len(in.members) == 0 && len(c.oks) > 0 && c.oks[0].end != unset && c.oks[0].end < in.hi
	})
}

// findSlowLookups finds the lookups that tries led or waited for, and whether
// successes needed one.
func (c *cacheEntry) findSlowLookups() {
	if c.noCache {
		return
	}
	c.findWaits()
	for n := 0; n < 6 && c.tooClose(); n++ {
		c.overhead *= 2 // retries were taken for waits: they are longer than they seemed
		c.findWaits()
	}
	c.countRecoveries()
	c.pooled = c.keepsConnections()
}

// findWaits finds the lookups that tries led or waited for.
func (c *cacheEntry) findWaits() {
	c.insertions = nil
	bounds := c.bounds()
	slices.SortStableFunc(bounds, func(a, b bound) int { return cmp.Compare(a.hi, b.hi) })
	for len(bounds) > 0 {
		n := c.shareOne(bounds)
		if group := withoutStrays(bounds[:n]); c.outlastsRetries(group) {
			lo, hi := c.common(group)
			c.insertions = append(c.insertions, c.insertionOf(group, lo, hi))
		}
		bounds = bounds[n:]
	}
}

// tooClose reports whether two slow lookups follow each other sooner than the
// shortest TTL and a slow lookup take: then one of them was none.
func (c *cacheEntry) tooClose() bool {
	for i := 1; i < len(c.insertions); i++ {
		a, b := c.insertions[i-1], c.insertions[i]
		if a.slow && b.slow && !b.native && b.hi-a.lo < shortestTTL+slowLookup {
			return true
		}
	}
	return false
}

// shareOne counts the first bounds, in order of hi, that one lookup can explain.
// Two threads that looked up themselves did not share. A thread that began to wait
// before a lookup ended was released by it, however late its line was written: a
// machine that wakes many threads at once is slow to write what they say.
func (c *cacheEntry) shareOne(bounds []bound) int {
	n, hi := 1, bounds[0].hi
	native := bounds[0].touch.answer == answerNative
	for n < len(bounds) && (bounds[n].lo <= hi || bounds[n].releasedBy(hi) || c.tooSoon(hi, bounds[n])) {
		if bounds[n].touch.answer == answerNative {
			if native {
				break
			}
			native = true
		}
		n++
	}
	return n
}

// releasedBy reports whether frames show that b waited for a lookup that ended by at:
// it was waiting then, and there is one lookup at a time.
func (b bound) releasedBy(at int64) bool {
	t := b.touch
	return t.answer == answerWaited && t.first && t.since != unset && t.since < at
}

// tooSoon reports whether b, by its frames, took part in a lookup, and none can have
// followed one that failed by at so soon: its failure was still kept then.
func (c *cacheEntry) tooSoon(at int64, b bound) bool {
	framed := b.touch.answer == answerNative || b.touch.answer == answerWaited
	return c.cached && framed && b.hi-at < shortestTTL-2*logLag-2*c.grain
}

// outlastsRetries reports whether bounds speak of a lookup beyond doubt: frames or
// a logged first try show it, or a wait is longer than retries can make. That is
// the less certain the longer they are: their sum has a long tail.
func (c *cacheEntry) outlastsRetries(bounds []bound) bool {
	for _, b := range bounds {
		t := b.touch
		switch {
		case t.answer == answerNative, t.answer == answerWaited, t.first && !t.last && (c.cached || c.grain < coarseClock || len(bounds) >= c.leastQueue()):
			return true
		case t.at-t.since-c.grain >= c.leastWait() && (c.cached || len(bounds) >= c.leastQueue()):
			return true
		}
	}
	return false
}

// leastQueue is how many tries must have ended together for their times alone to speak
// of a lookup.
func (c *cacheEntry) leastQueue() int {
	if c.grain >= coarseClock { // such a clock makes many ends equal
		return 2 * enoughQueued
	}
	return 2
}

// leastWait is what a try must take to be a wait beyond doubt, by its times alone.
func (c *cacheEntry) leastWait() int64 {
	switch {
	case c.retries.n == 0 && !c.cached: // nothing is known of retries
		return max(2*c.overhead, 10*defaultOverhead)
	case c.overhead > 2*defaultOverhead:
		return 2 * c.overhead
	}
	if !c.cached { // nothing but times speaks, and a stall of the machine lengthens retries too
		return 2*c.overhead + int64(250*time.Millisecond)
	}
	return c.overhead + c.overhead/4 + int64(250*time.Millisecond)
}

// common is when the failure that all bounds speak of entered the cache: their
// common part if they lie closer together than two lookups can, else the narrowest
// of them, which holds an insertion whether or not the others share it.
func (c *cacheEntry) common(bounds []bound) (lo, hi int64) {
	lo, hi = bounds[0].lo, bounds[0].hi
	first, last, best := lo, hi, bounds[0]
	apart, logged := shortestTTL+slowLookup, false
	for _, b := range bounds {
		if b.lo > hi || b.logged && logged {
			continue // of the lines about one instant the first one is the least late
		}
		lo, logged = max(lo, b.lo), logged || b.logged
		first, last = min(first, b.lo), max(last, b.hi)
		if b.hi-b.lo < best.hi-best.lo {
			best = b
		}
		if !b.waiting {
			apart = shortestTTL
		}
	}
	if last-first >= apart {
		return best.lo, best.hi
	}
	return lo, hi
}

func (c *cacheEntry) insertionOf(bounds []bound, lo, hi int64) *insertion {
	in := &insertion{lo: min(lo, hi), hi: hi, began: unset}
	known := map[*attempt]bool{}
	for _, b := range bounds {
		a := b.touch.attempt
		if !known[a] {
			known[a] = true
			in.members = append(in.members, a)
		}
		if in.failure == nil || moreTelling(b.touch.failure, in.failure) {
			in.failure = b.touch.failure
		}
		in.slow = in.slow || b.waiting && b.touch.at-b.touch.since-c.grain > slowLookup
		if b.touch.answer == answerNative {
			in.native = true
			in.leader = a
		}
		if b.hi >= hi && b.lo <= lo || b.logged && b.waiting && b.lo <= hi { // else it may have waited for another lookup
			in.began = earliestKnown(in.began, c.beganBy(b, in))
		}
	}
	slices.SortStableFunc(in.members, func(a, b *attempt) int { return compareInstants(a.start, b.start) })
	if in.leader == nil {
		in.leader = likelyLeader(bounds)
		c.seekLuckyLeader(in)
	}
	return in
}

// seekLuckyLeader looks for a leader that ended well, because a retry inside it
// met an open connection: a slow success that began before all members and ended
// with them. Then no failed attempt led.
func (c *cacheEntry) seekLuckyLeader(in *insertion) {
	if in.leader == nil || !in.slow {
		return
	}
	for _, ok := range c.oks {
		if ok.start == unset || ok.start >= in.leader.start {
			continue
		}
		if took := ok.took(); took > c.overhead && took >= slowLookup && ok.end >= in.lo && ok.end <= in.hi+c.overhead {
			in.leader, in.began = nil, min(in.began, ok.start+c.overhead)
			return
		}
	}
}

// beganBy is the latest instant at which the lookup behind b had begun: that at
// which b's try began, give or take the retries that may have come before it.
func (c *cacheEntry) beganBy(b bound, in *insertion) int64 {
	t := b.touch
	at := t.at + c.grain
	if n := len(c.insertions); n > 0 && t.since != unset && t.since < c.insertions[n-1].hi && !(t.first && !t.last) {
		return at // it may have waited for the lookup before as well
	}
	switch {
	case t.since == unset:
		return at
	case t.answer == answerNative && t.at-t.since < slowLookup:
		return at
	case t.first && !t.last:
		return t.since + singleTry + c.grain
	case t.first:
		after := max(0, t.at-in.hi) // spent on retries behind the lookup, so not before it
		return min(at, t.since+max(0, c.overhead-after)+c.grain)
	}
	return min(at, t.since+c.overhead)
}

// likelyLeader picks, where no frames show the lookup, the member that began
// first and was not seen waiting.
func likelyLeader(bounds []bound) *attempt {
	var best *attempt
	for _, b := range bounds {
		a := b.touch.attempt
		if b.touch.answer == answerWaited || a.start == unset {
			continue
		}
		if best == nil || a.start < best.start {
			best = a
		}
	}
	return best
}

func earliestKnown(a, b int64) int64 {
	if a == unset || b != unset && b < a {
		return b
	}
	return a
}

// lastBefore returns the last insertion that can have happened by at.
func lastBefore(list []*insertion, at int64) *insertion {
	for _, in := range slices.Backward(list) {
		if in.lo == unset && in.hi <= at || in.lo != unset && in.lo <= at {
			return in
		}
	}
	return nil
}

// narrow ends an insertion's interval at the first answer from the cache inside
// it: by then the failure was there.
func (c *cacheEntry) narrow(in *insertion, earlier []*insertion) {
	if in.lo == unset {
		return
	}
	first, _ := slices.BinarySearchFunc(c.touches, in.lo, func(t touch, at int64) int { return cmp.Compare(t.at, at) })
	for _, t := range c.touches[first:] {
		if t.at >= in.hi {
			break
		}
		quick := t.since == unset || t.at-t.since <= c.overhead
		fromOlder := (len(earlier) > 0 || c.grain > 0) && in.began != unset && t.at <= in.began
		if t.answer != answerNative && quick && !fromOlder && (in.slow || t.answer != answerUnknown) {
			in.hi = min(in.hi, t.at+c.grain)
		}
	}
	in.lo = min(in.lo, in.hi)
}
