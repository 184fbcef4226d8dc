package analyze

import "time"

// A failureSpan is a span of failed lookups in unix nanoseconds: from the start of
// the first, to an end between the last failure and the first success behind it.
type failureSpan struct {
	start, earliest, latest int64
	cause                   Cause
	took                    int64
}

// spans infers when the resolver failed. A success that needed a lookup parts two
// outages.
func (st *story) spans() []failureSpan {
	var list []failureSpan
	for _, f := range st.failedLookups() {
		n := len(list)
		if n > 0 && f.start < list[n-1].latest {
			l := &list[n-1]
			l.earliest, l.took = max(l.earliest, f.earliest), max(l.took, f.took)
			if l.cause == CauseUnknown {
				l.cause = f.cause
			}
			continue
		}
		f.latest = st.resolvedBy(f.earliest)
		list = append(list, f)
	}
	return list
}

// failedLookups lists the failed lookups of the entry, each as a span of its own.
func (st *story) failedLookups() []failureSpan {
	c := st.entry
	var list []failureSpan
	if c.noCache {
		for _, t := range c.touches {
			if t.answer == answerNative {
				f := failureSpan{start: t.at, earliest: t.at, cause: touchCause(t, c.pauseBefore(t))}
				if n := len(list); n > 0 && t.at-list[n-1].earliest < int64(time.Minute) && touchWaits(t) {
					f.took = t.at - list[n-1].earliest // they come one after another
				} else if n == 0 && touchWaits(t) {
					f.took = t.at - t.since // its queue included, if there was one
				}
				f.start -= f.took
				list = append(list, f)
			}
		}
		if len(list) > 1 && list[1].took > 0 && list[1].took < list[0].took {
			list[0].start += list[0].took - list[1].took
			list[0].took = list[1].took
		}
		return list
	}
	for _, in := range c.insertions {
		f := failureSpan{start: in.hi, earliest: in.hi, cause: causeOf(in)}
		if in.lo != unset {
			f.earliest = in.lo
		}
		if in.slow {
			f.took = in.waited()
			f.start = f.earliest - f.took
		}
		list = append(list, f)
	}
	return list
}

// touchWaits reports whether a try took as long as a slow lookup.
func touchWaits(t touch) bool { return t.since != unset && t.at-t.since >= slowLookup }

// resolvedBy is the end of the first success behind at that needed a lookup, or
// long behind at where the logs show none.
func (st *story) resolvedBy(at int64) int64 {
	c := st.entry
	for i := c.successFrom(at); i < len(c.oks); i++ {
		if c.noCache || c.recovered(i) {
			return max(c.oks[i].end, at)
		}
	}
	last := at
	for _, a := range c.attempts {
		last = max(last, a.end)
	}
	return last
}
