package main

import (
	"bytes"
	"fmt"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// report analyzes what is held, and brings the outputs up to date.
func (w *watcher) report(now time.Time) {
	w.changed = false
	var cs []*analyze.Collector
	var inputs []analyze.Input
	for _, l := range w.logs {
		cs, inputs = append(cs, l.collect.Clone()), append(inputs, l.input())
	}
	r := analyze.Run(cs, inputs, analyze.Options{Zone: w.zones.of(""), Version: version(), Settings: w.settings})
	r.Coverage.Notes = append(r.Coverage.Notes, w.notes()...)
	w.tells.learn(r.Findings, now)
	if err := w.write(r); err != nil && err.Error() != w.failed {
		w.failed = err.Error()
		fmt.Fprintf(w.opt.env.err, "timeline: %v\n", err)
	} else if err == nil {
		w.failed = ""
	}
	w.next = now.Add(max(reportEvery, paceFactor*w.opt.env.now().Sub(now)))
}

// notes say what a report of a watch does not show.
func (w *watcher) notes() []string {
	var notes []string
	if w.forgotten > 0 {
		notes = append(notes, "while watching: "+w.forgot())
	}
	for _, l := range w.logs {
		if l.turns > 0 {
			notes = append(notes, fmt.Sprintf("%s was rotated %s: lines are counted from the start of the file that held them", words.Visible(l.path), words.Count(l.turns, "time", "times")))
		}
	}
	return notes
}

// forgot says how much was forgotten, and why.
func (w *watcher) forgot() string {
	s := fmt.Sprintf("%s older than %s", words.Tries(w.forgotten), w.opt.keep)
	if w.crowded {
		s += fmt.Sprintf(", or beyond the newest %s,", words.Number(mostHeld/2))
	}
	return s + " forgotten"
}

// write brings the outputs and the Prometheus file up to date.
func (w *watcher) write(r *analyze.Report) error {
	var files []outputFile
	for _, path := range w.opt.outputs {
		make, err := writerFor(path)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := make(&b, r, w.opt.drawing.product(w.opt.env, chartBeside(path, w.opt.outputs))); err != nil {
			return fmt.Errorf("cannot make %s: %w", path, err)
		}
		files = append(files, outputFile{path: path, data: b.Bytes()})
	}
	if w.opt.promFile != "" {
		var b bytes.Buffer
		if err := writers["prom"](&b, r, product{}); err != nil {
			return err
		}
		files = append(files, outputFile{path: w.opt.promFile, data: b.Bytes()})
	}
	return writeFiles(files)
}

// finish reads what is there, takes lines without an end as they are, and tells
// all that is left to tell.
func (w *watcher) finish(now time.Time) error {
	w.clock = now
	for _, l := range w.logs {
		w.pull(l, now)
		l.finish(l.source.left(), w.open)
		l.source.close()
	}
	w.report(now)
	if err := w.say(w.tells.due(now, w.horizon(now), true)); err != nil {
		return err
	}
	if w.failed != "" {
		return &exitError{exitOutput, fmt.Errorf("the outputs are not up to date: %s", w.failed)}
	}
	return nil
}
