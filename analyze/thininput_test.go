package analyze

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"timeline/parse"
	"timeline/parse/javatrace"
)

// A busyLog fills a collector with tries that go well, one every 100 ms.
type busyLog struct {
	c    *Collector
	noon time.Time
	line int
}

func newBusyLog() *busyLog {
	return &busyLog{c: NewCollector(""), noon: time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)}
}

// try adds the two events of a try that starts at a time after noon.
func (b *busyLog) try(job, op string, at, took time.Duration, status parse.Status, phase parse.Phase) {
	for _, end := range []bool{false, true} {
		b.line++
		r := &parse.Record{Pos: parse.Pos{File: "f", Line: b.line}, Process: "p", Job: job, Operation: op, Host: "a.example", Time: b.noon.Add(at), Duration: parse.Unset, Phase: parse.Start}
		if end {
			r.Time, r.Phase, r.Status = r.Time.Add(took), phase, status
		}
		b.c.Add(r)
	}
}

func (b *busyLog) well(n int) {
	for i := range n {
		b.try(fmt.Sprint("well-", i), "get", time.Duration(i)*100*time.Millisecond, 30*time.Millisecond, parse.OK, parse.End)
	}
}

// entry adds a log line.
func (b *busyLog) entry(r parse.Record, at time.Duration) {
	b.line++
	r.Pos, r.Process, r.Time = parse.Pos{File: "f", Line: b.line}, "p", b.noon.Add(at)
	b.c.Add(&r)
}

func (b *busyLog) failure(at time.Duration) {
	b.entry(parse.Record{Duration: parse.Unset, Level: parse.Error, Status: parse.Failed, Thread: "w-1", Trace: javatrace.Trace{
		Throwables: []javatrace.Throwable{{Class: "java.net.UnknownHostException", Message: "a.example", Parent: -1}},
	}}, at)
}

// jobs lists the jobs of the tries that are kept, in order.
func (b *busyLog) jobs() []string {
	var list []string
	b.c.pairer.tries.each(func(t *try) { list = append(list, b.c.names.list[t.job]) })
	return list
}

func TestSmallInputIsKeptWhole(t *testing.T) {
	b := newBusyLog()
	b.well(thinAll)
	b.c.Thin()
	if n := b.c.pairer.tries.len(); n != thinAll || b.c.thinned.total() != 0 {
		t.Errorf("%d kept, %d dropped", n, b.c.thinned.total())
	}
}

// Of a large input stay the failures, what bounds them, and what belongs to them.
func TestThinKeepsWhatInferenceNeeds(t *testing.T) {
	const n = 2 * thinAll
	tests := []struct {
		name string
		add  func(b *busyLog)
		want string // jobs that must stay beside those at both ends
	}{
		{"nothing failed", func(*busyLog) {}, ""},
		{"a failed try and its neighbours", func(b *busyLog) {
			b.try("bad", "get", 100*time.Second+50*time.Millisecond, time.Millisecond, parse.Failed, parse.End)
		}, "bad well-1000 well-1001 well-1002 well-999"},
		{"a failure that only a line tells", func(b *busyLog) { b.failure(100*time.Second + 50*time.Millisecond) }, "well-1000 well-1001 well-1002 well-999"},
		{"a try that ended when a failure was logged, and its further try", func(b *busyLog) {
			b.try("bare", "get", 95*time.Second+50*time.Millisecond, 5*time.Second, parse.NoStatus, parse.End)
			b.try("bare", "getRetry", 200*time.Second, time.Millisecond, parse.OK, parse.End)
			b.try("bare", "other", 210*time.Second, time.Millisecond, parse.OK, parse.End)
			b.failure(100*time.Second + 60*time.Millisecond)
		}, "bare bare well-1000 well-1001 well-1002 well-999"},
		{"slow ones that ended together", func(b *busyLog) {
			for i := range 4 {
				took := 10*time.Second - time.Duration(i)*time.Second
				b.try(fmt.Sprint("slow-", i), "get", 400*time.Second-took, took, parse.OK, parse.End)
			}
		}, "slow-0 slow-1 slow-2 slow-3"},
	}
	for _, tt := range tests {
		b := newBusyLog()
		b.well(n)
		tt.add(b)
		all := b.c.pairer.tries.len()
		b.c.Thin()
		kept := b.jobs()
		if len(kept)+b.c.thinned.ok != all {
			t.Errorf("%s: %d kept and %d dropped of %d", tt.name, len(kept), b.c.thinned.ok, all)
		}
		ends := []string{"well-0", "well-1", fmt.Sprint("well-", n-2), fmt.Sprint("well-", n-1)}
		var between []string
		for _, j := range kept {
			if !slices.Contains(ends, j) {
				between = append(between, j)
			}
		}
		slices.Sort(between)
		if got := strings.Join(between, " "); got != tt.want || len(kept)-len(between) != len(ends) {
			t.Errorf("%s: kept %s and %d at the ends, want %s", tt.name, got, len(kept)-len(between), tt.want)
		}
	}
}

// A name that moved keeps the last uses of the old address and the first of the new.
func TestThinKeepsMoves(t *testing.T) {
	b := newBusyLog()
	const n = 2 * thinAll
	for i := range n {
		remote := "192.0.2.1"
		if i >= n/2 {
			remote = "192.0.2.2"
		}
		b.entry(parse.Record{Duration: time.Millisecond, Status: parse.OK, Host: "a.example", Remote: remote, Job: fmt.Sprint(i)}, time.Duration(i)*time.Second)
	}
	b.c.Thin()
	var kept []string
	for _, e := range b.c.entries {
		kept = append(kept, e.job)
	}
	want := fmt.Sprintf("0 1 %d %d %d %d %d %d", n/2-2, n/2-1, n/2, n/2+1, n-2, n-1)
	if got := strings.Join(kept, " "); got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
}

// Tries that do not say how they ended stay while they are few: a line of another
// input may say it.
func TestThinKeepsBareTries(t *testing.T) {
	for n, want := range map[int]int{thinBare: thinBare, thinBare + 1: 4} {
		b := newBusyLog()
		for i := range n {
			b.try(fmt.Sprint(i), "get", time.Duration(i)*100*time.Millisecond, time.Millisecond, parse.NoStatus, parse.End)
		}
		b.c.Thin()
		if got := b.c.pairer.tries.len(); got != want {
			t.Errorf("%d of %d kept, want %d", got, n, want)
		}
	}
}
