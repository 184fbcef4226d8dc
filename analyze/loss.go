package analyze

import "timeline/parse"

// lossOf estimates, per process, the share of records that the logs do not hold,
// from what should be there beside what is: the start of an end, the event of a
// line, the line of a failure, the number before a number. A log of one kind
// without numbers shows no gap. Tries that were left out, of whose operations there
// are so many, were there with both ends.
func lossOf(as []*attempt, leftOut map[habitOf]int) map[string]float64 {
	counts := map[string]*lossCount{}
	failed := map[habitOf]bool{}
	for _, a := range as {
		if a.failure != nil {
			failed[habitKey(a)] = true
		}
	}
	for _, a := range as {
		if a.evented && !failed[habitKey(a)] {
			continue // steps that never fail may log one end only
		}
		n := counts[a.process]
		if n == nil {
			n = &lossCount{}
			counts[a.process] = n
		}
		n.add(a)
	}
	for k, tries := range leftOut {
		if n := counts[k.process]; n != nil && failed[k] {
			n.starts += tries
			n.ends += tries
		}
	}
	loss := map[string]float64{}
	for process, n := range counts {
		loss[process] = n.share()
	}
	return loss
}

// A lossCount counts attempts by what is there of them.
type lossCount struct {
	starts, ends, endOnly int // of events
	failEvents, failLines int // failed by an event; of them with a line
	lines, linesAlone     int // failed by a line; of them without events
	numbered, gaps        int // tries with a number; numbers that are not there
}

func (n *lossCount) add(a *attempt) {
	if a.evented {
		if a.start != unset {
			n.starts++
		}
		if a.end != unset && a.endPhase != parse.NoPhase {
			n.ends++
			if a.start == unset {
				n.endOnly++
			}
		}
	}
	if a.endPhase == parse.Fail {
		n.failEvents++
		if a.logged {
			n.failLines++
		}
	}
	if a.logged && a.failure != nil {
		n.lines++
		if !a.evented && a.job != "" { // a line without a job need not have events
			n.linesAlone++
		}
	}
	last := 0
	for _, p := range a.probes {
		if p.number > last {
			n.numbered++
			n.gaps += p.number - last - 1
			last = p.number
		}
	}
}

func (n *lossCount) share() float64 {
	worst := 0.0
	worsen := func(lost, of int) {
		if of > 0 {
			worst = max(worst, float64(lost)/float64(of))
		}
	}
	worsen(n.endOnly, n.ends)
	worsen(n.gaps, n.numbered+n.gaps)
	if n.failLines > 0 {
		worsen(n.failEvents-n.failLines, n.failEvents)
	}
	if n.starts > 0 {
		worsen(n.linesAlone, n.lines)
	}
	return worst
}
