package analyze

import (
	"cmp"
	"fmt"
)

func checkRetryTrap(s *scene) []Finding {
	again := retriesByName(s.chains)
	var found []Finding
	for _, c := range s.worstEntries() {
		v := servedBy(c)
		var trapped, certain []*attempt
		confidence := Weak
		retries, windows := again[nameOf{c.process, c.host}], c.windowsByTry()
		for _, r := range retries {
			retry, w := r.retry, windows[r.retry]
			if w != nil && retry.start < w.opened() {
				w = nil
			}
			switch {
			case c.oneRead(retry):
				certain, confidence = append(certain, retry), Strong
			case w == nil:
				continue
			case w.spans(retry):
				certain, confidence = append(certain, retry), surer(confidence, c.byTimes(v.confidence(c)))
			}
			trapped = append(trapped, retry)
		}
		if len(trapped) == 0 {
			continue
		}
		if len(certain) > 0 {
			trapped = certain
		}
		order(trapped)
		f := Finding{
			ID: "retry-trap", Process: c.process, Host: c.host, Confidence: confidence, From: instantTime(trapped[0].start), To: instantTime(trapped[len(trapped)-1].end),
			Statement: fmt.Sprintf("%s of %s lay wholly inside a window of the cached failure: they could not succeed, whatever DNS did.", plural(len(trapped), "retry", "retries"), c.host),
			Evidence:  []Evidence{evidence(trapped, "each began %s after the try before it, and ended while the failure was still cached", delays(retries, trapped))},
			Rivals:    negativeRivals(v), NotShown: []string{"retries that the client library made inside an attempt, unless it logs them"},
			Actions: s.cacheActions(c),
		}
		if len(certain) == 0 {
			f.Statement = fmt.Sprintf("%s of %s failed while a failure was cached; if one failure stayed in the cache all that time, and none of them looked the name up itself, they could not succeed, whatever DNS did.", plural(len(trapped), "retry", "retries"), c.host)
		}
		found = append(found, f)
	}
	return found
}

// A nameOf is a name that a process asks for.
type nameOf struct{ process, host string }

func (n nameOf) compare(o nameOf) int {
	return cmp.Or(cmp.Compare(n.process, o.process), cmp.Compare(n.host, o.host))
}

// A retried try is one that had failed, with the retry of it that failed on the same
// name.
type retried struct{ before, retry *attempt }

// retriesByName lists the tries behind a try that had failed on the same name.
func retriesByName(chains [][]*attempt) map[nameOf][]retried {
	again := map[nameOf][]retried{}
	for _, chain := range chains {
		for i := 1; i < len(chain); i++ {
			before, retry := chain[i-1], chain[i]
			if usesCache(before) && usesCache(retry) && before.host == retry.host && retry.start != unset {
				k := nameOf{retry.process, retry.host}
				again[k] = append(again[k], retried{before, retry})
			}
		}
	}
	return again
}

// windowsByTry tells from which window each try was answered.
func (c *cacheEntry) windowsByTry() map[*attempt]*window {
	of := map[*attempt]*window{}
	for _, w := range c.windows {
		for _, list := range [][]*attempt{w.cached, w.renewed} {
			for _, a := range list {
				of[a] = w
			}
		}
	}
	return of
}

// oneRead reports whether a is one read of the cached failure and no more: its frames
// show that, and it is too short for a second try.
func (c *cacheEntry) oneRead(a *attempt) bool {
	return provesCache(a) && a.timed && !a.endByLine && a.took() != unset && a.took()+c.grain <= singleTry
}

// spans reports whether the cache answered all tries inside a: a failure was there
// before and behind, and a cannot hold a lookup, or every try is known.
func (w *window) spans(a *attempt) bool {
	return (w.renewalShows() || w.outlastsRetries()) && w.in.lo != unset && a.start >= w.in.hi && w.lastCached != unset && a.end <= w.lastCached
}

// delays words how long behind the try before them those of trapped began.
func delays(retries []retried, trapped []*attempt) string {
	is := map[*attempt]bool{}
	for _, a := range trapped {
		is[a] = true
	}
	lo, hi := unset, unset
	for _, r := range retries {
		if d := r.retry.start - r.before.end; is[r.retry] && r.before.end != unset && d >= 0 {
			if lo == unset || d < lo {
				lo = d
			}
			hi = max(hi, d)
		}
	}
	switch {
	case lo == unset:
		return "soon"
	case span(lo) == span(hi):
		return span(lo)
	}
	return span(lo) + " to " + span(hi)
}
