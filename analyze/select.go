package analyze

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Selection says which part of a report to show. The zero value is all of it.
type Selection struct {
	Since, Until time.Time // zero: open; both ends belong to the span
	Focus        string    // "window:w1", "finding:negative-cache", "host:NAME", "process:NAME"; "": everything
}

// IsZero reports whether s selects everything.
func (s Selection) IsZero() bool { return s.Since.IsZero() && s.Until.IsZero() && s.Focus == "" }

// focusMargin is how much of the length of a window or finding in focus is shown
// before and after it, and leastMargin the least of it.
const (
	focusMargin = 0.1
	leastMargin = time.Second
)

// A subject is what a selection looks for, with everything but the times
// optional.
type subject struct {
	period
	window, finding string
	host, process   *string
}

// A period of time; a zero end is open.
type period struct{ from, to time.Time }

// Select is the part of r that sel names: tries, windows and findings that touch
// its span. A window or a finding is kept whole, with the numbers it had, and so
// are the counts of the coverage, which names what was left out. r is not changed.
func Select(r *Report, sel Selection) (*Report, error) {
	if sel.IsZero() {
		return r, nil
	}
	want, err := subjectOf(r, sel)
	if err != nil {
		return nil, err
	}
	part := *r
	part.Attempts, part.Windows, part.Findings = []Attempt{}, []Window{}, []Finding{}
	for _, a := range r.Attempts {
		if want.attempt(&a) {
			part.Attempts = append(part.Attempts, a)
		}
	}
	for _, w := range r.Windows {
		if want.windowed(&w) {
			part.Windows = append(part.Windows, w)
		}
	}
	for _, f := range r.Findings {
		if want.found(&f) {
			part.Findings = append(part.Findings, f)
		}
	}
	note := fmt.Sprintf("a part of the report was selected: %d of %d listed attempts, %d of %d windows, %d of %d findings",
		len(part.Attempts), len(r.Attempts), len(part.Windows), len(r.Windows), len(part.Findings), len(r.Findings))
	part.Coverage.Notes = append(append([]string{}, r.Coverage.Notes...), note)
	return &part, nil
}

func subjectOf(r *Report, sel Selection) (*subject, error) {
	if !sel.Since.IsZero() && !sel.Until.IsZero() && sel.Until.Before(sel.Since) {
		return nil, fmt.Errorf("the selected span ends before it begins")
	}
	want := &subject{}
	if sel.Focus != "" {
		if err := want.focus(r, sel.Focus); err != nil {
			return nil, err
		}
	}
	if !sel.Since.IsZero() {
		want.from = sel.Since
	}
	if !sel.Until.IsZero() {
		want.to = sel.Until
	}
	return want, nil
}

// choices names the windows or findings that a report has.
func choices(r *Report, kind string) string {
	const most = 12
	var ids []string
	switch kind {
	case "window":
		for i := range r.Windows {
			ids = append(ids, r.Windows[i].ID)
		}
	case "finding":
		for i := range r.Findings {
			if id := r.Findings[i].ID; !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	default:
		return ""
	}
	switch n := len(ids); {
	case n == 0:
		return ": it has none"
	case n > most:
		return fmt.Sprintf(": it has %s and %d more", strings.Join(ids[:most], ", "), n-most)
	}
	return ": it has " + strings.Join(ids, ", ")
}

// focus reads what to look at. Names of hosts and processes are whole names.
func (want *subject) focus(r *Report, focus string) error {
	kind, name, ok := strings.Cut(focus, ":")
	if !ok || name == "" {
		return fmt.Errorf("focus %q is not window:ID, finding:ID, host:NAME or process:NAME", focus)
	}
	switch kind {
	case "window":
		for i := range r.Windows {
			if w := &r.Windows[i]; w.ID == name {
				*want = subject{period: windowPeriod(r, w).padded(), window: w.ID, host: &w.Host, process: &w.Process}
				return nil
			}
		}
	case "finding":
		for i := range r.Findings {
			if f := &r.Findings[i]; f.ID == name {
				*want = subject{period: period{f.From.Time, f.To.Time}.padded(), finding: f.ID, process: &f.Process}
				if f.Host != "" {
					want.host = &f.Host
				}
				return nil
			}
		}
	case "host":
		want.host = &name
		for i := range r.Attempts {
			if h := r.Attempts[i].Host; h != nil && *h == name {
				return nil
			}
		}
	case "process":
		want.process = &name
		for i := range r.Attempts {
			if r.Attempts[i].Process == name {
				return nil
			}
		}
	default:
		return fmt.Errorf("focus %q is not window:ID, finding:ID, host:NAME or process:NAME", focus)
	}
	return fmt.Errorf("the report has no %s %q%s", kind, name, choices(r, kind))
}

// windowPeriod goes from the first try of w to its end or the first success.
func windowPeriod(r *Report, w *Window) period {
	s := period{}
	see := func(t Time) {
		if t.IsZero() {
			return
		}
		if s.from.IsZero() || t.Before(s.from) {
			s.from = t.Time
		}
		if t.After(s.to) {
			s.to = t.Time
		}
	}
	for _, t := range []Time{w.Lookup.Start, w.Opened.Earliest, w.Opened.Latest, w.Closed.Earliest, w.Closed.Latest, w.FirstSuccess} {
		see(t)
	}
	member := map[string]bool{}
	for _, list := range [][]string{w.Lookup.Waited, w.Cached} {
		for _, id := range list {
			member[id] = true
		}
	}
	if w.Lookup.Leader != nil {
		member[*w.Lookup.Leader] = true
	}
	for i := range r.Attempts {
		if a := &r.Attempts[i]; member[a.ID] {
			see(a.Start)
			see(a.End)
		}
	}
	return s
}

// padded is s with a margin; an open end stays open.
func (s period) padded() period {
	margin := leastMargin
	if !s.from.IsZero() && !s.to.IsZero() {
		margin = max(margin, time.Duration(focusMargin*float64(s.to.Sub(s.from))))
	}
	if !s.from.IsZero() {
		s.from = s.from.Add(-margin)
	}
	if !s.to.IsZero() {
		s.to = s.to.Add(margin)
	}
	return s
}

// touches reports whether from..to shares an instant with s. An unknown end
// is taken to be the known one; what has no time at all touches an open span only.
func (s period) touches(from, to Time) bool {
	if from.IsZero() {
		from = to
	}
	if to.IsZero() {
		to = from
	}
	if from.IsZero() {
		return s.from.IsZero() && s.to.IsZero()
	}
	return (s.to.IsZero() || !from.After(s.to)) && (s.from.IsZero() || !to.Before(s.from))
}

func (want *subject) in(process string) bool { return want.process == nil || *want.process == process }

func (want *subject) attempt(a *Attempt) bool {
	if want.host != nil && (a.Host == nil || *a.Host != *want.host) {
		return false
	}
	return want.in(a.Process) && want.touches(a.Start, a.End)
}

func (want *subject) windowed(w *Window) bool {
	if want.window != "" {
		return w.ID == want.window
	}
	from := w.Lookup.Start
	for _, t := range []Time{w.Opened.Earliest, w.Opened.Latest} {
		if from.IsZero() {
			from = t
		}
	}
	to := w.Closed.Latest
	if to.IsZero() {
		to = w.Closed.Earliest
	}
	return (want.host == nil || *want.host == w.Host) && want.in(w.Process) && want.touches(from, to)
}

func (want *subject) found(f *Finding) bool {
	if want.finding != "" {
		return f.ID == want.finding && want.in(f.Process)
	}
	return (want.host == nil || f.Host == "" || *want.host == f.Host) && want.in(f.Process) && want.touches(f.From, f.To)
}
