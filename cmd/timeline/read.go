package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"timeline/analyze"
	"timeline/parse"
	"timeline/parse/input"
	"timeline/parse/input/store"
	"timeline/render/words"
)

// readFlags say what the logs leave out.
type readFlags struct {
	zones []string
	date  string
	year  int
	keys  []string
	line  string

	processField string
	archive      archiveFlags

	store storeFlags // registered by the commands that read stores

	writes []string // files that the command will write: no input may be one of them
}

func (r *readFlags) register(f *pflag.FlagSet) {
	f.StringArrayVar(&r.zones, "input-tz", nil, "`ZONE` of times without one (Asia/Seoul, +09:00), or NAME=ZONE for one process, named as NAME=PATH or in the log; default UTC")
	f.StringVar(&r.date, "date", "", "`DATE` of clocks without one (2026-07-28)")
	f.IntVar(&r.year, "year", 0, "`YEAR` of dates without one")
	f.StringArrayVar(&r.keys, "key", nil, "read a JSON key as a meaning, `MEANING=KEY`: topic, time, job, thread, host, process, duration or remote")
	f.StringVar(&r.processField, "process", "", "`FIELD` that names the JVM process in each record, before the names that are known")
	f.StringVar(&r.line, "format-line", "", "`REGEXP` for the first lines of log entries that no known layout fits, with groups time, level, thread, logger, job and message: ^(?P<time>\\S+) (?P<message>.*)")
	r.archive.register(f)
}

// inputs is what reading gave.
type inputs struct {
	collectors []*analyze.Collector
	inputs     []analyze.Input
	zone       *time.Location
	failed     error // an input could not be read to its end
	meter      *meter
	gaps       []analyze.Gap   // what stores may not have given
	notes      []string        // what they say beside
	united     bool            // with partials, which do not say how many entries were passed over
	passed     int             // log entries that were understood and of no interest
	own        []analyze.Input // that the program wrote itself, and that are left out

	partial   *analyze.Partial
	partially sync.Mutex
}

// options completes opt with what reading gave.
func (in *inputs) options(opt analyze.Options) analyze.Options {
	opt.Zone, opt.Version, opt.Gaps, opt.Notes = in.zone, version(), in.gaps, in.notes
	return opt
}

// analyze makes the report of what was read. It uses the collectors up.
func (in *inputs) analyze(opt analyze.Options) (*analyze.Report, error) {
	var r *analyze.Report
	err := in.meter.during(func() { r = analyze.Run(in.collectors, in.inputs, in.options(opt)) })
	if err != nil {
		return nil, err
	}
	return r, nil
}

// readInputs reads all inputs, several at a time. Each has a collector of its
// own, in the order of the arguments; those of partials follow, in the order of
// their ids.
func readInputs(env environment, paths []string, flags readFlags, workers int) (*inputs, error) {
	in, err := readShard(env, paths, flags, workers, nil)
	if err != nil {
		return nil, err
	}
	records := 0
	for i := range in.inputs {
		records += in.inputs[i].Records
	}
	if records == 0 && len(in.gaps) == 0 && in.failed == nil && len(in.own) > 0 && len(in.own) == len(in.inputs) {
		return nil, &exitError{exitInput, fmt.Errorf("%s: what timeline wrote is no log; chart, diff and export take its JSON reports", in.ownWords())}
	}
	if records == 0 && len(in.gaps) == 0 && !in.legible() {
		if in.failed != nil {
			return nil, in.failed
		}
		return nil, errNoRecord(paths)
	}
	if records == 0 && in.passed == 0 && !in.united && len(in.gaps) == 0 && in.failed == nil {
		in.failed = errNoRecord(paths)
	}
	warnBad(env, in)
	in.warnOwn(env)
	return in, nil
}

// A noRecord is the error of inputs in which nothing of a log was found.
type noRecord struct{ paths []string }

func errNoRecord(paths []string) error { return &exitError{exitInput, noRecord{paths}} }

func (e noRecord) Error() string {
	return fmt.Sprintf("no record in %s: is it a log?", words.Visible(strings.Join(e.paths, " ")))
}

// legible reports whether one of the inputs was text: a log in which nothing was
// found has a report too.
func (in *inputs) legible() bool {
	for i := range in.inputs {
		if in.inputs[i].Lines > 0 && in.inputs[i].Unreadable == 0 && in.inputs[i].Format != parse.Binary {
			return true
		}
	}
	return false
}

// readShard reads those of the inputs that choose takes, all if it is nil. None
// need hold a record.
func readShard(env environment, paths []string, flags readFlags, workers int, choose func([]input.Source) []input.Source) (*inputs, error) {
	zones, err := parseZones(flags.zones)
	if err != nil {
		return nil, err
	}
	opt, err := flags.options()
	if err != nil {
		return nil, err
	}
	m := &meter{stop: env.stop, all: len(paths)}
	var sources []input.Source
	var stores []*store.Store
	if stopped := m.during(func() { sources, stores, err = findSources(env, paths, &flags) }); stopped != nil { // the standard input may keep it waiting
		return nil, stopped
	}
	if err != nil {
		return nil, err
	}
	if err := refuseInputs(flags.writes, sources); err != nil {
		return nil, err
	}
	if choose != nil {
		sources = choose(sources)
	}
	in := &inputs{zone: zones.of(""), meter: m, partial: analyze.NewPartial(version())}
	pieces := make([]piece, len(sources))
	share := max(1, workers/max(1, len(sources))) // of the workers, for each input that is read at a time
	watched := in.meter.watch(sources)
	endProgress := showProgress(env, in.meter, sources)
	err = in.meter.during(func() {
		inParallel(len(sources), workers, func(i int) {
			o := zones.with(opt, sources[i].Process)
			pieces[i] = in.readOne(watched[i], o, share)
			in.meter.done.Add(1)
		})
	})
	endProgress()
	if err != nil {
		return nil, err
	}
	warnZones(env, zones, pieces)
	in.gaps, in.notes = heard(stores)
	return in, in.assemble(pieces)
}

// assemble puts the pieces together.
func (in *inputs) assemble(pieces []piece) error {
	var errs []error
	for _, p := range pieces {
		if p.err != nil {
			errs = append(errs, p.err)
		}
		in.passed += p.passed
		if p.product != "" {
			in.own = append(in.own, p.input)
		}
		if p.collector != nil {
			in.collectors, in.inputs = append(in.collectors, p.collector), append(in.inputs, p.input)
		}
	}
	cs, inputs, err := in.partial.Collectors()
	if err != nil {
		return &exitError{exitInput, err}
	}
	in.united = len(cs) > 0
	in.collectors, in.inputs = append(in.collectors, cs...), append(in.inputs, inputs...)
	if len(errs) > 0 {
		in.failed = &exitError{exitInput, firstOf(errs)}
	} else {
		in.failed = incomplete(in.gaps, "the report was written")
	}
	return nil
}

func firstOf(errs []error) error {
	n, first := 0, error(nil)
	for _, err := range errs {
		if err != nil {
			if n++; first == nil {
				first = err
			}
		}
	}
	if n > 1 {
		return fmt.Errorf("%w (and %d more inputs)", first, n-1)
	}
	return first
}

// inParallel calls do for 0 to n-1 from at most workers goroutines.
func inParallel(n, workers int, do func(int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(n, max(workers, 1)) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// warnBad shows the first unreadable pieces on standard error.
func warnBad(env environment, in *inputs) {
	const show = 5
	shown, total := 0, 0
	for i, c := range in.collectors {
		total += in.inputs[i].Unreadable
		for _, b := range c.Bad() {
			if shown++; shown <= show {
				fmt.Fprintf(env.err, "timeline: %s:%d: %s\n", words.Visible(b.File), b.Line, words.Visible(b.Reason))
			}
		}
	}
	if total > show {
		fmt.Fprintf(env.err, "timeline: %d unreadable pieces in all; the report lists them\n", total)
	}
}

func (r readFlags) options() (parse.Options, error) {
	opt := parse.Options{Year: r.year, Line: r.line}
	if r.date != "" {
		d, err := time.Parse(time.DateOnly, r.date)
		if err != nil {
			return opt, usageErrorf("--date %s is no date: write it as 2026-07-28", r.date)
		}
		opt.Date = d
	}
	for _, k := range r.keys {
		meaning, key, ok := strings.Cut(k, "=")
		if !ok || key == "" {
			return opt, usageErrorf("--key %s is not MEANING=KEY, as in topic=eventName", k)
		}
		if opt.Keys == nil {
			opt.Keys = map[string][]string{}
		}
		opt.Keys[meaning] = append(opt.Keys[meaning], key)
	}
	if r.processField != "" {
		if opt.Keys == nil {
			opt.Keys = map[string][]string{}
		}
		opt.Keys["process"] = append([]string{r.processField}, opt.Keys["process"]...)
	}
	if err := opt.Check(); err != nil {
		return opt, usageErrorf("%v", err)
	}
	return opt, nil
}
