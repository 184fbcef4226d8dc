package analyze_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

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

// TestRenewalByOthers: tries that come seldom leave room for a lookup by a caller who
// is not in the log; those that come often do not.
func TestRenewalByOthers(t *testing.T) {
	begin := time.Date(2026, 8, 1, 13, 42, 40, 0, time.UTC)
	line := func(at, took time.Duration, native bool) string {
		message, read := "db.example.net", "\tat java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n"
		if native {
			message += ": Temporary failure in name resolution"
			read = "\tat java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)\n\tat java.net.InetAddress$PlatformNameService.lookupAllHostAddr(InetAddress.java:934)\n" +
				"\tat java.net.InetAddress.getAddressesFromNameService(InetAddress.java:1543)\n\tat java.net.InetAddress$NameServiceAddresses.get(InetAddress.java:852)\n"
		}
		return fmt.Sprintf("%s ERROR [pool-1] c.e.Check - failed elapsedMs=%d\njava.net.UnknownHostException: %s\n%s\tat java.net.InetAddress.getAllByName0(InetAddress.java:1533)\n",
			begin.Add(at).Format("2006-01-02 15:04:05.000"), took.Milliseconds(), message, read)
	}
	tests := []struct {
		name  string
		every time.Duration
		least float64
		most  float64
	}{
		{"often", time.Second, 26, 28},
		{"seldom", 7 * time.Second, 0, 1},
	}
	for _, tt := range tests {
		log := line(5*time.Second, 5*time.Second, true)
		for at := 5*time.Second + tt.every; at < 33*time.Second; at += tt.every {
			log += line(at, time.Millisecond, false)
		}
		low := 0.0
		for _, w := range reportOfLog(t, log).Windows {
			if w.TTL.Low != nil {
				low = max(low, *w.TTL.Low)
			}
		}
		if low < tt.least || low > tt.most {
			t.Errorf("%s: the TTL is at least %.1f s, want %g to %g", tt.name, low, tt.least, tt.most)
		}
	}
}
