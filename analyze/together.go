package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// together are tries that ended closer than they began, and of which neither a finding
// nor an exception tells why, however they ended. That is the shape of a wait for one
// thing, such as a lookup, a lock, a lease of a pool, or a server that answers all at once.
type together struct {
	attempts     []*attempt
	starts, ends int64 // how far apart they lie, a step of their clock included
	grain        int64 // that step, 0 where it does not matter
}

const (
	fewestTogether = 3
	sharedEnd      = int64(100 * time.Millisecond) // ends that belong to each other lie within it
)

// endedTogether finds the largest such group that no finding of found tells of, of
// equally large ones the one that ended closest; nil without any.
func endedTogether(s *scene, found []Finding) *together {
	long := unexplainedWaits(s, found)
	slices.SortStableFunc(long, func(a, b *attempt) int {
		return cmp.Or(cmp.Compare(a.process, b.process), cmp.Compare(a.op, b.op), cmp.Compare(a.end, b.end), cmp.Compare(a.id, b.id))
	})
	var best *together
	for i := 0; i < len(long); i++ {
		j := i + 1
		for j < len(long) && sameKind(long[i], long[j]) && long[j].end-long[i].end <= sharedEnd {
			j++
		}
		if j-i < fewestTogether || best != nil && j-i < len(best.attempts) {
			continue
		}
		t := togetherOf(long[i:j])
		if t.isTelling(long) && (best == nil || len(t.attempts) > len(best.attempts) || t.ends < best.ends) {
			best = t
		}
	}
	return best
}

// unexplainedWaits lists the tries that took long and of which nothing tells why. Where
// some that ended well are left out, nobody knows what ended around the others.
func unexplainedWaits(s *scene, found []Finding) []*attempt {
	told := map[string]bool{}
	for i := range found {
		for _, e := range found[i].Evidence {
			for _, id := range e.Attempts {
				told[id] = true
			}
		}
	}
	return filter(s.attempts, func(a *attempt) bool {
		silent := a.class == ClassUnknown || a.class == ClassOK && !s.someLeftOut
		return silent && a.took() != unset && a.took() >= slowLookup && !told[attemptID(a)]
	})
}

func togetherOf(as []*attempt) *together {
	t := &together{attempts: slices.Clone(as)}
	for _, a := range as {
		t.grain = max(t.grain, a.grain)
	}
	t.starts, t.ends = spreads(as)
	t.ends += t.grain
	return t
}

func sameKind(a, b *attempt) bool { return a.process == b.process && a.op == b.op }

// isTelling reports whether t could as well have come out otherwise: independent tries
// end as far apart as they begin, and in a steady stream some always end together.
func (t *together) isTelling(all []*attempt) bool {
	n := len(t.attempts)
	if t.starts < minApart || t.ends*3 > t.starts || t.chance()*t.chances(all) >= 0.05 {
		return false
	}
	first, last := t.attempts[0], t.attempts[n-1]
	near := 0
	for _, a := range all {
		if sameKind(a, first) && a.end >= first.end-t.starts && a.end <= last.end+t.starts {
			near++
		}
	}
	return 2*near <= 3*n
}

func (t *together) chance() float64 {
	return chanceOfSharedEnd(len(t.attempts), t.starts, t.ends)
}

// chances is in how many places such a group could lie by chance. Where the logs do not
// tell how its tries ended, they are asked about whatever made it so, and one counts.
func (t *together) chances(all []*attempt) float64 {
	if slices.ContainsFunc(t.attempts, func(a *attempt) bool { return a.outcome != OutcomeUnknown }) {
		return float64(len(all))
	}
	return 1
}

// clause is what a verdict says of t; "" where t is nil.
func (t *together) clause() string {
	if t == nil {
		return ""
	}
	return "; " + t.counted() + ", as if they had waited for one thing"
}

func (t *together) counted() string {
	return fmt.Sprintf("%s started %s apart and ended %s apart", tries(len(t.attempts)), span(t.starts), withinSpan(t.ends-t.grain, t.grain))
}

// notes names the tries of t, and what could tell what they waited for.
func (t *together) notes() []string {
	if t == nil {
		return nil
	}
	var places []string
	for _, p := range some(t.attempts, 6) {
		places = append(places, p.String())
	}
	return []string{fmt.Sprintf("%s (%s): a lookup on which they queued does that, and so does a lock, a lease of a pool, or a server that answers all at once; of independent waits chance makes it so: %s; %s would decide",
		t.counted(), strings.Join(places, ", "), odds(t.chance()), t.decider())}
}

// decider is what could tell what t waited for: what ended well throws no exception.
func (t *together) decider() string {
	if slices.ContainsFunc(t.attempts, func(a *attempt) bool { return a.outcome == OutcomeOK }) {
		return "a thread dump taken meanwhile"
	}
	return "the log with their exceptions"
}
