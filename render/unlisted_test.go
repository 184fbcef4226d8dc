package render

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

// TestUnlistedIsSaid: time in which tries went well that the report only counts is
// not shown as if nothing had happened.
func TestUnlistedIsSaid(t *testing.T) {
	r := *incident.S3()
	from := r.Attempts[0].Start.Truncate(time.Second)
	r.Coverage.Unlisted = &analyze.Unlisted{From: analyze.Time{Time: from}, StepS: 1, Counts: []int{1200, 0, 34}}
	r.Coverage.Attempts += 1234
	r.Coverage.OK += 1234
	var text, ascii, page bytes.Buffer
	for _, err := range []error{Text(&text, &r, TextOptions{}), Text(&ascii, &r, TextOptions{ASCII: true}), HTML(&page, &r, HTMLOptions{NoSystemFonts: true})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, out := range map[string]string{"text": text.String(), "ASCII": ascii.String()} {
		if !strings.Contains(out, "\n  not listed: 1,234 tries in this time, none of which failed\n") {
			t.Errorf("%s does not name them:\n%s", name, out)
		}
	}
	for _, want := range []string{"Not in this timeline: 1,234 tries, none of which failed.", "1,234 more tries,"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}
