package analyze

import (
	"strconv"
	"strings"
	"time"
)

// momentMark encloses an instant in a sentence until it is known in which zone the
// reader wants it. It is a character for private use, which no log needs.
const momentMark = "\uf8f0"

// clockTime stands for an instant in a sentence: 11:45:41.402 in the zone of the
// report, which spell writes.
func clockTime(ns int64) string {
	if ns == unset {
		return "an unknown time"
	}
	return momentMark + strconv.FormatInt(ns, 36) + momentMark
}

// spell writes the instants of a sentence in a zone, and names any but UTC.
func spell(text string, zone *time.Location) string {
	parts := strings.Split(text, momentMark)
	for i := 1; i+1 < len(parts); i += 2 {
		if ns, err := strconv.ParseInt(parts[i], 36, 64); err == nil {
			parts[i] = clockIn(ns, zone)
		}
	}
	return strings.Join(parts, "")
}

func clockIn(ns int64, zone *time.Location) string {
	layout := "15:04:05.000"
	if zone != time.UTC {
		layout += " MST"
	}
	return time.Unix(0, ns).In(zone).Format(layout)
}

// spellAll writes the instants of all sentences of a report.
func spellAll(r *Report, zone *time.Location) {
	say := func(texts ...*string) {
		for _, t := range texts {
			*t = spell(*t, zone)
		}
	}
	say(&r.Verdict)
	for i := range r.Coverage.Notes {
		say(&r.Coverage.Notes[i])
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		say(&f.Statement)
		for k := range f.Evidence {
			say(&f.Evidence[k].Note)
		}
		for k := range f.Rivals {
			say(&f.Rivals[k].Hypothesis, &f.Rivals[k].Because, &f.Rivals[k].WouldDecide)
		}
		for k := range f.NotShown {
			say(&f.NotShown[k])
		}
		for k := range f.Actions {
			say(&f.Actions[k].Do, &f.Actions[k].Effect, &f.Actions[k].Cost)
		}
	}
}
