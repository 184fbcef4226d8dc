package analyze

import (
	"cmp"
	"slices"
	"time"
)

// once drops entries that are one line in two layouts, or in two files, or that a
// file holds several times over, and remembers where they stood.
func once(entries []entry) []entry {
	slices.SortStableFunc(entries, func(a, b entry) int {
		return cmp.Or(compareInstants(a.at, b.at), cmp.Compare(a.process, b.process), cmp.Compare(threadKey(a.thread), threadKey(b.thread)), cmp.Compare(a.message, b.message),
			compareSources([]Source{a.source}, []Source{b.source})) // not by the order of the inputs
	})
	copies := copiesOf(entries)
	kept := entries[:0]
	for len(entries) > 0 {
		n := alikeAt(entries)
		if n == 1 { // nearly always
			kept = append(kept, entries[0])
		} else {
			kept = append(kept, unite(entries[:n], copies)...)
		}
		entries = entries[n:]
	}
	return kept
}

// alikeAt counts the first entries that could be one line.
func alikeAt(entries []entry) int {
	n := 1
	for n < len(entries) && sameLine(&entries[0], &entries[n]) {
		n++
	}
	return n
}

func sameLine(a, b *entry) bool {
	return a.at != unset && a.at == b.at && a.process == b.process && threadKey(a.thread) == threadKey(b.thread) &&
		a.message == b.message && a.took == b.took && (a.job == b.job || a.job == "" || b.job == "") && a.message != "" &&
		(a.failure == nil || b.failure == nil || a.failure.repeats(b.failure))
}

// sureAlone reports whether no second line can be like e: it names its job, or its
// thread on a fine clock. Others may be alike and tell of several tries: threads that
// wait are released together, and a clock of whole seconds shows no more.
func (e *entry) sureAlone() bool {
	return e.job != "" || e.thread != "" && e.at%int64(time.Second) != 0
}

// mostCopies is how often a logger may write each line: it has an appender of its own
// beside those of the root.
const mostCopies = 3

// copiesOf finds out how many times each file holds every line: once, unless all lines
// that could be of several tries come in groups of two or three.
func copiesOf(entries []entry) map[string]int {
	copies := map[string]int{}
	for len(entries) > 0 {
		n := alikeAt(entries)
		switch {
		case entries[0].sureAlone():
		case n == 1:
			copies[entries[0].source.File] = 1
		default:
			for file, k := range inFiles(entries[:n]) {
				copies[file] = gcd(copies[file], k)
			}
		}
		entries = entries[n:]
	}
	for file, k := range copies {
		if k > mostCopies {
			copies[file] = 1
		}
	}
	return copies
}

// inFiles counts entries by file.
func inFiles(entries []entry) map[string]int {
	n := map[string]int{}
	for i := range entries {
		n[entries[i].source.File]++
	}
	return n
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// unite merges entries that are alike: the copies of one file, and what several files
// hold of each.
func unite(alike []entry, copies map[string]int) []entry {
	sure := alike[0].sureAlone()
	var kept []entry
	seen := map[string]int{}
	for _, e := range alike {
		slot := 0
		if !sure {
			slot = seen[e.source.File] / max(copies[e.source.File], 1)
			seen[e.source.File]++
		}
		if slot >= len(kept) {
			kept = append(kept, e)
			continue
		}
		kept[slot].takeIn(&e)
	}
	return kept
}

// takeIn adds what another place of the same line says.
func (e *entry) takeIn(o *entry) {
	e.also = append(e.also, o.source)
	e.job, e.host, e.remote = firstNonEmpty(e.job, o.job), firstNonEmpty(e.host, o.host), firstNonEmpty(e.remote, o.remote)
	if o.failure != nil && (e.failure == nil || moreTelling(o.failure, e.failure)) {
		e.failure = o.failure
	}
}
