package analyze

import (
	"slices"
	"testing"
)

// Entries that were taken for no try may be successes, where log lines alone tell of
// failures and none of a success.
func TestNotTries(t *testing.T) {
	failed, evented := &attempt{}, &attempt{evented: true}
	tests := []struct {
		name     string
		cov      Coverage
		attempts []*attempt
		want     int
	}{
		{"failures of log lines alone", Coverage{Failed: 1, Inputs: []Input{{Skipped: 30}, {Skipped: 9}}}, []*attempt{failed}, 39},
		{"nothing else was read", Coverage{Failed: 1, Inputs: []Input{{}}}, []*attempt{failed}, 0},
		{"a success was recognised", Coverage{Failed: 1, OK: 1, Inputs: []Input{{Skipped: 39}}}, []*attempt{failed, failed}, 0},
		{"nothing failed", Coverage{Unknown: 1, Inputs: []Input{{Skipped: 39}}}, []*attempt{failed}, 0},
		{"events tell of every try", Coverage{Failed: 2, Inputs: []Input{{Skipped: 39}}}, []*attempt{failed, evented}, 0},
	}
	for _, tt := range tests {
		s := &scene{attempts: tt.attempts}
		if got := notTries(&tt.cov, s); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
		note := "39 log entries tell of nothing that timeline takes for a try: successes may be among them"
		if notes := coverageNotes(&built{}, s, tt.want); slices.Contains(notes, note) != (tt.want == 39) {
			t.Errorf("%s: notes %q", tt.name, notes)
		}
	}
}
