package main

import (
	"github.com/spf13/cobra"

	"timeline/render"
)

func newSchema(env environment) *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON schema of the report",
		Long:    `Prints the JSON Schema (draft 2020-12) of what analyze writes as JSON.`,
		Example: "  timeline schema > report.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := env.out.Write(render.Schema())
			return err
		},
	}
}
