package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan makes the manual pages of a release: a command for packagers.
func newMan(env environment) *cobra.Command {
	return &cobra.Command{
		Use:    "man FOLDER",
		Short:  "Write the manual pages",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return &exitError{exitOutput, fmt.Errorf("cannot write the manual: %w", err)}
			}
			date, err := manualDate(env)
			if err != nil {
				return err
			}
			header := &doc.GenManHeader{Section: "1", Source: "timeline " + version(), Manual: "timeline", Date: &date}
			if err := doc.GenManTree(c.Root(), header, args[0]); err != nil {
				return &exitError{exitOutput, fmt.Errorf("cannot write the manual: %w", err)}
			}
			return nil
		},
	}
}

// manualDate is the date of the sources, so that two builds of them give the
// same pages: SOURCE_DATE_EPOCH, else that of the commit, else today.
func manualDate(env environment) (time.Time, error) {
	if v, set := env.lookup("SOURCE_DATE_EPOCH"); set && v != "" {
		s, err := strconv.ParseInt(v, 10, 64)
		if err != nil {
			return time.Time{}, usageErrorf("SOURCE_DATE_EPOCH %q is no number of seconds", v)
		}
		return time.Unix(s, 0).UTC(), nil
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if t, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
				return t, nil
			}
		}
	}
	return env.now(), nil
}
