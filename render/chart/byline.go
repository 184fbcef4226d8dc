package chart

import (
	"fmt"
	"slices"
	"strings"

	"timeline/analyze"
	"timeline/render/words"
)

// byline is what stands under the headline: the mechanism where one window
// tells the story, else the finding behind it, else what was seen.
func (s *story) byline() string {
	cached, windows := finding(s.r, "negative-cache"), s.sureWindows()
	known := cached != nil && cached.Confidence.Sure()
	switch {
	case known && len(windows) == 1:
		return s.mechanism(&windows[0])
	case known && severalCaches(windows):
		return s.perCache(windows)
	case known:
		return sentence(cached.Statement)
	case len(s.r.Findings) == 0:
		return s.seen() + ". No finding names a cause."
	case !s.r.Sure():
		return s.seen() + ". What was found are questions: no finding is sure of a cause."
	case sentence(s.r.Findings[0].Statement) == sentence(s.r.Verdict):
		return s.more()
	}
	return sentence(s.r.Findings[0].Statement)
}

// partWords say that less is drawn than the words beside them tell of.
func (s *story) partWords() string {
	if s.opt.Part.LeftOut == 0 {
		return ""
	}
	return fmt.Sprintf("Drawn is a selected part, %s of %s. All in all: ", words.Number(len(s.tries)), words.Tries(s.r.Coverage.Attempts))
}

// severalCaches reports whether windows belong to more than one process or name.
func severalCaches(windows []analyze.Window) bool {
	if len(windows) == 0 {
		return false
	}
	first := windows[0]
	return slices.ContainsFunc(windows, func(w analyze.Window) bool { return w.Process != first.Process || w.Host != first.Host })
}

// perCache counts, for every process and name with a window, the tries that its
// windows answered: one finding alone would tell of one of them only.
func (s *story) perCache(windows []analyze.Window) string {
	var order []groupKey
	served := map[groupKey]int{}
	processes := map[string]bool{}
	for _, w := range windows {
		k := groupKey{w.Process, w.Host}
		if _, seen := served[k]; !seen {
			order = append(order, k)
		}
		served[k] += len(w.Cached)
		processes[w.Process] = true
	}
	for _, a := range s.renewed {
		served[groupKey{a.Process, hostOf(a)}]++
	}
	parts := make([]string, len(order))
	for i, k := range order {
		name := words.Visible(k.host)
		if len(processes) == len(order) {
			name = words.Visible(k.process)
		} else if len(processes) > 1 {
			name += " in " + words.Visible(k.process)
		}
		parts[i] = words.Number(served[k]) + " of " + short(name)
	}
	return sentence("Tries that failed on a cached failure, without asking DNS: " + words.List(parts, 4))
}

// findRenewed finds the tries that a cached failure answered and no window knows
// of, where the finding says that lookups left no trace.
func (s *story) findRenewed() []*analyze.Attempt {
	if f := finding(s.r, "negative-cache"); f == nil || !strings.Contains(f.Statement, analyze.LookupsNotHeld) {
		return nil
	}
	known := map[groupKey]bool{}
	for _, w := range s.r.Windows {
		known[groupKey{w.Process, w.Host}] = true
	}
	var out []*analyze.Attempt
	for i := range s.r.Attempts {
		a := &s.r.Attempts[i]
		if a.Class != analyze.ClassCached || !known[groupKey{a.Process, hostOf(a)}] {
			continue
		}
		if _, named := s.byID[a.ID]; !named {
			out = append(out, a)
		}
	}
	return out
}

// mechanism says who did the lookup, who queued, and what came after, as surely
// as the finding of a shared lookup bears.
func (s *story) mechanism(w *analyze.Window) string {
	lead := ""
	if w.Lookup.Leader != nil {
		lead = s.names([]string{*w.Lookup.Leader})
	}
	waited := s.names(w.Lookup.Waited)
	hedge := ""
	if f := finding(s.r, "shared-lookup"); f == nil || f.Confidence != analyze.Strong {
		hedge = "probably "
	}
	var parts []string
	switch {
	case lead != "" && waited != "":
		parts = append(parts, fmt.Sprintf("%s %swaited for the resolver, %s queued behind it.", lead, hedge, waited))
	case lead != "":
		parts = append(parts, lead+" "+hedge+"waited for the resolver.")
	case waited != "":
		parts = append(parts, fmt.Sprintf("%s %squeued on a lookup whose own try is not in the logs.", waited, hedge))
	}
	then, until := "Then ", ""
	if len(parts) == 0 {
		then, until = "", " after a lookup that these logs do not show"
	}
	if !w.Closed.Latest.IsZero() {
		until += ", until the cached failure expired"
	}
	n, later := len(w.Cached), len(s.renewed)
	switch {
	case later > 0:
		parts = append(parts, fmt.Sprintf("%s%s failed without asking DNS, %s of them after other lookups that these logs do not hold.", then, words.Tries(n+later), words.Number(later)))
	case n > 0:
		parts = append(parts, fmt.Sprintf("%s%s failed without asking DNS%s.", then, words.Tries(n), until))
	}
	if host := words.Visible(w.Host); host != "" && len(parts) > 0 {
		return shortened(host, longestHost) + ": " + strings.Join(parts, " ")
	}
	return strings.Join(parts, " ")
}

// longestHost is how much of a name a sentence holds, in characters.
const longestHost = 48

// names lists the jobs of tries, the first few by name.
func (s *story) names(ids []string) string {
	var out []string
	for _, id := range ids {
		if t := s.byID[id]; t != nil {
			out = append(out, short(nameOf(t)))
		}
	}
	return words.List(out, 3)
}

// more is what stands under a verdict that already tells the first finding:
// all claims with their lengths where there are several, and what was seen.
func (s *story) more() string {
	var parts []string
	for _, g := range s.groups {
		if g.claim != nil && g.process != "" {
			parts = append(parts, short(words.Visible(g.process))+" for "+g.claim.length())
		}
	}
	text := s.seen() + "."
	if len(parts) > 1 {
		text = sentence(claimWords[s.r.Findings[0].ID]+": "+words.List(parts, 4)) + " " + text
	}
	return text
}

// seen says what was seen, and accuses nobody.
func (s *story) seen() string {
	c := s.r.Coverage
	text := fmt.Sprintf("Seen: %s, %s succeeded, %s failed", words.Tries(c.Attempts), words.Number(c.OK), words.Number(c.Failed))
	if c.NotTries > 0 {
		text = "Seen: " + words.Count(c.Failed, "failed try", "failed tries") + ", and no success was recognised"
	}
	if c.Unknown > 0 {
		text += ", " + words.Number(c.Unknown) + " with an outcome that the logs do not hold"
	}
	return text
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	first, _, _ := strings.Cut(s, " ")
	if !strings.ContainsFunc(first, func(r rune) bool { return r < 'a' || r > 'z' }) {
		s = strings.ToUpper(s[:1]) + s[1:] // a word, and no name of a host or job
	}
	s = words.Counts(s)
	if strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}
