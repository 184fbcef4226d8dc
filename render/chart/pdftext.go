package chart

import (
	"strings"

	"github.com/carlos7ags/folio/content"
	"github.com/carlos7ags/folio/font"
)

// A pdfType is a font as the page holds it.
type pdfType struct {
	font *font.EmbeddedFont
	// first is the character that each glyph was first drawn for: the one that
	// a reader of the page extracts for it.
	first map[uint16]rune
}

// run draws one run of it from x on, as wide as it was measured: the ruler
// knows the kerning of fonts, the page does not.
func (p *sheet) run(r run, it Item, x, width float64) error {
	t := p.typeOf(r.face)
	if t == nil {
		return p.outlined(r, it, x, width)
	}
	if r.thicken {
		p.ink.SetTextRenderingMode(content.TextRenderFillStroke)
	}
	drawn := t.drawn(r.text)
	if drawn != r.text {
		p.ink.BeginMarkedContentActualText(r.text)
		defer p.ink.EndMarkedContent()
	}
	p.show(drawn, t, it, x, width)
	return nil
}

// show puts text of a font between x and x + width.
func (p *sheet) show(text string, t *pdfType, it Item, x, width float64) {
	if natural := t.width(text) * it.Size / 1000; natural > 0 && width > 0 {
		p.ink.SetHorizontalScaling(100 * width / natural)
	}
	p.page.AddTextEmbedded(text, t.font, pt(it.Size), pt(x), p.up(it.Y))
}

// width is that of text on the page in thousandths of its size: whole ones for
// each glyph, and no kerning.
func (t *pdfType) width(text string) float64 {
	f, w := t.font.Face(), 0
	for _, r := range text {
		w += f.GlyphAdvance(f.GlyphIndex(r)) * 1000 / f.UnitsPerEm()
	}
	return float64(w)
}

// outlined draws a run of a font that the page cannot hold as shapes, and an
// unseen text over them that can be selected and read.
func (p *sheet) outlined(r run, it Item, x, width float64) error {
	if _, err := r.face.outline(&sheetTracer{p}, r.text, it.Size, x, it.Y); err != nil {
		return err
	}
	if r.thicken {
		p.ink.FillAndStroke()
	} else {
		p.ink.Fill()
	}
	p.ink.BeginMarkedContentActualText(r.text)
	p.ink.SetTextRenderingMode(content.TextRenderInvisible)
	p.show("x", p.typeOf(p.ruler.fonts.plain), it, x, width)
	p.ink.EndMarkedContent()
	return nil
}

// A sheetTracer adds outlines to the path of a page.
type sheetTracer struct{ p *sheet }

func (s *sheetTracer) moveTo(q Point) { s.p.ink.MoveTo(pt(q.X), s.p.up(q.Y)) }
func (s *sheetTracer) lineTo(q Point) { s.p.ink.LineTo(pt(q.X), s.p.up(q.Y)) }
func (s *sheetTracer) closePath()     { s.p.ink.ClosePath() }
func (s *sheetTracer) curveTo(a, b, q Point) {
	s.p.ink.CurveTo(pt(a.X), s.p.up(a.Y), pt(b.X), s.p.up(b.Y), pt(q.X), s.p.up(q.Y))
}

// drawn is text with each character that shares a glyph with one drawn before
// replaced by that one: the same ink, and no other name for the glyph.
func (t *pdfType) drawn(text string) string {
	var b strings.Builder
	for _, r := range text {
		glyph := t.font.Face().GlyphIndex(r)
		if _, ok := t.first[glyph]; !ok {
			t.first[glyph] = r
		}
		b.WriteRune(t.first[glyph])
	}
	return b.String()
}

// typeOf prepares a font at its first use; nil is one whose subset the page
// cannot hold: CFF fonts that are keyed by name, CFF2, damaged ones.
func (p *sheet) typeOf(f *face) *pdfType {
	t, ok := p.types[f]
	if !ok {
		t = newPDFType(f.data)
		p.types[f] = t
	}
	return t
}

func newPDFType(data []byte) *pdfType {
	f, err := font.ParseFont(data)
	if err != nil || f.UnitsPerEm() == 0 {
		return nil
	}
	nothing := map[uint16]rune{0: 0}
	if cff, ok := f.(interface {
		IsCFF() bool
		CFFData() []byte
	}); ok && cff.IsCFF() {
		_, err = font.SubsetCFF(cff.CFFData(), nothing)
	} else {
		_, err = font.Subset(f.RawData(), nothing)
	}
	if err != nil {
		return nil
	}
	return &pdfType{font.NewEmbeddedFont(f), map[uint16]rune{}}
}
