package parse

import (
	"slices"
	"testing"
	"time"
)

// A zone given for a process counts wherever the log names the process: before
// the line, in a field, as a pair. A zone that the time itself states stands
// above it, and other processes keep the zone of all.
func TestProcessZones(t *testing.T) {
	seoul := time.FixedZone("KST", 9*3600)
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	opt := Options{Zone: berlin, Zones: map[string]*time.Location{"blue": seoul, "gone": seoul}, Keys: map[string][]string{"process": {"worker"}}}
	tests := []struct {
		name, text, want string
		lack             Missing
	}{
		{"before the line", "blue  | 2026-07-28 20:45:31.413 [main] ERROR c.e.Job - failed", "2026-07-28T11:45:31.413Z", NoZone},
		{"in a field", `{"time":"2026-07-28 20:45:31.413","pod":"blue","level":"ERROR","message":"failed","logger":"c.e.Job","thread":"main"}`, "2026-07-28T11:45:31.413Z", NoZone},
		{"as a pair", "2026-07-28 20:45:31.413 [main] ERROR c.e.Job - failed worker=blue", "2026-07-28T11:45:31.413Z", NoZone},
		{"of a topic", `{"topic":"upFailed","eventTime":"2026-07-28 20:45:31.413","pod":"blue"}`, "2026-07-28T11:45:31.413Z", NoZone},
		{"stated", `{"time":"2026-07-28T20:45:31.413Z","pod":"blue","level":"ERROR","message":"failed","logger":"c.e.Job"}`, "2026-07-28T20:45:31.413Z", Whole},
		{"of another", "green | 2026-07-28 20:45:31.413 [main] ERROR c.e.Job - failed", "2026-07-28T18:45:31.413Z", NoZone},
		{"an hour that the zone of all lacks", "blue  | 2026-03-29 02:30:00.000 [main] ERROR c.e.Job - failed", "2026-03-28T17:30:00Z", NoZone},
		{"and another that it shows twice", "green | 2026-10-25 02:30:00.000 [main] ERROR c.e.Job - failed", "2026-10-25T00:30:00Z", NoZone},
		{"beside an envelope's time", "blue  | 2026-07-28T11:45:31.514034567Z stdout F 2026-07-28 20:45:31.413 [main] ERROR c.e.Job - failed", "2026-07-28T11:45:31.413Z", NoZone},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, sum := read(t, tt.text+"\n", "in", opt)
			if len(got) != 1 || got[0].Lack != tt.lack || got[0].Time.UTC().Format(time.RFC3339Nano) != tt.want {
				t.Errorf("got %+v, want %s", got, tt.want)
			}
			if want := got[0].Process == "blue" && tt.lack == NoZone; want != slices.Equal(sum.Placed, []string{"blue"}) || len(sum.Placed) > 1 {
				t.Errorf("placed %q", sum.Placed)
			}
		})
	}
}
