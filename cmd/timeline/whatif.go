package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"timeline/analyze"
	"timeline/render/words"
)

// whatIfOptions are the flags of the whatif command.
type whatIfOptions struct {
	env      environment
	paths    []string
	format   string
	negative []string
	positive []string
	timeouts []string
	retries  []string
	clients  []string
	seed     uint64
	reports  bool
	reading  readFlags
	chart    whatIfChart
}

func newWhatIf(env environment) *cobra.Command {
	o := &whatIfOptions{env: env}
	c := &cobra.Command{
		Use:   "whatif [flags] PATH...",
		Short: "Replay an incident under other settings",
		Long: `Reads logs as analyze does and replays the incident in a model of the JVM's address
cache: the same jobs meet the same outage, with one setting changed at a time. What
the logs leave open, as when the outage ended, makes the results ranges. Without a
flag it tries negative TTLs of 0, 1 and 5 s.`,
		Example: `  timeline whatif --negative-ttl 0,1,5 logs/
  timeline whatif --negative-ttl 1 -o whatif.png logs/
  timeline whatif --resolver-timeout 2s --client aws-v2-standard logs/
  timeline whatif --retry attempts=6,base=1s,cap=20s,jitter=full logs/`,
		RunE: func(_ *cobra.Command, args []string) error {
			o.paths = args
			return o.run()
		},
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "what to print: text or json")
	f.StringSliceVar(&o.negative, "negative-ttl", nil, "negative `TTLS` to try, in seconds: 0 caches no failure, -1 for ever")
	f.StringSliceVar(&o.positive, "ttl", nil, "positive `TTLS` to try, in seconds: 0 caches no address, -1 for ever")
	f.StringSliceVar(&o.timeouts, "resolver-timeout", nil, "`DURATIONS` to try of a lookup that gets no answer")
	f.StringArrayVar(&o.retries, "retry", nil, "retry `POLICY` to try: attempts=4,base=100ms,factor=2,cap=20s,jitter=full; may be repeated")
	f.StringSliceVar(&o.clients, "client", nil, "`CLIENTS` whose retries to try: "+strings.Join(analyze.PolicyNames(), ", "))
	f.Uint64Var(&o.seed, "seed", 1, "what draws the jitter of retries")
	f.BoolVar(&o.reports, "reports", false, "with --format json: add the report of one run of each alternative")
	f.StringArrayVarP(&o.chart.paths, "output", "o", nil, "also draw what happened and the first alternative into `FILE` (.png .svg .pdf); may be repeated")
	o.reading.register(f)
	o.chart.drawing.register(f)
	return c
}

func (o *whatIfOptions) run() error {
	if len(o.paths) == 0 {
		return usageErrorf(`no input: name files or directories, or "-" for standard input`)
	}
	if o.format != "text" && o.format != "json" {
		return usageErrorf("--format %s is not known: use text or json", o.format)
	}
	changes, err := o.changes()
	if err != nil {
		return err
	}
	if err := o.chart.check(); err != nil {
		return err
	}
	if err := o.reading.writing(o.chart.paths); err != nil {
		return err
	}
	in, err := readInputs(o.env, o.paths, o.reading, runtime.GOMAXPROCS(0))
	if err != nil {
		return err
	}
	observed := make([]*analyze.Collector, len(in.collectors)) // a run uses its collectors up
	for i, c := range in.collectors {
		observed[i] = c.Clone()
	}
	var w *analyze.WhatIf
	if err := in.meter.during(func() { w = analyze.RunWhatIf(in.collectors, in.options(analyze.Options{}), changes, o.seed) }); err != nil {
		return err
	}
	if len(o.chart.paths) > 0 {
		in.collectors = observed
		r, err := in.analyze(analyze.Options{})
		if err != nil {
			return err
		}
		if err := o.chart.draw(o.env, r, w); err != nil {
			return err
		}
	}
	if o.format == "json" {
		err = o.writeJSON(w)
	} else {
		err = writeWhatIf(o.env.out, w)
	}
	if err != nil {
		return &exitError{exitOutput, err}
	}
	return in.failed
}

// changes reads the flags, each value a change of its own.
func (o *whatIfOptions) changes() ([]analyze.Change, error) {
	if len(o.negative)+len(o.positive)+len(o.timeouts)+len(o.retries)+len(o.clients) == 0 {
		o.negative = []string{"0", "1", "5"}
	}
	var list []analyze.Change
	for _, v := range o.negative {
		d, err := ttlFlag("negative-ttl", v)
		if err != nil {
			return nil, err
		}
		list = append(list, analyze.Change{Name: "negative TTL " + ttlWords(d), Negative: &d})
	}
	for _, v := range o.positive {
		d, err := ttlFlag("ttl", v)
		if err != nil {
			return nil, err
		}
		list = append(list, analyze.Change{Name: "positive TTL " + ttlWords(d), Positive: &d})
	}
	for _, v := range o.timeouts {
		d, err := time.ParseDuration(v)
		if err != nil || d <= 0 || d > time.Hour {
			return nil, usageErrorf("--resolver-timeout %s is no duration from 1ms to 1h: write it as 2s", v)
		}
		list = append(list, analyze.Change{Name: "resolver gives up after " + words.Duration(d), Timeout: &d})
	}
	for _, v := range o.retries {
		p, err := analyze.ParsePolicy(v)
		if err != nil {
			return nil, usageErrorf("--retry: %v", err)
		}
		list = append(list, analyze.Change{Name: "retries " + v, Policy: &p})
	}
	for _, v := range o.clients {
		p, err := analyze.ClientPolicy(v)
		if err != nil {
			return nil, usageErrorf("--client: %v", err)
		}
		list = append(list, analyze.Change{Name: "client " + v, Policy: &p})
	}
	return list, nil
}

func ttlFlag(name, value string) (time.Duration, error) {
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), "s"))
	if err != nil || n < -1 || n > 1_000_000 {
		return 0, usageErrorf("--%s %s is no TTL: use whole seconds, 0, or -1 for ever", name, value)
	}
	return time.Duration(n) * time.Second, nil
}

func ttlWords(d time.Duration) string {
	if d < 0 {
		return "for ever"
	}
	return fmt.Sprintf("%d s", d/time.Second)
}

func (o *whatIfOptions) writeJSON(w *analyze.WhatIf) error {
	if !o.reports {
		for i := range w.Replays {
			r := &w.Replays[i]
			r.AsItWas.Report = nil
			for k := range r.Alternatives {
				r.Alternatives[k].Report = nil
			}
		}
	}
	e := json.NewEncoder(o.env.out)
	e.SetIndent("", "  ")
	return e.Encode(w)
}

// tookEach words how long a failed lookup took, as far as the logs show.
func tookEach(d time.Duration) string {
	if d == 0 {
		return "at once"
	}
	return "after at least " + words.Short(d)
}

// writeWhatIf prints a table per replay.
func writeWhatIf(out io.Writer, w *analyze.WhatIf) error {
	var b strings.Builder
	for i, r := range w.Replays {
		if i > 0 {
			b.WriteByte('\n')
		}
		where := words.Visible(r.Host)
		if r.Process != "" {
			where += " in " + words.Visible(r.Process)
		}
		what := words.Tries(r.Jobs)
		if r.Named {
			what = words.Count(r.Jobs, "job", "jobs")
		}
		fmt.Fprintf(&b, "%s: %s\n", where, what)
		for _, o := range r.Assumed.Outages {
			fmt.Fprintf(&b, "  lookups failed from %s until %s to %s, each %s\n", clock(o.From), clock(o.Until.Earliest), clock(o.Until.Latest), tookEach(time.Duration(o.Took)))
		}
		b.WriteByte('\n')
		if err := writeReplay(&b, &r); err != nil {
			return err
		}
		b.WriteString(misfit(&r))
	}
	if len(w.Replays) > 0 {
		b.WriteString("\nin the logs: the tries that the model replays, as they went; failed lookups: those that asked DNS\nand got no address, and not tries that the cache or another one's lookup answered\n")
	}
	for _, n := range w.Notes {
		fmt.Fprintln(&b, "note: "+words.Visible(n))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// writeReplay prints the table of r. Failed jobs have a column where the logs name jobs.
func writeReplay(b io.Writer, r *analyze.Replay) error {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	row := func(name, tries, jobs, lookups, all, waiting, longest string) {
		cells := []string{"  " + name, tries, jobs, lookups, all, waiting, longest}
		if !r.Named {
			cells = slices.Delete(cells, 2, 3)
		}
		fmt.Fprintln(t, strings.Join(cells, "\t"))
	}
	row("", "failed tries", "failed jobs", "failed lookups", "all lookups", "waiting, s", "longest wait, s")
	f := r.Observed
	row("in the logs", strconv.Itoa(f.Failed), strconv.Itoa(f.Lost), strconv.Itoa(f.FailedLookups), "",
		rangeWords(analyze.Range{Low: f.Waiting, High: f.WaitingMost}), rangeWords(analyze.Range{Low: f.Longest, High: f.LongestMost}))
	for i, a := range append([]analyze.Alternative{r.AsItWas}, r.Alternatives...) {
		name := a.Name
		if i == 0 {
			name = "the model, nothing changed"
		}
		row(name, rangeWords(a.Failed), rangeWords(a.Lost), rangeWords(a.FailedLookups), rangeWords(a.Lookups), rangeWords(a.Waiting), rangeWords(a.Longest))
	}
	return t.Flush()
}

// misfit says where the unchanged model does not give what the logs show, "" where
// it does.
func misfit(r *analyze.Replay) string {
	var off []string
	for _, c := range []struct {
		what  string
		seen  int
		model analyze.Range
	}{
		{"failed tries", r.Observed.Failed, r.AsItWas.Failed},
		{"failed jobs", r.Observed.Lost, r.AsItWas.Lost},
		{"failed lookups", r.Observed.FailedLookups, r.AsItWas.FailedLookups},
	} {
		if c.what == "failed jobs" && !r.Named {
			continue
		}
		if n := float64(c.seen); n < c.model.Low || n > c.model.High {
			off = append(off, fmt.Sprintf("%s %d, not %s", c.what, c.seen, rangeWords(c.model)))
		}
	}
	if len(off) == 0 {
		return ""
	}
	return fmt.Sprintf("  the unchanged model does not reproduce what the logs show (%s): compare its rows with each other only\n", strings.Join(off, ", "))
}

func clock(t analyze.Time) string { return t.UTC().Format("15:04:05.0") }

// rangeWords tells a range: "12 to 18", or "12" where it is one.
func rangeWords(r analyze.Range) string {
	tell := func(f float64) string { return strings.TrimSuffix(strconv.FormatFloat(f, 'f', 1, 64), ".0") }
	low, high := tell(r.Low), tell(r.High)
	if low == high {
		return low
	}
	return low + " to " + high
}
