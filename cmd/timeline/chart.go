package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"timeline/analyze"
	"timeline/render/chart"
	"timeline/render/words"
)

// selectFlags say which part of a report to show.
type selectFlags struct{ since, until, focus string }

func (s *selectFlags) register(f *pflag.FlagSet) {
	f.StringVar(&s.since, "since", "", "show nothing that ended before `TIME` (RFC 3339)")
	f.StringVar(&s.until, "until", "", "show nothing that began after `TIME` (RFC 3339)")
	f.StringVar(&s.focus, "focus", "", "show one `SUBJECT` only: window:w1, finding:negative-cache, host:NAME or process:NAME")
}

// selection reads the flags.
func (s *selectFlags) selection() (analyze.Selection, error) {
	sel := analyze.Selection{Focus: s.focus}
	var err error
	if sel.Since, err = flagTime("since", s.since); err != nil {
		return sel, err
	}
	sel.Until, err = flagTime("until", s.until)
	return sel, err
}

// of is the part of r that the flags select.
func (s *selectFlags) of(r *analyze.Report) (*analyze.Report, error) {
	sel, err := s.selection()
	if err != nil {
		return nil, err
	}
	part, err := analyze.Select(r, sel)
	if err != nil {
		return nil, usageErrorf("%w", err)
	}
	if !sel.IsZero() && len(part.Attempts) == 0 {
		return nil, usageErrorf("nothing to show: no attempt lies in the selected part")
	}
	return part, nil
}

// flagTime reads the time of a flag, zero where the flag is not given.
func flagTime(flag, value string) (time.Time, error) {
	if value == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339Nano, value)
	if err != nil {
		return t, usageErrorf("--%s %s is no RFC 3339 time: write it as 2026-06-18T12:00:00Z", flag, value)
	}
	return t, nil
}

// chartOptions are the flags of the chart command.
type chartOptions struct {
	env       environment
	outputs   []string
	reading   readFlags
	drawing   drawFlags
	part      selectFlags
	redacting redactFlags
}

func newChart(env environment) *cobra.Command {
	o := &chartOptions{env: env}
	c := &cobra.Command{
		Use:   "chart [flags] -o FILE REPORT.json|PATH...",
		Short: "Draw a report, or a part of it",
		Long: `Draws the picture of a JSON report that analyze wrote before, or of logs. Which
of the two an input is, is told by its content.`,
		Example: `  timeline chart -o incident.png incident.json
  timeline chart -o window.svg --focus window:w2 incident.json
  timeline chart -o noon.png --since 2026-07-28T11:45:00Z --until 2026-07-28T11:46:00Z logs/`,
		RunE: func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	f := c.Flags()
	f.StringArrayVarP(&o.outputs, "output", "o", nil, "write `FILE` (.png .svg .pdf); may be repeated")
	o.reading.register(f)
	o.drawing.register(f)
	o.part.register(f)
	o.redacting.register(f)
	return c
}

func (o *chartOptions) run(paths []string) error {
	if len(o.outputs) == 0 {
		return usageErrorf("no output: name a picture as -o incident.png")
	}
	if err := o.reading.writing(o.outputs); err != nil {
		return err
	}
	for _, path := range o.outputs {
		if err := checkPicture(path); err != nil {
			return err
		}
	}
	if err := o.drawing.check(); err != nil {
		return err
	}
	r, failed, err := readReport(o.env, paths, o.reading, analyze.Options{Show: o.drawing.product(o.env, "").zone})
	if err != nil {
		return err
	}
	listed := len(r.Attempts)
	if r, err = o.part.of(r); err != nil {
		return err
	}
	sel, err := o.part.selection()
	if err != nil {
		return err
	}
	o.drawing.part = chart.Part{Since: sel.Since, Until: sel.Until, LeftOut: listed - len(r.Attempts)}
	if r, err = o.redacting.one(r); err != nil {
		return err
	}
	if err := o.write(r); err != nil {
		return err
	}
	return failed
}

func (o *chartOptions) write(r *analyze.Report) error {
	files := make([]outputFile, len(o.outputs))
	for i, path := range o.outputs {
		w, err := writerFor(path)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := w(&b, r, o.drawing.product(o.env, "")); err != nil {
			return fmt.Errorf("cannot make %s: %w", words.Visible(path), err)
		}
		files[i] = outputFile{path: path, data: b.Bytes()}
	}
	return writeFiles(files)
}

// pictureFormat is the format that the extension of a picture names.
func pictureFormat(path string) chart.Format {
	return chart.Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), "."))
}

// checkPicture refuses a path whose extension is that of no picture.
func checkPicture(path string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".png", ".svg", ".pdf":
		return nil
	}
	return usageErrorf("%s is no picture: end its name in .png, .svg or .pdf", words.Visible(path))
}
