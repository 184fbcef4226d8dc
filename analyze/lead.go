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
func leadWithCause(found []Finding) []Finding {
	for i := range found {
		f := found[i]
		if f.ID != "name-not-found" {
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

// absentName says in front of a verdict that the resolver denied the name of c, where
// that is at least as sure as what the verdict says of the cache; else "".
func absentName(s *scene, c *cacheEntry) string {
	for _, t := range byCause(s) {
		if t.process != c.process || t.host != c.host || !t.definite {
			continue
		}
		switch t.cause {
		case CauseNotFound:
			return fmt.Sprintf("the resolver answered that there is no name %s (%q): ", c.host, t.texts[0])
		case CauseNoAddress:
			return fmt.Sprintf("the resolver answered that %s has no address (%q): ", c.host, t.texts[0])
		}
	}
	return ""
}
