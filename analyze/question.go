package analyze

import (
	"fmt"
	"slices"
)

// Sure reports whether a finding says that something was so. A weak one only asks: the
// records allow it, as they allow another cause.
func (c Confidence) Sure() bool { return c.rank() >= Moderate.rank() }

// Sure reports whether r finds anything that is more than a question.
func (r *Report) Sure() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Confidence.Sure() })
}

// questions are what a weak finding asks of the name in the place of %s. The findings
// about settings ask nothing: they tell of a file, and not of what happened.
var questions = map[string]string{
	"shared-lookup":     "did tries of %s queue on one failed lookup, or each wait by itself?",
	"negative-cache":    "did the JVM's cached failure answer tries of %s, or DNS itself each time?",
	"instant-failure":   "were quick failures of %s answered from the JVM's cache, or by DNS itself each time?",
	"retry-trap":        "did all retries of %s lie within the time for which one failure was cached?",
	"sawtooth":          "did one trouble of %s outlast the negative TTL, or were there several?",
	"serial-lookups":    "did threads look %s up one after another, for want of a cached failure?",
	"slow-lookup":       "did lookups of %s take that long, or what came behind them?",
	"name-not-found":    "is there no such name as %s?",
	"resolver-error":    "did the resolver answer lookups of %s with an error at once?",
	"resolver-timeout":  "did lookups of %s get no answer within the resolver's time limit, or did retries take the time?",
	"stale-address":     "did something keep an old address of %s, or is the address that it went on using a good one?",
	"pinned-connection": "did an open connection keep calls of %s on an old address?",
	"client-address":    "did the client library keep an old address of %s?",
	"mixed-processes":   "did more than one JVM write the logs of %s?",
	"own-name":          "is %s the machine's own name?",
	"not-a-name":        "is %s no host name?",
}

// asking is the first of the findings that asks anything, and what it asks; nil if none
// does.
func asking(list []Finding) (*Finding, string) {
	for i := range list {
		if q := questions[list[i].ID]; q != "" {
			return &list[i], fmt.Sprintf(q, firstNonEmpty(list[i].Host, "a name"))
		}
	}
	return nil, ""
}

// askingVerdict counts what failed, and asks what the weak findings of r ask; "" where
// they ask nothing.
func askingVerdict(s *scene, r *Report) string {
	f, q := asking(r.Findings)
	if f == nil {
		return ""
	}
	text := "Cannot tell: " + failedCount(s, r.Coverage)
	switch took := longestFailure(s, f); {
	case f.ID == "resolver-timeout" && took != unset:
		text += ", the longest after " + span(took)
	case f.ID == "slow-lookup":
		text += fmt.Sprintf(", of which %d were slow and ended together", attemptsIn(f))
	}
	return text + "; " + q
}

// attemptsIn counts the attempts in the evidence of f.
func attemptsIn(f *Finding) int {
	seen := map[string]bool{}
	for _, e := range f.Evidence {
		for _, id := range e.Attempts {
			seen[id] = true
		}
	}
	return len(seen)
}

// longestFailure is the longest that a try took which f tells of; unset if unknown.
func longestFailure(s *scene, f *Finding) int64 {
	longest := unset
	for _, a := range s.attempts {
		if a.process == f.Process && a.host == f.Host && a.isDNS() {
			longest = max(longest, a.took())
		}
	}
	return longest
}

// failedCount says how many tries failed, and in what.
func failedCount(s *scene, cov Coverage) string {
	dns := dnsFailures(s)
	kinds := failureKinds(s)
	switch {
	case dns > 0:
		counted, _ := unresolved(s, dns, cov.Attempts)
		return counted
	case cov.Failed == 0:
		return "no failure in " + tries(cov.Attempts)
	case kinds == "":
		return fmt.Sprintf("%d of %s failed", cov.Failed, tries(cov.Attempts))
	}
	return fmt.Sprintf("%d of %s failed (%s)", cov.Failed, tries(cov.Attempts), kinds)
}

// dnsFailures counts the tries that failed to resolve a name.
func dnsFailures(s *scene) int {
	n := 0
	for _, a := range s.attempts {
		if a.class.IsDNS() {
			n++
		}
	}
	return n
}
