package analyze

import (
	"fmt"
	"time"
)

// A lookupWait is how long a try waited for one lookup: from when it began to the
// instant at which the lookup ended, of which the logs may know a range only. Retries
// that came behind it have no part in it, so it is shorter than the try.
type lookupWait struct{ low, high int64 } // nanoseconds; unset where not known

// noWait is one of which nothing is known.
var noWait = lookupWait{unset, unset}

// waitOf is a wait that is known to the instant.
func waitOf(ns int64) lookupWait { return lookupWait{ns, ns} }

func (w lookupWait) known() bool { return w.high != unset }

// String is the wait as the reports have it everywhere: "5.01 s", "4.9 to 5.6 s", "up to
// 5.6 s".
func (w lookupWait) String() string {
	switch {
	case !w.known():
		return "an unknown time"
	case w.low == w.high:
		return span(w.high)
	case w.low == unset || w.low <= 0:
		return "up to " + tenths(w.high) + " s"
	case tenths(w.low) == tenths(w.high):
		return tenths(w.high) + " s"
	}
	return fmt.Sprintf("%s to %s s", tenths(w.low), tenths(w.high))
}

// tenths is a time in seconds, as exact as a range needs it: in tenths of a second below
// ten seconds.
func tenths(ns int64) string {
	if ns >= int64(10*time.Second) {
		return fmt.Sprintf("%.0f", seconds(ns))
	}
	return oneDecimal(seconds(ns))
}

// slowestLookup is the longest wait of a leader for its lookup.
func slowestLookup(ws []*window) lookupWait {
	longest := noWait
	for _, w := range ws {
		if w.in.slow && w.in.leader != nil && w.in.leader.start != unset {
			if wait := w.in.wait(); wait.high > longest.high {
				longest = wait
			}
		}
	}
	return longest
}

// wait is how long the leader of in waited, who is known and whose start is.
func (in *insertion) wait() lookupWait {
	w := lookupWait{unset, in.hi - in.leader.start}
	if in.lo != unset {
		w.low = max(0, in.lo-in.leader.start)
	}
	return w
}

// slowest is the longest wait for a lookup of c: that of a try whose own lookup it was,
// by the resolver's words, where that tells it more exactly.
func (s *scene) slowest(c *cacheEntry) lookupWait {
	w := slowestLookup(c.windows)
	for _, t := range s.toldCauses().byName[nameOf{c.process, c.host}] {
		if t.cause == CauseTimeout && !t.netty && t.longest >= w.low && t.longest <= w.high {
			return waitOf(t.longest)
		}
	}
	return w
}

// longestWait words the longest wait that the logs show of c's tries, as the replay
// counts it: at least seconds. Where that is the wait for a lookup whose leader is known,
// its end is as well.
func (s *scene) longestWait(c *cacheEntry, least float64) string {
	if w := s.slowest(c); w.known() && w.low != unset && !c.noCache && least <= seconds(w.high) {
		return w.String()
	}
	return "at least " + oneDecimal(least) + " s"
}
