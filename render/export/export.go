// Package export writes a report for viewers that others made: Perfetto and
// Chrome (trace events), trace stores (OpenTelemetry), Timesketch and Grafana.
// It leaves out what a format cannot hold and invents no time: a try of which
// one instant is known becomes an instant.
package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render"
	"timeline/render/words"
)

// A Format is a viewer's file.
type Format string

// Formats.
const (
	Chrome     Format = "chrome"
	OTLP       Format = "otlp"
	Timesketch Format = "timesketch"
	Grafana    Format = "grafana"
)

// formats are the formats with the end of a file name that stands for each.
var formats = []struct {
	format Format
	suffix string
	write  func(*analyze.Report) ([]byte, error)
}{
	{Chrome, ".trace.json", chromeTrace},
	{OTLP, ".otlp.json", otlpTraces},
	{Timesketch, ".timesketch.jsonl", timesketchEvents},
	{Grafana, ".grafana.json", grafanaAnnotations},
}

// Formats lists the names of all formats.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, string(f.format))
	}
	return names
}

// FormatOf is the format that the end of a path stands for.
func FormatOf(path string) (Format, bool) {
	for _, f := range formats {
		if strings.HasSuffix(strings.ToLower(path), f.suffix) {
			return f.format, true
		}
	}
	return "", false
}

// Suffixes lists the ends of paths that FormatOf knows.
func Suffixes() []string {
	var list []string
	for _, f := range formats {
		list = append(list, f.suffix)
	}
	return list
}

// Write writes r in a format. Text of the logs is made visible, so that nothing
// in it acts in the viewer.
func Write(w io.Writer, r *analyze.Report, format Format) error {
	i := slices.IndexFunc(formats, func(f struct {
		format Format
		suffix string
		write  func(*analyze.Report) ([]byte, error)
	}) bool {
		return f.format == format
	})
	if i < 0 {
		return fmt.Errorf("export format %q is not one of %s", format, strings.Join(Formats(), ", "))
	}
	b, err := formats[i].write(r)
	if err != nil {
		return err
	}
	_, err = w.Write(render.EscapeHidden(b))
	return err
}

// encode writes v as JSON with a line break; indent is "" for one line.
func encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return b.Bytes(), err
}

// text is a string of a log as viewers may have it.
func text(s string) string { return words.Visible(s) }

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return text(*s)
}

// laneName is the job of a try, else its thread.
func laneName(a *analyze.Attempt) string {
	switch {
	case a.Job != "":
		return text(a.Job)
	case a.Thread != "":
		return text(a.Thread)
	}
	return "others"
}

// title names a try: what it did and how.
func title(a *analyze.Attempt) string {
	what := "try"
	if a.Operation != "" {
		what = text(a.Operation)
	}
	return fmt.Sprintf("%s %d: %s", what, a.Try, words.Did(a))
}

// usable reports whether the formats can hold t: they count nanoseconds or
// microseconds since 1970 in 64 bits.
func usable(t time.Time) bool { return t.Year() >= 1970 && t.Year() < 2262 }

// instant is the first known time of a try; ok says whether any is known.
func instant(a *analyze.Attempt) (t time.Time, ok bool) {
	if usable(a.Start.Time) {
		return a.Start.Time, true
	}
	return a.End.Time, usable(a.End.Time)
}

// hasSpan reports whether both ends of a try are known, and in order.
func hasSpan(a *analyze.Attempt) bool {
	return usable(a.Start.Time) && usable(a.End.Time) && !a.End.Before(a.Start.Time)
}

// A period is what the logs bound of a window: from when the failure was surely
// in the cache until when.
type period struct {
	from, to time.Time
	endless  bool // not seen to close: to is when it was last seen
}

// cachedPeriod is when w surely held; an end that the logs do not bound is the
// nearest instant that they do know.
func cachedPeriod(w *analyze.Window) (period, bool) {
	p := period{from: w.Opened.Latest.Time, to: w.Closed.Earliest.Time, endless: w.Closed.Latest.IsZero()}
	if p.from.IsZero() {
		p.from = w.Opened.Earliest.Time
	}
	if p.to.Before(p.from) {
		p.to = p.from
	}
	return p, usable(p.from) && usable(p.to)
}

// vouched reports whether a finding claims w as surely as can be; else its
// failures are only consistent with a cache.
func vouched(r *analyze.Report, w *analyze.Window) bool {
	return slices.ContainsFunc(r.Findings, func(f analyze.Finding) bool {
		return f.ID == "negative-cache" && f.Confidence == analyze.Strong && f.Host == w.Host && f.Process == w.Process
	})
}

func windowTitle(w *analyze.Window, sure bool) string {
	s := "failure cached: "
	if !sure {
		s = "failure perhaps cached: "
	}
	return s + text(w.Host) + " (" + words.TTL(w.TTL) + ")"
}

func windowText(w *analyze.Window, sure bool) string {
	verb := "the failure answered"
	if !sure {
		verb = "consistent with a cached failure that answered"
	}
	s := fmt.Sprintf("%s: lookup of %s failed (%s); %s %s, time to live %s", text(w.ID), text(w.Host), words.Cause(w.Lookup.Cause), verb,
		words.Tries(len(w.Cached)), words.TTL(w.TTL))
	if w.Closed.Latest.IsZero() {
		s += "; not seen to end"
	}
	return s
}
