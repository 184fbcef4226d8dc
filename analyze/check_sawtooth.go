package analyze

import (
	"fmt"
	"slices"
)

// seams say how sure it is that nothing lay between each window of an entry and the
// one before it; "" where something did, and for the first.
func (s *scene) seams(ws []*window) []Confidence {
	list := make([]Confidence, len(ws))
	for i := 1; i < len(ws); i++ {
		list[i] = seamBetween(ws[i-1], ws[i], s.positiveAtLeast())
	}
	return list
}

// positiveAtLeast is the shortest time for which a successful lookup is kept: as the
// given settings have it, else the shortest that keeps anything.
func (s *scene) positiveAtLeast() int64 {
	if set := s.options.Settings; set != nil && set.Positive.Known() && !set.Positive.Doubt {
		return nanos(min(set.Positive.InSeconds(), 60))
	}
	return shortestTTL
}

// seamBetween says how sure it is that the name did not resolve between two windows.
// A success would have been kept for a while, so that no lookup could have failed
// sooner behind the end of a window than that. Where there was more time than that,
// frames on both sides make it likely; a success that the logs hold refutes it. Tries
// that pause for far longer than they do inside the windows say nothing of what lay
// between: a failure later than that is as well another incident. Windows that no TTL
// fits leave a question at most, unless frames show the lookups.
func seamBetween(before, w *window, kept int64) Confidence {
	c, framed := w.entry, w.in.native && framedIn(before) && framedIn(w)
	if before.next != w.in || w.in.lo == unset || !framed && w.in.lo-before.in.hi < shortestTTL {
		return ""
	}
	began := w.in.began
	if began == unset {
		began = w.in.hi
	}
	own, _ := before.closed()
	gone := max(own, before.lastCached) // of this failure, or of one that renewed it
	tight := gone != unset && began-gone < kept
	switch {
	case tight && (framed || w.sure && (framedIn(before) || framedIn(w))):
		return c.byTimes(Moderate)
	case tight:
		return Weak
	case before.firstSuccess != nil && !c.pooled:
		return ""
	case framed && w.sure && c.loss == 0 && before.renewalShows() && own != unset && began-own < own-before.in.hi: // most of the time between the lookups is known
		return c.byTimes(Moderate)
	case began-max(gone, before.in.hi) > nanos(jdkNegativeTTL)+2*max(before.widestGap(), w.widestGap()):
		return "" // long quiet: as well two incidents
	}
	return Weak
}

// widestGap is the longest time between two failures that w answered, or between its
// opening and the first of them.
func (w *window) widestGap() int64 {
	widest, last := int64(0), w.in.hi
	for _, a := range w.cached {
		at := firstAnswer(a)
		widest, last = max(widest, at-last), max(last, at)
	}
	return widest
}

// framedIn reports whether frames show an answer from the failure of w.
func framedIn(w *window) bool { return len(filter(w.cached, provesCache)) > 0 }

// A sawtooth is a run of windows, with how sure it is that nothing lay between.
type sawtooth struct {
	run        []*window
	again      []touch // lookups that failed just behind an answer from the cache
	confidence Confidence
}

// sawtoothOf finds the longest of the surest runs of windows of an entry. Frames of an
// answer from the cache and of a lookup that failed right behind it prove one by
// themselves, unless they are of several processes.
func (s *scene) sawtoothOf(c *cacheEntry, v served) sawtooth {
	seams, t := s.seams(v.windows), sawtooth{again: c.failedAgain(s.positiveAtLeast())}
	for _, least := range []Confidence{Moderate, Weak} {
		if run := longestRun(v.windows, seams, least); len(run) >= 2 {
			t.run, t.confidence = run, lesser(least, v.confidence(c))
			break
		}
	}
	if len(t.again) > 0 {
		t.confidence = Strong
		if c.process == "" {
			t.confidence = Moderate
		}
	}
	return t
}

// failedAgain lists the lookups that failed, by their frames, so soon behind an answer
// from the cache that no success, which would be kept for a while, can lie between.
func (c *cacheEntry) failedAgain(kept int64) []touch {
	if c.grain >= coarseClock {
		return nil
	}
	var list []touch
	var reads []int64 // of the cached failure, in order
	for _, t := range c.touches {
		switch t.answer {
		case answerCached:
			reads = append(reads, t.at)
		case answerNative:
			by := t.at - logLag - c.grain // the lines of one instant may stand in any order
			if t.first && t.since != unset {
				by = min(by, t.since) // its line may come late, and what was read since then may be its own failure
			}
			n, _ := slices.BinarySearch(reads, by)
			if n > 0 && (t.at-reads[n-1] < kept || t.first && !t.last && t.since != unset && t.since-reads[n-1] < kept) {
				list = append(list, t)
			}
		}
	}
	return list
}

// onlyDenied reports whether no lookup of t was slow, and none was told anything else, in
// the resolver's own words, than that there is no such name, or no address. Of a name that
// never resolved that says all: nothing came and went.
func (t sawtooth) onlyDenied() bool {
	saysElse := func(f *failure) bool {
		return f != nil && f.text != "" && !(f.definite && (f.cause == CauseNotFound || f.cause == CauseNoAddress))
	}
	return !slices.ContainsFunc(t.again, func(t touch) bool { return saysElse(t.failure) }) &&
		!slices.ContainsFunc(t.run, func(w *window) bool { return w.in.slow || saysElse(w.in.failure) })
}

// longestRun is the longest run of windows whose seams are at least so sure.
func longestRun(ws []*window, seams []Confidence, least Confidence) []*window {
	var best, run []*window
	for i, w := range ws {
		if seams[i] == "" || surer(seams[i], least) != seams[i] {
			run = nil
		}
		if run = append(run, w); len(run) > len(best) {
			best = run
		}
	}
	return best
}

func checkSawtooth(s *scene) []Finding {
	var found []Finding
	for _, c := range s.worstEntries() {
		v := servedBy(c)
		t := s.sawtoothOf(c, v)
		if t.confidence == "" || t.onlyDenied() && denied(s, c.process, c.host) != nil {
			continue
		}
		f := Finding{
			ID: "sawtooth", Process: c.process, Host: c.host, Confidence: t.confidence,
			Rivals: negativeRivals(v), NotShown: []string{"whether DNS worked in between: nothing asked it while the failure was cached"}, Actions: s.cacheActions(c),
		}
		if len(t.again) > 0 {
			as := attemptsOf(t.again)
			f.From, f.To = instantTime(t.again[0].at), instantTime(t.again[len(t.again)-1].at)
			f.Statement = fmt.Sprintf("%s of %s failed just behind an answer from its cached failure: the cause lasted longer than one negative TTL.", plural(len(t.again), "lookup", "lookups"), c.host)
			f.Evidence = append(f.Evidence, evidence(as, "frames show the lookup in %s, less than %s behind an answer from the cache", tries(len(as)), span(s.positiveAtLeast())))
		}
		if len(t.run) > 0 {
			ttl := ttlBound{t.run[0].lowTTL, t.run[0].highTTL}
			f.From, f.To = instantTime(t.run[0].opened()), instantTime(lastClosing(t.run))
			f.Statement = fmt.Sprintf("%d windows of %s followed each other every %s, each opened by another failed lookup: the cause lasted longer than one negative TTL (%s).", len(t.run), c.host, t.period(), ttlWords(ttl))
		}
		if t.confidence == Weak {
			f.Rivals = append(f.Rivals, Rival{
				Hypothesis: "several outages, between which the name resolved", Status: "possible", Because: "between the windows there was time for a success that these logs do not hold",
				WouldDecide: "a log of successes, or of every try",
			})
		}
		for _, w := range t.run {
			f.Evidence = append(f.Evidence, windowEvidence(w))
		}
		found = append(found, f)
	}
	return found
}

// period words the time from one opening to the next: a range, as openings are.
func (t sawtooth) period() string {
	first, last, n := t.run[0].in, t.run[len(t.run)-1].in, int64(len(t.run)-1)
	low := span((last.lo - first.hi) / n)
	if first.lo == unset {
		return low + " or more"
	}
	high := span((last.hi - first.lo) / n)
	if low == high {
		return low
	}
	return low + " to " + high
}
