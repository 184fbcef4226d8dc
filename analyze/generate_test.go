package analyze

import (
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

var (
	showSeed  = flag.Uint64("seed", 0, "analyze one made-up incident and print what is wrong with it")
	showFails = flag.Bool("fails", false, "print a line for each wrong statement about a made-up incident")
)

// incidentCount is how many incidents TestMadeUpIncidents makes:
// ANALYZE_INCIDENTS=20000 for a long run.
func incidentCount() int {
	if n, err := strconv.Atoi(os.Getenv("ANALYZE_INCIDENTS")); err == nil {
		return n
	}
	return 300
}

// ofSeeds makes one thing of each seed from 1 to n, on all cores.
func ofSeeds[T any](n int, made func(seed uint64) T) []T {
	list := make([]T, n)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for k := range workers {
		wg.Go(func() {
			for i := k; i < n; i += workers {
				list[i] = made(uint64(i + 1))
			}
		})
	}
	wg.Wait()
	return list
}

// TestMadeUpIncidents runs inference over incidents made by the model of the
// JVM, whose truth is known, and counts what it gets right.
func TestMadeUpIncidents(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	if *showSeed > 0 {
		in := newIncident(*showSeed)
		m := in.assess()
		t.Logf("%s %s\n%s", in.shape, in.words(), strings.Join(m.wrong, "\n"))
		return
	}
	n := incidentCount()
	marks := ofSeeds(n, func(seed uint64) *mark { return newIncident(seed).assess() })
	shapes := map[string]*mark{}
	all, innocent := newMark(0, "all"), newMark(0, "innocent")
	whole, lossy := newMark(0, "all, no record missing"), newMark(0, "all, records missing")
	for _, m := range marks {
		if shapes[m.shape] == nil {
			shapes[m.shape] = newMark(0, m.shape)
		}
		shapes[m.shape].add(m)
		all.add(m)
		if m.innocent {
			innocent.add(m)
		}
		if m.lossy {
			lossy.add(m)
		} else {
			whole.add(m)
		}
		if *showFails {
			for _, w := range m.wrong {
				t.Logf("seed %d %s %s: %s", m.seed, m.shape, newIncident(m.seed).words(), w)
			}
		}
	}
	t.Log("\n" + table(shapes, whole, lossy, all))
	atLeast(t, "windows whose opening holds the true instant", whole.opened, whole.windows, 0.99)
	atLeast(t, "windows whose opening holds the true instant, records missing", lossy.opened, lossy.windows, 0.99)
	atLeast(t, "windows that a true failed lookup opened", all.windows-all.invented, all.windows, 0.995)
	atLeast(t, "TTL intervals that hold the true TTL", whole.ttl, whole.windows, 0.99)
	atLeast(t, "TTL intervals that hold the true TTL, records missing", lossy.ttl, lossy.windows, 0.99)
	atLeast(t, "innocent incidents without an accusation", innocent.incidents-innocent.accused, innocent.incidents, 0.999)
	atLeast(t, "strong findings that are right", all.right[Strong], all.found[Strong], 0.99)
	atLeast(t, "moderate findings that are right", all.right[Moderate], all.found[Moderate], 0.90)
}

func atLeast(t *testing.T, what string, n, of int, share float64) {
	t.Helper()
	if of > 0 && float64(n) < share*float64(of) {
		t.Errorf("%s: %d of %d, want %g %%", what, n, of, 100*share)
	}
}

// A mark counts what a report says rightly and wrongly.
type mark struct {
	seed      uint64
	shape     string
	innocent  bool
	lossy     bool // records are missing
	incidents int
	windows   int // reported
	opened    int // of them: a true insertion lies inside
	invented  int // of them: no failure was cached then
	ttl       int // of them: the TTL interval holds the true one
	accused   int // innocent incidents in which a finding blames the cache
	found     map[Confidence]int
	right     map[Confidence]int
	classes   int
	classOK   int
	widths    []float64
	shown     int // true windows that served some attempt
	seen      int // of them: reported
	wrong     []string
}

func newMark(seed uint64, shape string) *mark {
	return &mark{seed: seed, shape: shape, found: map[Confidence]int{}, right: map[Confidence]int{}}
}

func (m *mark) add(o *mark) {
	m.incidents += o.incidents
	m.windows += o.windows
	m.opened += o.opened
	m.invented += o.invented
	m.ttl += o.ttl
	m.accused += o.accused
	m.classes += o.classes
	m.classOK += o.classOK
	m.shown += o.shown
	m.seen += o.seen
	m.widths = append(m.widths, o.widths...)
	for _, c := range []Confidence{Strong, Moderate, Weak} {
		m.found[c] += o.found[c]
		m.right[c] += o.right[c]
	}
}

func (m *mark) fault(format string, args ...any) {
	m.wrong = append(m.wrong, fmt.Sprintf(format, args...))
}

func table(shapes map[string]*mark, sums ...*mark) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-24s %9s %8s %8s %8s %8s %8s %15s %15s %15s %8s %7s %6s\n", "shape", "incidents", "windows", "opened", "invented", "ttl", "accused", "strong", "moderate", "weak", "class", "found", "width")
	names := []string{}
	for s := range shapes {
		names = append(names, s)
	}
	slices.Sort(names)
	for i := range len(names) + len(sums) {
		var m *mark
		if i < len(names) {
			m = shapes[names[i]]
		} else {
			m = sums[i-len(names)]
		}
		slices.Sort(m.widths)
		width := math.NaN()
		if n := len(m.widths); n > 0 {
			width = m.widths[n/2]
		}
		fmt.Fprintf(&b, "%-24s %9d %8d %8s %8d %8s %8d %15s %15s %15s %8s %7s %6.2f\n", m.shape, m.incidents, m.windows, percent(m.opened, m.windows), m.invented, percent(m.ttl, m.windows), m.accused,
			share(m.right[Strong], m.found[Strong]), share(m.right[Moderate], m.found[Moderate]), share(m.right[Weak], m.found[Weak]), percent(m.classOK, m.classes), percent(m.seen, m.shown), width)
	}
	return b.String()
}

func percent(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", 100*float64(n)/float64(of))
}

func share(n, of int) string { return fmt.Sprintf("%d/%d %s", n, of, percent(n, of)) }

// accusing are the findings that blame the address cache.
var accusing = []string{"negative-cache", "shared-lookup", "stale-address", "pinned-connection", "sawtooth", "retry-trap", "instant-failure", "slow-lookup", "serial-lookups", "mixed-processes"}

// assess plays, logs and analyzes the incident, and compares.
func (in *incident) assess() *mark {
	truths := in.play()
	tr := in.write(truths)
	r := in.analyze(tr)
	m := newMark(in.seed, in.shape)
	m.incidents, m.innocent, m.lossy = 1, in.innocent, in.style.missing > 0
	j := judge{in: in, truths: truths, report: r, mark: m}
	if in.mixed { // two caches have no truth in common: only what it says of that counts
		m.shape, m.innocent = "mixed", false
		for _, f := range r.Findings {
			if f.ID == "mixed-processes" {
				m.found[f.Confidence]++
				m.right[f.Confidence]++
			}
		}
		return m
	}
	j.matchAttempts()
	j.windows()
	j.findings()
	j.classes()
	return m
}

func (in *incident) analyze(t *transcript) *Report {
	files := make([]int, len(t.files))
	for i := range files {
		files[i] = i
	}
	return Run(t.collect(files), make([]Input, len(files)), Options{})
}
