package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render/chart"
	"timeline/render/words"
)

// A whatIfChart draws what happened above what the first change would have made of
// it, for the name with most failures, on one scale of time.
type whatIfChart struct {
	path    string
	drawing drawFlags
}

func (c *whatIfChart) check() error {
	switch strings.ToLower(filepath.Ext(c.path)) {
	case "", ".png", ".svg":
	default:
		return usageErrorf("cannot draw to %s: end its name in .png or .svg", words.Visible(c.path))
	}
	return c.drawing.check()
}

// draw writes the picture, nothing where no name was replayed.
func (c *whatIfChart) draw(env environment, observed *analyze.Report, w *analyze.WhatIf) error {
	if c.path == "" || len(w.Replays) == 0 || len(w.Replays[0].Alternatives) == 0 {
		return nil
	}
	r := w.Replays[0]
	other := r.Alternatives[0]
	format := chart.PNG
	if strings.EqualFold(filepath.Ext(c.path), ".svg") {
		format = chart.SVG
	}
	p := c.drawing.product(env, "")
	opt, err := p.chartOptions(format)
	if err != nil {
		return err
	}
	if opt.Title == "" {
		opt.Title = fmt.Sprintf("With %s, %s tries of %s would have failed, not %d", other.Name, rangeWords(other.Failed), r.Host, r.Observed.Failed)
	}
	zero := firstStart(observed, r.Host)
	var b bytes.Buffer
	err = chart.DrawPair(&b, [2]chart.Panel{
		{Report: observed, Name: "What happened", Caption: fmt.Sprintf("%d failed tries in the logs", r.Observed.Failed), Zero: zero},
		{Report: other.Report, Name: "With " + other.Name, Caption: fmt.Sprintf("%s failed tries in the model; one of its runs is drawn", rangeWords(other.Failed)), Zero: firstStart(other.Report, r.Host)},
	}, "The lower half is a replay on a model of the JVM's cache, with the outage as long as is most likely.", opt)
	if err != nil {
		return err
	}
	return writeFiles([]outputFile{{path: c.path, data: b.Bytes()}})
}

// firstStart is when the first try of host began.
func firstStart(r *analyze.Report, host string) time.Time {
	var first time.Time
	for i := range r.Attempts {
		a := &r.Attempts[i]
		if a.Host != nil && *a.Host == host && !a.Start.IsZero() && (first.IsZero() || a.Start.Before(first)) {
			first = a.Start.Time
		}
	}
	return first
}
