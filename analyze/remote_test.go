package analyze

import (
	"testing"

	"timeline/parse/javatrace"
)

func TestRemoteOf(t *testing.T) {
	tests := []struct{ message, want string }{
		{"Connect to api.example:8080 [api.example/192.0.2.1] failed: Connection refused", "192.0.2.1"},
		{"Connect to api.example:8080 [api.example/192.0.2.1, api.example/192.0.2.2] failed: Connection refused", ""},
		{"Failed to connect to api.example/192.0.2.1:443", "192.0.2.1"},
		{"Connection refused: api.example/192.0.2.1:443", "192.0.2.1"},
		{"connection timed out after 30000 ms: api.example/[2001:db8::1]:443", "2001:db8::1"},
		{"Failed to connect to /192.0.2.1:443", "192.0.2.1"},
		{"Connect to https://api.example:443 failed: Connection refused", ""},
		{"Read timed out", ""},
		{"GET /10/items failed", ""},
		{"api.example/<unresolved>:443", ""},
		{"at 12/7/2026", ""},
	}
	for _, tt := range tests {
		if got := remoteOf(&javatrace.Trace{}, tt.message); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.message, got, tt.want)
		}
	}
}
