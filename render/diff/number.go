package diff

import (
	"math"
	"slices"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// A measure is a value of one report with its words.
type measure struct {
	value *float64
	words string
}

// notKnown are the words of a value that a report does not hold.
const notKnown = "not known"

func some(v float64, words string) measure { return measure{&v, words} }

func count(n int) measure { return some(float64(n), words.Number(n)) }

func seconds(d time.Duration) measure { return some(d.Seconds(), words.Duration(d)) }

// measures are what is compared, in the order of the comparison.
var measures = []struct {
	name, unit string
	of         func(*analyze.Report) measure
}{
	{"tries", "tries", func(r *analyze.Report) measure { return count(r.Coverage.Attempts) }},
	{"failed tries", "tries", func(r *analyze.Report) measure { return count(r.Coverage.Failed) }},
	{"failed share", "%", failedShare},
	{"failed in name resolution", "tries", func(r *analyze.Report) measure { return count(listed(r, analyze.Class.IsDNS)) }},
	{"failed lookups", "lookups", failedLookups},
	{"windows of a cached failure", "windows", func(r *analyze.Report) measure { return count(len(r.Windows)) }},
	{"tries answered from the cached failure", "tries", func(r *analyze.Report) measure {
		return count(listed(r, func(c analyze.Class) bool { return c == analyze.ClassCached }))
	}},
	{"tries queued on another one's lookup", "tries", func(r *analyze.Report) measure {
		return count(listed(r, func(c analyze.Class) bool { return c == analyze.ClassWaited }))
	}},
	{"retries inside a window", "tries", retryTrap},
	{"negative TTL", "s", negativeTTL},
	{"longest failed lookup, at most", "s", longestLookup},
	{"longest try", "s", longestTry},
	{"median of successful tries", "s", func(r *analyze.Report) measure { return median(r, analyze.OutcomeOK) }},
	{"median of failed tries", "s", func(r *analyze.Report) measure { return median(r, analyze.OutcomeFailed) }},
	{"first failure to first success", "s", recovery},
}

func numbers(before, after *analyze.Report) []Number {
	list := make([]Number, 0, len(measures))
	for _, m := range measures {
		b, a := m.of(before), m.of(after)
		n := Number{Name: m.name, Unit: m.unit, Before: b.value, After: a.value, BeforeWords: b.words, AfterWords: a.words, Change: "unknown"}
		if n.BeforeWords == "" {
			n.BeforeWords = notKnown
		}
		if n.AfterWords == "" {
			n.AfterWords = notKnown
		}
		if b.value != nil && a.value != nil {
			n.Change = []string{"less", "same", "more"}[1+compare(*a.value, *b.value)]
		}
		list = append(list, n)
	}
	return list
}

// compare takes values that read the same as equal.
func compare(a, b float64) int {
	if math.Abs(a-b) < 0.0005 {
		return 0
	}
	if a < b {
		return -1
	}
	return 1
}

// number finds a measure of d by its name.
func (d *Diff) number(name string) *Number {
	i := slices.IndexFunc(d.Numbers, func(n Number) bool { return n.Name == name })
	return &d.Numbers[i]
}

func listed(r *analyze.Report, is func(analyze.Class) bool) int {
	n := 0
	for i := range r.Attempts {
		if r.Attempts[i].Outcome == analyze.OutcomeFailed && is(r.Attempts[i].Class) {
			n++
		}
	}
	return n
}

func failedShare(r *analyze.Report) measure {
	if r.Coverage.Attempts == 0 || r.Coverage.NotTries > 0 { // successes are not known
		return measure{}
	}
	share := 100 * float64(r.Coverage.Failed) / float64(r.Coverage.Attempts)
	return some(share, percent(share))
}

// percent rounds, but neither to nothing nor to everything.
func percent(share float64) string {
	switch {
	case share > 0 && share < 1:
		return "under 1%"
	case share > 99 && share < 100:
		return "over 99%"
	}
	return words.Seconds(math.Round(share)) + "%"
}

// failedLookups are the tries that led one, and the windows whose leader the
// logs do not hold.
func failedLookups(r *analyze.Report) measure {
	n := listed(r, func(c analyze.Class) bool { return c == analyze.ClassLookup })
	for i := range r.Windows {
		if r.Windows[i].Lookup.Leader == nil {
			n++
		}
	}
	return count(n)
}

func retryTrap(r *analyze.Report) measure {
	trapped := map[string]bool{}
	for i := range r.Findings {
		if r.Findings[i].ID != "retry-trap" {
			continue
		}
		for _, e := range r.Findings[i].Evidence {
			for _, id := range e.Attempts {
				trapped[id] = true
			}
		}
	}
	return count(len(trapped))
}

// negativeTTL is what all windows have in common, if they have. Its value is
// the best where there is one, else unknown: an interval is no number.
func negativeTTL(r *analyze.Report) measure {
	var all analyze.TTL
	for i := range r.Windows {
		t := r.Windows[i].TTL
		if t.Low != nil && (all.Low == nil || *t.Low > *all.Low) {
			all.Low = t.Low
		}
		if t.High != nil && (all.High == nil || *t.High < *all.High) {
			all.High = t.High
		}
		if t.Best != nil && (all.Best == nil || *t.Best == *all.Best) {
			all.Best = t.Best
		}
	}
	switch {
	case all.Low == nil && all.High == nil:
		return measure{}
	case all.Low != nil && all.High != nil && *all.Low > *all.High:
		return measure{words: "differs between windows"}
	case all.Best != nil && (all.Low != nil && *all.Best < *all.Low || all.High != nil && *all.Best > *all.High):
		all.Best = nil
	}
	return measure{all.Best, words.TTL(all)}
}

func longestLookup(r *analyze.Report) measure {
	var longest time.Duration
	for i := range r.Windows {
		w := &r.Windows[i]
		if !w.Lookup.Start.IsZero() && !w.Opened.Latest.IsZero() {
			longest = max(longest, w.Opened.Latest.Sub(w.Lookup.Start.Time))
		}
	}
	if longest == 0 {
		return measure{}
	}
	return seconds(longest)
}

func lengths(r *analyze.Report, of func(*analyze.Attempt) bool) []time.Duration {
	var list []time.Duration
	for i := range r.Attempts {
		if a := &r.Attempts[i]; a.Duration != nil && of(a) {
			list = append(list, time.Duration(*a.Duration))
		}
	}
	slices.Sort(list)
	return list
}

func longestTry(r *analyze.Report) measure {
	list := lengths(r, func(*analyze.Attempt) bool { return true })
	if len(list) == 0 {
		return measure{}
	}
	return seconds(list[len(list)-1])
}

func median(r *analyze.Report, o analyze.Outcome) measure {
	list := lengths(r, func(a *analyze.Attempt) bool { return a.Outcome == o })
	if len(list) == 0 {
		return measure{}
	}
	return seconds(list[len(list)/2])
}

// recovery is the time from the first failed try to the first success behind
// the last window.
func recovery(r *analyze.Report) measure {
	first := Zero(r)
	var back time.Time
	for i := range r.Windows {
		if t := r.Windows[i].FirstSuccess; t.After(back) {
			back = t.Time
		}
	}
	if first.IsZero() || back.IsZero() || back.Before(first) {
		return measure{}
	}
	return seconds(back.Sub(first))
}

// Zero is the instant from which the time of a report counts: the first known
// one of a failed try, else of any.
func Zero(r *analyze.Report) time.Time {
	for _, any := range []bool{false, true} {
		var first time.Time
		for i := range r.Attempts {
			a := &r.Attempts[i]
			t := a.Start
			if t.IsZero() {
				t = a.End
			}
			if t.IsZero() || !any && a.Outcome != analyze.OutcomeFailed {
				continue
			}
			if first.IsZero() || t.Before(first) {
				first = t.Time
			}
		}
		if !first.IsZero() {
			return first
		}
	}
	return time.Time{}
}
