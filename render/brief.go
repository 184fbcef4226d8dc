package render

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// BriefOptions say how the short forms look.
type BriefOptions struct {
	Zone *time.Location // of the clock times; nil: UTC
}

// Brief writes r in about five lines for a chat: what happened, when, how sure
// that is, what to do, what is not known. It has no markup of its own, and names
// from logs can neither mention anybody nor format what follows them.
func Brief(w io.Writer, r *analyze.Report, opt BriefOptions) error {
	lines := []string{chat(words.Counts(r.Verdict)), "When: " + when(r, opt.Zone) + "; " + outcomes(r.Coverage)}
	switch {
	case len(r.Findings) == 0:
		lines = append(lines, "Found: nothing that can be put on the JVM's cache or on one cause in name resolution with the needed certainty")
	case !r.Sure():
		lines = append(lines, "Found: nothing sure; possible: "+found(r))
	default:
		lines = append(lines, "Found: "+found(r))
	}
	if next := next(r); next != "" {
		lines = append(lines, chat("Next: "+next))
	}
	if s := notKnown(r); s != "" {
		lines = append(lines, chat("Not known: "+s))
	}
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

// next is what to do: where only questions were found, to get what would settle them.
func next(r *analyze.Report) string {
	if !r.Sure() {
		for _, f := range r.Findings {
			for _, v := range f.Rivals {
				if v.Status == "possible" && v.WouldDecide != "" {
					return "what would decide: " + v.WouldDecide
				}
			}
		}
	}
	f := actionable(r)
	if f == nil {
		return ""
	}
	a := f.Actions[0]
	if a.Cost != "" && a.Cost != "none" {
		return a.Do + " (cost: " + a.Cost + ")"
	}
	return a.Do
}

// chat makes text harmless in a chat: what could mention, link, format or hide
// is written in other characters.
func chat(s string) string { return chatMarks.Replace(words.Visible(s)) }

var chatMarks = strings.NewReplacer("@", "(at)", "<", "(", ">", ")", "`", "'", "*", "\u2217", "~", "-", "[", "(", "]", ")", "|", "/", "://", ":\u2215\u2215")

// when is the time from the first to the last failure or window, or each time
// of failures where only successes lie between them.
func when(r *analyze.Report, zone *time.Location) string {
	all := stretches(r)
	if n := len(all); n > 1 && n <= mostStretches {
		parts := make([]string, n)
		for i, s := range all {
			parts[i] = fromTo(s.from, s.to, zone, i == 0 || words.Day(s.from, zone) != words.Day(all[i-1].to, zone))
		}
		return words.List(parts, n) + " " + words.ZoneName(all[0].from, zone)
	}
	from, to := failedFrom(r)
	if from.IsZero() {
		return "at times that the logs do not hold"
	}
	s := fromTo(from, to, zone, true) + " " + words.ZoneName(from, zone)
	if len(all) > 1 {
		s += ", at " + words.Number(len(all)) + " times with successes between"
	}
	return s
}

// fromTo writes a span, with the day of its beginning where that is asked for.
func fromTo(from, to time.Time, zone *time.Location, day bool) string {
	s := words.Clock(from, zone)
	if day {
		s = words.Day(from, zone) + ", " + s
	}
	if to.Equal(from) {
		return s
	}
	s += " to "
	if words.Day(to, zone) != words.Day(from, zone) {
		s += words.Day(to, zone) + ", "
	}
	return s + words.Clock(to, zone)
}

// failedFrom is the span of what went wrong: failed tries, windows and the
// first success behind them, else findings, else everything that was read.
func failedFrom(r *analyze.Report) (from, to time.Time) {
	see := func(t analyze.Time) {
		if t.IsZero() {
			return
		}
		if from.IsZero() || t.Before(from) {
			from = t.Time
		}
		if t.After(to) {
			to = t.Time
		}
	}
	for i := range r.Attempts {
		if a := &r.Attempts[i]; a.Outcome == analyze.OutcomeFailed {
			see(a.Start)
			see(a.End)
		}
	}
	for i := range r.Windows {
		see(r.Windows[i].Lookup.Start)
		see(r.Windows[i].FirstSuccess)
	}
	if from.IsZero() {
		for i := range r.Findings {
			see(r.Findings[i].From)
			see(r.Findings[i].To)
		}
	}
	if from.IsZero() {
		for i := range r.Coverage.Inputs {
			see(r.Coverage.Inputs[i].From)
			see(r.Coverage.Inputs[i].To)
		}
	}
	return from, to
}

func outcomes(c analyze.Coverage) string {
	s := fmt.Sprintf("%s of %s failed", words.Number(c.Failed), words.Tries(c.Attempts))
	if c.NotTries > 0 {
		s = words.Count(c.Failed, "failed try", "failed tries") + ", no success was recognised"
	}
	if c.Unknown > 0 {
		s += ", " + words.Number(c.Unknown) + " with an unknown outcome"
	}
	return s
}

// found lists the findings, each once with its surest evidence.
func found(r *analyze.Report) string {
	sure := map[string]analyze.Confidence{}
	var order []string
	for i := range r.Findings {
		f := &r.Findings[i]
		have, seen := sure[f.ID]
		if !seen {
			order = append(order, f.ID)
		}
		if !seen || rank(f.Confidence) < rank(have) {
			sure[f.ID] = f.Confidence
		}
	}
	names := make([]string, len(order))
	for i, id := range order {
		names[i] = chat(id) + " (" + words.Confidence(sure[id]) + ")"
	}
	return strings.Join(names, ", ")
}

func rank(c analyze.Confidence) int {
	if i := slices.Index([]analyze.Confidence{analyze.Strong, analyze.Moderate, analyze.Weak}, c); i >= 0 {
		return i
	}
	return 3
}

// actionable is the surest finding with something to do; what the cache made
// longer comes before what began it, unless that is a name that does not exist.
func actionable(r *analyze.Report) *analyze.Finding {
	var best *analyze.Finding
	less := func(f, g *analyze.Finding) bool {
		if g.ID == "name-not-found" && f.Process == g.Process && f.Host == g.Host && rank(f.Confidence) >= rank(g.Confidence) {
			return false
		}
		if (f.ID == "negative-cache") != (g.ID == "negative-cache") {
			return f.ID == "negative-cache"
		}
		return rank(f.Confidence) < rank(g.Confidence)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if len(f.Actions) > 0 && (best == nil || less(f, best)) {
			best = f
		}
	}
	return best
}

// notKnown is what the finding acted upon leaves open.
func notKnown(r *analyze.Report) string {
	f := actionable(r)
	if f == nil && len(r.Findings) > 0 {
		f = &r.Findings[0]
	}
	if f == nil {
		return ""
	}
	var open []string
	for _, v := range f.Rivals {
		if v.Status == "possible" {
			open = append(open, "still possible is this instead: "+v.Hypothesis)
		}
	}
	open = append(open, f.NotShown...)
	return strings.Join(open[:min(len(open), 2)], "; ")
}
