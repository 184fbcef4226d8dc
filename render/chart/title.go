package chart

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// finding is the first finding of that id, or nil.
func finding(r *analyze.Report, id string) *analyze.Finding {
	for i := range r.Findings {
		if r.Findings[i].ID == id {
			return &r.Findings[i]
		}
	}
	return nil
}

// headline is the sentence over the picture. Where a cached failure was found
// it states the numbers of the windows, and says only what the finding's
// confidence bears; else it is the verdict of the report.
func (s *story) headline() string {
	if s.opt.Title != "" {
		return s.opt.Title
	}
	f := finding(s.r, "negative-cache")
	if f == nil || len(s.r.Windows) == 0 {
		if s.r.Verdict != "" {
			return strings.TrimSuffix(sentence(s.r.Verdict), ".")
		}
		return fmt.Sprintf("%s of %s failed; no cause is named", words.Number(s.r.Coverage.Failed), words.Tries(s.r.Coverage.Attempts))
	}
	failed := 0
	for _, w := range s.r.Windows {
		failed += len(w.Cached) + len(w.Lookup.Waited)
		if w.Lookup.Leader != nil {
			failed++
		}
	}
	lookups, kept := "One failed lookup", "the failure"
	if n := len(s.r.Windows); n > 1 {
		lookups, kept = words.Number(n)+" failed lookups", "each failure"
	}
	verb := "the JVM kept " + kept
	if f.Confidence != analyze.Strong {
		verb = "consistent with a JVM that kept " + kept
	}
	return fmt.Sprintf("%s, %s: %s for %s", lookups, words.Count(failed, "failed try", "failed tries"), verb, keptFor(s.r.Windows))
}

// keptFor says how long the failures stayed cached over all windows.
func keptFor(windows []analyze.Window) string {
	if len(windows) == 1 {
		return strings.Replace(words.TTL(windows[0].TTL), ", fits ", " (fits ", 1) + closing(windows[0].TTL)
	}
	best, ok := bounds(windows, func(t analyze.TTL) (low, high *float64) { return t.Best, t.Best })
	if ok && *best.Low == *best.High {
		return "about " + words.Seconds(*best.Low) + " s"
	}
	if ok {
		return "about " + words.TTLRange(best)
	}
	all, _ := bounds(windows, func(t analyze.TTL) (low, high *float64) { return t.Low, t.High })
	if all.Low == nil && all.High == nil {
		return "a time that the logs do not bound"
	}
	return words.TTLRange(all)
}

// bounds is the least low and the greatest high over all windows. Each is nil
// where a window lacks it; the result says whether both are known.
func bounds(windows []analyze.Window, of func(analyze.TTL) (low, high *float64)) (analyze.TTL, bool) {
	low, high := of(windows[0].TTL)
	for _, w := range windows[1:] {
		l, h := of(w.TTL)
		if low != nil && (l == nil || *l < *low) {
			low = l
		}
		if high != nil && (h == nil || *h > *high) {
			high = h
		}
	}
	return analyze.TTL{Low: low, High: high}, low != nil && high != nil
}

func closing(t analyze.TTL) string {
	if strings.Contains(words.TTL(t), ", fits ") {
		return ")"
	}
	return ""
}

// byline is what stands under the headline: the mechanism where one window
// tells the story, else the finding behind it, else what was seen.
func (s *story) byline() string {
	cached := finding(s.r, "negative-cache")
	switch {
	case cached != nil && len(s.r.Windows) == 1:
		return s.mechanism(&s.r.Windows[0])
	case cached != nil && s.severalCaches():
		return s.perCache()
	case cached != nil:
		return sentence(cached.Statement)
	case len(s.r.Findings) == 0:
		return s.counts()
	case sentence(s.r.Findings[0].Statement) == sentence(s.r.Verdict):
		return s.more()
	}
	return sentence(s.r.Findings[0].Statement)
}

// severalCaches reports whether windows belong to more than one process or name.
func (s *story) severalCaches() bool {
	if len(s.r.Windows) == 0 {
		return false
	}
	first := s.r.Windows[0]
	return slices.ContainsFunc(s.r.Windows, func(w analyze.Window) bool { return w.Process != first.Process || w.Host != first.Host })
}

// perCache counts, for every process and name with a window, the tries that its
// windows answered: one finding alone would tell of one of them only.
func (s *story) perCache() string {
	var order []groupKey
	served := map[groupKey]int{}
	processes := map[string]bool{}
	for _, w := range s.r.Windows {
		k := groupKey{w.Process, w.Host}
		if _, seen := served[k]; !seen {
			order = append(order, k)
		}
		served[k] += len(w.Cached)
		processes[w.Process] = true
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
	return "Tries that failed on a cached failure, without asking DNS: " + words.List(parts, 4) + "."
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
	if n := len(w.Cached); n > 0 {
		parts = append(parts, fmt.Sprintf("Then %s failed without asking DNS, until the cached failure expired.", words.Tries(n)))
	}
	return strings.Join(parts, " ")
}

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

// counts says what was seen, and accuses nobody.
func (s *story) counts() string {
	return s.seen() + ". No finding names a cause."
}

func (s *story) seen() string {
	c := s.r.Coverage
	text := fmt.Sprintf("Seen: %s, %s succeeded, %s failed", words.Tries(c.Attempts), words.Number(c.OK), words.Number(c.Failed))
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
	if strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

func nameOf(t *shown) string {
	if t.a.Job != "" {
		return words.Visible(t.a.Job)
	}
	if t.a.Thread != "" {
		return words.Visible(t.a.Thread)
	}
	return t.a.ID
}

// tip is what a viewer shows of a try on hover.
func (s *story) tip(t *shown) string {
	a := t.a
	lines := []string{a.ID + " " + nameOf(t) + fmt.Sprintf(", try %d: ", a.Try) + words.Class(a.Class)}
	switch {
	case a.Duration != nil && !t.point:
		lines = append(lines, fmt.Sprintf("%s to %s, %s", words.Clock(a.Start.Time, s.opt.Zone), words.Clock(a.End.Time, s.opt.Zone), words.Duration(time.Duration(*a.Duration))))
	case t.cut:
		lines = append(lines, words.Clock(a.Start.Time, s.opt.Zone)+", end not in the logs")
	default:
		lines = append(lines, words.Clock(a.End.Time, s.opt.Zone)+", start not in the logs")
	}
	if a.Host != nil {
		lines = append(lines, clip(words.Visible(*a.Host)))
	}
	if a.Remote != nil {
		lines = append(lines, "remote "+clip(words.Visible(*a.Remote)))
	}
	if a.Exception != "" {
		lines = append(lines, clip(words.Visible(a.Exception)))
	}
	if len(a.Sources) > 0 {
		lines = append(lines, clip(words.Source(a.Sources[0])))
	}
	return strings.Join(lines, "\n")
}

// short keeps the ends of a long name.
func short(name string) string {
	if c := clustersOf(name); len(c) > 30 {
		return elide(c, 28)
	}
	return name
}

// clip bounds hostile text where nothing measures it.
func clip(s string) string {
	if c := clustersOf(s[:min(len(s), 4*longestName)]); len(c) > 120 {
		return strings.Join(c[:120], "") + "…"
	}
	return s
}

// describe is the picture in words, for those who cannot see it.
func (s *story) describe() string {
	lines := []string{s.byline()}
	for _, w := range s.r.Windows[:min(len(s.r.Windows), 5)] {
		lines = append(lines, fmt.Sprintf("Window %s: opened %s, closed %s, time to live %s, %s served from the cache.", words.Visible(w.ID),
			words.Interval(w.Opened, s.opt.Zone), words.Interval(w.Closed, s.opt.Zone), words.TTL(w.TTL), words.Tries(len(w.Cached))))
	}
	if n := len(s.r.Windows); n > 5 {
		lines = append(lines, fmt.Sprintf("And %d more windows.", n-5))
	}
	return strings.Join(lines, "\n")
}
