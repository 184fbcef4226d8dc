package words

import (
	"fmt"
	"time"

	"timeline/analyze"
)

// A Fact is a number of a report with its name.
type Fact struct{ Name, Value string }

// Facts are the key numbers of a report: tries, and for each of its first
// windows when it stood, how long, and how far apart its tries started and
// ended. They are plain text of log names and numbers, already visible.
func Facts(r *analyze.Report, zone *time.Location, windows int) []Fact {
	facts := []Fact{{"tries", tries(r.Coverage)}}
	for i := range r.Windows[:min(windows, len(r.Windows))] {
		w := &r.Windows[i]
		facts = append(facts, windowFacts(w, zone)...)
	}
	if n := len(r.Windows) - windows; n > 0 {
		facts = append(facts, Fact{"windows", "and " + Number(n) + " more"})
	}
	if len(r.Windows) > 0 {
		facts = append(facts, Fact{"clock", "times are in " + ZoneName(r.Windows[0].Opened.Latest.Time, zone)})
	}
	return facts
}

func tries(c analyze.Coverage) string {
	s := fmt.Sprintf("%s: %s failed, %s succeeded", Number(c.Attempts), Number(c.Failed), Number(c.OK))
	if c.NotTries > 0 {
		s = fmt.Sprintf("%s failed, no success was recognised", Number(c.Failed))
	}
	if c.Unknown > 0 {
		s += ", " + Number(c.Unknown) + " with an outcome that the logs do not hold"
	}
	return s
}

func windowFacts(w *analyze.Window, zone *time.Location) []Fact {
	where := Visible(w.Host)
	if w.Process != "" {
		where += " in " + Visible(w.Process)
	}
	opened := w.Opened.Latest
	if opened.IsZero() {
		opened = w.Opened.Earliest
	}
	day := ""
	if !opened.IsZero() {
		day = opened.In(Zone(zone)).Format("2006-01-02") + ", "
	}
	facts := []Fact{
		{"window " + Visible(w.ID), where},
		{"  lookup", lookup(w, zone)},
		{"  cached", day + "opened " + Interval(w.Opened, zone) + ", closed " + closed(w, zone) + ": " + Count(len(w.Cached), "try", "tries") + " served"},
		{"  TTL", TTL(w.TTL) + matches(w.TTL)},
	}
	if w.Lookup.StartSpread != nil && w.Lookup.EndSpread != nil && members(w) > 1 {
		ended := Duration(time.Duration(*w.Lookup.EndSpread)) + " apart"
		if *w.Lookup.EndSpread == 0 {
			ended = "at one stamp" // how coarse its clock is, nothing here tells
		}
		facts = append(facts, Fact{"  together", fmt.Sprintf("%s started %s apart and ended %s", Tries(members(w)),
			Duration(time.Duration(*w.Lookup.StartSpread)), ended)})
	}
	if !w.FirstSuccess.IsZero() {
		facts = append(facts, Fact{"  first ok", Clock(w.FirstSuccess.Time, zone)})
	}
	return facts
}

func members(w *analyze.Window) int {
	n := len(w.Lookup.Waited)
	if w.Lookup.Leader != nil {
		n++
	}
	return n
}

func lookup(w *analyze.Window, zone *time.Location) string {
	s := "started at a time that the logs do not hold"
	if !w.Lookup.Start.IsZero() {
		s = "started " + Clock(w.Lookup.Start.Time, zone)
	}
	if w.Lookup.Leader != nil {
		s += " by " + Visible(*w.Lookup.Leader)
	} else {
		s += ", by a try that the logs do not show"
	}
	if n := len(w.Lookup.Waited); n > 0 {
		s += ", " + Number(n) + " queued on it"
	}
	return s + "; " + Cause(w.Lookup.Cause)
}

func closed(w *analyze.Window, zone *time.Location) string {
	i := w.Closed
	if w.TTL.High != nil && !w.TTL.HighTells() {
		return Clock(i.Earliest.Time, zone) + " or later"
	}
	if i.Latest.IsZero() {
		if i.Earliest.IsZero() {
			return "not seen"
		}
		return "not seen (open at " + Clock(i.Earliest.Time, zone) + ")"
	}
	return Interval(i, zone)
}

func matches(t analyze.TTL) string {
	if m := TTLMatches(t); m != "" {
		return " (" + m + ")"
	}
	return ""
}
