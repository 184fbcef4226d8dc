package analyze

import (
	"fmt"
	"time"
)

// Offsets of the zones in use, in hours.
const (
	westernmost = -12
	easternmost = 14
)

// zoneHints names inputs whose times state no zone and lie beside those of one that
// does, a whole number of hours apart: as if they had been written in another zone than
// the one assumed. Logs of two hours in a row look the same, so nothing is moved.
func zoneHints(inputs []Input, shifts []shift) []string {
	moved := map[int]bool{}
	for _, s := range shifts {
		moved[s.input] = true
	}
	var notes []string
	for i := range inputs {
		in := &inputs[i]
		if in.Zone != "assumed UTC" || moved[i] {
			continue
		}
		for j := range inputs {
			if beside := &inputs[j]; beside.Zone == "stated" {
				if h := hoursApart(in, beside); h != 0 {
					notes = append(notes, zoneHint(in, beside, h))
					break
				}
			}
		}
	}
	return notes
}

func zoneHint(in, beside *Input, hours int) string {
	span := func(in *Input) string {
		return clockTime(in.From.UnixNano()) + " to " + clockTime(in.To.UnixNano())
	}
	return fmt.Sprintf("the times of %s (%s) state no zone and were read as UTC; those of %s, which state one, lie about %s apart (%s): if both tell of the same time, the first were written in UTC%+d (--input-tz %+03d:00)",
		in.Path, span(in), beside.Path, plural(max(hours, -hours), "hour", "hours"), span(beside), hours, hours)
}

// hoursApart is by how many whole hours in lies later than beside, where moving it by
// that much makes them share most of the shorter one's time, and as they stand they
// share none; 0 where it does not.
func hoursApart(in, beside *Input) int {
	if in.From.IsZero() || beside.From.IsZero() || overlapOf(in, beside, 0) >= 0 {
		return 0
	}
	shorter := min(in.To.Sub(in.From.Time), beside.To.Sub(beside.From.Time))
	best, most := 0, shorter/2
	for h := westernmost; h <= easternmost; h++ {
		if d := overlapOf(in, beside, time.Duration(h)*time.Hour); h != 0 && d > most {
			best, most = h, d
		}
	}
	return best
}

// overlapOf is the time that both hold once in is moved back by a duration; negative is
// the time between them.
func overlapOf(in, beside *Input, by time.Duration) time.Duration {
	from, to := in.From.Add(-by), in.To.Add(-by)
	if from.Before(beside.From.Time) {
		from = beside.From.Time
	}
	if to.After(beside.To.Time) {
		to = beside.To.Time
	}
	return to.Sub(from)
}
