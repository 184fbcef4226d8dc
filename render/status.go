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
	c := r.Coverage
	if c.Failed == 0 && !r.Sure() {
		return "We looked into a report of a disruption" + nothingFailed(c)
	}
	span, unsaid := statusSpan(r, zone), unsaidOutcomes(c)
	switch {
	case c.Failed == 0:
		return span + ", our service did not behave as intended, and no operation is known to have failed in the records that we examined" + unsaid + "."
	case c.NotTries > 0:
		return span + ", some operations of our service failed: " + words.Number(c.Failed) +
			" in the records that we examined, which do not tell how many succeeded."
	}
	return span + ", some operations of our service failed: " + words.Number(c.Failed) + " of the " +
		words.Number(c.Attempts) + " in the records that we examined" + unsaid + "."
}

// nothingFailed says how far the records bear that nothing failed: those that tell of no
// operation, or not how it ended, do not.
func nothingFailed(c analyze.Coverage) string {
	text := " and found no failed operation in the records that we examined" + unsaidOutcomes(c) + "."
	switch {
	case c.Attempts == 0:
		text = ". Nothing in the records that we examined could be read as an operation, so they do not tell whether any failed."
	case c.OK == 0:
		text = ". The records that we examined do not say how operations ended, so they do not tell whether any failed."
	}
	if slices.ContainsFunc(c.Inputs, func(in analyze.Input) bool { return in.Unreadable > 0 }) {
		text += " Part of the records could not be read."
	}
	return text
}

// unsaidOutcomes is the clause about operations whose end the records do not hold.
func unsaidOutcomes(c analyze.Coverage) string {
	if c.Unknown == 0 {
		return ""
	}
	return ", which do not say how " + words.Number(c.Unknown) + " of the " + words.Number(c.Attempts) + " operations in them ended"
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

// deniedName is what a finding means to a customer whose cause is that the resolver
// answered that there is no such name: that it was kept for a while did no harm.
const deniedName = "Our software asked for the network address of a service that we depend on, and the answer was that there is none under the name that it used."

// statusCauses are what a finding means to a customer, first match first.
var statusCauses = []struct {
	ids  []string
	says string
}{
	{[]string{"own-name", "not-a-name"}, "Part of our software was set up with a name that could not be looked up."},
	{[]string{"negative-cache", "sawtooth", "retry-trap", "instant-failure"}, "A lookup of the network address of a service that we depend on had failed, and our software went on using the failed result for a short time before it asked again."},
	{[]string{"shared-lookup", "slow-lookup", "resolver-timeout", "serial-lookups"}, "Lookups of the network address of a service that we depend on got no answer in time, and operations waited for them."},
	{[]string{"name-not-found"}, deniedName},
	{[]string{"resolver-error"}, "The network address of a service that we depend on could not be looked up."},
	{[]string{"stale-address", "pinned-connection", "client-address", "cached-forever"}, "The network address of a service that we depend on had changed, and part of our software went on using the previous one."},
}

func statusCause(r *analyze.Report) string {
	for _, sure := range []analyze.Confidence{analyze.Strong, analyze.Moderate} {
		if says := causeAt(r, sure); says != "" {
			if sure == analyze.Strong {
				return says
			}
			return "What we know so far points to this: " + strings.ToLower(says[:1]) + says[1:] + " We are still confirming it."
		}
	}
	if r.Coverage.Failed == 0 {
		return ""
	}
	return "We are still establishing the cause."
}

// causeAt is what the findings of one confidence mean to a customer; "" without any.
func causeAt(r *analyze.Report, sure analyze.Confidence) string {
	for _, c := range statusCauses {
		for _, id := range c.ids {
			for i := range r.Findings {
				f := &r.Findings[i]
				if f.ID != id || f.Confidence != sure {
					continue
				}
				if r.Denied(f.Process, f.Host) != nil {
					return deniedName
				}
				return c.says
			}
		}
	}
	return ""
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
