package render

import (
	"bytes"
	"strings"
	"testing"

	"timeline/analyze"
)

// TestRepeatsPointBack: what several findings share stands once, and JSON holds it
// under each.
func TestRepeatsPointBack(t *testing.T) {
	rival := analyze.Rival{Hypothesis: "a quick refusal", Status: "refuted", Because: "frames show the cache"}
	ttl := analyze.Action{Do: "shorten the TTL", Effect: "5 tries fewer", Check: "grep ttl java.security", Checks: []analyze.Check{
		{Where: "host", Command: "grep ttl java.security"}, {Where: "pod", Command: "kubectl exec POD -- grep ttl java.security"},
	}}
	other := analyze.Action{Do: "shorten the TTL", Effect: "7 tries fewer", Check: ttl.Check, Checks: ttl.Checks}
	r := &analyze.Report{Findings: []analyze.Finding{
		{ID: "negative-cache", Confidence: analyze.Strong, Rivals: []analyze.Rival{rival}, NotShown: []string{"the cause"}, Actions: []analyze.Action{ttl}},
		{ID: "retry-trap", Confidence: analyze.Strong, Rivals: []analyze.Rival{rival}, NotShown: []string{"the cause"}, Actions: []analyze.Action{ttl, other}},
	}}
	var text, md, page, js bytes.Buffer
	for _, err := range []error{Text(&text, r, TextOptions{}), Markdown(&md, r, MarkdownOptions{}), HTML(&page, r, HTMLOptions{NoSystemFonts: true}), JSON(&js, r)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	_, findings, _ := strings.Cut(page.String(), "<h2>Findings</h2>")
	findings, _, _ = strings.Cut(findings, `<section id="tries"`)
	for _, tt := range []struct {
		name, in, text string
		want           int
	}{
		{"text", text.String(), "a quick refusal", 1},
		{"text", text.String(), "5 tries fewer", 1},
		{"text", text.String(), "7 tries fewer", 1},
		{"text", text.String(), "grep ttl java.security", 1},
		{"text", text.String(), "as under 1 (negative-cache)", 3},
		{"Markdown", md.String(), "a quick refusal", 1},
		{"Markdown", md.String(), "kubectl exec POD", 1},
		{"Markdown", md.String(), "as under 1 (negative-cache)", 3},
		{"HTML", findings, "a quick refusal", 1},
		{"HTML", findings, "5 tries fewer", 1},
		{"HTML", findings, "7 tries fewer", 1},
		{"HTML", findings, "<code>grep ttl java.security</code>", 1},
		{"HTML", findings, ">as above<", 1},
		{"HTML", findings, `as under <a href="#f1">1 (negative-cache)</a>`, 3},
		{"JSON", js.String(), "a quick refusal", 2},
		{"JSON", js.String(), "kubectl exec POD", 3},
	} {
		if got := strings.Count(tt.in, tt.text); got != tt.want {
			t.Errorf("%s holds %q %d times, want %d:\n%s", tt.name, tt.text, got, tt.want, tt.in)
		}
	}
}
