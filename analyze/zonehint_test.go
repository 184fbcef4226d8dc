package analyze

import (
	"strings"
	"testing"
	"time"
)

// TestZoneHint: times without a zone that lie whole hours beside times with one may have
// been written in another zone. The report says so, with the numbers, and moves nothing.
func TestZoneHint(t *testing.T) {
	input := func(path, zone, from string, length time.Duration) Input {
		at, err := time.Parse("2006-01-02 15:04:05", "2026-11-03 "+from)
		if err != nil {
			t.Fatal(err)
		}
		return Input{Path: path, Zone: zone, From: Time{at}, To: Time{at.Add(length)}}
	}
	stated := input("events.ndjson", "stated", "09:10:00", 10*time.Minute)
	tests := []struct {
		name   string
		inputs []Input
		shifts []shift
		want   string // the end of the note; "" for none
	}{
		{"two hours later", []Input{input("app.log", "assumed UTC", "11:11:00", 9*time.Minute), stated}, nil, "the first were written in UTC+2 (--input-tz +02:00)"},
		{"five hours earlier", []Input{stated, input("app.log", "assumed UTC", "04:08:00", 10*time.Minute)}, nil, "the first were written in UTC-5 (--input-tz -05:00)"},
		{"they share time as they stand", []Input{input("app.log", "assumed UTC", "09:19:00", 10*time.Minute), stated}, nil, ""},
		{"no whole number of hours", []Input{input("app.log", "assumed UTC", "11:40:00", 9*time.Minute), stated}, nil, ""},
		{"farther than any zone", []Input{input("app.log", "assumed UTC", "23:59:00", 9*time.Minute), input("a", "stated", "08:59:00", 10*time.Minute)}, nil, ""},
		{"both state it", []Input{input("app.log", "stated", "11:11:00", 9*time.Minute), stated}, nil, ""},
		{"neither states it", []Input{input("app.log", "assumed UTC", "11:11:00", 9*time.Minute), input("a", "assumed UTC", "09:10:00", 10*time.Minute)}, nil, ""},
		{"the zone was given", []Input{input("app.log", "assumed Asia/Tokyo", "11:11:00", 9*time.Minute), stated}, nil, ""},
		{"moved already", []Input{input("app.log", "assumed UTC", "11:11:00", 9*time.Minute), stated}, []shift{{input: 0}}, ""},
		{"no time at all", []Input{{Path: "app.log", Zone: "assumed UTC"}, stated}, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			notes := zoneHints(tt.inputs, tt.shifts)
			if tt.want == "" && len(notes) > 0 || tt.want != "" && (len(notes) != 1 || !strings.HasSuffix(notes[0], tt.want)) {
				t.Errorf("got %q, want %q", notes, tt.want)
			}
		})
	}
	notes := zoneHints(tests[0].inputs, nil)
	const says = "the times of app.log (11:11:00.000 to 11:20:00.000) state no zone and were read as UTC; those of events.ndjson, which state one, lie about 2 hours apart (09:10:00.000 to 09:20:00.000): "
	if got := spell(notes[0], time.UTC); !strings.HasPrefix(got, says) {
		t.Errorf("%q does not begin with %q", got, says)
	}
}
