package ci

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"timeline/analyze"
	"timeline/render/words"
)

// The parts of SARIF 2.1.0 (OASIS standard, 27 March 2020) that a report fills.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
		Full  sarifText `json:"fullDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Properties   sarifProperties   `json:"properties"`
	}
	sarifLocation struct {
		ID       *int          `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifProperties struct {
		Confidence string `json:"confidence"`
		Host       string `json:"host,omitempty"`
		Process    string `json:"process,omitempty"`
	}
)

// mostRelated bounds the places listed beside a result.
const mostRelated = 20

// SARIF writes the findings of r as a SARIF 2.1.0 log: one rule for each kind of
// finding, one result for each finding, at the lines that are its evidence.
func SARIF(w io.Writer, r *analyze.Report) error {
	rules, index := sarifRules()
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: r.Tool.Name, Version: r.Tool.Version, Rules: rules}},
		ColumnKind: "utf16CodeUnits", Results: []sarifResult{},
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		n, known := index[f.ID]
		if !known { // a report that another version wrote
			n = -1
		}
		run.Results = append(run.Results, result(f, n))
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

func sarifRules() ([]sarifRule, map[string]int) {
	rules, index := []sarifRule{}, map[string]int{}
	for i, d := range analyze.Docs() {
		full := d.Mechanism
		if full == "" {
			full = d.Says
		}
		rules = append(rules, sarifRule{ID: d.ID, Short: sarifText{message(d.Says)}, Full: sarifText{message(full)}})
		index[d.ID] = i
	}
	return rules, index
}

func result(f *analyze.Finding, rule int) sarifResult {
	res := sarifResult{
		RuleID: words.Visible(f.ID), RuleIndex: rule, Level: level(f.Confidence), Message: sarifText{message(f.Statement)},
		Locations:    []sarifLocation{},
		Fingerprints: map[string]string{"finding/v1": fingerprint(f)},
		Properties:   sarifProperties{words.Visible(string(f.Confidence)), words.Visible(f.Host), words.Visible(f.Process)},
	}
	first, found := firstSource(f)
	if found {
		res.Locations = append(res.Locations, location(first))
	}
	seen := map[analyze.Source]bool{first: true}
	for _, e := range f.Evidence {
		for _, s := range e.Sources {
			if seen[s] || len(res.Related) == mostRelated {
				continue
			}
			seen[s] = true
			l, id := location(s), len(res.Related)+1
			l.ID, l.Message = &id, &sarifText{message(e.Note)}
			res.Related = append(res.Related, l)
		}
	}
	return res
}

func location(s analyze.Source) sarifLocation {
	l := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{uri(s.File)}}}
	if s.Line > 0 {
		l.Physical.Region = &sarifRegion{s.Line}
	}
	return l
}

// uri is a path as a URI reference: RFC 3986, and RFC 8089 for absolute paths.
func uri(path string) string {
	path = strings.ReplaceAll(strings.ToValidUTF8(path, "\uFFFD"), `\`, "/")
	u := url.URL{Path: path}
	if strings.HasPrefix(path, "/") || filepath.VolumeName(path) != "" {
		u.Scheme = "file"
		u.Path = "/" + strings.TrimLeft(path, "/")
		return u.String()
	}
	return u.EscapedPath()
}

func level(c analyze.Confidence) string {
	switch c {
	case analyze.Strong:
		return "error"
	case analyze.Moderate:
		return "warning"
	}
	return "note"
}

// sarifMarks are what plain text messages give a meaning: links in brackets
// (3.11.6) and placeholders in braces (3.11.5).
var sarifMarks = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "{", "{{", "}", "}}")

func message(s string) string { return sarifMarks.Replace(words.Visible(s)) }

// fingerprint tells the same finding in the next run: what it says of whom.
func fingerprint(f *analyze.Finding) string {
	sum := sha256.Sum256([]byte(f.ID + "\x00" + f.Process + "\x00" + f.Host))
	return hex.EncodeToString(sum[:16])
}
