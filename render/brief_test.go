package render

import (
	"io"
	"strings"
	"testing"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

func asBrief(t *testing.T, r *analyze.Report) string {
	return written(t, func(w io.Writer) error { return Brief(w, r, BriefOptions{}) })
}

func asStatus(t *testing.T, r *analyze.Report) string {
	return written(t, func(w io.Writer) error { return Status(w, r, BriefOptions{}) })
}

func TestShortForms(t *testing.T) {
	for _, name := range []string{"s3", "gaps", "nothing", "stale", "unknowns", "empty"} {
		golden(t, name+".brief.txt", []byte(asBrief(t, incident.All()[name])))
		golden(t, name+".status.txt", []byte(asStatus(t, incident.All()[name])))
	}
}

// TestBriefIsPlain: no log can mention, format or link in a chat, nor add lines.
func TestBriefIsPlain(t *testing.T) {
	for name, r := range incident.All() {
		evil := *r
		evil.Verdict = "<!channel> @here *bold* `code` ~gone~ [a](http://b) \x1b[31m\nsecond" + r.Verdict
		text := asBrief(t, &evil)
		if strings.ContainsAny(text, "<>@*`~[]|\x1b") || strings.Contains(text, "://") {
			t.Errorf("%s: %q", name, text)
		}
		if n := strings.Count(text, "\n"); n < 3 || n > 5 {
			t.Errorf("%s: %d lines", name, n)
		}
	}
}

// TestStatusHoldsNoNames looks for every name of every incident.
func TestStatusHoldsNoNames(t *testing.T) {
	for incidentName, r := range incident.All() {
		text := asStatus(t, r)
		if strings.Count(text, "\n") != 1 {
			t.Errorf("%s: not one paragraph: %q", incidentName, text)
		}
		for _, a := range r.Attempts {
			names := []string{a.Job, a.Thread, a.Process}
			if a.Host != nil {
				names = append(names, *a.Host)
			}
			for _, n := range names {
				if len(n) > 3 && strings.Contains(text, n) {
					t.Errorf("%s: %q is in %q", incidentName, n, text)
				}
			}
		}
	}
}

// TestStatusIsNoFalseAllClear: what the records do not tell is not told as if all were well.
func TestStatusIsNoFalseAllClear(t *testing.T) {
	unreadable := []analyze.Input{{Path: "a.json", Unreadable: 1}}
	for _, tt := range []struct {
		name string
		c    analyze.Coverage
		want string
	}{
		{"all well", analyze.Coverage{Attempts: 9, OK: 9}, " and found no failed operation in the records that we examined."},
		{"not read whole", analyze.Coverage{Attempts: 9, OK: 9, Inputs: unreadable}, " and found no failed operation in the records that we examined. Part of the records could not be read."},
		{"some ends unknown", analyze.Coverage{Attempts: 9, OK: 7, Unknown: 2}, " and found no failed operation in the records that we examined, which do not say how 2 of the 9 operations in them ended."},
		{"all ends unknown", analyze.Coverage{Attempts: 9, Unknown: 9}, ". The records that we examined do not say how operations ended, so they do not tell whether any failed."},
		{"no tries", analyze.Coverage{}, ". Nothing in the records that we examined could be read as an operation, so they do not tell whether any failed."},
	} {
		for _, found := range [][]analyze.Finding{nil, {{ID: "slow-lookup", Confidence: analyze.Weak}}} {
			got := asStatus(t, &analyze.Report{Coverage: tt.c, Findings: found})
			if want := "We looked into a report of a disruption" + tt.want + "\n"; got != want {
				t.Errorf("%s, %d findings: %q, want %q", tt.name, len(found), got, want)
			}
		}
	}
}

// TestStatusOfDeniedName: where the resolver denied the name, that is the cause, and not
// that its answer was kept for a while.
func TestStatusOfDeniedName(t *testing.T) {
	cached := analyze.Finding{ID: "negative-cache", Host: "pay.test", Confidence: analyze.Strong}
	for _, tt := range []struct {
		host string
		want string
	}{{"pay.test", deniedName}, {"other.test", statusCauses[1].says}} {
		absent := analyze.Finding{ID: "name-not-found", Host: tt.host, Confidence: analyze.Strong}
		if got := statusCause(&analyze.Report{Findings: []analyze.Finding{absent, cached}}); got != tt.want {
			t.Errorf("%s denied: %q, want %q", tt.host, got, tt.want)
		}
	}
	after := analyze.Finding{ID: "name-not-found", Host: "pay.test", Confidence: analyze.Strong}
	if got := statusCause(&analyze.Report{Findings: []analyze.Finding{cached, after}}); got != statusCauses[1].says {
		t.Errorf("a name that failed in other ways too: %q", got)
	}
}
