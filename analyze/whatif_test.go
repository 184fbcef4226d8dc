package analyze

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"timeline/parse"
)

// silentIncident is a resolver that is silent for 30 s, each lookup for 4 s, met by
// a job every 300 ms whose client tries four times.
func silentIncident() *incident {
	in := &incident{seed: 3, shape: "drop", length: 60 * time.Second, outages: []outage{{from: 0, to: 30 * time.Second, act: "drop", query: 2 * time.Second, queries: 2}}}
	in.server = func(time.Duration) service { return service{took: 20 * time.Millisecond} }
	in.style = logStyle{events: true, log: true, durations: true, eventHost: true, failMark: "error", grain: time.Millisecond}
	p := jvmPlan{
		name: "A", jdk: 17, cache: Cache{Negative: 10 * time.Second, Positive: 30 * time.Second}, setup: time.Millisecond, again: 1,
		every: 300 * time.Millisecond, hosts: []string{"media.example.net"}, factory: "frames",
	}
	p.policy, _ = ClientPolicy("aws-v2")
	in.jvms = []jvmPlan{p}
	return in
}

// replaySilent replays the silent incident with changes.
func replaySilent(t *testing.T, changes ...Change) *Replay {
	t.Helper()
	in := silentIncident()
	tr := in.write(in.play())
	w := RunWhatIf(tr.collect([]int{0, 1}), Options{}, changes, 1)
	if len(w.Replays) != 1 {
		t.Fatalf("%d replays, want 1 (%v)", len(w.Replays), w.Notes)
	}
	return &w.Replays[0]
}

func TestReplayMeetsTheIncident(t *testing.T) {
	r := replaySilent(t)
	if o := float64(r.Observed.Failed); o < 0.9*r.AsItWas.Failed.Low || o > 1.1*r.AsItWas.Failed.High {
		t.Errorf("%g tries failed, the model says %+v", o, r.AsItWas.Failed)
	}
	if o := float64(r.Observed.FailedLookups); o < r.AsItWas.FailedLookups.Low || o > r.AsItWas.FailedLookups.High {
		t.Errorf("%g lookups failed, the model says %+v", o, r.AsItWas.FailedLookups)
	}
	if r.Assumed.NegativeTTL != 10 || r.Assumed.Again != 1 || len(r.Assumed.Outages) != 1 {
		t.Errorf("assumed %+v", r.Assumed)
	}
	end := epoch.Add(30 * time.Second)
	if u := r.Assumed.Outages[0].Until; u.Earliest.After(end) || u.Latest.Before(end) {
		t.Errorf("the outage ended between %s and %s, in truth at %s", u.Earliest, u.Latest, end)
	}
}

// TestTTL0CostsWaiting: without negative caching fewer tries fail of a silent
// resolver's cache, and threads queue on lookups one after another.
func TestTTL0CostsWaiting(t *testing.T) {
	none, second := time.Duration(0), time.Second
	r := replaySilent(t, Change{Name: "none", Negative: &none}, Change{Name: "one", Negative: &second})
	if r.Alternatives[0].Waiting.Low < 2*r.AsItWas.Waiting.High {
		t.Errorf("TTL 0 waits %+v s, as it was %+v s", r.Alternatives[0].Waiting, r.AsItWas.Waiting)
	}
	if r.Alternatives[0].Longest.High < 3*4 {
		t.Errorf("the longest wait is %+v s: no convoy", r.Alternatives[0].Longest)
	}
	if r.Alternatives[1].FailedLookups.Low <= r.AsItWas.FailedLookups.High {
		t.Errorf("TTL 1 looks up %+v times in vain, as it was %+v", r.Alternatives[1].FailedLookups, r.AsItWas.FailedLookups)
	}
}

func TestShortTimeoutWaitsLess(t *testing.T) {
	second := time.Second
	r := replaySilent(t, Change{Name: "1 s", Timeout: &second})
	if r.Alternatives[0].Longest.High > 1.1 || r.Alternatives[0].Waiting.High > r.AsItWas.Waiting.Low {
		t.Errorf("waits %+v s, the longest %+v; as it was %+v", r.Alternatives[0].Waiting, r.Alternatives[0].Longest, r.AsItWas.Waiting)
	}
}

// TestReplayIsAReport: a replay comes in the types of a report.
func TestReplayIsAReport(t *testing.T) {
	second := time.Second
	change := Change{Name: "negative TTL 1 s", Negative: &second}
	r := replaySilent(t, change).Alternatives[0].Report
	failed := 0
	for _, a := range r.Attempts {
		if a.Class.IsDNS() {
			failed++
		}
	}
	if failed != r.Coverage.Failed || failed == 0 || len(r.Windows) == 0 {
		t.Errorf("%d failures in name resolution, coverage says %d; %d windows", failed, r.Coverage.Failed, len(r.Windows))
	}
	for _, w := range r.Windows {
		if d := w.Closed.Earliest.Sub(w.Opened.Earliest.Time); d != second || *w.TTL.Best != 1 {
			t.Errorf("%s was open for %s, its TTL is %g s", w.ID, d, *w.TTL.Best)
		}
	}
	if again := replaySilent(t, change).Alternatives[0].Report; !reflect.DeepEqual(r, again) {
		t.Error("the same seed gives another replay")
	}
}

// TestReplayOfSerialLookups: where failures are not cached, the outage began with the
// first lookup and not with its end, and the model meets what the logs show.
func TestReplayOfSerialLookups(t *testing.T) {
	base := time.Date(2026, 7, 20, 10, 0, 20, 0, time.UTC)
	log := ""
	for i := range 5 {
		end, took := base.Add(time.Duration(i+1)*5*time.Second), 5000+4500*i // they began 500 ms apart
		log += end.Format("2006-01-02T15:04:05.000Z") + fmt.Sprintf(" ERROR [exec-%d] c.e.Client: call failed after %d ms: java.net.UnknownHostException: a.example\n", i, took) +
			"java.net.UnknownHostException: a.example: Temporary failure in name resolution\n" +
			"\tat java.base/java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)\n" +
			"\tat java.base/java.net.InetAddress$NameServiceAddresses.get(InetAddress.java:1139)\n"
	}
	c := NewCollector("")
	for lines := parse.NewReader(strings.NewReader(log), "a.log", "", parse.Options{}); lines.Scan(); {
		if rec := lines.Record(); rec != nil {
			c.Add(rec)
		}
	}
	second := time.Second
	w := RunWhatIf([]*Collector{c}, Options{}, []Change{{Name: "one", Negative: &second}}, 1)
	if len(w.Replays) != 1 {
		t.Fatalf("%d replays, want 1 (%v)", len(w.Replays), w.Notes)
	}
	r := w.Replays[0]
	if from := r.Assumed.Outages[0].From; !from.Equal(base) {
		t.Errorf("the outage began at %s, want %s", from, base)
	}
	if want := (Range{5, 5}); r.Observed.Failed != 5 || r.AsItWas.Failed != want || r.AsItWas.FailedLookups != want {
		t.Errorf("%d tries failed, the model says %+v over %+v failed lookups", r.Observed.Failed, r.AsItWas.Failed, r.AsItWas.FailedLookups)
	}
	if l := r.Alternatives[0].Report.Windows[0].Lookup; len(l.Waited) != 4 || time.Duration(*l.StartSpread) != 2*second || time.Duration(*l.EndSpread) > 10*time.Millisecond {
		t.Errorf("with a TTL of 1 s the lookup is %+v", l)
	}
	if r.Named || r.Observed.Waiting != 70 || r.Observed.WaitingMost != 70 || r.Observed.Longest != 23 {
		t.Errorf("observed %+v, jobs named %t", r.Observed, r.Named)
	}
}
