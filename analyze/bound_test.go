package analyze

import (
	"slices"
	"testing"
	"time"

	"timeline/parse"
)

const ms = int64(time.Millisecond)

// Each kind of try says another thing of the lookup that it took part in.
func TestBounds(t *testing.T) {
	const start, overhead, grain = int64(1e18), 300 * ms, 10 * ms
	whole := touch{since: start, first: true, last: true, attempt: &attempt{start: start}}
	at := func(t touch, took int64, a answer) touch {
		t.at, t.answer = start+took, a
		return t
	}
	firstOnly, lastOnly := whole, whole
	firstOnly.last, lastOnly.first = false, false
	noStart := touch{since: unset, first: true, last: true, attempt: &attempt{start: unset}}
	byLine := touch{since: start, first: true, last: true, attempt: &attempt{start: start, endByLine: true}}
	tests := []struct {
		name    string
		touch   touch
		loss    float64
		lo, hi  int64 // after start
		waiting bool
		logged  bool
		none    bool
	}{
		{name: "led, and waited longer than a slow lookup and retries take", touch: at(whole, 5000*ms, answerNative), lo: 4890 * ms, hi: 5010 * ms, waiting: true, logged: true},
		{name: "waited, by its frames", touch: at(whole, 5000*ms, answerWaited), lo: 4890 * ms, hi: 5010 * ms, waiting: true, logged: true},
		{name: "led for just as long as a slow lookup takes", touch: at(whole, 810*ms, answerNative), lo: 700 * ms, hi: 820 * ms, logged: true},
		{name: "led for longer", touch: at(whole, 811*ms, answerNative), lo: 701 * ms, hi: 821 * ms, waiting: true, logged: true},
		{name: "led at once: the lookup ended behind its start", touch: at(whole, 20*ms, answerNative), lo: 0, hi: 30 * ms, logged: true},
		{name: "led, its start unknown", touch: at(noStart, 20*ms, answerNative), lo: -80 * ms, hi: 30 * ms, logged: true},
		{name: "a first try of several that took long", touch: at(firstOnly, 200*ms, answerUnknown), lo: 100 * ms, hi: 210 * ms, waiting: true, logged: true},
		{name: "a first try that took as long as a line may be late", touch: at(firstOnly, 110*ms, answerUnknown), none: true},
		{name: "a first try that a busy machine answered from the cache", touch: at(firstOnly, 200*ms, answerCached), none: true},
		{name: "longer than its retries: it waited at some time", touch: at(whole, 1000*ms, answerCached), lo: 700 * ms, hi: 1010 * ms, waiting: true},
		{name: "hardly longer than its retries", touch: at(whole, 311*ms, answerUnknown), lo: 11 * ms, hi: 321 * ms, waiting: true},
		{name: "as long as its retries", touch: at(whole, 310*ms, answerUnknown), none: true},
		{name: "an end that a line gives, where no record is missing", touch: at(byLine, 1000*ms, answerUnknown), lo: 700 * ms, hi: 1010 * ms, waiting: true},
		{name: "an end that a line gives, where records are missing", touch: at(byLine, 1000*ms, answerUnknown), loss: 0.1, none: true},
		{name: "a last try that took longer than retries", touch: at(lastOnly, 500*ms, answerUnknown), lo: 400 * ms, hi: 510 * ms, waiting: true, logged: true},
		{name: "a last try from the cache", touch: at(lastOnly, 500*ms, answerCached), none: true},
		{name: "a last try as long as retries", touch: at(lastOnly, 310*ms, answerUnknown), none: true},
		{name: "a last try whose start is unknown", touch: at(noStart, 500*ms, answerUnknown), none: true},
	}
	for _, tt := range tests {
		c := &cacheEntry{touches: []touch{tt.touch}, overhead: overhead, grain: grain, loss: tt.loss}
		got := c.bounds()
		if tt.none {
			if len(got) != 0 {
				t.Errorf("%s: %+v, want none", tt.name, got)
			}
			continue
		}
		if len(got) != 1 {
			t.Errorf("%s: %d bounds, want one", tt.name, len(got))
			continue
		}
		if b := got[0]; b.lo != start+tt.lo || b.hi != start+tt.hi || b.waiting != tt.waiting || b.logged != tt.logged {
			t.Errorf("%s: %d to %d ms, waiting %v, logged %v", tt.name, (b.lo-start)/ms, (b.hi-start)/ms, b.waiting, b.logged)
		}
	}
}

func TestPauseBefore(t *testing.T) {
	c := &cacheEntry{overhead: 300 * ms}
	for want, list := range map[int64][]touch{
		0:        {{first: true}},
		300 * ms: {{first: true, last: true}, {last: true}, {}},
	} {
		for _, touch := range list {
			if got := c.pauseBefore(touch); got != want {
				t.Errorf("%+v: %d, want %d", touch, got, want)
			}
		}
	}
}

func TestRetryBound(t *testing.T) {
	tests := []struct {
		name string
		r    retrySamples
		want int64
	}{
		{"nothing is known", retrySamples{longest: unset, shortest: unset}, 750 * ms},
		{"short failures", retrySamples{longest: unset, shortest: 200 * ms}, 750 * ms},
		{"long failures", retrySamples{longest: unset, shortest: 4000 * ms}, 5000 * ms},
		{"few short samples", retrySamples{n: 19, longest: 100 * ms}, 750 * ms},
		{"few samples, as long as usual", retrySamples{n: 3, longest: 750 * ms}, 1182500 * ms / 1000},
		{"few samples of a long back-off", retrySamples{n: 4, longest: 2000 * ms}, 6000 * ms},
		{"one sample of a long back-off", retrySamples{n: 1, longest: 751 * ms}, 2253 * ms},
		{"many samples", retrySamples{n: 20, longest: 420 * ms}, 501 * ms},
		{"many quick samples: a line may be late", retrySamples{n: 39, longest: 20 * ms}, 100 * ms},
	}
	for _, tt := range tests {
		if got := tt.r.bound(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, time.Duration(got), time.Duration(tt.want))
		}
	}
}

func TestClumpAround(t *testing.T) {
	list := []int64{10 * ms, 100 * ms, 250 * ms, 401 * ms, 641 * ms, 1100 * ms}
	for i, want := range []int{2, 2, 2, 4, 4, 5} {
		if got := clumpAround(list, i); got != want {
			t.Errorf("around %d: to %d, want %d", i, got, want)
		}
	}
}

func TestBeganSoonAfter(t *testing.T) {
	ends := []*attempt{{end: 0}, {end: 5000 * ms}}
	for start, want := range map[int64]bool{-1: false, 0: false, 1: true, 1000 * ms: true, 1000*ms + 1: false, 5000 * ms: false, 5000*ms + 1: true, 6000 * ms: true, 6001 * ms: false} {
		if got := beganSoonAfter(ends, start); got != want {
			t.Errorf("start %v: %v", time.Duration(start), got)
		}
	}
}

func TestEntriesShareOverheads(t *testing.T) {
	much := retrySamples{n: fewSamples, longest: 100 * ms}
	some := retrySamples{n: 3, longest: 200 * ms}
	none := retrySamples{longest: unset, shortest: unset}
	entry := func(process string, r retrySamples, overhead int64) *cacheEntry {
		return &cacheEntry{process: process, retries: r, overhead: overhead * ms, grain: 2 * ms}
	}
	list := []*cacheEntry{
		entry("a", much, 150), entry("a", much, 160), entry("a", some, 750), entry("a", none, 750),
		entry("b", some, 900), entry("b", none, 750), entry("b", some, 950), entry("b", none, 1000),
		entry("c", none, 750),
	}
	shareOverheads(list)
	var got []int64
	for _, c := range list {
		got = append(got, c.overhead/ms)
	}
	// the third of a: 200 + 200/20 + 2*200/4 + 20, and a step of its clock
	if want := []int64{150, 160, 332, 160, 900, 950, 950, 1000, 750}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// What is missing shows beside what is there.
func TestShareOfLostRecords(t *testing.T) {
	tests := []struct {
		name string
		n    lossCount
		want float64
	}{
		{"nothing", lossCount{}, 0},
		{"all whole", lossCount{starts: 10, ends: 10, failEvents: 4, failLines: 4, lines: 4, numbered: 6}, 0},
		{"ends without starts", lossCount{starts: 8, ends: 10, endOnly: 2}, 0.2},
		{"failures without a line", lossCount{failEvents: 4, failLines: 3}, 0.25},
		{"no failure has a line: they are not logged", lossCount{failEvents: 4}, 0},
		{"lines without events", lossCount{starts: 1, lines: 5, linesAlone: 2}, 0.4},
		{"lines alone, without any events", lossCount{lines: 5, linesAlone: 5}, 0},
		{"numbers that are not there", lossCount{numbered: 3, gaps: 1}, 0.25},
		{"the worst of several", lossCount{starts: 8, ends: 10, endOnly: 1, numbered: 1, gaps: 1}, 0.5},
	}
	for _, tt := range tests {
		if got := tt.n.share(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestLossCount(t *testing.T) {
	f := &failure{}
	var n lossCount
	for _, a := range []*attempt{
		{evented: true, start: 1, end: 2, endPhase: parse.End},
		{evented: true, start: unset, end: 2, endPhase: parse.End},
		{evented: true, start: 1, end: unset},
		{evented: true, start: 1, end: 2}, // its end is that of a line
		{evented: true, start: 1, end: 2, endPhase: parse.Fail, logged: true, failure: f},
		{evented: true, start: 1, end: 2, endPhase: parse.Fail},
		{start: unset, end: 2, logged: true, failure: f, job: "j"},
		{start: unset, end: 2, logged: true, failure: f},
		{start: unset, end: 2, logged: true, probes: []probe{{number: 2}, {number: 2}, {number: 5}, {number: 0}}},
	} {
		n.add(a)
	}
	want := lossCount{starts: 5, ends: 4, endOnly: 1, failEvents: 2, failLines: 1, lines: 3, linesAlone: 1, numbered: 2, gaps: 3}
	if n != want {
		t.Errorf("%+v, want %+v", n, want)
	}
}
