package analyze

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// cacheFinding is the finding of negative caching in a report.
func cacheFinding(t *testing.T, r *Report) *Finding {
	t.Helper()
	for i := range r.Findings {
		if r.Findings[i].ID == "negative-cache" {
			return &r.Findings[i]
		}
	}
	t.Fatal("no negative-cache")
	return nil
}

// TestActionsTellTheirEffect: a report says what each change would have made of
// its incident, in numbers that a replay of the same incident gives.
func TestActionsTellTheirEffect(t *testing.T) {
	in := silentIncident()
	f := cacheFinding(t, in.analyze(in.write(in.play())))
	if len(f.Actions) != 3 {
		t.Fatalf("%d actions, want a TTL, a retry and a limit: %+v", len(f.Actions), f.Actions)
	}
	for _, a := range f.Actions {
		if !strings.Contains(a.Effect, "would have been") || a.Cost == "" || a.Check == "" || len(a.Checks) == 0 || a.Checks[0].Command != a.Check {
			t.Errorf("%+v", a)
		}
	}
	if again := cacheFinding(t, in.analyze(in.write(in.play()))); !reflect.DeepEqual(f, again) {
		t.Error("the same logs give other actions")
	}
}

// TestNothingIsComputedOfTooMuch: beyond the bounds a report says so.
func TestNothingIsComputedOfTooMuch(t *testing.T) {
	in := silentIncident()
	in.jvms[0].every = 5 * time.Millisecond
	in.jvms[0].policy.Tries = 1
	s := infer(build(in.write(in.play()).collect([]int{0, 1}), time.UTC), Options{})
	c := s.entries[0]
	left := 100
	e := newEstimate(s, c, &left)
	if text, _ := e.words(Change{}); e.missing != tooLong || !strings.Contains(text, "not computed") {
		t.Errorf("%q, said as %q", e.missing, text)
	}
}

func TestOutlasting(t *testing.T) {
	for _, ttl := range []time.Duration{time.Second, 10 * time.Second, 30 * time.Second} {
		if p := outlasting(ttl); p.least() <= ttl || p.Tries > 12 {
			t.Errorf("%s: %d tries that take %s at least", ttl, p.Tries, p.least())
		}
		p := outlasting(ttl)
		if q, err := ParsePolicy(p.Name); err != nil || q != p {
			t.Errorf("%s reads as %+v (%v), want %+v", p.Name, q, err, p)
		}
	}
}

func TestMoreLookups(t *testing.T) {
	for want, r := range map[string]Range{
		"as many lookups":                    {0, 0},
		"1 more lookup":                      {1, 1},
		"9 to 14 more lookups":               {9, 14},
		"0 to 2 fewer lookups":               {-2, 0},
		"between 2 fewer and 3 more lookups": {-2, 3},
	} {
		if got := moreLookups(r); got != want {
			t.Errorf("%v: %q, want %q", r, got, want)
		}
	}
}
