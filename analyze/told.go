package analyze

import "slices"

// A told set is the attempts of one name whose own exception holds a resolver's text.
type told struct {
	process, host string
	attempts      []*attempt
	cause         Cause
	definite      bool
	texts         []string
	longest       int64 // that one lookup took, retries before it included; unset if unknown
	said          bool  // the resolver's words say it, and no duration
	alone         bool  // the first try of an attempt was logged by itself
	timed         int   // lookups whose own record says how long they took
	netty         bool  // Netty's own resolver asked, not the JVM's
}

// toldCauses are the told sets of a scene, per process, name and cause.
type toldCauses struct {
	list   []*told
	byName map[nameOf][]*told
}

// toldCauses groups the failures that show what the resolver did, of the worst names.
func (s *scene) toldCauses() *toldCauses {
	if s.causes == nil {
		s.causes = groupByCause(s)
	}
	return s.causes
}

func groupByCause(s *scene) *toldCauses {
	all := &toldCauses{byName: map[nameOf][]*told{}}
	for _, a := range s.attempts {
		touches := resolverTouches(a)
		if len(touches) == 0 || !s.worst.has(a.process, a.host) {
			continue
		}
		retries := int64(0)
		if c := s.entryOf(a.process, a.host); c != nil {
			retries = c.longestRetries()
		}
		for _, t := range touches {
			if cause := touchCause(t, retries); cause != CauseUnknown {
				all.of(a, cause, t.failure.surface == surfaceNetty).add(a, t)
			}
		}
	}
	return all
}

// of returns the set that a belongs to.
func (all *toldCauses) of(a *attempt, cause Cause, netty bool) *told {
	k := nameOf{a.process, a.host}
	for _, t := range all.byName[k] {
		if t.cause == cause && t.netty == netty {
			return t
		}
	}
	t := &told{process: a.process, host: a.host, cause: cause, netty: netty, definite: true, longest: unset}
	all.list = append(all.list, t)
	all.byName[k] = append(all.byName[k], t)
	return t
}

func (t *told) add(a *attempt, tt touch) {
	f := tt.failure
	t.longest = max(t.longest, tt.wait())
	t.said = t.said || f.cause != CauseUnknown
	t.alone = t.alone || tt.first && !tt.last
	if a.timed || tt.first && !tt.last {
		t.timed++
	}
	if n := len(t.attempts); n == 0 || t.attempts[n-1] != a {
		t.attempts = append(t.attempts, a)
	}
	t.definite = t.definite && f.definite
	if f.text != "" && !slices.Contains(t.texts, f.text) {
		t.texts = append(t.texts, f.text)
	}
}
