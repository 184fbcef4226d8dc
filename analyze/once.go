package analyze

import (
	"cmp"
	"slices"
)

// once drops entries that are one line in two layouts, or in two files, and
// remembers where they stood.
func once(entries []entry) []entry {
	slices.SortStableFunc(entries, func(a, b entry) int {
		return cmp.Or(compareInstants(a.at, b.at), cmp.Compare(a.process, b.process), cmp.Compare(threadKey(a.thread), threadKey(b.thread)), cmp.Compare(a.message, b.message),
			compareSources([]Source{a.source}, []Source{b.source})) // not by the order of the inputs
	})
	kept := entries[:0]
	for _, e := range entries {
		if n := len(kept); n > 0 && sameLine(&kept[n-1], &e) {
			k := &kept[n-1]
			k.also = append(k.also, e.source)
			k.job, k.host, k.remote = firstNonEmpty(k.job, e.job), firstNonEmpty(k.host, e.host), firstNonEmpty(k.remote, e.remote)
			if e.failure != nil && (k.failure == nil || moreTelling(e.failure, k.failure)) {
				k.failure = e.failure
			}
			continue
		}
		kept = append(kept, e)
	}
	return kept
}

func sameLine(a, b *entry) bool {
	return a.at != unset && a.at == b.at && a.process == b.process && threadKey(a.thread) == threadKey(b.thread) &&
		a.message == b.message && a.took == b.took && (a.job == b.job || a.job == "" || b.job == "") && a.message != "" &&
		(a.failure == nil || b.failure == nil || a.failure.repeats(b.failure))
}
