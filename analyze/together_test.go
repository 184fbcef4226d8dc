package analyze

import (
	"testing"
	"time"
)

// Tries of which nothing tells why they took long are pointed out where they ended closer
// than they began, and could have come out otherwise.
func TestEndedTogether(t *testing.T) {
	type try struct{ start, end int } // milliseconds
	queued := []try{{0, 5626}, {565, 5551}, {756, 5570}, {9000, 9300}}
	four := append([]try{{300, 5600}}, queued...)
	tests := []struct {
		name    string
		tries   []try
		unknown string // what is said where nothing tells how they ended
		known   string // and where the logs do tell
	}{
		{"three that queued", queued,
			"; 3 tries started 756 ms apart and ended 75 ms apart, as if they had waited for one thing", ""},
		{"four that queued", four,
			"; 4 tries started 756 ms apart and ended 75 ms apart, as if they had waited for one thing",
			"; 4 tries started 756 ms apart and ended 75 ms apart, as if they had waited for one thing"},
		{"independent waits of one length", []try{{0, 5000}, {565, 5565}, {756, 5756}}, "", ""},
		{"a burst", []try{{0, 5000}, {10, 5001}, {20, 5002}}, "", ""},
		{"only two", []try{{0, 5000}, {756, 5010}}, "", ""},
		{"short ones", []try{{0, 790}, {300, 795}, {600, 799}}, "", ""},
		{"a steady stream, in which some always end together", []try{{0, 4000}, {200, 4100}, {400, 4200}, {600, 4240}, {650, 4270}, {900, 4300}, {1000, 4400}, {1200, 4500}, {1300, 4600}}, "", ""},
	}
	for _, tt := range tests {
		for outcome, want := range map[Outcome]string{OutcomeUnknown: tt.unknown, OutcomeOK: tt.known, OutcomeFailed: tt.known} {
			s := &scene{}
			for i, x := range tt.tries {
				ms, class := int64(time.Millisecond), ClassUnknown
				if outcome == OutcomeOK {
					class = ClassOK
				}
				s.attempts = append(s.attempts, &attempt{id: i + 1, op: "upload", start: int64(x.start) * ms, end: int64(x.end) * ms, outcome: outcome, class: class})
			}
			if got := endedTogether(s, nil).clause(); got != want {
				t.Errorf("%s, %s: %q, want %q", tt.name, outcome, got, want)
			}
		}
	}
}

// What a finding or an exception explains is not pointed out, nor what ended well among
// others that are left out, and a clock of coarse steps is no evidence.
func TestEndedTogetherIsUnexplained(t *testing.T) {
	group := func(class Class, outcome Outcome, step int64) *scene {
		s := &scene{}
		for i := range 6 {
			start, end := int64(i)*int64(900*time.Millisecond), int64(9*time.Second)
			s.attempts = append(s.attempts, &attempt{id: i + 1, start: start, end: end, outcome: outcome, class: class, grain: step})
		}
		return s
	}
	told := []Finding{{Evidence: []Evidence{{Attempts: []string{"a1", "a2", "a3", "a4"}}}}}
	thinned := group(ClassOK, OutcomeOK, 0)
	thinned.someLeftOut = true
	for _, tt := range []struct {
		name  string
		s     *scene
		found []Finding
		want  string
	}{
		{"nothing tells", group(ClassOK, OutcomeOK, 0), nil, "; 6 tries started 4.5 s apart and ended under 1 ms apart, as if they had waited for one thing"},
		{"a finding does", group(ClassOK, OutcomeOK, 0), told, ""},
		{"exceptions do", group(ClassOther, OutcomeFailed, 0), nil, ""},
		{"others are left out", thinned, nil, ""},
		{"whole seconds", group(ClassUnknown, OutcomeFailed, int64(time.Second)), nil, "; 6 tries started 4.5 s apart and ended up to 1 s apart, as if they had waited for one thing"},
		{"steps too coarse", group(ClassUnknown, OutcomeFailed, int64(2*time.Second)), nil, ""},
	} {
		if got := endedTogether(tt.s, tt.found).clause(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
