package parse

import (
	"testing"
	"time"
)

// A line of a connection that was made is a success of its host, with the address.
func TestConnected(t *testing.T) {
	const ms = time.Millisecond
	for message, took := range map[string]time.Duration{
		"connected to db.example/10.0.0.1:5432 in 4 ms":                   4 * ms,
		"Connected to db.example/10.0.0.1:5432 (took 4 ms)":               4 * ms,
		"Reconnected to db.example/10.0.0.1:5432 after 1.5 s":             1500 * ms,
		"Successfully connected to db.example/10.0.0.1:5432: 4ms":         4 * ms,
		"opened connection to db.example/10.0.0.1:5432 in 4 ms":           4 * ms,
		"established connection to db.example/10.0.0.1:5432, took 4 ms":   4 * ms,
		"Connection to db.example/10.0.0.1:5432 established in 4 ms":      4 * ms,
		"connect to db.example/10.0.0.1:5432 ok in 4 ms":                  4 * ms,
		"connect to db.example/10.0.0.1:5432: succeeded after 4 ms (TLS)": 4 * ms,
	} {
		got := answered(t, message)
		if len(got) != 1 || got[0].Host != "db.example" || got[0].Remote != "10.0.0.1:5432" || got[0].Status != OK || got[0].Duration != took {
			t.Errorf("%s: %+v, want a success within %v", message, got, took)
		}
	}
}

// Whatever is not surely a connection that this program made, and how long it took, says
// nothing of an outcome.
func TestNotConnected(t *testing.T) {
	for _, message := range []string{
		"connected to db.example/10.0.0.1:5432",
		"connected to db.example/10.0.0.1:5432, idle for 4 ms",
		"connected to db.example/10.0.0.1:5432 in 4 ms, but the handshake failed",
		"connected to db.example/10.0.0.1:5432 in 4 steps",
		"not connected to db.example/10.0.0.1:5432 in 4 ms",
		"client connected to db.example/10.0.0.1:5432 in 4 ms",
		"connect to db.example/10.0.0.1:5432 in 4 ms",
		"connect to db.example/10.0.0.1:5432 failed after 4 ms",
		"connection to db.example/10.0.0.1:5432 closed after 4 ms",
		"connection to db.example/10.0.0.1:5432 will be retried in 4 ms",
		"connecting to db.example/10.0.0.1:5432 in 4 ms",
		"connected to the proxy for db.example/10.0.0.1:5432 in 4 ms",
		"connected to db.example/10.0.0.1:5432/x in 4 ms",
	} {
		for _, r := range answered(t, message) {
			if r.Status == OK || r.Duration != Unset {
				t.Errorf("%s: %+v, want no outcome", message, r)
			}
		}
	}
	for _, r := range answered(t, "connected to db.example/10.0.0.1:5432 in 4 ms host=other.example") {
		if r.Host == "db.example" {
			t.Errorf("%+v, want the host that the pair states", r)
		}
	}
}
