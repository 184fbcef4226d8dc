package chart

import (
	"image/color"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// bands shades the windows: full where the failure was surely cached, paler
// where the logs only bound the instants of opening and closing.
func (f *figure) bands() {
	grouped := 0
	for _, p := range f.groups {
		if len(p.g.windows) > 0 {
			grouped++
		}
	}
	for _, p := range f.groups {
		for _, v := range p.g.windows {
			f.band(v, p.top, p.bottom-p.top)
			if grouped == 1 {
				f.band(v, f.panel.Y, f.panel.H)
				if f.density == crowded {
					f.band(v, f.restTop, f.plot.Y+f.plot.H-f.restTop)
				}
			}
		}
	}
}

func (f *figure) band(v *window, y, h float64) {
	back, band := f.pal.back, f.pal.band
	f.fade(f.axis.x(v.open0), f.axis.x(v.open1), y, h, back, band)
	x0, x1 := f.axis.x(v.open1), f.axis.x(v.close0)
	f.rect(RoleBand, Box{x0, y, max(x1-x0, 1), h}, band)
	end := f.axis.x(v.close1)
	if v.endless {
		end = max(end, min(x1+90*f.u, f.plot.X+f.plot.W))
	}
	f.fade(x1, end, y, h, band, back)
}

// A phase is a span of the story with its dimension line.
type phase struct {
	no             string
	sure0, sure1   float64 // where it surely lasted
	may0, may1     float64 // where it may have
	color, onColor color.NRGBA
	texts          []string // longest first
	arrow          bool
}

// phaseLines tells each window over its lanes: the lookup, the cached failure,
// the recovery.
func (f *figure) phaseLines() {
	for _, p := range f.groups {
		var phases []phase
		alone := len(f.s.r.Windows) == 1
		for i, v := range p.g.windows {
			phases = append(phases, f.cachedPhase(v))
			if v.hasStart {
				phases = append(phases, f.lookupPhase(v))
			}
			last := i == len(p.g.windows)-1
			switch {
			case !v.hasSuccess || !f.s.visible(v.success, v.success):
			case last:
				phases = append(phases, f.recovered(v, f.plot.X+f.plot.W, true))
			case v.success < p.g.windows[i+1].begins():
				phases = append(phases, f.recovered(v, f.axis.x(p.g.windows[i+1].begins()), false))
			}
		}
		for _, ph := range phases {
			f.phase(ph, p, alone && f.told(p.g.windows[0]))
		}
	}
}

// told reports whether the lookup of v has room for words: only then are the
// phases numbered.
func (f *figure) told(v *window) bool {
	return v.hasStart && f.axis.x(v.open1)-f.axis.x(v.start) > 100*f.u
}

func (f *figure) lookupPhase(v *window) phase {
	took := words.Range(max(0, v.open0-v.start), max(0, v.open1-v.start))
	what := "lookup gets no answer, "
	switch v.w.Lookup.Cause {
	case analyze.CauseNotFound, analyze.CauseNoAddress, analyze.CauseServerError:
		what = "lookup: " + words.Cause(v.w.Lookup.Cause) + ", "
	case analyze.CauseUnknown:
		what = "lookup fails, "
	}
	return phase{no: "1", sure0: f.axis.x(v.start), sure1: f.axis.x(v.open0), may0: f.axis.x(v.start), may1: f.axis.x(v.open1),
		color: f.pal.stall, onColor: f.pal.back, texts: []string{what + took, "lookup " + took, took}}
}

func (f *figure) cachedPhase(v *window) phase {
	ttl, tries := words.TTL(v.w.TTL), words.Tries(len(v.w.Cached))
	texts := []string{
		"failure served from the JVM's cache, " + ttl + " (" + tries + ")",
		"failure served from the cache, " + ttl,
		"from the cache, " + ttl,
		"cached " + words.TTLRange(v.w.TTL),
		tries,
	}
	end := f.axis.x(v.close1)
	if v.endless {
		texts[0] = "failure served from the cache, " + ttl + ", end not seen"
	}
	if claim := finding(f.s.r, "negative-cache"); claim == nil || claim.Confidence != analyze.Strong {
		texts = []string{"consistent with a cached failure, " + ttl, "perhaps cached, " + ttl, "perhaps cached", tries}
	}
	return phase{no: "2", sure0: f.axis.x(v.open1), sure1: f.axis.x(v.close0), may0: f.axis.x(v.open0), may1: end,
		color: f.pal.bandIn, onColor: f.pal.back, texts: texts}
}

// recovered is from the first success after v to the next lookup, or to the end of
// the picture.
func (f *figure) recovered(v *window, to float64, end bool) phase {
	x := f.axis.x(v.success)
	return phase{no: "3", sure0: x, sure1: to, may0: x, may1: to,
		color: f.pal.good, onColor: f.pal.back, texts: []string{"recovered"}, arrow: end}
}

// phase draws a dimension line, dotted where it is uncertain, and its words.
func (f *figure) phase(ph phase, p placed, numbered bool) {
	y := p.top - 9*f.u
	thick := 2.2 * f.u
	if ph.may0 < ph.sure0 {
		f.line(RoleLine, ph.may0, y, ph.sure0, y, thick, ph.color, 2*f.u, 3*f.u)
	}
	if ph.may1 > ph.sure1 {
		f.line(RoleLine, ph.sure1, y, ph.may1, y, thick, ph.color, 2*f.u, 3*f.u)
	}
	f.line(RoleLine, ph.sure0, y, max(ph.sure1, ph.sure0+1), y, thick, ph.color)
	f.line(RoleLine, ph.may0, y-6*f.u, ph.may0, y+6*f.u, thick, ph.color)
	if ph.arrow {
		f.add(Item{Shape: Polygon, Role: RoleLine, Points: []Point{{ph.may1, y}, {ph.may1 - 10*f.u, y - 5*f.u}, {ph.may1 - 10*f.u, y + 5*f.u}}, Fill: ph.color})
	} else {
		f.line(RoleLine, ph.may1, y-6*f.u, ph.may1, y+6*f.u, thick, ph.color)
	}
	f.phaseText(ph, p, numbered, y)
}

func (f *figure) phaseText(ph phase, p placed, numbered bool, y float64) {
	st := style{size: f.size(17), bold: true, color: ph.color}
	r := 0.0
	if numbered {
		r = 0.62 * st.size
	}
	base := y - 9*f.u - 0.2*st.size
	area := Box{f.left, p.head, f.right - f.left, y - p.head}
	room := ph.may1 - ph.may0
	for i, text := range ph.texts {
		w := f.width(text, st) + 2*r + 6*f.u
		if i < len(ph.texts)-1 && w > room {
			continue
		}
		if i == len(ph.texts)-1 && w > room+70*f.u && !ph.arrow {
			return
		}
		x := min(max((ph.may0+ph.may1)/2-w/2, f.plot.X), f.right-w-4*f.u)
		if !f.fits(Box{x - 3*f.u, base - ascent*st.size, w + 6*f.u, st.size}, area) {
			continue
		}
		if numbered {
			cy := base - 0.36*st.size
			f.add(Item{Shape: Circle, Role: RoleLine, X: x + r, Y: cy, R: r, Fill: ph.color})
			f.text(x+r, middle(cy, st.size*0.85), ph.no, style{size: st.size * 0.85, bold: true, color: ph.onColor, anchor: Middle})
			x += 2*r + 6*f.u
		}
		f.text(x, base, text, st)
		return
	}
}

// spread writes a spread of a lookup's members.
func spread(m *analyze.Millis) string {
	if m == nil {
		return "unknown"
	}
	return words.Duration(time.Duration(*m))
}
