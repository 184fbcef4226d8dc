package diff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"timeline/render"
	"timeline/render/words"
)

// Options say how a comparison looks.
type Options struct {
	Zone  *time.Location // of the clock times; nil: UTC
	Chart string         // path of the picture for Markdown; "": none
}

// JSON writes d for programs.
func JSON(w io.Writer, d *Diff) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(d); err != nil {
		return err
	}
	_, err := w.Write(render.EscapeHidden(b.Bytes()))
	return err
}

// marks is how much a measure changed, as a sign.
var marks = map[string]string{"less": "-", "more": "+", "same": "=", "unknown": "?"}

// Text writes d for a terminal or a mail.
func Text(w io.Writer, d *Diff, opt Options) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n", words.Visible(d.Verdict))
	heading(&b, "compare with care", len(d.Unlike))
	for _, s := range d.Unlike {
		fmt.Fprintf(&b, "  %s\n", words.Visible(s))
	}
	b.WriteByte('\n')
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  \tBEFORE\tAFTER\t\n")
	fmt.Fprintf(t, "  from\t%s\t%s\t\n", words.Stamp(d.Before.From.Time, opt.Zone), words.Stamp(d.After.From.Time, opt.Zone))
	fmt.Fprintf(t, "  span\t%s\t%s\t\n", span(&d.Before), span(&d.After))
	for _, n := range d.Numbers {
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s\n", n.Name, words.Visible(n.BeforeWords), words.Visible(n.AfterWords), marks[n.Change])
	}
	if err := t.Flush(); err != nil {
		return err
	}
	heading(&b, "findings", len(d.Findings))
	for _, f := range d.Findings {
		fmt.Fprintf(&b, "  %-5s %s%s\n", f.Change, words.Visible(f.ID), words.Visible(where(f)))
		for _, line := range claims(f) {
			fmt.Fprintf(&b, "        %s\n", words.Visible(line))
		}
	}
	heading(&b, "not shown", len(d.NotShown))
	for _, s := range d.NotShown {
		fmt.Fprintf(&b, "  %s\n", words.Visible(s))
	}
	_, err := w.Write(trimLines(b.Bytes()))
	return err
}

// trimLines takes away the blanks at the ends of lines that columns leave.
func trimLines(b []byte) []byte {
	lines := strings.Split(string(b), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return []byte(strings.Join(lines, "\n"))
}

func heading(b *bytes.Buffer, s string, n int) {
	if n > 0 {
		fmt.Fprintf(b, "\n%s\n", strings.ToUpper(s))
	}
}

func span(s *Side) string {
	if s.Span == nil {
		return notKnown
	}
	return words.Duration(s.span())
}

func where(f Finding) string {
	s := ""
	if f.Host != "" {
		s += " of " + f.Host
	}
	if f.Process != "" {
		s += " in " + f.Process
	}
	return s
}

// claims are the lines of a finding: what was said before, and after; one line
// where both said the same.
func claims(f Finding) []string {
	type said struct {
		name string
		c    *Claim
	}
	sides := []said{{"before", f.Before}, {"after", f.After}}
	if f.Before != nil && f.After != nil && *f.Before == *f.After {
		sides = []said{{"before and after", f.Before}}
	}
	var lines []string
	for _, side := range sides {
		if side.c == nil {
			continue
		}
		times := ""
		if side.c.Count > 1 {
			times = ", " + words.Number(side.c.Count) + " times"
		}
		lines = append(lines, fmt.Sprintf("%s (%s%s): %s", side.name, words.Confidence(side.c.Confidence), times, side.c.Statement))
	}
	return lines
}

// Markdown writes d for issues and wikis.
func Markdown(w io.Writer, d *Diff, opt Options) error {
	var b bytes.Buffer
	prose, row := render.MarkdownProse, render.MarkdownRow
	fmt.Fprintf(&b, "# Before and after\n\n**%s**\n", prose(d.Verdict))
	if opt.Chart != "" {
		b.WriteString("\n" + render.MarkdownPicture(d.Verdict, opt.Chart) + "\n")
	}
	section(&b, "Compare with care", d.Unlike)
	if len(d.Unlike) > 0 {
		b.WriteString("\n## Numbers\n")
	}
	fmt.Fprintf(&b, "\n| | before | after | |\n| --- | --- | --- | --- |\n")
	b.WriteString(row("from", words.Stamp(d.Before.From.Time, opt.Zone), words.Stamp(d.After.From.Time, opt.Zone), ""))
	b.WriteString(row("span", span(&d.Before), span(&d.After), ""))
	for _, n := range d.Numbers {
		b.WriteString(row(n.Name, n.BeforeWords, n.AfterWords, changeWords[n.Change]))
	}
	if len(d.Findings) > 0 {
		b.WriteString("\n## Findings\n\n")
	}
	for _, f := range d.Findings {
		fmt.Fprintf(&b, "- **%s**: %s%s\n", f.Change, prose(f.ID), prose(where(f)))
		for _, line := range claims(f) {
			fmt.Fprintf(&b, "  - %s\n", prose(line))
		}
	}
	section(&b, "Not shown by these logs", d.NotShown)
	_, err := w.Write(b.Bytes())
	return err
}

// section is a list under a heading of Markdown, nothing where it is empty.
func section(b *bytes.Buffer, name string, list []string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n", name)
	for _, s := range list {
		fmt.Fprintf(b, "- %s\n", render.MarkdownProse(s))
	}
}

var changeWords = map[string]string{"less": "less", "more": "more", "same": "same", "unknown": "cannot tell"}
