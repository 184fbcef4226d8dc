package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"timeline/render/words"
)

func newConfig(env environment) *cobra.Command {
	return &cobra.Command{
		Use:   "config [COMMAND]",
		Short: "Show which settings are in force, and where they come from",
		Long: `Shows the flags of a command (analyze, if none is named) with their values, and
whether each comes from the environment, the user's file, a file of the system, or is
the default. Every flag can be set: --input-tz by TIMELINE_INPUT_TZ, or by input-tz in
a file, for all commands; by TIMELINE_ANALYZE_INPUT_TZ, or by input-tz below analyze,
for one. A flag on the command line wins over the environment, that over the user's
file, and that over those of the system.`,
		Example: `  timeline config
  timeline config watch
  TIMELINE_TZ=Asia/Seoul timeline config`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			name := "analyze"
			if len(args) > 0 {
				name = args[0]
			}
			return showConfig(env, c.Root(), name, c.Flag(configFlag).Value.String())
		},
	}
}

func showConfig(env environment, root *cobra.Command, name, given string) error {
	target, _, err := root.Find([]string{name})
	if err != nil || target == root {
		return usageErrorf("%s is no command: timeline --help lists them", words.Visible(name))
	}
	s, err := loadSettings(env, root, given)
	if err != nil {
		return err
	}
	for _, f := range s.files {
		state := "not there"
		switch {
		case f.there:
			state = "read"
		case f.failed != nil:
			state = "cannot be read"
		}
		fmt.Fprintf(env.out, "%s: %s (%s)\n", f.role, words.Visible(f.path), state)
	}
	if err := s.apply(target); err != nil {
		return err
	}
	fmt.Fprintf(env.out, "\ntimeline %s\n", target.Name())
	w := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', 0)
	target.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !settable(f) {
			return
		}
		from := "default"
		if o, ok := s.origins[f.Name]; ok {
			from = words.Visible(o)
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\n", f.Name, valueText(f), from)
	})
	return w.Flush()
}

// valueText writes a flag's value on one line, as a file would hold it.
func valueText(f *pflag.Flag) string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return words.Visible("[" + strings.Join(list.GetSlice(), ", ") + "]")
	}
	if f.Value.String() == "" {
		return `""`
	}
	return words.Visible(f.Value.String())
}
