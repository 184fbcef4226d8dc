package analyze

import (
	"fmt"
	"testing"
	"time"

	"timeline/parse"
)

// twoViews holds the same ten tries as events and as log lines, the events moved
// by ahead.
func twoViews(ahead time.Duration, jobs int) (events, lines *Collector) {
	events, lines = NewCollector("A"), NewCollector("A")
	base := time.Date(2026, 11, 30, 11, 0, 0, 0, time.UTC)
	for i := range jobs {
		job := fmt.Sprintf("J%d", i)
		start := base.Add(time.Duration(i*i) * 1700 * time.Millisecond)
		took := time.Duration(40+i) * time.Millisecond
		for phase, at := range map[parse.Phase]time.Time{parse.Start: start, parse.End: start.Add(took)} {
			events.Add(&parse.Record{Time: at.Add(ahead), Lack: parse.NoZone, Job: job, Operation: "up", Phase: phase, Duration: parse.Unset})
		}
		lines.Add(&parse.Record{Time: start.Add(took + 2*time.Millisecond), Job: job, Host: "a.example", Status: parse.OK, Duration: took, Message: "up ok"})
	}
	return events, lines
}

func TestAlign(t *testing.T) {
	tests := []struct {
		name  string
		ahead time.Duration
		jobs  int
		want  time.Duration // 0: no shift
	}{
		{"another zone", 9 * time.Hour, 10, -9 * time.Hour},
		{"a zone with half hours", -(5*time.Hour + 30*time.Minute), 10, 5*time.Hour + 30*time.Minute},
		{"the same clock", 0, 10, 0},
		{"the lag of a log line", 150 * time.Millisecond, 10, 0},
		{"too few jobs", 9 * time.Hour, 2, 0},
	}
	for _, tt := range tests {
		events, lines := twoViews(tt.ahead, tt.jobs)
		got := align([]*Collector{events, lines})
		switch {
		case tt.want == 0 && len(got) > 0:
			t.Errorf("%s: shifted by %v", tt.name, time.Duration(got[0].by))
		case tt.want != 0 && (len(got) != 1 || got[0].input != 0 || got[0].by != int64(tt.want)):
			t.Errorf("%s: got %+v, want input 0 by %v", tt.name, got, tt.want)
		}
	}
}

func TestAlignSeveral(t *testing.T) {
	events, lines := twoViews(9*time.Hour, 10)
	local, _ := twoViews(9*time.Hour, 10)
	got := align([]*Collector{events, local, lines})
	if len(got) != 2 || got[0].by != -int64(9*time.Hour) || got[1].by != -int64(9*time.Hour) {
		t.Errorf("got %+v, want both event logs moved by -9 h", got)
	}
}

func TestAlignKeepsProcessesApart(t *testing.T) {
	events, lines := twoViews(9*time.Hour, 10)
	events.process = "B"
	for i := range lines.entries {
		lines.entries[i].process = "C"
	}
	if got := align([]*Collector{events, lines}); len(got) > 0 {
		t.Errorf("shifted one process onto another: %+v", got)
	}
}
