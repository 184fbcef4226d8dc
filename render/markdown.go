package render

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// MarkdownOptions say how a Markdown report looks.
type MarkdownOptions struct {
	Chart string         // path of the picture, relative to the report; "": none
	Zone  *time.Location // of the clock times outside the table of tries; nil: UTC
}

// markdownRows is how many tries the table holds.
const markdownRows = 60

// Markdown writes r for issues and wikis. It uses headings, lists, tables and
// code spans only, which survive pasting into GitHub, GitLab, Confluence and
// Notion; text from logs cannot become a mention, a link or a tag.
func Markdown(w io.Writer, r *analyze.Report, opt MarkdownOptions) error {
	m := &markdown{opt: opt}
	m.printf("# Timeline of failed lookups\n\n**%s**\n", mdProse(words.Counts(r.Verdict)))
	if opt.Chart != "" {
		m.printf("\n![%s](%s)\n", mdAlt(words.Counts(r.Verdict)), mdPath(opt.Chart))
	}
	m.facts(r)
	m.findings(r)
	m.tries(r)
	m.coverage(r)
	_, err := w.Write(m.b.Bytes())
	return err
}

type markdown struct {
	b   bytes.Buffer
	opt MarkdownOptions
}

func (m *markdown) printf(format string, args ...any) { fmt.Fprintf(&m.b, format, args...) }

// row writes a row of a table.
func (m *markdown) row(cells ...string) {
	for _, c := range cells {
		m.printf("| %s ", mdCell(c))
	}
	m.printf("|\n")
}

// mdAlt is the text of a picture, which may hold no brackets.
func mdAlt(s string) string {
	return strings.NewReplacer("[", "(", "]", ")", `\`, "/", "`", "'", "\n", " ", "<", "(", ">", ")", "@", "(at)", "|", "/").Replace(words.Visible(s))
}

// mdPath is a link target: what would end it is written as percent escapes.
func mdPath(s string) string {
	return strings.NewReplacer("%", "%25", " ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\n", "%0A", "\r", "%0D", `\`, "/", `"`, "%22").Replace(s)
}

func (m *markdown) facts(r *analyze.Report) {
	m.printf("\n| | |\n| --- | --- |\n")
	for _, f := range words.Facts(r, m.opt.Zone, factWindows) {
		m.row(mdProse(f.Name), mdProse(f.Value))
	}
}

func (m *markdown) findings(r *analyze.Report) {
	m.printf("\n## Findings\n")
	if len(r.Findings) == 0 {
		m.printf("\nNone: nothing in these logs can be put on the JVM's cache or on one cause in name resolution with the needed certainty.\n")
		return
	}
	if !r.Sure() {
		m.printf("\n%s\n", words.NothingSure)
	}
	m.printf("\n| finding | how sure | says |\n| --- | --- | --- |\n")
	for i, f := range r.Findings {
		link := fmt.Sprintf("[%d. %s](#%s)", i+1, mdMarks.Replace(words.Visible(f.ID)), anchor(i+1, f.ID))
		m.row(link, words.Confidence(f.Confidence), mdProse(words.Counts(f.Statement)))
	}
	t := newTold()
	for i := range r.Findings {
		m.finding(i+1, &r.Findings[i], t)
	}
}

// anchor is how forges name the heading of a finding.
func anchor(no int, id string) string {
	return fmt.Sprintf("%d-%s", no, strings.ToLower(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return -1
	}, id)))
}

func (m *markdown) finding(no int, f *analyze.Finding, t *told) {
	m.printf("\n### %d. %s\n\n%s (%s", no, mdMarks.Replace(words.Visible(f.ID)), mdProse(words.Counts(f.Statement)), words.Confidence(f.Confidence))
	if f.Host != "" {
		m.printf(", %s", mdCode(f.Host))
	}
	if f.Process != "" {
		m.printf(" in %s", mdCode(f.Process))
	}
	m.printf(")\n\n")
	for _, e := range f.Evidence {
		m.printf("- **Because** %s%s\n", mdProse(e.Note), m.proof(e))
	}
	say := t.tell(no, f)
	for _, v := range say.rivals {
		m.printf("- **Or else** %s: **%s**", mdProse(v.Hypothesis), mdProse(v.Status))
		if v.Because != "" {
			m.printf(", because %s", mdProse(v.Because))
		}
		if v.WouldDecide != "" {
			m.printf(" (%s would decide)", mdProse(v.WouldDecide))
		}
		m.printf("\n")
	}
	m.rest("Or else", say.rivalsUnder)
	for _, s := range say.notShown {
		m.printf("- **Not shown by these logs:** %s\n", mdProse(s))
	}
	m.rest("Not shown by these logs:", say.notShownUnder)
	for _, a := range say.actions {
		m.action(a.Action)
	}
	m.rest("Do", say.actionsUnder)
}

// rest points to what stands under other findings.
func (m *markdown) rest(name string, under []reference) {
	if len(under) > 0 {
		m.printf("- **%s** %s\n", name, mdProse(asUnder(under)))
	}
}

// checkPlaces are where a command runs, as a reader looks for them.
var checkPlaces = map[string]string{"host": "on the host", "container": "in a container", "image": "in an image", "pod": "in a pod"}

// action writes what to do, and below it the commands, each to be copied alone.
func (m *markdown) action(a analyze.Action) {
	m.printf("- **Do** %s\n", mdProse(a.Do))
	for _, part := range []struct{ name, text string }{{"effect", a.Effect}, {"cost", a.Cost}} {
		if part.text != "" {
			m.printf("  - %s: %s\n", part.name, mdProse(part.text))
		}
	}
	if len(a.Checks) == 0 && a.Check != "" {
		m.printf("  - check: %s\n", mdCommand(a.Check))
	}
	for _, c := range a.Checks {
		m.printf("  - check %s: %s\n", checkPlaces[c.Where], mdCommand(c.Command))
	}
}

func (m *markdown) proof(e analyze.Evidence) string {
	var parts []string
	if len(e.Attempts) > 0 {
		parts = append(parts, "tries "+mdProse(words.List(e.Attempts, fewSources)))
	}
	if len(e.Sources) > 0 {
		names := places(e.Sources)
		for i := range names {
			names[i] = mdCode(names[i])
		}
		parts = append(parts, words.List(names, fewSources))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

func (m *markdown) tries(r *analyze.Report) {
	list, left := rows(r, markdownRows)
	if len(list) == 0 {
		return
	}
	m.printf("\n## Tries\n\n| try | job or thread | no. | start, UTC | T+ | length | what it did | logged at |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for _, t := range list {
		at := ""
		if len(t.Sources) > 0 {
			at = mdCode(words.Source(t.Sources[0]))
		}
		m.row(mdProse(t.ID), mdName(t.name), strconv.Itoa(t.Try), t.start, t.since, t.length, words.Did(t.Attempt), at)
	}
	if left > 0 {
		m.printf("\n%s not listed here; tries that failed are listed first.\n", words.Count(left, "more try is", "more tries are"))
	}
}

func (m *markdown) coverage(r *analyze.Report) {
	m.printf("\n## What was read\n\n")
	inputs, rest := listedInputs(r.Coverage.Inputs)
	for _, in := range inputs {
		m.printf("- %s\n", mdProse(inputLine(in, m.opt.Zone)))
		for _, bad := range in.Bad {
			m.printf("  - not readable: %s, %s: %s\n", mdCode(words.Source(bad.Source)), mdProse(bad.Reason), mdCode(bad.Text))
		}
		if n := in.Unreadable - len(in.Bad); n > 0 && len(in.Bad) > 0 {
			m.printf("  - and %s more\n", words.Number(n))
		}
	}
	if rest != "" {
		m.printf("- %s\n", rest)
	}
	if n := r.Coverage.Unpaired; n > 0 {
		m.printf("- %s no other end in these logs\n", words.Count(n, "event has", "events have"))
	}
	for _, n := range r.Coverage.Notes {
		m.printf("- %s\n", mdProse(n))
	}
}
