package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"timeline/analyze"
	"timeline/render/words"
)

// sniffedProduct is how much of an input is looked at to tell a product: all that
// tells one stands in its first lines.
const sniffedProduct = 4096

// productMarks tell what the program writes by the first bytes of each. A product that
// lies among logs is no log: it repeats what they say.
var productMarks = []struct {
	name analyze.Product
	mark *regexp.Regexp
}{
	{analyze.ReportProduct, regexp.MustCompile(`^\{\s*"schema":\s*"timeline\.report/`)},
	{analyze.ReportProduct, regexp.MustCompile(`^\{\s*"attempts":\s*\[\s*\{\s*"class":\s*"[a-z]+",\s*"class_from":`)}, // its keys sorted
	{analyze.ComparisonProduct, regexp.MustCompile(`^\{\s*"schema":\s*"timeline\.diff/`)},
	{analyze.ComparisonProduct, regexp.MustCompile(`^# Before and after\r?\n\r?\n\*\*`)},
	{analyze.ReportProduct, regexp.MustCompile(`^\{\s*"schema":\s*"timeline\.settings/`)},
	{analyze.ReportProduct, regexp.MustCompile(`(?i)^<!doctype html>\s*<html[^>]*>\s*<head>\s*<meta charset="utf-8">\s*<meta name="generator" content="timeline">`)},
	{analyze.ReportProduct, regexp.MustCompile(`^# Timeline of failed lookups\r?\n\r?\n\*\*`)},
	{analyze.ReportProduct, regexp.MustCompile(`^(?:[^\n]+\n)+\r?\n  tries {8}\S+: \S+ failed, `)},
	{analyze.ChartProduct, regexp.MustCompile(`^<svg [^>]*data-generator="timeline"`)},
	{analyze.ReportProduct, regexp.MustCompile(`^\{\s*"\$schema":\s*"[^"]*sarif[^"]*",\s*"version":\s*"[^"]*",\s*"runs":\s*\[\s*\{\s*"tool":\s*\{\s*"driver":\s*\{\s*"name":\s*"timeline"`)},
	{analyze.ReportProduct, regexp.MustCompile(`^<\?xml [^>]*>\s*<testsuites name="timeline"`)},
	{analyze.ReportProduct, regexp.MustCompile(`^# HELP timeline_findings `)},
	{analyze.TraceProduct, regexp.MustCompile(`^\{\s*"otherData":\s*\{\s*"attempts_without_time":\s*[0-9]+,\s*"tool":\s*"timeline `)},
	{analyze.TraceProduct, regexp.MustCompile(`^\{"resourceSpans":\[\{"resource":\{"attributes":\[\{"key":"service\.name","value":\{"stringValue":"timeline"\}`)},
	{analyze.TraceProduct, regexp.MustCompile(`^\{"message":"(?:[^"\\]|\\.)*","timestamp":[0-9]+,"datetime":"[^"]*","timestamp_desc":"(?:[^"\\]|\\.)*","timeline_id":`)},
	{analyze.TraceProduct, regexp.MustCompile(`^\[\s*\{\s*"time":\s*[0-9]+,\s*(?:"timeEnd":\s*[0-9]+,\s*)?"tags":\s*\[\s*"timeline",`)},
}

// productOf names the product of the program that begins with head, "" for what
// is none.
func productOf(head []byte) analyze.Product {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	for _, p := range productMarks {
		if p.mark.Match(head) {
			return p.name
		}
	}
	return ""
}

// isPicture reports whether a file that begins with head is a PNG picture or a PDF
// document, which no log is.
func isPicture(head []byte) bool {
	return strings.HasPrefix(string(head), "\x89PNG\r\n\x1a\n") || strings.HasPrefix(string(head), "%PDF-")
}

// ownWords names the inputs that the program wrote itself.
func (in *inputs) ownWords() string {
	const most = 3
	paths := make([]string, len(in.own))
	for i := range in.own {
		paths[i] = words.Visible(in.own[i].Path)
	}
	return words.List(paths, most)
}

// warnOwn says which inputs were left out.
func (in *inputs) warnOwn(env environment) {
	const most = 3
	for _, own := range in.own[:min(most, len(in.own))] {
		fmt.Fprintf(env.err, "timeline: %s %s\n", words.Visible(own.Path), own.Notes[0])
	}
	if n := len(in.own) - most; n > 0 {
		fmt.Fprintf(env.err, "timeline: %s left out likewise; the report lists them\n", words.Count(n, "more input is", "more inputs are"))
	}
}
