package chart

import (
	"cmp"
	"slices"

	"timeline/analyze"
	"timeline/render/words"
)

// claimWords name, in a few words, the findings that have a span of time but no
// window of the negative cache.
var claimWords = map[string]string{
	"slow-lookup":       "slow lookups that then succeed",
	"stale-address":     "old address still in use",
	"pinned-connection": "open connection holds the old address",
	"client-address":    "client keeps the old address",
	"serial-lookups":    "lookups one after another",
	"name-not-found":    "the name does not exist",
	"resolver-error":    "the resolver fails or refuses",
	"resolver-timeout":  "the resolver does not answer",
	"instant-failure":   "failures too fast for DNS",
}

// A claim is a span of time that a finding speaks of, where no window tells
// the story.
type claim struct {
	f        *analyze.Finding
	from, to moment
	open     bool // it still held when the logs end
}

// text names the claim over its span, as surely as its finding does.
func (c *claim) text() string {
	text := claimWords[c.f.ID]
	switch {
	case !c.f.Confidence.Sure():
		text = "perhaps: " + text
	case c.f.Confidence != analyze.Strong:
		text = "consistent with: " + text
	}
	return text + ", " + c.length()
}

// length says how long the claim held. That an old address was left is seen by
// the first use of the new one: it may have been left sooner.
func (c *claim) length() string {
	switch {
	case c.open:
		return "at least " + words.Duration(c.to-c.from)
	case isAboutAddress(c.f.ID):
		return "at most " + words.Duration(c.to-c.from)
	}
	return words.Duration(c.to - c.from)
}

// isAboutAddress reports whether a finding is about traffic that stayed on an
// old address: then lanes are addresses.
func isAboutAddress(id string) bool {
	return id == "stale-address" || id == "pinned-connection" || id == "client-address"
}

// makeClaims gives every group the first finding about its process and name
// that has a span of time. A finding that fits no group stands over the first.
func (s *story) makeClaims() {
	if len(s.r.Windows) > 0 {
		return
	}
	var homeless *claim
	placed := false
	for i := range s.r.Findings {
		f := &s.r.Findings[i]
		c := s.claimOf(f)
		if c == nil {
			continue
		}
		at := slices.IndexFunc(s.groups, func(g *group) bool {
			return g.process == f.Process && (f.Host == "" || g.host == f.Host) && !g.quiet
		})
		switch {
		case at >= 0 && s.groups[at].claim == nil:
			s.groups[at].claim = c
			placed = true
		case at < 0:
			homeless = cmp.Or(homeless, c)
		}
	}
	if !placed && homeless != nil && len(s.groups) > 0 {
		s.groups[0].claim = homeless
	}
}

// claimOf is the claim of f, nil where it has no span of time. An old address that
// no later use of a new one ends was in use up to the end of the logs.
func (s *story) claimOf(f *analyze.Finding) *claim {
	if claimWords[f.ID] == "" || f.From.IsZero() {
		return nil
	}
	c := &claim{f: f, from: s.moment(f.From)}
	if f.To.IsZero() && isAboutAddress(f.ID) {
		c.open, c.to = true, c.from
		for _, t := range s.tries {
			c.to = max(c.to, t.to)
		}
	} else {
		c.to = s.moment(f.To)
	}
	if f.To.IsZero() != c.open || c.to <= c.from {
		return nil
	}
	return c
}

// claimBands shades the spans of claims, in the panel of durations too where
// there is only one. Their colour is not that of windows: no claim says that the
// JVM kept a failure.
func (f *figure) claimBands() {
	n := 0
	for _, p := range f.groups {
		if p.g.claim != nil {
			n++
		}
	}
	for _, p := range f.groups {
		c := p.g.claim
		if c == nil {
			continue
		}
		x0, x1 := f.axis.x(c.from), f.axis.x(c.to)
		f.rect(RoleBand, Box{x0, p.top, x1 - x0, p.bottom - p.top}, f.pal.claim)
		if n == 1 {
			f.rect(RoleBand, Box{x0, f.panel.Y, x1 - x0, f.panel.H}, f.pal.claim)
		}
	}
}

// claimLines are the dimension lines of claims.
func (f *figure) claimLines() {
	for _, p := range f.groups {
		c := p.g.claim
		if c == nil {
			continue
		}
		x0, x1 := f.axis.x(c.from), f.axis.x(c.to)
		f.phase(phase{sure0: x0, sure1: x1, may0: x0, may1: x1, color: f.pal.second, arrow: c.open,
			texts: []string{c.text(), claimWords[c.f.ID], c.length()}}, p, false)
	}
}
