package analyze

import (
	"cmp"
	"slices"
	"strings"

	"timeline/parse"
)

// An attempt is a try with all that the logs say of it, before and while its
// class is inferred. Instants are unix nanoseconds, unset where unknown.
type attempt struct {
	id        int // place in the report's order, 1-based
	process   string
	host      string
	job       string
	thread    string
	op        string
	client    string
	try       int
	start     int64
	end       int64
	endPhase  parse.Phase
	status    parse.Status
	outcome   Outcome
	failure   *failure // nil where the logs do not say why, or that, it failed
	probes    []probe  // the tries inside it that were logged, in time order
	remote    string
	resolved  string
	sources   []Source
	evented   bool  // TimeLog events made it, not log lines alone
	logged    bool  // a log line belongs to it
	timed     bool  // what says how it failed says when it began, too
	endByLine bool  // its end is that of a line which does not state when it began
	grain     int64 // step of the clock that stamped it: its instants lie up to so much later
	adopted   bool  // counted as a name failure for its times and its job's later failure only

	class Class
	from  evidenceKind
}

// A probe is one logged try inside an attempt: a retry of the client library.
type probe struct {
	at      int64
	number  int // as the line states it; 0 if not
	answer  answer
	failure *failure
	source  Source
}

// An evidenceKind is a set of the kinds of evidence behind a class.
type evidenceKind uint8

// Kinds of evidence.
const (
	byFrames evidenceKind = 1 << iota
	byMessage
	byTiming
)

func (k evidenceKind) words() []string {
	words := []string{}
	for i, w := range []string{"frames", "message", "timing"} {
		if k&(1<<i) != 0 {
			words = append(words, w)
		}
	}
	return words
}

// took is the duration of a in nanoseconds, unset where an end is unknown.
func (a *attempt) took() int64 {
	if a.start == unset || a.end == unset {
		return unset
	}
	return a.end - a.start
}

// longest is the most that a can have taken, of known ends on a clock of steps of
// grain. A duration that its own line states owes the clock nothing.
func (a *attempt) longest(grain int64) int64 {
	if a.timed && !a.evented {
		return a.took()
	}
	return a.took() + grain
}

// when is the instant by which a is ordered: its start, or its end where the
// start is unknown.
func (a *attempt) when() int64 {
	if a.start != unset {
		return a.start
	}
	return a.end
}

// isDNS reports whether a failed in name resolution.
func (a *attempt) isDNS() bool {
	return a.outcome == OutcomeFailed && a.failure != nil && a.failure.dns
}

// nameHost takes the name that did not resolve: an exception holds it as the
// program spelled it, which is what the cache goes by.
func (a *attempt) nameHost() {
	if a.failure != nil && a.failure.dns && a.failure.host != "" {
		a.host = a.failure.host
	}
}

// retryWords end the name of an operation that is the same one, tried again.
var retryWords = []string{"Original", "Retry", "Retried", "Again", "Fallback"}

// family is the operation that op is a try of: "s3Upload" for "s3UploadOriginal".
func family(op string) string {
	for _, w := range retryWords {
		if base, ok := strings.CutSuffix(op, w); ok && base != "" {
			return base
		}
	}
	return op
}

// order puts attempts in the one order that everything after it relies on.
// It is total, so that the order of the inputs never shows.
func order(as []*attempt) {
	if !slices.IsSortedFunc(as, compareAttempts) {
		slices.SortFunc(as, compareAttempts)
	}
}

func compareAttempts(a, b *attempt) int {
	if n := compareInstants(a.when(), b.when()); n != 0 { // nearly always
		return n
	}
	return cmp.Or(
		compareInstants(a.end, b.end),
		cmp.Compare(a.process, b.process), cmp.Compare(a.job, b.job), cmp.Compare(a.op, b.op),
		cmp.Compare(a.thread, b.thread), cmp.Compare(a.host, b.host), compareSources(a.sources, b.sources),
	)
}

// compareInstants orders unknown instants last.
func compareInstants(a, b int64) int {
	switch {
	case a == b:
		return 0
	case a == unset:
		return 1
	case b == unset:
		return -1
	}
	return cmp.Compare(a, b)
}

func compareSources(a, b []Source) int {
	return slices.CompareFunc(a, b, func(x, y Source) int {
		return cmp.Or(strings.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line))
	})
}

// numberTries counts the tries of each job's operation in their order and
// reports each chain of them.
func numberTries(as []*attempt) [][]*attempt {
	type key struct{ process, job, family string }
	places := make(map[key]int, len(as)/4)
	var sizes []int                 // of the chains
	chainOf := make([]int, len(as)) // 1 + the chain of each attempt
	only := onlyFamilies(as)
	for i, a := range as {
		if a.job == "" {
			a.try = max(a.try, 1)
			continue
		}
		k := key{a.process, a.job, family(a.op)}
		if a.op == "" {
			k.family = only[jobOf{a.process, a.job}]
		}
		at, known := places[k]
		if !known {
			at = len(sizes)
			places[k] = at
			sizes = append(sizes, 0)
		}
		sizes[at]++
		a.try, chainOf[i] = sizes[at], at+1
	}
	return chainsBy(as, chainOf, sizes)
}

// chainsBy makes the chains. There may be very many: they share one list.
func chainsBy(as []*attempt, chainOf, sizes []int) [][]*attempt {
	chains, room := make([][]*attempt, len(sizes)), make([]*attempt, len(as))
	for i, n := range sizes {
		chains[i], room = room[:0:n], room[n:]
	}
	for i, a := range as {
		if at := chainOf[i] - 1; at >= 0 {
			chains[at] = append(chains[at], a)
		}
	}
	return chains
}

type jobOf struct{ process, job string }

// onlyFamilies tells, of each job with a try that names no operation, which family of
// operations its other tries are of: such a try belongs to it. Where there are several
// it is "".
func onlyFamilies(as []*attempt) map[jobOf]string {
	nameless := map[jobOf]bool{}
	for _, a := range as {
		if a.job != "" && a.op == "" {
			nameless[jobOf{a.process, a.job}] = true
		}
	}
	if len(nameless) == 0 {
		return nil
	}
	only := map[jobOf]string{}
	for _, a := range as {
		k := jobOf{a.process, a.job}
		if a.op == "" || !nameless[k] {
			continue
		}
		if f, seen := only[k]; seen && f != family(a.op) {
			only[k] = ""
		} else if !seen {
			only[k] = family(a.op)
		}
	}
	return only
}
