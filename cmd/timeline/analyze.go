package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"timeline/analyze"
	"timeline/render/words"
)

// analyzeOptions are the flags of the analyze command.
type analyzeOptions struct {
	env       environment
	paths     []string
	format    string
	brief     bool
	outputs   []string
	failOn    []string
	failing   conditions // failOn, as check read it
	quiet     bool
	printing  bool // to the standard output: asked for, or not quiet and without files
	reading   readFlags
	drawing   drawFlags
	redacting redactFlags
	cutover   string
	given     settingsFlags
	workers   int
}

func newAnalyze(env environment) *cobra.Command {
	o := &analyzeOptions{env: env}
	c := &cobra.Command{
		Use:   "analyze [flags] PATH...",
		Short: "Read logs and say what happened",
		Long: `Reads files, directories (walked), archives, globs and "-" (standard input), and
prints a report. NAME=PATH names the JVM process that wrote PATH: each process has
a cache of its own. The kind of each file is told by its content.`,
		Example: `  timeline analyze logs/
  timeline analyze A=host-a/app.log B=host-b/app.log
  timeline analyze -o incident.png -o incident.md -o incident.json logs/
  kubectl logs my-pod | timeline analyze --format md -
  timeline analyze --quiet --fail-on negative-cache:strong --fail-on stale-address logs/
  timeline analyze --format github --fail-on any:moderate logs/
  timeline analyze -o timeline.sarif -o timeline.xml logs/`,
		RunE: func(c *cobra.Command, args []string) error {
			o.paths = args
			o.printing = c.Flags().Changed("format") || len(o.outputs) == 0
			if o.quiet {
				o.env.err = io.Discard
				o.printing = c.Flags().Changed("format")
			}
			return o.run()
		},
	}
	f := c.Flags()
	f.BoolVar(&o.brief, "brief", false, "short for --format brief")
	f.StringVar(&o.format, "format", "text", "what to print: text, md, json, html, brief (five lines for a chat), status (one paragraph for customers), sarif, github (workflow commands), junit or prom")
	f.StringArrayVarP(&o.outputs, "output", "o", nil, "write `FILE` (.png .svg .pdf .md .json .html .txt .sarif .xml .prom); may be repeated; then nothing but the verdict is printed, unless --format asks for it")
	f.StringArrayVar(&o.failOn, "fail-on", nil, "exit with 1 if the report holds this `FINDING[:CONFIDENCE]`, or any; with a confidence (strong, moderate, weak) only if it is as sure as that; may be repeated")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print errors only, and what --format or -o ask for")
	f.StringVar(&o.cutover, "cutover", "", "`TIME` at which the address of a name was changed (RFC 3339)")
	f.IntVarP(&o.workers, "jobs", "j", runtime.GOMAXPROCS(0), "inputs to read at the same time; the result does not depend on it")
	o.given.register(f)
	o.reading.register(f)
	o.reading.store.register(f)
	o.drawing.register(f)
	o.redacting.register(f)
	return c
}

func (o *analyzeOptions) run() error {
	if o.brief {
		o.format = "brief"
	}
	if len(o.paths) == 0 {
		return usageErrorf(`no input: name files or directories, or "-" for standard input`)
	}
	if err := o.check(); err != nil {
		return err
	}
	cutover, err := o.cutoverTime()
	if err != nil {
		return err
	}
	settings, err := o.given.settings(o.env)
	if err != nil {
		return err
	}
	in, err := readInputs(o.env, o.paths, o.reading, o.workers)
	if err != nil {
		return err
	}
	report, err := in.analyze(analyze.Options{Cutover: cutover, Settings: settings, Show: o.drawing.product(o.env, "").zone})
	if err != nil {
		return err
	}
	if report, err = o.redacting.one(report); err != nil {
		return err
	}
	if err := o.write(report); errors.Is(err, errStopped) {
		return &exitError{exitStopped, errors.New("stopped while the report was written: what was printed of it is not whole")}
	} else if err != nil {
		return err
	}
	if in.failed != nil {
		return in.failed
	}
	return o.failing.verdict(report)
}

// check refuses flags that cannot work before anything is read.
func (o *analyzeOptions) check() error {
	if _, ok := writers[o.format]; !ok {
		return usageErrorf("--format %s is not known: use text, md, json, html, brief, status, sarif, github, junit or prom", o.format)
	}
	if err := o.reading.writing(o.outputs); err != nil {
		return err
	}
	for _, path := range o.outputs {
		if _, err := writerFor(path); err != nil {
			return err
		}
	}
	var err error
	if o.failing, err = parseConditions("fail-on", o.failOn); err != nil {
		return err
	}
	return o.drawing.check()
}

func (o *analyzeOptions) cutoverTime() (time.Time, error) {
	if o.cutover == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339Nano, o.cutover)
	if err != nil {
		return t, usageErrorf("--cutover %s is no RFC 3339 time: write it as 2026-06-18T12:00:00Z", o.cutover)
	}
	return t, nil
}

// product is how outputs look; chart is the picture that they link.
func (o *analyzeOptions) product(chart string) product {
	p := o.drawing.product(o.env, chart)
	p.fails = o.failing.fails()
	return p
}

// write makes all outputs before it writes the first one, so that a failure to
// draw leaves no half set of files.
func (o *analyzeOptions) write(report *analyze.Report) error {
	if o.format == "github" {
		if err := appendStepSummary(o.env, report, o.product("").markdown); err != nil {
			return err
		}
	}
	if err := o.writeOutputs(report); err != nil || !o.printing {
		return err
	}
	return o.print(report)
}

// writeOutputs writes the files of -o.
func (o *analyzeOptions) writeOutputs(report *analyze.Report) error {
	if len(o.outputs) == 0 {
		return nil
	}
	files := make([]outputFile, len(o.outputs))
	for i, path := range o.outputs {
		w, err := writerFor(path)
		if err != nil {
			return err
		}
		files[i] = outputFile{path: path, make: func(out io.Writer) error {
			return w(stopWriter{out, o.env.stop}, report, o.product(chartBeside(path, o.outputs)))
		}}
	}
	if err := writeFiles(files); err != nil {
		return err
	}
	if !o.printing {
		fmt.Fprintln(o.env.err, words.Visible(report.Verdict))
	}
	return nil
}

// print writes the report to the standard output: JSON, which may be long, as it
// is made, all else when it is finished.
func (o *analyzeOptions) print(report *analyze.Report) error {
	out := &stickyWriter{w: o.env.out}
	var b bytes.Buffer
	var to io.Writer = &b
	if o.format == "json" {
		to = out
	}
	if err := writers[o.format](stopWriter{to, o.env.stop}, report, o.product("")); err != nil && out.err == nil {
		return err
	}
	out.Write(b.Bytes())
	if out.err != nil {
		return &exitError{exitOutput, fmt.Errorf("cannot write the report: %w", out.err)}
	}
	return nil
}
