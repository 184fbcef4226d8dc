package analyze

import (
	"fmt"
	"slices"
)

const whyLookupFailed = "why the lookup itself failed"

// knowWhy are the findings that say why lookups failed.
var knowWhy = []string{"name-not-found", "resolver-error", "resolver-timeout"}

// leadWithCause puts a name that does not exist in front of what its failures did to
// others, where it is at least as sure: the cache then only repeats a right answer. And
// it takes from the open questions the one that another finding answers.
func leadWithCause(s *scene, found []Finding) []Finding {
	for i := range found {
		f := found[i]
		if f.ID != "name-not-found" || denied(s, f.Process, f.Host) == nil {
			continue
		}
		at := slices.IndexFunc(found[:i], func(g Finding) bool { return g.Process == f.Process && g.Host == f.Host })
		if at < 0 || slices.ContainsFunc(found[at:i], func(g Finding) bool { return g.Host == f.Host && g.Confidence.rank() > f.Confidence.rank() }) {
			continue
		}
		found = slices.Insert(slices.Delete(found, i, i+1), at, f)
	}
	for i := range found {
		f := &found[i]
		known := func(g Finding) bool {
			return slices.Contains(knowWhy, g.ID) && g.Process == f.Process && g.Host == f.Host && g.Confidence.rank() >= Moderate.rank()
		}
		if f.ID == "negative-cache" && slices.ContainsFunc(found, known) {
			f.NotShown = slices.DeleteFunc(f.NotShown, func(s string) bool { return s == whyLookupFailed })
		}
	}
	return found
}

// Denied is the sure finding that the resolver denied host, where it comes before what
// the cache made of that answer; nil where none does.
func (r *Report) Denied(process, host string) *Finding {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Process != process || f.Host != host {
			continue
		}
		if f.ID == "name-not-found" && f.Confidence.Sure() {
			return f
		}
		return nil
	}
	return nil
}

// denied is what the resolver said of a name that it denied each time it was asked, as
// far as the logs show; nil where it also failed in another way, or the name resolved.
func denied(s *scene, process, host string) *told {
	if c := s.entryOf(process, host); c != nil && len(c.oks) > 0 {
		return nil
	}
	var only *told
	for _, t := range s.toldCauses().byName[nameOf{process, host}] {
		if only != nil || !t.definite || t.cause != CauseNotFound && t.cause != CauseNoAddress {
			return nil
		}
		only = t
	}
	return only
}

// absentName says in front of a verdict that the resolver denied the name of c; "" where
// it did not.
func absentName(s *scene, c *cacheEntry) string {
	t := denied(s, c.process, c.host)
	switch {
	case t == nil:
		return ""
	case t.cause == CauseNoAddress:
		return fmt.Sprintf("the resolver answered that %s has no address (%q): ", c.host, t.texts[0])
	}
	return fmt.Sprintf("the resolver answered that there is no name %s (%q): ", c.host, t.texts[0])
}
