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
	tests := []struct {
		well   int
		failed bool
		whole  bool
	}{
		{2800, false, true}, // all of them cost what is allowed
		{thinAll, false, false},
		{thinAll - 1, true, true},
		{thinAll, true, false},
	}
	for _, tt := range tests {
		b := newBusyLog()
		b.well(tt.well)
		if tt.failed {
			b.try("bad", "get", time.Second, time.Millisecond, parse.Failed, parse.End)
		}
		all := b.c.pairer.tries.len()
		b.c.Thin()
		if n := b.c.pairer.tries.len(); n+b.c.thinned.total() != all || (n == all) != tt.whole {
			t.Errorf("%+v: %d kept, %d dropped of %d", tt, n, b.c.thinned.total(), all)
		}
	}
}

// Of a large input stay the failures, what bounds them, and what belongs to them.
func TestThinKeepsWhatInferenceNeeds(t *testing.T) {
	const n = 2 * thinAll
	const around = "well-1000 well-1001 well-1002 well-1003 well-1004 well-997 well-998 well-999"
	tests := []struct {
		name string
		add  func(b *busyLog)
		want string // jobs that must stay beside those at both ends
	}{
		{"nothing failed", func(*busyLog) {}, ""},
		{"a failed try and its neighbours", func(b *busyLog) {
			b.try("bad", "get", 100*time.Second+50*time.Millisecond, time.Millisecond, parse.Failed, parse.End)
		}, "bad " + around},
		{"a line of a failure that has nothing to do with the name", func(b *busyLog) {
			b.entry(parse.Record{Duration: parse.Unset, Level: parse.Error, Status: parse.Failed, Host: "a.example", Trace: javatrace.Trace{
				Throwables: []javatrace.Throwable{{Class: "java.net.SocketTimeoutException", Message: "Read timed out", Parent: -1}},
			}}, 100*time.Second+50*time.Millisecond)
		}, ""},
		{"a long failure: what lies before its start and behind its end", func(b *busyLog) {
			b.try("bad", "get", 100*time.Second+50*time.Millisecond, 10*time.Second, parse.Failed, parse.End)
		}, "bad " + around + " well-1097 well-1098 well-1099 well-1100 well-1101 well-1102 well-1103 well-1104"},
		{"others under way for long: what was over by then stays as well", func(b *busyLog) {
			for i := range 6 {
				b.try(fmt.Sprint("long-", i), "get", 100*time.Second+time.Duration(41+i)*time.Millisecond, 700*time.Millisecond, parse.OK, parse.End)
			}
			b.try("bad", "get", 100*time.Second+50*time.Millisecond, time.Millisecond, parse.Failed, parse.End)
		}, "bad long-2 long-3 long-4 long-5 " + around},
		{"a failure that only a line tells", func(b *busyLog) { b.failure(100*time.Second + 50*time.Millisecond) }, around},
		{"a try that ended when a failure was logged, and its further try", func(b *busyLog) {
			b.try("bare", "get", 95*time.Second+50*time.Millisecond, 5*time.Second, parse.NoStatus, parse.End)
			b.try("bare", "getRetry", 200*time.Second, time.Millisecond, parse.OK, parse.End)
			b.try("bare", "other", 210*time.Second, time.Millisecond, parse.OK, parse.End)
			b.failure(100*time.Second + 60*time.Millisecond)
		}, "bare bare " + around + " well-947 well-948 well-949 well-950 well-951 well-952 well-953 well-954"}, // it failed from its start on
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
		var ends []string
		for i := range 4 {
			ends = append(ends, fmt.Sprint("well-", i), fmt.Sprint("well-", n-1-i))
		}
		var between []string
		for _, j := range kept {
			if !slices.Contains(ends, j) {
				between = append(between, j)
			}
		}
		slices.Sort(between)
		want := strings.Fields(tt.want)
		slices.Sort(want)
		if got := strings.Join(between, " "); got != strings.Join(want, " ") || len(kept)-len(between) != len(ends) {
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
	want := "0 1 2 3"
	for _, from := range []int{n/2 - 4, n / 2, n - 4} {
		for i := range 4 {
			want += fmt.Sprint(" ", from+i)
		}
	}
	if got := strings.Join(kept, " "); got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
}

// Tries that do not say how they ended stay while the allowance is enough: a line of
// another input may say it. Of more of them, those stay that stand out.
func TestThinKeepsBareTries(t *testing.T) {
	bare := func(b *busyLog, job string, at, took time.Duration) {
		b.try(job, "get", at, took, parse.NoStatus, parse.End)
	}
	const few, many = 3000, 30_000
	for n, want := range map[int]string{few: "all", many: "again again late-0 late-1 late-2 late-3 late-4 late-5"} {
		b := newBusyLog()
		for i := range n {
			at := time.Duration(i) * 100 * time.Millisecond
			bare(b, fmt.Sprint("bare-", i), at, 30*time.Millisecond)
		}
		bare(b, "again", 30*time.Second, 40*time.Millisecond)
		bare(b, "again", 31*time.Second, 40*time.Millisecond)
		for i := range 6 { // a lookup of 5 s held them
			bare(b, fmt.Sprint("late-", i), 100*time.Second+time.Duration(i)*200*time.Millisecond, 5*time.Second-time.Duration(i)*200*time.Millisecond)
		}
		b.c.Thin()
		jobs := b.jobs()
		if want == "all" {
			if len(jobs) != n+8 {
				t.Errorf("%d of %d kept, want all", len(jobs), n+8)
			}
			continue
		}
		ordinary := slices.DeleteFunc(slices.Clone(jobs), func(j string) bool { return !strings.HasPrefix(j, "bare-") })
		near := 0
		for _, j := range ordinary {
			var i int
			if _, err := fmt.Sscanf(j, "bare-%d", &i); err != nil {
				t.Fatal(err)
			}
			switch at := 100 * time.Millisecond * time.Duration(i); {
			case at > 103*time.Second-50*time.Millisecond && at < 135*time.Second:
				near++
			case i > 3 && i < n-4:
				t.Errorf("%s is kept", j)
			}
		}
		others := slices.DeleteFunc(jobs, func(j string) bool { return strings.HasPrefix(j, "bare-") })
		slices.Sort(others)
		if got := strings.Join(others, " "); got != want || near != 320 {
			t.Errorf("kept %s and %d around them, want %s and 320", got, near, want)
		}
	}
}

// However many names go well, those that are kept cost no more than is allowed.
func TestThinKeepsNames(t *testing.T) {
	b := newBusyLog()
	const names, each = 1000, 12
	for i := range names * each {
		name := i % names
		r := parse.Record{Duration: time.Millisecond, Status: parse.OK, Host: fmt.Sprintf("%d.example", name), Remote: "192.0.2.1", Job: "j"}
		if name == names-1 && i > names*each/2 {
			r.Remote = "192.0.2.2"
		}
		if name < 3 || i < names*(each-1) {
			b.entry(r, time.Duration(i)*time.Second)
		}
	}
	all := len(b.c.entries)
	b.c.Thin()
	kept := map[string]int{}
	for _, e := range b.c.entries {
		kept[e.host]++
	}
	if kept["999.example"] != 11 || kept["0.example"] != 8 || kept["2.example"] != 8 {
		t.Errorf("kept %d of the name that moved, %d and %d of the busiest", kept["999.example"], kept["0.example"], kept["2.example"])
	}
	if len(kept) < 60 || len(kept) > 120 || b.c.thinned.names != names-len(kept) || b.c.thinned.ok != all-len(b.c.entries) {
		t.Errorf("%d names are kept, %d are said to be left out; %d of %d tries are kept, %d said to be left out", len(kept), b.c.thinned.names, len(b.c.entries), all, b.c.thinned.ok)
	}
}
