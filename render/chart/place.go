package chart

import (
	"image/color"
	"math"
)

// A pen adds items to a scene and remembers where text and bars stand.
type pen struct {
	scene *Scene
	ruler *ruler
	pal   *palette
	u     float64 // pixels per pixel of a full-size picture
	taken []Box   // what a label may not cover
	words []Box   // where text stands
}

// smallest is the least size of text in pixels: below it nothing is readable.
const smallest = 11

// size scales a text size of the full-size picture.
func (p *pen) size(s float64) float64 { return math.Max(smallest, s*p.u) }

func (p *pen) add(it Item) { p.scene.Items = append(p.scene.Items, it) }

// A style is how a text looks.
type style struct {
	size   float64
	bold   bool
	color  color.NRGBA
	anchor Anchor
}

// text writes s and takes its place.
func (p *pen) text(x, y float64, s string, st style) Box {
	it := Item{Shape: Text, Role: RoleLabel, X: x, Y: y, Text: s, Size: st.size, Bold: st.bold, Fill: st.color, Anchor: st.anchor}
	p.add(it)
	box := textBox(it, p.ruler.width(s, st.size, st.bold))
	p.taken = append(p.taken, box)
	p.words = append(p.words, box)
	return box
}

func (p *pen) width(s string, st style) float64 { return p.ruler.width(s, st.size, st.bold) }

// middle is the baseline that centres capitals of a size on y.
func middle(y, size float64) float64 { return y + 0.36*size }

// fits reports whether box lies in area and on nothing that is taken.
func (p *pen) fits(box, area Box) bool {
	if box.X < area.X || box.Y < area.Y || box.X+box.W > area.X+area.W || box.Y+box.H > area.Y+area.H {
		return false
	}
	for _, t := range p.taken {
		if t.Overlaps(box) {
			return false
		}
	}
	return true
}

// A candidate is one way to place a label.
type candidate struct {
	x, y   float64
	text   string
	anchor Anchor
}

// place writes the first candidate that fits; false when none does.
func (p *pen) place(area Box, st style, air float64, options ...candidate) bool {
	for _, c := range options {
		it := Item{X: c.x, Y: c.y, Size: st.size, Anchor: c.anchor}
		box := textBox(it, p.ruler.width(c.text, st.size, st.bold))
		wide := Box{box.X - air, box.Y, box.W + 2*air, box.H}
		if !p.fits(wide, area) {
			continue
		}
		st.anchor = c.anchor
		p.text(c.x, c.y, c.text, st)
		return true
	}
	return false
}

// blank reports whether no text stands in b.
func (p *pen) blank(b Box) bool {
	for _, t := range p.words {
		if t.Overlaps(b) {
			return false
		}
	}
	return true
}

func (p *pen) take(b Box) { p.taken = append(p.taken, b) }

func (p *pen) rect(role Role, b Box, fill color.NRGBA) {
	p.add(Item{Shape: Rect, Role: role, X: b.X, Y: b.Y, W: b.W, H: b.H, Fill: fill})
}

func (p *pen) line(role Role, x0, y0, x1, y1, width float64, c color.NRGBA, dash ...float64) {
	p.add(Item{Shape: Segments, Role: role, Points: []Point{{x0, y0}, {x1, y1}}, Stroke: c, Line: width, Dash: dash})
}
