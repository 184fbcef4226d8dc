package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"timeline/parse"
)

// A restart is the start of a JVM: its caches are empty.
type restart struct {
	process string
	at      int64
}

// startOf is the start that a banner tells of.
func startOf(process string, r *parse.Record) restart {
	at := instant(r)
	if at != unset {
		at -= int64(r.Uptime)
	}
	return restart{process, at}
}

// oneStart is how long the lines of one start follow each other.
const oneStart = int64(2 * time.Second)

// splitAtStarts gives the attempts behind each start of a JVM a process of their own:
// "A#2" for those of the second one that wrote A's log. It returns how many starts
// lay between attempts.
func splitAtStarts(as []*attempt, starts []restart) int {
	starts = slices.Clone(starts)
	slices.SortFunc(starts, func(a, b restart) int { return cmp.Or(cmp.Compare(a.process, b.process), cmp.Compare(a.at, b.at)) })
	first := map[string]int64{}
	for _, a := range as {
		if t, seen := first[a.process]; a.when() != unset && (!seen || a.when() < t) {
			first[a.process] = a.when()
		}
	}
	cuts := map[string][]int64{}
	n := 0
	for _, s := range starts {
		list := cuts[s.process]
		begun, seen := first[s.process]
		if s.at == unset || !seen || s.at <= begun || len(list) > 0 && s.at-list[len(list)-1] < oneStart {
			continue
		}
		cuts[s.process] = append(list, s.at)
		n++
	}
	for _, a := range as {
		if k := startsBefore(cuts[a.process], a.when()); k > 0 {
			a.process = fmt.Sprintf("%s#%d", a.process, k+1)
		}
	}
	return n
}

// startsBefore counts the cuts that lie before at.
func startsBefore(cuts []int64, at int64) int {
	if at == unset {
		return 0
	}
	i, found := slices.BinarySearch(cuts, at)
	if found {
		i++
	}
	return i
}
