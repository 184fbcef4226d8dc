package chart

import (
	"timeline/analyze"
	"timeline/render/words"
)

// marks draws tries of which one instant is known.
func (f *figure) marks() {
	r := min(8.5*f.u, f.row*0.3)
	for _, t := range f.tracks {
		for _, s := range t.l.tries {
			if !s.point {
				continue
			}
			x, y := f.axis.x(s.from), t.y+f.row*(float64(s.row)+0.5)
			f.mark(RoleMark, x, y, r, s.class, s.cut, f.s.tip(s))
			f.take(Box{x - 1.4*r, y - 1.4*r, 2.8 * r, 2.8 * r})
		}
	}
	f.successes()
}

// successes marks when names came back.
func (f *figure) successes() {
	seen := map[moment]bool{}
	st := style{size: f.size(16), bold: true, color: f.pal.good}
	for _, p := range f.groups {
		for _, v := range p.g.windows {
			if !v.hasSuccess || seen[v.success] || !f.s.visible(v.success, v.success) {
				continue
			}
			seen[v.success] = true
			x := f.axis.x(v.success)
			f.line(RoleLine, x, p.top, x, p.bottom, 1.8*f.u, f.pal.good, 5*f.u, 4*f.u)
			f.line(RoleLine, x, f.panel.Y, x, f.panel.Y+f.panel.H, 1.8*f.u, f.pal.good, 5*f.u, 4*f.u)
			y, of := p.bottom-f.row/2, ""
			for _, t := range f.tracks {
				for _, s := range t.l.tries {
					if t.l.group == p.g && s.a.Outcome == analyze.OutcomeOK && s.to == v.success {
						y, of = t.y+f.row*(float64(s.row)+0.5), " of "+t.l.name
					}
				}
			}
			r := max(5, min(12*f.u, f.row*0.42))
			f.success(RoleMark, x, y, r, "first success "+words.Clock(v.w.FirstSuccess.Time, f.s.opt.Zone))
			f.take(Box{x - r, y - r, 2 * r, 2 * r})
			if f.density == gantt {
				text := "first success " + words.Clock(v.w.FirstSuccess.Time, f.s.opt.Zone)
				area := Box{f.plot.X, p.top, f.right - f.plot.X, p.bottom - p.top}
				base := middle(y, st.size)
				f.place(area, st, 8*f.u, candidate{x + r + 9*f.u, base, text, Start}, candidate{x - r - 9*f.u, base, text, End},
					candidate{x + 9*f.u, base - f.row, text + of, Start}, candidate{x - 9*f.u, base - f.row, text + of, End},
					candidate{x + 9*f.u, base + f.row, text + of, Start}, candidate{x - 9*f.u, base + f.row, text + of, End})
			}
			f.take(Box{x - 2, p.top, 4, p.bottom - p.top})
			f.take(Box{x - 2, f.panel.Y, 4, f.panel.H})
		}
	}
}
