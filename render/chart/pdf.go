package chart

import (
	"image/color"
	"io"
	"time"

	"github.com/carlos7ags/folio/content"
	"github.com/carlos7ags/folio/document"
)

// A sheet draws a scene on one PDF page of its own size, 0.75 points a pixel,
// with the y axis pointing up. Text is text, in subsets of the fonts that hold it.
type sheet struct {
	page  *document.Page
	ink   *content.Stream
	h     float64
	ruler *ruler
	types map[*face]*pdfType // nil: a font that the page cannot hold
}

func writePDF(w io.Writer, s *Scene, m *ruler) error {
	doc := document.NewDocument(document.PageSize{Width: pt(s.W), Height: pt(s.H)})
	// The same report gives the same bytes: the clock is not asked.
	doc.Info = document.Info{
		Title: s.Title, Subject: s.Desc, Producer: "timeline", Language: "en",
		CreationDate: time.Unix(0, 0).UTC(), ModDate: time.Unix(0, 0).UTC(),
	}
	page := doc.AddPage()
	r, g, b := partsOf(s.Back)
	page.AddRectFilled(0, 0, pt(s.W), pt(s.H), [3]float64{r, g, b}) // the first ink makes the stream
	p := &sheet{page, page.ContentStream(), s.H, m, map[*face]*pdfType{}}
	for _, it := range s.Items {
		if err := p.draw(it); err != nil {
			return err
		}
	}
	_, err := doc.WriteToWithOptions(w, document.WriteOptions{Deterministic: true})
	return err
}

func pt(px float64) float64 { return px * 0.75 }

// up is a y of the scene on the page.
func (p *sheet) up(y float64) float64 { return pt(p.h - y) }

func (p *sheet) draw(it Item) error {
	if it.Shape == Text {
		return p.text(it)
	}
	fill := it.Fill.A > 0 && it.Shape != Segments
	stroke := it.Stroke.A > 0 && it.Line > 0
	if fill {
		p.ink.SetFillColorRGB(partsOf(it.Fill))
	}
	if stroke {
		p.ink.SetStrokeColorRGB(partsOf(it.Stroke))
		p.ink.SetLineWidth(pt(it.Line))
		dash := make([]float64, len(it.Dash))
		for i, d := range it.Dash {
			dash[i] = pt(d)
		}
		p.ink.SetDashPattern(dash, 0)
	}
	if !fill && !stroke {
		return nil
	}
	p.path(it)
	switch {
	case fill && stroke:
		p.ink.FillAndStroke()
	case fill:
		p.ink.Fill()
	default:
		p.ink.Stroke()
	}
	return nil
}

func (p *sheet) path(it Item) {
	switch it.Shape {
	case Rect:
		x, y, w, h := pt(it.X), p.up(it.Y+it.H), pt(it.W), pt(it.H)
		if r := min(it.R, it.W/2, it.H/2); r >= 0.5 {
			p.ink.RoundedRect(x, y, w, h, pt(r))
			return
		}
		p.ink.Rectangle(x, y, w, h)
	case Circle:
		p.ink.Circle(pt(it.X), p.up(it.Y), pt(it.R))
	case Polygon:
		for i, q := range it.Points {
			if i == 0 {
				p.ink.MoveTo(pt(q.X), p.up(q.Y))
				continue
			}
			p.ink.LineTo(pt(q.X), p.up(q.Y))
		}
		p.ink.ClosePath()
	case Segments:
		for i := 0; i+1 < len(it.Points); i += 2 {
			p.ink.MoveTo(pt(it.Points[i].X), p.up(it.Points[i].Y))
			p.ink.LineTo(pt(it.Points[i+1].X), p.up(it.Points[i+1].Y))
		}
	}
}

func (p *sheet) text(it Item) error {
	x := textBox(it, p.ruler.width(it.Text, it.Size, it.Bold)).X
	p.ink.SetFillColorRGB(partsOf(it.Fill))
	for _, run := range p.ruler.runs(it.Text, it.Bold) {
		if run.face == nil {
			continue
		}
		width := p.ruler.width(run.text, it.Size, it.Bold)
		p.ink.SaveState()
		if run.thicken {
			p.ink.SetStrokeColorRGB(partsOf(it.Fill))
			p.ink.SetDashPattern(nil, 0)
			p.ink.SetLineWidth(pt(it.Size * thicker))
		}
		err := p.run(run, it, x, width)
		p.ink.RestoreState()
		if err != nil {
			return err
		}
		x += width
	}
	return nil
}

func partsOf(c color.NRGBA) (r, g, b float64) {
	return float64(c.R) / 255, float64(c.G) / 255, float64(c.B) / 255
}
