package ci

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"timeline/analyze"
	"timeline/render/words"
)

// JUnit XML as Ant's task wrote it first and build servers read it.
type (
	junitSuites struct {
		XMLName  xml.Name   `xml:"testsuites"`
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Suite    junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
		Out      string      `xml:"system-out"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes r as JUnit XML: one test for each kind of finding, which fails
// where opt counts one of that kind against the build. Other findings stand in
// the output of their test.
func JUnit(w io.Writer, r *analyze.Report, opt Options) error {
	suite := junitSuite{Name: "timeline", Out: words.Visible(r.Verdict)}
	for _, d := range analyze.Docs() {
		c := junitTest(d.ID, r, opt)
		if c.Failure != nil {
			suite.Failures++
		}
		suite.Cases = append(suite.Cases, c)
	}
	suite.Tests = len(suite.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(junitSuites{Name: "timeline", Tests: suite.Tests, Failures: suite.Failures, Suite: suite}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func junitTest(id string, r *analyze.Report, opt Options) junitCase {
	c := junitCase{Class: "timeline", Name: id}
	var failed, noted []string
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.ID != id {
			continue
		}
		if !opt.fails(f) {
			noted = append(noted, junitText(f))
			continue
		}
		if c.Failure == nil {
			c.Failure = &junitFailure{Type: words.Visible(string(f.Confidence)), Message: words.Visible(f.Statement)}
		}
		failed = append(failed, junitText(f))
	}
	if c.Failure != nil {
		c.Failure.Text = strings.Join(failed, "\n")
	}
	c.Out = strings.Join(noted, "\n")
	return c
}

// junitText is a finding with its evidence, one line each.
func junitText(f *analyze.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n", words.Visible(f.Statement), words.Confidence(f.Confidence))
	for _, e := range f.Evidence {
		fmt.Fprintf(&b, "  because %s", words.Visible(e.Note))
		if len(e.Sources) > 0 {
			fmt.Fprintf(&b, " (%s)", words.Source(e.Sources[0]))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
