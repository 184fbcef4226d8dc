package analyze

import (
	"testing"
	"time"

	"timeline/parse"
)

// calls makes one call a second to the addresses in turn.
func calls(remotes ...string) *Collector {
	c := NewCollector("A")
	base := time.Date(2026, 6, 18, 12, 0, 0, 0, time.UTC)
	for i, r := range remotes {
		c.Add(&parse.Record{Time: base.Add(time.Duration(i)*3*time.Second + time.Duration(i%7)*time.Millisecond), Host: "redis.example", Remote: r, Status: parse.OK, Duration: 5 * time.Millisecond, Message: "get ok"})
	}
	return c
}

func TestClientAddress(t *testing.T) {
	const was, is = "192.0.2.1", "192.0.2.9"
	cutover := time.Date(2026, 6, 18, 12, 0, 8, 0, time.UTC)
	tests := []struct {
		name    string
		remotes []string
		cutover time.Time
		want    []string
	}{
		{"back to the old one", []string{was, was, was, is, is, is, was, was, was}, cutover, []string{"client-address"}},
		{"back, and nobody says that it moved", []string{was, was, was, is, is, is, was, was, was}, time.Time{}, nil},
		{"moved for good", []string{was, was, was, is, is, is, is, is, is}, cutover, nil},
	}
	for _, tt := range tests {
		r := Run([]*Collector{calls(tt.remotes...)}, []Input{{}}, Options{Cutover: tt.cutover})
		var got []string
		for _, f := range r.Findings {
			got = append(got, f.ID)
		}
		if len(got) != len(tt.want) || len(got) > 0 && got[0] != tt.want[0] {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
