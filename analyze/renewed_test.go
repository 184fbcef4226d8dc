package analyze_test

import (
	"bytes"
	"strings"
	"testing"

	"timeline/analyze"
	"timeline/parse"
)

// reportOfLog analyzes one log.
func reportOfLog(t *testing.T, log string) *analyze.Report {
	t.Helper()
	c := analyze.NewCollector("")
	r := parse.NewReader(bytes.NewReader([]byte(log)), "x.log", "", parse.Options{})
	for r.Scan() {
		c.Add(r.Record())
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return analyze.Run([]*analyze.Collector{c}, []analyze.Input{{Path: "x.log"}}, analyze.Options{})
}

// javaLine is a line of a JDK 8 before 8u352 whose try failed: by a lookup of its
// own, or from the cache.
func javaLine(clock string, native bool) string {
	message, frames := "db.example.net", ""
	if native {
		message += ": Name or service not known"
		frames = "\tat java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)\n\tat java.net.InetAddress$2.lookupAllHostAddr(InetAddress.java:928)\n\tat java.net.InetAddress.getAddressesFromNameService(InetAddress.java:1323)\n"
	}
	return "2026-08-01 " + clock + " ERROR [pool-1] c.e.Check - " + message + "\njava.net.UnknownHostException: " + message + "\n" + frames +
		"\tat java.net.InetAddress.getAllByName0(InetAddress.java:1276)\n\tat java.net.InetAddress.getByName(InetAddress.java:1076)\n"
}

// TestRenewedFailure: a failure answered long behind the last logged lookup need
// not be of that lookup, unless a lookup between them would have shown.
func TestRenewedFailure(t *testing.T) {
	tests := []struct {
		name    string
		log     string
		windows int
		says    string
	}{
		{"25 s behind", javaLine("13:42:58.548", true) + javaLine("13:43:23.569", false) + javaLine("13:43:28.576", true), 0, "after lookups that these logs do not hold"},
		{"5 s behind", javaLine("13:42:58.548", true) + javaLine("13:43:03.569", false) + javaLine("13:43:28.576", true), 1, "in 1 window after a failed lookup;"},
		{"5 and 25 s behind", javaLine("13:42:58.548", true) + javaLine("13:43:03.569", false) + javaLine("13:43:23.569", false) + javaLine("13:43:28.576", true), 1, "1 of them after later lookups"},
	}
	for _, tt := range tests {
		r := reportOfLog(t, tt.log)
		if len(r.Windows) != tt.windows {
			t.Errorf("%s: %d windows, want %d", tt.name, len(r.Windows), tt.windows)
		}
		for _, w := range r.Windows {
			if d := w.Closed.Earliest.Sub(w.Opened.Latest.Time); d > 0 {
				t.Errorf("%s: %s is said to have lasted %s at least, and nothing shows it", tt.name, w.ID, d)
			}
		}
		said := false
		for _, f := range r.Findings {
			said = said || f.ID == "negative-cache" && strings.Contains(f.Statement, tt.says)
		}
		if !said {
			t.Errorf("%s: no negative-cache that says %q: %+v", tt.name, tt.says, r.Findings)
		}
	}
}
