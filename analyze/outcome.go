package analyze

import "timeline/parse"

// decideOutcomes says how each attempt ended. A record that states it decides.
// An end event alone says only that the operation ended: it counts as a success
// where this log marks failures in another way, because it writes a failure
// event, or none at all, for a failed try.
func decideOutcomes(as []*attempt, chains [][]*attempt) {
	habits := failureHabits(as)
	for _, a := range as {
		a.outcome = statedOutcome(a)
		if a.outcome == OutcomeUnknown && a.endPhase == parse.End && habits[habitKey(a)].endMeansOK() {
			a.outcome = OutcomeOK
		}
	}
	for _, chain := range chains {
		for i, a := range chain {
			if a.outcome == OutcomeUnknown && i+1 < len(chain) && wasRetried(a, chain[i+1]) {
				a.outcome = OutcomeFailed
			}
		}
	}
}

func statedOutcome(a *attempt) Outcome {
	switch {
	case a.failure != nil, a.endPhase == parse.Fail, a.status == parse.Failed:
		return OutcomeFailed
	case a.status == parse.OK:
		return OutcomeOK
	}
	return OutcomeUnknown
}

// wasRetried: the log names next as another try of a, or a never ended.
func wasRetried(a, next *attempt) bool {
	return next.op != a.op && family(next.op) == a.op || a.end == unset
}

// A habit is how the log of one operation marks a failed try.
type habit struct {
	failEvents   int // failure topics
	endless      int // starts without an end that another try followed
	failedAtEnds int // tries known to have failed that wrote a plain end
}

func (h *habit) endMeansOK() bool {
	return h != nil && h.failedAtEnds == 0 && h.failEvents+h.endless > 0
}

type habitOf struct{ process, family string }

func habitKey(a *attempt) habitOf { return habitOf{a.process, family(a.op)} }

func failureHabits(as []*attempt) map[habitOf]*habit {
	habits := map[habitOf]*habit{}
	for _, a := range as {
		h := habits[habitKey(a)]
		if h == nil {
			h = &habit{}
			habits[habitKey(a)] = h
		}
		switch {
		case a.endPhase == parse.Fail:
			h.failEvents++
		case a.endPhase == parse.End && (a.failure != nil || a.status == parse.Failed):
			h.failedAtEnds++
		case a.evented && a.endPhase == parse.NoPhase:
			h.endless++
		}
	}
	return habits
}
