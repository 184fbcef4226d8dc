package analyze

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"timeline/parse"
)

// joined joins failed tries of one job, which the TimeLog knows by "from" and "to"
// seconds (to < 0: no end), with lines that each state an end and a duration, and
// lists for each attempt its start and the number of its line, 0 without one.
func joined(step time.Duration, tries [][2]float64, lines [][2]float64) string {
	base := time.Date(2026, 6, 18, 12, 0, 0, 0, time.UTC)
	at := func(s float64) time.Time { return base.Add(time.Duration(s * float64(time.Second))) }
	events, log := NewCollector("A"), NewCollector("A")
	for i, t := range tries {
		op := fmt.Sprint("upload", i)
		event := parse.Record{Pos: parse.Pos{File: "events"}, Time: at(t[0]).Truncate(step), Job: "j", Operation: op, Phase: parse.Start, Duration: parse.Unset}
		events.Add(&event)
		if t[1] >= 0 {
			event.Time, event.Phase = at(t[1]).Truncate(step), parse.Fail
			events.Add(&event)
		}
	}
	for i, l := range lines {
		log.Add(&parse.Record{
			Pos: parse.Pos{File: "log", Line: i + 1}, Time: at(l[0]), Job: "j", Level: parse.Error, Status: parse.Failed,
			Duration: time.Duration(l[1] * float64(time.Second)), Message: "java.net.UnknownHostException: db.example",
		})
	}
	var list []string
	for _, a := range Run([]*Collector{events, log}, []Input{{}, {}}, Options{}).Attempts {
		line := 0
		for _, s := range a.Sources {
			if s.File == "log" {
				line = s.Line
			}
		}
		list = append(list, fmt.Sprintf("%.3g:%d", a.Start.Sub(base).Seconds(), line))
	}
	return strings.Join(list, " ")
}

func TestJoin(t *testing.T) {
	tests := []struct {
		name  string
		step  time.Duration
		tries [][2]float64
		lines [][2]float64
		want  string
	}{
		{"two tries", time.Millisecond, [][2]float64{{1, 1.2}, {1.25, 1.4}}, [][2]float64{{1.2, 0.2}, {1.4, 0.15}}, "1:1 1.25:2"},
		{"events in whole seconds", time.Second, [][2]float64{{1.83, 2.01}, {2.04, 2.45}, {4.6, 5.9}}, [][2]float64{{2.015, 0.183}, {2.455, 0.41}, {5.9, 1.3}}, "1:1 2:2 4:3"},
		{"no end, and a line written late", time.Millisecond, [][2]float64{{1, -1}}, [][2]float64{{1.65, 0.5}}, "1:1"},
		{"no end, and a line of another try", time.Millisecond, [][2]float64{{1, -1}}, [][2]float64{{3.5, 0.5}}, "1:0 3:1"},
	}
	for _, tt := range tests {
		if got := joined(tt.step, tt.tries, tt.lines); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
