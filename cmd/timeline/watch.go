package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"timeline/render/words"
)

// watchOptions are the flags of the watch command.
type watchOptions struct {
	env       environment
	paths     []string
	format    string
	outputs   []string
	only      []string
	telling   conditions // only, as check read it
	onFinding string
	promFile  string
	keep      time.Duration
	newLines  bool
	quiet     bool
	silent    bool // quiet, and no format was asked for
	reading   readFlags
	drawing   drawFlags
	given     settingsFlags
}

func newWatch(env environment) *cobra.Command {
	o := &watchOptions{env: env}
	c := &cobra.Command{
		Use:   "watch [flags] PATH...",
		Short: "Follow growing logs and tell each finding when it becomes sure",
		Long: `Reads files, folders and patterns as their logs grow, or "-" (standard input) to
its end, and prints a finding once, when it has held for two seconds; again when it
changes. Logs may be rotated, by a new name or by cutting them, and new files that a
pattern or folder holds are read as they come. NAME=PATH names the JVM process that
wrote PATH. What is older than --keep is forgotten, so that memory stays bounded.
Ctrl-C or SIGTERM ends it, with exit code 0.`,
		Example: `  timeline watch '/var/log/pods/*/app/*.log'
  kubectl logs -f my-pod | timeline watch -
  timeline watch --only negative-cache:strong --on-finding 'curl -sd @- https://alerts.example/hook' logs/
  timeline watch --quiet --prom-file /var/lib/node_exporter/timeline.prom logs/
  timeline watch -o live.html -o live.json app.log`,
		RunE: func(c *cobra.Command, args []string) error {
			o.paths = args
			o.env.out, o.env.err = &lockedWriter{w: o.env.out}, &lockedWriter{w: o.env.err}
			o.silent = o.quiet && !c.Flags().Changed("format")
			return o.run()
		},
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "how to print findings: text, or json (one object a line)")
	f.StringArrayVarP(&o.outputs, "output", "o", nil, "keep `FILE` (.png .svg .md .json .html .txt .sarif .xml .prom) up to date; may be repeated")
	f.StringArrayVar(&o.only, "only", []string{"any:moderate"}, "tell this `FINDING[:CONFIDENCE]` only; may be repeated")
	f.StringVar(&o.onFinding, "on-finding", "", "run `COMMAND` for each finding that is told, with the finding as JSON on its standard input")
	f.StringVar(&o.promFile, "prom-file", "", "keep `FILE` up to date for a Prometheus textfile collector")
	f.DurationVar(&o.keep, "keep", time.Hour, "forget what ended longer ago than this")
	f.BoolVar(&o.newLines, "new", false, "pass over what the files hold at the start")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print errors only, and findings if --format is given")
	o.given.register(f)
	o.reading.register(f)
	o.drawing.register(f)
	return c
}

func (o *watchOptions) check() error {
	switch {
	case len(o.paths) == 0:
		return usageErrorf(`no input: name files, folders or patterns, or "-" for standard input`)
	case o.format != "text" && o.format != "json":
		return usageErrorf("--format %s is not known: use text or json", o.format)
	case o.keep < time.Minute:
		return usageErrorf("--keep %s is too short: windows of the cache last up to a minute", o.keep)
	}
	if err := o.reading.writing(o.written()); err != nil {
		return err
	}
	for _, path := range o.outputs {
		if _, err := writerFor(path); err != nil {
			return err
		}
	}
	var err error
	if o.telling, err = parseConditions("only", o.only); err != nil {
		return err
	}
	return o.drawing.check()
}

// Pace of the watch.
const (
	pollEvery   = 250 * time.Millisecond
	settleAfter = 2 * time.Second // without a line, and a log is still; a finding must hold as long
)

func (o *watchOptions) run() error {
	if err := o.check(); err != nil {
		return err
	}
	w, err := newWatcher(o)
	if err != nil {
		return err
	}
	for !isStopped(o.env.stop) && !w.over() {
		busy, err := w.tick(o.env.now())
		if err != nil {
			return err
		}
		if busy {
			continue
		}
		select {
		case <-o.env.stop:
		case <-time.After(pollEvery):
		}
	}
	err = w.finish(o.env.now())
	w.hook.close()
	o.note("%s", w.total())
	return err
}

// written are the files that the watch keeps up to date.
func (o *watchOptions) written() []string {
	if o.promFile == "" {
		return o.outputs
	}
	return append(slices.Clone(o.outputs), o.promFile)
}

// note says something about the watch itself.
func (o *watchOptions) note(format string, args ...any) {
	if !o.quiet {
		fmt.Fprintf(o.env.err, "timeline: "+format+"\n", args...)
	}
}

// total says what was read, and what of it was forgotten.
func (w *watcher) total() string {
	lines, records, files := w.gone.Lines, w.gone.Records, w.goneLogs
	for _, l := range w.logs {
		in := l.input()
		lines += in.Lines
		records += in.Records
		files++
	}
	s := fmt.Sprintf("read %s, %s, of %s; told %s", words.Count(lines, "line", "lines"), words.Count(records, "record", "records"),
		words.Count(files, "log", "logs"), words.Count(w.told, "finding", "findings"))
	if w.forgotten > 0 {
		s += "; " + w.forgot()
	}
	return s
}

// say prints announcements and hands them to the hook.
func (w *watcher) say(list []announcement) error {
	for i := range list {
		a := &list[i]
		if a.event == "new" {
			w.told++
		}
		w.hook.tell(*a)
		if w.opt.silent {
			continue
		}
		var b bytes.Buffer
		if err := eventWriters[w.opt.format](&b, a.event, &a.finding); err != nil {
			return err
		}
		if _, err := io.Copy(w.opt.env.out, &b); err != nil {
			return &exitError{exitOutput, fmt.Errorf("cannot print a finding: %w", err)}
		}
	}
	return nil
}
