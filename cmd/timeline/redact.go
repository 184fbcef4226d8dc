package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"timeline/analyze"
	"timeline/render/redact"
	"timeline/render/words"
)

// redactFlags say whether products hold names.
type redactFlags struct {
	on  bool
	key string
}

func (f *redactFlags) register(set *pflag.FlagSet) {
	set.BoolVar(&f.on, "redact", false, "replace hosts, addresses, jobs, threads, processes, files and application classes by labels, and mask what applications wrote")
	set.StringVar(&f.key, "redact-map", "", "redact, and keep the key from labels to names in `FILE`, readable by you alone")
}

// one is r as the flags want it.
func (f *redactFlags) one(r *analyze.Report) (*analyze.Report, error) {
	list, err := f.of(r)
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// of gives reports as the flags want them, and writes the key first: a product
// without its key could not be read by its author any more.
func (f *redactFlags) of(reports ...*analyze.Report) ([]*analyze.Report, error) {
	if !f.on && f.key == "" {
		return reports, nil
	}
	list, key, err := redact.Reports(reports...)
	if err != nil {
		return nil, err
	}
	if f.key == "" {
		return list, nil
	}
	b, err := json.MarshalIndent(key, "", "  ")
	if err != nil {
		return nil, err
	}
	if err := writePrivate(f.key, append(b, '\n')); err != nil {
		return nil, &exitError{exitOutput, fmt.Errorf("cannot write %s: %w", words.Visible(f.key), err)}
	}
	return list, nil
}

// writePrivate writes a file of mode 0600, also where one of another mode was.
func writePrivate(path string, data []byte) error {
	if isDevice(path) {
		return os.WriteFile(path, data, 0o600)
	}
	t, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(t.Name()) // gone already where all went well
	_, err = t.Write(data)
	if err := errors.Join(err, t.Close()); err != nil {
		return err
	}
	return os.Rename(t.Name(), path)
}
