package analyze

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// A finding is as sure as what it rests on was read.
func TestGapLowersConfidence(t *testing.T) {
	at := func(s int) time.Time { return time.Date(2026, 7, 28, 11, 45, s, 0, time.UTC) }
	gap := Gap{"vlogs+http://h", at(0), at(10), "the store answers 502"}
	finding := func(from, to int, c Confidence) Finding {
		return Finding{From: Time{at(from)}, To: Time{at(to)}, Confidence: c}
	}
	tests := []struct {
		name    string
		finding Finding
		want    Confidence
	}{
		{"inside", finding(2, 5, Strong), Moderate},
		{"the success after it may be missing", finding(60, 65, Strong), Moderate},
		{"far away", finding(75, 80, Strong), Strong},
		{"moderate", finding(2, 5, Moderate), Weak},
		{"weak stays weak", finding(2, 5, Weak), Weak},
		{"without times", Finding{Confidence: Strong}, Moderate},
	}
	for _, tt := range tests {
		r := &Report{Verdict: "A.", Findings: []Finding{tt.finding}, Coverage: Coverage{Attempts: 1}}
		r.lower([]Gap{gap, gap})
		r.sayIncomplete([]Gap{gap, gap})
		if got := r.Findings[0].Confidence; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		if (tt.want != tt.finding.Confidence) != slices.ContainsFunc(r.Findings[0].NotShown, func(s string) bool { return strings.Contains(s, "vlogs+http://h") }) && tt.finding.Confidence != Weak {
			t.Errorf("%s: not shown: %q", tt.name, r.Findings[0].NotShown)
		}
		if r.Verdict != "A. The inputs did not give all that they hold: this may be a part of what happened." {
			t.Errorf("%s: verdict %q", tt.name, r.Verdict)
		}
		want := "incomplete: vlogs+http://h may hold more between 2026-07-28T11:45:00Z and 2026-07-28T11:45:10Z than it gave: the store answers 502"
		if len(r.Coverage.Notes) != 2 || r.Coverage.Notes[0] != want {
			t.Errorf("%s: notes %q", tt.name, r.Coverage.Notes)
		}
	}
}

func TestNoGapChangesNothing(t *testing.T) {
	r := &Report{Verdict: "A.", Findings: []Finding{{Confidence: Strong}}}
	r.lower(nil)
	r.sayIncomplete(nil)
	if r.Verdict != "A." || r.Findings[0].Confidence != Strong || len(r.Coverage.Notes) != 0 {
		t.Errorf("%+v", r)
	}
}

func TestManyGapsAreCounted(t *testing.T) {
	r := &Report{}
	r.sayIncomplete(make([]Gap, 20))
	if n := len(r.Coverage.Notes); n != maxGaps+1 || r.Coverage.Notes[maxGaps] != "incomplete: 12 more parts of the inputs may be missing" {
		t.Errorf("%d notes, the last: %q", n, r.Coverage.Notes[n-1])
	}
}
