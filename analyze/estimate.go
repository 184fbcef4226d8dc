package analyze

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"
)

// Bounds of the replays of one report. They count what is simulated and no time,
// so that the same logs give the same report on every machine.
const (
	estimateEntries = 10      // those with most failures
	estimateJobs    = 1000    // of one name
	estimateEvents  = 300_000 // of all replays
	estimateSeeds   = 2
)

// An estimate says what other settings would have made of the incident of one
// entry, by replaying it in the model of the cache.
type estimate struct {
	story    *story
	missing  string // why nothing is computed; "" where it is
	observed Figures
	was      []Figures // of the model with nothing changed, one a run
	events   *int      // left to simulate
	done     map[string]effect
}

// An effect is what a change would have made of the incident.
type effect struct {
	failed  Range // tries that fail
	lookups Range // how many more than without the change
	longest Range // wait for a lookup, in seconds
}

// estimate returns what can be computed of c. The entries with most failures are
// prepared at the first call.
func (s *scene) estimate(c *cacheEntry) *estimate {
	if s.estimates == nil {
		s.prepareEstimates()
	}
	if e := s.estimates[c]; e != nil {
		return e
	}
	return &estimate{missing: fmt.Sprintf("only the %d names with most failures are replayed", estimateEntries)}
}

func (s *scene) prepareEstimates() {
	s.estimates = map[*cacheEntry]*estimate{}
	list := filterEntries(s.entries, func(c *cacheEntry) bool { return len(c.fails) > 0 })
	slices.SortStableFunc(list, func(a, b *cacheEntry) int { return cmp.Compare(len(b.fails), len(a.fails)) })
	left := estimateEvents
	for _, c := range list[:min(len(list), estimateEntries)] {
		s.estimates[c] = newEstimate(s, c, &left)
	}
}

func filterEntries(list []*cacheEntry, keep func(*cacheEntry) bool) []*cacheEntry {
	return slices.DeleteFunc(slices.Clone(list), func(c *cacheEntry) bool { return !keep(c) })
}

// newEstimate tells the story of c and holds the model against what the logs show.
func newEstimate(s *scene, c *cacheEntry, events *int) *estimate {
	e := &estimate{events: events, done: map[string]effect{}}
	if e.story = storyOf(s, c); e.story == nil {
		e.missing = "the logs do not hold when its tries began"
		return e
	}
	if n := len(e.story.jobs); n > estimateJobs {
		e.missing = fmt.Sprintf("more than %d jobs ask for this name", estimateJobs)
		return e
	}
	e.observed = e.story.observed()
	was, ok := e.play(Change{})
	if !ok {
		e.missing = tooLong
		return e
	}
	e.was = was
	r := e.wasFailed()
	if n := float64(e.observed.Failed); n < 0.7*r.Low-2 || n > 1.3*r.High+2 {
		e.missing = fmt.Sprintf("the model of the cache gives %s failed tries where the logs show %d", r, e.observed.Failed)
	}
	return e
}

// wasFailed is how many tries fail in the model with nothing changed.
func (e *estimate) wasFailed() Range {
	return rangeOf(e.was, func(_ int, f Figures) float64 { return float64(f.Failed) })
}

const tooLong = "a replay would take too long"

// play runs the story with a change over all that the logs leave open, and gives
// up when the events of the report are spent.
func (e *estimate) play(c Change) ([]Figures, bool) {
	var list []Figures
	for _, share := range []float64{0, 0.5, 1} {
		for seed := range uint64(estimateSeeds) {
			if *e.events <= 0 {
				return nil, false
			}
			runs, j := e.story.run(c, share, seed+1, *e.events)
			if *e.events -= j.added; *e.events <= 0 {
				return nil, false
			}
			list = append(list, figuresOf(runs, j))
		}
	}
	return list, true
}

// of replays the incident with a change, once for each name of one.
func (e *estimate) of(c Change) (effect, bool) {
	if e.missing != "" {
		return effect{}, false
	}
	if f, ok := e.done[c.Name]; ok {
		return f, true
	}
	list, ok := e.play(c)
	if !ok {
		return effect{}, false
	}
	f := effect{
		failed:  rangeOf(list, func(_ int, f Figures) float64 { return float64(f.Failed) }),
		lookups: rangeOf(list, func(i int, f Figures) float64 { return float64(f.lookups - e.was[i].lookups) }),
		longest: rangeOf(list, func(_ int, f Figures) float64 { return f.Longest }),
	}
	e.done[c.Name] = f
	return f, true
}

func rangeOf(list []Figures, value func(int, Figures) float64) Range {
	var r Range
	for i, f := range list {
		v := value(i, f)
		if i == 0 {
			r = Range{v, v}
		}
		r.Low, r.High = min(r.Low, v), max(r.High, v)
	}
	return r
}

// words tells how many tries would have failed with a change, and at what cost of
// lookups. It returns how many failed tries that leaves, for ranking.
func (e *estimate) words(c Change) (text string, left float64) {
	f, ok := e.of(c)
	if !ok {
		return "not computed here (" + firstNonEmpty(e.missing, tooLong) + ")", float64(e.observed.Failed)
	}
	who := failedTries(e.observed.Failed) + " would"
	if all := len(e.story.entry.fails); all > e.observed.Failed {
		who = fmt.Sprintf("%d of %s can be replayed, and would", e.observed.Failed, failedTries(all))
	}
	was := ""
	if r := e.wasFailed(); r.Low != r.High || r.Low != float64(e.observed.Failed) {
		was = fmt.Sprintf(" (the model with nothing changed gives %s)", r)
	}
	if f.failed.Low >= float64(e.observed.Failed) {
		return "it would not have saved a try here: " + e.noHelpWords(f), noHelp
	}
	return fmt.Sprintf("here %s have been %s, with %s%s", who, f.failed, moreLookups(f.lookups), was), (f.failed.Low + f.failed.High) / 2
}

// noHelp ranks a change that would have left as many failed tries behind all others.
const noHelp = math.MaxFloat64

// noHelpWords says of a change how many tries would have failed all the same.
func (e *estimate) noHelpWords(f effect) string {
	n := e.observed.Failed
	text := "all " + failedTries(n)
	if n == 1 {
		text = "the failed try"
	}
	if all := len(e.story.entry.fails); all > n {
		text = fmt.Sprintf("all of the %d of %s that can be replayed", n, failedTries(all))
	}
	return text + " would have failed as well, with " + moreLookups(f.lookups)
}

func failedTries(n int) string { return plural(n, "failed try", "failed tries") }

// moreLookups words a difference: 9 to 14 more lookups.
func moreLookups(r Range) string {
	switch {
	case r.Low == 0 && r.High == 0:
		return "as many lookups"
	case r.Low == 1 && r.High == 1:
		return "1 more lookup"
	case r.Low >= 0:
		return r.String() + " more lookups"
	case r.High <= 0:
		return Range{0 - r.High, 0 - r.Low}.String() + " fewer lookups"
	}
	return fmt.Sprintf("between %s fewer and %s more lookups", oneDecimal(-r.Low), oneDecimal(r.High))
}

// String is "3 to 5", or "3" where it is one.
func (r Range) String() string {
	low, high := oneDecimal(r.Low), oneDecimal(r.High)
	if low == high {
		return low
	}
	return low + " to " + high
}

// outlasting is a retry policy whose delays add up to more than ttl, whatever
// their jitter.
func outlasting(ttl time.Duration) Policy {
	p := Policy{Tries: 2, Base: time.Second, Factor: 2, Cap: 8 * time.Second, Spread: 0.1}
	for p.least() <= ttl {
		p.Tries++
	}
	p.Name = fmt.Sprintf("attempts=%d,base=1s,cap=8s,jitter=10%%", p.Tries)
	return p
}

// least is the shortest that all delays of one attempt add up to.
func (p Policy) least() time.Duration {
	if p.Full {
		return 0
	}
	var sum time.Duration
	for n := 1; n < p.Tries; n++ {
		sum += time.Duration(float64(p.longest(n)) * (1 - p.Spread))
	}
	return sum
}
