package analyze

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"timeline/parse"
)

// stayed is the report on two processes: one reaches the new address 60 s on, the other
// 60 s later. Its tries on the old address fail from so many seconds behind the change.
func stayed(failFrom int) *Report {
	var cs []*Collector
	var inputs []Input
	for _, p := range []struct {
		name  string
		moves int
	}{{"pod-a", 60}, {"pod-b", 120}} {
		var b strings.Builder
		for i := range 180 {
			clock := time.Date(2026, 7, 28, 10, 0, i, 100e6, time.UTC).Format("2006-01-02T15:04:05.000Z07:00")
			address, level, how := "10.0.3.11", "INFO", "OK in 4 ms"
			if i >= p.moves {
				address = "10.0.7.42"
			} else if i >= 60+failFrom {
				level, how = "ERROR", "failed after 2 ms: java.net.ConnectException: Connection refused"
			}
			fmt.Fprintf(&b, "%s %s 1 --- [order-api] [exec-%d] c.a.Db : charge host=db.example.net remote=%s:443 %s\n", clock, level, i%4, address, how)
		}
		c := NewCollector(p.name)
		r := parse.NewReader(strings.NewReader(b.String()), p.name+".log", p.name, parse.Options{})
		for r.Scan() {
			if rec := r.Record(); rec != nil {
				c.Add(rec)
			}
		}
		cs, inputs = append(cs, c), append(inputs, Input{Path: p.name + ".log", Process: p.name})
	}
	return Run(cs, inputs, Options{})
}

// TestUsesSoonBehindChange: tries on the old address within seconds of the change do not
// show that a process stays there, and count once others do; only an address that
// answered for a while was taken away later.
func TestUsesSoonBehindChange(t *testing.T) {
	for _, tt := range []struct {
		failFrom int
		counted  string
		later    bool
	}{
		{0, ": 60 tries went there, 60 of them failed.", false},
		{3, ": 60 tries went there, 57 of them failed.", false},
		{20, ": 60 tries went there, 40 of them failed.", true},
	} {
		r := stayed(tt.failFrom)
		i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.ID == "stale-address" })
		if i < 0 {
			t.Fatalf("no stale address: %s", r.Verdict)
		}
		f := r.Findings[i]
		if !strings.HasSuffix(f.Statement, tt.counted) || f.Confidence != Strong {
			t.Errorf("%d s: %s evidence, %s", tt.failFrom, f.Confidence, f.Statement)
		}
		if !strings.HasPrefix(f.Evidence[0].Note, "60 uses of an old address") {
			t.Errorf("%d s: %s", tt.failFrom, f.Evidence[0].Note)
		}
		later := slices.ContainsFunc(f.Evidence, func(e Evidence) bool { return strings.Contains(e.Note, "the old address began to fail") })
		if later != tt.later {
			t.Errorf("%d s: says that it began to fail later: %v, want %v", tt.failFrom, later, tt.later)
		}
	}
}
