package chart

import (
	"math"
	"slices"

	"timeline/render/words"
)

// lanes draws the names and bars of all shown lanes, rare classes last.
func (f *figure) lanes() {
	st := f.nameStyle()
	column := Box{0, 0, f.plot.X, f.scene.H}
	for _, t := range f.tracks {
		name := f.ruler.fit(t.l.name, st.size, st.bold, f.plot.X-f.left-14*f.u)
		y := middle(t.y+t.height/2, st.size)
		if f.heading > 0 && f.opensGroup(t) {
			y = max(y, t.y+ascent*st.size) // clear of the rule under the heading
		}
		f.place(column, st, 0, candidate{f.plot.X - 14*f.u, y, name, End})
		for class := range classes {
			f.laneBars(t, class)
		}
	}
	if f.density == crowded {
		f.shares()
	}
	f.unlistedStrip()
}

func (f *figure) opensGroup(t track) bool {
	return slices.ContainsFunc(f.groups, func(p placed) bool { return p.top == t.y })
}

// manyBars is from how many bars on a lane draws them merged.
const manyBars = 400

func (f *figure) laneBars(t track, class int) {
	merge, did := len(t.l.tries) > manyBars, ""
	if merge {
		did = words.ClassAmong(words.Classes[class], f.s.r.Attempts)
	}
	var open Box
	n := 0
	flush := func() {
		if n > 0 {
			f.bar(RoleBar, open, class, words.Tries(n)+": "+did)
		}
		n = 0
	}
	for _, s := range t.l.tries {
		if s.class != class || s.point {
			continue
		}
		b := f.rowBox(t, s)
		if !merge {
			f.take(f.bar(RoleBar, b, class, f.s.tip(s)))
			continue
		}
		if n > 0 && b.Y == open.Y && b.X <= open.X+open.W+0.5 {
			open.W = max(open.W, b.X+b.W-open.X)
			n++
			continue
		}
		flush()
		open, n = b, 1
	}
	flush()
}

// rowBox is the full height that a bar of a try may take.
func (f *figure) rowBox(t track, s *shown) Box {
	x0, x1 := f.axis.x(s.from), f.axis.x(s.to)
	h := math.Min(f.row*0.62, 42*f.u)
	if f.row < 16*f.u {
		h = f.row * 0.86
	}
	y := t.y + f.row*(float64(s.row)+0.5)
	if t.l.group.quiet {
		y = t.y + t.height/2
	}
	return Box{x0, y - h/2, max(x1-x0, least), h}
}
