package ci

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"timeline/analyze"
	"timeline/render/words"
)

// Workflow writes the findings of r as workflow commands of GitHub Actions, one
// line each: errors where opt counts the finding against the build, warnings for
// the others, notices for weak ones. Where none is sure the verdict, which says so, comes
// first. Nothing else stands on a line of its own.
func Workflow(w io.Writer, r *analyze.Report, opt Options) error {
	var b bytes.Buffer
	if !r.Sure() {
		fmt.Fprintf(&b, "::notice title=timeline::%s\n", commandData(r.Verdict))
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		fmt.Fprintf(&b, "::%s %s::%s\n", command(f, opt), properties(f), commandData(f.Statement+" ("+words.Confidence(f.Confidence)+")"))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func command(f *analyze.Finding, opt Options) string {
	switch {
	case opt.Fails != nil && opt.Fails(f):
		return "error"
	case f.Confidence == analyze.Weak:
		return "notice"
	}
	return "warning"
}

func properties(f *analyze.Finding) string {
	title := f.ID
	if s := subject(f); s != "" {
		title += ": " + s
	}
	p := "title=" + commandProperty(title)
	s, ok := firstSource(f)
	if !ok {
		return p
	}
	at := "file=" + commandProperty(strings.ReplaceAll(s.File, `\`, "/"))
	if s.Line > 0 {
		at += fmt.Sprintf(",line=%d", s.Line)
	}
	return at + "," + p
}

// The runner undoes exactly these escapes. Visible leaves no line ends, so
// that they only guard against a change of it.
var (
	dataMarks     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyMarks = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func commandData(s string) string { return dataMarks.Replace(words.Visible(s)) }

func commandProperty(s string) string { return propertyMarks.Replace(words.Visible(s)) }
