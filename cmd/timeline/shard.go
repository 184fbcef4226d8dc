package main

import (
	"bufio"
	"bytes"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"timeline/analyze"
	"timeline/parse/input"
)

// mapOptions are the flags of the map command.
type mapOptions struct {
	env       environment
	fromStdin bool
	shard     string
	output    string
	workers   int
	reading   readFlags
}

func newMap(env environment) *cobra.Command {
	o := &mapOptions{env: env}
	c := &cobra.Command{
		Use:   "map [flags] [PATH...]",
		Short: "Read a share of many logs into a partial result",
		Long: `Reads logs and writes what a report needs of them, a line for each process and
host: its key, a tab, and JSON. reduce unites such partials in any order and
grouping; analyze takes them and reports what it would over all logs in the order
of their paths. Give whole files: a piece of one would cut stack traces.`,
		Example: `  timeline map logs/ --shard 0/4 > 0.partial
  find logs -name '*.gz' | timeline map --paths-from-stdin -o all.partial
  timeline analyze all.partial`,
		RunE: func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	f := c.Flags()
	f.BoolVar(&o.fromStdin, "paths-from-stdin", false, "read paths from the standard input, one a line")
	f.StringVar(&o.shard, "shard", "", "take every N-th of the inputs from the I-th on, `I/N`, counted from 0")
	f.StringVarP(&o.output, "output", "o", "", "write to `FILE` instead of the standard output")
	f.IntVarP(&o.workers, "jobs", "j", runtime.GOMAXPROCS(0), "inputs to read at the same time; the result does not depend on it")
	o.reading.register(f)
	return c
}

func (o *mapOptions) run(paths []string) error {
	if o.fromStdin {
		lines := bufio.NewScanner(o.env.in)
		for lines.Scan() {
			if p := strings.TrimSuffix(lines.Text(), "\r"); p != "" {
				paths = append(paths, p)
			}
		}
		if err := lines.Err(); err != nil {
			return &exitError{exitInput, fmt.Errorf("cannot read paths: %w", err)}
		}
	} else if len(paths) == 0 {
		return usageErrorf("no input: name files or directories, or use --paths-from-stdin")
	}
	part, of, err := parseShard(o.shard)
	if err != nil {
		return err
	}
	if o.output != "" {
		o.reading.writes = []string{o.output}
	}
	in, err := readShard(o.env, paths, o.reading, o.workers, func(sources []input.Source) []input.Source {
		var mine []input.Source
		for i := part; i < len(sources); i += of {
			mine = append(mine, sources[i])
		}
		return mine
	})
	if err != nil {
		return err
	}
	in.warnOwn(o.env)
	p := analyze.NewPartial(version())
	for i, c := range in.collectors {
		if err := p.Add(c, in.inputs[i]); err != nil {
			return &exitError{exitInput, err}
		}
	}
	if err := writePartial(o.env, p, o.output); err != nil {
		return err
	}
	return in.failed
}

func parseShard(s string) (part, of int, err error) {
	if s == "" {
		return 0, 1, nil
	}
	a, b, _ := strings.Cut(s, "/")
	part, errA := strconv.Atoi(a)
	of, errB := strconv.Atoi(b)
	if errA != nil || errB != nil || part < 0 || part >= of {
		return 0, 0, usageErrorf("--shard %s is not I/N with I from 0 to N-1", s)
	}
	return part, of, nil
}

func newReduce(env environment) *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:   "reduce [flags] [PARTIAL...]",
		Short: "Unite partial results",
		Long: `Reads what map or reduce wrote, from files or the standard input, and writes one
partial of the same shape. Order, grouping and repetition do not matter.`,
		Example: `  timeline reduce *.partial > all.partial`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{stdinPath}
			}
			sources, err := input.Find(args, input.Options{Stdin: env.in})
			if err != nil {
				return &exitError{exitInput, err}
			}
			if err := refuseInputs([]string{output}, sources); err != nil {
				return err
			}
			p := analyze.NewPartial(version())
			for _, s := range sources {
				if err := readPartial(p, s); err != nil {
					return &exitError{exitInput, err}
				}
			}
			return writePartial(env, p, output)
		},
	}
	c.Flags().StringVarP(&output, "output", "o", "", "write to `FILE` instead of the standard output")
	return c
}

func readPartial(p *analyze.Partial, s input.Source) error {
	r, err := s.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	return p.Read(r, s.Path)
}

// writePartial writes p at once: half a partial would be taken for a whole one.
func writePartial(env environment, p *analyze.Partial, path string) error {
	var b bytes.Buffer
	if _, err := p.WriteTo(&b); err != nil {
		return err
	}
	if path != "" {
		return writeFiles([]outputFile{{path: path, data: b.Bytes()}})
	}
	if _, err := env.out.Write(b.Bytes()); err != nil {
		return &exitError{exitOutput, fmt.Errorf("cannot write the partial: %w", err)}
	}
	return nil
}
