package chart

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"timeline/analyze"
)

// How a chart shows many tries.
type density int

const (
	gantt   density = iota // a bar each, with words
	thin                   // a bar each, without words
	crowded                // the lanes most hurt, all others as shares
)

const (
	ganttLanes = 40
	thinLanes  = 200
	mostBars   = 5000
	topLanes   = 24 // shown one by one in a crowd
)

// A figure is the layout in the making.
type figure struct {
	*pen
	s       *story
	axis    *timeAxis
	density density
	plot    Box     // where time stands
	row     float64 // height of a lane
	lower   float64 // upper edge of the panel of durations
	base    float64 // its lower edge
	panel   Box     // its plot
	flat    bool    // there is no room for it
	log     logAxis
	left    float64 // margins
	right   float64
	tracks  []track
	top     map[*lane]bool // the lanes shown in a crowd
	kept    map[*lane]bool // the lanes that have room

	unlisted []heap // tries that are only counted
	sections
}

// sections are the heights that depend on how much there is to show.
type sections struct {
	phases, heading float64
	groups          []placed
	restTop         float64 // the lane of all others, in a crowd
	unlistedTop     float64 // the strip of tries that are only counted
}

// A placed group has its range of y.
type placed struct {
	g           *group
	head        float64 // upper edge of its heading
	top, bottom float64 // of its lanes
}

// A track is a lane with its place.
type track struct {
	l      *lane
	y      float64 // upper edge
	height float64
}

// layOut makes the scene of r.
func layOut(r *analyze.Report, opt Options, m *ruler) *Scene {
	s := newStory(r, opt)
	pal := paletteOf(opt.Theme)
	w, h := float64(opt.Width), float64(opt.Height)
	f := &figure{s: s, pen: &pen{
		scene: &Scene{W: w, H: h, Back: pal.back, Title: s.headline(), Desc: s.describe()},
		ruler: m, pal: pal, u: math.Min(math.Max(math.Min(w/1600, h/900), 0.45), 2.5),
	}}
	f.left, f.right = 40*f.u, w-40*f.u
	f.density, f.unlisted = s.density(), s.unlisted()
	f.chooseLanes()
	top := f.header()
	bottom := f.scene.H - 18*f.u - f.size(15.5) - 12*f.u
	if len(s.tries) == 0 && len(s.spans) == 0 {
		f.nothing(top, bottom)
		f.footer()
		return f.scene
	}
	f.measure(top, bottom)
	f.panels()
	f.footer()
	return f.scene
}

func (s *story) density() density {
	switch rows := s.rows(); {
	case rows > thinLanes || len(s.tries) > mostBars:
		return crowded
	case rows > ganttLanes:
		return thin
	}
	return gantt
}

// measure divides the room between top and bottom.
func (f *figure) measure(top, bottom float64) {
	f.plot = Box{X: f.left + f.nameWidth(), Y: top}
	f.plot.W = f.right - f.plot.X
	f.axis = newTimeAxis(f.s, f.plot.X, f.plot.X+f.plot.W, f.u, f.breakWidth())
	if f.density != gantt && f.s.anyFailed() {
		top = f.strip(top)
	}
	f.plot.Y = top
	f.phases = math.Max(46*f.u, f.size(17)*2.2)
	f.heading = math.Max(26*f.u, f.size(16)*1.6)
	panel := 0.27 * (bottom - top)
	if f.s.rows() > 12 {
		panel = 0.23 * (bottom - top)
	}
	panel = math.Max(panel, 2*f.size(17)+50*f.u)
	timed := f.s.anyLength()
	if !timed {
		panel = 0
	}
	fixed := f.size(16)*1.9 + 12*f.u
	if f.density == crowded {
		fixed += f.twoLines(64)
	}
	if len(f.unlisted) > 0 {
		fixed += f.twoLines(unlistedHeight)
	}
	rows, heads := f.admit(bottom - top - panel - fixed)
	fixed += heads
	room := bottom - top - fixed - panel
	highest := 58 * f.u
	if rows <= 4 {
		highest = 80 * f.u
	}
	if !timed {
		highest *= 2
	}
	f.row = math.Max(2, math.Min(highest, room/math.Max(1, float64(rows))))
	if used := f.row*float64(rows) + fixed; bottom-top-used > panel {
		panel = bottom - top - used
	}
	f.layTracks(top)
	f.lower = math.Max(bottom-panel, f.plot.Y+f.plot.H+f.size(16)*1.9)
	f.flat = !timed || bottom-f.lower < 2*f.size(17)+20*f.u
	f.base = bottom
}

// leastRow is the least height of a lane in pixels.
const leastRow = 3

// admit decides which groups and lanes fit into room: groups with windows
// first, then those with failures. What is left out is counted in the footer.
// It returns the rows to come and the height of the heads of their groups.
func (f *figure) admit(room float64) (rows int, heads float64) {
	order := slices.Clone(f.s.groups)
	slices.SortStableFunc(order, func(a, b *group) int {
		return cmp.Or(cmp.Compare(b.told(), a.told()), cmp.Compare(b.failures(), a.failures()))
	})
	if len(order) == 1 {
		f.heading = 0
	}
	f.kept = map[*lane]bool{}
	empty := true
	for _, g := range order {
		head := f.heading
		if f.hasPhases(g) {
			head += f.phases
		}
		lanes := membersFirst(f.shownLanes(g))
		if len(lanes) == 0 || !empty && heads+head+float64(rows+lanes[0].rows)*leastRow > room {
			continue
		}
		heads += head
		for _, l := range lanes {
			if !empty && heads+float64(rows+l.rows)*leastRow > room {
				break
			}
			f.kept[l] = true
			rows += l.rows
			empty = false
		}
	}
	return rows, heads
}

// told is 1 where a window or a claim tells of g, else 0.
func (g *group) told() int {
	if len(g.windows) > 0 || g.claim != nil {
		return 1
	}
	return 0
}

// hasPhases reports whether lines of phases stand over the lanes of g.
func (f *figure) hasPhases(g *group) bool {
	return len(g.windows) > 0 || g.claim != nil
}

// layTracks gives every shown lane its place.
func (f *figure) layTracks(y float64) {
	for _, g := range f.s.groups {
		lanes := slices.DeleteFunc(slices.Clone(f.shownLanes(g)), func(l *lane) bool { return !f.kept[l] })
		if len(lanes) == 0 {
			continue
		}
		p := placed{g: g, head: y}
		y += f.heading
		if f.hasPhases(g) {
			y += f.phases
		}
		p.top = y
		for _, l := range lanes {
			f.tracks = append(f.tracks, track{l, y, f.row * float64(l.rows)})
			y += f.row * float64(l.rows)
		}
		p.bottom = y
		f.groups = append(f.groups, p)
	}
	if f.density == crowded {
		f.restTop = y
		y += f.twoLines(64)
	}
	if len(f.unlisted) > 0 {
		f.unlistedTop = y
		y += f.twoLines(unlistedHeight)
	}
	f.plot.H = y - f.plot.Y
}

// twoLines is the height of a strip that is so high in a full-size picture, and
// has two lines of words beside it in every one.
func (f *figure) twoLines(high float64) float64 {
	return math.Max(high*f.u, 2.9*f.size(15))
}

// beside writes two lines in the column of names, in the middle of a strip.
func (f *figure) beside(top, height float64, lines [2]string, second color.NRGBA) {
	st := style{size: f.size(15), color: f.pal.ink, anchor: End}
	y := top + height/2 - 0.21*st.size
	for i, line := range lines {
		if i > 0 {
			st.color = second
		}
		f.text(f.plot.X-14*f.u, y+float64(i)*1.15*st.size, f.ruler.fit(line, st.size, false, f.plot.X-f.left-14*f.u), st)
	}
}

func (f *figure) nameStyle() style {
	size := math.Max(smallest, math.Min(f.size(18), 0.92*f.row))
	if f.row == 0 {
		size = f.size(18)
	}
	return style{size: size, bold: f.density == gantt && size > 15*f.u, color: f.pal.ink, anchor: End}
}

// nameWidth is the column of lane names: as wide as the widest, a fifth at most.
func (f *figure) nameWidth() float64 {
	widest := f.ruler.width("100 ms", f.size(16), false)
	if f.density != gantt {
		widest = f.ruler.width("up to 1,000", f.size(16), false)
	}
	if f.density == crowded {
		widest = f.ruler.width("100,000 other lanes,", f.size(15), false)
	}
	limit := f.scene.W / 5
	if len(f.unlisted) > 0 {
		widest = math.Max(widest, f.ruler.width(f.unlistedLabels()[0], f.size(15), false))
	}
	st := f.nameStyle()
	for _, g := range f.s.groups {
		for _, l := range f.shownLanes(g) {
			if widest >= limit {
				break
			}
			widest = math.Max(widest, f.width(f.ruler.fit(l.name, st.size, st.bold, limit), st))
		}
	}
	return math.Min(widest, limit) + 16*f.u
}

// panels draws from the ground up: what comes later covers what came before.
func (f *figure) panels() {
	f.lowerTitle()
	f.bands()
	f.claimBands()
	f.addressGrounds()
	f.grid()
	f.lanes()
	f.breaks()
	f.phaseLines()
	f.claimLines()
	f.marks()
	f.changeMark()
	f.barLabels()
	f.releases()
	f.breakNotes()
	f.durations()
}

// nothing is the picture of a report without a time.
func (f *figure) nothing(top, bottom float64) {
	st := style{size: f.size(20), color: f.pal.second, anchor: Middle}
	text := "No try was found in what was read."
	if f.s.timeless > 0 {
		text = "None of the tries has a time in the logs: there is nothing to place on an axis."
	}
	lines := f.ruler.wrap(text, st.size, false, f.right-f.left, 2)
	for i, l := range lines {
		f.text(f.scene.W/2, (top+bottom)/2+float64(i)*st.size*1.4, l, st)
	}
}
