package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// together are tries of which the logs do not say whether they failed, and that
// ended closer than they began. That is the shape of a wait for one thing, such as a
// lookup, a lock, a lease of a pool, or a server that answers all at once.
type together struct {
	attempts     []*attempt
	starts, ends int64 // how far apart they lie
}

const (
	fewestTogether = 3
	sharedEnd      = int64(100 * time.Millisecond) // ends that belong to each other lie within it
)

// endedTogether finds the largest such group, of equally large ones the one that ended
// closest; nil without any.
func endedTogether(s *scene) *together {
	long := filter(s.attempts, func(a *attempt) bool {
		return a.outcome == OutcomeUnknown && a.took() != unset && a.took() >= slowLookup
	})
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
		t := &together{attempts: slices.Clone(long[i:j])}
		t.starts, t.ends = spreads(t.attempts)
		if t.isTelling(long) && (best == nil || len(t.attempts) > len(best.attempts) || t.ends < best.ends) {
			best = t
		}
	}
	return best
}

func sameKind(a, b *attempt) bool { return a.process == b.process && a.op == b.op }

// isTelling reports whether t could as well have come out otherwise: independent tries
// end as far apart as they begin, and in a steady stream some always end together.
func (t *together) isTelling(all []*attempt) bool {
	n := len(t.attempts)
	if t.starts < minApart || t.ends*3 > t.starts || chanceOfSharedEnd(n, t.starts, t.ends) >= 0.05 {
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

// clause is what a verdict says of t; "" where t is nil.
func (t *together) clause() string {
	if t == nil {
		return ""
	}
	return fmt.Sprintf("; %s started %s apart and ended %s apart, as if they had waited for one thing", tries(len(t.attempts)), span(t.starts), span(t.ends))
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
	return []string{fmt.Sprintf("%s started %s apart and ended %s apart (%s): a lookup on which they queued does that, and so does a lock, a lease of a pool, or a server that answers all at once; of independent waits chance makes it so: %s; the log with their exceptions would decide",
		tries(len(t.attempts)), span(t.starts), span(t.ends), strings.Join(places, ", "), odds(chanceOfSharedEnd(len(t.attempts), t.starts, t.ends)))}
}
