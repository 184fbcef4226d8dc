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
// confidence bears; else, and where that finding is only a question, it is the
// verdict of the report.
func (s *story) headline() string {
	if s.opt.Title != "" {
		return s.opt.Title
	}
	f, windows := finding(s.r, "negative-cache"), s.sureWindows()
	if f == nil || !f.Confidence.Sure() || len(windows) == 0 {
		if s.r.Verdict != "" {
			return strings.TrimSuffix(sentence(s.r.Verdict), ".")
		}
		if s.r.Coverage.NotTries > 0 {
			return words.Count(s.r.Coverage.Failed, "failed try", "failed tries") + "; no cause is named"
		}
		return fmt.Sprintf("%s of %s failed; no cause is named", words.Number(s.r.Coverage.Failed), words.Tries(s.r.Coverage.Attempts))
	}
	return s.denial(windows) + s.keptHeadline(f, windows)
}

// denial says in front of a headline that the resolver denied the name behind most tries
// of windows: what the cache did with a right answer is not the cause. "" where it did not.
func (s *story) denial(windows []analyze.Window) string {
	var worst groupKey
	served := map[groupKey]int{}
	for _, w := range windows {
		k := groupKey{w.Process, w.Host}
		if served[k] += len(w.Cached); served[k] > served[worst] {
			worst = k
		}
	}
	if s.r.Denied(worst.process, worst.host) == nil {
		return ""
	}
	return "The resolver answered that there is no " + shortened(words.Visible(worst.host), longestHost) + ". "
}

// keptHeadline states the numbers of windows, as surely as f bears them.
func (s *story) keptHeadline(f *analyze.Finding, windows []analyze.Window) string {
	failed := 0
	for _, w := range windows {
		failed += len(w.Cached) + len(w.Lookup.Waited)
		if w.Lookup.Leader != nil {
			failed++
		}
	}
	lookups, kept := "One failed lookup", "the failure"
	if n := len(windows); n > 1 {
		lookups, kept = words.Number(n)+" failed lookups", "each failure"
	}
	if n := len(s.renewed); n > 0 {
		lookups, kept = lookups+" and others not in the logs", "each failure"
		failed += n
	}
	if !lookupsShown(windows) {
		kept = "it"
	}
	verb := "the JVM kept " + kept
	if f.Confidence != analyze.Strong {
		verb = "consistent with a JVM that kept " + kept
	}
	if kept == "it" {
		return fmt.Sprintf("%s failed on a cached failure: %s for %s", words.Tries(failed), verb, keptFor(windows))
	}
	return fmt.Sprintf("%s, %s: %s for %s", lookups, words.Count(failed, "failed try", "failed tries"), verb, keptFor(windows))
}

// sureWindows are those that no finding leaves in doubt: a weak one asks whether there
// was a cached failure at all.
func (s *story) sureWindows() []analyze.Window {
	doubtful := map[groupKey]bool{}
	for i := range s.r.Findings {
		if f := &s.r.Findings[i]; f.ID == "negative-cache" && !f.Confidence.Sure() {
			doubtful[groupKey{f.Process, f.Host}] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(s.r.Windows), func(w analyze.Window) bool { return doubtful[groupKey{w.Process, w.Host}] })
}

// lookupsShown reports whether the logs hold anything of the lookup behind a window.
func lookupsShown(windows []analyze.Window) bool {
	return slices.ContainsFunc(windows, func(w analyze.Window) bool {
		return w.Lookup.Leader != nil || len(w.Lookup.Waited) > 0 || !w.Lookup.Start.IsZero()
	})
}

// keptFor says how long the failures stayed cached over all windows.
func keptFor(windows []analyze.Window) string {
	const unbounded = "a time that the logs do not bound"
	if len(windows) == 1 {
		t := windows[0].TTL
		if t.Low == nil && !t.HighTells() {
			return unbounded
		}
		return strings.Replace(words.TTL(t), ", fits ", " (fits ", 1) + closing(t)
	}
	best, fits := bounds(windows, func(t analyze.TTL) (low, high *float64) { return t.Best, t.Best })
	all, _ := bounds(windows, func(t analyze.TTL) (low, high *float64) { return t.Low, t.High })
	if all.Low == nil && all.High == nil {
		return unbounded
	}
	if fits && *best.Low == *best.High {
		return words.TTLRange(all) + " (fits " + words.Seconds(*best.Low) + " s)"
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
	lines := []string{a.ID + " " + nameOf(t) + fmt.Sprintf(", try %d: ", a.Try) + words.Did(a)}
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
func short(name string) string { return shortened(name, 30) }

// shortened keeps the ends of a name of more than most characters.
func shortened(name string, most int) string {
	if c := clustersOf(name); len(c) > most {
		return elide(c, most-2)
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
