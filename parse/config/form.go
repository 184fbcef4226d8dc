package config

import (
	"regexp"
	"strings"
)

var (
	manifestKey   = regexp.MustCompile(`(?m)^\s*(?:- )?(?:apiVersion|kind|services|spec|containers|image|env|environment|dnsConfig):(?:\s|$)`)
	sourceCall    = regexp.MustCompile(`\bSecurity\s*\.\s*setProperty\s*\(|\bSystem\s*\.\s*set(?:Property|SecurityManager)\s*\(`)
	sourceHead    = regexp.MustCompile(`(?m)^(?:import|package)\s+[\w.]+(?:\.\*)?\s*;?\s*$|^\s*(?:public\s+)?(?:final\s+)?(?:class|interface|enum)\s+\w+`)
	dockerLine    = regexp.MustCompile(`(?mi)^(?:FROM|ENTRYPOINT|CMD|ENV|WORKDIR|COPY)\s+\S`)
	unitSection   = regexp.MustCompile(`(?m)^\[(?:Unit|Service|Install|Container)\]\s*$`)
	resolverLine  = regexp.MustCompile(`^(?:nameserver|search|domain|options|sortlist|lookup|family)(?:\s|$)`)
	propertyLine  = regexp.MustCompile(`^[A-Za-z\\][\w\\]*(?:\.[\w\\-]*)+\s*(?:[=:]|$)|^include\s`)
	commentedLine = regexp.MustCompile(`(?m)^\s*#\s*networkaddress\.cache\.`)
)

// formOf tells what a text is. A manifest may hold scripts and a script flags, so
// the outer forms come first.
func formOf(s string) Form {
	switch {
	case strings.TrimSpace(s) == "":
		return FormEmpty
	case strings.HasPrefix(s, "#!"):
		return FormShell
	case all(s, resolverLine, "#;"):
		return FormResolver
	case all(s, propertyLine, "#!"), commentedLine.MatchString(s) && all(s, propertyLine, "#!"):
		return FormProperties
	case unitSection.MatchString(s):
		return FormUnit
	case manifestKey.MatchString(s) && !sourceCall.MatchString(firstLines(s)):
		return FormManifest
	case sourceCall.MatchString(s), sourceHead.MatchString(s):
		return FormSource
	case dockerLine.MatchString(s):
		return FormDockerfile
	case looksLikeFlags(s):
		return FormFlags
	}
	return FormShell
}

func firstLines(s string) string {
	lines := strings.SplitN(s, "\n", 11)
	return strings.Join(lines[:min(len(lines), 10)], "\n")
}

// all reports whether each line of s that is no comment, and no continuation of
// the line before, matches re. A text of comments only counts if one names a
// cache property.
func all(s string, re *regexp.Regexp, comments string) bool {
	n := 0
	continued := false
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		was := continued
		continued = strings.HasSuffix(line, `\`)
		if was || line == "" || strings.ContainsRune(comments, rune(line[0])) {
			continue
		}
		if !re.MatchString(line) {
			return false
		}
		n++
	}
	return n > 0 || re == propertyLine && commentedLine.MatchString(s)
}

// looksLikeFlags reports whether each line of s that is no comment begins with a
// dash, or with the releases that a jvm.options line is for.
func looksLikeFlags(s string) bool {
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == '-' || line[0] == '@' || releases.MatchString(line) {
			continue
		}
		return false
	}
	return true
}
