package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"timeline/analyze"
	"timeline/render/export"
	"timeline/render/words"
)

// exportOptions are the flags of the export command.
type exportOptions struct {
	env       environment
	to        string
	outputs   []string
	reading   readFlags
	part      selectFlags
	redacting redactFlags
}

func newExport(env environment) *cobra.Command {
	o := &exportOptions{env: env}
	c := &cobra.Command{
		Use:   "export [flags] REPORT.json|PATH...",
		Short: "Write a report for other viewers",
		Long: `Writes a JSON report, or what logs hold, for viewers that others made:

  chrome      Perfetto, chrome://tracing     .trace.json
  otlp        OpenTelemetry trace stores     .otlp.json
  timesketch  Timesketch                     .timesketch.jsonl
  grafana     Grafana annotations            .grafana.json`,
		Example: `  timeline export --to chrome incident.json > incident.trace.json
  timeline export -o incident.trace.json -o incident.otlp.json logs/
  timeline export --to otlp incident.json | curl -H 'Content-Type: application/json' --data-binary @- http://localhost:4318/v1/traces`,
		RunE: func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	f := c.Flags()
	f.StringVar(&o.to, "to", "", "`VIEWER`: chrome, otlp, timesketch or grafana; default: by the name of the output")
	f.StringArrayVarP(&o.outputs, "output", "o", nil, "write `FILE`; may be repeated, then nothing is printed")
	o.reading.register(f)
	o.part.register(f)
	o.redacting.register(f)
	return c
}

func (o *exportOptions) run(paths []string) error {
	formats, err := o.formats()
	if err != nil {
		return err
	}
	if err := o.reading.writing(o.outputs); err != nil {
		return err
	}
	r, failed, err := readReport(o.env, paths, o.reading, analyze.Options{})
	if err != nil {
		return err
	}
	if r, err = o.part.of(r); err != nil {
		return err
	}
	if r, err = o.redacting.one(r); err != nil {
		return err
	}
	files := make([]outputFile, len(formats))
	for i, format := range formats {
		var b bytes.Buffer
		if err := export.Write(&b, r, format); err != nil {
			return err
		}
		files[i].data = b.Bytes()
		if len(o.outputs) > 0 {
			files[i].path = o.outputs[i]
		}
	}
	if len(o.outputs) > 0 {
		err = writeFiles(files)
	} else if _, werr := o.env.out.Write(files[0].data); werr != nil {
		err = &exitError{exitOutput, fmt.Errorf("cannot write the export: %w", werr)}
	}
	if err != nil {
		return err
	}
	return failed
}

// formats is the format of each output, or that of the standard output alone.
func (o *exportOptions) formats() ([]export.Format, error) {
	if o.to != "" && !slices.Contains(export.Formats(), o.to) {
		return nil, usageErrorf("--to %s is not known: use one of %s", o.to, strings.Join(export.Formats(), ", "))
	}
	if len(o.outputs) == 0 {
		if o.to == "" {
			return nil, usageErrorf("no viewer: use --to with one of %s, or -o", strings.Join(export.Formats(), ", "))
		}
		return []export.Format{export.Format(o.to)}, nil
	}
	list := make([]export.Format, len(o.outputs))
	for i, path := range o.outputs {
		f, ok := export.FormatOf(path)
		switch {
		case o.to != "":
			list[i] = export.Format(o.to)
		case ok:
			list[i] = f
		default:
			return nil, usageErrorf("cannot tell what to write to %s: use --to, or end its name in one of %s", words.Visible(path), strings.Join(export.Suffixes(), ", "))
		}
	}
	return list, nil
}
