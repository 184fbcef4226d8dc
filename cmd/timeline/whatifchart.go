package main

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"time"

	"timeline/analyze"
	"timeline/render/chart"
)

// A whatIfChart draws what happened above what the first change would have made of
// it, for the name with most failures, on one scale of time.
type whatIfChart struct {
	paths   []string
	drawing drawFlags
}

func (c *whatIfChart) check() error {
	for _, path := range c.paths {
		if err := checkPicture(path); err != nil {
			return err
		}
	}
	return c.drawing.check()
}

// draw writes the pictures, nothing where no name was replayed.
func (c *whatIfChart) draw(env environment, observed *analyze.Report, w *analyze.WhatIf) error {
	if len(c.paths) == 0 || len(w.Replays) == 0 || len(w.Replays[0].Alternatives) == 0 {
		return nil
	}
	files := make([]outputFile, len(c.paths))
	p := c.drawing.product(env, "")
	for i, path := range c.paths {
		opt, err := p.chartOptions(pictureFormat(path))
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := drawReplay(&b, observed, &w.Replays[0], opt); err != nil {
			return err
		}
		files[i] = outputFile{path: path, data: b.Bytes()}
	}
	return writeFiles(files)
}

// drawReplay draws r, what happened above its first alternative.
func drawReplay(w io.Writer, observed *analyze.Report, r *analyze.Replay, opt chart.Options) error {
	other := r.Alternatives[0]
	if opt.Title == "" {
		opt.Title = replayTitle(r, &other)
	}
	byline := "The lower half is a replay on a model of the JVM's cache, with the outage as long as is most likely. Tries begin there when they did, even where their thread would still have waited; a bar is queue and lookup together."
	if n := len(r.Alternatives); n > 1 {
		byline = fmt.Sprintf("Drawn is the first of %d settings. %s", n, byline)
	}
	zero := firstStart(observed, r.Host)
	return chart.DrawPair(w, [2]chart.Panel{
		{Report: observed, Name: "What happened", Caption: fmt.Sprintf("%d failed tries in the logs", r.Observed.Failed), Zero: zero},
		{Report: other.Report, Name: "With " + other.Name, Caption: fmt.Sprintf("%s failed tries in the model; one of its runs is drawn", rangeWords(other.Failed)), Zero: zero},
	}, byline, opt)
}

// longerWait is from how many times as long on the longest wait is a cost to be named.
const longerWait = 1.5

// replayTitle says what a setting would have made of the failures, and of the longest
// wait where that grows: fewer failures for a queue of threads are no gain. It says
// nothing of the incident where the model is not like it.
func replayTitle(r *analyze.Replay, other *analyze.Alternative) string {
	if misfit(r) != "" {
		return fmt.Sprintf("The unchanged model does not reproduce what the logs show of %s: compare its replays with each other only", r.Host)
	}
	was := strconv.Itoa(r.Observed.Failed)
	title := fmt.Sprintf("With %s, %s tries of %s would have failed, not %s", other.Name, rangeWords(other.Failed), r.Host, was)
	if rangeWords(other.Failed) == was {
		title = fmt.Sprintf("With %s, %s tries of %s would have failed all the same", other.Name, was, r.Host)
	}
	waited := analyze.Range{Low: r.Observed.Longest, High: r.Observed.LongestMost}
	if other.Longest.High > longerWait*max(waited.High, r.AsItWas.Longest.High) {
		title += fmt.Sprintf("; the longest wait would have been %s s, not %s s", rangeWords(other.Longest), rangeWords(waited))
	}
	return title
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
