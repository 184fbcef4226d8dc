package analyze

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"timeline/parse"
	"timeline/parse/javatrace"
)

// Of very many names that failed, findings are made of those that failed most; the
// rest is counted, and no try is lost.
func TestFindingsOfTheWorstNames(t *testing.T) {
	for names, told := range map[int]int{worstNames: worstNames, 4 * worstNames: worstNames} {
		c, noon, line := NewCollector(""), time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC), 0
		for i := range names {
			for range 1 + i%7 {
				line++
				c.Add(&parse.Record{
					Pos: parse.Pos{File: "f", Line: line}, Time: noon.Add(time.Duration(line) * time.Second), Duration: parse.Unset, Level: parse.Error, Status: parse.Failed,
					Trace: javatrace.Trace{Throwables: []javatrace.Throwable{{Class: "java.net.UnknownHostException", Message: fmt.Sprintf("%d.example: Name or service not known", i), Parent: -1}}},
				})
			}
		}
		r := Run([]*Collector{c}, make([]Input, 1), Options{})
		found, of := map[string]bool{}, 0
		for _, f := range r.Findings {
			if f.ID != "name-not-found" {
				continue
			}
			found[f.Host] = true
			of += len(f.Evidence[0].Attempts)
		}
		note := strings.Contains(strings.Join(r.Coverage.Notes, "\n"), fmt.Sprintf("%d names failed to resolve: findings are made, and windows listed, of the %d", names, worstNames))
		if len(found) != told || len(r.Attempts) != line || note != (names > told) {
			t.Errorf("%d names: findings of %d, want %d; %d of %d tries; note %t", names, len(found), told, len(r.Attempts), line, note)
		}
		if names > told && of < 5*told {
			t.Errorf("the %d names of which findings are made failed %d times: those are not the worst", told, of)
		}
	}
}

// Of one kind, the findings stay that rest on most tries, in their order.
func TestMostShown(t *testing.T) {
	var found []Finding
	for i := range worstFindings + 3 {
		found = append(found, Finding{Host: fmt.Sprint(i), Evidence: []Evidence{{Attempts: make([]string, 2)}}})
	}
	for _, i := range []int{0, 7, 9} {
		found[i].Evidence[0].Attempts = nil
	}
	var hosts []string
	for _, f := range mostShown(found) {
		hosts = append(hosts, f.Host)
	}
	if len(hosts) != worstFindings || strings.Join(hosts[:9], " ") != "1 2 3 4 5 6 8 10 11" || hosts[worstFindings-1] != fmt.Sprint(worstFindings+2) {
		t.Errorf("%d: %q … %q", len(hosts), hosts[:9], hosts[worstFindings-1])
	}
}
