package analyze_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"timeline/analyze"
)

// quickLookups is a lookup that failed at once with text, every 11 s, and answers from
// its failure between them.
func quickLookups(text string) string {
	var b strings.Builder
	for i := range 24 {
		said := ""
		if i%11 == 0 {
			said = text
		}
		b.WriteString(failedLine(fmt.Sprintf("exec-%d", i%4), time.Date(2026, 11, 3, 9, 14, i, 1e7, time.UTC), "", said))
	}
	return b.String()
}

// TestAbsentNameLeads: where the resolver denied the name, the cache only repeats a
// right answer: that leads, and what to do begins with the name.
func TestAbsentNameLeads(t *testing.T) {
	r := reportOfLog(t, quickLookups("Name or service not known"))
	const says = `The resolver answered that there is no name db.example.net ("Name or service not known"): 3 failed lookups of `
	if !strings.HasPrefix(r.Verdict, says) {
		t.Errorf("verdict %q does not begin with %q", r.Verdict, says)
	}
	if r.Findings[0].ID != "name-not-found" || r.Findings[1].ID != "negative-cache" {
		t.Fatalf("found %s, then %s", r.Findings[0].ID, r.Findings[1].ID)
	}
	if do := r.Findings[0].Actions[0].Do; do != "create the record, or correct the name or the search list" {
		t.Errorf("first to do: %s", do)
	}
	if open := r.Findings[1].NotShown; slices.Contains(open, "why the lookup itself failed") {
		t.Errorf("negative-cache does not know why, and name-not-found does: %q", open)
	}
	for _, e := range r.Findings[1].Evidence[:2] { // answers later than the failure was surely kept
		if !strings.Contains(e.Note, "later answers may be from renewed failures") {
			t.Errorf("answers behind the end, and not a word on them: %s", e.Note)
		}
	}
}

// TestAbsentNameIsNoSawtooth: a name that the resolver denied each time it was asked,
// and that never resolved, explains the windows: nothing came and went. One that
// resolved meanwhile, or of which the resolver said something else, does not.
func TestAbsentNameIsNoSawtooth(t *testing.T) {
	found := func(log string) string {
		for _, f := range reportOfLog(t, log).Findings {
			if f.ID == "sawtooth" {
				return string(f.Confidence)
			}
		}
		return ""
	}
	const absent, again = "Name or service not known", "Temporary failure in name resolution"
	ok := "2026-11-03 09:13:20.000 INFO 1 --- [exec-1] c.e.Client : POST ok host=db.example.net elapsedMs=50\n"
	for _, tt := range []struct{ name, log, want string }{
		{"denied each time", quickLookups(absent), ""},
		{"another answer each time", quickLookups(again), "weak"},
		{"resolved before", ok + quickLookups(absent), "weak"},
		{"another answer once", strings.Replace(quickLookups(absent), absent, again, 1), "weak"},
	} {
		if got := found(tt.log); got != tt.want {
			t.Errorf("%s: sawtooth %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestNameThatResolvedDoesNotLead: a name that was denied for a while and resolved
// before and after is no misspelt one.
func TestNameThatResolvedDoesNotLead(t *testing.T) {
	ok := func(clock string) string {
		return "2026-11-03 " + clock + " INFO 1 --- [exec-1] c.e.Client : POST ok host=db.example.net elapsedMs=50\n"
	}
	r := reportOfLog(t, ok("09:13:20.000")+quickLookups("Name or service not known")+ok("09:14:58.000"))
	if r.Coverage.OK == 0 {
		t.Fatal("the successes were not read")
	}
	if r.Findings[0].ID != "negative-cache" || strings.Contains(r.Verdict, "no name") {
		t.Errorf("%s leads, and the verdict is %q", r.Findings[0].ID, r.Verdict)
	}
}

// TestUnclearCauseDoesNotLead: a temporary failure without durations says nothing of
// the name.
func TestUnclearCauseDoesNotLead(t *testing.T) {
	r := reportOfLog(t, quickLookups("Temporary failure in name resolution"))
	if r.Findings[0].ID != "negative-cache" || strings.Contains(r.Verdict, "no name") {
		t.Errorf("%s leads, and the verdict is %q", r.Findings[0].ID, r.Verdict)
	}
	if !slices.Contains(r.Findings[0].NotShown, "why the lookup itself failed") {
		t.Errorf("nothing tells why the lookup failed: %q", r.Findings[0].NotShown)
	}
	for _, w := range r.Windows {
		if w.Lookup.Cause != analyze.CauseUnknown {
			t.Errorf("%s: cause %s, and no duration tells", w.ID, w.Lookup.Cause)
		}
	}
}

// TestNettyTimeout: a query that timed out in Netty's own resolver has nothing to do
// with the limits of libc, nor with the JVM's cache.
func TestNettyTimeout(t *testing.T) {
	var b strings.Builder
	for i, took := range []int{5000, 1, 1, 1} {
		fmt.Fprintf(&b, "2026-11-03 09:14:%02d.000 ERROR 1 --- [reactor-http-epoll-%d] c.e.X : call failed after %d ms\n"+
			"java.net.UnknownHostException: Failed to resolve 'db.example.net' [A(1), AAAA(28)] after 4 queries \n"+
			"\tat io.netty.resolver.dns.DnsResolveContext.finishResolve(DnsResolveContext.java:1151)\n"+
			"Caused by: io.netty.resolver.dns.DnsNameResolverTimeoutException: [12345: /192.0.2.10:53] DefaultDnsQuestion(db.example.net. IN A) query '12345' via UDP timed out after 5000 milliseconds\n", 2*i, i, took)
	}
	r := reportOfLog(t, b.String())
	if len(r.Findings) != 1 || r.Findings[0].ID != "resolver-timeout" || r.Findings[0].Confidence != analyze.Strong {
		t.Fatalf("found %+v", r.Findings)
	}
	f := r.Findings[0]
	if want := "4 lookups of db.example.net by Netty's own resolver got no answer within its query timeout: the longest wait was 5 s, as its default queryTimeoutMillis (5000 ms)."; f.Statement != want {
		t.Errorf("says %q, want %q", f.Statement, want)
	}
	for _, libc := range []string{"glibc", "musl", "JVM"} {
		if strings.Contains(fmt.Sprintf("%+v", f), libc) {
			t.Errorf("speaks of %s: %+v", libc, f)
		}
	}
}
