package main

import (
	"fmt"
	"slices"
	"strings"

	"timeline/analyze"
)

// confidences are the values of a FINDING:confidence, surest first.
var confidences = []analyze.Confidence{analyze.Strong, analyze.Moderate, analyze.Weak}

// atLeast reports whether c is as sure as least, or surer.
func atLeast(c, least analyze.Confidence) bool {
	return slices.Index(confidences, c) <= slices.Index(confidences, least)
}

// A condition is one value of --fail-on: a kind of finding and how sure it must be.
type condition struct {
	id    string // "any" for all kinds
	least analyze.Confidence
}

// conditions are met by a finding that meets one of them.
type conditions []condition

// parseConditions reads values like "negative-cache", "any" and
// "negative-cache:strong". flag names them in errors.
func parseConditions(flag string, values []string) (conditions, error) {
	list := make(conditions, len(values))
	for i, v := range values {
		id, least, stated := strings.Cut(v, ":")
		c := condition{id, analyze.Confidence(least)}
		if !stated {
			c.least = analyze.Weak
		}
		if id != "any" && !slices.Contains(analyze.FindingIDs(), id) {
			return nil, usageErrorf("--%s %s is no finding: use any, or one of %s", flag, id, strings.Join(analyze.FindingIDs(), ", "))
		}
		if !slices.Contains(confidences, c.least) {
			return nil, usageErrorf("--%s %s: %q is no confidence: use strong, moderate or weak", flag, v, least)
		}
		list[i] = c
	}
	return list, nil
}

func (list conditions) met(f *analyze.Finding) bool {
	return slices.ContainsFunc(list, func(c condition) bool {
		return (c.id == "any" || c.id == f.ID) && atLeast(f.Confidence, c.least)
	})
}

// verdict turns the first finding of r that meets a condition into an exit code.
func (list conditions) verdict(r *analyze.Report) error {
	for i := range r.Findings {
		if list.met(&r.Findings[i]) {
			return &exitError{exitFound, fmt.Errorf("found %s", r.Findings[i].ID)}
		}
	}
	return nil
}

// fails is the test of a product that tells failures from warnings; nil where
// no condition is given, and the product decides.
func (list conditions) fails() func(*analyze.Finding) bool {
	if len(list) == 0 {
		return nil
	}
	return list.met
}
