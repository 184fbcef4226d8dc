package analyze

import "slices"

// A bound says that a failure entered the cache between lo and hi, because the
// attempt that says so then stopped waiting for it.
type bound struct {
	lo, hi  int64
	touch   touch
	waiting bool // it waited, by its frames or its duration
	logged  bool // a line of its own says when, as late as such lines are
	stray   bool // its end may be that of another try, whose start is missing
}

// fewLost is a share of missing records that leaves most ends to their own tries.
const fewLost = 0.05

// manyStrays are too many to have ended together by chance.
const manyStrays = 5

// withoutStrays leaves out the bounds that may be those of other tries, unless there
// are many that agree and nothing else.
func withoutStrays(bounds []bound) []bound {
	sure := slices.DeleteFunc(slices.Clone(bounds), func(b bound) bool { return b.stray })
	if len(sure) == 0 && len(bounds) >= manyStrays {
		return bounds
	}
	return sure
}

// bounds lists what single tries say of the lookups they took part in. An
// instant stands for the whole step of its clock: it may lie up to c.grain later.
func (c *cacheEntry) bounds() []bound {
	var list []bound
	for _, t := range c.touches {
		a := t.attempt
		hi, wait, stray := t.at+c.grain, int64(0), a.endByLine && c.loss > 0
		if t.since != unset {
			wait = t.at - t.since - c.grain // at least
		}
		switch {
		case t.answer == answerNative, t.answer == answerWaited:
			list = append(list, bound{lo: max(t.at-logLag-c.grain, orBefore(a.start, t.at)), hi: hi, touch: t, waiting: wait > max(slowLookup, c.pauseBefore(t)), logged: true})
		case t.first && !t.last && wait > c.firstWait() && t.answer != answerCached: // a busy machine is slow to answer from the cache too
			list = append(list, bound{lo: t.at - logLag, hi: hi, touch: t, waiting: true, logged: true})
		case t.first && t.last && wait > c.overhead && !(stray && c.loss > fewLost):
			list = append(list, bound{lo: max(t.at-c.overhead, a.start), hi: hi, touch: t, waiting: true, stray: stray})
		case t.last && !t.first && wait > c.overhead && t.answer == answerUnknown:
			list = append(list, bound{lo: t.at - logLag, hi: hi, touch: t, waiting: true, logged: true})
		}
	}
	return list
}

// firstWait is what the first try of an attempt must take to be a wait. Where records
// are missing it may be a later one, with retries before it.
func (c *cacheEntry) firstWait() int64 {
	if c.loss > fewLost {
		return c.overhead
	}
	return logLag
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
