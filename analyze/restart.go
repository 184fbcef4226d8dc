package analyze

import (
	"cmp"
	"fmt"
	"maps"
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
// lay between attempts, and shares out what was left out of each process by how many
// attempts those that it was split into have.
func splitAtStarts(as []*attempt, starts []restart, leftOut map[habitOf]int) int {
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
	parts := map[string][]int{} // attempts behind so many cuts
	for _, a := range as {
		list := cuts[a.process]
		if len(list) == 0 {
			continue
		}
		if parts[a.process] == nil {
			parts[a.process] = make([]int, len(list)+1)
		}
		k := startsBefore(list, a.when())
		parts[a.process][k]++
		a.process = partName(a.process, k)
	}
	shareOut(leftOut, parts)
	return n
}

func partName(process string, cuts int) string {
	if cuts == 0 {
		return process
	}
	return fmt.Sprintf("%s#%d", process, cuts+1)
}

// shareOut gives what was left out of a process to its parts.
func shareOut(leftOut map[habitOf]int, parts map[string][]int) {
	for k, tries := range maps.Clone(leftOut) {
		list, all := parts[k.process], 0
		for _, n := range list {
			all += n
		}
		for i, n := range list {
			leftOut[habitOf{partName(k.process, i), k.family}] = int(float64(tries) * float64(n) / float64(all))
		}
	}
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
