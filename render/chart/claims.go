package chart

import (
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

// A claim is a span of time that a finding speaks of.
type claim struct {
	from, to moment
	text     string
}

// claim is the first finding with a span and words for it, where no window
// tells the story.
func (s *story) claim() (claim, bool) {
	if len(s.r.Windows) > 0 {
		return claim{}, false
	}
	for _, f := range s.r.Findings {
		text := claimWords[f.ID]
		if text == "" || f.From.IsZero() || f.To.IsZero() || !f.To.After(f.From.Time) {
			continue
		}
		c := claim{from: s.moment(f.From), to: s.moment(f.To)}
		if f.Confidence != analyze.Strong {
			text = "consistent with: " + text
		}
		c.text = text + ", " + words.Duration(c.to-c.from)
		return c, true
	}
	return claim{}, false
}

// claimBand shades the span of a claim.
func (f *figure) claimBand() {
	c, ok := f.s.claim()
	if !ok || len(f.groups) == 0 {
		return
	}
	x0, x1 := f.axis.x(c.from), f.axis.x(c.to)
	for _, p := range f.groups {
		f.rect(RoleBand, Box{x0, p.top, x1 - x0, p.bottom - p.top}, f.pal.band)
	}
	f.rect(RoleBand, Box{x0, f.panel.Y, x1 - x0, f.panel.H}, f.pal.band)
}

// claimLine is the dimension line of a claim.
func (f *figure) claimLine() {
	c, ok := f.s.claim()
	if !ok || len(f.groups) == 0 {
		return
	}
	x0, x1 := f.axis.x(c.from), f.axis.x(c.to)
	ph := phase{sure0: x0, sure1: x1, may0: x0, may1: x1, color: f.pal.bandIn, texts: []string{c.text, words.Duration(c.to - c.from)}}
	for _, p := range f.groups {
		if p.g == f.first {
			f.phase(ph, p, false)
		}
	}
}
