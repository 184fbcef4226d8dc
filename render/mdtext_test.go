package render

import (
	"bytes"
	"strings"
	"testing"

	"timeline/analyze"
)

// A command that is copied out of a report runs as it stands: it is one span,
// with every character of it.
func TestMarkdownKeepsCommands(t *testing.T) {
	const grep = `grep -E 'a\|b' /etc/resolv.conf | sort $FILES; dig +tries=1 a.example`
	const sub = "echo `date`"
	r := &analyze.Report{Findings: []analyze.Finding{{ID: "x", Actions: []analyze.Action{
		{Do: "look", Check: grep, Checks: []analyze.Check{{Where: "host", Command: grep}, {Where: "pod", Command: sub}}},
	}}}}
	var b bytes.Buffer
	if err := Markdown(&b, r, MarkdownOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"check on the host: `" + grep + "`\n", "check in a pod: `` " + sub + " ``\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}
