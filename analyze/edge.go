package analyze

import "slices"

// An edge holds some tries at the beginning or the end of something, in order of their
// starts.
type edge interface {
	find(start int64, seq uint32) int // where a try would stand among them, -1 if it is none of them
	insert(k int, t try)
}

func addTo(e edge, t *try) {
	if k := e.find(t.start, t.seq); k >= 0 {
		e.insert(k, *t)
	}
}

// startedBefore counts those of tries that stand before a try.
func startedBefore(tries []try, start int64, seq uint32) int {
	k := len(tries)
	for k > 0 && (tries[k-1].start > start || tries[k-1].start == start && tries[k-1].seq >= seq) {
		k--
	}
	return k
}

// A brink holds the first and the last tries of something.
type brink struct{ tries []try }

func (b *brink) find(start int64, seq uint32) int {
	k := startedBefore(b.tries, start, seq)
	if k == thinFirst && len(b.tries) == thinFirst+thinLast {
		return -1
	}
	return k
}

func (b *brink) insert(k int, t try) {
	b.tries = slices.Insert(b.tries, k, t)
	if len(b.tries) > thinFirst+thinLast {
		b.tries = slices.Delete(b.tries, thinFirst, thinFirst+1)
	}
}

// A tail holds the last tries of something.
type tail struct{ tries []try }

func (l *tail) find(start int64, seq uint32) int {
	k := startedBefore(l.tries, start, seq)
	if k == 0 && len(l.tries) == thinLast {
		return -1
	}
	return k
}

func (l *tail) insert(k int, t try) {
	l.tries = slices.Insert(l.tries, k, t)
	l.tries = l.tries[max(0, len(l.tries)-thinLast):]
}

// A lead holds the first tries of something.
type lead struct{ tries []try }

func (l *lead) find(start int64, seq uint32) int {
	k := startedBefore(l.tries, start, seq)
	if k == thinFirst {
		return -1
	}
	return k
}

func (l *lead) insert(k int, t try) {
	l.tries = slices.Insert(l.tries, k, t)
	l.tries = l.tries[:min(len(l.tries), thinFirst)]
}
