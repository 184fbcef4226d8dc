package analyze

import (
	"fmt"
	"time"
)

// A Gap is a part of an input that may be missing from what was read: a store did
// not answer for it, or its answer broke off.
type Gap struct {
	Input    string    // its path
	From, To time.Time // half open
	Why      string
}

// gapReach is how far from a gap a finding may depend on it: it may have held the
// lookup before, or the success after.
const gapReach = time.Minute

// maxGaps is how many gaps a report lists.
const maxGaps = 8

// words say what may be missing.
func (g Gap) words() string {
	return fmt.Sprintf("incomplete: %s may hold more between %s and %s than it gave: %s", g.Input, gapTime(g.From), gapTime(g.To), g.Why)
}

func gapTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.999Z07:00") }

func gapNotes(gaps []Gap) []string {
	var notes []string
	for i, g := range gaps {
		if i == maxGaps {
			notes = append(notes, fmt.Sprintf("incomplete: %d more parts of the inputs may be missing", len(gaps)-i))
			break
		}
		notes = append(notes, g.words())
	}
	return notes
}

// touches reports whether g may have held something that f rests on. A finding
// without times may rest on anything.
func (g Gap) touches(f *Finding) bool {
	if f.From.IsZero() || f.To.IsZero() {
		return true
	}
	return g.From.Before(f.To.Add(gapReach)) && f.From.Add(-gapReach).Before(g.To)
}

// lower lowers, by one step, the confidence of the findings that gaps touch.
func (r *Report) lower(gaps []Gap) {
	for i := range r.Findings {
		f := &r.Findings[i]
		for _, g := range gaps {
			if g.touches(f) {
				f.Confidence = lessSure(f.Confidence)
				f.NotShown = append(f.NotShown, fmt.Sprintf("what %s holds between %s and %s and did not give", g.Input, gapTime(g.From), gapTime(g.To)))
				break
			}
		}
	}
}

// sayIncomplete says in the notes and in the verdict of r what may be missing.
func (r *Report) sayIncomplete(gaps []Gap) {
	if len(gaps) == 0 {
		return
	}
	r.Coverage.Notes = append(r.Coverage.Notes, gapNotes(gaps)...)
	if r.Coverage.Attempts == 0 {
		r.Verdict = "Cannot tell: the inputs did not give all that they hold."
		return
	}
	r.Verdict += " The inputs did not give all that they hold: this may be a part of what happened."
}

func lessSure(c Confidence) Confidence {
	if c == Strong {
		return Moderate
	}
	return Weak
}
