// Package render writes reports for people and programs: text for terminals,
// Markdown for issues and wikis, one HTML file, JSON, and through its chart
// package pictures. It reads a finished report and adds no meaning to it; its
// words live in package words.
package render

import (
	"bytes"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"

	"timeline/analyze"
)

// JSON writes r in the form that programs read: indented, lists never null,
// and without a character that would act in a terminal.
func JSON(w io.Writer, r *analyze.Report) error {
	frame := *r
	frame.Attempts = nil
	text, err := newJSONWriter("").encode(withLists(&frame))
	if err != nil {
		return err
	}
	return writeAttempts(w, text, r.Attempts)
}

// escapeHidden writes characters that do not show as \u escapes. In JSON they
// stand nowhere but inside strings, so that the values stay the same.
func escapeHidden(b []byte) []byte {
	if isPlain(b) {
		return b
	}
	hidden := func(r rune) bool { return r != '\n' && r != ' ' && !unicode.IsGraphic(r) }
	if bytes.IndexFunc(b, hidden) < 0 {
		return b
	}
	out := make([]byte, 0, len(b)+64)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case !hidden(r):
			out = append(out, b[:n]...)
		case r > 0xFFFF:
			r -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xD800+r>>10, 0xDC00+r&0x3FF)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		b = b[n:]
	}
	return out
}

// isPlain reports whether b is ASCII that shows, and line ends: nearly all JSON is.
func isPlain(b []byte) bool {
	for _, c := range b {
		if (c < ' ' || c > '~') && c != '\n' {
			return false
		}
	}
	return true
}

// withLists is r with empty lists where it has none: null means unknown.
func withLists(r *analyze.Report) *analyze.Report {
	c := *r
	c.Coverage.Inputs = list(c.Coverage.Inputs)
	for i := range c.Coverage.Inputs {
		c.Coverage.Inputs[i].Bad = list(c.Coverage.Inputs[i].Bad)
	}
	c.Coverage.Notes = list(c.Coverage.Notes)
	c.Attempts = list(c.Attempts)
	for i := range c.Attempts {
		a := &c.Attempts[i]
		a.ClassFrom, a.Sources = list(a.ClassFrom), list(a.Sources)
	}
	c.Windows = list(c.Windows)
	for i := range c.Windows {
		v := &c.Windows[i]
		v.Lookup.Waited, v.Cached, v.TTL.Matches = list(v.Lookup.Waited), list(v.Cached), list(v.TTL.Matches)
	}
	c.Findings = list(c.Findings)
	for i := range c.Findings {
		f := &c.Findings[i]
		f.Evidence, f.Rivals, f.NotShown, f.Actions = list(f.Evidence), list(f.Rivals), list(f.NotShown), list(f.Actions)
		for j := range f.Actions {
			f.Actions[j].Checks = list(f.Actions[j].Checks)
		}
		for j := range f.Evidence {
			f.Evidence[j].Attempts, f.Evidence[j].Sources = list(f.Evidence[j].Attempts), list(f.Evidence[j].Sources)
		}
	}
	return &c
}

// list is a copy that is never nil, so that filling in does not touch the
// report of the caller.
func list[T any](s []T) []T {
	return append(make([]T, 0, len(s)), s...)
}
