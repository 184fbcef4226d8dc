package render

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"

	"timeline/render/internal/incident"
)

// TestPageIsClosed: the page names nothing outside of itself, and its policy
// allows exactly the script and the styles that it holds.
func TestPageIsClosed(t *testing.T) {
	for name, page := range map[string]string{"s3": asHTML(t, incident.S3()), "hostile": asHTML(t, hostile())} {
		policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
		if policy == nil {
			t.Fatalf("%s: no policy", name)
		}
		csp := html.UnescapeString(policy[1])
		if !strings.HasPrefix(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %s", name, csp)
		}
		page, data := cutData(t, page)
		if strings.ContainsAny(data, "<>&") {
			t.Errorf("%s: the data hold markup", name)
		}
		for _, element := range []string{"script", "style"} {
			found := regexp.MustCompile(`(?s)<`+element+`>(.*?)</`+element+`>`).FindAllStringSubmatch(page, -1)
			if len(found) == 0 || strings.Count(page, "<"+element) != len(found) {
				t.Errorf("%s: %d %s elements are understood", name, len(found), element)
			}
			for _, f := range found {
				sum := sha256.Sum256([]byte(f[1]))
				if !strings.Contains(csp, base64.StdEncoding.EncodeToString(sum[:])) {
					t.Errorf("%s: the policy stops %s %.60q", name, element, f[1])
				}
			}
		}
		for _, bad := range []string{"<link", "<img", "<iframe", "<object", "@import", "url(http", " onload=", " onclick=", " style="} {
			if strings.Contains(page, bad) {
				t.Errorf("%s: %q in the page", name, bad)
			}
		}
		if m := regexp.MustCompile(`(?:src|href)="([^#"][^"]*)"`).FindStringSubmatch(page); m != nil {
			t.Errorf("%s: link to %q", name, m[1])
		}
	}
}

// cutData takes the data of a page, which no browser runs, out of it.
func cutData(t *testing.T, page string) (rest, data string) {
	t.Helper()
	before, after, ok := strings.Cut(page, `<script type="application/json" id="data">`)
	data, after, ended := strings.Cut(after, "</script>")
	if !ok || !ended || !json.Valid([]byte(data)) {
		t.Fatal("the page holds no data")
	}
	return before + after, data
}

func TestPageEscapesLogText(t *testing.T) {
	page, _ := cutData(t, asHTML(t, hostile()))
	if n := strings.Count(page, "<script"); n != 1 {
		t.Errorf("%d script elements", n)
	}
	if strings.Contains(page, "alert(1)</script>") {
		t.Error("text of the log closes a tag")
	}
}

// TestPageLinksResolve: every link goes to an element of the page.
func TestPageLinksResolve(t *testing.T) {
	page := asHTML(t, incident.S3())
	links := regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(page, -1)
	if len(links) == 0 {
		t.Fatal("no link to a try")
	}
	for _, l := range links {
		if !strings.Contains(page, `id="`+l[1]+`"`) {
			t.Errorf("#%s leads nowhere", l[1])
		}
	}
}

func TestPageOfEveryIncident(t *testing.T) {
	for name, r := range incident.All() {
		if page := asHTML(t, r); !strings.HasSuffix(page, "</html>\n") || strings.Count(page, "<svg") != 2 {
			t.Errorf("%s: the page is not whole", name)
		} else if svg := page[strings.Index(page, "<svg"):]; !strings.Contains(svg, "var(--i0)") {
			t.Errorf("%s: the chart has the colours of one theme", name)
		}
	}
}
