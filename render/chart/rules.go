package chart

import (
	"strings"
)

// grid draws what values are read by, and the names of groups.
func (f *figure) grid() {
	st := style{size: f.size(16), color: f.pal.second, anchor: Middle}
	bottom := f.plot.Y + f.plot.H
	ticks := f.axis.ticks(func(s string) float64 { return f.width(s, st) })
	days := f.days(ticks)
	y := bottom + 8*f.u + ascent*st.size
	for i, t := range ticks {
		for _, g := range f.groups {
			f.line(RoleGrid, t.x, g.top, t.x, g.bottom, 1, f.pal.grid)
		}
		f.line(RoleGrid, t.x, f.panel.Y, t.x, f.panel.Y+f.panel.H, 1, f.pal.grid)
		f.line(RoleGrid, t.x, bottom, t.x, bottom+6*f.u, 1.2, f.pal.axis)
		label := t.label
		if days && t.day != "" && !strings.Contains(label, " ") {
			label = t.day + " " + label
		}
		f.place(Box{f.left, bottom, f.right - f.left, y + st.size - bottom}, st, 4*f.u,
			candidate{t.x, y, label, Middle}, candidate{f.right - 4*f.u, y, ticks[i].label, End}, candidate{f.right - f.width(label, st)/2, y, ticks[i].label, Middle})
	}
	for _, p := range f.axis.pieces {
		f.line(RoleGrid, p.x0, bottom, p.x1, bottom, 1.4, f.pal.axis)
	}
	if f.row >= 15*f.u {
		for _, t := range f.tracks {
			f.line(RoleGrid, f.left, t.y+t.height, f.right, t.y+t.height, 1, f.pal.grid)
		}
	}
	f.headings()
}

func (f *figure) days(ticks []tick) bool {
	n := 0
	for _, t := range ticks {
		if t.day != "" {
			n++
		}
	}
	return n > 1
}

// headings name process and host of every group where there are several.
func (f *figure) headings() {
	if f.heading == 0 {
		return
	}
	st := style{size: f.size(16), bold: true, color: f.pal.ink}
	for _, p := range f.groups {
		name := p.g.host
		if name == "" {
			name = "no name in the logs"
		}
		if p.g.process != "" {
			name = p.g.process + " · " + name
		}
		f.text(f.left, p.head+f.heading-0.35*st.size, f.ruler.fit(name, st.size, true, f.right-f.left), st)
		f.line(RoleGrid, f.left, p.top, f.right, p.top, 1, f.pal.axis)
	}
}
