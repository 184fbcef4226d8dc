package render

import (
	"io"
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
	return statusSpan(r, zone) + ", some operations of our service failed: " + words.Number(r.Coverage.Failed) + " of the " +
		words.Number(r.Coverage.Attempts) + " in the records that we examined."
}

// statusSpan is when, to the minute: "On 28 July 2026 between 11:45 and 11:46 UTC".
func statusSpan(r *analyze.Report, zone *time.Location) string {
	from, to := failedFrom(r)
	if from.IsZero() {
		return "At a time that we are still establishing"
	}
	z := words.Zone(zone)
	to = to.Add(time.Minute - 1).Truncate(time.Minute) // not shorter than it was
	day, last := words.Day(from, zone), words.Day(to, zone)
	clock := func(t time.Time) string { return t.In(z).Format("15:04") }
	name := words.ZoneName(from, zone)
	if day == last {
		return "On " + day + " between " + clock(from) + " and " + clock(to) + " " + name
	}
	return "Between " + day + " " + clock(from) + " and " + last + " " + clock(to) + " " + name
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

// statusEnd is when it ended, where a success behind the last window shows it.
func statusEnd(r *analyze.Report, zone *time.Location) string {
	if len(r.Windows) == 0 {
		return ""
	}
	last := &r.Windows[0]
	for i := range r.Windows {
		if w := &r.Windows[i]; w.Opened.Latest.After(last.Opened.Latest.Time) {
			last = w
		}
	}
	if last.FirstSuccess.IsZero() {
		return "The records do not show yet when operations succeeded again."
	}
	for i := range r.Attempts {
		if a := &r.Attempts[i]; a.Outcome == analyze.OutcomeFailed && a.Class.IsDNS() && a.End.After(last.FirstSuccess.Time) {
			return "The first operation afterwards succeeded at " + last.FirstSuccess.In(words.Zone(zone)).Format("15:04") + "; single failures followed."
		}
	}
	return "Operations succeeded again from " + last.FirstSuccess.In(words.Zone(zone)).Format("15:04") + " " + words.ZoneName(last.FirstSuccess.Time, zone) + "."
}
