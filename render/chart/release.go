package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"timeline/render/words"
)

// releases shows which tries ended together: a line over their lanes, and for
// the largest such lookup a card with starts and ends on one scale, as no
// common axis can show 75 ms beside 15 s.
func (f *figure) releases() {
	if f.density == crowded {
		return
	}
	var widest *window
	for _, p := range f.groups {
		for _, v := range p.g.windows {
			if f.releaseLine(v) && (widest == nil || len(v.members) > len(widest.members)) {
				widest = v
			}
		}
	}
	if widest == nil || f.density != gantt {
		return
	}
	if !f.card(widest) {
		f.releaseWords(widest)
	}
}

// ends are the first and the last end of the members of a lookup that have both times.
func (v *window) ends() (first, last moment, n int) {
	first = math.MaxInt64
	for _, m := range v.members {
		if !m.point {
			first, last = min(first, m.to), max(last, m.to)
			n++
		}
	}
	return first, last, n
}

func (f *figure) reach(v *window) (x, top, bottom float64) {
	top, bottom = math.Inf(1), 0
	for _, t := range f.tracks {
		for _, m := range v.members {
			if m.lane == t.l {
				top, bottom = math.Min(top, t.y), math.Max(bottom, t.y+t.height)
			}
		}
	}
	first, _, _ := v.ends()
	return f.axis.x(first), top, bottom
}

func (f *figure) releaseLine(v *window) bool {
	if _, _, n := v.ends(); n < 2 {
		return false
	}
	x, top, bottom := f.reach(v)
	if bottom == 0 {
		return false
	}
	f.line(RoleLine, x, top, x, bottom, 2*f.u, f.pal.ink, 6*f.u, 4*f.u)
	return true
}

// Size of the card in pixels of a full-size picture.
const (
	cardWidth  = 450
	cardHeight = 158
)

// card places the inset in free room below the released lanes, else anywhere
// in the lanes; false where there is none.
func (f *figure) card(v *window) bool {
	u := math.Max(f.u, f.size(16)/16)
	w, h := cardWidth*u, cardHeight*u
	x, _, bottom := f.reach(v)
	best, cost := Box{}, math.Inf(1)
	area := Box{f.plot.X + 6*f.u, f.plot.Y, f.plot.W - 12*f.u, f.plot.H - 6*f.u}
	for _, g := range f.groups {
		for y := g.top + 8*f.u; y+h < g.bottom; y += 6 * f.u {
			for left := area.X; left+w < area.X+area.W; left += 24 * f.u {
				b := Box{left, y, w, h}
				c := math.Abs(left+w+26*f.u-x) + 0.6*math.Abs(y-bottom-8*f.u)
				if left > x {
					c = left - x + 250*f.u + 0.6*math.Abs(y-bottom)
				}
				if y < bottom {
					c += 800 * f.u
				}
				if c < cost && f.fits(Box{left - 8*f.u, y - 4*f.u, w + 16*f.u, h + 8*f.u}, area) {
					best, cost = b, c
				}
			}
		}
	}
	if math.IsInf(cost, 1) {
		return false
	}
	f.connector(best, x, bottom)
	f.cardInk(best, v, u)
	return true
}

// connector leads from the released lanes to the card.
func (f *figure) connector(b Box, x, bottom float64) {
	y := b.Y + 26*f.u
	if y <= bottom {
		return
	}
	edge := b.X
	if b.X+b.W < x {
		edge = b.X + b.W
	}
	if x > b.X && x < b.X+b.W {
		f.line(RoleLine, x, bottom, x, b.Y, 2*f.u, f.pal.ink)
		return
	}
	f.line(RoleLine, x, bottom, x, y, 2*f.u, f.pal.ink)
	f.line(RoleLine, x, y, edge, y, 2*f.u, f.pal.ink)
}

func (f *figure) cardInk(b Box, v *window, u float64) {
	f.add(Item{Shape: Rect, Role: RoleCard, X: b.X, Y: b.Y, W: b.W, H: b.H, R: 5 * u, Fill: f.pal.card, Stroke: f.pal.cardEdge, Line: 1.3})
	pad := 16 * u
	bold := style{size: 17 * u, bold: true, color: f.pal.ink}
	soft := style{size: 15 * u, color: f.pal.faint, anchor: End}
	names := make([]string, 0, len(v.members))
	for _, m := range v.members {
		names = append(names, nameOf(m))
	}
	base := b.Y + 25*u
	scale := f.text(b.X+b.W-pad, base, "one scale", soft)
	head := words.List(names, 2) + " released together"
	if f.width(head, bold) > scale.X-b.X-2*pad {
		head = words.Tries(len(v.members)) + " released together"
	}
	f.text(b.X+pad, base, f.ruler.fit(head, bold.size, true, scale.X-b.X-2*pad), bold)
	first, last, _ := v.ends()
	begin, late := v.starts()
	long := math.Max(float64(last-first), float64(late-begin))
	f.cardRow(b, v, u, cardRow{"starts", spread(v.w.Lookup.StartSpread), b.Y + 70*u, begin, long, func(m *shown) moment { return m.from }})
	f.cardRow(b, v, u, cardRow{"ends", spread(v.w.Lookup.EndSpread), b.Y + 120*u, first, long, func(m *shown) moment { return m.to }})
}

func (v *window) starts() (first, last moment) {
	first = math.MaxInt64
	for _, m := range v.members {
		if !m.point {
			first, last = min(first, m.from), max(last, m.from)
		}
	}
	return first, last
}

// A cardRow is a line of the card: instants of the members on a scale.
type cardRow struct {
	name, spread string
	y            float64
	from         moment  // the left end of the scale
	long         float64 // its length
	at           func(*shown) moment
}

func (f *figure) cardRow(b Box, v *window, u float64, row cardRow) {
	pad, y := 16*u, row.y
	st := style{size: 16 * u, color: f.pal.second}
	bold := style{size: 17 * u, bold: true, color: f.pal.ink, anchor: End}
	f.text(b.X+pad, middle(y, st.size), row.name, st)
	f.text(b.X+b.W-pad, middle(y, bold.size), row.spread, bold)
	x0, x1 := b.X+pad+68*u, b.X+b.W-pad-96*u
	f.line(RoleLine, x0, y, x1, y, 2*u, f.pal.grid)
	x := func(m *shown) float64 {
		if row.long == 0 {
			return x0
		}
		return x0 + (x1-x0)*float64(row.at(m)-row.from)/row.long
	}
	end := x0
	for _, m := range v.members {
		if !m.point {
			end = math.Max(end, x(m))
		}
	}
	f.line(RoleLine, x0, y, end, y, 3*u, f.pal.ink)
	for i := len(v.members) - 1; i >= 0; i-- {
		if m := v.members[i]; !m.point {
			form := f.pal.forms[m.class]
			f.add(Item{Shape: Circle, Role: RoleDot, X: x(m), Y: y, R: 6 * u, Fill: form.fill, Stroke: form.edge, Line: 1.4 * u, Tip: f.s.tip(m)})
		}
	}
	if len(v.members) <= mostNames {
		f.cardNames(b, v, y, u, x)
	}
}

// mostNames is how many tries the card names.
const mostNames = 6

// cardNames writes whose dots they are, one label for dots that touch.
func (f *figure) cardNames(b Box, v *window, y, u float64, x func(*shown) float64) {
	members := slices.Clone(v.members)
	members = slices.DeleteFunc(members, func(m *shown) bool { return m.point })
	slices.SortStableFunc(members, func(a, b *shown) int { return cmp.Compare(x(a), x(b)) })
	known := make([]string, len(members))
	for i, m := range members {
		known[i] = nameOf(m)
	}
	known = tails(known)
	st := style{size: 14.5 * u, color: f.pal.second, anchor: Middle}
	area := Box{b.X + 4*u, b.Y, b.W - 8*u, b.H}
	for i := 0; i < len(members); {
		n := i + 1
		for n < len(members) && x(members[n])-x(members[i]) < 8*u {
			n++
		}
		var names []string
		for _, name := range known[i:n] {
			names = append(names, f.ruler.fit(name, st.size, false, 96*u))
		}
		text := f.ruler.cut(strings.Join(names, ", "), st.size, false, 180*u)
		mid := (x(members[i]) + x(members[n-1])) / 2
		right := x(members[n-1])
		f.place(area, st, 5*u, candidate{mid, y - 12*u, text, Middle}, candidate{mid, y + 22*u, text, Middle},
			candidate{right - 4*u, y + 22*u, text, Start}, candidate{mid + 10*u, y - 12*u, text, Start})
		i = n
	}
}

// tails are names without what all of them begin with, but for the last word of it:
// "exec-1" and "exec-2" of "nio-8080-exec-1" and "nio-8080-exec-2".
func tails(names []string) []string {
	if len(names) < 2 {
		return names
	}
	common := names[0]
	for _, name := range names[1:] {
		for !strings.HasPrefix(name, common) {
			common = common[:len(common)-1]
		}
	}
	const joints = "-_./:#"
	word := strings.LastIndexAny(common, joints)
	cut := strings.LastIndexAny(common[:max(word, 0)], joints) + 1
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = name[cut:]
	}
	return out
}

// releaseWords are the two numbers where the card has no room.
func (f *figure) releaseWords(v *window) {
	x, top, bottom := f.reach(v)
	st := style{size: f.size(15.5), bold: true, color: f.pal.ink}
	long := words.Tries(len(v.members)) + " released together: starts " + spread(v.w.Lookup.StartSpread) + " apart, ends " + spread(v.w.Lookup.EndSpread)
	short := "together: " + spread(v.w.Lookup.StartSpread) + " became " + spread(v.w.Lookup.EndSpread)
	area := Box{f.plot.X, f.plot.Y, f.plot.W, f.plot.H}
	var options []candidate
	for _, text := range []string{long, short} {
		for _, t := range f.nearest(top, bottom) {
			if t.height < st.size*1.2 {
				continue
			}
			y := middle(t.y+t.height/2, st.size)
			options = append(options, candidate{x + 6*f.u, y, text, Start}, candidate{x - 6*f.u, y, text, End})
		}
	}
	f.place(area, st, 3*f.u, options...)
}

// nearest are the lanes below the released ones, then those from bottom to top:
// words stand in the middle of a lane, so that nobody reads them as two lanes'.
func (f *figure) nearest(top, bottom float64) []track {
	var below, inside []track
	for _, t := range f.tracks {
		switch {
		case t.y >= bottom-0.5 && t.y < bottom+6*f.row:
			below = append(below, t)
		case t.y >= top-0.5 && t.y < bottom:
			inside = append(inside, t)
		}
	}
	slices.Reverse(inside)
	return append(below, inside...)
}
