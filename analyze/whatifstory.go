package analyze

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// A story is what inference knows of one name in one process, in the terms of the
// model: times are durations since the story begins.
type story struct {
	entry   *cacheEntry
	base    int64 // unix nanoseconds at which it begins
	jobs    []time.Duration
	outages []outageSpan
	cache   Cache
	policy  Policy
	again   int
	pause   time.Duration
	quick   time.Duration // a request without its lookup
	answer  time.Duration // a lookup that is answered
	chains  [][]*attempt  // of the jobs, for what was observed
	left    leftOut
}

// leftOut counts failed tries that cannot be replayed, by the reason.
type leftOut struct{ startless, outside, many int }

// note says what was left out; "" if nothing was.
func (l leftOut) note(host string) string {
	var parts []string
	if l.startless > 0 {
		parts = append(parts, fmt.Sprintf("%d whose job has no start in the logs", l.startless))
	}
	if l.outside > 0 {
		parts = append(parts, fmt.Sprintf("%d of jobs that began too long before or after the outage", l.outside))
	}
	if l.many > 0 {
		parts = append(parts, fmt.Sprintf("%d of jobs beyond the first %d", l.many, replayJobs))
	}
	if len(parts) == 0 {
		return ""
	}
	return host + ": failed tries that are in the report, and cannot be replayed: " + strings.Join(parts, ", ")
}

// An outageSpan is an outage of the resolver in the terms of the model.
type outageSpan struct {
	from             time.Duration
	earliest, latest time.Duration // when it ended
	cause            Cause
	took             time.Duration
}

// Reach of a replay beyond the outages.
const (
	replayBefore = int64(40 * time.Second)
	replayAfter  = int64(90 * time.Second)
	replayJobs   = 50_000
)

// storyOf gathers the story of an entry; nil where no lookup failed.
func storyOf(s *scene, c *cacheEntry) *story {
	st := &story{entry: c, answer: 2 * time.Millisecond, cache: Cache{Positive: 30 * time.Second, Lock: lockOf(c)}}
	spans := st.spans()
	if len(spans) == 0 {
		return nil
	}
	st.base = spans[0].start - replayBefore
	end := spans[len(spans)-1].latest + replayAfter
	for _, sp := range spans {
		st.outages = append(st.outages, outageSpan{st.since(sp.start), st.since(sp.earliest), st.since(sp.latest), sp.cause, time.Duration(sp.took)})
	}
	st.cache.Negative = negativeOf(s, c)
	// An address kept longer would have hidden the next outage.
	for i := 1; i < len(st.outages); i++ {
		if gap := st.outages[i].from - st.outages[i-1].latest; gap < st.cache.Positive {
			st.cache.Positive = gap.Truncate(time.Second)
		}
	}
	for _, chain := range chainsOf(s, c) {
		failed := 0
		for _, a := range chain {
			if usesCache(a) {
				failed++
			}
		}
		switch a := chain[0]; {
		case a.start == unset:
			st.left.startless += failed
		case a.start < st.base || a.start > end:
			st.left.outside += failed
		case len(st.jobs) >= replayJobs:
			st.left.many += failed
		default:
			st.jobs, st.chains = append(st.jobs, st.since(a.start)), append(st.chains, chain)
		}
	}
	if len(st.jobs) == 0 {
		return nil
	}
	st.quick = max(0, time.Duration(quickest(c.oks)))
	st.readClient()
	return st
}

func (st *story) since(at int64) time.Duration { return time.Duration(at - st.base) }

// lockOf tells the lock from the frames: only JDK 8 before 8u352 shows no class of
// its own for an answer from the cache.
func lockOf(c *cacheEntry) Lock {
	for _, t := range c.touches {
		if t.answer == answerCachedOrWaited {
			return Table
		}
	}
	return Monitor
}

// negativeOf is the likeliest negative TTL of the process of c.
func negativeOf(s *scene, c *cacheEntry) time.Duration {
	if c.noCache {
		return 0
	}
	b, ok := s.ttl[c.process]
	if !ok {
		return jdkNegativeTTL * time.Second
	}
	t := ttlReport(b.low, b.high)
	switch {
	case t.Best != nil:
		return time.Duration(*t.Best * float64(time.Second))
	case !math.IsInf(b.high, 1):
		return time.Duration(math.Round((b.low+b.high)/2)) * time.Second
	case b.low > jdkNegativeTTL:
		return time.Duration(math.Ceil(b.low)) * time.Second
	}
	return jdkNegativeTTL * time.Second
}

// chainsOf lists the tries of each job that asked for c's name.
func chainsOf(s *scene, c *cacheEntry) [][]*attempt {
	mine := func(a *attempt) bool { return a.host == c.host && a.process == c.process && a.when() != unset }
	var list [][]*attempt
	chained := map[*attempt]bool{}
	for _, chain := range s.chains {
		if slices.ContainsFunc(chain, mine) {
			list = append(list, chain)
			for _, a := range chain {
				chained[a] = true
			}
		}
	}
	for _, a := range c.attempts {
		if !chained[a] {
			list = append(list, []*attempt{a})
		}
	}
	slices.SortStableFunc(list, func(x, y []*attempt) int { return compareInstants(x[0].when(), y[0].when()) })
	return list
}

// readClient reads from the tries how the client and the application try again.
func (st *story) readClient() {
	var pauses []int64
	for _, chain := range st.chains {
		for i := 1; i < len(chain); i++ {
			if usesCache(chain[i-1]) && chain[i].start != unset && chain[i-1].end != unset {
				st.again = max(st.again, i)
				pauses = append(pauses, max(0, chain[i].start-chain[i-1].end))
			}
		}
	}
	if len(pauses) > 0 {
		slices.Sort(pauses)
		st.pause = time.Duration(pauses[len(pauses)/2])
	}
	st.policy = Policy{Name: "as observed", Tries: 1}
	tries, c := 1, st.entry
	for _, a := range c.fails {
		for _, p := range a.probes {
			tries = max(tries, p.number+1)
		}
	}
	span := time.Duration(max(0, c.retries.longest))
	if c.retries.n == 0 {
		span = 0
	}
	if tries == 1 && span > time.Duration(logLag) {
		tries = 4 // common, and only their sum matters
	}
	if tries > 1 {
		units := time.Duration(1)<<(tries-1) - 1
		st.policy = Policy{Name: "as observed", Tries: tries, Base: span / units, Factor: 2, Full: true}
	}
}

func (st *story) assumed() Assumed {
	a := Assumed{
		NegativeTTL: ttlSeconds(st.cache.Negative), PositiveTTL: ttlSeconds(st.cache.Positive), Outages: []Outage{},
		Tries: st.policy.Tries, Retries: round3(st.policy.Span().Seconds()), Again: st.again, Service: Millis(st.quick),
	}
	for _, o := range st.outages {
		a.Outages = append(a.Outages, Outage{
			From: st.time(o.from), Until: Interval{st.time(o.earliest), st.time(o.latest)}, Cause: o.cause, Took: Millis(o.took),
		})
	}
	return a
}

func ttlSeconds(d time.Duration) float64 {
	if d < 0 {
		return -1
	}
	return d.Seconds()
}

func (st *story) time(d time.Duration) Time { return instantTime(st.base + int64(d)) }

// namesJobs reports whether the logs name a job of st.
func (st *story) namesJobs() bool {
	return slices.ContainsFunc(st.chains, func(chain []*attempt) bool {
		return slices.ContainsFunc(chain, func(a *attempt) bool { return a.job != "" })
	})
}

// observed counts what the logs show of the story.
func (st *story) observed() Figures {
	var f Figures
	f.FailedLookups = len(st.entry.insertions)
	if st.entry.noCache {
		f.FailedLookups = st.entry.native // each retry is a lookup
	}
	waits := st.sharedWaits()
	for _, chain := range st.chains {
		for _, a := range chain {
			if !usesCache(a) {
				continue
			}
			f.Failed++
			w, ok := waits[a]
			if !ok {
				w = st.waitAlone(a)
			}
			f.Waiting += seconds(w.low)
			f.WaitingMost += seconds(w.high)
			f.Longest = max(f.Longest, seconds(w.low))
			f.LongestMost = max(f.LongestMost, seconds(w.high))
		}
		if usesCache(chain[len(chain)-1]) {
			f.Lost++
		}
	}
	f.Waiting, f.Longest = round3(f.Waiting), round3(f.Longest)
	f.WaitingMost, f.LongestMost = round3(f.WaitingMost), round3(f.LongestMost)
	return f
}

// sharedWaits bounds the waits of those that led a slow lookup or queued on one: they
// waited until it ended.
func (st *story) sharedWaits() map[*attempt]lookupWait {
	waits := map[*attempt]lookupWait{}
	for _, in := range st.entry.insertions {
		if !in.slow || in.lo == unset {
			continue
		}
		for _, a := range in.members {
			if a.start != unset && a.end != unset {
				w := st.waitAlone(a)
				w.low = min(max(w.low, in.lo-a.start), w.high)
				waits[a] = w
			}
		}
	}
	return waits
}

// waitAlone bounds from a alone how long it waited for lookups: what its retries leave
// of it at least, all of it at most. An answer from the cache comes without a wait.
func (st *story) waitAlone(a *attempt) lookupWait {
	took, retries := a.took(), st.entry.overhead
	if st.entry.noCache {
		retries = 0 // each of them is a lookup
	}
	if took == unset || took <= retries && a.class == ClassCached {
		return lookupWait{}
	}
	return lookupWait{max(0, took-retries), took}
}
