package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"timeline/render/words"
	"timeline/samples"
)

func newSample(env environment) *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:     "sample [NAME]",
		Short:   "List the built-in incidents, or write one",
		Example: "  timeline sample\n  timeline sample s3-upload && timeline analyze s3-upload",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listSamples(env)
			}
			return writeSample(env, args[0], dir)
		},
	}
	c.Flags().StringVar(&dir, "dir", ".", "`FOLDER` to write it in")
	return c
}

func listSamples(env environment) error {
	w := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', 0)
	for _, s := range samples.All() {
		fmt.Fprintf(w, "%s\t%s\n", s.Name, s.Says)
	}
	return w.Flush()
}

// writeSample writes the files of a sample into dir/name. It replaces nothing.
func writeSample(env environment, name, dir string) error {
	s, ok := samples.Find(name)
	if !ok {
		var names []string
		for _, s := range samples.All() {
			names = append(names, s.Name)
		}
		return usageErrorf("no sample %q: use one of %s", name, strings.Join(names, ", "))
	}
	target := filepath.Join(dir, name)
	if _, err := os.Stat(target); err == nil {
		return &exitError{exitOutput, fmt.Errorf("%s is there already: remove it, or use --dir", target)}
	}
	if err := os.CopyFS(target, s.Files); err != nil {
		return &exitError{exitOutput, fmt.Errorf("cannot write the sample: %w", err)}
	}
	n := 0
	err := fs.WalkDir(s.Files, ".", func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	fmt.Fprintf(env.out, "wrote %s to %s\n", words.Count(n, "file", "files"), target)
	return err
}
