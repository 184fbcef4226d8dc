package chart

import (
	"strings"
	"time"

	"timeline/render/words"
)

// breaks marks where idle time is cut out of the axis.
func (f *figure) breaks() {
	for i := 1; i < len(f.axis.pieces); i++ {
		a, b := f.axis.pieces[i-1], f.axis.pieces[i]
		x0, x1 := a.x1+3*f.u, b.x0-3*f.u
		for _, p := range f.groups {
			f.rect(RoleGrid, Box{x0, p.top, x1 - x0, p.bottom - p.top}, f.pal.back)
			f.zigzag(x0, p.top, p.bottom)
			f.zigzag(x1, p.top, p.bottom)
			f.take(Box{x0, p.top, x1 - x0, p.bottom - p.top})
		}
		f.rect(RoleGrid, Box{x0, f.panel.Y, x1 - x0, f.panel.H}, f.pal.back)
		f.zigzag(x0, f.panel.Y, f.panel.Y+f.panel.H)
		f.zigzag(x1, f.panel.Y, f.panel.Y+f.panel.H)
	}
}

// breakLines say how much time the break before span i leaves out, and how many
// tries in it, where the report lists them all.
func (s *story) breakLines(i int) []string {
	from, to := s.spans[i-1].to, s.spans[i].from
	lines := []string{words.Duration((to - from).Round(time.Second)), "not shown"}
	n := 0
	for _, t := range s.hidden {
		if t.from > from && t.to < to {
			n++
		}
	}
	if n > 0 && s.r.Coverage.Unlisted == nil {
		lines[1] += ":"
		lines = append(lines, words.Tries(n))
	}
	return lines
}

func (f *figure) breakStyle() style {
	return style{size: f.size(15), color: f.pal.second, anchor: Middle}
}

// breakWidth makes room for words in the breaks where they take no more than a
// fifth of the plot: there they cover nothing.
func (f *figure) breakWidth() float64 {
	narrow := breakWidth * f.u
	wide := narrow
	for i := 1; i < len(f.s.spans); i++ {
		for _, line := range f.s.breakLines(i) {
			wide = max(wide, f.width(line, f.breakStyle())+16*f.u)
		}
	}
	if f.density != gantt || wide*float64(len(f.s.spans)-1) > f.plot.W/5 {
		return narrow
	}
	return wide
}

// breakNotes say in the breaks what they leave out, else beside them.
func (f *figure) breakNotes() {
	st := style{size: f.size(15), color: f.pal.faint}
	for i := 1; i < len(f.axis.pieces); i++ {
		if f.breakWords(i) {
			continue
		}
		a, b := f.axis.pieces[i-1], f.axis.pieces[i]
		gap := strings.Join(f.s.breakLines(i), " ")
		left, right := a.x1-2*f.u, b.x0+2*f.u
		low, high := f.plot.Y+f.plot.H-6*f.u, f.plot.Y+st.size
		f.place(f.plot, st, 2*f.u, candidate{left, low, gap, End}, candidate{right, low, gap, Start},
			candidate{left, high, gap, End}, candidate{right, high, gap, Start},
			candidate{left, (low + high) / 2, gap, End}, candidate{right, (low + high) / 2, gap, Start})
	}
}

// breakWords writes into break i, in the middle of the first group of lanes; false
// where it has no room.
func (f *figure) breakWords(i int) bool {
	st := f.breakStyle()
	lines := f.s.breakLines(i)
	room := f.axis.pieces[i].x0 - f.axis.pieces[i-1].x1 - 10*f.u
	step := 1.25 * st.size
	if len(f.groups) == 0 || f.groups[0].bottom-f.groups[0].top < float64(len(lines))*step {
		return false
	}
	for _, line := range lines {
		if f.width(line, st) > room {
			return false
		}
	}
	x := (f.axis.pieces[i].x0 + f.axis.pieces[i-1].x1) / 2
	y := (f.groups[0].top+f.groups[0].bottom)/2 - float64(len(lines)-1)*step/2
	for k, line := range lines {
		f.text(x, middle(y+float64(k)*step, st.size), line, st)
	}
	return true
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
