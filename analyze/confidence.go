package analyze

import "time"

// How sure a finding is.
//
// Strong is what the shown records prove by themselves: frames of the resolver, or its
// own words. No further record can take that away.
//
// Moderate is what times say as well, where they say something: the clock is fine
// enough, retries are short beside lookups, and frames, where the client logs them, do
// not speak against it. Further records may show that the times say less; a success
// meanwhile may refute it.
//
// Weak is what the records allow, as they allow another cause: it is a question, and
// further records may refute it. TestFewerRecordsClaimLess holds all this.

// coarseClock is the step from which on a clock blurs lookups and retries.
const coarseClock = int64(100 * time.Millisecond)

// timesTell reports whether the times of c's tries say what answered them: else they
// allow only weak findings.
func (c *cacheEntry) timesTell() bool {
	return c.grain < coarseClock && c.overhead <= 2*defaultOverhead && c.showsRetries() && (c.cached || !c.framesKnown())
}

// enoughRetries is how many tries must show how long their retries took.
const enoughRetries = 5

// showsRetries reports whether c shows how long the retries inside a try take: all of
// a try that was answered from the cache and is short are retries.
func (c *cacheEntry) showsRetries() bool {
	if c.retries.n >= enoughRetries {
		return true
	}
	quick := filter(c.fails, func(a *attempt) bool { return provesCache(a) && a.took() != unset && a.took() <= c.overhead })
	return len(quick) >= enoughRetries
}

// byTimes lowers a confidence that rests on the times of c's tries to what they allow.
func (c *cacheEntry) byTimes(k Confidence) Confidence {
	if !c.timesTell() {
		return Weak
	}
	if k == Strong {
		return Moderate
	}
	return k
}

// rank orders confidences; none is below all.
func (k Confidence) rank() int {
	switch k {
	case Strong:
		return 3
	case Moderate:
		return 2
	case Weak:
		return 1
	}
	return 0
}

// surer returns the surer of two confidences, lesser the other one.
func surer(a, b Confidence) Confidence {
	if b.rank() > a.rank() {
		return b
	}
	return a
}

func lesser(a, b Confidence) Confidence {
	if b.rank() < a.rank() {
		return b
	}
	return a
}
