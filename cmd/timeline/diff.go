package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"timeline/analyze"
	"timeline/render/chart"
	"timeline/render/diff"
	"timeline/render/words"
)

// diffOptions are the flags of the diff command.
type diffOptions struct {
	env       environment
	format    string
	printing  bool // to the standard output: asked for, or without files
	outputs   []string
	reading   readFlags
	drawing   drawFlags
	redacting redactFlags
}

func newDiff(env environment) *cobra.Command {
	o := &diffOptions{env: env}
	c := &cobra.Command{
		Use:   "diff [flags] BEFORE AFTER",
		Short: "Compare two reports: what a fix changed",
		Long: `Compares two JSON reports, or the logs in two files or folders: failed tries,
windows, TTLs, trapped retries, durations, findings that are gone or new, and what
the two cannot tell. A picture shows both on one scale of time.`,
		Example: `  timeline diff before.json after.json
  timeline diff -o fix.png -o fix.md before.json after.json
  timeline diff logs-of-monday/ logs-of-tuesday/`,
		RunE: func(c *cobra.Command, args []string) error {
			o.printing = c.Flags().Changed("format") || len(o.outputs) == 0
			return o.run(args)
		},
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "what to print: text, md or json")
	f.StringArrayVarP(&o.outputs, "output", "o", nil, "write `FILE` (.png .svg .pdf .md .json .txt); may be repeated; then nothing but the verdict is printed, unless --format asks for it")
	o.reading.register(f)
	o.drawing.register(f)
	o.redacting.register(f)
	return c
}

func (o *diffOptions) run(paths []string) error {
	if len(paths) != 2 {
		return usageErrorf("two inputs are needed, before and after: reports, or logs")
	}
	if paths[0] == stdinPath && paths[1] == stdinPath {
		return usageErrorf("only one of the two can be the standard input")
	}
	if _, ok := diffWriters[o.format]; !ok || checkPicture("x."+o.format) == nil {
		return usageErrorf("--format %s is not known: use text, md or json", o.format)
	}
	if err := o.reading.writing(o.outputs); err != nil {
		return err
	}
	for _, path := range o.outputs {
		if _, err := diffWriterFor(path); err != nil {
			return err
		}
	}
	if err := o.drawing.check(); err != nil {
		return err
	}
	var failed error
	reports := make([]*analyze.Report, 2)
	for i, path := range paths {
		r, bad, err := readReport(o.env, []string{path}, o.reading, analyze.Options{})
		if err != nil {
			return err
		}
		if none := (noRecord{}); errors.As(bad, &none) {
			return bad // to compare with nothing would call all of it gone or new
		}
		if reports[i] = r; bad != nil {
			failed = bad
		}
	}
	reports, err := o.redacting.of(reports...)
	if err != nil {
		return err
	}
	if err := o.write(comparison{diff.Of(reports[0], reports[1]), reports[0], reports[1]}); err != nil {
		return err
	}
	return failed
}

// A comparison is what the writers of diff read.
type comparison struct {
	*diff.Diff
	before, after *analyze.Report
}

func (o *diffOptions) write(c comparison) error {
	if err := o.writeOutputs(c); err != nil || !o.printing {
		return err
	}
	var b bytes.Buffer
	if err := diffWriters[o.format](&b, c, o.drawing.product(o.env, "")); err != nil {
		return err
	}
	if _, err := o.env.out.Write(b.Bytes()); err != nil {
		return &exitError{exitOutput, fmt.Errorf("cannot write the comparison: %w", err)}
	}
	return nil
}

// writeOutputs writes the files of -o.
func (o *diffOptions) writeOutputs(c comparison) error {
	if len(o.outputs) == 0 {
		return nil
	}
	files := make([]outputFile, len(o.outputs))
	for i, path := range o.outputs {
		w, err := diffWriterFor(path)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := w(&b, c, o.drawing.product(o.env, chartBeside(path, o.outputs))); err != nil {
			return fmt.Errorf("cannot make %s: %w", words.Visible(path), err)
		}
		files[i] = outputFile{path: path, data: b.Bytes()}
	}
	if err := writeFiles(files); err != nil {
		return err
	}
	fmt.Fprintln(o.env.err, words.Visible(c.Verdict))
	return nil
}

// A diffWriter makes one product of a comparison.
type diffWriter func(w io.Writer, c comparison, p product) error

var diffWriters = map[string]diffWriter{
	"text": func(w io.Writer, c comparison, p product) error {
		return diff.Text(w, c.Diff, diff.Options{Zone: p.zone})
	},
	"md": func(w io.Writer, c comparison, p product) error {
		return diff.Markdown(w, c.Diff, diff.Options{Zone: p.zone, Chart: p.markdown.Chart})
	},
	"json": func(w io.Writer, c comparison, _ product) error { return diff.JSON(w, c.Diff) },
	"png":  func(w io.Writer, c comparison, p product) error { return p.drawPair(w, c, chart.PNG) },
	"svg":  func(w io.Writer, c comparison, p product) error { return p.drawPair(w, c, chart.SVG) },
	"pdf":  func(w io.Writer, c comparison, p product) error { return p.drawPair(w, c, chart.PDF) },
}

func diffWriterFor(path string) (diffWriter, error) {
	ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	if ext == "txt" {
		ext = "text"
	}
	if w, ok := diffWriters[ext]; ok {
		return w, nil
	}
	return nil, usageErrorf("cannot tell what to write to %s: end its name in .png, .svg, .pdf, .md, .json or .txt", words.Visible(path))
}

func (p product) drawPair(w io.Writer, c comparison, format chart.Format) error {
	opt, err := p.chartOptions(format)
	if err != nil {
		return err
	}
	if opt.Title == "" {
		opt.Title = c.Verdict
	}
	before, after := diff.Zero(c.before), diff.Zero(c.after)
	return chart.DrawPair(w, [2]chart.Panel{
		{Report: c.before, Name: "Before", Caption: c.Before.Caption(before, p.zone), Zero: before},
		{Report: c.after, Name: "After", Caption: c.After.Caption(after, p.zone), Zero: after},
	}, c.Byline(), opt)
}
