package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// An okGroup is a set of slow successes that began apart and ended together.
type okGroup struct {
	members []*attempt
	longest int64
}

// okGroups finds the groups of slow successes of an entry: slow beside its
// quicker ones, with ends much closer than starts, and closer than the ends of
// the slow ones around them: where many are slow at any time, some end together.
func okGroups(c *cacheEntry) []okGroup {
	slow := c.slowOnes()
	slices.SortStableFunc(slow, func(a, b *attempt) int { return cmp.Compare(a.end, b.end) })
	var groups []okGroup
	for i := 0; i < len(slow); {
		n := i + 1
		for n < len(slow) && slow[n].end-slow[n-1].end <= int64(150*time.Millisecond) && slow[n].end-slow[i].end <= groupSpan {
			n++
		}
		members := slow[i:n]
		starts, ends := spreads(members)
		if len(members) >= 2 && starts >= minApart && ends*3 <= starts && standsOut(slow, i, n) {
			g := okGroup{members: members}
			for _, a := range members {
				g.longest = max(g.longest, a.took())
			}
			groups = append(groups, g)
		}
		i = n
	}
	return groups
}

// groupSpan is how far apart the ends of one group may lie.
const groupSpan = slowLookup / 2

// standsOut reports whether slow[i:n] ended more densely than the slow successes
// around it: within as long as its longest member took, at most one other in four
// ended outside the group.
func standsOut(slow []*attempt, i, n int) bool {
	reach := int64(0)
	for _, a := range slow[i:n] {
		reach = max(reach, a.took())
	}
	near := 0
	for j := i - 1; j >= 0 && slow[i].end-slow[j].end <= reach/2; j-- {
		near++
	}
	for j := n; j < len(slow) && slow[j].end-slow[n-1].end <= reach/2; j++ {
		near++
	}
	return near*4 <= n-i
}

// slowOnes are the successes that took at least as long as a slow lookup, and four
// times as long as the quick ones of the same name.
func (c *cacheEntry) slowOnes() []*attempt {
	if timed := filter(c.oks, func(a *attempt) bool { return a.took() != unset }); len(timed) < 3 {
		return nil
	}
	return filter(c.oks, func(a *attempt) bool { return a.took() != unset && a.took() >= max(slowLookup, 4*c.quick) })
}

// quickOf is the power of two of a nanosecond from which on the quick ones of as, and
// of those that were left out, took: the tenth percentile. Of what is left out no more
// is known, and it is the same whatever was.
func quickOf(as []*attempt, leftOut *durations) int64 {
	took := durations{many: &[64]int{}}
	for _, a := range as {
		if d := a.took(); d != unset {
			took.add(d, 1)
		}
	}
	if leftOut != nil {
		took.merge(leftOut)
	}
	return took.tenth()
}

// checkSlowLookup looks for lookups that took seconds and then succeeded. Groups
// of slow successes that end together are also what a server makes that stalls, or
// a process that stops. Those last as long as they like: three groups that all
// last equally long, or lookups that failed at the resolver's limit just before,
// are not made so.
func checkSlowLookup(s *scene) []Finding {
	var found []Finding
	for _, c := range s.entries {
		groups := okGroups(c)
		same := sameLength(groups, c.quick)
		if c.grain > 0 {
			same = nil // such a clock makes all lengths equal
		}
		behind := slices.DeleteFunc(slices.Clone(groups), func(g okGroup) bool { return !behindFailedLookup(c, g) })
		switch {
		case len(same) >= 3 && explains(same, c):
			groups = same
		case len(behind) > 0 && explains(behind, c):
			groups = behind
		default:
			continue
		}
		var as []*attempt
		f := Finding{ID: "slow-lookup", Process: c.process, Host: c.host, Confidence: s.slowConfidence(c, groups, len(same)), Actions: []Action{}}
		for _, g := range groups {
			starts, ends := spreads(g.members)
			f.Evidence = append(f.Evidence, evidence(g.members, "%s took up to %s: starts lie %s apart, ends %s", tries(len(g.members)), span(g.longest), span(starts), span(ends)))
			as = append(as, g.members...)
		}
		if set := s.options.Settings; set != nil && set.Resolver.Explains(time.Duration(longestOf(groups))) != nil {
			f.Evidence = append(f.Evidence, waitEvidence(set, waitOf(longestOf(groups)))...)
		}
		f.From, f.To = instantTime(earliestStart(as)), instantTime(latestEnd(as))
		f.Statement = fmt.Sprintf("%s of %s were slow and succeeded, in %s that ended together after up to %s: consistent with lookups that took that long, with the other tries queued behind them.",
			tries(len(as)), c.host, plural(len(groups), "group", "groups"), span(longestOf(groups)))
		f.Rivals = []Rival{{
			Hypothesis: "a server that stalled, or a process that stopped, and released all at once", Status: "possible",
			Because:     fmt.Sprintf("%s, which stalls need not be", slowBecause(len(same))),
			WouldDecide: "resolver timings (jdk.SocketConnect against request start), a thread dump, or a capture of port 53",
		}}
		f.NotShown = []string{"the lookups themselves: a success logs no resolver frames"}
		f.Actions = []Action{checked(Action{
			Do:     "find the name server that does not answer: query each one in resolv.conf by itself",
			Effect: fmt.Sprintf("lookups take milliseconds again: %s that took up to %s would have taken about %s", tries(len(as)), span(longestOf(groups)), span(quickest(c.oks))), Cost: "none",
		}, eachServer(c.host))}
		found = append(found, f)
	}
	return found
}

// slowConfidence: nothing that succeeds logs a lookup, so that another group, of
// another length, would refute this. What the resolver is known to take speaks for it:
// the time-out of the given settings, of most resolvers, or of a lookup that failed.
func (s *scene) slowConfidence(c *cacheEntry, groups []okGroup, same int) Confidence {
	if c.grain >= coarseClock {
		return Weak
	}
	took := longestOf(groups)
	if set := s.options.Settings; set != nil && set.Resolver.Explains(time.Duration(took)) != nil {
		return Moderate
	}
	if same >= 3 {
		const timeout, blur = int64(5 * time.Second), int64(300 * time.Millisecond)
		if took >= timeout-blur && (took+blur)%timeout <= 2*blur {
			return Moderate
		}
		return Weak
	}
	for _, g := range groups {
		if len(g.members) >= 3 {
			return c.byTimes(Moderate)
		}
	}
	return Weak
}

// explains reports whether groups hold at least half of the slow successes: a
// name whose tries are slow at all times has groups by chance.
func explains(groups []okGroup, c *cacheEntry) bool {
	n := 0
	for _, g := range groups {
		n += len(g.members)
	}
	all := len(c.slowOnes())
	if c.leftOut != nil {
		all += c.leftOut.atLeast(max(slowLookup, 4*c.quick))
	}
	return 2*n >= all
}

func slowBecause(same int) string {
	if same >= 3 {
		return fmt.Sprintf("%d groups lasted equally long", same)
	}
	return "a lookup of the same name had failed after as long a wait just before"
}

func longestOf(groups []okGroup) int64 {
	d := int64(0)
	for _, g := range groups {
		d = max(d, g.longest)
	}
	return d
}

// sameLength returns the groups if all last equally long but for the requests behind the lookups, and for whole seconds
// beside what a quick request takes, as the limits of resolvers do. The last group
// may be shorter: the trouble ended meanwhile.
func sameLength(groups []okGroup, quick int64) []okGroup {
	if len(groups) == 0 {
		return nil
	}
	lengths := make([]int64, len(groups))
	for i, g := range groups {
		lengths[i] = g.longest
	}
	if n := len(lengths); n > 3 && lengths[n-1] < lengths[0] {
		lengths = lengths[:n-1]
	}
	slices.Sort(lengths)
	shortest, longest := lengths[0], lengths[len(lengths)-1]
	alike := 0
	for _, l := range lengths {
		if l-shortest <= shortest/50+int64(50*time.Millisecond) {
			alike++
		}
	}
	behind := (shortest - quick) % int64(time.Second)
	if 5*alike < 3*len(lengths) || longest-shortest > slowRequest || behind > quick+int64(100*time.Millisecond) && behind < int64(900*time.Millisecond) {
		return nil
	}
	return groups
}

// slowRequest is how much longer than its lookup the slowest try of a group may take:
// the request behind it, on a machine that wakes many at once.
const slowRequest = int64(250 * time.Millisecond)

// quickest is what the quick ones of as take: the tenth percentile.
func quickest(as []*attempt) int64 {
	var took []int64
	for _, a := range as {
		if d := a.took(); d != unset {
			took = append(took, d)
		}
	}
	if len(took) == 0 {
		return 0
	}
	slices.Sort(took)
	return took[len(took)/10]
}

// behindFailedLookup reports whether a group began behind a failed lookup of the
// same name that had been slow too, and no success between them shows that lookups had
// become quick again.
func behindFailedLookup(c *cacheEntry, g okGroup) bool {
	start := earliestStart(g.members)
	failed := c.slowFailureBefore(start)
	return failed != unset && !slices.ContainsFunc(c.oks, func(a *attempt) bool {
		return a.start != unset && a.start > failed && a.end < start && a.took() < slowLookup
	})
}

// slowFailureBefore returns when the last slow lookup failed that did by at, retries
// behind it aside; unset if none did.
func (c *cacheEntry) slowFailureBefore(at int64) int64 {
	if !c.noCache {
		if in := lastBefore(c.insertions, at+c.overhead); in != nil && in.slow {
			return in.hi
		}
		return unset
	}
	last := unset
	for _, t := range c.touches {
		if t.at <= at+c.overhead && t.answer == answerNative && t.since != unset && t.at-t.since-c.grain >= slowLookup+c.pauseBefore(t) {
			last = t.at
		}
	}
	return last
}
