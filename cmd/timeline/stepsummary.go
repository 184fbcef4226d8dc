package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"timeline/analyze"
	"timeline/render"
)

// longestSummary is what GitHub shows of one step: 1 MiB, nothing of a longer
// one. A little is left for what the step wrote itself.
const longestSummary = 1000 << 10

// appendStepSummary adds the Markdown report to the summary of a GitHub Actions
// step, where GITHUB_STEP_SUMMARY names its file.
func appendStepSummary(env environment, r *analyze.Report, opt render.MarkdownOptions) (err error) {
	path, set := env.lookup("GITHUB_STEP_SUMMARY")
	if !set || path == "" {
		return nil
	}
	var b bytes.Buffer
	if err := render.Markdown(&b, r, opt); err != nil {
		return err
	}
	if b.Len() > longestSummary {
		short := *r
		short.Attempts = nil
		b.Reset()
		if err := render.Markdown(&b, &short, opt); err != nil {
			return err
		}
	}
	defer func() {
		if err != nil {
			err = &exitError{exitOutput, fmt.Errorf("cannot write the step summary: %w", err)}
		}
	}()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(b.Bytes(), '\n'))
	return errors.Join(err, f.Close())
}
