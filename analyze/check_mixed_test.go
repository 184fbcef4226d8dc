package analyze

import (
	"slices"
	"strings"
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

// One lookup too soon is said as a note: whoever mixed two logs can tell them apart.
func TestLookupTooSoon(t *testing.T) {
	for _, apart := range []int{180, 4_000} {
		var b logBook
		b.fails(1_000, 0, bookLookup)
		b.fails(1_000+apart, 0, bookLookup)
		for i := range 8 {
			b.fails(1_100+i*700, 0, bookCached)
		}
		noted := slices.ContainsFunc(reportOn(t, b.String()).Coverage.Notes, func(n string) bool {
			return strings.HasPrefix(n, "a lookup of "+bookHost+" failed 180 ms after another one")
		})
		if noted != (apart < 1_000) {
			t.Errorf("lookups %d ms apart: noted %v", apart, noted)
		}
	}
}

// A banner that says how long the JVM has been running tells when its cache was empty.
func TestStartedBanner(t *testing.T) {
	var b logBook
	b.fails(1_000, 0, bookLookup)
	for i := range 4 {
		b.fails(1_100+i*500, 0, bookCached)
	}
	b.fails(5_500, 0, bookLookup)
	b.add(5_600, "INFO c.e.App - Started App in 1.2 seconds (process running for 1.9)\n")
	r := reportOn(t, b.String())
	if len(r.Windows) != 1 || r.Windows[0].TTL.High != nil || r.Attempts[5].Process != "#2" {
		t.Errorf("windows %+v, want one whose end the start behind it does not bound", r.Windows)
	}
}

// One lookup sooner than the default allows may be that of a new process; several are
// the TTL.
func TestRestartRival(t *testing.T) {
	for _, windows := range []int{2, 5} {
		var b logBook
		for w := range windows {
			b.fails(1_000+w*4_700, 0, bookLookup)
			for i := range 9 {
				b.fails(1_100+w*4_700+i*500, 0, bookCached)
			}
		}
		r := reportOn(t, b.String())
		i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.ID == "negative-cache" })
		if i < 0 {
			t.Fatalf("no cached failure in %+v", r.Findings)
		}
		named := slices.ContainsFunc(r.Findings[i].Rivals, func(v Rival) bool { return strings.Contains(v.Hypothesis, "after a restart") })
		if named != (windows == 2) {
			t.Errorf("%d windows: a restart as a rival %v", windows, named)
		}
	}
}
