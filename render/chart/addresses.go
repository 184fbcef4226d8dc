package chart

import (
	"image/color"
	"slices"

	"timeline/analyze"
	"timeline/render/words"
)

// aboutAddresses reports whether the story is about old addresses, and the
// logs name several.
func (s *story) aboutAddresses() bool {
	return len(s.r.Windows) == 0 && s.remotes > 1 &&
		slices.ContainsFunc(s.r.Findings, func(f analyze.Finding) bool { return isAboutAddress(f.ID) })
}

// tellRemotes reports whether labels name the address of a try: where there are
// several, and lanes do not name them already.
func (s *story) tellRemotes() bool { return s.remotes > 1 && !s.aboutAddresses() }

// address is where a try went, and by which client where the logs name it.
func (t *shown) address() string {
	to := "address not logged"
	if t.a.Remote != nil && *t.a.Remote != "" {
		to = *t.a.Remote
	}
	if c := t.client(); c != "" {
		return c + " → " + to
	}
	return to
}

// client is the client library that t used, "" where the logs name none.
func (t *shown) client() string {
	if t.a.Client == nil {
		return ""
	}
	return *t.a.Client
}

// changed is when the address of a name had been changed at the latest, as the
// findings say; false where none does.
func (s *story) changed() (moment, bool) {
	var first moment
	found := false
	for _, g := range s.groups {
		if c := g.claim; c != nil && isAboutAddress(c.f.ID) && (!found || c.from < first) {
			first, found = c.from, true
		}
	}
	return first, found
}

// oldAddresses are those in use before the change of the address. It is nil in a
// story that is not about addresses.
func (s *story) oldAddresses() map[string]bool {
	at, ok := s.changed()
	if !ok || !s.aboutAddresses() {
		return nil
	}
	old := map[string]bool{}
	for _, t := range s.tries {
		if t.a.Remote != nil && t.from < at {
			old[*t.a.Remote] = true
		}
	}
	return old
}

// addressGrounds colours lanes by the address that answered: old or new, and the
// old one stronger while it was used although the name had changed.
func (f *figure) addressGrounds() {
	old := f.s.oldAddresses()
	if old == nil {
		return
	}
	at, _ := f.s.changed()
	for _, t := range f.tracks {
		remote := t.l.tries[0].a.Remote
		if remote == nil || *remote == "" {
			continue
		}
		if !old[*remote] {
			f.rect(RoleBand, Box{f.plot.X, t.y, f.plot.W, t.height}, f.pal.newAddress)
			continue
		}
		f.rect(RoleBand, Box{f.plot.X, t.y, f.plot.W, t.height}, f.pal.oldAddress)
		if last := t.l.lastUse(); last > at {
			x0, x1 := f.axis.x(at), f.axis.x(last)
			f.rect(RoleBand, Box{x0, t.y, x1 - x0, t.height}, f.pal.staleAddress)
		}
	}
}

// lastUse is when the last try of l began, or ended where its start is not known.
func (l *lane) lastUse() moment {
	last := l.tries[0].from
	for _, t := range l.tries {
		last = max(last, t.from)
	}
	return last
}

// changeMark is the line of the change through the lanes of all who use the name.
func (f *figure) changeMark() {
	at, ok := f.s.changed()
	if !ok || !f.s.visible(at, at) {
		return
	}
	x := f.axis.x(at)
	st := style{size: f.size(15), bold: true, color: f.pal.ink}
	for _, p := range f.groups {
		f.line(RoleLine, x, p.top, x, p.bottom, 1.8*f.u, f.pal.ink, 7*f.u, 4*f.u)
	}
	f.line(RoleLine, x, f.panel.Y, x, f.panel.Y+f.panel.H, 1.8*f.u, f.pal.ink, 7*f.u, 4*f.u)
	text := "changed by " + words.Clock(f.s.base.Add(at), f.s.opt.Zone)
	var options []candidate
	for _, p := range f.groups {
		for _, y := range []float64{p.bottom - 0.4*st.size, p.top + st.size} {
			options = append(options, candidate{x - 7*f.u, y, text, End}, candidate{x + 7*f.u, y, text, Start})
		}
	}
	panel := f.panel.Y + 1.1*st.size
	options = append(options, candidate{x - 7*f.u, panel, text, End}, candidate{x + 7*f.u, panel, text, Start})
	f.place(Box{f.plot.X, f.plot.Y, f.plot.W, f.scene.H - f.plot.Y}, st, 2*f.u, options...)
}

// addressSamples explain the grounds of lanes.
func (f *figure) addressSamples() []sample {
	old := f.s.oldAddresses()
	if old == nil {
		return nil
	}
	ground := func(c color.NRGBA) func(x, y, h float64) {
		return func(x, y, h float64) {
			f.add(Item{Shape: Rect, Role: RoleLegend, X: x, Y: y - h/2, W: h * 1.4, H: h, Fill: c, Stroke: mix(c, f.pal.ink, 0.3), Line: 1})
		}
	}
	return []sample{{"old address", ground(f.pal.oldAddress)}, {"old after the change", ground(f.pal.staleAddress)}, {"new address", ground(f.pal.newAddress)}}
}
