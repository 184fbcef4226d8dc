package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/opentype"
)

// A sheet draws a scene on one PDF page of its own size: 0.75 points a pixel.
// Text is text, in subsets of the embedded fonts.
type sheet struct {
	f     *fpdf.Fpdf
	ruler *ruler
	names map[*opentype.Font]string
}

func writePDF(w io.Writer, s *Scene, m *ruler) error {
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: pt(s.W), Ht: pt(s.H)}})
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	// The same report gives the same bytes: no clock and no order of maps.
	f.SetCreationDate(time.Unix(0, 0).UTC())
	f.SetModificationDate(time.Unix(0, 0).UTC())
	f.SetCatalogSort(true)
	f.SetTitle(s.Title, true)
	f.SetSubject(s.Desc, true)
	f.SetProducer("timeline", true)
	f.SetLang("en")
	f.AddPage()
	p := &sheet{f, m, map[*opentype.Font]string{}}
	p.draw(Item{Shape: Rect, W: s.W, H: s.H, Fill: s.Back})
	for _, it := range s.Items {
		p.draw(it)
	}
	return f.Output(w)
}

func pt(px float64) float64 { return px * 0.75 }

func (p *sheet) draw(it Item) {
	if it.Shape == Text {
		p.text(it)
		return
	}
	style := ""
	if it.Fill.A > 0 && it.Shape != Segments {
		p.f.SetFillColor(rgbOf(it.Fill))
		style += "F"
	}
	if it.Stroke.A > 0 && it.Line > 0 {
		p.f.SetDrawColor(rgbOf(it.Stroke))
		p.f.SetLineWidth(pt(it.Line))
		dash := make([]float64, len(it.Dash))
		for i, d := range it.Dash {
			dash[i] = pt(d)
		}
		p.f.SetDashPattern(dash, 0)
		style += "D"
	}
	if style != "" {
		p.shape(it, style)
	}
}

func (p *sheet) shape(it Item, style string) {
	switch it.Shape {
	case Rect:
		if r := min(it.R, it.W/2, it.H/2); r >= 0.5 {
			p.f.RoundedRect(pt(it.X), pt(it.Y), pt(it.W), pt(it.H), pt(r), "1234", style)
			return
		}
		p.f.Rect(pt(it.X), pt(it.Y), pt(it.W), pt(it.H), style)
	case Circle:
		p.f.Circle(pt(it.X), pt(it.Y), pt(it.R), style)
	case Polygon:
		points := make([]fpdf.PointType, len(it.Points))
		for i, q := range it.Points {
			points[i] = fpdf.PointType{X: pt(q.X), Y: pt(q.Y)}
		}
		p.f.Polygon(points, style)
	case Segments:
		for i := 0; i+1 < len(it.Points); i += 2 {
			p.f.MoveTo(pt(it.Points[i].X), pt(it.Points[i].Y))
			p.f.LineTo(pt(it.Points[i+1].X), pt(it.Points[i+1].Y))
		}
		p.f.DrawPath("D")
	}
}

func (p *sheet) text(it Item) {
	x := textBox(it, p.ruler.width(it.Text, it.Size, it.Bold)).X
	p.f.SetTextColor(rgbOf(it.Fill))
	for _, run := range p.ruler.runs(it.Text, it.Bold) {
		if run.face == nil {
			continue
		}
		p.f.SetFont(p.family(run.face), "", pt(it.Size))
		p.f.Text(pt(x), pt(it.Y), run.text)
		x += p.ruler.width(run.text, it.Size, it.Bold)
	}
}

// family registers a font at its first use.
func (p *sheet) family(face *opentype.Font) string {
	name, ok := p.names[face]
	if !ok {
		name = fmt.Sprintf("f%d", len(p.names))
		p.names[face] = name
		p.f.AddUTF8FontFromBytes(name, "", p.ruler.fonts.data[face])
	}
	return name
}

func rgbOf(c color.NRGBA) (r, g, b int) { return int(c.R), int(c.G), int(c.B) }

// trueType are the font files that a PDF can hold: those with TrueType outlines.
func trueType(files [][]byte) [][]byte {
	var out [][]byte
	for _, data := range files {
		plain, err := unwoff(data)
		if err == nil && (bytes.HasPrefix(plain, []byte("\x00\x01\x00\x00")) || bytes.HasPrefix(plain, []byte("true"))) {
			out = append(out, plain)
		}
	}
	return out
}
