package analyze

import "time"

// addRunStarts adds the lookups that were too quick for anyone to queue on, and
// that logged no frames: the first failure behind a success, or of all, followed
// a lookup. It takes frames from the cache to say that failures were kept at all.
func (c *cacheEntry) addRunStarts() {
	if !c.cached {
		return
	}
	known, longest := indexInsertions(c.insertions), longestOfAll(c.attempts)
	for i, a := range c.fails {
		if !c.coveredBy(a, &known) {
			known.add(c.runStart(a, c.earliestRival(a, c.fails[i:], longest, &known)))
		}
	}
	c.insertions = known.list
}

// runStart is the quick lookup behind a, the first failure of a run to end. It
// was led by first, or by an attempt that the logs do not hold.
func (c *cacheEntry) runStart(a, first *attempt) *insertion {
	in := &insertion{lo: first.start, hi: min(firstAnswer(a), firstAnswer(first)) + c.grain, members: []*attempt{first}, leader: first, failure: first.failure}
	if !first.isDNS() { // it may have led, and ended well
		in.members, in.leader, in.failure = nil, nil, a.failure
	}
	in.began = in.hi
	switch {
	case c.readsOnly(a):
		in.lo, in.began, in.members, in.leader = unset, unset, nil, nil // answered from an entry that somebody else made
		in.hi = firstAnswer(a)                                          // which was there by then, and answered a too
	case a.took() == unset:
		in.lo, in.began, in.members, in.leader = unset, unset, nil, nil
	case c.loss > 0:
		in.lo, in.members, in.leader = c.lastSuccess(first.start), nil, nil
	case !showsLookup(first) && c.beganWith(first):
		in.members, in.leader = nil, nil // another one may have come first by a hair
	}
	return in
}

// readsOnly reports whether a, by its frames, read a cached failure and did no lookup
// before: no try inside it was logged, and none before its last is known to fit.
func (c *cacheEntry) readsOnly(a *attempt) bool {
	return a.failure.answer == answerCached && len(a.probes) == 0 && (a.took() == unset || a.longest(c.grain) <= singleTry)
}

// atOnce is how far apart two tries may begin for the later one to ask first: their
// requests need that long to reach the lookup.
const atOnce = int64(50 * time.Millisecond)

// beganWith reports whether another failure began at about the time that a did.
func (c *cacheEntry) beganWith(a *attempt) bool {
	for _, b := range c.byStart[firstBehind(c.byStart, a.start-atOnce-1):] {
		if b.start-a.start > atOnce {
			return false
		}
		if b != a {
			return true
		}
	}
	return false
}

// showsLookup reports whether the frames of a's first try, as far as it was logged,
// show a lookup.
func showsLookup(a *attempt) bool {
	if len(a.probes) > 0 {
		return a.probes[0].answer == answerNative
	}
	return a.failure != nil && a.failure.answer == answerNative
}

// firstAnswer is the instant of the first answer that the log shows of a.
func firstAnswer(a *attempt) int64 {
	if len(a.probes) > 0 {
		return a.probes[0].at
	}
	return a.end
}

// earliestRival finds the attempt that may have led in place of a: one that ended
// later, because it tried more often, but began first. It may have ended well. No
// attempt took longer than longest.
func (c *cacheEntry) earliestRival(a *attempt, behind []*attempt, longest int64, known *insertionIndex) *attempt {
	first := a
	for _, b := range behind {
		if first.start == unset || b.end-longest >= first.start {
			break
		}
		if b.start != unset && b.start < first.start && !c.coveredBy(b, known) {
			first = b
		}
	}
	often := max(4*c.quick, int64(300*time.Millisecond)) // longer successes hold retries
	for _, ok := range c.oks[c.successFrom(firstAnswer(a)-longest):] {
		if ok.when() >= first.start {
			break
		}
		if ok.start != unset && ok.end > firstAnswer(a) && ok.took() >= often && known.before(ok.start) == known.before(first.start) {
			return ok
		}
	}
	return first
}

// longestOfAll is what the longest of as took, 0 if that is not known of any.
func longestOfAll(as []*attempt) int64 {
	longest := int64(0)
	for _, a := range as {
		longest = max(longest, a.took())
	}
	return longest
}

// coveredBy reports whether an insertion explains that a failed: it came before
// a's end, and no success that needed a lookup lies between them.
func (c *cacheEntry) coveredBy(a *attempt, known *insertionIndex) bool {
	in := known.before(a.end + c.grain)
	if in == nil {
		return false
	}
	if a.start == unset {
		return true
	}
	for i := c.successFrom(in.hi); i < len(c.oks) && c.oks[i].when() < a.start; i++ {
		if ok := c.oks[i]; ok.start != unset && ok.end+c.grain <= a.start && c.recovered(i) {
			return false
		}
	}
	return true
}
