package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"timeline/analyze"
)

func newExplain(env environment) *cobra.Command {
	return &cobra.Command{
		Use:     "explain [FINDING]",
		Short:   "Say what a finding means and how it was told from innocent causes",
		Example: "  timeline explain\n  timeline explain negative-cache",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				w := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', 0)
				for _, d := range analyze.Docs() {
					fmt.Fprintf(w, "%s\t%s\n", d.ID, d.Says)
				}
				return w.Flush()
			}
			for _, d := range analyze.Docs() {
				if d.ID == args[0] {
					_, err := fmt.Fprintf(env.out, "%s: %s\n", d.ID, d.Says)
					return err
				}
			}
			return usageErrorf("%s is no finding: use one of %s", args[0], strings.Join(analyze.FindingIDs(), ", "))
		},
	}
}
