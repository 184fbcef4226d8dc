package chart

import (
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// A raster draws a scene on a gonum canvas, whose y axis points up and whose
// unit is the point: 0.75 of a pixel at 96 dots an inch.
type raster struct {
	c     *vgimg.Canvas
	h     float64
	ruler *ruler
}

func writePNG(w io.Writer, s *Scene, m *ruler, scale float64) error {
	c := vgimg.NewWith(
		vgimg.UseWH(px(s.W), px(s.H)),
		vgimg.UseDPI(int(96*scale+0.5)),
		vgimg.UseBackgroundColor(s.Back),
	)
	r := &raster{c: c, h: s.H, ruler: m}
	for _, it := range s.Items {
		r.draw(it)
	}
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

func px(v float64) vg.Length { return vg.Length(v * 0.75) }

func (r *raster) at(x, y float64) vg.Point { return vg.Point{X: px(x), Y: px(r.h - y)} }

func (r *raster) draw(it Item) {
	if it.Shape == Text {
		r.text(it)
		return
	}
	if it.Fill.A > 0 && it.Shape != Segments {
		r.c.SetColor(it.Fill)
		r.c.Fill(r.path(it))
	}
	if it.Stroke.A > 0 && it.Line > 0 {
		r.stroke(it)
	}
}

// segmentsAPath bounds the lines of one path: the rasteriser slows down with
// the square of a path's length.
const segmentsAPath = 200

func (r *raster) stroke(it Item) {
	r.c.SetColor(it.Stroke)
	r.c.SetLineWidth(px(it.Line))
	dash := make([]vg.Length, len(it.Dash))
	for i, d := range it.Dash {
		dash[i] = px(d)
	}
	r.c.SetLineDash(dash, 0)
	if it.Shape != Segments {
		r.c.Stroke(r.path(it))
		return
	}
	for points := it.Points; len(points) >= 2; {
		var p vg.Path
		n := min(len(points)/2, segmentsAPath)
		for i := range n {
			p.Move(r.at(points[2*i].X, points[2*i].Y))
			p.Line(r.at(points[2*i+1].X, points[2*i+1].Y))
		}
		r.c.Stroke(p)
		points = points[2*n:]
	}
}

func (r *raster) path(it Item) vg.Path {
	var p vg.Path
	switch it.Shape {
	case Circle:
		p.Move(r.at(it.X+it.R, it.Y))
		p.Arc(r.at(it.X, it.Y), px(it.R), 0, 2*math.Pi)
	case Polygon:
		for i, q := range it.Points {
			if i == 0 {
				p.Move(r.at(q.X, q.Y))
				continue
			}
			p.Line(r.at(q.X, q.Y))
		}
	case Rect:
		return r.rect(it)
	}
	p.Close()
	return p
}

func (r *raster) rect(it Item) vg.Path {
	var p vg.Path
	x0, y0, x1, y1 := it.X, it.Y, it.X+it.W, it.Y+it.H
	c := math.Min(it.R, math.Min(it.W, it.H)/2)
	if c < 0.5 {
		p.Move(r.at(x0, y0))
		p.Line(r.at(x1, y0))
		p.Line(r.at(x1, y1))
		p.Line(r.at(x0, y1))
		p.Close()
		return p
	}
	const k = 0.5523 // of the radius: control points of a quarter circle
	in := c * (1 - k)
	p.Move(r.at(x0+c, y0))
	p.Line(r.at(x1-c, y0))
	p.CubeTo(r.at(x1-in, y0), r.at(x1, y0+in), r.at(x1, y0+c))
	p.Line(r.at(x1, y1-c))
	p.CubeTo(r.at(x1, y1-in), r.at(x1-in, y1), r.at(x1-c, y1))
	p.Line(r.at(x0+c, y1))
	p.CubeTo(r.at(x0+in, y1), r.at(x0, y1-in), r.at(x0, y1-c))
	p.Line(r.at(x0, y0+c))
	p.CubeTo(r.at(x0, y0+in), r.at(x0+in, y0), r.at(x0+c, y0))
	p.Close()
	return p
}

func (r *raster) text(it Item) {
	x := textBox(it, r.ruler.width(it.Text, it.Size, it.Bold)).X
	r.c.SetColor(color.Color(it.Fill))
	for _, run := range r.ruler.runs(it.Text, it.Bold) {
		if run.face == nil {
			continue
		}
		f := font.Face{Font: font.Font{Size: px(it.Size)}, Face: run.face.Font}
		r.c.FillString(f, r.at(x, it.Y), run.text)
		if run.thicken {
			r.thicken(run, it, x)
		}
		x += r.ruler.width(run.text, it.Size, it.Bold)
	}
}

// thicken draws a line around the glyphs of a run. What a face cannot outline
// stays as thin as it was drawn.
func (r *raster) thicken(run run, it Item, x float64) {
	p := &rasterTracer{at: r.at}
	if _, err := run.face.outline(p, run.text, it.Size, x, it.Y); err != nil {
		return
	}
	r.c.SetLineWidth(px(it.Size * thicker))
	r.c.SetLineDash(nil, 0)
	r.c.Stroke(p.path)
}

// A rasterTracer gathers outlines in a path of the canvas.
type rasterTracer struct {
	path vg.Path
	at   func(x, y float64) vg.Point
}

func (p *rasterTracer) moveTo(q Point) { p.path.Move(p.at(q.X, q.Y)) }
func (p *rasterTracer) lineTo(q Point) { p.path.Line(p.at(q.X, q.Y)) }
func (p *rasterTracer) closePath()     { p.path.Close() }
func (p *rasterTracer) curveTo(a, b, q Point) {
	p.path.CubeTo(p.at(a.X, a.Y), p.at(b.X, b.Y), p.at(q.X, q.Y))
}
