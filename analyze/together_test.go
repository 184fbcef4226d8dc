package analyze

import (
	"testing"
	"time"
)

// Tries of which nothing tells how they ended are pointed out where they ended closer
// than they began, and could have come out otherwise.
func TestEndedTogether(t *testing.T) {
	type try struct{ start, end int } // milliseconds
	tests := []struct {
		name  string
		tries []try
		want  string
	}{
		{"three that queued", []try{{0, 5626}, {565, 5551}, {756, 5570}, {9000, 9300}},
			"; 3 tries started 756 ms apart and ended 75 ms apart, as if they had waited for one thing"},
		{"independent waits of one length", []try{{0, 5000}, {565, 5565}, {756, 5756}}, ""},
		{"a burst", []try{{0, 5000}, {10, 5001}, {20, 5002}}, ""},
		{"only two", []try{{0, 5000}, {756, 5010}}, ""},
		{"short ones", []try{{0, 790}, {300, 795}, {600, 799}}, ""},
		{"a steady stream, in which some always end together", []try{{0, 4000}, {200, 4100}, {400, 4200}, {600, 4240}, {650, 4270}, {900, 4300}, {1000, 4400}, {1200, 4500}, {1300, 4600}}, ""},
	}
	for _, tt := range tests {
		s := &scene{}
		for i, x := range tt.tries {
			ms := int64(time.Millisecond)
			s.attempts = append(s.attempts, &attempt{id: i + 1, op: "upload", start: int64(x.start) * ms, end: int64(x.end) * ms, outcome: OutcomeUnknown})
		}
		if got := endedTogether(s).clause(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
