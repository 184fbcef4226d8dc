package analyze

import (
	"fmt"
	"strings"
	"testing"

	"timeline/parse"
)

// An exception that a line below WARN names in prose is no failed try; one that it
// reports is, and so is any above.
func TestNotices(t *testing.T) {
	tests := []struct {
		line  string
		tries int
	}{
		{"INFO c.e.Doc - docs: handling java.net.UnknownHostException: see wiki, retry 3", 0},
		{"INFO c.e.Doc - recovered from UnknownHostException: a.example.com", 0},
		{"DEBUG c.e.Doc - Recovered from java.net.UnknownHostException: a.example.com", 0},
		{"INFO c.e.Doc - call failed: java.net.UnknownHostException: a.example.com", 1},
		{"INFO c.e.Doc - call failed: java.net.UnknownHostException: a.example.com: Name or service not known", 1},
		{"WARN c.e.Doc - recovered from UnknownHostException: a.example.com", 1},
		{"ERROR c.e.Doc - call failed: java.net.UnknownHostException: see wiki", 1},
		{"INFO c.e.Doc - call failed\njava.net.UnknownHostException: see wiki\n\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)", 1},
	}
	for _, tt := range tests {
		c := NewCollector("")
		r := parse.NewReader(strings.NewReader("2026-07-28 11:45:31.413 [main] "+tt.line+"\n"), "in", "", parse.Options{})
		for r.Scan() {
			c.Add(r.Record())
		}
		if len(c.entries) != tt.tries {
			t.Errorf("%s: %d tries, want %d", tt.line, len(c.entries), tt.tries)
		}
	}
}

// Texts that are no names and differ in numbers only make one finding, with a count.
func TestOneFindingOfOneText(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"see wiki, retry 3", "see wiki, retry 12", true},
		{"see wiki, retry 3", "see wiki, retry 3", true},
		{"see wiki, retry 3", "see wiki, again 3", false},
		{"db1.example", "db2.example", false},
		{"db1.example", "db1.example", true},
	}
	for _, tt := range tests {
		if got := withoutNumbers(tt.a) == withoutNumbers(tt.b); got != tt.want {
			t.Errorf("%q, %q: %t, want %t", tt.a, tt.b, got, tt.want)
		}
	}
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "2026-07-28 11:45:%02d.413 [main] WARN c.e.Doc - handling java.net.UnknownHostException: see wiki, retry %d\n", i, i)
	}
	c := NewCollector("")
	r := parse.NewReader(strings.NewReader(b.String()), "in", "", parse.Options{})
	for r.Scan() {
		c.Add(r.Record())
	}
	found := Run([]*Collector{c}, []Input{{Path: "in"}}, Options{}).Findings
	const want = `20 tries failed on the name "see wiki, retry 0" or the same with other numbers, which is no host name: it holds a blank. That is a setting or a program error, or an exception that a program threw of itself, and no outage of DNS.`
	if len(found) != 1 || found[0].ID != "not-a-name" || found[0].Statement != want {
		t.Errorf("%+v, want one finding: %s", found, want)
	}
}
