package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"timeline/analyze"
	"timeline/samples"
)

// withCompletion tells shells the values of flags and arguments that are not
// paths.
func withCompletion(root *cobra.Command) {
	for _, c := range root.Commands() {
		values := map[string][]string{
			"color": {"auto", "always", "never"},
			"theme": {"light", "dark"},
			"size":  {"1600x900", "1200x675", "1920x1080"},
		}
		switch c.Name() {
		case "analyze":
			values["format"] = printable()
		case "diff":
			values["format"] = []string{"text", "md", "json"}
		case "lint", "watch":
			values["format"] = []string{"text", "json"}
		}
		for _, flag := range []string{"cutover", "since", "until", "date", "year", "title", "width", "scale", "jobs", "keep"} {
			values[flag] = nil
		}
		for flag, list := range values {
			complete(c, flag, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
		}
		if c.Name() != "lint" { // its mistakes are no findings
			complete(c, "fail-on", completeCondition)
		}
		complete(c, "only", completeCondition)
	}
	args := map[string]func() []string{
		"explain": findingsWithText, "sample": samplesWithText, "config": func() []string { return commandsWithText(root) },
	}
	for _, c := range root.Commands() {
		if list := args[c.Name()]; list != nil {
			c.ValidArgsFunction = func(_ *cobra.Command, given []string, _ string) ([]string, cobra.ShellCompDirective) {
				if len(given) > 0 {
					return nil, cobra.ShellCompDirectiveNoFileComp
				}
				return list(), cobra.ShellCompDirectiveNoFileComp
			}
		}
	}
}

// complete registers f where the command has the flag, and nothing yet for it.
func complete(c *cobra.Command, flag string, f cobra.CompletionFunc) {
	if _, registered := c.GetFlagCompletionFunc(flag); registered || c.Flags().Lookup(flag) == nil {
		return
	}
	_ = c.RegisterFlagCompletionFunc(flag, f) // fails in the two cases above only
}

// printable are the formats that analyze prints: pictures go to files.
func printable() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(writers)), func(f string) bool { return f == "png" || f == "svg" || f == "pdf" })
}

// completeCondition completes FINDING[:CONFIDENCE].
func completeCondition(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	id, _, confidence := strings.Cut(typed, ":")
	if !confidence {
		return append(findingsWithText(), "any\tevery finding"), cobra.ShellCompDirectiveNoFileComp
	}
	var list []string
	for _, c := range confidences {
		list = append(list, id+":"+string(c))
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

func findingsWithText() []string {
	var list []string
	for _, d := range analyze.Docs() {
		list = append(list, d.ID+"\t"+d.Says)
	}
	return list
}

func samplesWithText() []string {
	var list []string
	for _, s := range samples.All() {
		list = append(list, s.Name+"\t"+s.Says)
	}
	return list
}

func commandsWithText(root *cobra.Command) []string {
	var list []string
	for _, c := range root.Commands() {
		if !c.Hidden && hasSettings(c) {
			list = append(list, c.Name()+"\t"+c.Short)
		}
	}
	return list
}
