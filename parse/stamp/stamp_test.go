package stamp

import (
	"testing"
	"time"
)

func TestPrefix(t *testing.T) {
	seoul := time.FixedZone("", 9*3600)
	day := func(h, m, s, ms int) time.Time { return time.Date(2026, 7, 28, h, m, s, ms*1e6, time.UTC) }
	tests := []struct {
		text string
		want time.Time
		lack Missing
		n    int
	}{
		{"2026-07-28T11:45:31.4130", day(11, 45, 31, 413), NoZone, 24},
		{"2026-07-28T11:45:31.413Z x", day(11, 45, 31, 413), Whole, 24},
		{"2026-07-28T11:45:31Z", day(11, 45, 31, 0), Whole, 20},
		{"2026-07-28 11:45:31,413 WARN [x]", day(11, 45, 31, 413), NoZone, 23},
		{"2026-07-28 11:45:31,413 INFO x", day(11, 45, 31, 413), NoZone, 23},
		{"2026-07-28T20:45:31.413+09:00 x", day(20, 45, 31, 413).Add(-9 * time.Hour).In(seoul), Whole, 29},
		{"2026-07-28T20:45:31.413+0900", day(11, 45, 31, 413), Whole, 28},
		{"2026-07-28 20:45:31.413 KST x", day(11, 45, 31, 413), Whole, 27},
		{"2026-07-28 11:45:31.413 CST x", day(11, 45, 31, 413), NoZone, 27},
		{"2026-07-28 11:45:31.413123456 x", day(11, 45, 31, 413).Add(123456), NoZone, 29},
		{"2026-07-28 11:45:31:413] x", day(11, 45, 31, 413), NoZone, 23},
		{"20260728 11:45:31.413", day(11, 45, 31, 413), NoZone, 21},
		{"2026/07/28 11:45:31", day(11, 45, 31, 0), NoZone, 19},
		{"26/07/28 11:45:31 ERROR", day(11, 45, 31, 0), NoZone, 17},
		{"28/Jul/2026:11:45:31 +0000] x", day(11, 45, 31, 0), Whole, 26},
		{"28-Jul-2026 11:45:31.413 SEVERE", day(11, 45, 31, 413), NoZone, 24},
		{"28 Jul 2026 11:45:31,413", day(11, 45, 31, 413), NoZone, 24},
		{"28.07.2026 11:45:31.413", day(11, 45, 31, 413), NoZone, 23},
		{"07/28/2026 11:45:31 PM", day(23, 45, 31, 0), NoZone, 22},
		{"Jul 28, 2026 11:45:31 AM org.x", day(11, 45, 31, 0), NoZone, 24},
		{"Jul 28, 2026 12:45:31 AM", day(0, 45, 31, 0), NoZone, 24},
		{"7월 28, 2026 11:45:31 오전 c.e.Job", day(11, 45, 31, 0), NoZone, 29},
		{"7月 28, 2026 11:45:31 午後", day(23, 45, 31, 0), NoZone, 29},
		{"July 28, 2026 11:45:31 PM", day(23, 45, 31, 0), NoZone, 25},
		{"Tue Jul 28 20:45:31 KST 2026", day(11, 45, 31, 0), Whole, 28},
		{"Tue, 28 Jul 2026 11:45:31 GMT", day(11, 45, 31, 0), Whole, 29},
		{"Oct  2 21:09:11 pi4", time.Date(0, 10, 2, 21, 9, 11, 0, time.UTC), NoYear, 15},
		{"01-29 09:34:05.249 18405", time.Date(0, 1, 29, 9, 34, 5, 249e6, time.UTC), NoYear, 18},
		{"09:24:34.867 [ERROR]", time.Date(0, 1, 1, 9, 24, 34, 867e6, time.UTC), NoDate, 12},
		{"12:06:38.3\tx", time.Date(0, 1, 1, 12, 6, 38, 300e6, time.UTC), NoDate, 10},
	}
	for _, tt := range tests {
		var c Clock
		got, n := c.Prefix([]byte(tt.text))
		if n != tt.n || got.Lack != tt.lack || !got.Equal(tt.want) {
			t.Errorf("Prefix(%q) = %v, %d, %d; want %v, %d, %d", tt.text, got.Time, got.Lack, n, tt.want, tt.lack, tt.n)
		}
	}
}

func TestNoTime(t *testing.T) {
	for _, text := range []string{
		"", "x", "2026", "2026-13-01 00:00:00", "2026-02-30 00:00:00", "2026-07-28", "25:00:00", "10:60:00",
		"10.0.0.1 11:45:31", "11:45", "12345", "0123456789", "2026-07-28T11:45:310", "Jul 28 x", "Mon", "Mon ",
	} {
		var c Clock
		if got, ok := c.Text([]byte(text)); ok {
			t.Errorf("Text(%q) = %v, want none", text, got)
		}
	}
}

func TestEpoch(t *testing.T) {
	tests := []struct{ text, want string }{
		{"1785239131", "2026-07-28T11:45:31Z"},
		{"1785239131412", "2026-07-28T11:45:31.412Z"},
		{"1785239131412345", "2026-07-28T11:45:31.412345Z"},
		{"1785239131412345678", "2026-07-28T11:45:31.412345678Z"},
		{"1785239131.412345678", "2026-07-28T11:45:31.412345678Z"},
		{"1785239131412.5", "2026-07-28T11:45:31.4125Z"},
		{"1.785239131412E9", "2026-07-28T11:45:31.412Z"},
		{"1.785239131412e12", "2026-07-28T11:45:31.412Z"},
	}
	for _, tt := range tests {
		got, ok := Epoch([]byte(tt.text))
		if !ok || got.Format(time.RFC3339Nano) != tt.want {
			t.Errorf("Epoch(%q) = %v, %v; want %s", tt.text, got, ok, tt.want)
		}
	}
}

func TestAssumptions(t *testing.T) {
	tokyo := time.FixedZone("JST", 9*3600)
	c := Clock{Zone: tokyo, Year: 2022, Date: time.Date(2026, 7, 28, 0, 0, 0, 0, time.UTC)}
	tests := []struct{ text, want string }{
		{"2026-07-28 11:45:31", "2026-07-28T11:45:31+09:00"},
		{"2026-07-28 11:45:31Z", "2026-07-28T11:45:31Z"},
		{"Oct 02 21:09:11", "2022-10-02T21:09:11+09:00"},
		{"23:59:59.900", "2026-07-28T23:59:59.9+09:00"},
		{"00:00:00.100", "2026-07-29T00:00:00.1+09:00"},
		{"23:59:59.950", "2026-07-28T23:59:59.95+09:00"}, // a late line of the day before
		{"00:00:00.200", "2026-07-29T00:00:00.2+09:00"},
	}
	for _, tt := range tests {
		got, _ := c.Prefix([]byte(tt.text))
		if f := got.Format(time.RFC3339Nano); f != tt.want {
			t.Errorf("Prefix(%q) = %s, want %s", tt.text, f, tt.want)
		}
	}
}

func FuzzPrefix(f *testing.F) {
	for _, s := range []string{"2026-07-28T11:45:31.4130", "Jul 28, 2026 11:45:31 AM", "1785239131.412", "Tue Jul 28 20:45:31 KST 2026", "28/Jul/2026:11:45:31 +0000"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var c, again Clock
		s, n := c.Prefix(b)
		if n < 0 || n > len(b) {
			t.Fatalf("Prefix takes %d of %d bytes", n, len(b))
		}
		if n > 0 && (s.Lack == Whole || s.Lack == NoZone) && (s.Year() < -1 || s.Year() > 10000) {
			t.Fatalf("year %d", s.Year())
		}
		if r, m := again.Prefix(b); m != n || !r.Equal(s.Time) || r.Lack != s.Lack {
			t.Fatalf("two readings of %q: %v, %v", b, s, r)
		}
		c.Text(b)
		Epoch(b)
	})
}

func BenchmarkPrefix(b *testing.B) {
	line := []byte("2026-07-28 11:45:31,413 WARN  [pool-2-thread-4] x")
	var c Clock
	b.ReportAllocs()
	for b.Loop() {
		c.Prefix(line)
	}
}

// An hour that the clocks show twice: the order of the lines decides.
func TestFold(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	tests := []struct{ text, want string }{
		{"2026-10-25 01:59:00", "2026-10-24T23:59:00Z"},
		{"2026-10-25 02:30:00", "2026-10-25T00:30:00Z"}, // summer time
		{"2026-10-25 02:29:30", "2026-10-25T00:29:30Z"}, // a little late
		{"2026-10-25 02:59:59,999", "2026-10-25T00:59:59.999Z"},
		{"2026-10-25 02:00:01", "2026-10-25T01:00:01Z"}, // winter time
		{"25 Oct 2026 02:30:00", "2026-10-25T01:30:00Z"},
		{"2026-10-25 03:00:00", "2026-10-25T02:00:00Z"},
		{"2026-10-25 02:45:00+02:00", "2026-10-25T00:45:00Z"}, // stated
	}
	c := Clock{Zone: zone}
	for _, tt := range tests {
		got, ok := c.Text([]byte(tt.text))
		if !ok || got.UTC().Format(time.RFC3339Nano) != tt.want {
			t.Errorf("%s: %v, want %s", tt.text, got.UTC().Format(time.RFC3339Nano), tt.want)
		}
	}
	if c.Folds != 5 {
		t.Errorf("%d times of the hour that is there twice, want 5", c.Folds)
	}
}

// What java.util.logging prints in the locale of its process, and WebSphere.
func TestLocalDates(t *testing.T) {
	for text, want := range map[string]string{
		"abr 06, 2022 8:13:20 PM":   "2022-04-06T20:13:20Z",
		"févr. 06, 2022 8:13:20 AM": "2022-02-06T08:13:20Z",
		"Okt 06, 2022 8:13:20 PM":   "2022-10-06T20:13:20Z",
		"апр. 06, 2022 8:13:20 PM":  "2022-04-06T20:13:20Z",
		"九月 27, 2017 3:09:24 下午":    "2017-09-27T15:09:24Z",
		"4/13/21 3:39:44:607 UTC":   "2021-04-13T03:39:44.607Z",
		"10/19/21 12:43:23:461 GMT": "2021-10-19T12:43:23.461Z",
		"4/3/2021 3:39:44 PM":       "2021-04-03T15:39:44Z",
		"21/04/13 03:39:44":         "2021-04-13T03:39:44Z", // log4j
		"13/04/2021 03:39:44":       "2021-04-13T03:39:44Z", // day first
	} {
		c := Clock{}
		got, ok := c.Text([]byte(text))
		if !ok || got.UTC().Format(time.RFC3339Nano) != want {
			t.Errorf("%s: %v, want %s", text, got.UTC().Format(time.RFC3339Nano), want)
		}
	}
	for _, text := range []string{"mar 12, nothing", "set 12", "in 2026", "lis: 3"} {
		c := Clock{}
		if got, ok := c.Text([]byte(text)); ok {
			t.Errorf("%s is no time, got %v", text, got)
		}
	}
}
