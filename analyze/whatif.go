package analyze

import (
	"fmt"
	"slices"
	"time"
)

// WhatIfSchema is the name and version of the JSON form of WhatIf.
const WhatIfSchema = "timeline.whatif/v1"

// A Change is one setting that was otherwise; everything else stays as it was. Nil
// fields are not changed.
type Change struct {
	Name     string
	Negative *time.Duration // networkaddress.cache.negative.ttl; 0 keeps nothing, negative for ever
	Positive *time.Duration // networkaddress.cache.ttl, likewise
	Timeout  *time.Duration // how long a lookup takes that gets no answer
	Policy   *Policy        // how the client tries again
}

// A WhatIf is what would have come of an incident under other settings.
type WhatIf struct {
	Schema  string   `json:"schema"`
	Tool    Tool     `json:"tool"`
	Replays []Replay `json:"replays"` // one per process and name with failed lookups
	Notes   []string `json:"notes"`
}

// A Replay is the incident of one name in one process, run again.
type Replay struct {
	Process      string        `json:"process"`
	Host         string        `json:"host"`
	Jobs         int           `json:"jobs"`       // whose first try is in the logs
	Named        bool          `json:"jobs_named"` // the logs name jobs; else each try is taken for one
	Assumed      Assumed       `json:"assumed"`
	Observed     Figures       `json:"observed"`
	AsItWas      Alternative   `json:"as_it_was"` // the model with nothing changed: how well it fits
	Alternatives []Alternative `json:"alternatives"`
}

// Assumed is what the logs say of the incident, as far as the model needs it.
type Assumed struct {
	NegativeTTL float64  `json:"negative_ttl_s"` // -1: for ever
	PositiveTTL float64  `json:"positive_ttl_s"`
	Outages     []Outage `json:"outages"`
	Tries       int      `json:"tries"`    // of the client inside one attempt
	Retries     float64  `json:"span_s"`   // that these tries take at most
	Again       int      `json:"again"`    // further tries of the application
	Service     Millis   `json:"quick_ms"` // of a request that needs no lookup
}

// An Outage is a span in which lookups failed. When it ended is known as a range
// only: nothing asks DNS while a failure is cached.
type Outage struct {
	From  Time     `json:"from"` // the first failed lookup began; the outage may be older
	Until Interval `json:"until"`
	Cause Cause    `json:"cause"`
	Took  Millis   `json:"lookup_ms"` // of one failed lookup
}

// Figures count what an incident cost.
type Figures struct {
	Failed        int     `json:"failed_tries"` // in name resolution
	Lost          int     `json:"failed_jobs"`  // whose last try failed so
	FailedLookups int     `json:"failed_lookups"`
	Waiting       float64 `json:"waiting_s"` // that all tries together spent on lookups, at least
	WaitingMost   float64 `json:"waiting_at_most_s"`
	Longest       float64 `json:"longest_wait_s"` // of one try, at least
	LongestMost   float64 `json:"longest_wait_at_most_s"`

	lookups int // all of them: logs do not show those that succeed
}

// A Range holds a figure over all that the logs leave open.
type Range struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// An Alternative is what one change would have made of the incident.
type Alternative struct {
	Name          string `json:"name"`
	Failed        Range  `json:"failed_tries"`
	Lost          Range  `json:"failed_jobs"`
	FailedLookups Range  `json:"failed_lookups"`
	Lookups       Range  `json:"lookups"` // failed ones included
	Waiting       Range  `json:"waiting_s"`
	Longest       Range  `json:"longest_wait_s"`

	// Report is one of the runs behind the ranges, with the outage as long as is
	// most likely: what a chart needs.
	Report *Report `json:"report,omitempty"`
}

// Runs of each alternative: for each length of the outage that the logs allow, as
// many seeds.
const (
	replaySeeds = 5
	maxReplays  = 20 // names and processes, those with most failures first
)

// RunWhatIf replays what the collectors hold under other settings. seed draws the
// back-off of clients; the result is a pure function of the arguments.
func RunWhatIf(cs []*Collector, opt Options, changes []Change, seed uint64) *WhatIf {
	if opt.Zone == nil {
		opt.Zone = time.UTC
	}
	s := infer(build(cs, opt.Zone), opt)
	w := &WhatIf{Schema: WhatIfSchema, Tool: Tool{"timeline", opt.Version}, Replays: []Replay{}, Notes: []string{}}
	var list []*story
	for _, c := range s.entries {
		if st := storyOf(s, c); st != nil {
			list = append(list, st)
		}
	}
	slices.SortStableFunc(list, func(a, b *story) int { return len(b.entry.fails) - len(a.entry.fails) })
	if n := len(list) - maxReplays; n > 0 {
		w.Notes = append(w.Notes, fmt.Sprintf("%d more names or processes with fewer failures are left out", n))
		list = list[:maxReplays]
	}
	for _, st := range list {
		w.Replays = append(w.Replays, st.replay(opt, changes, seed))
		if note := st.left.note(st.entry.host); note != "" {
			w.Notes = append(w.Notes, note)
		}
	}
	if len(list) == 0 {
		w.Notes = append(w.Notes, "no failed lookup was found in these logs: there is nothing to replay")
	}
	return w
}

// replay runs a story as it was and with each change.
func (st *story) replay(opt Options, changes []Change, seed uint64) Replay {
	r := Replay{
		Process: st.entry.process, Host: st.entry.host, Jobs: len(st.jobs), Named: st.namesJobs(), Assumed: st.assumed(), Observed: st.observed(),
		AsItWas: st.alternative(Change{Name: "as it was"}, opt, seed), Alternatives: []Alternative{},
	}
	for _, c := range changes {
		r.Alternatives = append(r.Alternatives, st.alternative(c, opt, seed))
	}
	return r
}

// alternative runs a story with one change over all that is open.
func (st *story) alternative(c Change, opt Options, seed uint64) Alternative {
	a := Alternative{Name: c.Name}
	first := true
	for _, share := range []float64{0, 0.5, 1} {
		for k := range uint64(replaySeeds) {
			runs, j := st.run(c, share, seed+k, 0)
			f := figuresOf(runs, j)
			a.widen(f, first)
			first = false
			if share == 0.5 && k == 0 {
				a.Report = st.report(runs, j, c, opt)
			}
		}
	}
	return a
}

func (a *Alternative) widen(f Figures, first bool) {
	for _, p := range []struct {
		r *Range
		v float64
	}{
		{&a.Failed, float64(f.Failed)}, {&a.Lost, float64(f.Lost)}, {&a.FailedLookups, float64(f.FailedLookups)}, {&a.Lookups, float64(f.lookups)},
		{&a.Waiting, f.Waiting}, {&a.Longest, f.Longest},
	} {
		if first {
			*p.r = Range{p.v, p.v}
			continue
		}
		p.r.Low, p.r.High = min(p.r.Low, p.v), max(p.r.High, p.v)
	}
}

// figuresOf counts what a run of the model cost.
func figuresOf(runs []*run, j *jvm) Figures {
	f := Figures{lookups: len(j.lookups)}
	for _, q := range j.lookups {
		if q.reply.failed() {
			f.FailedLookups++
		}
	}
	last := map[int]*run{}
	for _, r := range runs {
		last[r.job] = r
		if r.dns() {
			f.Failed++
		}
		for _, c := range r.calls {
			w := (c.end - c.start).Seconds()
			f.Waiting += w
			f.Longest = max(f.Longest, w)
		}
	}
	for _, r := range last {
		if r.dns() {
			f.Lost++
		}
	}
	f.Waiting, f.Longest = round3(f.Waiting), round3(f.Longest)
	f.WaitingMost, f.LongestMost = f.Waiting, f.Longest // a model knows
	return f
}
