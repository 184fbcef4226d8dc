package analyze

import (
	"cmp"
	"fmt"
	"slices"
)

// Where very many names failed, findings are made of those that failed most: nobody
// reads a hundred thousand of them, and the rest is counted.
const (
	worstNames    = 256  // of which findings are made
	worstFindings = 1024 // of a kind, those that rest on most tries
)

// A worst set is the names of which findings are made.
type worst struct {
	names  map[nameOf]bool // nil where it is all
	failed int             // names that failed
}

// worstOf chooses the names with most failures in name resolution.
func worstOf(as []*attempt) worst {
	fails := map[nameOf]int{}
	for _, a := range as {
		if a.isDNS() {
			fails[nameOf{a.process, a.host}]++
		}
	}
	w := worst{failed: len(fails)}
	if w.failed <= worstNames {
		return w
	}
	w.names = make(map[nameOf]bool, worstNames)
	for _, k := range mostFrequent(fails, worstNames, nameOf.compare) {
		w.names[k] = true
	}
	return w
}

// has reports whether findings are made of a name.
func (w *worst) has(process, host string) bool {
	return w.names == nil || w.names[nameOf{process, host}]
}

// windows are those of the worst names, numbered anew.
func (w *worst) windows(list []*window) []*window {
	if w.names == nil {
		return list
	}
	list = slices.DeleteFunc(list, func(v *window) bool { return !w.has(v.entry.process, v.entry.host) })
	for i, v := range list {
		v.id = i + 1
	}
	return list
}

// note says that only some names are told of; "" where all are.
func (w *worst) note() string {
	if w.names == nil {
		return ""
	}
	return fmt.Sprintf("%d names failed to resolve: findings are made, and windows listed, of the %d with most failures", w.failed, worstNames)
}

// worstEntries are the entries of which findings about failures are made.
func (s *scene) worstEntries() []*cacheEntry {
	if s.worst.names == nil {
		return s.entries
	}
	return filterEntries(s.entries, func(c *cacheEntry) bool { return s.worst.has(c.process, c.host) })
}

// mostShown keeps of the findings of one kind those that rest on most tries, in their
// order.
func mostShown(found []Finding) []Finding {
	if len(found) <= worstFindings {
		return found
	}
	shown, places := make([]int, len(found)), make([]int, len(found))
	for i := range found {
		places[i] = i
		for _, e := range found[i].Evidence {
			shown[i] += len(e.Attempts)
		}
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(shown[b], shown[a]) })
	places = places[:worstFindings]
	slices.Sort(places)
	list := make([]Finding, len(places))
	for i, at := range places {
		list[i] = found[at]
	}
	return list
}
