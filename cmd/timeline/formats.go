package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"timeline/parse"
	"timeline/parse/input"
	"timeline/render/words"
)

// shownRecords is how many records of an input the formats command prints.
const shownRecords = 5

func newFormats(env environment) *cobra.Command {
	var reading readFlags
	c := &cobra.Command{
		Use:   "formats [flags] [PATH...]",
		Short: "List the formats that are read, or say what files were taken for, and why",
		Long: `Without a PATH lists the formats and the marks by which each is recognised. With one
says which of them were found in it, where first, what was assumed, and how the first
records were understood: what to look at when a log is not read as it should be.`,
		Example: "  timeline formats\n  timeline formats app.log\n  kubectl logs my-pod | timeline formats --input-tz Asia/Seoul -",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listFormats(env.out)
			}
			return showFormats(env, args, reading)
		},
	}
	reading.register(c.Flags())
	return c
}

func listFormats(out io.Writer) error {
	var b strings.Builder
	for _, f := range parse.Formats() {
		fmt.Fprintf(&b, "%s\n  %s\n", f.Name, fold(f.Marks, "  "))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func showFormats(env environment, paths []string, reading readFlags) error {
	zones, err := parseZones(reading.zones)
	if err != nil {
		return err
	}
	opt, err := reading.options()
	if err != nil {
		return err
	}
	sources, err := input.Find(paths, reading.archive.options(env))
	if err != nil {
		return &exitError{exitInput, raisable(err)}
	}
	for i, s := range sources {
		if i > 0 {
			fmt.Fprintln(env.out)
		}
		if err := showFormat(env.out, s, zones.with(opt, s.Process)); err != nil {
			return err
		}
	}
	return nil
}

// showFormat reads one input to its end: a later part may hold another format.
func showFormat(out io.Writer, s input.Source, opt parse.Options) error {
	in, err := s.Open()
	if err != nil {
		return &exitError{exitInput, fmt.Errorf("cannot read %s: %w", words.Visible(s.Path), raisable(err))}
	}
	defer in.Close()
	var first, bad strings.Builder
	records := 0
	r := parse.NewReader(in, s.Path, s.Process, opt)
	for r.Scan() {
		if b := r.Bad(); b != nil {
			if r.Summary().Unreadable <= shownRecords {
				fmt.Fprintf(&bad, "  line %d: %s: %s\n", b.Pos.Line, words.Visible(b.Error()), words.Visible(b.Text))
			}
			continue
		}
		if records++; records <= shownRecords {
			writeRecord(&first, r.Record())
		}
	}
	if err := r.Err(); err != nil {
		return &exitError{exitInput, fmt.Errorf("cannot read %s to its end: %w", words.Visible(s.Path), raisable(err))}
	}
	return writeFormats(out, s.Path, r, first.String(), bad.String())
}

func writeFormats(out io.Writer, path string, r *parse.Reader, first, bad string) error {
	sum := r.Summary()
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", words.Visible(path), sum.Format)
	marks := map[string]string{}
	for _, f := range parse.Formats() {
		marks[f.Name] = f.Marks
	}
	for _, u := range r.Formats() {
		fmt.Fprintf(&b, "  %s, from line %d on, by its marks:\n    %s\n", u.Name, u.Line, fold(marks[u.Name], "    "))
	}
	fmt.Fprintf(&b, "lines %d, records %d, entries of no interest %d, unreadable pieces %d; zone of times: %s\n", sum.Lines, sum.Records, sum.Skipped, sum.Unreadable, sum.Zone)
	for _, n := range sum.Notes {
		fmt.Fprintf(&b, "  note: %s\n", words.Visible(n))
	}
	if first != "" {
		fmt.Fprintf(&b, "the first records, as understood:\n%s", first)
	}
	if bad != "" {
		fmt.Fprintf(&b, "unreadable:\n%s", bad)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// lacks says what the text of a time did not hold.
var lacks = map[parse.Missing]string{
	parse.NoZone: " (no zone stated)", parse.NoYear: " (no year stated)", parse.NoDate: " (no date stated)",
}

// writeRecord shows what a record states, one field a line.
func writeRecord(b *strings.Builder, r *parse.Record) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	show := func(name, value string) {
		if value != "" {
			fmt.Fprintf(w, "    %s\t%s\n", name, words.Visible(value))
		}
	}
	fmt.Fprintf(w, "  line %d\n", r.Pos.Line)
	if r.Lack != parse.NoTime {
		show("time", r.Time.Format(time.RFC3339Nano)+lacks[r.Lack])
	} else {
		show("time", "none")
	}
	show("process", r.Process)
	show("job", r.Job)
	show("thread", r.Thread)
	show("operation", r.Operation+[...]string{"", ", start", ", end", ", failure"}[r.Phase])
	show("level", [...]string{"", "trace", "debug", "info", "warn", "error"}[r.Level])
	show("logger", r.Logger)
	show("host", r.Host)
	show("remote", r.Remote)
	if r.Duration != parse.Unset {
		show("duration", r.Duration.String())
	}
	show("outcome", [...]string{"", "ok", "failed"}[r.Status])
	show("message", shortened(r.Message))
	for _, t := range r.Trace.Throwables {
		show("exception", shortened(fmt.Sprintf("%s: %s (%d frames)", t.Class, t.Message, len(t.Frames))))
	}
	if r.Dump != nil {
		show("thread dump", fmt.Sprintf("%s, %d frames", r.Dump.State, len(r.Dump.Frames)))
	}
	w.Flush()
}

func shortened(s string) string {
	const longest = 120
	if r := []rune(s); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return s
}
