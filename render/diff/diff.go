// Package diff compares two reports of the same system: what a fix changed, in
// numbers, and what the two cannot tell. It reads finished reports and adds no
// cause to them.
package diff

import (
	"cmp"
	"reflect"
	"slices"
	"time"

	"timeline/analyze"
)

// Schema is the name and version of a written comparison.
const Schema = "timeline.diff/v1"

// A Diff is a comparison of two reports.
type Diff struct {
	Schema   string       `json:"schema"`
	Tool     analyze.Tool `json:"tool"`
	Verdict  string       `json:"verdict"` // one sentence for a person
	Before   Side         `json:"before"`
	After    Side         `json:"after"`
	Unlike   []string     `json:"unlike"`  // why numbers of the two do not compare as they stand
	Numbers  []Number     `json:"numbers"` // in a fixed order
	Findings []Finding    `json:"findings"`
	NotShown []string     `json:"not_shown"` // what the two reports leave open
}

// A Side is what one of the reports covers.
type Side struct {
	From      analyze.Time    `json:"from"` // first and last instant of its tries
	To        analyze.Time    `json:"to"`
	Span      *analyze.Millis `json:"span_ms"`
	Attempts  int             `json:"attempts"`
	Failed    int             `json:"failed"`
	OK        int             `json:"ok"`
	Unknown   int             `json:"unknown"`
	Hosts     []string        `json:"hosts"` // in the order of names
	Processes []string        `json:"processes"`
	Verdict   string          `json:"verdict"`
}

// A Number is one measure of both reports. A nil value is not known.
type Number struct {
	Name   string   `json:"name"`
	Unit   string   `json:"unit"` // "tries", "%", "windows", "s", "ms"
	Before *float64 `json:"before"`
	After  *float64 `json:"after"`
	// Words say the values where a bare number would claim too much: "5.9 to 10.5 s, fits 10 s".
	BeforeWords string `json:"before_words"`
	AfterWords  string `json:"after_words"`
	Change      string `json:"change"` // "less", "more", "same", "unknown"
}

// A Finding is one kind of finding about one host in one process.
type Finding struct {
	ID      string `json:"id"`
	Process string `json:"process"`
	Host    string `json:"host"`
	Change  string `json:"change"` // "gone", "new", "kept"
	Before  *Claim `json:"before"`
	After   *Claim `json:"after"`
}

// A Claim is what one report says of a finding: how often, how surely, and in
// the words of the surest.
type Claim struct {
	Count      int                `json:"count"`
	Confidence analyze.Confidence `json:"confidence"`
	Statement  string             `json:"statement"`
}

// Of compares two reports.
func Of(before, after *analyze.Report) *Diff {
	d := &Diff{Schema: Schema, Tool: after.Tool, Before: sideOf(before), After: sideOf(after)}
	d.Numbers = numbers(before, after)
	d.Findings = findings(before, after)
	d.Unlike = unlike(d, before, after)
	d.NotShown = notShown(d, before, after)
	d.Verdict = verdict(d)
	if sameReport(before, after) {
		d.Verdict = "These are the same report: there is nothing to compare."
	}
	return d
}

// sameReport reports whether both hold the same findings of the same tries.
func sameReport(a, b *analyze.Report) bool {
	return a.Coverage.Attempts > 0 && a.Verdict == b.Verdict && reflect.DeepEqual(a.Attempts, b.Attempts) && reflect.DeepEqual(a.Windows, b.Windows) &&
		reflect.DeepEqual(a.Coverage, b.Coverage) && reflect.DeepEqual(a.Findings, b.Findings)
}

func sideOf(r *analyze.Report) Side {
	c := r.Coverage
	s := Side{Attempts: c.Attempts, Failed: c.Failed, OK: c.OK, Unknown: c.Unknown, Verdict: r.Verdict, Hosts: []string{}, Processes: []string{}}
	for i := range r.Attempts {
		a := &r.Attempts[i]
		for _, t := range []analyze.Time{a.Start, a.End} {
			if t.IsZero() {
				continue
			}
			if s.From.IsZero() || t.Before(s.From.Time) {
				s.From = t
			}
			if t.After(s.To.Time) {
				s.To = t
			}
		}
		if a.Host != nil {
			s.Hosts = append(s.Hosts, *a.Host)
		}
		if a.Process != "" {
			s.Processes = append(s.Processes, a.Process)
		}
	}
	if !s.From.IsZero() {
		span := analyze.Millis(s.To.Sub(s.From.Time))
		s.Span = &span
	}
	slices.Sort(s.Hosts)
	slices.Sort(s.Processes)
	s.Hosts, s.Processes = slices.Compact(s.Hosts), slices.Compact(s.Processes)
	return s
}

func (s *Side) span() time.Duration {
	if s.Span == nil {
		return 0
	}
	return time.Duration(*s.Span)
}

// findings pairs what the reports found by kind, host and process. The process
// is left out where either report knows none: logs before and after a fix are
// seldom named alike.
func findings(before, after *analyze.Report) []Finding {
	type key struct{ id, process, host string }
	named := len(sideOf(before).Processes) > 0 && len(sideOf(after).Processes) > 0
	var list []Finding
	at := map[key]int{}
	add := func(r *analyze.Report, claim func(*Finding) **Claim) {
		for i := range r.Findings {
			f := &r.Findings[i]
			k := key{f.ID, f.Process, f.Host}
			if !named {
				k.process = ""
			}
			n, seen := at[k]
			if !seen {
				n = len(list)
				at[k] = n
				list = append(list, Finding{ID: f.ID, Process: k.process, Host: f.Host})
			}
			c := claim(&list[n])
			if *c == nil {
				*c = &Claim{}
			}
			if (*c).Count++; (*c).Count == 1 || rank(f.Confidence) < rank((*c).Confidence) {
				(*c).Confidence, (*c).Statement = f.Confidence, f.Statement
			}
		}
	}
	add(before, func(f *Finding) **Claim { return &f.Before })
	add(after, func(f *Finding) **Claim { return &f.After })
	for i := range list {
		switch f := &list[i]; {
		case f.After == nil:
			f.Change = "gone"
		case f.Before == nil:
			f.Change = "new"
		default:
			f.Change = "kept"
		}
	}
	order := map[string]int{"new": 0, "kept": 1, "gone": 2}
	slices.SortStableFunc(list, func(a, b Finding) int { return cmp.Compare(order[a.Change], order[b.Change]) })
	if list == nil {
		list = []Finding{}
	}
	return list
}

func rank(c analyze.Confidence) int {
	if i := slices.Index([]analyze.Confidence{analyze.Strong, analyze.Moderate, analyze.Weak}, c); i >= 0 {
		return i
	}
	return 3
}
