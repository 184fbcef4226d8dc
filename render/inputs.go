package render

import (
	"fmt"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// fewInputs is how many inputs a report lists one by one.
const fewInputs = 12

// listedInputs are the inputs that a report lists: all of them when they are
// few, else those with unreadable pieces, then the first of which lines were read,
// then others, in their order.
// The text sums up the rest, "" when there is none.
func listedInputs(all []analyze.Input) (listed []analyze.Input, rest string) {
	if len(all) <= fewInputs {
		return all, ""
	}
	keep := make([]bool, len(all))
	left := fewInputs
	for rank := range 3 {
		for i, in := range all {
			if left > 0 && listRank(in) == rank {
				keep[i] = true
				left--
			}
		}
	}
	var hidden analyze.Input
	for i, in := range all {
		if keep[i] {
			listed = append(listed, in)
			continue
		}
		hidden.Lines += in.Lines
		hidden.Records += in.Records
		hidden.Unreadable += in.Unreadable
	}
	rest = fmt.Sprintf("and %s: %s, %s", words.Count(len(all)-len(listed), "more input", "more inputs"),
		words.Count(hidden.Lines, "line", "lines"), words.Count(hidden.Records, "record", "records"))
	if hidden.Unreadable > 0 {
		rest += ", " + words.Number(hidden.Unreadable) + " unreadable"
	}
	return listed, rest
}

// listRank puts what a reader has to know of first: damage, then logs.
func listRank(in analyze.Input) int {
	switch {
	case in.Unreadable > 0:
		return 0
	case in.Lines > 0:
		return 1
	}
	return 2
}

// inputLine says in one line what an input was and what of it was read.
func inputLine(in analyze.Input, zone *time.Location) string {
	s := words.Visible(in.Path)
	if in.Process != "" {
		s += " (process " + words.Visible(in.Process) + ")"
	}
	s += fmt.Sprintf(": %s, %s, %s", words.Visible(in.Format), words.Count(in.Lines, "line", "lines"), words.Count(in.Records, "record", "records"))
	if in.Unreadable > 0 {
		s += ", " + words.Number(in.Unreadable) + " unreadable"
	}
	if !in.From.IsZero() && !in.To.IsZero() {
		s += ", " + words.Span(in.From.Time, in.To.Time, zone)
	}
	if in.Zone != "" {
		s += ", zone " + words.Visible(in.Zone)
	}
	return s
}
