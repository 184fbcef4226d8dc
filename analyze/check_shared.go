package analyze

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// minApart is how far apart tries must begin before ending together says
// anything: a burst begins and ends together whatever it waits for.
const minApart = int64(300 * time.Millisecond)

func checkSharedLookup(s *scene) []Finding {
	var found []Finding
	for _, c := range s.worstEntries() {
		shown := false
		for _, w := range c.windows {
			if f, ok := s.sharedLookup(c, w); ok {
				found = append(found, f)
				shown = shown || f.Confidence == Strong
			}
		}
		if f, ok := s.waits(c); ok && !shown {
			found = append(found, f)
		}
	}
	return found
}

// waits says that tries waited for lookups of others, by their frames alone: for
// which lookup, and who led it, the logs do not show.
func (s *scene) waits(c *cacheEntry) (Finding, bool) {
	as := filter(c.fails, c.provesLongWait)
	if len(as) == 0 {
		return Finding{}, false
	}
	longest := unset
	for _, a := range as {
		longest = max(longest, a.took())
	}
	return Finding{
		ID: "shared-lookup", Process: c.process, Host: c.host, Confidence: Strong, From: instantTime(earliestStart(as)), To: instantTime(latestEnd(as)),
		Statement: fmt.Sprintf("%s of %s queued on a failed lookup of another thread; the longest took %s, retries included.", tries(len(as)), c.host, span(longest)),
		Evidence:  []Evidence{evidence(as, "frames of a thread that waited for another one's lookup (NameServiceAddresses.get) in %s", tries(len(as)))},
		NotShown:  []string{"for which lookup each of them waited, and which thread did it"}, Actions: s.lookupActions(c),
	}, true
}

// provesLongWait reports whether frames of a show that it waited for another one's
// lookup, and a took as long as a slow one does.
func (c *cacheEntry) provesLongWait(a *attempt) bool {
	return framesShowWait(a) && a.took() != unset && a.took()-c.grain >= slowLookup
}

// sharedLookup says that the members of an insertion queued on one lookup. It
// takes frames that show a wait, or ends so much closer than the starts that
// independent waits are out of the question.
func (s *scene) sharedLookup(c *cacheEntry, w *window) (Finding, bool) {
	in := w.in
	if len(in.members) < 2 || !in.slow {
		return Finding{}, false
	}
	starts, ends := spreads(in.members)
	waited := filter(in.members, c.provesLongWait)
	chance := chanceOfSharedEnd(len(in.members), starts, ends+c.grain)
	if len(waited) == 0 && !endedCloser(starts, ends, c.overhead) {
		return Finding{}, false
	}
	f := Finding{
		ID: "shared-lookup", Process: c.process, Host: c.host, Confidence: c.sharedConfidence(len(waited), chance),
		From: instantTime(earliestStart(in.members)), To: instantTime(latestEnd(in.members)),
		Statement: fmt.Sprintf("%s of %s began within %s and ended within %s: they queued on one failed lookup%s.",
			tries(len(in.members)), c.host, span(starts), span(ends+c.grain), leaderClause(in)),
		Evidence: []Evidence{evidence(in.members, "starts lie %s apart, ends %s; retries inside a try account for up to %s of the ends", span(starts), withinSpan(ends, c.grain), span(c.overhead))},
		NotShown: []string{"which thread held the lookup lock, unless frames or a thread dump show it"},
		Rivals: []Rival{{
			Hypothesis: "independent waits of a fixed length", Status: rivalStatus(chance < 0.05), Because: fmt.Sprintf("they would end as far apart as they began; that ends fall this close by chance: %s", odds(chance)),
			WouldDecide: "frames of NameServiceAddresses.get, or a thread dump taken meanwhile",
		}, {
			Hypothesis: "a connection pool, or a server that answered all at once", Status: "refuted", Because: "the exceptions are failed name resolutions, which neither raises",
		}},
		Actions: s.lookupActions(c),
	}
	if len(waited) > 0 {
		f.Evidence = append(f.Evidence, evidence(waited, "frames of a thread that waited for another one's lookup (NameServiceAddresses.get) in %s", tries(len(waited))))
	}
	return f, true
}

// endedCloser reports whether tries ended so much closer than they began that
// independent waits are no likely reason: a third as far apart, or no further than
// the retries inside them explain, which last up to overhead.
func endedCloser(starts, ends, overhead int64) bool {
	return starts >= minApart && ends*3 <= starts || starts > ends && ends <= overhead+logLag && starts >= 2*overhead
}

func framesShowWait(a *attempt) bool {
	return a.failure != nil && a.failure.answer == answerWaited || slices.ContainsFunc(a.probes, func(p probe) bool { return p.answer == answerWaited })
}

// chanceOfSharedEnd is the chance that n ends, spread as widely as the starts,
// all fall within ends of each other.
func chanceOfSharedEnd(n int, starts, ends int64) float64 {
	if starts <= 0 || ends >= starts {
		return 1
	}
	r := float64(max(ends, int64(time.Millisecond))) / float64(starts)
	// n points on a line of length 1 lie within r with probability n·r^(n-1) - (n-1)·r^n.
	k := float64(n)
	return k*math.Pow(r, k-1) - (k-1)*math.Pow(r, k)
}

// sharedConfidence: frames prove a wait; times make it likely.
func (c *cacheEntry) sharedConfidence(waited int, chance float64) Confidence {
	switch {
	case waited > 0:
		return Strong
	case chance < 0.001:
		return c.byTimes(Moderate)
	}
	return Weak
}

func rivalStatus(refuted bool) string {
	if refuted {
		return "refuted"
	}
	return "possible"
}

func leaderClause(in *insertion) string {
	if in.leader == nil {
		return ", led by a try that is not in these logs"
	}
	by := firstNonEmpty(in.leader.job, in.leader.thread)
	if by == "" {
		return ""
	}
	return ", led by " + by
}

func earliestStart(as []*attempt) int64 {
	t := unset
	for _, a := range as {
		if a.start != unset && (t == unset || a.start < t) {
			t = a.start
		}
	}
	return t
}

func latestEnd(as []*attempt) int64 {
	t := unset
	for _, a := range as {
		t = max(t, a.end)
	}
	return t
}
