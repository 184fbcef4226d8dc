package chart

import (
	"image/color"
	"math"

	"timeline/analyze"
	"timeline/render/words"
)

// shownLanes are the lanes of g that have a place of their own.
func (f *figure) shownLanes(g *group) []*lane {
	if f.density != crowded {
		return g.lanes
	}
	var out []*lane
	for _, l := range g.lanes {
		if f.top[l] {
			out = append(out, l)
		}
	}
	return out
}

// shares draws all lanes without a place of their own as one: for every step of
// time the shares of the classes of the tries then running. A class that is
// there at all gets a visible height.
func (f *figure) shares() {
	const step = 2.0
	n := int(f.plot.W/step) + 1
	counts := make([][classes]int, n)
	lanes := 0
	for _, g := range f.s.groups {
		for _, l := range g.lanes {
			if f.top[l] {
				continue
			}
			lanes++
			for _, t := range l.tries {
				a := int((f.axis.x(t.from) - f.plot.X) / step)
				b := int((f.axis.x(t.to) - f.plot.X) / step)
				for i := max(a, 0); i <= min(b, n-1); i++ {
					counts[i][t.class]++
				}
			}
		}
	}
	top, h := f.restTop+6*f.u, f.twoLines(64)-12*f.u
	f.beside(top, h, [2]string{words.Number(lanes) + " other lanes,", "share by class"}, f.pal.ink)
	f.stack(counts, step, top, h)
}

// stack draws shares as columns, joining neighbours that are alike.
func (f *figure) stack(counts [][classes]int, step, top, h float64) {
	type cut struct{ y0, y1 float64 }
	var open [classes]cut
	var since [classes]int
	flush := func(class, end int) {
		if c := open[class]; c.y1 > c.y0 {
			f.rect(RoleStrip, Box{f.plot.X + float64(since[class])*step, c.y0, float64(end-since[class]) * step, c.y1 - c.y0}, f.solid(class))
		}
	}
	for i := 0; i <= len(counts); i++ {
		var now [classes]cut
		if i < len(counts) {
			total := 0
			for _, c := range counts[i] {
				total += c
			}
			y := top + h
			for class := 0; class < classes && total > 0; class++ {
				if counts[i][class] == 0 {
					continue
				}
				part := math.Max(2, math.Round(h*float64(counts[i][class])/float64(total)))
				now[class] = cut{math.Max(top, y-part), y}
				y = math.Max(top+2, y-part)
			}
		}
		for class := range classes {
			if now[class] != open[class] {
				flush(class, i)
				open[class], since[class] = now[class], i
			}
		}
	}
}

// solid is the colour of a class where there is no room for its form.
func (f *figure) solid(class int) color.NRGBA {
	form := f.pal.forms[class]
	switch words.Classes[class] {
	case analyze.ClassOK:
		return mix(form.fill, form.edge, 0.35)
	case analyze.ClassUnknown:
		return mix(f.pal.back, form.edge, 0.5)
	}
	return form.fill
}

// strip counts failures over time, stacked by class: exact at any number of
// tries. It returns where it ends.
func (f *figure) strip(top float64) float64 {
	step := math.Max(3, 4*f.u)
	h := 54 * f.u
	n := int(f.plot.W/step) + 1
	bins := make([]Bin, n)
	highest := 1
	for i := range bins {
		bins[i].X, bins[i].W = f.plot.X+float64(i)*step, step
	}
	for _, t := range f.s.tries {
		if !t.failed() {
			continue
		}
		b := &bins[min(n-1, max(0, int((f.axis.x(t.to)-f.plot.X)/step)))]
		b.Counts[t.class]++
		sum := 0
		for _, c := range b.Counts {
			sum += c
		}
		highest = max(highest, sum)
	}
	f.scene.Bins = bins
	base := top + h
	f.line(RoleGrid, f.plot.X, base, f.plot.X+f.plot.W, base, 1, f.pal.axis)
	for _, b := range bins {
		y := base
		for class := range classes {
			if b.Counts[class] == 0 {
				continue
			}
			part := math.Max(1.5, h*float64(b.Counts[class])/float64(highest))
			y = math.Max(top-8*f.u, y-part)
			f.rect(RoleStrip, Box{b.X, y, step - 0.5, part}, f.solid(class))
		}
	}
	f.beside(top, h, [2]string{"failures", "up to " + words.Number(highest)}, f.pal.second)
	return base + 14*f.u
}
