package analyze

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// A recording is the truth of an incident that a real JVM (Debian OpenJDK 17.0.21)
// went through: when jobs came, what the resolver did, and what became of both.
type recording struct {
	About    string    `json:"about"`
	Negative int       `json:"negative_ttl_s"`
	Positive int       `json:"positive_ttl_s"`
	Tries    int       `json:"tries"`
	Base     int       `json:"base_ms"`
	Pause    int       `json:"pause_ms"`
	Query    int       `json:"query_s"` // of one question to the name server
	Queries  int       `json:"queries"`
	Outages  []span1   `json:"outages"`
	JobsMS   []float64 `json:"jobs_ms"`
	Lookups  []lookup1 `json:"lookups"`
	Failed   [][]any   `json:"failed"` // job, number, and per try N native, W waited, C cached
}

type span1 struct {
	From float64 `json:"from_s"`
	To   float64 `json:"to_s"`
	Act  string  `json:"act"`
}

type lookup1 struct {
	Start int  `json:"start_ms"`
	End   int  `json:"end_ms"`
	OK    bool `json:"ok"`
}

func readRecording(t *testing.T, name string) *recording {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "recorded", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var r recording
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// play runs the model over a recording.
func (r *recording) play(seed uint64) ([]*run, *jvm) {
	in := &incident{}
	for _, o := range r.Outages {
		in.outages = append(in.outages, outage{
			from: time.Duration(o.From * float64(time.Second)), to: time.Duration(o.To * float64(time.Second)), act: o.Act,
			query: time.Duration(r.Query) * time.Second, queries: r.Queries,
		})
	}
	s := newSimulation(seed)
	cache := Cache{Negative: time.Duration(r.Negative) * time.Second, Positive: time.Duration(r.Positive) * time.Second}
	j := newJVM(s, cache, in.reply(s.random))
	policy := Policy{Tries: r.Tries, Base: time.Duration(r.Base) * time.Millisecond, Factor: 2, Cap: 20 * time.Second, Full: true}
	c := &client{jvm: j, policy: policy, again: 1, pause: time.Duration(r.Pause) * time.Millisecond, setup: 4 * time.Millisecond}
	for i, at := range r.JobsMS {
		c.job(i, "name", time.Duration(at*float64(time.Millisecond)))
	}
	s.run()
	return c.runs, j
}

// TestModelMeetsRecordings: with the arrivals and the resolver of a recorded
// incident, the model fails the same tries in the same way, but for those that
// drawn back-off decides.
func TestModelMeetsRecordings(t *testing.T) {
	for _, test := range []struct {
		name    string
		within  time.Duration // of the start of each lookup; the jitter of retries moves later ones
		lookups int           // how many may be more or fewer
		astray  float64       // share of failed tries that may end otherwise
	}{
		{"silent-default", 500 * time.Millisecond, 0, 0.05},
		{"not-found-ttl1", time.Second, 1, 0.15},
		{"silent-ttl0", 1200 * time.Millisecond, 3, 0.15},
		{"flapping", 1500 * time.Millisecond, 3, 0.06},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := readRecording(t, test.name)
			runs, j := r.play(1)
			if d := len(j.lookups) - len(r.Lookups); d < -test.lookups || d > test.lookups {
				t.Errorf("%d lookups, recorded %d", len(j.lookups), len(r.Lookups))
			}
			for i := range min(len(j.lookups), len(r.Lookups), 4) {
				want := time.Duration(r.Lookups[i].Start) * time.Millisecond
				if got := j.lookups[i].start; (got - want).Abs() > test.within {
					t.Errorf("lookup %d began at %s, recorded %s", i, got, want)
				}
				took := time.Duration(r.Lookups[i].End-r.Lookups[i].Start) * time.Millisecond
				if got := j.lookups[i].end - j.lookups[i].start; (got - took).Abs() > 50*time.Millisecond {
					t.Errorf("lookup %d took %s, recorded %s", i, got, took)
				}
			}
			compareFailures(t, r, runs, test.astray)
		})
	}
}

// compareFailures compares which tries failed, and how their first call went.
func compareFailures(t *testing.T, r *recording, runs []*run, astray float64) {
	t.Helper()
	type try struct{ job, number int }
	got := map[try]string{}
	for _, m := range runs {
		if m.dns() {
			got[try{m.job, m.number}] = m.path()
		}
	}
	wrong := 0
	for _, f := range r.Failed {
		k := try{int(f[0].(float64)), int(f[1].(float64))}
		if p, ok := got[k]; !ok || p[0] != f[2].(string)[0] {
			wrong++
		}
		delete(got, k)
	}
	wrong += len(got)
	t.Logf("%d of %d failures differ", wrong, len(r.Failed))
	if float64(wrong) > astray*float64(len(r.Failed)) {
		t.Errorf("%d of %d failures differ from the recording", wrong, len(r.Failed))
	}
}

// TestLocks: four threads ask for one name 100 ms apart, and its lookup fails after
// a second. What the later ones get depends on the TTL, and without one on the JDK.
func TestLocks(t *testing.T) {
	for _, test := range []struct {
		name  string
		cache Cache
		ends  []int // milliseconds, by thread
		path  string
	}{
		{"a failure that is kept is shared", Cache{Negative: 10 * time.Second}, []int{1000, 1000, 1000, 1000}, "NWWW"},
		{"8u352 to 20: one after another, the latest first", Cache{}, []int{1000, 4000, 3000, 2000}, "NNNN"},
		{"21 and later: in order of arrival", Cache{Lock: Fair}, []int{1000, 2000, 3000, 4000}, "NNNN"},
		{"8 before 8u352: all at once", Cache{Lock: Table}, []int{1000, 2000, 2000, 2000}, "NNNN"},
	} {
		s := newSimulation(1)
		j := newJVM(s, test.cache, func(string, time.Duration) reply { return reply{took: time.Second, cause: CauseTimeout} })
		ends, path := make([]int, 4), make([]byte, 4)
		for i := range 4 {
			s.at(time.Duration(i)*100*time.Millisecond, func() {
				j.ask("name", func(r lookupResult) {
					ends[i], path[i] = int(s.now.Milliseconds()), " NWC"[r.answer]
				})
			})
		}
		s.run()
		if !slices.Equal(ends, test.ends) || string(path) != test.path {
			t.Errorf("%s: ends %v %s, want %v %s", test.name, ends, path, test.ends, test.path)
		}
	}
}

// TestStaleAddress: behind the TTL one caller per TTL refreshes, and waits; the
// others get the old address at once, and nobody sees the failure until the stale
// TTL has passed too.
func TestStaleAddress(t *testing.T) {
	s := newSimulation(1)
	j := newJVM(s, Cache{Positive: 2 * time.Second, Stale: 6 * time.Second, Negative: 10 * time.Second}, func(_ string, at time.Duration) reply {
		if at < time.Second {
			return reply{took: time.Millisecond, address: "10.0.0.1"}
		}
		return reply{took: time.Second, cause: CauseTimeout}
	})
	type seen struct {
		took   int
		failed bool
	}
	var got []seen
	for _, at := range []int{0, 1000, 2500, 2600, 8500} {
		begun := time.Duration(at) * time.Millisecond
		s.at(begun, func() {
			j.ask("name", func(r lookupResult) {
				got = append(got, seen{int((s.now - begun).Milliseconds()), r.query.reply.failed()})
			})
		})
	}
	s.run()
	want := []seen{{1, false}, {0, false}, {0, false}, {1000, false}, {1000, true}} // in order of answers
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestParsePolicy(t *testing.T) {
	p, err := ParsePolicy("attempts=4,base=100ms,cap=20s,jitter=full")
	want := Policy{Name: "attempts=4,base=100ms,cap=20s,jitter=full", Tries: 4, Base: 100 * time.Millisecond, Factor: 2, Cap: 20 * time.Second, Full: true}
	if err != nil || p != want {
		t.Errorf("got %+v, %v, want %+v", p, err, want)
	}
	if got := p.Span(); got != 700*time.Millisecond {
		t.Errorf("span %s, want 700ms", got)
	}
	for text, message := range map[string]string{
		"attempts":    `retry policy: "attempts" is not KEY=VALUE`,
		"attempts=0":  "retry policy: attempts: 0 is out of range: use 1 to 100",
		"jitter=half": `retry policy: jitter: "half" is none of none, full, or a share as 5%`,
		"wait=1s":     "retry policy: wait: not known: use attempts, base, factor, cap or jitter",
	} {
		if _, err := ParsePolicy(text); err == nil || err.Error() != message {
			t.Errorf("%s: got %v, want %s", text, err, message)
		}
	}
}
