package analyze

import "fmt"

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
	if set := s.options.Settings; set != nil && set.Positive.Known() && !set.Positive.doubt {
		return nanos(min(set.Positive.seconds(), 60))
	}
	return shortestTTL
}

// seamBetween says how sure it is that the name did not resolve between two windows.
// A success would have been kept for a while, so that no lookup could have failed
// sooner behind the end of a window than that. Where there was more time than that,
// frames on both sides make it likely; a success that the logs hold refutes it.
func seamBetween(before, w *window, kept int64) Confidence {
	c := w.entry
	if before.next != w.in || !w.sure || w.in.lo == unset || w.in.lo-before.in.hi < shortestTTL {
		return ""
	}
	began := w.in.began
	if began == unset {
		began = w.in.hi
	}
	gone, _ := before.closed()
	gone = max(gone, before.lastCached) // of this failure, or of one that renewed it
	tight, framed := gone != unset && began-gone < kept, w.in.native && framedIn(before) && framedIn(w)
	switch {
	case tight && framed && c.grain < coarseClock:
		return Strong
	case tight:
		return c.byTimes(Moderate)
	case before.firstSuccess != nil && !c.pooled:
		return ""
	case framed && gone != unset && began-gone < gone-before.in.hi: // most of the time between the lookups is known
		return c.byTimes(Moderate)
	}
	return Weak
}

// framedIn reports whether frames show an answer from the failure of w.
func framedIn(w *window) bool { return len(filter(w.cached, provesCache)) > 0 }

// A sawtooth is a run of windows, with how sure it is that nothing lay between.
type sawtooth struct {
	run        []*window
	confidence Confidence
}

// sawtoothOf finds the longest of the surest runs of windows of an entry.
func (s *scene) sawtoothOf(ws []*window) sawtooth {
	seams := s.seams(ws)
	for _, least := range []Confidence{Strong, Moderate, Weak} {
		if run := longestRun(ws, seams, least); len(run) >= 2 {
			return sawtooth{run, least}
		}
	}
	return sawtooth{}
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
	for _, c := range s.entries {
		v := servedBy(c)
		t := s.sawtoothOf(v.windows)
		if len(t.run) == 0 {
			continue
		}
		t.confidence = lesser(t.confidence, v.confidence(c))
		ttl := ttlBound{t.run[0].lowTTL, t.run[0].highTTL}
		f := Finding{
			ID: "sawtooth", Process: c.process, Host: c.host, Confidence: t.confidence, From: instantTime(t.run[0].opened()), To: instantTime(lastClosing(t.run)),
			Statement: fmt.Sprintf("%d windows of %s followed each other every %s, each opened by another failed lookup: the cause lasted longer than one negative TTL (%s).", len(t.run), c.host, t.period(), ttlWords(ttl)),
			Rivals:    negativeRivals(v), NotShown: []string{"whether DNS worked in between: nothing asked it while the failure was cached"}, Actions: s.cacheActions(c),
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
