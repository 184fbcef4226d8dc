package analyze

import (
	"cmp"
	"slices"
	"time"
)

// Bounds of the retry overhead where the log shows too little of it.
const (
	defaultOverhead = int64(750 * time.Millisecond) // AWS SDKs: up to 0.1 + 0.2 + 0.4 s of jitter
	overheadMargin  = int64(20 * time.Millisecond)
	soonAfter       = int64(time.Second)
	fewSamples      = 20
)

// retryOverhead estimates the longest time that retries inside an attempt add.
// Where the log holds the first try, the rest of the attempt is retries. Else it
// goes by the failures that began just after another one had ended: all their
// tries were answered from the cache. Attempts that began so and ended well count
// where they are about as long: an outage that ends makes successes of the longest.
// Few samples leave room for a longer one, and without any the shortest failure
// bounds what all of them spent on retries.
func retryOverhead(fails, oks []*attempt, request int64) retrySamples {
	var known, mixed, quick []int64
	shortest := unset
	for i, a := range fails {
		d := a.took()
		switch {
		case d == unset || d < 0:
			continue
		case complete(a) && onlyReads(a):
			known = append(known, a.end-a.probes[0].at)
		case complete(a): // one of the tries behind the first may have waited for another lookup
			mixed = append(mixed, a.end-a.probes[0].at)
		case !showsOther(a) && beganSoonAfter(fails[:i], a.start):
			quick = append(quick, d)
		}
		if shortest == unset || d < shortest {
			shortest = d
		}
	}
	slices.Sort(known)
	slices.Sort(mixed)
	slices.Sort(quick)
	longest := unset
	if n := len(known); n > 0 {
		longest = known[n-1]
	}
	if n := len(mixed); n > 0 {
		longest = max(longest, mixed[clumpAround(mixed, n/2)])
	}
	if len(quick) > 0 {
		top := quick[clumpAround(quick, len(quick)/2)]
		healed := healedBehind(fails, oks, top, request)
		longest = max(longest, healed[clumpAround(healed, 0)])
	}
	return retrySamples{n: int64(len(known) + len(mixed) + len(quick)), longest: longest, shortest: shortest}
}

// showsOther reports whether frames of one of a's tries show a lookup, or a wait.
func showsOther(a *attempt) bool {
	other := func(k answer) bool { return k == answerNative || k == answerWaited }
	return other(a.failure.answer) || slices.ContainsFunc(a.probes, func(p probe) bool { return other(p.answer) })
}

// onlyReads reports whether frames show that all tries of a behind the first one were
// answered from the cache.
func onlyReads(a *attempt) bool {
	for _, p := range a.probes[1:] {
		if p.answer != answerCached {
			return false
		}
	}
	return a.failure.answer == answerCached
}

// retrySamples is what an entry shows of the time that retries take.
type retrySamples struct {
	n        int64 // attempts of which it is known
	longest  int64 // of them; unset without any
	shortest int64 // of all failures; unset without any that has a duration
}

// bound is the longest time that retries may take.
func (r retrySamples) bound() int64 {
	switch {
	case r.n == 0 && r.shortest == unset:
		return defaultOverhead
	case r.n == 0:
		return max(defaultOverhead, r.shortest+r.shortest/4)
	}
	switch b := r.margin(); {
	case r.n >= fewSamples:
		return b
	case r.longest > defaultOverhead: // back-off of seconds: its sum has a long tail
		return max(b, 3*r.longest)
	default:
		return max(b, defaultOverhead)
	}
}

// margin is the longest sample with what as many samples may have missed.
func (r retrySamples) margin() int64 {
	return max(r.longest+r.longest/20+2*r.longest/(r.n+1)+overheadMargin, logLag)
}

// shareOverheads lets the entries of a process that show little of its retries
// borrow from those that show much: they have one client.
func shareOverheads(list []*cacheEntry) {
	known, guessed := map[string]int64{}, map[string]int64{}
	for _, c := range list {
		switch {
		case c.retries.n >= fewSamples:
			known[c.process] = max(known[c.process], c.overhead)
		case c.retries.n > 0:
			guessed[c.process] = max(guessed[c.process], c.overhead)
		}
	}
	for _, c := range list {
		k := known[c.process]
		switch {
		case k == 0 && c.retries.n == 0:
			c.overhead = max(c.overhead, guessed[c.process])
		case k == 0 || c.retries.n >= fewSamples:
		case c.retries.n == 0:
			c.overhead = k
		default:
			c.overhead = max(k, c.retries.margin()+c.grain)
		}
	}
}

// healedBehind lists, in order, what successes that began just after a failure
// took beyond what a plain request takes, from top on; top itself comes first.
func healedBehind(fails, oks []*attempt, top, request int64) []int64 {
	list := []int64{top}
	for _, a := range oks {
		if d := a.took() - request; a.took() != unset && d > top && beganSoonAfter(fails, a.start) {
			list = append(list, d)
		}
	}
	slices.Sort(list)
	return list
}

// clumpAround returns the last index of the values that lie close to those at
// and behind i.
func clumpAround(sorted []int64, i int) int {
	for i+1 < len(sorted) && sorted[i+1] <= max(sorted[i]*8/5, sorted[i]+int64(150*time.Millisecond)) {
		i++
	}
	return i
}

// beganSoonAfter reports whether an attempt of ends, in order of end, ended
// within a second before start.
func beganSoonAfter(ends []*attempt, start int64) bool {
	i, _ := slices.BinarySearchFunc(ends, start, func(a *attempt, t int64) int { return cmp.Compare(a.end, t) })
	return i > 0 && start-ends[i-1].end <= soonAfter
}
