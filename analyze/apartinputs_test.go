package analyze

import (
	"slices"
	"strings"
	"testing"
)

// podLog is the log of one JVM from a second on: successes, a lookup that fails after
// 5 s at fails, answers from its failure for 10 s, and successes again. Without
// successes or without failures where ok or bad is false.
func podLog(from, fails int, ok, bad bool) string {
	var b logBook
	for at := from; at < from+90_000; at += 700 {
		switch {
		case at > fails-5_000 && at < fails+10_000:
			continue
		case ok:
			b.succeeds(at, 50)
		}
	}
	if bad {
		b.fails(fails, 5_000, bookLookup)
		b.fails(fails+1, 4_000, bookWaited)
		b.fails(fails+2, 3_000, bookWaited)
		for i := range 19 {
			b.fails(fails+100+i*510, 1, bookCached)
		}
	}
	return b.String()
}

// TestSuccessesOfAnotherInput: successes while a failure was cached, all in another
// input than the failures, ask whether the inputs are those of several JVMs, where each
// input holds both. An input of errors alone, or of successes alone, may be the other
// half of one JVM's log.
func TestSuccessesOfAnotherInput(t *testing.T) {
	podA, podB := podLog(1_003, 35_001, true, true), podLog(37_050, 72_007, true, true)
	for _, tt := range []struct {
		name string
		logs []string
		asks bool
	}{
		{"two pods", []string{podA, podB}, true},
		{"one pod", []string{podA}, false},
		{"two pods in one input", []string{podA + podB}, false},
		{"errors in an input of their own", []string{podLog(1_003, 35_001, false, true), podB}, false},
		{"successes in an input of their own", []string{podA, podLog(30_050, 172_007, true, false)}, false},
		{"one after the other", []string{podA, podLog(101_000, 135_001, true, true)}, false},
	} {
		r := reportOn(t, tt.logs...)
		if !slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.ID == "negative-cache" }) {
			t.Errorf("%s: no cached failure found: %s", tt.name, r.Verdict)
		}
		asks := slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.ID == "mixed-processes" && f.Confidence == Weak })
		says := strings.Contains(r.Verdict, " tries of another input succeeded, as in a JVM of its own: NAME=PATH tells inputs apart")
		if asks != tt.asks || says != tt.asks {
			t.Errorf("%s: asks %v, says %v, want %v: %s", tt.name, asks, says, tt.asks, r.Verdict)
		}
	}
}
