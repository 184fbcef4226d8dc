package parse

import (
	"strings"
	"testing"
)

// Prefixes of several programs are told apart, and their traces with them.
func TestLearnedPrefixes(t *testing.T) {
	const text = `Jul 28 11:45:31 h-1 batch: 2026-07-28 11:45:31.413 [main] ERROR c.e.Job - failed
Jul 28 11:45:31 h-2 shop: 2026-07-28 11:45:31.414 [main] ERROR c.e.Job - failed too
Jul 28 11:45:31 h-1 batch: java.net.UnknownHostException: a.test
Jul 28 11:45:31 h-2 shop: java.net.UnknownHostException: b.test
Jul 28 11:45:31 h-1 batch: 	at java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)
Jul 28 11:45:32 h-2 shop: 	at java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)
`
	got, bad, _ := read(t, text, "in", Options{})
	if len(bad) > 0 {
		t.Errorf("bad: %v", bad[0])
	}
	r := Record{Thread: "main", Logger: "c.e.Job", Level: Error, Status: Failed}
	a, b := r, r
	a.Process, a.Message, a.Trace = "h-1/batch", "failed", unknownHost("a.test")
	b.Process, b.Message, b.Trace = "h-2/shop", "failed too", unknownHost("b.test")
	compare(t, got, []Record{rec(1, "2026-07-28T11:45:31.413Z", NoZone, a), rec(2, "2026-07-28T11:45:31.414Z", NoZone, b)})
}

// A line that quotes another one is no line with a prefix; nor is a thread's name.
func TestNoPrefix(t *testing.T) {
	for _, text := range []string{
		"[2026-07-28 11:45:31,413] ERROR copied: 2026-07-28 11:45:30.000 ERROR - failed (c.e.Job)",
		"11:45:31.413 [main] ERROR c.e.Job - copied 2026-07-28 11:45:30.000 ERROR - failed",
		"[pool-1-thread-3] 2026-07-28 11:45:31.413 ERROR c.e.Job - failed",
		"main 2026-07-28 11:45:31.413 ERROR c.e.Job - failed",
	} {
		r := NewReader(strings.NewReader(text+"\n"+text+"\n"), "in", "", Options{})
		for r.Scan() {
		}
		for _, f := range r.Formats() {
			if f.Name == prefixLog {
				t.Errorf("%s: taken for a line with a prefix", text)
			}
		}
	}
}
