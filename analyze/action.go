package analyze

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"
)

// cacheActions are the ways to shorten what a cached failure of c costs, the one
// that would have left the fewest failed tries first.
func (s *scene) cacheActions(c *cacheEntry) []Action {
	if list, ok := s.actions[c]; ok {
		return slices.Clone(list)
	}
	type ranked struct {
		Action
		left float64
	}
	var list []ranked
	for _, option := range []func(*scene, *cacheEntry) (Action, float64, bool){shortTTL, longRetry, shortLookup} {
		if a, left, ok := option(s, c); ok {
			list = append(list, ranked{a, left})
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(a.left, b.left) })
	actions := make([]Action, 0, len(list)+1)
	if len(list) > 0 && !slices.ContainsFunc(list, func(r ranked) bool { return r.left < noHelp }) {
		actions = append(actions, causeAction(c.host))
	}
	for _, r := range list {
		actions = append(actions, r.Action)
	}
	if s.actions == nil {
		s.actions = map[*cacheEntry][]Action{}
	}
	s.actions[c] = actions
	return slices.Clone(actions)
}

// causeAction comes first where nothing done to the cache or the retries would have
// helped: then the lookups failed for longer than those reach.
func causeAction(host string) Action {
	return checked(Action{
		Do:     "find out why the name did not resolve",
		Effect: "in the replay of these logs, neither a shorter negative TTL nor other retries or time limits would have helped",
		Cost:   "none",
	}, digChecks("", host, "; cat /etc/resolv.conf"))
}

const setNegativeTTL = "set networkaddress.cache.negative.ttl=1 in java.security, or with Security.setProperty before the first lookup"

// shortTTL forgets a failure after a second.
func shortTTL(s *scene, c *cacheEntry) (Action, float64, bool) {
	if b, ok := s.ttl[c.process]; ok && b.high < 1+ttlSlack && !c.noCache {
		return Action{}, 0, false // it is as short already
	}
	e, one, none := s.estimate(c), time.Second, time.Duration(0)
	change := Change{Name: "negative TTL 1 s", Negative: &one}
	effect, left := e.words(change)
	cost := "while DNS is down, one lookup a second and name"
	if c.noCache {
		return checked(Action{
			Do:     setNegativeTTL,
			Effect: "threads that waited share the failure instead of repeating the lookup: " + effect + s.waitsWith(change, e),
			Cost:   "a failure is kept for 1 s",
		}, everywhere(securityScript)), left, true
	}
	zero := "; do not set 0: threads that wait would look up one after another"
	if f, ok := e.of(Change{Name: "negative TTL 0", Negative: &none}); ok {
		zero += fmt.Sprintf(" and wait up to %s s instead of %s, with %s failed tries here", f.longest, s.longestWait(c, e.observed.Longest), f.failed)
	}
	return checked(Action{
		Do:     setNegativeTTL,
		Effect: "a failed lookup is forgotten after 1 s, so that retries reach DNS again: " + effect,
		Cost:   cost + zero,
	}, everywhere(securityScript)), left, true
}

// waitsWith words what a change makes of the longest wait.
func (s *scene) waitsWith(c Change, e *estimate) string {
	f, ok := e.of(c)
	if !ok {
		return ""
	}
	return fmt.Sprintf("; the longest wait, of %s, would have been %s s", s.longestWait(e.story.entry, e.observed.Longest), f.longest)
}

// longestOutlasted is the longest negative TTL that retries can sit out.
const longestOutlasted = time.Minute

// longRetry tries again behind the end of the negative TTL.
func longRetry(s *scene, c *cacheEntry) (Action, float64, bool) {
	ttl, known := jdkNegativeTTL*time.Second, false
	if b := s.ttl[c.process]; b.high > 0 && !math.IsInf(b.high, 1) {
		ttl, known = time.Duration(math.Ceil(b.high))*time.Second, true
		if best := ttlReport(b.low, b.high).Best; best != nil {
			ttl = time.Duration(*best * float64(time.Second))
		}
	} else if b.low > jdkNegativeTTL {
		return Action{}, 0, false // nothing says how long would do
	}
	if c.noCache || ttl > longestOutlasted {
		return Action{}, 0, false
	}
	p := outlasting(ttl)
	effect, left := s.estimate(c).words(Change{Name: p.Name, Policy: &p})
	kept := span(int64(ttl))
	if !known {
		kept += ", the default: these logs do not bound it from above"
	}
	return checked(Action{
		Do:     fmt.Sprintf("let the retries of a request outlast the negative TTL (%s): %d tries, the second 1 s after the first, then twice as long each time up to 8 s", kept, p.Tries),
		Effect: "at least one try asks DNS again: " + effect,
		Cost:   fmt.Sprintf("a request that fails takes up to %s longer", span(int64(p.Span()))),
	}, here("timeline whatif --retry "+p.Name+" LOGS")), left, true
}

const boundResolver = "bound the resolver's time: options timeout:1 attempts:2 in resolv.conf (docker run --dns-opt, dnsConfig.options of a pod)"

// shortLookup bounds the time of a lookup that gets no answer.
func shortLookup(s *scene, c *cacheEntry) (Action, float64, bool) {
	const limit = 2 * time.Second
	took := int64(0)
	for _, in := range c.insertions {
		if in.slow {
			took = max(took, in.waited())
		}
	}
	if took < int64(limit+limit/10) {
		return Action{}, 0, false
	}
	e, timeout := s.estimate(c), limit
	change := Change{Name: "lookups of 2 s", Timeout: &timeout}
	effect, left := e.words(change)
	return checked(Action{
		Do: boundResolver, Effect: "threads queue for at most 2 s with one name server: " + effect + s.waitsWith(change, e),
		Cost: "a slow but living name server is given up sooner, and while DNS is down more tries fail sooner",
	}, everywhere(resolverScript)), left, true
}

// lookupActions shorten the wait for a failed lookup.
func (s *scene) lookupActions(c *cacheEntry) []Action {
	a, _, ok := shortLookup(s, c)
	if !ok {
		a = checked(Action{
			Do: boundResolver, Effect: "threads queue for at most 2 s with one name server; here no wait was longer",
			Cost: "a slow but living name server is given up sooner",
		}, everywhere(resolverScript))
	}
	return []Action{a}
}
