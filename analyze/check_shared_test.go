package analyze

import (
	"testing"
	"time"
)

// Ends tell of a queue only where they lie closer than the starts do, and than the
// retries inside the tries explain.
func TestEndedCloser(t *testing.T) {
	tests := []struct {
		name                   string
		starts, ends, overhead int // milliseconds
		want                   bool
	}{
		{"a third as far apart", 300, 100, 0, true},
		{"starts too close to say anything", 299, 50, 200, false},
		{"ends more than a third, and more than a line is late", 300, 101, 0, false},
		{"ends within the retries", 1000, 400, 300, true},
		{"ends beyond the retries", 1000, 401, 300, false},
		{"starts just twice the retries apart", 600, 390, 300, true},
		{"starts less than that apart", 599, 390, 300, false},
		{"ends as far apart as the starts", 100, 100, 0, false},
		{"closer by a hair, within the lag of a log", 101, 100, 0, true},
	}
	ms := int64(time.Millisecond)
	for _, tt := range tests {
		if got := endedCloser(int64(tt.starts)*ms, int64(tt.ends)*ms, int64(tt.overhead)*ms); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// Frames of a wait prove that a thread queued for a lookup only if the try lasted as
// long as a slow one, whatever the clock left out.
func TestProvesLongWait(t *testing.T) {
	wait := &failure{answer: answerWaited}
	tests := []struct {
		name  string
		a     attempt
		grain int64
		want  bool
	}{
		{"as long as a slow lookup", attempt{start: 0, end: slowLookup, failure: wait}, 0, true},
		{"a moment less", attempt{start: 0, end: slowLookup - 1, failure: wait}, 0, false},
		{"the clock may have added what is over", attempt{start: 0, end: slowLookup + 5, failure: wait}, 6, false},
		{"long enough beside the clock", attempt{start: 0, end: slowLookup + 6, failure: wait}, 6, true},
		{"no start", attempt{start: unset, end: slowLookup, failure: wait}, 0, false},
		{"no frames of a wait", attempt{start: 0, end: slowLookup, failure: &failure{answer: answerCached}}, 0, false},
		{"a retry inside it waited", attempt{start: 0, end: slowLookup, probes: []probe{{answer: answerWaited}}}, 0, true},
	}
	for _, tt := range tests {
		c := &cacheEntry{grain: tt.grain}
		if got := c.provesLongWait(&tt.a); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// n points on a line of length 1 lie within r of each other with probability
// n r^(n-1) - (n-1) r^n.
func TestChanceOfSharedEnd(t *testing.T) {
	ms := int64(time.Millisecond)
	tests := []struct {
		n            int
		starts, ends int64
		want         float64
	}{
		{2, 1000 * ms, 500 * ms, 0.75},
		{3, 1000 * ms, 100 * ms, 0.028},
		{3, 1000 * ms, 0, 3e-6 - 2e-9}, // no closer than a clock of milliseconds tells
		{3, 1000 * ms, 1000 * ms, 1},
		{3, 0, 0, 1},
	}
	for _, tt := range tests {
		if got := chanceOfSharedEnd(tt.n, tt.starts, tt.ends); got < tt.want-1e-12 || got > tt.want+1e-12 {
			t.Errorf("%d ends within %d of %d ms: %g, want %g", tt.n, tt.ends/ms, tt.starts/ms, got, tt.want)
		}
	}
}
