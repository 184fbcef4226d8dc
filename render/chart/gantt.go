package chart

import (
	"fmt"
	"math"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render/words"
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
			candidate{t.x, y, label, Middle}, candidate{f.right - f.width(label, st)/2, y, ticks[i].label, Middle})
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

// lanes draws the names and bars of all shown lanes, rare classes last.
func (f *figure) lanes() {
	st := f.nameStyle()
	column := Box{0, 0, f.plot.X, f.scene.H}
	for _, t := range f.tracks {
		name := f.ruler.fit(t.l.name, st.size, st.bold, f.plot.X-f.left-14*f.u)
		f.place(column, st, 0, candidate{f.plot.X - 14*f.u, middle(t.y+t.height/2, st.size), name, End})
		for class := range classes {
			f.laneBars(t, class)
		}
	}
	if f.density == crowded {
		f.shares()
	}
}

// manyBars is from how many bars on a lane draws them merged.
const manyBars = 400

func (f *figure) laneBars(t track, class int) {
	merge := len(t.l.tries) > manyBars
	var open Box
	n := 0
	flush := func() {
		if n == 1 || n > 1 {
			tip := ""
			if n > 1 {
				tip = words.Tries(n) + ": " + words.Class(classOrder[class])
			}
			f.bar(RoleBar, open, class, tip)
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
	return Box{x0, y - h/2, max(x1-x0, least), h}
}

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
			y := p.bottom - f.row/2
			for _, t := range f.tracks {
				for _, s := range t.l.tries {
					if t.l.group == p.g && s.a.Outcome == analyze.OutcomeOK && s.to == v.success {
						y = t.y + f.row*(float64(s.row)+0.5)
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
					candidate{x + 9*f.u, base - f.row, text, Start}, candidate{x - 9*f.u, base - f.row, text, End})
			}
			f.take(Box{x - 2, p.top, 4, p.bottom - p.top})
		}
	}
}

// barLabels writes durations on and beside bars where there is room.
func (f *figure) barLabels() {
	if f.density != gantt || f.row < 17*f.u {
		return
	}
	quiet := len(f.s.tries) > 60 // successes then go without words
	for _, t := range f.tracks {
		tries := t.l.tries
		for i := 0; i < len(tries); {
			n := f.cluster(t, tries[i:])
			if !quiet || tries[i].class != 0 {
				f.clusterLabel(t, tries[i:i+n])
			}
			i += n
		}
	}
}

// cluster is how many of the first tries stand so close that they share a label.
func (f *figure) cluster(t track, tries []*shown) int {
	if tries[0].point || f.insideWidth(t, tries[0]) {
		return 1
	}
	n := 1
	end := f.rowBox(t, tries[0])
	for n < len(tries) {
		next := tries[n]
		b := f.rowBox(t, next)
		if next.point || next.class != tries[0].class || next.row != tries[0].row || b.X-(end.X+end.W) > 16*f.u || f.insideWidth(t, next) {
			break
		}
		end = b
		n++
	}
	return n
}

func (f *figure) labelStyle(class int) style {
	return style{size: min(f.size(17), max(smallest, f.row*0.5)), color: f.pal.forms[class].label}
}

// insideWidth reports whether the duration of a try fits into its bar.
func (f *figure) insideWidth(t track, s *shown) bool {
	st := f.labelStyle(s.class)
	st.bold = true
	return f.rowBox(t, s).W >= f.width(f.length(s), st)+18*f.u && f.pal.forms[s.class].height*f.rowBox(t, s).H >= st.size*1.02
}

func (f *figure) length(s *shown) string { return words.Duration(s.to - s.from) }

func (f *figure) clusterLabel(t track, tries []*shown) {
	first, last := tries[0], tries[len(tries)-1]
	st := f.labelStyle(first.class)
	b, e := f.rowBox(t, first), f.rowBox(t, last)
	base := middle(b.Y+b.H/2, st.size)
	area := Box{f.plot.X, t.y, f.right - f.plot.X, t.height}
	if f.insideWidth(t, first) && !first.point {
		f.insideLabel(b, base, first)
		return
	}
	var texts []string
	switch {
	case first.point && first.class == classIndex(analyze.ClassOK):
		return // the line of the first success has its own words
	case first.point:
		texts = []string{words.Clock(f.s.base.Add(first.from), f.s.opt.Zone)}
	default:
		texts = clusterTexts(tries)
		if first.a.Remote != nil && f.s.tellRemotes() {
			to := f.ruler.fit(*first.a.Remote, f.size(17), false, 200*f.u)
			texts = append([]string{to + ", " + texts[0], to}, texts...)
		}
	}
	right, left := e.X+e.W+8*f.u, b.X-8*f.u
	if first.point {
		right, left = right+9*f.u, left-9*f.u
	}
	var options []candidate
	for _, text := range texts {
		options = append(options, candidate{right, base, text, Start}, candidate{left, base, text, End})
	}
	f.place(area, st, 3*f.u, options...)
}

// clusterTexts are the words for a cluster, longest first.
func clusterTexts(tries []*shown) []string {
	low, high := tries[0].to-tries[0].from, time.Duration(0)
	var each []string
	for _, t := range tries {
		d := t.to - t.from
		low, high = min(low, d), max(high, d)
		each = append(each, words.Short(d))
	}
	n := len(tries)
	switch {
	case n == 1 && tries[0].a.Try > 1:
		return []string{fmt.Sprintf("try %d, %s", tries[0].a.Try, each[0]), each[0]}
	case n == 1:
		return each
	case n == 2:
		return []string{"2 tries, " + each[0] + " + " + each[1], "2 tries"}
	}
	return []string{words.Tries(n) + ", " + words.Range(low, high), words.Tries(n)}
}

func (f *figure) insideLabel(b Box, base float64, s *shown) {
	form := f.pal.forms[s.class]
	st := f.labelStyle(s.class)
	st.color = form.ink
	bold := st
	bold.bold = true
	length := f.length(s)
	w := f.width(length, bold)
	phrase := f.phrase(s)
	x := b.X + 10*f.u
	full := w + 8*f.u + f.width(phrase, st)
	if phrase == "" || full > b.W-20*f.u {
		phrase, full = "", w
	}
	h, in := b.H*form.height, 1.6*f.u
	ground := Box{b.X + in, b.Y + (b.H-h)/2 + in, full + 16*f.u, h - 2*in}
	if !f.blank(ground) {
		return // bars of tries that overlap lie on each other
	}
	if form.hatch != plain {
		f.rect(RoleBar, ground, form.fill)
	}
	f.text(x, base, length, bold)
	if phrase != "" {
		f.text(x+w+8*f.u, base, phrase, st)
	}
}

// phrase says on a bar what its try did.
func (f *figure) phrase(s *shown) string {
	switch s.a.Class {
	case analyze.ClassLookup:
		return "waited for the resolver"
	case analyze.ClassWaited:
		for _, v := range s.group.windows {
			for _, m := range v.members {
				if m == s && v.members[0] != s && v.members[0].class == classIndex(analyze.ClassLookup) {
					return "queued behind " + f.ruler.fit(nameOf(v.members[0]), f.size(17), false, 160*f.u)
				}
			}
		}
		return "queued on a lookup"
	}
	if s.a.Remote != nil && f.s.tellRemotes() {
		return "to " + f.ruler.fit(*s.a.Remote, f.size(17), false, 200*f.u)
	}
	if s.failed() {
		return f.ruler.fit(exceptionName(s.a.Exception), f.size(17), false, 260*f.u)
	}
	return ""
}

// exceptionName is the name of a class without its package.
func exceptionName(class string) string {
	return class[strings.LastIndexAny(class, ".$")+1:]
}

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
