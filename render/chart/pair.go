package chart

import (
	"cmp"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// A Panel is one of two reports in a paired picture.
type Panel struct {
	Report  *analyze.Report
	Name    string // "Before"
	Caption string // what its numbers are, in one line
	Zero    time.Time
}

// DrawPair writes a picture of two reports, one above the other on one scale of
// time that counts from the Zero of each, what took as long looks as long; where both
// have one Zero they are of one time, and the scale is the clock.
// opt.Title is the sentence over it, and byline the one below the title.
func DrawPair(w io.Writer, panels [2]Panel, byline string, opt Options) error {
	opt, ruler, err := opt.ready()
	if err != nil {
		return err
	}
	return opt.write(w, layOutPair(panels, byline, opt, ruler), ruler)
}

// LayoutPair is the picture of DrawPair as data.
func LayoutPair(panels [2]Panel, byline string, opt Options) (*Scene, error) {
	opt, ruler, err := opt.ready()
	if err != nil {
		return nil, err
	}
	return layOutPair(panels, byline, opt, ruler), nil
}

// A pair is a paired picture in the making.
type pair struct {
	*pen
	panels  [2]Panel
	figures [2]*figure
	left    float64
	right   float64
}

func layOutPair(panels [2]Panel, byline string, opt Options, m *ruler) *Scene {
	w, h := float64(opt.Width), float64(opt.Height)
	pal := paletteOf(opt.Theme)
	p := &pair{panels: panels, pen: &pen{
		scene: &Scene{W: w, H: h, Back: pal.back, Title: opt.Title, Desc: byline + "\n" + panels[0].Name + ": " + panels[0].Caption + "\n" + panels[1].Name + ": " + panels[1].Caption},
		ruler: m, pal: pal, u: math.Min(math.Max(math.Min(w/1600, h/900), 0.45), 2.5),
	}}
	p.left, p.right = 40*p.u, w-40*p.u
	for i, s := range pairStories(panels, opt) {
		p.figures[i] = &figure{s: s, pen: p.pen, left: p.left, right: p.right, density: s.density()}
		p.figures[i].chooseLanes()
	}
	top := p.head(byline)
	bottom := h - 18*p.u - p.size(15.5) - 10*p.u
	heights := p.heights(bottom - top)
	if p.crowd(heights) {
		heights = p.heights(bottom - top)
	}
	x := p.left
	for _, f := range p.figures {
		x = math.Max(x, p.left+f.nameWidth())
	}
	for i, f := range p.figures {
		p.panel(i, f, x, top, heights[i])
		top += heights[i] + p.gap()
	}
	p.foot()
	p.scene.Items = slices.DeleteFunc(p.scene.Items, isNothing)
	return p.scene
}

// pairStories tells both reports over the same spans of time since their zeros.
func pairStories(panels [2]Panel, opt Options) [2]*story {
	var stories [2]*story
	var common []span
	for _, p := range panels {
		s := newStory(p.Report, opt)
		zero := p.Zero.Sub(s.base)
		for _, sp := range s.spans {
			common = append(common, span{sp.from - zero, sp.to - zero})
		}
	}
	common = joinSpans(common)
	for i, p := range panels {
		stories[i] = newStoryOver(p.Report, opt, func(s *story, _ []*window) []span {
			zero := p.Zero.Sub(s.base)
			own := make([]span, len(common))
			for j, sp := range common {
				own[j] = span{sp.from + zero, sp.to + zero}
			}
			return own
		})
	}
	return stories
}

// joinSpans puts spans in order and joins those that touch or lie so close that
// a break between them would take more room than it saves.
func joinSpans(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	var out []span
	for _, s := range spans {
		if n := len(out); n > 0 && s.from <= out[n-1].to+shortestGap {
			out[n-1].to = max(out[n-1].to, s.to)
			continue
		}
		out = append(out, s)
	}
	return out
}

// head writes title, byline and one legend for both panels.
func (p *pair) head(byline string) float64 {
	title := style{size: p.size(32), bold: true, color: p.pal.ink}
	y := 26*p.u + ascent*title.size
	for _, l := range p.ruler.wrap(words.Visible(p.scene.Title), title.size, true, p.right-p.left, 2) {
		p.text(p.left, y, l, title)
		y += title.size * 1.2
	}
	by := style{size: p.size(19), color: p.pal.second}
	y += 1.7*by.size - 1.2*title.size
	for _, l := range p.ruler.wrap(words.Visible(byline), by.size, false, p.right-p.left, 2) {
		p.text(p.left, y, l, by)
		y += by.size * 1.35
	}
	both := &figure{s: &story{r: p.panels[0].Report, opt: p.figures[0].s.opt}, pen: p.pen, left: p.left, right: p.right}
	for _, f := range p.figures {
		both.s.tries = append(both.s.tries, f.s.tries...)
		both.s.groups = append(both.s.groups, f.s.groups...)
	}
	return both.legend(y - 0.55*by.size + 6*p.u)
}

func (p *pair) gap() float64     { return 16 * p.u }
func (p *pair) caption() float64 { return p.size(20) * 1.9 }
func (p *pair) scale() float64   { return p.size(16)*1.5 + 8*p.u }

// fixed is the height of a panel without its lanes.
func (p *pair) fixed(f *figure) float64 {
	f.phases = math.Max(44*f.u, f.size(17)*2.2)
	f.heading = math.Max(26*f.u, f.size(16)*1.6)
	h := p.caption() + p.scale()
	if f.density != gantt && f.s.anyFailed() {
		h += 54*f.u + 24*f.u
	}
	if f.density == crowded {
		h += 64 * f.u
	}
	return h
}

// heights divides the room: rows of lanes are as high in both panels where all
// of them fit, else each panel gets the part that it needs, a third at least.
func (p *pair) heights(room float64) [2]float64 {
	room -= p.gap()
	var fixed, rows, need [2]float64
	for i, f := range p.figures {
		fixed[i] = p.fixed(f)
		n, heads := f.admit(math.Inf(1))
		fixed[i] += heads
		rows[i] = math.Max(1, float64(n))
		need[i] = fixed[i] + rows[i]*leastRow
	}
	row := math.Min(58*p.u, (room-fixed[0]-fixed[1])/(rows[0]+rows[1]))
	if row >= 12*p.u {
		return [2]float64{fixed[0] + row*rows[0], fixed[1] + row*rows[1]}
	}
	share := math.Min(math.Max(need[0]/(need[0]+need[1]), 1./3), 2./3)
	return [2]float64{room * share, room * (1 - share)}
}

// crowd shows most lanes of a panel as shares where they do not all fit one by
// one: a pair must not leave out a window's tries.
func (p *pair) crowd(heights [2]float64) bool {
	changed := false
	for i, f := range p.figures {
		fixed := p.fixed(f)
		if f.admit(heights[i] - fixed); f.density != crowded && f.laneless() > 0 {
			f.density = crowded
			f.chooseLanes()
			changed = true
		}
	}
	return changed
}

// panel lays out one report between top and top+h.
func (p *pair) panel(i int, f *figure, x, top, h float64) {
	p.panelHead(i, top)
	end := top + h
	top += p.caption()
	f.plot = Box{X: x, Y: top, W: p.right - x}
	f.axis = newTimeAxis(f.s, f.plot.X, f.plot.X+f.plot.W, f.u, breakWidth*f.u)
	if len(f.s.tries) == 0 {
		f.plot.H = end - p.scale() - top
		f.text((x+p.right)/2, top+f.plot.H/2, "no try in this span of time", style{size: f.size(18), color: f.pal.second, anchor: Middle})
		p.ticks(i, f)
		return
	}
	if f.density != gantt && f.s.anyFailed() {
		top = f.strip(top)
	}
	f.plot.Y = top
	p.fixed(f) // admit takes headings away where there is one group only
	bottom := end - p.scale()
	if f.density == crowded {
		bottom -= 64 * f.u
	}
	rows, heads := f.admit(bottom - top)
	f.row = math.Max(2, math.Min(58*f.u, (bottom-top-heads)/math.Max(1, float64(rows))))
	f.layTracks(top)
	f.bands()
	f.claimBands()
	p.ticks(i, f)
	f.headings()
	f.lanes()
	f.breaks()
	f.phaseLines()
	f.claimLines()
	f.marks()
	f.barLabels()
	f.releases()
	f.breakNotes()
}

func (p *pair) panelHead(i int, top float64) {
	st := style{size: p.size(20), bold: true, color: p.pal.ink}
	y := top + 1.05*st.size
	p.line(RoleGrid, p.left, top, p.right, top, 1.4, p.pal.axis)
	box := p.text(p.left, y, words.Visible(p.panels[i].Name), st)
	small := style{size: p.size(17), color: p.pal.second}
	x := box.X + box.W + 14*p.u
	p.text(x, y, p.ruler.cut(words.Visible(p.panels[i].Caption), small.size, false, p.right-x), small)
}

// oneClock reports whether both panels are of the same time, which needs no zero.
func (p *pair) oneClock() bool { return p.panels[0].Zero.Equal(p.panels[1].Zero) }

// ticks draws the scale of a panel: time since its zero, or the clock of both.
func (p *pair) ticks(i int, f *figure) {
	st := style{size: f.size(16), color: f.pal.second, anchor: Middle}
	width := func(s string) float64 { return f.width(s, st) }
	bottom := f.plot.Y + f.plot.H
	ticks := f.axis.elapsed(p.panels[i].Zero.Sub(f.s.base), width)
	if p.oneClock() {
		ticks = f.axis.ticks(width)
	}
	for _, piece := range f.axis.pieces {
		f.line(RoleGrid, piece.x0, bottom, piece.x1, bottom, 1.4, f.pal.axis)
	}
	for _, k := range ticks {
		f.line(RoleGrid, k.x, f.plot.Y, k.x, bottom, 1, f.pal.grid)
		f.line(RoleGrid, k.x, bottom, k.x, bottom+6*f.u, 1.2, f.pal.axis)
		y := bottom + 8*f.u + ascent*st.size
		f.place(Box{f.plot.X - 60*f.u, bottom, f.right - f.plot.X + 90*f.u, y + st.size - bottom}, st, 4*f.u, candidate{k.x, y, k.label, Middle})
	}
	if f.row >= 15*f.u {
		for _, t := range f.tracks {
			f.line(RoleGrid, f.left, t.y+t.height, f.right, t.y+t.height, 1, f.pal.grid)
		}
	}
}

// elapsed are the ticks of time since zero.
func (a *timeAxis) elapsed(zero moment, width func(string) float64) []tick {
	var out []tick
	for _, piece := range a.pieces {
		step := elapsedStep(piece, width, zero)
		first := (piece.from - zero + step - 1).Truncate(step)
		if piece.from < zero {
			first = (piece.from - zero).Truncate(step)
		}
		for at := first; at <= piece.to-zero; at += step {
			out = append(out, tick{x: a.x(at + zero), label: elapsed(at)})
		}
	}
	return out
}

// elapsedStep is the least step whose labels stand apart.
func elapsedStep(p piece, width func(string) float64, zero moment) time.Duration {
	perPixel := float64(p.length()) / (p.x1 - p.x0)
	for _, s := range steps {
		longest := math.Max(width(elapsed((p.to - zero).Truncate(s))), width(elapsed((p.to-zero).Truncate(s)-s)))
		if float64(s)/perPixel >= dense*longest {
			return s
		}
	}
	return steps[len(steps)-1]
}

// elapsed labels a time since zero, exactly: "T+0", "+5 s", "+1 min 20 s",
// "+5 h 3 s", "−200 ms".
func elapsed(d time.Duration) string {
	if d == 0 {
		return "T+0"
	}
	sign := "+"
	if d < 0 {
		sign, d = "\u2212", -d
	}
	var parts []string
	for _, u := range []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "min"}} {
		if n := d / u.of; n > 0 {
			parts = append(parts, words.Number(int(n))+" "+u.name)
			d %= u.of
		}
	}
	if d > 0 {
		parts = append(parts, words.Duration(d))
	}
	return sign + strings.Join(parts, " ")
}

// foot says where both come from and what is not shown of each.
func (p *pair) foot() {
	st := style{size: p.size(15.5), color: p.pal.faint}
	text := "one scale of time for both"
	if day := p.figures[0].dateLine(); day != "" && p.oneClock() {
		text += ", " + day
	}
	for i, f := range p.figures {
		hidden := f.s.outside + f.s.timeless
		if hidden > 0 {
			text += "  ·  " + words.Visible(p.panels[i].Name) + ": " + words.Tries(hidden) + " outside this time or without one"
		}
		if n := f.laneless(); n > 0 {
			text += "  ·  " + words.Visible(p.panels[i].Name) + ": " + words.Count(n, "lane", "lanes") + " without room"
		}
	}
	tool := p.panels[1].Report.Tool
	right := st
	right.anchor = End
	y := p.scene.H - 18*p.u
	box := p.text(p.right, y, p.ruler.fit(words.Visible(tool.Name+" "+tool.Version), st.size, false, (p.right-p.left)/4), right)
	p.text(p.left, y, p.ruler.cut(text, st.size, false, box.X-24*p.u-p.left), st)
}

// isNothing reports whether an item has no extent: what a figure draws in its
// panel of durations, which a pair does not have.
func isNothing(it Item) bool {
	switch it.Shape {
	case Rect:
		return it.W <= 0 || it.H <= 0
	case Segments:
		for i := 1; i < len(it.Points); i += 2 {
			if it.Points[i] != it.Points[i-1] {
				return false
			}
		}
		return true
	}
	return false
}
