package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// An environment is what the process gives to the commands: nothing else in the
// program asks for it.
type environment struct {
	in       io.Reader
	out, err io.Writer
	lookup   func(string) (string, bool)
	now      func() time.Time
	stop     <-chan struct{} // closed when the user asks to stop; nil: never
	terminal terminal        // of out

	errTerminal terminal // of err
}

// A terminal is what out is connected to. The zero terminal is a pipe or a file.
type terminal struct {
	is    bool
	width int
}

func terminalOf(f interface{ Fd() uintptr }) terminal {
	if !term.IsTerminal(int(f.Fd())) {
		return terminal{}
	}
	w, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		w = 0
	}
	return terminal{is: true, width: w}
}

// Exit codes.
const (
	exitFound  = 1 // a finding that --fail-on names
	exitUsage  = 2
	exitInput  = 3 // an input is unreadable, or not one record is in it
	exitOutput = 4 // an output could not be written
)

// An exitError is an error with the exit code that it leads to.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

func usageErrorf(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

// run executes one command line and returns the exit code.
func run(args []string, env environment) int {
	root := newRoot(env)
	root.SetArgs(args)
	root.SetIn(env.in)
	root.SetOut(env.out)
	root.SetErr(env.err)
	err := root.Execute()
	if err == nil {
		return 0
	}
	var e *exitError
	if !errors.As(err, &e) {
		e = &exitError{exitUsage, err} // cobra's own: unknown command or flag
	}
	if e.code != exitFound {
		fmt.Fprintf(env.err, "timeline: %v\n", err)
	}
	if e.code == exitUsage {
		fmt.Fprintln(env.err, `timeline: "timeline --help" lists commands and flags`)
	}
	return e.code
}

func newRoot(env environment) *cobra.Command {
	root := &cobra.Command{
		Use:   "timeline",
		Short: "Explain outages made by a JVM's cache of name lookups",
		Long: `timeline reads event logs (topic, eventTime) and Java application logs, rebuilds
the tries, and says what happened: failed lookups and who queued on them, failures
that a JVM answered from its cache, retries that could not work, old addresses
still in use. Every claim comes with its numbers and source lines.`,
		Example: `  timeline analyze logs/
  timeline analyze -o incident.png -o incident.md -o incident.json events.ndjson app.log
  timeline sample s3-upload`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
	}
	root.SetVersionTemplate("timeline {{.Version}}\n")
	root.AddCommand(
		newAnalyze(env), newChart(env), newDiff(env), newExport(env), newSample(env), newExplain(env), newFormats(env),
		newLint(env), newFetch(env), newMap(env), newReduce(env), newWatch(env), newSchema(env),
		newConfig(env), newWhatIf(env), newVersion(env), newMan(env),
	)
	root.SetFlagErrorFunc(suggestFlag)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	withSettings(env, root)
	withCompletion(root)
	withHelp(root)
	return root
}
