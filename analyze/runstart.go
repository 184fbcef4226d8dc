package analyze

import (
	"cmp"
	"slices"
	"time"
)

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
	case took == unset, a.failure.answer == answerCached && took+c.grain <= singleTry && len(a.probes) == 0:
		in.lo, in.began, in.members, in.leader = unset, unset, nil, nil // answered from an entry that somebody else made
	case c.loss > 0:
		in.lo, in.members, in.leader = c.lastSuccess(first.start), nil, nil
	case !showsLookup(first) && c.beganWith(first):
		in.members, in.leader = nil, nil // another one may have come first by a hair
	}
	return in
}

// atOnce is how far apart two tries may begin for the later one to ask first: their
// requests need that long to reach the lookup.
const atOnce = int64(50 * time.Millisecond)

// beganWith reports whether another failure began at about the time that a did.
func (c *cacheEntry) beganWith(a *attempt) bool {
	return slices.ContainsFunc(c.fails, func(b *attempt) bool {
		return b != a && b.start != unset && distance(b.start, a.start) <= atOnce
	})
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
