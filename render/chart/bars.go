package chart

import (
	"math"

	"timeline/analyze"
	"timeline/render/words"
)

// least is the least width of a bar in pixels: what is rarer than a pixel must
// not vanish.
const least = 2.5

// bar draws one try, or several merged, in the form of its class inside the
// full box of its row.
func (f *figure) bar(role Role, box Box, class int, tip string) Box {
	form := f.pal.forms[class]
	h := box.H * form.height
	b := Box{box.X, box.Y + (box.H-h)/2, math.Max(box.W, least), h}
	it := Item{Shape: Rect, Role: role, X: b.X, Y: b.Y, W: b.W, H: b.H, R: math.Min(3.5*f.u, b.W/3), Fill: form.fill, Tip: tip}
	edged := h > 4.5 && b.W > 4
	if edged {
		it.Stroke, it.Line = form.edge, math.Max(0.8, math.Min(1.2*f.u, h/8))
		if form.dashed {
			it.Dash = []float64{4 * f.u, 3 * f.u}
		}
		in := it.Line / 2
		it.X, it.Y, it.W, it.H = it.X+in, it.Y+in, it.W-2*in, it.H-2*in
	}
	if !edged && form.edge != form.fill && luminanceGap(form.fill, f.pal.back) < 2.5 {
		it.Fill = mix(form.fill, form.edge, 0.45)
	}
	lined := edged && form.hatch != plain && b.W > 8 && h > 8
	if lined {
		ground := it
		ground.Stroke.A, ground.Tip = 0, ""
		f.add(ground)
		f.hatch(role, Box{it.X, it.Y, it.W, it.H}, class)
		it.Fill.A = 0
	}
	if !lined || it.Stroke.A > 0 || it.Fill.A > 0 {
		f.add(it)
	}
	return b
}

// hatch draws the lines of a class, cut by geometry: canvases cannot clip.
func (f *figure) hatch(role Role, b Box, class int) {
	form := f.pal.forms[class]
	step := math.Max(4, 7*f.u)
	if b.W/step > 400 {
		step = b.W / 400
	}
	var points []Point
	if form.hatch == level {
		for y := b.Y + step/2; y < b.Y+b.H; y += step {
			points = append(points, Point{b.X, y}, Point{b.X + b.W, y})
		}
	}
	if form.hatch == rising || form.hatch == crossed {
		points = append(points, diagonals(b, step, false)...)
	}
	if form.hatch == crossed {
		points = append(points, diagonals(b, step, true)...)
	}
	f.add(Item{Shape: Segments, Role: role, Points: points, Stroke: form.lines, Line: math.Max(0.8, 1.1*f.u)})
}

// diagonals are lines at 45 degrees inside b, rising or falling.
func diagonals(b Box, step float64, falling bool) []Point {
	var points []Point
	for d := step; d < b.W+b.H; d += step {
		x0, y0 := d-b.H, 0.0 // where the line meets the upper edge, seen from the left
		x1, y1 := d, b.H
		if x0 < 0 {
			y0 = -x0
			x0 = 0
		}
		if x1 > b.W {
			y1 = b.H - (x1 - b.W)
			x1 = b.W
		}
		p, q := Point{b.X + x0, b.Y + y0}, Point{b.X + x1, b.Y + y1}
		if !falling {
			p.Y, q.Y = b.Y+b.H-y0, b.Y+b.H-y1
		}
		points = append(points, p, q)
	}
	return points
}

// mark draws a try of which only one instant is known.
func (f *figure) mark(role Role, x, y, r float64, class int, cut bool, tip string) {
	form := f.pal.forms[class]
	switch {
	case words.Classes[class] == analyze.ClassOK:
		f.success(role, x, y, r*1.35, tip)
	case cut:
		f.add(Item{Shape: Polygon, Role: role, Points: []Point{{x, y - r}, {x + 1.4*r, y}, {x, y + r}}, Fill: f.pal.back, Stroke: form.edge, Line: 1.6 * f.u, Tip: tip})
	default:
		f.add(Item{Shape: Segments, Role: role, Points: []Point{{x - r, y - r}, {x + r, y + r}, {x - r, y + r}, {x + r, y - r}},
			Stroke: form.edge, Line: math.Max(1.4, 2.8*f.u), Tip: tip})
	}
}

// success is a tick in a circle.
func (f *figure) success(role Role, x, y, r float64, tip string) {
	f.add(Item{Shape: Circle, Role: role, X: x, Y: y, R: r, Fill: f.pal.good, Stroke: f.pal.back, Line: 1.5 * f.u, Tip: tip})
	f.add(Item{Shape: Segments, Role: role, Points: []Point{{x - 0.45*r, y + 0.02*r}, {x - 0.1*r, y + 0.38*r}, {x - 0.13*r, y + 0.4*r}, {x + 0.48*r, y - 0.35*r}},
		Stroke: f.pal.back, Line: math.Max(1.2, 0.22*r)})
}
