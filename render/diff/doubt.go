package diff

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// unlikeSpan is how much longer one span may be than the other for counts to
// compare.
const unlikeSpan = 1.25

// unlike says why numbers of the two reports do not compare as they stand.
func unlike(d *Diff, before, after *analyze.Report) []string {
	list := []string{}
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	b, a := d.Before.span(), d.After.span()
	switch {
	case b == 0 && a == 0:
	case b == 0 || a == 0:
		add("one of the reports has no span of time")
	case float64(max(a, b)) > unlikeSpan*float64(min(a, b)):
		add("different spans: %s before, %s after; compare shares, not counts", words.Duration(b), words.Duration(a))
	}
	if only := without(d.Before.Hosts, d.After.Hosts); len(only) > 0 {
		add("looked up only before: %s", names(only))
	}
	if only := without(d.After.Hosts, d.Before.Hosts); len(only) > 0 {
		add("looked up only after: %s", names(only))
	}
	if x, y := len(d.Before.Processes), len(d.After.Processes); x != y {
		add("different numbers of named processes: %d before, %d after", x, y)
	}
	if before.Tool.Version != after.Tool.Version {
		add("made by different versions: %s and %s", words.Visible(before.Tool.Version), words.Visible(after.Tool.Version))
	}
	return list
}

func names(list []string) string {
	shown := make([]string, len(list))
	for i, s := range list {
		shown[i] = words.Visible(s)
	}
	return words.List(shown, 4)
}

func without(list, other []string) []string {
	var only []string
	for _, s := range list {
		if !slices.Contains(other, s) {
			only = append(only, s)
		}
	}
	return only
}

// untested reports whether nothing failed in name resolution afterwards: then
// the reports do not show what a failure would do now.
func (d *Diff) untested() bool {
	n := d.number("failed in name resolution")
	return *n.Before > 0 && *n.After == 0
}

// notShown says what the two reports leave open.
func notShown(d *Diff, before, after *analyze.Report) []string {
	list := []string{}
	if d.untested() {
		list = append(list, "whether the fix works: no lookup failed in the logs after it, so that nothing put it to the test")
	}
	if ttl := d.number("negative TTL"); !d.untested() && (ttl.BeforeWords == notKnown) != (ttl.AfterWords == notKnown) {
		side := "after"
		if ttl.BeforeWords == notKnown {
			side = "before"
		}
		list = append(list, "the negative TTL "+side+": no window of a cached failure bounds it there")
	}
	for _, s := range []struct {
		name string
		r    *analyze.Report
	}{{"before", before}, {"after", after}} {
		if n := s.r.Coverage.Unknown; n > 0 {
			list = append(list, fmt.Sprintf("the outcome of %s of %s %s", words.Number(n), words.Tries(s.r.Coverage.Attempts), s.name))
		}
		if n := s.r.Coverage.Attempts - len(s.r.Attempts); n > 0 {
			list = append(list, fmt.Sprintf("durations of %s %s, which are counted and not listed", words.Tries(n), s.name))
		}
		bad := 0
		for _, in := range s.r.Coverage.Inputs {
			bad += in.Unreadable
		}
		if bad > 0 {
			list = append(list, fmt.Sprintf("%s %s that could not be read", words.Count(bad, "piece", "pieces"), s.name))
		}
	}
	return append(list, "whether the fix made the difference: load, DNS and network may have differed too")
}

// verdict is the comparison in a sentence.
func verdict(d *Diff) string {
	if d.Before.Attempts == 0 || d.After.Attempts == 0 {
		return "Nothing to compare: one of the reports holds no try."
	}
	if common := len(d.Before.Hosts) - len(without(d.Before.Hosts, d.After.Hosts)); common == 0 && len(d.Before.Hosts) > 0 && len(d.After.Hosts) > 0 {
		return "The two reports have no host in common: what follows sets them side by side, and is no comparison."
	}
	share := d.number("failed share")
	s := failedOf(&d.Before, "failed before", share.BeforeWords) + ", " + failedOf(&d.After, "after", share.AfterWords)
	if d.untested() {
		return s + "; no lookup failed afterwards, so that the fix was not put to the test."
	}
	if w := d.number("windows of a cached failure"); *w.Before > 0 || *w.After > 0 {
		s += fmt.Sprintf("; %s of a cached failure before, %s after", words.Count(int(*w.Before), "window", "windows"), words.Number(int(*w.After)))
	}
	if ttl := d.number("negative TTL"); ttl.BeforeWords != notKnown && ttl.AfterWords != notKnown {
		s += "; negative TTL " + bracketed(ttl.BeforeWords) + " before, " + bracketed(ttl.AfterWords) + " after"
	}
	return s + "."
}

func failedOf(s *Side, when, share string) string {
	if s.Unknown > 0 {
		share += ", " + words.Number(s.Unknown) + " with an unknown outcome"
	}
	return fmt.Sprintf("%s of %s %s (%s)", words.Number(s.Failed), words.Tries(s.Attempts), when, share)
}

// bracketed sets the second part of a TTL apart: "9.7 to 10.2 s (fits 10 s)".
func bracketed(ttl string) string {
	low, best, ok := strings.Cut(ttl, ", ")
	if !ok {
		return ttl
	}
	return low + " (" + best + ")"
}

// Caption is what a side covers, in a line.
func (s *Side) Caption(zero time.Time, zone *time.Location) string {
	text := fmt.Sprintf("%s of %s failed", words.Number(s.Failed), words.Tries(s.Attempts))
	if s.Unknown > 0 {
		text += ", " + words.Number(s.Unknown) + " with an unknown outcome"
	}
	if zero.IsZero() {
		return text
	}
	return text + "; T+0 is " + words.Clock(zero, zone) + " on " + words.Day(zero, zone) + " " + words.ZoneName(zero, zone)
}

// Byline is what stands under the picture's title: what changed beside the
// counts, and what makes the two unlike.
func (d *Diff) Byline() string {
	var parts []string
	gone, fresh := 0, 0
	for _, f := range d.Findings {
		switch f.Change {
		case "gone":
			gone++
		case "new":
			fresh++
		}
	}
	if gone > 0 {
		parts = append(parts, words.Count(gone, "finding is", "findings are")+" gone.")
	}
	if fresh > 0 {
		parts = append(parts, words.Count(fresh, "finding is", "findings are")+" new.")
	}
	if len(d.Unlike) > 0 {
		parts = append(parts, "Compare with care: "+strings.Join(d.Unlike, "; ")+".")
	}
	return strings.Join(parts, " ")
}
