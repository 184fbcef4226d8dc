package analyze

import (
	"slices"
	"testing"
	"time"
)

// mixedIncident is two processes behind a missing name, two seconds apart, whose
// clients log every try.
func mixedIncident(ttl time.Duration) *incident {
	in := &incident{seed: 5, shape: "nx", length: 25 * time.Second, outages: []outage{{from: 0, to: time.Minute, act: "nx"}}}
	in.server = func(time.Duration) service { return service{took: 20 * time.Millisecond} }
	in.style = logStyle{log: true, debug: true, durations: true, grain: time.Millisecond}
	p := jvmPlan{
		name: "A", jdk: 17, cache: Cache{Negative: ttl, Positive: 30 * time.Second}, setup: time.Millisecond,
		policy: Policy{Tries: 1}, every: 30 * time.Millisecond, hosts: []string{"media.example.net"}, factory: "frames",
	}
	b := p
	b.name, b.begins = "B", 300*time.Millisecond
	in.jvms = []jvmPlan{p, b}
	return in
}

func TestMixedProcesses(t *testing.T) {
	found := func(in *incident) Confidence {
		r := in.analyze(in.write(in.play()))
		i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.ID == "mixed-processes" })
		if i < 0 {
			return ""
		}
		return r.Findings[i].Confidence
	}
	named := mixedIncident(3 * time.Second)
	if got := found(named); got != "" {
		t.Errorf("two processes that are named apart: found, %s", got)
	}
	mixed := mixedIncident(3 * time.Second)
	mixed.mixed = true
	if got := found(mixed); got != Strong {
		t.Errorf("two processes given as one: found %q, want strong", got)
	}
	uncached := mixedIncident(0)
	uncached.mixed = true
	if got := found(uncached); got != "" {
		t.Errorf("two processes that cache no failure cannot be told apart: found, %s", got)
	}
	once := mixedIncident(time.Minute)
	once.mixed = true
	if got := found(once); got != "" {
		t.Errorf("one lookup too soon may be a restart: found, %s", got)
	}
}
