package analyze

import (
	"math"
	"strconv"
	"time"
)

// A ttlBound is an interval of seconds that holds a TTL.
type ttlBound struct{ low, high float64 }

// shareTTL narrows the windows of each process together: one JVM has one
// negative TTL. Windows that contradict each other bound it not at all.
func shareTTL(ws []*window) map[string]ttlBound {
	shared := map[string]ttlBound{}
	for _, w := range ws {
		w.own = ttlBound{w.lowTTL, w.highTTL}
		b, seen := shared[w.entry.process]
		if !seen {
			b = ttlBound{0, math.Inf(1)}
		}
		shared[w.entry.process] = ttlBound{max(b.low, w.lowTTL), min(b.high, w.highTTL)}
	}
	mixed := map[string]bool{} // several caches have no window in common
	asked := map[*cacheEntry]bool{}
	for _, w := range ws {
		if c := w.entry; !asked[c] {
			asked[c] = true
			mixed[c.process] = mixed[c.process] || c.mixed()
		}
	}
	for process, b := range shared {
		if b.low > b.high || b.high < seconds(shortestTTL-logLag) || mixed[process] {
			// One of the windows rests on a wrong assumption, and nothing tells which.
			shared[process], mixed[process] = ttlBound{0, math.Inf(1)}, true
		}
	}
	for _, w := range ws {
		b := shared[w.entry.process]
		w.sure = !mixed[w.entry.process]
		w.lowTTL, w.highTTL = b.low, b.high
	}
	return shared
}

// Known defaults of the negative TTL, in seconds.
const (
	jdkNegativeTTL     = 10 // networkaddress.cache.negative.ttl in the java.security file of every JDK
	androidNegativeTTL = 2  // libcore's AddressCache, for failures and successes alike
)

// ttlReport words a TTL interval. A TTL is a whole number of seconds: the best
// value is the default inside the interval, or the only whole number in it.
func ttlReport(low, high float64) TTL {
	t := TTL{Matches: []string{}}
	if low > 0 {
		v := round3(low)
		t.Low = &v
	}
	if low <= jdkNegativeTTL && jdkNegativeTTL <= high {
		t.Matches = append(t.Matches, "JDK default, "+strconv.Itoa(jdkNegativeTTL)+" s")
	}
	if math.IsInf(high, 1) {
		return t
	}
	v := round3(high)
	t.High = &v
	whole := math.Ceil(low)
	switch {
	case len(t.Matches) > 0:
		b := float64(jdkNegativeTTL)
		t.Best = &b
	case whole == math.Floor(high) && whole > 0:
		t.Best = &whole
	}
	return t
}

// farAbove is how many times its lower bound, and the default, an upper bound of a TTL
// may be and still say anything of it: a higher one only says when somebody asked next.
const farAbove = 10

func (b ttlBound) tellsHigh() bool { return b.high <= farAbove*max(b.low, jdkNegativeTTL) }

// HighTells reports whether t has an upper bound that says anything of the TTL, not
// only that the next try came long afterwards.
func (t TTL) HighTells() bool {
	if t.High == nil {
		return false
	}
	b := ttlBound{0, *t.High}
	if t.Low != nil {
		b.low = *t.Low
	}
	return b.tellsHigh()
}

func round3(f float64) float64 { return math.Round(f*1000) / 1000 }

func seconds(ns int64) float64 { return float64(ns) / float64(time.Second) }

func nanos(s float64) int64 { return int64(s * float64(time.Second)) }
