package render

import (
	"cmp"
	"slices"
	"time"

	"timeline/analyze"
)

// A stretch is a time in which tries failed, with nothing but successes on both
// sides of it.
type stretch struct {
	from, to time.Time
	success  time.Time // the first one after its last window; zero where none is seen
	window   bool      // a failure was cached in it
	late     int       // tries that failed after it
}

// quiet is the least time without a failure, but with a success, that parts two
// stretches: below it, single successes between the failures of one disruption
// would make two of it.
const quiet = time.Minute

// stretches are the times in which tries failed, in order. Windows alone make
// none: what they served is a try.
func stretches(r *analyze.Report) []stretch {
	failed, well := outcomeTimes(r)
	var out []stretch
	for _, f := range failed {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if f.from.Sub(last.to) < quiet || !succeeded(r, well, last.to, f.from) {
				if f.to.After(last.to) {
					last.to = f.to
				}
				continue
			}
		}
		out = append(out, stretch{from: f.from, to: f.to})
	}
	recoveries(r, out)
	return out
}

// outcomeTimes are the failed tries, by start, and the ends of those that went well.
func outcomeTimes(r *analyze.Report) (failed []stretch, well []time.Time) {
	for i := range r.Attempts {
		a := &r.Attempts[i]
		from, to := a.Start.Time, a.End.Time
		if from.IsZero() {
			from = to
		}
		if to.IsZero() {
			to = from
		}
		switch {
		case from.IsZero():
		case a.Outcome == analyze.OutcomeFailed:
			failed = append(failed, stretch{from: from, to: to})
		case a.Outcome == analyze.OutcomeOK:
			well = append(well, to)
		}
	}
	slices.SortStableFunc(failed, func(a, b stretch) int { return cmp.Or(a.from.Compare(b.from), a.to.Compare(b.to)) })
	slices.SortFunc(well, time.Time.Compare)
	return failed, well
}

// succeeded reports whether a try ended well between from and to. Those that a
// report only counts were all well.
func succeeded(r *analyze.Report, well []time.Time, from, to time.Time) bool {
	at, _ := slices.BinarySearchFunc(well, from, time.Time.Compare)
	if at < len(well) && well[at].Before(to) {
		return true
	}
	u := r.Coverage.Unlisted
	if u == nil || u.From.IsZero() || u.StepS < 1 {
		return false
	}
	step := time.Duration(u.StepS) * time.Second
	for i, n := range u.Counts {
		begin := u.From.Add(time.Duration(i) * step)
		if n > 0 && begin.After(from) && begin.Add(step).Before(to) {
			return true
		}
	}
	return false
}

// recoveries finds what each stretch says of its end.
func recoveries(r *analyze.Report, out []stretch) {
	opened := make([]time.Time, len(out)) // of its last window
	for i := range r.Windows {
		w := &r.Windows[i]
		at := w.Opened.Latest.Time
		if at.IsZero() {
			at = w.Opened.Earliest.Time
		}
		k := stretchAt(out, at)
		if k < 0 || out[k].window && !at.After(opened[k]) {
			continue
		}
		out[k].window, out[k].success, opened[k] = true, w.FirstSuccess.Time, at
		if k+1 < len(out) && !out[k].success.Before(out[k+1].from) {
			out[k].success = time.Time{} // it came after failures of the next one
		}
	}
	for i := range r.Attempts {
		a := &r.Attempts[i]
		if a.Outcome != analyze.OutcomeFailed || a.End.IsZero() {
			continue
		}
		if k := stretchAt(out, a.End.Time); k >= 0 && !out[k].success.IsZero() && a.End.After(out[k].success) {
			out[k].late++
		}
	}
}

// stretchAt is the last of all that began by t, -1 where none did.
func stretchAt(all []stretch, t time.Time) int {
	k, found := slices.BinarySearchFunc(all, t, func(s stretch, t time.Time) int { return s.from.Compare(t) })
	if found {
		return k
	}
	return k - 1
}
