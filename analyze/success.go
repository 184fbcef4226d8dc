package analyze

import (
	"cmp"
	"slices"
	"time"
)

// successFrom is the index of the first success that began at or behind at.
func (c *cacheEntry) successFrom(at int64) int {
	i, _ := slices.BinarySearchFunc(c.oks, at, func(a *attempt, t int64) int { return cmp.Compare(a.when(), t) })
	return i
}

// successAt is the index of a success, -1 if it is none of c's.
func (c *cacheEntry) successAt(ok *attempt) int {
	if ok == nil {
		return -1
	}
	for i := c.successFrom(ok.when()); i < len(c.oks) && c.oks[i].when() == ok.when(); i++ {
		if c.oks[i] == ok {
			return i
		}
	}
	return -1
}

// failuresByStart lists the failures with a known start, in its order.
func failuresByStart(fails []*attempt) []*attempt {
	list := filter(fails, func(a *attempt) bool { return a.start != unset })
	slices.SortStableFunc(list, func(a, b *attempt) int { return cmp.Compare(a.start, b.start) })
	return list
}

// countRecoveries counts, for each success, the successes from it on that began
// before the next failure did. Of a failure that began in the same step of the clock
// nobody knows that it began before.
func (c *cacheEntry) countRecoveries() {
	fails := c.byStart
	c.recoveries = make([]int, len(c.oks))
	next, n := len(fails), 0
	for i := len(c.oks) - 1; i >= 0; i-- {
		at := c.oks[i].when()
		for next > 0 && fails[next-1].start > at-c.grain {
			next--
			n = 0
		}
		if next < len(fails) && fails[next].start < at+c.grain {
			n = 0
		}
		n++
		c.recoveries[i] = n
		if next == len(fails) {
			c.recoveries[i]++ // nothing failed any more
		}
	}
}

// recovered reports whether success i shows that the name resolved again: others
// succeeded behind it before the next failure began. A success alone amid failures
// may have found an open connection.
func (c *cacheEntry) recovered(i int) bool {
	return !c.pooled && c.recoveries[i] >= 3
}

// lastSuccess is when the last success that ended by at had begun: no failure was
// cached then. It is unset where there is none, or where connections are pooled.
func (c *cacheEntry) lastSuccess(at int64) int64 {
	for i := c.successFrom(at) - 1; i >= 0; i-- {
		if ok := c.oks[i]; ok.start != unset && ok.end+c.grain <= at && c.recovered(i) {
			return ok.start
		}
	}
	return unset
}

// keepsConnections reports whether successes needed no lookup. A success that did
// would have cached the address for a second at least: a failure from the cache that
// begins sooner behind it shows that it used an open connection.
func (c *cacheEntry) keepsConnections() bool {
	const positive, enough = int64(time.Second), 3
	if len(c.fails) == 0 {
		return false
	}
	fails := c.byStart
	if c.successAmidCached(fails) || c.successAmidLookup() {
		return true
	}
	n := 0
	for _, ok := range c.oks[c.successFrom(c.fails[0].end):] {
		if ok.start == unset {
			continue
		}
		for k := firstBehind(fails, ok.end); k < len(fails) && fails[k].start < ok.start+positive-c.grain; k++ {
			if a := fails[k]; a.took() <= c.overhead && a.failure.answer != answerNative {
				n++
				break
			}
		}
	}
	return n >= enough
}

// firstBehind is the index of the first of as, in order of start, that began
// behind at.
func firstBehind(as []*attempt, at int64) int {
	i, _ := slices.BinarySearchFunc(as, at+1, func(a *attempt, t int64) int { return cmp.Compare(a.start, t) })
	return i
}

// successAmidLookup reports whether a success began and ended while others waited
// for a slow lookup of its name, or sooner behind it than the shortest TTL.
func (c *cacheEntry) successAmidLookup() bool {
	for _, in := range c.insertions {
		if in.lo == unset {
			continue
		}
		if in.slow && in.began != unset {
			for i := c.successFrom(in.began + 1); i < len(c.oks) && c.oks[i].when() < in.lo; i++ {
				if c.oks[i].start != unset && c.oks[i].end+c.grain < in.lo {
					return true
				}
			}
		}
		for i := c.successFrom(in.hi + 1); i < len(c.oks) && c.oks[i].when() < in.lo+shortestTTL; i++ {
			if c.oks[i].start != unset && c.oks[i].end+c.grain < in.lo+shortestTTL {
				return true
			}
		}
	}
	return false
}

// successAmidCached reports whether a success lies inside a window: a failure
// behind it came from the same entry, by its frames or because another lookup would
// have been slow. fails are in order of start.
func (c *cacheEntry) successAmidCached(fails []*attempt) bool {
	const look = 16 // failures behind each success
	index := indexInsertions(c.insertions)
	for _, ok := range c.oks {
		in := index.before(ok.end)
		if ok.start == unset || in == nil || ok.start <= in.hi {
			continue
		}
		k := firstBehind(fails, ok.end)
		for _, a := range fails[k:min(len(fails), k+look)] {
			if index.before(a.end) != in {
				continue
			}
			if provesCache(a) && a.took() <= singleTry || in.slow && a.took() <= c.overhead {
				return true
			}
		}
	}
	return false
}
