// Package ci writes the findings of a report for programs that run it: SARIF for
// code hosts, workflow commands for GitHub Actions, JUnit XML for build servers,
// and the text format of Prometheus for alerts. Text from logs cannot leave the
// place that it is put in.
package ci

import (
	"timeline/analyze"
	"timeline/render/words"
)

// Options say which findings count against a build.
type Options struct {
	// Fails tells a finding that fails the build; nil means that all do.
	Fails func(*analyze.Finding) bool
}

func (o Options) fails(f *analyze.Finding) bool { return o.Fails == nil || o.Fails(f) }

// firstSource is the place that a finding is shown at: the first one of its
// evidence that names a line, else the first one.
func firstSource(f *analyze.Finding) (analyze.Source, bool) {
	var first analyze.Source
	found := false
	for _, e := range f.Evidence {
		for _, s := range e.Sources {
			if s.Line > 0 {
				return s, true
			}
			if !found {
				first, found = s, true
			}
		}
	}
	return first, found
}

// subject names what a finding is about, "" where it names nothing.
func subject(f *analyze.Finding) string {
	switch {
	case f.Host != "" && f.Process != "":
		return words.Visible(f.Host) + " in " + words.Visible(f.Process)
	case f.Host != "":
		return words.Visible(f.Host)
	}
	return words.Visible(f.Process)
}
