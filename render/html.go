package render

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render/chart"
	"timeline/render/words"
)

// HTMLOptions say how a web page looks.
type HTMLOptions struct {
	Title string         // of the charts; "": made from the report
	Zone  *time.Location // of the clock times outside the table of tries; nil: UTC
	Font  [][]byte       // measured first for the chart
	// NoSystemFonts keeps fonts of this machine out of the chart's measures.
	NoSystemFonts bool
}

// htmlRows is how many tries the table holds where no script runs.
const htmlRows = 500

//go:embed web/page.html
var pageTemplate string

//go:embed web/page.css
var pageStyle string

//go:embed web/page.js
var pageScript string

var htmlPage = template.Must(template.New("page").Parse(pageTemplate))

// pageData is what the template shows. Its strings are plain text, made visible;
// the template escapes them.
type pageData struct {
	CSP           string
	Style, Script template.HTML
	Data          template.HTML
	Wide, Narrow  template.HTML
	Title         string
	Verdict       string
	Facts         []words.Fact
	Findings      []pageFinding
	Unsure        string // stands before findings that are questions only
	Tries         []pageTry
	Left          string // how many tries the table leaves out, "" for none
	Unexplored    string // how many the timeline leaves out
	Inputs        []pageInput
	Notes         []string
	Tool          string
}

type pageFinding struct {
	No                    int
	ID, Sure, Where, Says string
	Level                 string // class of the mark beside it
	Evidence              []pageEvidence
	Rivals                []analyze.Rival
	NotShown              []string
	Actions               []pageAction

	RivalsUnder, NotShownUnder, ActionsUnder []reference // what stands under other findings
}

type pageAction struct {
	analyze.Action
	CheckAbove bool // the check stands with an action above
}

type pageEvidence struct {
	Note     string
	Attempts []pageLink
	More     int
	Sources  string
}

type pageLink struct {
	ID     string
	Linked bool // the try has a row to go to
}

type pageTry struct {
	ID, Name, Host, Start, Since, Length, Did, Class, At, Exception string
	Try                                                             int
}

type pageInput struct {
	Line string
	Bad  []string
	More int
}

// HTML writes r as one file that needs no network: the chart in light and dark,
// a timeline to zoom and filter, the findings, the tries and what was read. All
// but that timeline needs no script. Its content security policy forbids
// everything that the file does not hold itself.
func HTML(w io.Writer, r *analyze.Report, opt HTMLOptions) error {
	d := pageData{Title: visible(words.Counts(r.Verdict)), Verdict: visible(words.Counts(r.Verdict)), Tool: visible(r.Tool.Name + " " + r.Tool.Version)}
	charts, err := drawCharts(r, opt)
	if err != nil {
		return err
	}
	d.Wide, d.Narrow = charts.wide, charts.narrow
	style := chart.FontFaces() + inTheme(chart.Variables(chart.Light), chart.Variables(chart.Dark)) + charts.variables + pageStyle
	d.Style = template.HTML("<style>" + style + "</style>")
	d.Script = template.HTML("<script>" + pageScript + "</script>")
	d.CSP = policy(pageScript, style, styleOf(d.Wide), styleOf(d.Narrow))
	d.Facts = words.Facts(r, opt.Zone, factWindows)
	list, left := rows(r, htmlRows)
	d.Left = someOf(left)
	listed := map[string]bool{}
	for _, t := range list {
		listed[t.ID] = true
		d.Tries = append(d.Tries, newPageTry(t))
	}
	if len(r.Findings) > 0 && !r.Sure() {
		d.Unsure = words.NothingSure
	}
	already := newTold()
	for i := range r.Findings {
		d.Findings = append(d.Findings, newPageFinding(i+1, &r.Findings[i], listed, already))
	}
	d.coverage(r, opt.Zone)
	if err := d.explore(r, opt.Zone); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := htmlPage.Execute(&b, d); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

func (d *pageData) explore(r *analyze.Report, zone *time.Location) (err error) {
	data := newExplorerData(r, zone)
	d.Unexplored = someOf(data.Left)
	if r.Coverage.Unlisted != nil && data.Left == r.Coverage.Attempts-len(r.Attempts) {
		d.Unexplored += ", none of which failed"
	}
	d.Data, err = dataElement(data)
	return err
}

// someOf counts tries, "" where there is none.
func someOf(n int) string {
	if n <= 0 {
		return ""
	}
	return words.Tries(n)
}

func visible(s string) string { return words.Visible(s) }

// policy allows the given script and styles by their hashes and nothing else.
func policy(script string, styles ...string) string {
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	allowed := make([]string, 0, len(styles))
	seen := map[string]bool{}
	for _, s := range styles {
		if h := hash(s); s != "" && !seen[h] {
			seen[h] = true
			allowed = append(allowed, h)
		}
	}
	return fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; font-src data:; base-uri 'none'; form-action 'none'", hash(script), strings.Join(allowed, " "))
}

// styleOf is the text of the style element of a chart.
func styleOf(svg template.HTML) string {
	_, s, _ := strings.Cut(string(svg), "<style>")
	s, _, _ = strings.Cut(s, "</style>")
	return s
}

func newPageTry(t row) pageTry {
	p := pageTry{ID: visible(t.ID), Name: visible(t.name), Try: t.Try, Start: t.start, Since: t.since, Length: t.length, Did: words.Did(t.Attempt),
		Class: string(t.Class), Exception: visible(t.Exception)}
	if t.Host != nil {
		p.Host = visible(*t.Host)
	}
	if len(t.Sources) > 0 {
		p.At = words.Source(t.Sources[0])
	}
	return p
}

func newPageFinding(no int, f *analyze.Finding, listed map[string]bool, already *told) pageFinding {
	p := pageFinding{No: no, ID: visible(f.ID), Sure: words.Confidence(f.Confidence), Says: visible(words.Counts(f.Statement)), Level: "weak"}
	if f.Confidence == analyze.Strong || f.Confidence == analyze.Moderate {
		p.Level = string(f.Confidence)
	}
	p.Where = visible(f.Host)
	if f.Process != "" {
		p.Where = strings.TrimSpace(p.Where + " in " + visible(f.Process))
	}
	for _, e := range f.Evidence {
		v := pageEvidence{Note: visible(e.Note), Sources: words.List(places(e.Sources), 2*fewSources)}
		for i, id := range e.Attempts {
			if i == 2*fewSources {
				v.More = len(e.Attempts) - i
				break
			}
			v.Attempts = append(v.Attempts, pageLink{visible(id), listed[id]})
		}
		p.Evidence = append(p.Evidence, v)
	}
	p.tell(already.tell(no, f))
	return p
}

// tell shows of a finding what is told for the first time, and where the rest is.
func (p *pageFinding) tell(say telling) {
	for _, v := range say.rivals {
		p.Rivals = append(p.Rivals, analyze.Rival{Hypothesis: visible(v.Hypothesis), Status: visible(v.Status), Because: visible(v.Because), WouldDecide: visible(v.WouldDecide)})
	}
	for _, s := range say.notShown {
		p.NotShown = append(p.NotShown, visible(s))
	}
	for _, a := range say.actions {
		v := pageAction{analyze.Action{Do: visible(a.Do), Effect: visible(a.Effect), Cost: visible(a.Cost), Check: visible(a.Check)}, a.checkAbove}
		for _, c := range a.Checks {
			if c.Command != a.Check {
				v.Checks = append(v.Checks, analyze.Check{Where: visible(c.Where), Command: visible(c.Command)})
			}
		}
		p.Actions = append(p.Actions, v)
	}
	p.RivalsUnder, p.NotShownUnder, p.ActionsUnder = shown(say.rivalsUnder), shown(say.notShownUnder), shown(say.actionsUnder)
}

// shown makes the names of findings fit to be seen.
func shown(list []reference) []reference {
	out := make([]reference, len(list))
	for i, r := range list {
		out[i] = reference{r.No, visible(r.ID)}
	}
	return out
}

func (d *pageData) coverage(r *analyze.Report, zone *time.Location) {
	inputs, rest := listedInputs(r.Coverage.Inputs)
	for _, in := range inputs {
		p := pageInput{Line: inputLine(in, zone)}
		for _, bad := range in.Bad {
			p.Bad = append(p.Bad, words.Source(bad.Source)+": "+visible(bad.Reason)+": "+visible(bad.Text))
		}
		if len(in.Bad) > 0 {
			p.More = max(0, in.Unreadable-len(in.Bad))
		}
		d.Inputs = append(d.Inputs, p)
	}
	if rest != "" {
		d.Notes = append(d.Notes, rest)
	}
	if n := r.Coverage.Unpaired; n > 0 {
		d.Notes = append(d.Notes, words.Count(n, "event has", "events have")+" no other end in these logs")
	}
	for _, n := range r.Coverage.Notes {
		d.Notes = append(d.Notes, visible(n))
	}
}
