package chart

import "image/color"

// A Scene is a finished picture as plain data: what stands where, in pixels
// from the upper left corner, and what each thing is for. The canvases only
// put ink to it, and tests read it instead of looking at pixels.
type Scene struct {
	W, H  float64
	Back  color.NRGBA
	Title string // what the picture says, for those who cannot see it
	Desc  string
	Items []Item
	Bins  []Bin // the failures strip, exact in its counts
}

// A Role is what an item of a scene is for.
type Role string

// Roles of items.
const (
	RoleLabel  Role = "label"  // text
	RoleBar    Role = "bar"    // one try, or several merged
	RoleMark   Role = "mark"   // a try without a length
	RoleDot    Role = "dot"    // a try in the panel of durations
	RoleBand   Role = "band"   // a window
	RoleGrid   Role = "grid"   // lines to read by
	RoleLine   Role = "line"   // an instant or a span with a meaning
	RoleCard   Role = "card"   // the ground of an inset
	RoleLegend Role = "legend" // a sample of a form
	RoleStrip  Role = "strip"  // counts of failures
)

// A Shape is the geometry of an item.
type Shape int

// Shapes.
const (
	Rect     Shape = iota // X, Y, W, H, corner radius R
	Circle                // centre X, Y, radius R
	Polygon               // Points, closed
	Segments              // Points in pairs, each a line of its own
	Text                  // anchored at X, baseline Y
)

// An Anchor says which end of a text stands at its X.
type Anchor int

// Anchors.
const (
	Start Anchor = iota
	Middle
	End
)

// A Point is a place in pixels.
type Point struct{ X, Y float64 }

// An Item is one thing drawn. Colours with alpha 0 are not drawn, all others
// are opaque: PDF writers and print mix them wrongly.
type Item struct {
	Shape  Shape
	Role   Role
	X, Y   float64
	W, H   float64
	R      float64
	Points []Point
	Fill   color.NRGBA
	Stroke color.NRGBA
	Line   float64   // width of the stroke
	Dash   []float64 // lengths of dashes and gaps

	Text   string
	Size   float64
	Bold   bool
	Anchor Anchor

	Tip string // shown on hover where the format can
}

// A Bin counts the failures that ended in one step of time.
type Bin struct {
	X, W   float64
	Counts [classes]int
}

// A Box is a rectangle in pixels.
type Box struct{ X, Y, W, H float64 }

// Overlaps reports whether two boxes share more than a touch.
func (b Box) Overlaps(c Box) bool {
	const touch = 0.01
	return b.X+touch < c.X+c.W && c.X+touch < b.X+b.W && b.Y+touch < c.Y+c.H && c.Y+touch < b.Y+b.H
}

// Inside reports whether b lies in a picture of the given size.
func (b Box) Inside(w, h float64) bool {
	const touch = 0.01
	return b.X >= -touch && b.Y >= -touch && b.X+b.W <= w+touch && b.Y+b.H <= h+touch
}

// Heights of a line of text above and below its baseline, in parts of its
// size: those of Inter's capitals, ascenders and descenders.
const (
	ascent  = 0.76
	descent = 0.22
)

// textBox is where a text of the given width stands.
func textBox(it Item, width float64) Box {
	x := it.X
	switch it.Anchor {
	case Middle:
		x -= width / 2
	case End:
		x -= width
	}
	return Box{x, it.Y - ascent*it.Size, width, (ascent + descent) * it.Size}
}
