package chart

import (
	"fmt"
	"strings"
	"testing"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

func TestHeadline(t *testing.T) {
	all := incident.All()
	for name, want := range map[string]string{
		"s3":       "One failed lookup, 12 failed tries: the JVM kept the failure for 5.7 to 10.7 s (fits 10 s)",
		"sawtooth": "3 failed lookups, 56 failed tries: the JVM kept each failure for 9.5 to 10.2 s (fits 10 s)",
		"nothing":  "No sign of a cached or shared lookup: 48 tries, of which 6 failed for reasons outside name resolution",
		"stale":    "After the name moved at 09:30:10, 11 tries over 21 s still went to 10.0.0.21",
	} {
		if got := newStory(all[name], Options{}).headline(); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := newStory(all["s3"], Options{Title: "mine"}).headline(); got != "mine" {
		t.Errorf("a given title becomes %q", got)
	}
}

// TestHeadlineOfDeniedName: that the name does not exist stands before what the cache
// made of it, and only where the finding of that name comes first.
func TestHeadlineOfDeniedName(t *testing.T) {
	r := incident.S3()
	cached := finding(r, "negative-cache")
	plain := newStory(r, Options{}).headline()
	absent := analyze.Finding{ID: "name-not-found", Process: cached.Process, Host: cached.Host, Confidence: analyze.Strong}
	r.Findings = append([]analyze.Finding{absent}, r.Findings...)
	if got, want := newStory(r, Options{}).headline(), "The resolver answered that there is no "+absent.Host+". "+plain; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.Findings[0].Host = "other.test"
	if got := newStory(r, Options{}).headline(); got != plain {
		t.Errorf("another name is denied: %q, want %q", got, plain)
	}
}

// TestBylineOfSeveralCaches: what stands under the headline counts what the
// headline counts, not what one of the findings does.
func TestBylineOfSeveralCaches(t *testing.T) {
	r := incident.Processes()
	var served [2]int
	for _, w := range r.Windows {
		if w.Process == "pod-a" {
			served[0] += len(w.Cached)
		} else {
			served[1] += len(w.Cached)
		}
	}
	want := fmt.Sprintf("Tries that failed on a cached failure, without asking DNS: %d of pod-a and %d of pod-b.", served[0], served[1])
	if got := newStory(r, Options{}).byline(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestDoubtIsSaid: a finding that is not strong never becomes a plain claim, and a weak
// one none at all: the verdict, which asks, stands over the picture then.
func TestDoubtIsSaid(t *testing.T) {
	for c, title := range map[analyze.Confidence]string{analyze.Moderate: "consistent with", analyze.Weak: "Cannot tell: 12 of 13 tries failed; why?"} {
		r := incident.S3()
		r.Verdict = "Cannot tell: 12 of 13 tries failed; why?"
		for i := range r.Findings {
			r.Findings[i].Confidence = c
		}
		s, _ := sceneOf(t, r, Options{})
		if !strings.Contains(s.Title, title) {
			t.Errorf("%s: %q, want %q in it", c, s.Title, title)
		}
		for _, it := range s.Items {
			if strings.Contains(it.Text, "served from") || strings.Contains(it.Text, " waited for the resolver, ") && !strings.Contains(it.Text, "probably") {
				t.Errorf("%s: %q", c, it.Text)
			}
		}
	}
}

func TestKeptFor(t *testing.T) {
	p := func(f float64) *float64 { return &f }
	for want, ttls := range map[string][]analyze.TTL{
		"9.5 to 10.2 s (fits 10 s)":         {{Low: p(9.5), High: p(10.2), Best: p(10)}, {Low: p(9.5), High: p(10.2), Best: p(10)}},
		"at most 11.1 s (fits 10 s)":        {{High: p(11.1), Best: p(10)}, {High: p(11.1), Best: p(10)}},
		"2 to 11 s":                         {{Low: p(9), High: p(11), Best: p(10)}, {Low: p(2), High: p(4), Best: p(3)}},
		"2 to 5.2 s":                        {{Low: p(3), High: p(5.2)}, {Low: p(2), High: p(4)}},
		"at most 5.2 s":                     {{Low: p(3), High: p(5.2)}, {High: p(4)}},
		"a time that the logs do not bound": {{High: p(5)}, {Low: p(1)}},
		"5.7 to 10.7 s (fits 10 s)":         {{Low: p(5.7), High: p(10.7), Best: p(10)}},
	} {
		var windows []analyze.Window
		for _, ttl := range ttls {
			windows = append(windows, analyze.Window{TTL: ttl})
		}
		if got := keptFor(windows); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got, want := keptFor(make([]analyze.Window, 1)), "a time that the logs do not bound"; got != want {
		t.Errorf("one window without bounds: %q, want %q", got, want)
	}
}

// TestUnseenIsNotTold: what the logs do not hold is neither counted nor told as seen.
func TestUnseenIsNotTold(t *testing.T) {
	r := incident.S3()
	w := &r.Windows[0]
	w.Closed.Latest = analyze.Time{}
	if by := newStory(r, Options{}).byline(); strings.Contains(by, "expired") {
		t.Errorf("an end that nobody saw: %q", by)
	}
	w.Lookup = analyze.Lookup{}
	s := newStory(r, Options{})
	want := fmt.Sprintf("%d tries failed on a cached failure: the JVM kept it for ", len(w.Cached))
	if head := s.headline(); !strings.HasPrefix(head, want) {
		t.Errorf("%q does not begin with %q", head, want)
	}
	want = fmt.Sprintf(": %d tries failed without asking DNS after a lookup that these logs do not show.", len(w.Cached))
	if by := s.byline(); !strings.HasSuffix(by, want) {
		t.Errorf("%q does not end with %q", by, want)
	}
}

// TestQuestionStaysWhole: a title that asks is not cut.
func TestQuestionStaysWhole(t *testing.T) {
	const ask = `Cannot tell: 20 of 60 attempts failed to resolve payments.internal.example: 20 lookups failed at the resolver itself ("Temporary failure in name resolution"), the longest after 5 s; did lookups of payments.internal.example get no answer within the resolver's time limit, or did retries take the time?`
	for _, size := range [][2]int{{1600, 900}, {800, 450}} {
		s, m := sceneOf(t, incident.S3(), Options{Title: ask, Width: size[0], Height: size[1]})
		checkLabels(t, "question", s, m)
		var lines []string
		for _, it := range s.Items {
			if it.Shape == Text && it.Bold && len(strings.Join(lines, " ")) < len(ask) {
				lines = append(lines, it.Text)
			}
		}
		if got := strings.Join(lines, " "); got != ask {
			t.Errorf("%v: the title reads %q", size, got)
		}
	}
}
