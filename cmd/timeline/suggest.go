package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// farthest is how many letters a flag may be off to be suggested.
const farthest = 2

// suggestFlag adds the nearest flag of the command to the error about one that it
// does not know.
func suggestFlag(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || len(unknown.GetSpecifiedName()) < 2 {
		return err
	}
	nearest, best := "", farthest+1
	c.Flags().VisitAll(func(f *pflag.Flag) { // in the order of names
		if d := edits(unknown.GetSpecifiedName(), f.Name); d < best && !f.Hidden {
			nearest, best = f.Name, d
		}
	})
	if nearest == "" {
		return err
	}
	return usageErrorf("%w: did you mean --%s?", err, nearest)
}

// edits counts the letters to add, drop and replace to make b of a (Levenshtein).
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
