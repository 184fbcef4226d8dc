package analyze_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"timeline/analyze"
)

// TestLookupsThatFailedThemselves: frames of a lookup and the resolver's words are
// only in the thread that asked it. The headline says so, and no cache is accused; why
// it failed is said as far as durations tell.
func TestLookupsThatFailedThemselves(t *testing.T) {
	const again = "Temporary failure in name resolution"
	log := func(n int, apart time.Duration, took, text string) string {
		var b strings.Builder
		for i := range n {
			at := time.Date(2026, 11, 3, 9, 10, 0, 0, time.UTC).Add(time.Duration(i) * apart)
			b.WriteString(failedLine(fmt.Sprintf("exec-%d", i%3), at, took, text))
		}
		return b.String()
	}
	tests := []struct {
		name, log, id string
		confidence    analyze.Confidence
		verdict       string
	}{
		{"one of 5 s", log(1, 0, " after 5012 ms", again), "resolver-timeout", analyze.Weak,
			`Cannot tell: 1 of 1 attempt failed to resolve db.example.net: 1 lookup failed at the resolver itself ("Temporary failure in name resolution"), the longest after 5.01 s; did lookups of db.example.net get no answer within the resolver's time limit, or did retries take the time?`},
		{"three of 5 s", log(3, time.Minute, " after 5012 ms", again), "resolver-timeout", analyze.Weak,
			`Cannot tell: 3 of 3 attempts failed to resolve db.example.net: 3 lookups failed at the resolver itself ("Temporary failure in name resolution"), the longest after 5.01 s; did lookups of db.example.net get no answer within the resolver's time limit, or did retries take the time?`},
		{"one of 3.2 s", log(1, 0, " after 3200 ms", again), "", "", // no resolver's limit: retries as well
			`1 of 1 attempt failed to resolve db.example.net: 1 lookup failed at the resolver itself ("Temporary failure in name resolution"), and the logs do not show why.`},
		{"many of 3 ms", log(15, time.Second, " after 3 ms", again), "resolver-error", analyze.Moderate,
			"The resolver failed on db.example.net at once in 15 tries: an error answer (SERVFAIL, REFUSED) or a closed port, not silence."},
		{"no durations", log(2, time.Minute, "", again), "", "",
			`2 of 2 attempts failed to resolve db.example.net: 2 lookups failed at the resolver itself ("Temporary failure in name resolution"), and the logs do not show why.`},
		{"no such name", log(1, 0, " after 3 ms", "Name or service not known"), "name-not-found", analyze.Strong,
			`The resolver answered 1 try about db.example.net: there is no such name ("Name or service not known").`},
	}
	for _, tt := range tests {
		r := reportOfLog(t, tt.log)
		if r.Verdict != tt.verdict {
			t.Errorf("%s: verdict %q, want %q", tt.name, r.Verdict, tt.verdict)
		}
		var want []string
		if tt.id != "" {
			want = []string{tt.id + " " + string(tt.confidence)}
		}
		var got []string
		for _, f := range r.Findings {
			got = append(got, f.ID+" "+string(f.Confidence))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: found %v, want %v", tt.name, got, want)
		}
	}
}
