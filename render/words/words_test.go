package words

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"timeline/analyze"
)

func TestDuration(t *testing.T) {
	for _, c := range []struct {
		d    time.Duration
		want string
	}{
		{0, "0 ms"}, {250 * time.Microsecond, "0.25 ms"}, {75 * time.Millisecond, "75 ms"}, {999400 * time.Microsecond, "999 ms"},
		{5626 * time.Millisecond, "5.626 s"}, {10 * time.Second, "10 s"}, {12540 * time.Millisecond, "12.5 s"},
		{80 * time.Second, "1 min 20 s"}, {time.Hour, "1 h"}, {3*time.Hour + 5*time.Minute + 9*time.Second, "3 h 5 min"},
		{52 * time.Hour, "2 d 4 h"}, {-2 * time.Second, "-2 s"},
		{59970 * time.Millisecond, "1 min"}, {999700 * time.Microsecond, "1 s"}, {9999600 * time.Microsecond, "10 s"},
	} {
		if got := Duration(c.d); got != c.want {
			t.Errorf("%d: %q, want %q", c.d, got, c.want)
		}
	}
}

func TestRange(t *testing.T) {
	for _, c := range []struct {
		low, high time.Duration
		want      string
	}{
		{300 * time.Millisecond, 300400 * time.Microsecond, "300 ms"},
		{200 * time.Millisecond, 400 * time.Millisecond, "200 to 400 ms"},
		{4800 * time.Millisecond, 5626 * time.Millisecond, "4.8 to 5.6 s"},
		{900 * time.Millisecond, 2 * time.Second, "900 ms to 2 s"},
		{0, 0, "under 1 ms"},
		{0, 2 * time.Millisecond, "up to 2 ms"},
		{300 * time.Microsecond, 2 * time.Millisecond, "0.3 to 2 ms"},
	} {
		if got := Range(c.low, c.high); got != c.want {
			t.Errorf("%v, %v: %q, want %q", c.low, c.high, got, c.want)
		}
	}
}

func TestTTL(t *testing.T) {
	p := func(f float64) *float64 { return &f }
	for _, c := range []struct {
		ttl  analyze.TTL
		want string
	}{
		{analyze.TTL{Low: p(5.7), High: p(10.7), Best: p(10)}, "5.7 to 10.7 s, fits 10 s"},
		{analyze.TTL{Low: p(5.71), High: p(10.66)}, "5.7 to 10.7 s"},
		{analyze.TTL{Low: p(10), High: p(10), Best: p(10)}, "10 s"},
		{analyze.TTL{Low: p(605)}, "at least 605 s"},
		{analyze.TTL{High: p(0.4)}, "at most 0.4 s"},
		{analyze.TTL{Low: p(9.7), High: p(600), Best: p(10)}, "at least 9.7 s, fits 10 s"}, // only says when the next try came
		{analyze.TTL{High: p(600)}, "not bounded by the logs"},
		{analyze.TTL{}, "not bounded by the logs"},
	} {
		if got := TTL(c.ttl); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestList(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e"}
	for n, want := range map[int]string{0: "", 1: "a", 2: "a and b", 3: "a, b and c", 4: "a, b, c and d", 5: "a, b, c and 2 more"} {
		if got := List(names[:n], 3); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1234: "-1,234"} {
		if got := Number(n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestZoneName(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for want, zone := range map[string]*time.Location{
		"UTC":                    nil,
		"Asia/Tokyo (UTC+09:00)": time.FixedZone("Asia/Tokyo", 9*3600),
		"UTC-03:30":              time.FixedZone("", -3*3600-1800),
	} {
		if got := ZoneName(at, zone); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain 한글 画像 ё":      "plain 한글 画像 ё",
		"\x1b[31mred\x1b[0m": `\x1b[31mred\x1b[0m`,
		"a\nb\tc\rd":         `a\nb\tc\rd`,
		"\u202eevil\u2066":   `\u202eevil\u2066`,
		"z\u200bw\ufeff":     `z\u200bw\ufeff`,
		"bad \xff utf":       `bad \xff utf`,
		"\U000E0041":         `\U000e0041`,
		"\u0085\u009b":       `\x85\x9b`,
	} {
		if got := Visible(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzVisible(f *testing.F) {
	for _, s := range []string{"", "a", "\x1b[0m", "\u202e", "\xff\xfe", "한글", "e\u0301"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Visible(s)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) {
			t.Errorf("%q stays hidden in %q", s, got)
		}
		if Visible(got) != got {
			t.Errorf("%q changes twice", s)
		}
	})
}

// TestDid: a try that failed for no known reason has an outcome, and a legend of such
// tries and others says no more than holds for all.
func TestDid(t *testing.T) {
	failed := analyze.Attempt{Class: analyze.ClassUnknown, Outcome: analyze.OutcomeFailed}
	open := analyze.Attempt{Class: analyze.ClassUnknown, Outcome: analyze.OutcomeUnknown}
	cached := analyze.Attempt{Class: analyze.ClassCached, Outcome: analyze.OutcomeFailed}
	for want, a := range map[string]*analyze.Attempt{
		"failed, the logs do not say why": &failed,
		"outcome not in the logs":         &open,
		"failed at once from the cache":   &cached,
	} {
		if got := Did(a); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for want, as := range map[string][]analyze.Attempt{
		"failed, the logs do not say why":   {failed, cached},
		"outcome not in the logs":           {cached, open},
		"outcome or reason not in the logs": {open, failed},
	} {
		if got := ClassAmong(analyze.ClassUnknown, as); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := ClassAmong(analyze.ClassCached, []analyze.Attempt{failed}); got != Class(analyze.ClassCached) {
		t.Errorf("another class: %q", got)
	}
}
