package analyze

import (
	"regexp"
	"testing"
	"time"

	"timeline/samples"
)

// TestLookupWaitInWords: a range is as exact as a chart's label, and an instant more so.
func TestLookupWaitInWords(t *testing.T) {
	ms := func(n int64) int64 { return n * int64(time.Millisecond) }
	for _, tt := range []struct {
		wait lookupWait
		want string
	}{
		{noWait, "an unknown time"},
		{waitOf(ms(5012)), "5.01 s"},
		{lookupWait{ms(4876), ms(5551)}, "4.9 to 5.6 s"},
		{lookupWait{ms(9960), ms(10030)}, "10 s"},
		{lookupWait{ms(9900), ms(10600)}, "9.9 to 11 s"},
		{lookupWait{unset, ms(5551)}, "up to 5.6 s"},
		{lookupWait{0, ms(12400)}, "up to 12 s"},
	} {
		if got := tt.wait.String(); got != tt.want {
			t.Errorf("%d to %d ns: %q, want %q", tt.wait.low, tt.wait.high, got, tt.want)
		}
	}
}

// TestOneWaitHasOneNumber: the one lookup of a sample is as long wherever it is told.
func TestOneWaitHasOneNumber(t *testing.T) {
	var r *Report
	for _, s := range samples.All() {
		if s.Name == "s3-upload" {
			r = sampleTranscript(t, s).report()
		}
	}
	told := regexp.MustCompile(`(?:longest wait was|slowest lookup itself took|longest wait,(?: of)?|1 try waited|s instead of) (.*? s)\b`)
	n := 0
	for _, f := range r.Findings {
		texts := []string{f.Statement}
		for _, e := range f.Evidence {
			texts = append(texts, e.Note)
		}
		for _, a := range f.Actions {
			texts = append(texts, a.Effect, a.Cost)
		}
		for _, text := range texts {
			for _, m := range told.FindAllStringSubmatch(text, -1) {
				if n++; m[1] != "4.9 to 5.6 s" {
					t.Errorf("%s tells of a wait of %q: %s", f.ID, m[1], text)
				}
			}
		}
	}
	if n < 5 {
		t.Errorf("the wait is told %d times: the words have changed", n)
	}
}
