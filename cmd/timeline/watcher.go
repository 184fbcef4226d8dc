package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"timeline/analyze"
	"timeline/analyze/settings"
	"timeline/parse"
	"timeline/parse/input"
	"timeline/parse/stamp"
	"timeline/render"
	"timeline/render/words"
)

var eventWriters = map[string]func(w io.Writer, event string, f *analyze.Finding) error{
	"text": render.EventText,
	"json": render.EventJSON,
}

// A watcher does what is due at an instant that it is told: it never asks a
// clock itself.
type watcher struct {
	opt      *watchOptions
	zones    zoneTable
	parsing  parse.Options
	settings *settings.JVM
	logs     []*watchedLog
	read     []readFile // files that logs had before, as long as they are there
	hook     *hook
	tells    *announcer

	looked    time.Time     // for new files, last
	lag       time.Duration // how far the log's clock is behind ours
	latest    time.Time     // newest time in the logs
	clock     time.Time     // of this tick
	cleared   time.Time     // when things were forgotten last
	changed   bool          // something came since the last report
	next      time.Time     // no report before it
	forgotten int
	crowded   bool // some of it because there was too much
	told      int
	gone      analyze.Input // sums of logs that are no longer there
	goneLogs  int
	failed    string // the output error that was shown last
}

// Pace and bounds of a watcher.
const (
	lookEvery   = 2 * time.Second
	reportEvery = time.Second
	paceFactor  = 10              // making reports takes at most about a tenth of the time
	mostAhead   = 5 * time.Minute // a log's time further ahead of ours is taken for a mistake
	mostHeld    = 300_000         // tries and entries of all logs
	stepsATick  = 16              // blocks of one log, until the others get their turn
)

func newWatcher(o *watchOptions) (*watcher, error) {
	w := &watcher{opt: o, tells: newAnnouncer(o.telling), changed: true}
	var err error
	if w.zones, err = parseZones(o.reading.zones); err != nil {
		return nil, err
	}
	if w.parsing, err = o.reading.options(); err != nil {
		return nil, err
	}
	if w.settings, err = o.given.settings(o.env); err != nil {
		return nil, err
	}
	w.hook = newHook(o.onFinding, o.env.err)
	var files []string
	for _, p := range o.paths {
		if p != stdinPath {
			files = append(files, p)
			continue
		}
		w.logs = append(w.logs, newWatchedLog(target{path: p}, newPipeSource(o.env.in)))
	}
	o.paths = files
	if err := w.refuseOutputs(); err != nil {
		return nil, err
	}
	if err := w.discover(o.env.now()); err != nil {
		return nil, err
	}
	if o.newLines {
		for _, l := range w.logs {
			if f, ok := l.source.(*follower); ok {
				if err := f.skip(); err != nil {
					return nil, &exitError{exitInput, fmt.Errorf("cannot read %s: %w", l.target, cause(err))}
				}
			}
		}
	}
	return w, nil
}

func newWatchedLog(t target, s lineSource) *watchedLog {
	return &watchedLog{target: t, source: s, collect: analyze.NewCollector(t.process), still: true}
}

// over reports whether nothing can come any more: the standard input ended, and
// no file is watched.
func (w *watcher) over() bool {
	return len(w.opt.paths) == 0 && !slices.ContainsFunc(w.logs, func(l *watchedLog) bool { return !l.source.over() })
}

// tick reads what came, and tells what became sure. busy: there is more to read.
func (w *watcher) tick(now time.Time) (busy bool, err error) {
	w.clock = now
	if now.Sub(w.looked) >= lookEvery {
		if err := w.discover(now); err != nil {
			return false, err
		}
	}
	for _, l := range w.logs {
		busy = w.pull(l, now) || busy
	}
	if !busy {
		for _, l := range w.logs {
			w.changed = l.settle(now) || w.changed
		}
	}
	w.forget(now)
	if w.changed && !busy && !now.Before(w.next) {
		w.report(now)
	}
	return busy, w.say(w.tells.due(now, w.horizon(now), false))
}

// discover finds files that are new, and takes leave of those that are gone and
// whose tries are forgotten.
func (w *watcher) discover(now time.Time) error {
	w.looked = now
	targets, err := findTargets(w.opt.paths)
	if err != nil {
		return err
	}
	var seen []readFile
	for _, t := range targets {
		if slices.ContainsFunc(w.logs, func(l *watchedLog) bool { return l.path == t.path }) {
			continue
		}
		if info, err := os.Stat(t.path); err == nil {
			if i := slices.IndexFunc(w.read, func(r readFile) bool { return os.SameFile(r.info, info) && r.isAt(t.path) }); i >= 0 {
				seen = append(seen, w.read[i])
				continue
			}
			if w.follows(info) || isCompressed(t.path) || w.isOwn(t.path, info) {
				continue
			}
		} else {
			w.opt.note("%s is not there yet", t)
		}
		w.logs = append(w.logs, newWatchedLog(t, &follower{path: t.path}))
	}
	w.read = seen
	w.logs = slices.DeleteFunc(w.logs, func(l *watchedLog) bool { return w.leave(l, targets) })
	return nil
}

// refuseOutputs refuses to replace a log that is followed by what is made of it.
func (w *watcher) refuseOutputs() error {
	targets, err := findTargets(w.opt.paths)
	if err != nil {
		return err
	}
	sources := make([]input.Source, len(targets))
	for i, t := range targets {
		sources[i] = input.Source{Path: t.path, File: t.path}
	}
	return refuseInputs(w.opt.reading.writes, sources)
}

// isOwn reports whether the file at path, info, is what this watch writes, or
// another product of the program: no log.
func (w *watcher) isOwn(path string, info os.FileInfo) bool {
	return slices.ContainsFunc(w.opt.reading.writes, func(out string) bool { return isFile(out, info) }) || productOf(headOf(path)) != ""
}

// follows reports whether a log's file is info, under a name that it got since.
func (w *watcher) follows(info os.FileInfo) bool {
	return slices.ContainsFunc(w.logs, func(l *watchedLog) bool { return l.info() != nil && os.SameFile(l.info(), info) })
}

// leave ends a log whose file is gone, once nothing of it is kept.
func (w *watcher) leave(l *watchedLog, targets []target) bool {
	if _, file := l.source.(*follower); !file || !l.source.over() || slices.Contains(targets, l.target) && l.feed == nil && l.before.Path == "" {
		return false
	}
	l.finish(l.source.left(), w.open)
	if l.collect.Held() > 0 {
		return false
	}
	l.source.close()
	in := l.input()
	w.gone.Lines += in.Lines
	w.gone.Records += in.Records
	w.goneLogs++
	return true
}

// pull reads what came of one log, and reports whether there is more.
func (w *watcher) pull(l *watchedLog, now time.Time) bool {
	for range stepsATick {
		old := l.reading()
		g, err := l.source.look()
		if err != nil {
			w.complain(l, err)
			return false
		}
		l.failed = ""
		if g.rotated {
			w.pass(l)
			w.read = append(w.read, old)
		}
		w.changed = l.take(g, now, w.open) || w.changed
		if !g.more {
			return false
		}
	}
	return true
}

// pass passes over a file that was read under another name: a log that is the
// rotated one of another log gets its next file from there.
func (w *watcher) pass(l *watchedLog) {
	f, info := l.source.(*follower), l.info()
	if info == nil {
		return
	}
	followed := slices.ContainsFunc(w.logs, func(o *watchedLog) bool { return o != l && o.info() != nil && os.SameFile(o.info(), info) })
	if followed || slices.ContainsFunc(w.read, func(r readFile) bool { return r.is(f.file) }) {
		f.offset = info.Size()
	}
}

// complain shows an error of a log once.
func (w *watcher) complain(l *watchedLog, err error) {
	if s := cause(err).Error(); s != l.failed {
		l.failed = s
		fmt.Fprintf(w.opt.env.err, "timeline: cannot read %s: %s\n", l.target, words.Visible(s))
	}
}

// open begins to read a file of a log. Clocks without a date run today.
func (w *watcher) open(l *watchedLog) *feed {
	opt := w.zones.with(w.parsing, l.process)
	today := w.clock.In(w.zones.orUTC(l.process))
	if opt.Date.IsZero() {
		opt.Date = time.Date(today.Year(), today.Month(), today.Day(), 0, 0, 0, 0, time.UTC)
	}
	if opt.Year == 0 {
		opt.Year = today.Year()
	}
	return newFeed(l.collect, l.path, l.process, opt, w.see)
}

// see keeps the newest time of the logs. One that is far ahead of the clock is
// a mistake, and would make everything else old.
func (w *watcher) see(r *parse.Record) {
	if (r.Lack == stamp.Whole || r.Lack == stamp.NoZone) && r.Time.After(w.latest) && r.Time.Before(w.clock.Add(mostAhead)) {
		w.latest, w.lag = r.Time, max(w.clock.Sub(r.Time), 0)
	}
}

// horizon is the instant before which everything is forgotten. The log's clock
// is taken to run on while no line comes.
func (w *watcher) horizon(now time.Time) time.Time { return now.Add(-w.lag - w.opt.keep) }

func (w *watcher) forget(now time.Time) {
	held := 0
	for _, l := range w.logs {
		held += l.collect.Held()
	}
	if now.Sub(w.cleared) < w.opt.keep/60 && held <= mostHeld {
		return
	}
	w.cleared = now
	most := max(mostHeld/2/max(len(w.logs), 1), 1000)
	if held <= mostHeld {
		most = mostHeld
	} else {
		w.crowded = true
	}
	for _, l := range w.logs {
		n := l.collect.Forget(w.horizon(now), most)
		w.forgotten += n
		w.changed = w.changed || n > 0
	}
}
