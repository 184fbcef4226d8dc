package chart

import (
	"image/color"
	"math"
	"slices"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// lowerTitle opens the panel of durations: its words, its place, its scale.
func (f *figure) lowerTitle() {
	st := style{size: f.size(17), bold: true, color: f.pal.ink}
	soft := style{size: f.size(15.5), color: f.pal.faint, anchor: End}
	base := f.lower + ascent*st.size + 4*f.u
	if f.flat {
		f.panel = Box{f.plot.X, f.base, f.plot.W, 0}
		return
	}
	title, scale, gap := f.s.twoKinds(), "duration of each try at its start, log scale", 20*f.u
	for _, shorter := range []string{"start and duration, log scale", "log scale"} {
		if f.width(title, st)+gap+f.width(scale, soft) > f.right-f.left {
			scale = shorter
		}
	}
	box := f.text(f.right, base, scale, soft)
	f.text(f.left, base, f.ruler.cut(title, st.size, true, box.X-gap-f.left), st)
	top := base + 0.9*st.size
	bottom := f.base - 8*f.u
	f.panel = Box{f.plot.X, top, f.plot.W, math.Max(bottom-top, 1)}
	room := 10 * f.u
	if slices.ContainsFunc(f.s.tries, func(t *shown) bool { return t.point }) {
		room = 26 * f.u // tries without a length stand below all lengths
	}
	f.log = f.s.durationAxis(bottom-room, math.Min(top+4*f.u, bottom-room-f.u))
}

// anyLength reports whether the logs hold how long a try took: without one, there is
// no panel of durations.
func (s *story) anyLength() bool {
	return slices.ContainsFunc(s.tries, func(t *shown) bool { return !t.point })
}

// durationAxis holds all durations. One of 0, which means less than the log's
// millisecond, stands on its bottom.
func (s *story) durationAxis(bottom, top float64) logAxis {
	short, long, known, zeros := math.Inf(1), 0.0, false, false
	for _, t := range s.tries {
		if t.point {
			continue
		}
		d := (t.to - t.from).Seconds()
		known, zeros = true, zeros || d == 0
		if d > 0 {
			short, long = math.Min(short, d), math.Max(long, d)
		}
	}
	switch {
	case zeros:
		short, long = 1e-4, math.Max(long, 1e-3)
	case !known:
		short, long = 0.1, 1
	}
	a := newLogAxis(short, long, bottom, top)
	a.known, a.zeros = known, zeros
	return a
}

// twoKinds says over the panel what the durations say: two kinds of failures
// with nothing between them, or just their range.
func (s *story) twoKinds() string {
	var failed []time.Duration
	for _, t := range s.tries {
		if t.failed() && !t.point {
			failed = append(failed, t.to-t.from)
		}
	}
	if len(failed) == 0 {
		if slices.ContainsFunc(s.tries, func(t *shown) bool { return !t.point }) {
			return "How long tries took"
		}
		return "No try has a length in the logs"
	}
	slices.Sort(failed)
	low, high := failed[0], failed[len(failed)-1]
	at, ratio := 0, 0.0
	for i := 1; i < len(failed); i++ {
		if r := float64(failed[i]) / float64(max(failed[i-1], time.Millisecond)); r > ratio {
			at, ratio = i, r
		}
	}
	if ratio >= 3 && len(failed) >= 4 {
		return "Failed tries took " + words.Range(failed[at], high) + " or " + words.Range(low, failed[at-1]) + ", nothing between"
	}
	return "Failed tries took " + words.Range(low, high)
}

// durations draws every try at its start and length.
func (f *figure) durations() {
	st := style{size: f.size(15.5), color: f.pal.second, anchor: End}
	p := f.panel
	if f.flat {
		return
	}
	for e := f.log.low; e <= f.log.high; e++ {
		y := f.log.y(math.Pow(10, e))
		f.line(RoleGrid, p.X, y, p.X+p.W, y, 1, f.pal.grid)
		if f.log.known {
			f.place(Box{0, 0, p.X, f.scene.H}, st, 1, candidate{p.X - 12*f.u, middle(y, st.size), f.log.decade(e), End})
		}
	}
	f.line(RoleGrid, p.X, p.Y+p.H, p.X+p.W, p.Y+p.H, 1.4, f.pal.axis)
	if len(f.s.tries) > mostDots {
		f.raster()
		return
	}
	for class := range classes {
		for _, t := range f.s.tries {
			if t.class == class {
				f.dot(t)
			}
		}
	}
	f.dotLabels()
}

// mostDots is how many dots stay apart in the panel of durations.
const mostDots = 1500

// decade labels a power of ten.
func (a logAxis) decade(e float64) string {
	switch {
	case e == a.low && a.zeros:
		return "<1 ms"
	case e >= 0:
		return words.Number(int(math.Round(math.Pow(10, e)))) + " s"
	case e >= -3:
		return words.Number(int(math.Round(math.Pow(10, e+3)))) + " ms"
	}
	return "0.1 ms"
}

func (f *figure) dotPlace(t *shown) (x, y float64) {
	x = f.axis.x(t.from)
	if t.point {
		return x, f.panel.Y + f.panel.H - 9*f.u
	}
	return x, f.log.y((t.to - t.from).Seconds())
}

// dot draws a try in the shape of its class.
func (f *figure) dot(t *shown) {
	x, y := f.dotPlace(t)
	r := 6.2 * f.u
	if len(f.s.tries) > 400 {
		r = 3.6 * f.u
	}
	r = math.Max(r, 1.8)
	form := f.pal.forms[t.class]
	tip := f.s.tip(t)
	if t.point {
		f.mark(RoleDot, x, y, r*0.9, t.class, t.cut, tip)
		f.take(Box{x - r, y - r, 2 * r, 2 * r})
		return
	}
	f.take(Box{x - r, y - r, 2 * r, 2 * r})
	it := Item{Shape: Circle, Role: RoleDot, X: x, Y: y, R: r, Fill: form.fill, Stroke: form.edge, Line: math.Max(0.8, 1.3*f.u), Tip: tip}
	switch form.dot {
	case smallRing:
		it.R = r * 0.7
	case square, smallSquare:
		side := r * 0.85
		if form.dot == smallSquare {
			side = r * 0.65
		}
		it.Shape, it.X, it.Y, it.W, it.H = Rect, x-side, y-side, 2*side, 2*side
		it.R = 1
	case diamond:
		it.Shape, it.Points = Polygon, []Point{{x, y - 1.25*r}, {x + 1.25*r, y}, {x, y + 1.25*r}, {x - 1.25*r, y}}
	case triangle:
		it.Shape, it.Points = Polygon, []Point{{x, y - 1.2*r}, {x + 1.15*r, y + 0.8*r}, {x - 1.15*r, y + 0.8*r}}
	}
	f.add(it)
}

// dotLabels name the two populations that the story is about.
func (f *figure) dotLabels() {
	if f.density == crowded || len(f.s.r.Windows) != 1 {
		return
	}
	f.dotLabel([]analyze.Class{analyze.ClassLookup, analyze.ClassWaited}, "one lookup, shared", "one lookup")
	f.dotLabel([]analyze.Class{analyze.ClassCached}, "answers from the cache", "from the cache")
}

func (f *figure) dotLabel(of []analyze.Class, texts ...string) {
	right, left, top, bottom, n := 0.0, math.Inf(1), math.Inf(1), 0.0, 0
	for _, t := range f.s.tries {
		if t.point || !slices.Contains(of, t.a.Class) {
			continue
		}
		x, y := f.dotPlace(t)
		right, left, top, bottom = math.Max(right, x), math.Min(left, x), math.Min(top, y), math.Max(bottom, y)
		n++
	}
	if n == 0 {
		return
	}
	if n == 1 && len(texts) > 1 {
		texts = texts[1:]
	}
	class := words.ClassNumber(of[0])
	st := style{size: f.size(16), color: f.pal.forms[class].label}
	y := (top + bottom) / 2
	var options []candidate
	for _, text := range texts {
		for _, dy := range []float64{0, -20, 20, -36, 36} {
			options = append(options, candidate{right + 16*f.u, middle(y+dy*f.u, st.size), text, Start},
				candidate{left - 16*f.u, middle(y+dy*f.u, st.size), text, End})
		}
	}
	f.place(f.panel, st, 4*f.u, options...)
}

// raster draws so many tries that dots would cover each other: cells of three
// pixels, darker where there are more, rare classes on top.
func (f *figure) raster() {
	const cell = 3.0
	type key struct{ x, y int }
	for class := range classes {
		counts := map[key]int{}
		most := 1
		for _, t := range f.s.tries {
			if t.class != class {
				continue
			}
			x, y := f.dotPlace(t)
			k := key{int((x - f.panel.X) / cell), int((y - f.panel.Y) / cell)}
			counts[k]++
			most = max(most, counts[k])
		}
		keys := make([]key, 0, len(counts))
		for k := range counts {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(a, b key) int {
			if a.x != b.x {
				return a.x - b.x
			}
			return a.y - b.y
		})
		for _, k := range keys {
			share := 0.45 + 0.55*math.Log1p(float64(counts[k]))/math.Log1p(float64(most))
			f.rect(RoleDot, Box{f.panel.X + float64(k.x)*cell, f.panel.Y + float64(k.y)*cell, cell, cell}, f.shade(class, share))
		}
	}
}

func (f *figure) shade(class int, share float64) color.NRGBA {
	return mix(f.pal.back, f.solid(class), share)
}
