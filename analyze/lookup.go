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

// A bound says that a failure entered the cache between lo and hi, because the
// attempt that says so then stopped waiting for it.
type bound struct {
	lo, hi  int64
	touch   touch
	waiting bool // it waited, by its frames or its duration
}

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
	bounds := c.bounds()
	slices.SortStableFunc(bounds, func(a, b bound) int { return cmp.Compare(a.hi, b.hi) })
	for len(bounds) > 0 {
		n := shareOne(bounds)
		if c.outlastsRetries(bounds[:n]) {
			lo, hi := c.common(bounds[:n])
			c.insertions = append(c.insertions, c.insertionOf(bounds[:n], lo, hi))
		}
		bounds = bounds[n:]
	}
	c.pooled = c.keepsConnections()
	c.addRunStarts()
	slices.SortStableFunc(c.insertions, func(a, b *insertion) int { return cmp.Compare(a.hi, b.hi) })
	for i, in := range c.insertions {
		c.narrow(in, c.insertions[:i])
	}
}

// shareOne counts the first bounds, in order of hi, that one lookup can explain.
// Two threads that looked up themselves did not share.
func shareOne(bounds []bound) int {
	n, hi := 1, bounds[0].hi
	native := bounds[0].touch.answer == answerNative
	for n < len(bounds) && bounds[n].lo <= hi {
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

// outlastsRetries reports whether bounds speak of a lookup beyond doubt: frames or
// a logged first try show it, or a wait is longer than retries can make. That is
// the less certain the longer they are: their sum has a long tail.
func (c *cacheEntry) outlastsRetries(bounds []bound) bool {
	least := c.overhead + c.overhead/4 + int64(250*time.Millisecond)
	if c.overhead > 2*defaultOverhead {
		least = 2 * c.overhead
	}
	for _, b := range bounds {
		t := b.touch
		switch {
		case t.answer == answerNative, t.answer == answerWaited, t.first && !t.last:
			return true
		case t.at-t.since-c.grain >= least:
			return true
		}
	}
	return false
}

// common is when the failure that all bounds speak of entered the cache: their
// common part if they lie closer together than two lookups can, else the narrowest
// of them, which holds an insertion whether or not the others share it.
func (c *cacheEntry) common(bounds []bound) (lo, hi int64) {
	lo, hi = bounds[0].lo, bounds[0].hi
	first, last, best := lo, hi, bounds[0]
	apart := shortestTTL + slowLookup
	for _, b := range bounds {
		lo = max(lo, b.lo)
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

// keepsConnections reports whether successes needed no lookup. A success that
// did would have cached the address for a second at least: a failure from the
// cache that begins sooner behind it shows that it used an open connection.
func (c *cacheEntry) keepsConnections() bool {
	const positive, enough = int64(time.Second), 3
	if len(c.insertions) == 0 {
		return false
	}
	if c.successAmidCached() || c.successAmidLookup() {
		return true
	}
	n := 0
	for _, ok := range c.oks {
		if ok.start == unset || ok.start <= c.insertions[0].hi {
			continue
		}
		for _, a := range c.fails {
			if a.start > ok.end && a.start < ok.start+positive && a.took() <= c.overhead && a.failure.answer != answerNative {
				n++
				break
			}
		}
	}
	return n >= enough
}

// successAmidLookup reports whether a success began and ended while others waited
// for a slow lookup of its name, or sooner behind it than the shortest TTL.
func (c *cacheEntry) successAmidLookup() bool {
	for _, in := range c.insertions {
		for _, ok := range c.oks {
			if ok.start == unset || in.lo == unset {
				continue
			}
			if in.slow && in.began != unset && ok.start > in.began && ok.end+c.grain < in.lo || ok.start > in.hi && ok.end+c.grain < in.lo+shortestTTL {
				return true
			}
		}
	}
	return false
}

// successAmidCached reports whether a success lies inside a window: a failure
// behind it came from the same entry, by its frames or because another lookup would
// have been slow.
func (c *cacheEntry) successAmidCached() bool {
	for _, ok := range c.oks {
		in := lastBefore(c.insertions, ok.end)
		if ok.start == unset || in == nil || ok.start <= in.hi {
			continue
		}
		for _, a := range c.fails {
			if a.start == unset || a.start <= ok.end || lastBefore(c.insertions, a.end) != in {
				continue
			}
			if provesCache(a) && a.took() <= singleTry || in.slow && a.took() <= c.overhead {
				return true
			}
		}
	}
	return false
}

// bounds lists what single tries say of the lookups they took part in. An
// instant stands for the whole step of its clock: it may lie up to c.grain later.
func (c *cacheEntry) bounds() []bound {
	var list []bound
	for _, t := range c.touches {
		a := t.attempt
		hi, wait := t.at+c.grain, int64(0)
		if t.since != unset {
			wait = t.at - t.since - c.grain // at least
		}
		switch {
		case t.answer == answerNative, t.answer == answerWaited:
			list = append(list, bound{lo: max(t.at-logLag, orBefore(a.start, t.at)), hi: hi, touch: t, waiting: wait > max(slowLookup, c.pauseBefore(t))})
		case t.first && !t.last && wait > logLag:
			list = append(list, bound{lo: t.at - logLag, hi: hi, touch: t, waiting: true})
		case t.first && t.last && wait > c.overhead && !(a.endByLine && c.loss > 0):
			list = append(list, bound{lo: max(t.at-c.overhead, a.start), hi: hi, touch: t, waiting: true})
		case t.last && !t.first && wait > c.overhead && t.answer == answerUnknown:
			list = append(list, bound{lo: t.at - logLag, hi: hi, touch: t, waiting: true})
		}
	}
	return list
}

// pauseBefore is the longest that retries before t's own try can have taken.
func (c *cacheEntry) pauseBefore(t touch) int64 {
	if t.first && !t.last {
		return 0
	}
	return c.overhead
}

func orBefore(start, at int64) int64 {
	if start == unset {
		return at - logLag
	}
	return start
}

func (c *cacheEntry) insertionOf(bounds []bound, lo, hi int64) *insertion {
	in := &insertion{lo: min(lo, hi), hi: hi, began: unset}
	for _, b := range bounds {
		a := b.touch.attempt
		if !slices.Contains(in.members, a) {
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
		if b.hi >= hi && b.lo <= lo { // else it may have waited for another lookup
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

// addRunStarts adds the lookups that were too quick for anyone to queue on, and
// that logged no frames: the first failure behind a success, or of all, followed
// a lookup. It takes frames from the cache to say that failures were kept at all.
func (c *cacheEntry) addRunStarts() {
	if !c.cached {
		return
	}
	for i, a := range c.fails {
		if c.coveredBy(a) {
			continue
		}
		in := c.runStart(a, c.earliestRival(a, c.fails[i:]))
		c.insertions = append(c.insertions, in)
		slices.SortStableFunc(c.insertions, func(a, b *insertion) int { return cmp.Compare(a.hi, b.hi) })
	}
}

// runStart is the quick lookup behind a, the first failure of a run to end. It
// was led by first, or by an attempt that the logs do not hold.
func (c *cacheEntry) runStart(a, first *attempt) *insertion {
	in := &insertion{lo: first.start, hi: min(firstAnswer(a), firstAnswer(first)) + c.grain, members: []*attempt{first}, leader: first, failure: first.failure}
	if !first.isDNS() { // it may have led, and ended well
		in.members, in.leader, in.failure = nil, nil, a.failure
	}
	in.began = in.hi
	took := a.took()
	switch {
	case took == unset, a.failure.answer == answerCached && took <= singleTry && len(a.probes) == 0:
		in.lo, in.began, in.members, in.leader = unset, unset, nil, nil // answered from an entry that somebody else made
	case c.loss > 0:
		in.lo, in.members, in.leader = c.lastSuccess(first.start), nil, nil
	}
	return in
}

// firstAnswer is the instant of the first answer that the log shows of a.
func firstAnswer(a *attempt) int64 {
	if len(a.probes) > 0 {
		return a.probes[0].at
	}
	return a.end
}

// lastSuccess is when the last success that ended by at had begun: no failure was
// cached then. It is unset where there is none, or where connections are pooled.
func (c *cacheEntry) lastSuccess(at int64) int64 {
	last := unset
	for _, ok := range c.oks {
		if ok.start != unset && ok.end+c.grain <= at && c.recovered(ok) {
			last = max(last, ok.start)
		}
	}
	return last
}

// earliestRival finds the attempt that may have led in place of a: one that ended
// later, because it tried more often, but began first. It may have ended well.
func (c *cacheEntry) earliestRival(a *attempt, behind []*attempt) *attempt {
	first := a
	for _, b := range behind {
		if b.start != unset && first.start != unset && b.start < first.start && !c.coveredBy(b) {
			first = b
		}
	}
	often := max(4*quickest(c.oks), int64(300*time.Millisecond)) // longer successes hold retries
	for _, ok := range c.oks {
		if ok.start != unset && ok.start < first.start && ok.end > firstAnswer(a) && ok.took() >= often && lastBefore(c.insertions, ok.start) == lastBefore(c.insertions, first.start) {
			first = ok
		}
	}
	return first
}

// coveredBy reports whether an insertion explains that a failed: it came before
// a's end, and no success that needed a lookup lies between them.
func (c *cacheEntry) coveredBy(a *attempt) bool {
	in := lastBefore(c.insertions, a.end+c.grain)
	if in == nil {
		return false
	}
	for _, ok := range c.oks {
		if ok.start != unset && ok.start >= in.hi && a.start != unset && ok.end+c.grain <= a.start && c.recovered(ok) {
			return false
		}
	}
	return true
}

// recovered reports whether ok shows that the name resolved again: others
// succeeded behind it before the next failure began. A success alone amid failures
// may have found an open connection.
func (c *cacheEntry) recovered(ok *attempt) bool {
	if c.pooled || ok.start == unset {
		return false
	}
	next := unset
	for _, a := range c.fails {
		if a.start != unset && a.start > ok.start && (next == unset || a.start < next) {
			next = a.start
		}
	}
	n := 0
	for _, o := range c.oks {
		if o.start != unset && o.start >= ok.start && (next == unset || o.start < next) {
			n++
		}
	}
	return n >= 3 || n >= 2 && next == unset
}

// lastBefore returns the last insertion that can have happened by at.
func lastBefore(list []*insertion, at int64) *insertion {
	var last *insertion
	for _, in := range list {
		if in.lo == unset && in.hi <= at || in.lo != unset && in.lo <= at {
			last = in
		}
	}
	return last
}

// narrow ends an insertion's interval at the first answer from the cache inside
// it: by then the failure was there.
func (c *cacheEntry) narrow(in *insertion, earlier []*insertion) {
	for _, t := range c.touches {
		if in.lo == unset || t.at < in.lo {
			continue
		}
		if t.at >= in.hi {
			break
		}
		quick := t.since == unset || t.at-t.since <= c.overhead
		fromOlder := len(earlier) > 0 && in.began != unset && t.at <= in.began
		if t.answer != answerNative && quick && !fromOlder && (in.slow || t.answer != answerUnknown) {
			in.hi = min(in.hi, t.at+c.grain)
		}
	}
	in.lo = min(in.lo, in.hi)
}
