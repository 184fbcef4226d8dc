package render

import (
	"io"
	"slices"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// Status writes r as one paragraph for the customers of a service. It is made of
// times, counts and set sentences alone, so that no name of a host, a job or an
// address can be in it, and it states no cause that the evidence does not bear.
func Status(w io.Writer, r *analyze.Report, opt BriefOptions) error {
	parts := []string{statusImpact(r, opt.Zone)}
	if s := statusCause(r); s != "" {
		parts = append(parts, s)
	}
	if s := statusEnd(r, opt.Zone); s != "" {
		parts = append(parts, s)
	}
	_, err := io.WriteString(w, strings.Join(parts, " ")+"\n")
	return err
}

func statusImpact(r *analyze.Report, zone *time.Location) string {
	if r.Coverage.Failed == 0 {
		if len(r.Findings) == 0 {
			return "We looked into a report of a disruption and found no failed operation in the records that we examined."
		}
		return statusSpan(r, zone) + ", our service did not behave as intended, and no operation failed in the records that we examined."
	}
	if r.Coverage.NotTries > 0 {
		return statusSpan(r, zone) + ", some operations of our service failed: " + words.Number(r.Coverage.Failed) +
			" in the records that we examined, which do not tell how many succeeded."
	}
	return statusSpan(r, zone) + ", some operations of our service failed: " + words.Number(r.Coverage.Failed) + " of the " +
		words.Number(r.Coverage.Attempts) + " in the records that we examined."
}

// mostStretches is how many times a sentence names one by one.
const mostStretches = 4

// longStretch is from when on a disruption is told to the minute.
const longStretch = 30 * time.Minute

// statusSpan is when: "On 28 July 2026 between 11:45:25 and 11:45:41 UTC". Times
// with only successes between them are told one by one, and not as one long one.
func statusSpan(r *analyze.Report, zone *time.Location) string {
	all := stretches(r)
	if len(all) < 2 || len(all) > mostStretches {
		from, to := failedFrom(r)
		if len(all) == 1 {
			from, to = all[0].from, all[0].to
		}
		span := statusBetween([]stretch{{from: from, to: to}}, zone)
		if len(all) > 1 {
			span = "At " + words.Number(len(all)) + " times " + strings.ToLower(span[:1]) + span[1:]
		}
		return span
	}
	return statusBetween(all, zone)
}

// statusBetween names each of all by its ends.
func statusBetween(all []stretch, zone *time.Location) string {
	if all[0].from.IsZero() {
		return "At a time that we are still establishing"
	}
	precise := precisely(all)
	first, last := all[0].from, all[len(all)-1].to
	day, end := words.Day(first, zone), words.Day(last, zone)
	parts := make([]string, len(all))
	for i, s := range all {
		from, to := words.Day(s.from, zone)+" ", words.Day(s.to, zone)+" "
		if day == end {
			from, to = "", ""
		}
		parts[i] = "between " + from + clockOf(s.from, zone, precise) + " and " + to + clockOf(roundUp(s.to, precise), zone, precise)
	}
	text := words.List(parts, len(parts)) + " " + words.ZoneName(first, zone)
	if day == end {
		return "On " + day + " " + text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// precisely reports whether minutes would blur all.
func precisely(all []stretch) bool {
	return slices.ContainsFunc(all, func(s stretch) bool { return s.to.Sub(s.from) < longStretch })
}

func clockOf(t time.Time, zone *time.Location, precise bool) string {
	layout := "15:04"
	if precise {
		layout = "15:04:05"
	}
	return t.In(words.Zone(zone)).Format(layout)
}

// roundUp is the end of the minute or second of t: no disruption is told shorter
// than it was.
func roundUp(t time.Time, precise bool) time.Time {
	unit := time.Minute
	if precise {
		unit = time.Second
	}
	return t.Add(unit - 1).Truncate(unit)
}

// statusCauses are what a finding means to a customer, first match first.
var statusCauses = []struct {
	ids  []string
	says string
}{
	{[]string{"own-name", "not-a-name"}, "Part of our software was set up with a name that could not be looked up."},
	{[]string{"negative-cache", "sawtooth", "retry-trap", "instant-failure"}, "A lookup of the network address of a service that we depend on had failed, and our software went on using the failed result for a short time before it asked again."},
	{[]string{"shared-lookup", "slow-lookup", "resolver-timeout", "serial-lookups"}, "Lookups of the network address of a service that we depend on got no answer in time, and operations waited for them."},
	{[]string{"name-not-found", "resolver-error"}, "The network address of a service that we depend on could not be looked up."},
	{[]string{"stale-address", "pinned-connection", "client-address", "cached-forever"}, "The network address of a service that we depend on had changed, and part of our software went on using the previous one."},
}

func statusCause(r *analyze.Report) string {
	for _, sure := range []analyze.Confidence{analyze.Strong, analyze.Moderate} {
		for _, c := range statusCauses {
			for _, id := range c.ids {
				for i := range r.Findings {
					if r.Findings[i].ID != id || r.Findings[i].Confidence != sure {
						continue
					}
					if sure == analyze.Strong {
						return c.says
					}
					return "What we know so far points to this: " + strings.ToLower(c.says[:1]) + c.says[1:] + " We are still confirming it."
				}
			}
		}
	}
	if r.Coverage.Failed == 0 {
		return ""
	}
	return "We are still establishing the cause."
}

// statusEnd is when each disruption ended, where a success behind its last window
// shows it.
func statusEnd(r *analyze.Report, zone *time.Location) string {
	all := slices.DeleteFunc(stretches(r), func(s stretch) bool { return !s.window })
	if len(r.Windows) == 0 || len(all) == 0 {
		return ""
	}
	precise := precisely(all)
	clock := func(t time.Time) string { return clockOf(roundUp(t, precise), zone, precise) }
	last := all[len(all)-1]
	if last.success.IsZero() {
		if len(all) > 1 {
			return "The records do not show yet when operations succeeded again after the last of these times."
		}
		return "The records do not show yet when operations succeeded again."
	}
	if last.late > 0 {
		return "The first operation afterwards succeeded at " + clock(last.success) + "; " + words.Number(last.late) + " more failed after that."
	}
	var ends []string
	for _, s := range all {
		if !s.success.IsZero() {
			ends = append(ends, clock(s.success))
		}
	}
	zoneName := " " + words.ZoneName(last.success, zone)
	if len(ends) < len(all) || len(all) > mostStretches {
		return "After the last of these times, operations succeeded again from " + clock(last.success) + zoneName + "."
	}
	return "Operations succeeded again from " + strings.Join(ends, " and from ") + zoneName + "."
}
