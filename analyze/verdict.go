package analyze

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// storied are the findings whose statement tells what happened, what matters most
// first. Behind them come all others but those about settings.
var storied = []string{"stale-address", "pinned-connection", "serial-lookups", "slow-lookup", "name-not-found", "resolver-error", "resolver-timeout", "own-name", "not-a-name"}

// verdict says in one sentence what happened, as far as findings bear it that are more
// than a question; else that the logs do not tell, and what they leave to be asked.
func verdict(s *scene, r *Report) string {
	if v := windowVerdict(s, r); v != "" {
		return v
	}
	for _, id := range append(slices.Clone(storied), slices.Sorted(maps.Keys(questions))...) {
		for _, f := range r.Findings {
			if f.ID == id && f.Confidence.Sure() {
				return f.Statement
			}
		}
	}
	if v := askingVerdict(s, r); v != "" && r.Coverage.Attempts > 0 { // a thread dump, alone, says what it shows
		return v
	}
	return plainVerdict(s, r)
}

// windowVerdict tells the story of the entry whose windows cost most attempts, of those
// of which more than a weak finding says so.
func windowVerdict(s *scene, r *Report) string {
	var worst *cacheEntry
	most := 0
	var others []*cacheEntry
	for _, c := range s.entries {
		n := len(servedBy(c).cached)
		if n == 0 || !surely(r, "negative-cache", c) {
			continue
		}
		if others = append(others, c); n > most {
			worst, most = c, n
		}
	}
	if worst == nil {
		return ""
	}
	others = slices.DeleteFunc(others, func(c *cacheEntry) bool { return c == worst })
	v := servedBy(worst)
	absent := absentName(s, worst)
	if len(v.windows) == 0 {
		return upperFirst(absent + fmt.Sprintf("%s of %s failed on the JVM's cached failure without asking DNS, %s.", tries(len(v.cached)), worst.host, v.where()))
	}
	w := v.windows[0]
	var b strings.Builder
	if !lookupShown(v.windows) {
		return upperFirst(absent + fmt.Sprintf("%s of %s failed on the JVM's cached failure without asking DNS; the lookup that put it there is not in these logs%s.", tries(len(v.cached)), worst.host, otherKindsClause(s)))
	}
	b.WriteString(absent)
	fmt.Fprintf(&b, "%s of %s", plural(len(v.windows), "failed lookup", "failed lookups"), worst.host)
	if n := membersOf(v.windows); w.in.slow && n > len(v.windows) {
		fmt.Fprintf(&b, ", on which %s had %squeued,", tries(n-len(v.windows)), doubt(r, "shared-lookup", worst))
	}
	fmt.Fprintf(&b, " %smade %s fail on the JVM's cached failure without asking DNS", doubt(r, "negative-cache", worst), plural(len(v.cached), "further try", "further tries"))
	if len(v.renewed) > 0 {
		fmt.Fprintf(&b, ", %d of them after later %s", len(v.renewed), LookupsNotHeld)
	}
	if ttl := v.bound(); ttl.low > 0 || ttl.tellsHigh() {
		fmt.Fprintf(&b, "; the failure was kept %s%s", ttlWords(ttl), fitsDefault(ttl))
	}
	b.WriteString(recoveredClause(v.windows))
	b.WriteString(worst.apartInputs().clause())
	b.WriteString(othersClause(worst, others))
	b.WriteString(otherKindsClause(s))
	return upperFirst(one(b.String())) + "."
}

// surely reports whether r finds id of c, and not as a question only.
func surely(r *Report, id string, c *cacheEntry) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool {
		return f.ID == id && f.Process == c.process && f.Host == c.host && f.Confidence.Sure()
	})
}

// doubt is the word that a statement about c needs which a finding bears only partly.
func doubt(r *Report, id string, c *cacheEntry) string {
	for _, f := range r.Findings {
		if f.ID == id && f.Process == c.process && f.Host == c.host && f.Confidence == Strong {
			return ""
		}
	}
	return "probably "
}

// othersClause says where else failures were kept, and what that cost.
func othersClause(worst *cacheEntry, others []*cacheEntry) string {
	if len(others) == 0 {
		return ""
	}
	n := 0
	for _, c := range others {
		n += len(servedBy(c).cached)
	}
	further := ", with " + plural(n, "further try", "further tries")
	switch {
	case len(others) > 1:
		return fmt.Sprintf("; %d more names or processes have windows of their own%s", len(others), further)
	case others[0].host != worst.host:
		return fmt.Sprintf("; %s has windows of its own%s", others[0].host, further)
	}
	return fmt.Sprintf("; %s has windows of its own%s", otherProcess(worst.process, others[0].process), further)
}

// otherProcess names a process beside the one that a sentence is about.
func otherProcess(told, other string) string {
	switch {
	case other != "":
		return "process " + other
	case strings.HasPrefix(told, "#"):
		return "the process before the restart"
	}
	return "the process without a name"
}

// recoveredClause says when the name came back after the windows: each time where
// there are few, for a gap between two windows is no part of an outage.
func recoveredClause(ws []*window) string {
	var times []string
	for _, w := range ws {
		if w.firstSuccess == nil {
			continue
		}
		if at := clockTime(w.firstSuccess.end); len(times) == 0 || times[len(times)-1] != at {
			times = append(times, at)
		}
	}
	n := len(times)
	switch {
	case ws[len(ws)-1].firstSuccess == nil:
		return ""
	case n == 1:
		return ", and the first success came at " + times[0]
	case n <= 3 && n == len(ws):
		return ", and the first success after each came at " + strings.Join(times[:n-1], ", ") + " and " + times[n-1]
	}
	return fmt.Sprintf(", and successes came between them, after the last at %s", times[n-1])
}

// lookupShown reports whether one of the lookups behind ws is in the logs.
func lookupShown(ws []*window) bool {
	return slices.ContainsFunc(ws, func(w *window) bool { return w.in.leader != nil || len(w.in.members) > 0 || w.in.native })
}

// otherKindsClause counts the failures that no lookup has to do with, as a clause,
// "" without any.
func otherKindsClause(s *scene) string {
	n := 0
	for _, a := range s.attempts {
		if a.class == ClassOther {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; beside that, %s had other reasons: %s", plural(n, "failure", "failures"), failureKinds(s))
}

// one begins a sentence with the word where the number is 1.
func one(s string) string {
	if rest, ok := strings.CutPrefix(s, "1 "); ok {
		return "One " + rest
	}
	return s
}

func membersOf(ws []*window) int {
	n := 0
	for _, w := range ws {
		n += len(w.in.members)
	}
	return n
}

// plainVerdict counts what failed where no finding names a cause.
func plainVerdict(s *scene, r *Report) string {
	cov := r.Coverage
	switch {
	case cov.Attempts == 0 && len(r.Findings) > 0: // a thread dump, alone
		return r.Findings[0].Statement
	case cov.Attempts == 0:
		return nothingReadVerdict(cov)
	case cov.Failed == 0 && cov.Unknown == 0 && s.together != nil:
		return fmt.Sprintf("No failure in %s%s: the logs do not say for what.", tries(cov.Attempts), s.together.clause())
	case cov.Failed == 0 && cov.Unknown == 0:
		return fmt.Sprintf("No failure in %s: nothing here points at name resolution.", tries(cov.Attempts))
	case cov.Failed == 0 && cov.Unknown == cov.Attempts:
		return fmt.Sprintf("Cannot tell: the logs do not say how %s ended%s.", tries(cov.Attempts), s.together.clause())
	case cov.Failed == 0:
		return fmt.Sprintf("Cannot tell: the logs do not say how %d of %s ended%s.", cov.Unknown, tries(cov.Attempts), s.together.clause())
	}
	if dns := dnsFailures(s); dns > 0 {
		return unresolvedVerdict(s, dns, cov.Attempts)
	}
	kinds := failureKinds(s)
	if kinds == "" {
		return fmt.Sprintf("Cannot tell: %d of %s failed, and the logs do not say why%s.", cov.Failed, tries(cov.Attempts), s.together.clause())
	}
	return fmt.Sprintf("%d of %s failed, none of them in name resolution: %s.", cov.Failed, tries(cov.Attempts), kinds)
}

// nothingReadVerdict says that no record was understood: what it tells of may have gone
// well, or failed.
func nothingReadVerdict(cov Coverage) string {
	records := 0
	for _, in := range cov.Inputs {
		records += in.Records
	}
	if records == 0 {
		return "Cannot tell: nothing in these logs could be read as a try."
	}
	return fmt.Sprintf("Cannot tell: nothing in these logs could be read as a try, in %s.", plural(records, "record", "records"))
}

// failedNames lists the names that did not resolve, most frequent first.
func failedNames(s *scene) string {
	count := map[string]int{}
	for _, a := range s.attempts {
		if a.class.IsDNS() {
			count[firstNonEmpty(a.host, "a name that the logs do not give")]++
		}
	}
	names := strings.Join(mostFrequent(count, 3, strings.Compare), ", ")
	if more := len(count) - 3; more > 0 {
		names += fmt.Sprintf(" and %d more names", more)
	}
	return names
}

// mostFrequent lists up to n keys of count, highest count first; those of one count by
// their order.
func mostFrequent[K comparable](count map[K]int, n int, order func(a, b K) int) []K {
	var first []K
	for k, times := range count {
		if len(first) == n && n > 0 && times < count[first[n-1]] { // nearly always
			continue
		}
		i, _ := slices.BinarySearchFunc(first, k, func(a, b K) int { return cmp.Or(cmp.Compare(times, count[a]), order(a, b)) })
		if i < n {
			first = slices.Insert(first, i, k)
			first = first[:min(len(first), n)]
		}
	}
	return first
}

// manyOf is the plural of a kind of failure: "read timeouts", "circuit breaker open".
func manyOf(kind string) string {
	for _, one := range []string{"timeout", "reset", "failure", "Exception", "Error"} {
		if strings.HasSuffix(kind, one) {
			return kind + "s"
		}
	}
	return kind
}

// failureKinds counts what failed by kind, most frequent first.
func failureKinds(s *scene) string {
	count := map[string]int{}
	for _, a := range s.attempts {
		if a.class == ClassOther {
			count[firstNonEmpty(a.failure.kind, simpleName(a.failure.exception))]++
		}
	}
	kinds := mostFrequent(count, len(count), strings.Compare)
	for i, k := range kinds {
		kinds[i] = plural(count[k], k, manyOf(k))
	}
	return strings.Join(kinds, ", ")
}
