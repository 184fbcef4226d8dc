package analyze

import (
	"math"
	"reflect"
	"testing"

	"timeline/parse"
)

func TestTTLReport(t *testing.T) {
	inf := math.Inf(1)
	p := func(f float64) *float64 { return &f }
	jdk := []string{"JDK default, 10 s"}
	tests := []struct {
		low, high float64
		want      TTL
	}{
		{0, inf, TTL{Matches: jdk}},
		{10, 10, TTL{Low: p(10), High: p(10), Best: p(10), Matches: jdk}},
		{9.99949, 10.00051, TTL{Low: p(9.999), High: p(10.001), Best: p(10), Matches: jdk}},
		{10.001, 12, TTL{Low: p(10.001), High: p(12), Matches: []string{}}},
		{2.5, 9.999, TTL{Low: p(2.5), High: p(9.999), Matches: []string{}}},
		{2.5, 3.4, TTL{Low: p(2.5), High: p(3.4), Best: p(3), Matches: []string{}}},
		{3, 3.9, TTL{Low: p(3), High: p(3.9), Best: p(3), Matches: []string{}}},
		{2.5, 4, TTL{Low: p(2.5), High: p(4), Matches: []string{}}},
		{0, 0.9, TTL{High: p(0.9), Matches: []string{}}},
		{12, inf, TTL{Low: p(12), Matches: []string{}}},
	}
	for _, tt := range tests {
		if got := ttlReport(tt.low, tt.high); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%v to %v: %+v, want %+v", tt.low, tt.high, got, tt.want)
		}
	}
}

// The windows of a process narrow each other, unless they contradict each other.
func TestSharedTTL(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		name    string
		windows []ttlBound
		want    ttlBound
		sure    bool
	}{
		{"one", []ttlBound{{2, 12}}, ttlBound{2, 12}, true},
		{"three", []ttlBound{{2, 12}, {9, inf}, {0, 10.5}}, ttlBound{9, 10.5}, true},
		{"they touch", []ttlBound{{10, 12}, {8, 10}}, ttlBound{10, 10}, true},
		{"no TTL fits both", []ttlBound{{10.001, 12}, {8, 10}}, ttlBound{0, inf}, false},
		{"shorter than any that keeps", []ttlBound{{0, 0.89}}, ttlBound{0, inf}, false},
		{"as short as one may look", []ttlBound{{0, 0.9}}, ttlBound{0, 0.9}, true},
	}
	for _, tt := range tests {
		c := &cacheEntry{process: "p"}
		var ws []*window
		for _, b := range tt.windows {
			ws = append(ws, &window{entry: c, in: &insertion{}, lowTTL: b.low, highTTL: b.high})
		}
		other := &window{entry: &cacheEntry{process: "q"}, in: &insertion{}, lowTTL: 3, highTTL: 4}
		shared := shareTTL(append(ws, other))
		if shared["p"] != tt.want || shared["q"] != (ttlBound{3, 4}) {
			t.Errorf("%s: %v", tt.name, shared)
		}
		for i, w := range ws {
			if w.own != tt.windows[i] || (ttlBound{w.lowTTL, w.highTTL}) != tt.want || w.sure != tt.sure {
				t.Errorf("%s: window %d: own %v, %v to %v, sure %v", tt.name, i, w.own, w.lowTTL, w.highTTL, w.sure)
			}
		}
	}
}

// A failure left the cache behind the last answer from it, and before what needed a
// lookup.
func TestWindowCloses(t *testing.T) {
	inf := math.Inf(1)
	const open = int64(1e18)
	s := func(n float64) int64 { return open + nanos(n) }
	ok := &attempt{start: s(14), end: s(14.5)}
	tests := []struct {
		name             string
		w                window
		entry            cacheEntry
		earliest, latest int64
	}{
		{"nothing is known", window{lastCached: unset, highTTL: inf}, cacheEntry{}, open, unset},
		{"the TTL bounds it", window{lastCached: unset, lowTTL: 9, highTTL: 11}, cacheEntry{}, s(9), s(11.2)},
		{"an answer from it later than the TTL allows", window{lastCached: s(0.9), lowTTL: 0.5, highTTL: 11}, cacheEntry{}, s(0.9), s(11.2)},
		{"an answer that may be from a renewed one", window{lastCached: s(9.5), highTTL: 11}, cacheEntry{}, s(0.2), s(11.2)},
		{"the log holds every try", window{lastCached: s(9.5), highTTL: 11}, cacheEntry{everyTry: true, cached: true}, s(9.5), s(11.2)},
		{"the next lookup began before", window{lastCached: unset, lowTTL: 9, highTTL: 11, next: &insertion{began: s(10)}}, cacheEntry{}, s(9), s(10)},
		{"the next lookup began later", window{lastCached: unset, lowTTL: 9, highTTL: 11, next: &insertion{began: s(12)}}, cacheEntry{}, s(9), s(11.2)},
		{"when it began is unknown", window{lastCached: unset, lowTTL: 9, highTTL: inf, next: &insertion{began: unset}}, cacheEntry{}, s(9), unset},
		{"a success came that others followed", window{lastCached: unset, lowTTL: 9, highTTL: inf, firstSuccess: ok}, cacheEntry{oks: []*attempt{ok}, recoveries: []int{3}}, s(9), s(14.5)},
		{"a success that few followed", window{lastCached: unset, lowTTL: 9, highTTL: inf, firstSuccess: ok}, cacheEntry{oks: []*attempt{ok}, recoveries: []int{2}}, s(9), unset},
		{"a success on an open connection", window{lastCached: unset, lowTTL: 9, highTTL: inf, firstSuccess: ok}, cacheEntry{oks: []*attempt{ok}, recoveries: []int{3}, pooled: true}, s(9), unset},
		{"a success before the TTL was over", window{lastCached: unset, lowTTL: 20, highTTL: inf, firstSuccess: ok}, cacheEntry{oks: []*attempt{ok}, recoveries: []int{3}}, s(14.5), s(14.5)},
	}
	for _, tt := range tests {
		w := tt.w
		w.in, w.entry = &insertion{lo: open, hi: s(0.2)}, &tt.entry
		if earliest, latest := w.closed(); earliest != tt.earliest || latest != tt.latest {
			t.Errorf("%s: %v to %v s, want %v to %v", tt.name, seconds(earliest-open), seconds(latest-open), seconds(tt.earliest-open), seconds(tt.latest-open))
		}
	}
}

// Where the log says how a try ended, that counts; where it writes plain ends for
// tries that went well only, an end does.
func TestOutcomes(t *testing.T) {
	f := &failure{}
	end := func(status parse.Status, f *failure) *attempt {
		return &attempt{op: "get", start: 1, end: 2, endPhase: parse.End, status: status, failure: f, evented: true}
	}
	failEvent := &attempt{op: "get", start: 1, end: 2, endPhase: parse.Fail, evented: true}
	endless := &attempt{op: "get", start: 1, end: unset, evented: true}
	tests := []struct {
		name   string
		others []*attempt
		a      *attempt
		want   Outcome
	}{
		{"stated", nil, end(parse.OK, nil), OutcomeOK},
		{"stated, against its line", nil, end(parse.OK, f), OutcomeFailed},
		{"stated failure", nil, end(parse.Failed, nil), OutcomeFailed},
		{"an end alone", nil, end(parse.NoStatus, nil), OutcomeUnknown},
		{"failures write an event of their own", []*attempt{failEvent}, end(parse.NoStatus, nil), OutcomeOK},
		{"failures write no end", []*attempt{endless}, end(parse.NoStatus, nil), OutcomeOK},
		{"failures write plain ends too", []*attempt{failEvent, end(parse.NoStatus, f)}, end(parse.NoStatus, nil), OutcomeUnknown},
		{"failures are stated at plain ends", []*attempt{endless, end(parse.Failed, nil)}, end(parse.NoStatus, nil), OutcomeUnknown},
		{"another operation writes failure events", []*attempt{{op: "put", endPhase: parse.Fail, evented: true}}, end(parse.NoStatus, nil), OutcomeUnknown},
		{"a start without an end, like others", []*attempt{endless}, &attempt{op: "get", start: 1, end: unset, evented: true}, OutcomeUnknown},
		{"a line that never ended", []*attempt{{op: "get", start: 1, end: unset}}, end(parse.NoStatus, nil), OutcomeUnknown},
	}
	for _, tt := range tests {
		decideOutcomes(append([]*attempt{tt.a}, tt.others...), nil)
		if tt.a.outcome != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, tt.a.outcome, tt.want)
		}
	}
}

// A try that another one of its operation followed failed.
func TestRetriedTriesFailed(t *testing.T) {
	try := func(op string, end int64) *attempt {
		return &attempt{op: op, start: 1, end: end, endPhase: parse.End}
	}
	tests := []struct {
		name  string
		chain []*attempt
		want  []Outcome
	}{
		{"another try by its name", []*attempt{try("upload", 2), try("uploadRetry", 3)}, []Outcome{OutcomeFailed, OutcomeUnknown}},
		{"the same operation once more: a further item", []*attempt{try("upload", 2), try("upload", 3)}, []Outcome{OutcomeUnknown, OutcomeUnknown}},
		{"no end, and another try", []*attempt{try("upload", unset), try("upload", 3)}, []Outcome{OutcomeFailed, OutcomeUnknown}},
		{"a try that went well, and one more", []*attempt{{op: "upload", end: 2, endPhase: parse.End, status: parse.OK}, try("uploadRetry", 3)}, []Outcome{OutcomeOK, OutcomeUnknown}},
		{"the last try has no end", []*attempt{try("upload", unset)}, []Outcome{OutcomeUnknown}},
	}
	for _, tt := range tests {
		decideOutcomes(tt.chain, [][]*attempt{tt.chain})
		for i, a := range tt.chain {
			if a.outcome != tt.want[i] {
				t.Errorf("%s: try %d %v, want %v", tt.name, i, a.outcome, tt.want[i])
			}
		}
	}
}
