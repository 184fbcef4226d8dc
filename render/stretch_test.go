package render

import (
	"strings"
	"testing"
	"time"

	"timeline/analyze"
)

// TestStretches: successes part two disruptions only where a minute lies between
// them, and idle time alone never does.
func TestStretches(t *testing.T) {
	base := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	at := func(s int) analyze.Time { return analyze.Time{Time: base.Add(time.Duration(s) * time.Second)} }
	try := func(s int, o analyze.Outcome) analyze.Attempt {
		return analyze.Attempt{Start: at(s), End: at(s + 1), Outcome: o}
	}
	const bad, ok = analyze.OutcomeFailed, analyze.OutcomeOK
	for _, c := range []struct {
		name     string
		attempts []analyze.Attempt
		want     string
	}{
		{"none", []analyze.Attempt{try(0, ok)}, ""},
		{"close together", []analyze.Attempt{try(0, bad), try(20, ok), try(59, bad)}, "09:00:00-09:01:00"},
		{"idle between", []analyze.Attempt{try(0, bad), try(900, bad)}, "09:00:00-09:15:01"},
		{"success between", []analyze.Attempt{try(0, bad), try(20, ok), try(900, bad)}, "09:00:00-09:00:01 09:15:00-09:15:01"},
		{"success before and after", []analyze.Attempt{try(0, ok), try(10, bad), try(900, bad), try(910, ok)}, "09:00:10-09:15:01"},
	} {
		var got []string
		for _, s := range stretches(&analyze.Report{Attempts: c.attempts}) {
			got = append(got, s.from.Format(time.TimeOnly)+"-"+s.to.Format(time.TimeOnly))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
	counted := &analyze.Report{Attempts: []analyze.Attempt{try(0, bad), try(900, bad)},
		Coverage: analyze.Coverage{Unlisted: &analyze.Unlisted{From: at(0), StepS: 60, Counts: []int{0, 0, 3}}}}
	if n := len(stretches(counted)); n != 2 {
		t.Errorf("%d stretches beside successes that are only counted, want 2", n)
	}
}

// TestRecoveryOfEach: every disruption has its own end.
func TestRecoveryOfEach(t *testing.T) {
	base := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	at := func(s float64) analyze.Time {
		return analyze.Time{Time: base.Add(time.Duration(s * float64(time.Second)))}
	}
	r := &analyze.Report{}
	for _, s := range []float64{0, 600} {
		r.Attempts = append(r.Attempts, analyze.Attempt{Start: at(s), End: at(s + 5), Outcome: analyze.OutcomeFailed},
			analyze.Attempt{Start: at(s + 16), End: at(s + 16.2), Outcome: analyze.OutcomeOK})
		r.Windows = append(r.Windows, analyze.Window{Opened: analyze.Interval{Latest: at(s + 5)}, FirstSuccess: at(s + 16.2)})
	}
	if got, want := statusEnd(r, nil), "Operations succeeded again from 09:00:17 and from 09:10:17 UTC."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	r.Windows[1].FirstSuccess = analyze.Time{}
	if got, want := statusEnd(r, nil), "The records do not show yet when operations succeeded again after the last of these times."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
