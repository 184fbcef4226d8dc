package parse

import (
	"testing"
	"time"
)

// A time in words is the try's own only where the words say so.
func TestElapsedInWords(t *testing.T) {
	const ms = time.Millisecond
	tests := []struct {
		message string
		want    time.Duration
	}{
		{"job=J0 upload to a.example failed after 5000 ms: java.net.UnknownHostException: a.example", 5000 * ms},
		{"job=J0 upload to a.example failed in 5000 ms: java.net.UnknownHostException: a.example", 5000 * ms},
		{"job=J0 upload failed (5000 ms): java.net.UnknownHostException: a.example", 5000 * ms},
		{"job=J0 upload failed, took 5.0 s", 5000 * ms},
		{"job=J0 call to b.example took 5.0 s and failed", 5000 * ms},
		{"job=J0 failed after 1 ms.", ms},
		{"job=J0 failed after 0 ms", 0},
		{"job=J0 failed elapsedMs=5000: java.net.UnknownHostException: a.example", 5000 * ms},
		{"job=J0 failed elapsedMs=5000, host=a.example", 5000 * ms},
		{"job=J0 failed elapsedMs=5000 after 7 ms", 5000 * ms},

		{"job=J0 failed", Unset},
		{"job=J0 failed, retry in 44 ms", Unset},
		{"job=J0 failed (next in 98 ms)", Unset},
		{"job=J0 failed. Will try again in 0.93 s", Unset},
		{"job=J0 failed after 3 attempts", Unset},
		{"job=J0 failed after 1 m 30 s", Unset},
		{"job=J0 failed, lookup took 5 s", Unset},
		{"job=J0 error: request timed out after 5000 ms", Unset},
		{"job=J0 failed: java.util.concurrent.TimeoutException: call failed after 5000 ms", Unset},
		{"HikariPool-1 - Connection is not available, request timed out after 30000ms", Unset},
		{"connection pool failed after 30000 ms", Unset},
		{"notification failed: timeout after 3000 ms", Unset},
	}
	for _, tt := range tests {
		got, _, _ := read(t, "2026-07-28 11:45:31.413 [main] ERROR c.e.Job - "+tt.message, "in", Options{})
		if len(got) != 1 || got[0].Duration != tt.want {
			t.Errorf("%s: %+v, want one record of %v", tt.message, got, tt.want)
		}
	}
}

// A success says how long it took in the same words; a start of a program does not.
func TestElapsedOfSuccess(t *testing.T) {
	tests := []struct {
		message string
		want    time.Duration
	}{
		{"job=J99 upload to a.example ok in 30 ms", 30 * time.Millisecond},
		{"job=J99 upload completed in 5000ms", 5 * time.Second},
		{"job=J99 done (took 20 ms)", 20 * time.Millisecond},
		{"Started Application in 2.6 seconds a=b/c mode=x job=J1", Unset},
		{"Root context: initialization completed in 2345 ms job=J1", Unset},
	}
	for _, tt := range tests {
		got, _, _ := read(t, "2026-07-28 11:45:31.413 [main] INFO c.e.Job - "+tt.message, "in", Options{})
		if len(got) != 1 || got[0].Duration != tt.want {
			t.Errorf("%s: %+v, want one record of %v", tt.message, got, tt.want)
		}
	}
}

// A whole number is the time that it is with a fraction of nothing.
func TestWholeDuration(t *testing.T) {
	for _, unit := range []time.Duration{0, time.Nanosecond, time.Microsecond, time.Millisecond, time.Second, time.Minute, time.Hour} {
		for _, number := range []string{"0", "00", "7", "445", "86399999", "999999999", "9999999999", "99999999999999999999"} {
			for _, behind := range []string{"", "ms", " ms", "s", " min", "x"} {
				got, ok := duration([]byte(number+behind), unit)
				want, wantOK := duration([]byte(number+".0"+behind), unit)
				if got != want || ok != wantOK {
					t.Errorf("%s%s in %v: %v %v, want %v %v", number, behind, unit, got, ok, want, wantOK)
				}
			}
		}
	}
}
