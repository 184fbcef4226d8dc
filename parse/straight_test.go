package parse

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"timeline/parse/stamp"
)

// headerParts are what stands between the time and the message of a line, as logs
// have it, and as nobody should.
var headerParts = strings.Split(`INFO|INFO |DEBUG|TRACE|WARN|ERROR|FATAL|info|[main]|[main] |[job-7]|[error]|[INFO]|[a/WARN]|[a/b-1]|[]|[ ]|[/]|[a [b] c]|[[x]]|[x=1]|[x:]|[c.e.Job]|`+
	`[64a1f0c3d2e5b798a1b2c3d4e5f60718-a1b2c3d4e5f60718]|[,]|[tid: _ThreadName=t1]|[glassfish 4]|[myid:1]|[open|(MSC 1-2)|<x>|1|4711|7-8/c.e|---|--|-|- |:|: |::|;|{}|`+
	`c.e.Job|c.e.Job:12|c.e.Job:x|c.e.Job(run):4|Job|job|JOB|c.e.FooException|c.e.FooException:12|java:|é.b|.x|9c.e|c.e.Job[3]:|-> |*ERROR*||0000001e|a|2026-07-28 11:45:31,413|text|=|at c.e.Job`, "|")

// What the short way makes of a header is what the long way makes of it.
func TestStraight(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	taken := 0
	for range 200000 {
		line := "2026-07-28 11:45:31,413"
		if r.IntN(2) == 0 { // one that is nearly as it should be
			list := [...]string{"[main]", "INFO", "1", "---", "[app]", "[job-7]", "c.e.Job"}
			from := 0
			for range 4 {
				from += r.IntN(2)
				line += strings.Repeat(" ", 1+r.IntN(2)) + list[min(from, len(list)-1)]
				from++
			}
			line += " - text"
		}
		for range r.IntN(8) {
			line += strings.Repeat(" ", min(1, r.IntN(8))) + headerParts[r.IntN(len(headerParts))]
		}
		taken += sameStraight(t, line)
	}
	if taken < 5000 {
		t.Errorf("%d of the headers were read the short way: they are no test of it", taken)
	}
}

// sameStraight returns 1 if the short way reads the header of the line.
func sameStraight(t *testing.T, line string) int {
	t.Helper()
	s := shaper{clock: &stamp.Clock{}}
	var got, want header
	b := []byte(line)
	i := s.time(b, 0, &got)
	ok := s.straight(b, i, &got)
	if !ok {
		got = header{at: got.at, timed: got.timed, lead: got.lead} // nothing else may be touched
	} else {
		s.assign(&got)
	}
	i = s.time(b, 0, &want)
	if !ok {
		if s.straight(b, i, &want); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: left %+v behind", line, want)
		}
		return 0
	}
	if s.elements(b, i, &want); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q:\n got %+v\nwant %+v", line, got, want)
	}
	return 1
}

func FuzzStraight(f *testing.F) {
	for _, part := range headerParts {
		f.Add(" INFO [main] " + part + " c.e.Job - text")
	}
	f.Fuzz(func(t *testing.T, rest string) {
		if len(rest) > 0 && rest[0] == ' ' {
			sameStraight(t, "2026-07-28 11:45:31,413"+rest)
		}
	})
}
