package main

import (
	"fmt"
	"io"
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
				return listFindings(env.out)
			}
			for _, d := range analyze.Docs() {
				if d.ID == args[0] {
					return explain(env.out, d)
				}
			}
			return usageErrorf("%s is no finding: use one of %s", args[0], strings.Join(analyze.FindingIDs(), ", "))
		},
	}
}

func listFindings(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, d := range analyze.Docs() {
		fmt.Fprintf(w, "%s\t%s\n", d.ID, d.Says)
	}
	return w.Flush()
}

func explain(out io.Writer, d analyze.Doc) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n%s\n", d.ID, d.Says, fold(d.Mechanism, ""))
	for _, part := range []struct {
		title string
		lines []string
	}{
		{"It takes", d.Evidence}, {"Told apart from", d.Innocent}, {"Holds for", []string{d.Versions}}, {"See", d.References},
	} {
		fmt.Fprintf(&b, "\n%s\n", part.title)
		for _, l := range part.lines {
			fmt.Fprintf(&b, "  - %s\n", fold(l, "    "))
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// fold breaks text at 92 columns; further lines begin with indent.
func fold(text, indent string) string {
	const width = 92
	var b strings.Builder
	col := len(indent)
	for i, w := range strings.Fields(text) {
		switch {
		case i == 0:
		case col+1+len(w) > width:
			b.WriteString("\n" + indent)
			col = len(indent)
		default:
			b.WriteByte(' ')
			col++
		}
		b.WriteString(w)
		col += len(w)
	}
	return b.String()
}
