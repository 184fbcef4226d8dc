package render

import (
	"slices"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// A row is a try as tables show it; its texts are still those of the log.
type row struct {
	*analyze.Attempt
	name   string // job, else thread
	start  string // UTC
	since  string // T+
	length string
}

// rows are at most limit tries in the order of the report: those that did not
// end well go first when not all fit. The second value is how many are left out.
func rows(r *analyze.Report, limit int) ([]row, int) {
	keep := make([]bool, len(r.Attempts))
	left := limit
	for _, well := range []bool{false, true} {
		for i := range r.Attempts {
			if left > 0 && (r.Attempts[i].Outcome == analyze.OutcomeOK) == well {
				keep[i] = true
				left--
			}
		}
	}
	zero := beginning(r)
	var out []row
	for i := range r.Attempts {
		if keep[i] {
			out = append(out, newRow(&r.Attempts[i], zero))
		}
	}
	return out, max(r.Coverage.Attempts, len(r.Attempts)) - len(out)
}

// beginning is the instant that T+ counts from: the first known time of a try
// that did not end well, else of any.
func beginning(r *analyze.Report) time.Time {
	at := func(a analyze.Attempt) time.Time {
		if a.Start.IsZero() {
			return a.End.Time
		}
		return a.Start.Time
	}
	for _, well := range []bool{false, true} {
		i := slices.IndexFunc(r.Attempts, func(a analyze.Attempt) bool {
			return (a.Outcome == analyze.OutcomeOK) == well && !at(a).IsZero()
		})
		if i >= 0 {
			return at(r.Attempts[i])
		}
	}
	return time.Time{}
}

func newRow(a *analyze.Attempt, zero time.Time) row {
	t := row{Attempt: a, name: a.Job, start: "unknown", since: "unknown", length: "unknown"}
	if t.name == "" {
		t.name = a.Thread
	}
	switch {
	case !a.Start.IsZero():
		t.start, t.since = words.Stamp(a.Start.Time, time.UTC), words.Elapsed(a.Start.Sub(zero))
	case !a.End.IsZero():
		t.start, t.since = "ended "+words.Stamp(a.End.Time, time.UTC), words.Elapsed(a.End.Sub(zero))
	}
	if a.Duration != nil {
		t.length = words.Duration(time.Duration(*a.Duration))
	}
	return t
}
