package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"timeline/analyze"
	"timeline/render/words"
)

// stdinPath names the standard input.
const stdinPath = "-"

// readReport gives the report that paths hold: that of a JSON report, known by
// its content, or the one made of logs. A report comes alone. failed is an input
// of the logs that could not be read to its end; the report holds the others.
func readReport(env environment, paths []string, flags readFlags, opt analyze.Options) (r *analyze.Report, failed, err error) {
	if len(paths) == 0 {
		return nil, nil, usageErrorf(`no input: name a report or logs, or "-" for standard input`)
	}
	for _, path := range paths {
		is, err := isReport(&env, path)
		if err != nil {
			return nil, nil, err
		}
		if !is {
			continue
		}
		if len(paths) > 1 {
			return nil, nil, usageErrorf("%s is a report: give one report, or logs only", words.Visible(path))
		}
		if err := refuseInput(flags.writes, path); err != nil {
			return nil, nil, err
		}
		r, err = loadReport(env, path)
		return r, nil, err
	}
	in, err := readInputs(env, paths, flags, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, nil, err
	}
	if r, err = in.analyze(opt); err != nil {
		return nil, nil, err
	}
	return r, in.failed, nil
}

// sniffed is how much of the standard input is looked at to tell a report.
const sniffed = 64 << 10

// isReport reports whether path holds a JSON report. What it reads of the
// standard input stays there for the next reader.
func isReport(env *environment, path string) (bool, error) {
	if path == stdinPath {
		in := bufio.NewReaderSize(env.in, sniffed)
		env.in = in
		head, err := in.Peek(sniffed)
		if err != nil && err != io.EOF {
			return false, &exitError{exitInput, fmt.Errorf("cannot read the standard input: %w", err)}
		}
		return beginsReport(strings.NewReader(string(head))), nil
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false, nil // a pattern, NAME=PATH, a folder: reading logs says what is wrong with it
	}
	f, err := os.Open(path)
	if err != nil {
		return false, &exitError{exitInput, fmt.Errorf("cannot read %s: %w", words.Visible(path), err)}
	}
	defer f.Close()
	return beginsReport(f), nil
}

// reportKeys are those of a report, one of which comes first whatever sorted them.
var reportKeys = map[string]bool{"schema": true, "tool": true, "coverage": true, "attempts": true, "windows": true, "findings": true, "verdict": true}

// beginsReport reports whether in begins with an object whose schema is that of
// a report of any version. It stops at the first key that no report begins with.
func beginsReport(in io.Reader) bool {
	d := json.NewDecoder(in)
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	for first := true; d.More(); first = false {
		key, err := d.Token()
		if err != nil || first && !reportKeys[fmt.Sprint(key)] {
			return false
		}
		if key == "schema" {
			value, err := d.Token()
			s, ok := value.(string)
			return err == nil && ok && strings.HasPrefix(s, reportFamily)
		}
		if skipValue(d) != nil {
			return false
		}
	}
	return false
}

// reportFamily begins the schema of every version of the report.
const reportFamily = "timeline.report/"

// skipValue reads one value, piece by piece.
func skipValue(d *json.Decoder) error {
	for depth := 0; ; {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// loadReport reads the report at path, of which it is known that it is one.
func loadReport(env environment, path string) (*analyze.Report, error) {
	name, in := "the standard input", env.in
	if path != stdinPath {
		f, err := os.Open(path)
		if err != nil {
			return nil, &exitError{exitInput, fmt.Errorf("cannot read %s: %w", words.Visible(path), err)}
		}
		defer f.Close()
		name, in = words.Visible(path), f
	}
	b, err := io.ReadAll(in)
	if err != nil {
		return nil, &exitError{exitInput, fmt.Errorf("cannot read %s: %w", name, err)}
	}
	var head struct{ Schema string }
	if err := json.Unmarshal(b, &head); err == nil && head.Schema != analyze.Schema {
		return nil, &exitError{exitInput, fmt.Errorf("%s is a report of schema %s: this version reads %s", name, words.Visible(head.Schema), analyze.Schema)}
	}
	var r analyze.Report
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, &exitError{exitInput, fmt.Errorf("%s is a report that cannot be read: %w", name, err)}
	}
	return &r, nil
}
