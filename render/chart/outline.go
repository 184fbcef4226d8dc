package chart

import (
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A tracer follows the outline of a glyph. Points are pixels of the scene.
type tracer interface {
	moveTo(p Point)
	lineTo(p Point)
	curveTo(a, b, p Point) // a cubic curve
	closePath()
}

// outline leads a tracer along text as a face has it, from the baseline at x, y on,
// and returns where the text ends.
func (f *face) outline(to tracer, text string, size, x, y float64) (float64, error) {
	var buf sfnt.Buffer
	em := fixed.I(perEm)
	scale := size / perEm
	var last sfnt.GlyphIndex
	for i, r := range text {
		glyph, err := f.GlyphIndex(&buf, r)
		if err != nil {
			return x, err
		}
		if i > 0 {
			if kern, err := f.Kern(&buf, last, glyph, em, font.HintingNone); err == nil {
				x += pixels(kern) * scale
			}
		}
		segments, err := f.LoadGlyph(&buf, glyph, em, nil)
		if err != nil {
			return x, err
		}
		at := func(p fixed.Point26_6) Point { return Point{x + pixels(p.X)*scale, y + pixels(p.Y)*scale} }
		drawSegments(to, segments, at)
		advance, err := f.GlyphAdvance(&buf, glyph, em, font.HintingNone)
		if err != nil {
			return x, err
		}
		x += pixels(advance) * scale
		last = glyph
	}
	return x, nil
}

func drawSegments(to tracer, segments sfnt.Segments, at func(fixed.Point26_6) Point) {
	var now Point
	open := false
	for _, s := range segments {
		a := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if open {
				to.closePath()
			}
			to.moveTo(a)
			now, open = a, true
		case sfnt.SegmentOpLineTo:
			to.lineTo(a)
			now = a
		case sfnt.SegmentOpQuadTo:
			// A quadratic curve is the cubic one whose control points lie two
			// thirds of the way to its own.
			b := at(s.Args[1])
			to.curveTo(between(now, a), between(b, a), b)
			now = b
		case sfnt.SegmentOpCubeTo:
			b, c := at(s.Args[1]), at(s.Args[2])
			to.curveTo(a, b, c)
			now = c
		}
	}
	if open {
		to.closePath()
	}
}

// between is two thirds of the way from p to q.
func between(p, q Point) Point {
	return Point{p.X + (q.X-p.X)*2/3, p.Y + (q.Y-p.Y)*2/3}
}

func pixels(v fixed.Int26_6) float64 { return float64(v) / 64 }
