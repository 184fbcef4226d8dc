package chart

import (
	"time"

	"timeline/render/words"
)

// breaks marks where idle time is cut out of the axis.
func (f *figure) breaks() {
	for i := 1; i < len(f.axis.pieces); i++ {
		a, b := f.axis.pieces[i-1], f.axis.pieces[i]
		x0, x1 := a.x1+3*f.u, b.x0-3*f.u
		top, bottom := f.plot.Y, f.plot.Y+f.plot.H
		for _, p := range f.groups {
			f.rect(RoleGrid, Box{x0, p.top, x1 - x0, p.bottom - p.top}, f.pal.back)
			f.zigzag(x0, p.top, p.bottom)
			f.zigzag(x1, p.top, p.bottom)
		}
		f.rect(RoleGrid, Box{x0, f.panel.Y, x1 - x0, f.panel.H}, f.pal.back)
		f.zigzag(x0, f.panel.Y, f.panel.Y+f.panel.H)
		f.zigzag(x1, f.panel.Y, f.panel.Y+f.panel.H)
		f.take(Box{x0, top, x1 - x0, bottom - top})
	}
}

// breakNotes say how much time a break leaves out.
func (f *figure) breakNotes() {
	st := style{size: f.size(15), color: f.pal.faint}
	for i := 1; i < len(f.axis.pieces); i++ {
		a, b := f.axis.pieces[i-1], f.axis.pieces[i]
		gap := words.Duration((b.from - a.to).Round(time.Second)) + " not shown"
		left, right := a.x1-2*f.u, b.x0+2*f.u
		low, high := f.plot.Y+f.plot.H-6*f.u, f.plot.Y+st.size
		f.place(f.plot, st, 2*f.u, candidate{left, low, gap, End}, candidate{right, low, gap, Start},
			candidate{left, high, gap, End}, candidate{right, high, gap, Start},
			candidate{left, (low + high) / 2, gap, End}, candidate{right, (low + high) / 2, gap, Start})
	}
}

func (f *figure) zigzag(x, top, bottom float64) {
	const half = 5.0
	var points []Point
	side := 1.5
	for y := top; y < bottom; y += half {
		points = append(points, Point{x - side, y}, Point{x + side, min(y+half, bottom)})
		side = -side
	}
	f.add(Item{Shape: Segments, Role: RoleGrid, Points: points, Stroke: f.pal.axis, Line: 1})
}
