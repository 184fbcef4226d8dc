package render

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"timeline/analyze"
	"timeline/render/words"
)

// TextOptions say how a text report looks. The zero value is 80 columns of
// Unicode without colour, times in UTC.
type TextOptions struct {
	Width int            // columns; 0: 80
	Color bool           // ANSI colours
	ASCII bool           // nothing but ASCII
	Zone  *time.Location // of the clock times; nil: UTC
}

// Text writes r for a terminal or a mail: the verdict, the key numbers, a small
// timeline, the findings with their evidence, and what was read.
func Text(w io.Writer, r *analyze.Report, opt TextOptions) error {
	if opt.Width == 0 {
		opt.Width = 80
	}
	opt.Width = min(max(opt.Width, 40), 400)
	p := &page{opt: opt}
	p.para("", "", p.log(words.Counts(r.Verdict)), bold)
	p.blank()
	p.facts(r)
	p.timeline(r)
	p.findings(r)
	p.coverage(r)
	_, err := w.Write(p.b.Bytes())
	return err
}

// A page is a text report in the making.
type page struct {
	b   bytes.Buffer
	opt TextOptions
}

// ANSI attributes, used only with TextOptions.Color.
type attribute string

const (
	normal attribute = ""
	bold   attribute = "1"
	dim    attribute = "2"
	red    attribute = "31"
	green  attribute = "32"
	yellow attribute = "33"
	cyan   attribute = "36"
)

func (p *page) paint(s string, a attribute) string {
	if !p.opt.Color || a == normal || s == "" {
		return s
	}
	return "\x1b[" + string(a) + "m" + s + "\x1b[0m"
}

// log makes text from the logs harmless, and plain ASCII where that is asked for.
func (p *page) log(s string) string {
	s = words.Visible(s)
	if !p.opt.ASCII {
		return s
	}
	return asciiOnly(s)
}

func asciiOnly(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

func (p *page) blank() { p.b.WriteByte('\n') }

func (p *page) line(s string) { p.b.WriteString(strings.TrimRight(s, " ") + "\n") }

// para writes s wrapped, its first line after head, the others after indent.
func (p *page) para(head, indent, s string, a attribute) {
	width := p.opt.Width - uniseg.StringWidth(indent)
	for i, l := range wrap(s, width) {
		lead := indent
		if i == 0 && head != "" {
			lead = head + strings.Repeat(" ", max(0, uniseg.StringWidth(indent)-uniseg.StringWidth(head)))
		}
		p.line(lead + p.paint(l, a))
	}
}

func (p *page) heading(s string) {
	p.blank()
	p.line(p.paint(strings.ToUpper(s), bold))
}

// factWindows is how many windows have their numbers in the head of a report.
const factWindows = 3

func (p *page) facts(r *analyze.Report) {
	for _, f := range words.Facts(r, p.opt.Zone, factWindows) {
		p.para("  "+p.log(f.Name), strings.Repeat(" ", 15), p.log(f.Value), normal)
	}
}

func (p *page) findings(r *analyze.Report) {
	p.heading("findings")
	if len(r.Findings) == 0 {
		p.para("", "  ", "None: nothing in these logs can be put on the JVM's cache or on one cause in name resolution with the needed certainty.", normal)
	} else if !r.Sure() {
		p.para("", "  ", words.NothingSure, normal)
		p.blank()
	}
	t := newTold()
	elsewhere := false
	for i := range r.Findings {
		p.finding(i+1, &r.Findings[i], t)
		for _, a := range r.Findings[i].Actions {
			elsewhere = elsewhere || len(a.Checks) > 1
		}
	}
	if elsewhere {
		p.blank()
		p.para("", "  ", "  Checks are for this host; Markdown, HTML and JSON have them for containers, images and pods too.", dim)
	}
}

func (p *page) finding(no int, f *analyze.Finding, t *told) {
	if no > 1 {
		p.blank()
	}
	head := fmt.Sprintf("%d. %s, %s", no, p.log(f.ID), words.Confidence(f.Confidence))
	if f.Process != "" {
		head += " in " + p.log(f.Process)
	}
	p.para("", "  ", head, confidenceColor(f.Confidence))
	p.para("", "     ", p.log(words.Counts(f.Statement)), bold)
	for _, e := range f.Evidence {
		p.item("because", p.log(e.Note))
		if proof := p.proof(e); proof != "" {
			p.para("", claimIndent+"  ", proof, dim)
		}
	}
	say := t.tell(no, f)
	for _, v := range say.rivals {
		p.item("or else", p.rival(v))
	}
	p.rest("or else", say.rivalsUnder)
	for _, s := range say.notShown {
		p.item("unknown", p.log(s))
	}
	p.rest("unknown", say.notShownUnder)
	for _, a := range say.actions {
		p.action(a.Action)
	}
	p.rest("do", say.actionsUnder)
}

// rest points to what stands under other findings.
func (p *page) rest(name string, under []reference) {
	if len(under) > 0 {
		p.item(name, p.log(asUnder(under)))
	}
}

// claimIndent stands before what supports, rivals or limits a finding.
const claimIndent = "              "

func (p *page) item(name, s string) { p.para("     "+name, claimIndent, s, normal) }

func confidenceColor(c analyze.Confidence) attribute {
	switch c {
	case analyze.Strong:
		return red
	case analyze.Moderate:
		return yellow
	}
	return cyan
}

// fewSources is how many places an evidence names before it counts the rest.
const fewSources = 4

func (p *page) proof(e analyze.Evidence) string {
	var parts []string
	if len(e.Attempts) > 0 {
		parts = append(parts, p.log(words.List(e.Attempts, fewSources)))
	}
	if len(e.Sources) > 0 {
		parts = append(parts, p.log(words.List(places(e.Sources), fewSources)))
	}
	return strings.Join(parts, " | ")
}

func places(sources []analyze.Source) []string {
	out := make([]string, len(sources))
	for i, s := range sources {
		out[i] = words.Source(s)
	}
	return out
}

func (p *page) rival(v analyze.Rival) string {
	s := p.log(v.Hypothesis) + ": " + p.log(v.Status)
	if v.Because != "" {
		s += ", because " + p.log(v.Because)
	}
	if v.WouldDecide != "" {
		s += " (" + p.log(v.WouldDecide) + " would decide)"
	}
	return s
}

// action writes what to do, and what it does, costs and is checked by below it.
func (p *page) action(a analyze.Action) {
	p.item("do", p.log(a.Do))
	for _, part := range []struct{ name, text string }{{"effect: ", a.Effect}, {"cost: ", a.Cost}} {
		if part.text != "" {
			p.para("", claimIndent+"  ", part.name+p.log(part.text), normal)
		}
	}
	if a.Check != "" { // in one line: a command that is broken cannot be pasted
		p.line(claimIndent + "  check: " + p.log(a.Check))
	}
}

func (p *page) coverage(r *analyze.Report) {
	p.heading("what was read")
	inputs, rest := listedInputs(r.Coverage.Inputs)
	for _, in := range inputs {
		p.para("  ", "    ", p.log(inputLine(in, p.opt.Zone)), normal)
		for _, bad := range in.Bad {
			p.para("    ! ", "      ", p.log(words.Source(bad.Source))+": "+p.log(bad.Reason)+": "+p.log(bad.Text), yellow)
		}
		if n := in.Unreadable - len(in.Bad); n > 0 && len(in.Bad) > 0 {
			p.para("    ! ", "      ", "and "+words.Number(n)+" more", yellow)
		}
	}
	p.para("  ", "    ", rest, normal)
	if n := r.Coverage.Unpaired; n > 0 {
		p.para("  ", "    ", words.Count(n, "event has", "events have")+" no other end in these logs", normal)
	}
	if n := r.Coverage.Attempts - len(r.Attempts); n > 0 {
		p.para("  ", "    ", words.Tries(n)+" counted but not listed in the report", normal)
	}
	for _, n := range r.Coverage.Notes {
		p.para("  ", "    ", p.log(n), normal)
	}
}
