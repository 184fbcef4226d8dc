package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"timeline/parse/input"
	"timeline/parse/input/store"
)

func newFetch(env environment) *cobra.Command {
	var flags storeFlags
	var output string
	c := &cobra.Command{
		Use:   "fetch [flags] ADDRESS",
		Short: "Write a slice of a log store to a file",
		Long: `Writes what analyze would read from a store: rows as one JSON object a line, in
order of time. A small slice is written whole; of a large one the failures of names
and what lies around them (--whole writes everything).`,
		Example: `  timeline fetch vlogs+http://localhost:9428 --query 'service:batch' \
    --since 2026-07-28T11:00:00Z --until 2026-07-28T12:00:00Z -o batch.ndjson`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			_, address, ok := storeAddress(args[0])
			if !ok {
				return usageErrorf("%s is no store: write it as vlogs+http://host:9428, loki+https://host or es+https://host:9200/index", args[0])
			}
			s, err := flags.open(env, address)
			if err != nil {
				return err
			}
			return fetch(env, s, output)
		},
	}
	c.Flags().StringVarP(&output, "output", "o", "", "write to `FILE` instead of the standard output")
	flags.register(c.Flags())
	return c
}

// fetch writes the slice. The file is there only when it is whole, or as whole as
// the store gave it.
func fetch(env environment, s *store.Store, path string) error {
	m := &meter{stop: env.stop}
	sources := m.watch([]input.Source{s.Source})
	end := showProgress(env, m, sources)
	defer end()
	r, err := sources[0].Open()
	if err != nil {
		return &exitError{exitInput, err}
	}
	defer r.Close()
	if path == "" {
		err = copyRows(env.out, r, s)
	} else {
		err = fetchFile(path, r, s)
	}
	if isStopped(env.stop) {
		return m.stopped()
	}
	if err != nil {
		return err
	}
	gaps, _ := heard([]*store.Store{s})
	return incomplete(gaps, "the slice was written")
}

func fetchFile(path string, r io.Reader, s *store.Store) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return cannotWrite(path, err)
	}
	defer os.Remove(f.Name())
	if err := copyRows(f, r, s); err != nil {
		f.Close()
		return err
	}
	if err := errors.Join(f.Chmod(0o644), f.Close(), os.Rename(f.Name(), path)); err != nil {
		return cannotWrite(path, err)
	}
	return nil
}

// copyRows tells a store that cannot be read from an output that cannot be written.
func copyRows(w io.Writer, r io.Reader, s *store.Store) error {
	out := &stickyWriter{w: w}
	_, err := io.Copy(out, r)
	switch {
	case out.err != nil:
		return &exitError{exitOutput, fmt.Errorf("cannot write the slice: %w", out.err)}
	case err != nil:
		return &exitError{exitInput, fmt.Errorf("cannot read %s: %w", s.Source.Path, err)}
	}
	return nil
}

type stickyWriter struct {
	w   io.Writer
	err error
}

func (s *stickyWriter) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.err = err
	return n, err
}
