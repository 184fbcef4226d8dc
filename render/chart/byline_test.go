package chart

import (
	"slices"
	"strings"
	"testing"
	"time"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

// TestLookupsThatLogsDoNotHold: where more tries were answered from the cache than
// windows name, the picture counts them all, and does not say that one lookup
// explains them.
func TestLookupsThatLogsDoNotHold(t *testing.T) {
	r := *incident.S3()
	r.Windows = append([]analyze.Window{}, r.Windows...)
	w := &r.Windows[0]
	w.Cached = w.Cached[:len(w.Cached)-4]
	plain, _ := sceneOf(t, &r, Options{})
	if strings.Contains(plain.Title, "others") {
		t.Errorf("%q: a part of a report need not hold all windows", plain.Title)
	}
	r.Findings = append([]analyze.Finding{}, r.Findings...)
	r.Findings[0].Statement += ", 4 of them after later " + analyze.LookupsNotHeld
	s, _ := sceneOf(t, &r, Options{})
	if want := "One failed lookup and others not in the logs, 12 failed tries: "; !strings.HasPrefix(s.Title, want) {
		t.Errorf("title %q, want it to begin with %q", s.Title, want)
	}
	if want := "Then 9 tries failed without asking DNS, 4 of them after other lookups that these logs do not hold."; !strings.Contains(s.Desc, want) {
		t.Errorf("%q does not say %q", s.Desc, want)
	}
	s, _ = sceneOf(t, incident.S3(), Options{})
	if strings.Contains(s.Title+s.Desc, "hold") || strings.Contains(s.Title, "others") {
		t.Errorf("lookups are missed that the logs hold: %q %q", s.Title, s.Desc)
	}
}

// TestLongBarsAreExplained: a try that was answered at once and lasted is drawn as
// long as it was; the legend says that it did something else meanwhile.
func TestLongBarsAreExplained(t *testing.T) {
	short := incident.S3()
	long := *short
	long.Attempts = append([]analyze.Attempt{}, short.Attempts...)
	for i := range long.Attempts {
		if a := &long.Attempts[i]; a.Class == analyze.ClassCached && !a.Start.IsZero() {
			a.End = analyze.Time{Time: a.Start.Add(2 * longestAnswer)}
		}
	}
	for _, tt := range []struct {
		r    *analyze.Report
		want int
	}{{short, 0}, {&long, 1}} {
		s, m := sceneOf(t, tt.r, Options{})
		checkLabels(t, "long bars", s, m)
		if got := strings.Count(strings.Join(texts(s), "\n"), "(pauses inside)"); got != tt.want {
			t.Errorf("%d classes are said to have pauses inside, want %d", got, tt.want)
		}
	}
}

// TestOneDayIsNamedOnce: the edge before a try at midnight is no day of its own.
func TestOneDayIsNamedOnce(t *testing.T) {
	r := *incident.Three()
	r.Attempts = append([]analyze.Attempt{}, r.Attempts...)
	by := r.Attempts[0].Start.Truncate(24 * time.Hour).Sub(r.Attempts[0].Start.Time)
	for i := range r.Attempts {
		a := &r.Attempts[i]
		a.Start, a.End = analyze.Time{Time: a.Start.Add(by)}, analyze.Time{Time: a.End.Add(by)}
	}
	s, _ := sceneOf(t, &r, Options{})
	day := r.Attempts[0].Start.Format("2 January 2006") + ", times in UTC"
	if !slices.Contains(texts(s), day) {
		t.Errorf("%q is not among %q", day, texts(s))
	}
}
