package analyze

import (
	"fmt"
	"slices"
)

// checkSerialLookups looks for a cache that keeps no failure: threads that waited
// for a lookup then do their own, one after another.
func checkSerialLookups(s *scene) []Finding {
	var found []Finding
	for _, c := range s.worstEntries() {
		if !c.noCache {
			continue
		}
		var natives, queued []touch
		for _, t := range c.touches {
			if t.answer != answerNative {
				continue
			}
			if n := len(natives); n > 0 && t.since != unset && t.since+c.retriesBefore(t) < natives[n-1].at-slowLookup/2-c.grain && t.at-natives[n-1].at >= slowLookup/2+c.grain {
				queued = append(queued, t)
			}
			natives = append(natives, t)
		}
		if len(queued) < 2 || serialConfidence(natives, queued) == "" {
			continue
		}
		as := attemptsOf(queued)
		f := Finding{
			ID: "serial-lookups", Process: c.process, Host: c.host, Confidence: serialConfidence(natives, queued), From: instantTime(serialFrom(natives)), To: instantTime(natives[len(natives)-1].at),
			Statement: fmt.Sprintf("%d lookups of %s failed one after another, about %s apart, and none was answered from the cache: failures are not cached (negative TTL 0), and each thread that waited then looked up by itself.",
				len(natives), c.host, span(medianGap(natives))),
			Evidence: []Evidence{evidence(as, "%s had waited for another lookup to end before their own began", tries(len(as)))},
			Rivals: []Rival{{
				Hypothesis: "a resolver that got slower and slower", Status: "refuted", Because: "the lookups end a fixed time apart, however long each thread waited",
			}},
			NotShown: []string{},
		}
		if a, _, ok := shortTTL(s, c); ok {
			f.Actions = []Action{a}
		}
		found = append(found, f)
	}
	return found
}

// serialFrom is when the first of them began: where its try shows a wait for it, as
// long ago as the others lie apart, and within that try.
func serialFrom(natives []touch) int64 {
	if t := natives[0]; touchWaits(t) {
		return max(t.since, t.at-medianGap(natives))
	}
	return natives[0].at
}

// serialConfidence: the first try of an attempt, logged by itself, shows its wait. Else
// an attempt may have been long for its retries alone, unless the lookups end one
// after another: "" where they do not.
func serialConfidence(natives, queued []touch) Confidence {
	alone := 0
	for _, t := range queued {
		if t.first && !t.last {
			alone++
		}
	}
	if alone >= 2 {
		return Strong
	}
	for i := 1; i < len(natives); i++ {
		if natives[i].at-natives[i-1].at < slowLookup/2 {
			return ""
		}
	}
	return Moderate
}

func attemptsOf(ts []touch) []*attempt {
	var as []*attempt
	known := map[*attempt]bool{}
	for _, t := range ts {
		if !known[t.attempt] {
			known[t.attempt] = true
			as = append(as, t.attempt)
		}
	}
	return as
}

func medianGap(ts []touch) int64 {
	var gaps []int64
	for i := 1; i < len(ts); i++ {
		gaps = append(gaps, ts[i].at-ts[i-1].at)
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}
