package render

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/rivo/uniseg"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

// written is what a writer makes of r.
func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func asText(t *testing.T, r *analyze.Report, opt TextOptions) string {
	return written(t, func(w io.Writer) error { return Text(w, r, opt) })
}

func asMarkdown(t *testing.T, r *analyze.Report, opt MarkdownOptions) string {
	return written(t, func(w io.Writer) error { return Markdown(w, r, opt) })
}

func asHTML(t *testing.T, r *analyze.Report) string {
	return written(t, func(w io.Writer) error { return HTML(w, r, HTMLOptions{NoSystemFonts: true}) })
}

func asJSON(t *testing.T, r *analyze.Report) string {
	return written(t, func(w io.Writer) error { return JSON(w, r) })
}

func TestGoldens(t *testing.T) {
	tokyo := time.FixedZone("Asia/Tokyo", 9*3600)
	for _, name := range []string{"s3", "gaps", "processes", "nothing", "stale", "unknowns", "empty"} {
		r := incident.All()[name]
		golden(t, name+".txt", []byte(asText(t, r, TextOptions{Width: 100})))
		golden(t, name+".md", []byte(asMarkdown(t, r, MarkdownOptions{Chart: name + ".png"})))
	}
	golden(t, "s3.ascii.txt", []byte(asText(t, incident.S3(), TextOptions{Width: 72, ASCII: true, Zone: tokyo})))
	golden(t, "s3.color.txt", []byte(asText(t, incident.S3(), TextOptions{Color: true})))
	golden(t, "names.txt", []byte(asText(t, incident.Names(), TextOptions{Width: 90})))
	golden(t, "s3.json", []byte(asJSON(t, incident.S3())))
}

// TestLinesFit measures every line of every report in cells of a terminal, but
// for commands, which stay in one line.
func TestLinesFit(t *testing.T) {
	for name, r := range incident.All() {
		for _, width := range []int{40, 72, 100, 200} {
			for _, ascii := range []bool{false, true} {
				for line := range strings.Lines(asText(t, r, TextOptions{Width: width, ASCII: ascii})) {
					if w := uniseg.StringWidth(strings.TrimSuffix(line, "\n")); w > width && !strings.HasPrefix(strings.TrimSpace(line), "check: ") {
						t.Errorf("%s: %d cells in a width of %d: %q", name, w, width, line)
					}
				}
			}
		}
	}
}

func TestASCIIHoldsNothingElse(t *testing.T) {
	for name, r := range incident.All() {
		for _, c := range asText(t, r, TextOptions{ASCII: true}) {
			if c > 0x7e || c < ' ' && c != '\n' {
				t.Fatalf("%s: %q in an ASCII report", name, c)
			}
		}
	}
}

// hostile is a report with text in every field that would act in a terminal, a
// browser, a wiki or a forge.
func hostile() *analyze.Report {
	const evil = "\x1b]0;owned\x07\x1b[2J\u202e</script></style><script>alert(1)</script> @octocat #1 https://evil.example `x` | [a](javascript:alert(1)) ![i](//e) \\| \x00\xff\u2028 &lt; GH-7 deadbeef"
	r := incident.S3()
	name := evil
	r.Verdict, r.Tool.Version = evil, evil
	for i := range r.Attempts {
		a := &r.Attempts[i]
		a.ID = evil + a.ID
		a.Job, a.Thread, a.Process, a.Exception, a.Message, a.Operation = evil, evil, evil, evil, evil, evil
		a.Host, a.Remote = &name, &name
		a.Sources = []analyze.Source{{File: evil, Line: 3}}
	}
	for i := range r.Windows {
		w := &r.Windows[i]
		w.ID, w.Host, w.Process, w.TTL.Matches = evil, evil, evil, []string{evil}
		w.Lookup.Leader = &name
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Statement, f.Host, f.Process, f.NotShown = evil, evil, evil, []string{evil}
		f.Evidence = []analyze.Evidence{{Note: evil, Attempts: []string{evil, "a1"}, Sources: []analyze.Source{{File: evil, Line: 1}}}}
		f.Rivals = []analyze.Rival{{Hypothesis: evil, Status: evil, Because: evil, WouldDecide: evil}}
		f.Actions = []analyze.Action{{Do: evil, Effect: evil, Cost: evil, Check: evil, Checks: []analyze.Check{{Where: evil, Command: evil}}}}
	}
	for i := range r.Coverage.Inputs {
		in := &r.Coverage.Inputs[i]
		in.Path, in.Process, in.Format, in.Zone = evil, evil, evil, evil
		in.Bad = []analyze.BadRecord{{Source: analyze.Source{File: evil, Line: 1}, Reason: evil, Text: evil}}
	}
	r.Coverage.Notes = []string{evil}
	return r
}

// TestNothingHiddenIsWritten: what does not show is written out, everywhere.
func TestNothingHiddenIsWritten(t *testing.T) {
	r := hostile()
	for name, s := range map[string]string{
		"text": asText(t, r, TextOptions{}), "markdown": asMarkdown(t, r, MarkdownOptions{Chart: "a b(c).png"}), "html": asHTML(t, r), "json": asJSON(t, r),
	} {
		for i, c := range s {
			if c != '\n' && !unicode.IsGraphic(c) {
				t.Errorf("%s: %q at %d: %q", name, c, i, s[max(0, i-40):i])
				break
			}
		}
	}
}

func TestColorOnlyWhenAsked(t *testing.T) {
	if s := asText(t, incident.S3(), TextOptions{}); strings.Contains(s, "\x1b") {
		t.Error("escape sequences without colour")
	}
	colored := asText(t, incident.S3(), TextOptions{Color: true})
	plain := regexp.MustCompile("\x1b\\[[0-9]*m").ReplaceAllString(colored, "")
	if plain != asText(t, incident.S3(), TextOptions{}) || plain == colored {
		t.Error("colour changes more than colour")
	}
}

// TestMarkdownIsTame finds no tag, link, mention or reference outside of code,
// and as many cells in every row of a table as in its head.
func TestMarkdownIsTame(t *testing.T) {
	s := asMarkdown(t, hostile(), MarkdownOptions{Chart: "a b(c).png"})
	if !strings.Contains(s, "](a%20b%28c%29.png)") {
		t.Error("the chart is not linked")
	}
	code := regexp.MustCompile("(`+)[^`\n](?:[^\n]*?[^`])??(`+)")
	cells := 0
	for line := range strings.Lines(s) {
		if strings.HasPrefix(line, "![") {
			continue
		}
		if n := tableCells(line); n > 0 {
			if cells > 0 && n != cells {
				t.Errorf("%d cells in a table of %d: %s", n, cells, line)
			}
			cells = n
		} else {
			cells = 0
		}
		bare := code.ReplaceAllString(line, "CODE")
		for _, bad := range []string{"<", "@", " #1", "http", "](javascript", "GH-7", "deadbeef"} {
			if strings.Contains(bare, bad) {
				t.Errorf("%q stands outside of code: %s", bad, bare)
			}
		}
	}
}

// tableCells counts cells as GitHub does: a pipe behind a backslash is text,
// unless that backslash is itself behind one.
func tableCells(line string) int {
	if !strings.HasPrefix(line, "|") {
		return 0
	}
	n := -1
	escaped := false
	for _, c := range line {
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '|':
			n++
		}
	}
	return n
}

func TestMarkdownSaysWhatItLeavesOut(t *testing.T) {
	r := incident.Many(120)
	s := asMarkdown(t, r, MarkdownOptions{})
	if rows := strings.Count(s, "| T+"); rows < markdownRows || !strings.Contains(s, "more tries are not listed here") {
		t.Errorf("%d rows, and no word of the others", rows)
	}
}

func TestJSONReadsBack(t *testing.T) {
	for name, r := range incident.All() {
		first := asJSON(t, r)
		var back analyze.Report
		if err := json.Unmarshal([]byte(first), &back); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if second := asJSON(t, &back); second != first {
			t.Errorf("%s: JSON changes when read and written again", name)
		}
		if strings.Contains(first, `": null`) && regexp.MustCompile(`"(attempts|windows|findings|sources|cached|waited|notes|inputs|bad|evidence|rivals|actions|matches|not_shown|class_from)": null`).MatchString(first) {
			t.Errorf("%s: a list is null", name)
		}
	}
}

// TestJSONLeavesTheReportAlone: filling lists in must not reach the caller.
func TestJSONLeavesTheReportAlone(t *testing.T) {
	r := &analyze.Report{Attempts: []analyze.Attempt{{}}, Coverage: analyze.Coverage{Inputs: []analyze.Input{{}}}}
	asJSON(t, r)
	if r.Attempts[0].Sources != nil || r.Windows != nil || r.Coverage.Inputs[0].Bad != nil {
		t.Error("the report was changed")
	}
}

func TestJSONKeepsText(t *testing.T) {
	const name = "a<b>&\u202e\u2028\U000E0001한"
	r := &analyze.Report{Verdict: name}
	s := asJSON(t, r)
	if !strings.Contains(s, `a<b>&`) || !strings.Contains(s, "한") {
		t.Errorf("plain text is escaped: %s", s)
	}
	var back analyze.Report
	if err := json.Unmarshal([]byte(s), &back); err != nil || back.Verdict != name {
		t.Errorf("read back as %q, %v", back.Verdict, err)
	}
}

// The words of a report of 100,000 tries, in bytes and tries a second.
func BenchmarkWords(b *testing.B) {
	const tries = 100_000
	r := incident.Many(tries)
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"text", func(w io.Writer) error { return Text(w, r, TextOptions{}) }},
		{"json", func(w io.Writer) error { return JSON(w, r) }},
		{"markdown", func(w io.Writer) error { return Markdown(w, r, MarkdownOptions{}) }},
	} {
		b.Run(f.name, func(b *testing.B) {
			var out counted
			for b.Loop() {
				out = 0
				if err := f.write(&out); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(int64(out))
			b.ReportMetric(tries*float64(b.N)/b.Elapsed().Seconds(), "tries/s")
		})
	}
}

// counted counts what is written.
type counted int64

func (c *counted) Write(p []byte) (int, error) {
	*c += counted(len(p))
	return len(p), nil
}
