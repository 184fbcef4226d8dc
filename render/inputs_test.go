package render

import (
	"fmt"
	"strings"
	"testing"

	"timeline/analyze"
)

func TestManyInputsAreSummedUp(t *testing.T) {
	var all []analyze.Input
	for i := range 50 {
		all = append(all, analyze.Input{Path: fmt.Sprintf("job-%d.json", i), Lines: 7, Records: 2})
	}
	all[40].Unreadable = 3
	listed, rest := listedInputs(all)
	if len(listed) != fewInputs || listed[0].Path != "job-0.json" || listed[fewInputs-1].Path != "job-40.json" {
		t.Errorf("%d listed, the damaged one not among them", len(listed))
	}
	if want := "and 38 more inputs: 266 lines, 76 records"; rest != want {
		t.Errorf("%q, want %q", rest, want)
	}
	if listed, rest := listedInputs(all[:fewInputs]); len(listed) != fewInputs || rest != "" {
		t.Errorf("few inputs are summed up: %q", rest)
	}
	r := &analyze.Report{Coverage: analyze.Coverage{Inputs: all}}
	for name, s := range map[string]string{"text": asText(t, r, TextOptions{}), "markdown": asMarkdown(t, r, MarkdownOptions{}), "html": asHTML(t, r)} {
		if !strings.Contains(s, rest) || strings.Count(s, "job-") != fewInputs {
			t.Errorf("%s does not sum the inputs up", name)
		}
	}
}
