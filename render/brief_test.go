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
