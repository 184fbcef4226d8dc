package chart

import (
	"bytes"
	"image/color"
	"image/png"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/carlos7ags/folio/content"
	"github.com/carlos7ags/folio/core"
	"github.com/carlos7ags/folio/reader"
)

// textPage is the page on which texts stand below each other, bold and not.
func textPage(t *testing.T, user [][]byte, texts ...string) (*reader.PdfReader, *reader.PageInfo) {
	t.Helper()
	fonts, err := newFontSet(user, false)
	if err != nil {
		t.Fatal(err)
	}
	s := &Scene{W: 900, H: 900, Back: color.NRGBA{255, 255, 255, 255}}
	ink := color.NRGBA{0, 0, 0, 255}
	for i, text := range texts {
		s.Items = append(s.Items, Item{Shape: Text, Text: text, X: 20, Y: float64(30 + 40*i), Size: 16, Bold: i%2 == 1, Fill: ink})
	}
	var out bytes.Buffer
	if err := writePDF(&out, s, newRuler(fonts, true)); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 40_000 {
		t.Errorf("%d bytes for a few lines of text", out.Len())
	}
	doc, err := reader.Parse(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	page, err := doc.Page(0)
	if err != nil {
		t.Fatal(err)
	}
	return doc, page
}

func readFont(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestPDFTextIsText: what is drawn is what can be selected, in whatever script,
// from TrueType fonts and from a collection of CFF fonts alike.
func TestPDFTextIsText(t *testing.T) {
	want := []string{
		"upload-a → 5.6 s ≥ 4.9 s",
		"업로드 작업 upload",
		"загрузка Ωß",
		"画像の失敗",
		"传 and 똠방",
	}
	doc, page := textPage(t, [][]byte{readFont(t, "noto-cjk-few.ttc")}, want...)
	got, err := page.ExtractText()
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(got), "\n"); !slices.Equal(lines, want) {
		t.Errorf("extracted %q, want %q", lines, want)
	}
	wantKinds := map[string]string{
		"Inter-Regular": "CIDFontType2", "Inter-Bold": "CIDFontType2", "NotoSansCJKjp-Regular": "CIDFontType0",
		"NotoSansKRThin-Regular": "CIDFontType2", "LiberationSans": "CIDFontType2",
	}
	if kinds := fontKinds(t, doc, page); !maps.Equal(kinds, wantKinds) {
		t.Errorf("subsets of %v, want %v", kinds, wantKinds)
	}
}

// fontKinds are the kinds of the outlines in the subsets that a page holds.
func fontKinds(t *testing.T, doc *reader.PdfReader, page *reader.PageInfo) map[string]string {
	t.Helper()
	dictionary := func(o core.PdfObject) *core.PdfDictionary {
		resolved, err := doc.ResolveObject(o)
		if err != nil {
			t.Fatal(err)
		}
		return resolved.(*core.PdfDictionary)
	}
	resources, err := page.Resources()
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{}
	for _, o := range dictionary(resources.Get("Font")).All() {
		outer := dictionary(o)
		inner := dictionary(outer.Get("DescendantFonts").(*core.PdfArray).At(0))
		name, ok := strings.CutPrefix(outer.Get("BaseFont").(*core.PdfName).Value[6:], "+")
		if !ok {
			t.Errorf("%s is no subset", name)
		}
		kinds[name] = inner.Get("Subtype").(*core.PdfName).Value
	}
	return kinds
}

// TestPDFSharedGlyphs: a radical that is drawn as the ideograph that it looks
// like is still read as the radical.
func TestPDFSharedGlyphs(t *testing.T) {
	_, page := textPage(t, [][]byte{readFont(t, "noto-cjk-few.ttc")}, "一", "⼀", "一")
	if n := spoken(t, page, "⼀"); n != 1 {
		t.Errorf("%d texts are marked as the radical", n)
	}
	if n := spoken(t, page, "一"); n != 0 {
		t.Errorf("%d texts are marked though they need not be", n)
	}
}

// TestPDFOutlines: a font that a page cannot hold is drawn as shapes, and its
// text is kept.
func TestPDFOutlines(t *testing.T) {
	_, page := textPage(t, [][]byte{readFont(t, "name-keyed.otf")}, "ขอ")
	if n := spoken(t, page, "ขอ"); n != 1 {
		t.Errorf("%d texts are marked as what is drawn", n)
	}
	ops, err := page.ContentOps()
	if err != nil {
		t.Fatal(err)
	}
	curves := 0
	for _, op := range ops {
		if op.Operator == "c" {
			curves++
		}
	}
	if curves != 2 {
		t.Errorf("%d curves, want one of each of the two glyphs", curves)
	}
}

// spoken counts the passages of a page that are to be read as text, whatever
// their glyphs stand for.
func spoken(t *testing.T, page *reader.PageInfo, text string) int {
	t.Helper()
	stream, err := page.ContentStream()
	if err != nil {
		t.Fatal(err)
	}
	s := content.NewStream()
	s.BeginMarkedContentActualText(text)
	return bytes.Count(stream, bytes.TrimSpace(s.Bytes()))
}

// TestThickenedKeepsItsWidth: bold ink of a face without a bold weight is wider
// by its line alone.
func TestThickenedKeepsItsWidth(t *testing.T) {
	m := plainRuler(t)
	if m.width("업로드", 16, true) != m.width("업로드", 16, false) {
		t.Error("bold Hangul is measured otherwise than regular")
	}
	for text, want := range map[string][]bool{"업로드": {true}, "upload": {false}, "upload 업로드": {false, true}} {
		var got []bool
		for _, r := range m.runs(text, true) {
			got = append(got, r.thicken)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q bold: thickened %v, want %v", text, got, want)
		}
		for _, r := range m.runs(text, false) {
			if r.thicken {
				t.Errorf("%q is thickened though it is not bold", r.text)
			}
		}
	}
}

// TestBoldHangulIsBolder: PNG and PDF put more ink to it.
func TestBoldHangulIsBolder(t *testing.T) {
	scene := func(bold bool) *Scene {
		black, white := color.NRGBA{0, 0, 0, 255}, color.NRGBA{255, 255, 255, 255}
		return &Scene{W: 200, H: 60, Back: white, Items: []Item{{Shape: Text, Text: "업로드", X: 20, Y: 40, Size: 30, Bold: bold, Fill: black}}}
	}
	thin, bold := darkness(t, scene(false)), darkness(t, scene(true))
	if ratio := bold / thin; ratio < 1.25 || ratio > 2 {
		t.Errorf("bold is %.2f times as dark", ratio)
	}
	_, plainPage := textPage(t, nil, "업로드")
	_, boldPage := textPage(t, nil, "", "업로드")
	if strokes(t, plainPage) || !strokes(t, boldPage) {
		t.Error("a page strokes what is not bold, or not what is")
	}
}

// darkness is the ink of a picture, in pixels of black.
func darkness(t *testing.T, s *Scene) float64 {
	t.Helper()
	var out bytes.Buffer
	if err := writePNG(&out, s, plainRuler(t), 1); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for y := range int(s.H) {
		for x := range int(s.W) {
			r, _, _, _ := picture.At(x, y).RGBA()
			sum += 1 - float64(r)/0xffff
		}
	}
	return sum
}

// strokes reports whether text of a page is filled and stroked.
func strokes(t *testing.T, page *reader.PageInfo) bool {
	t.Helper()
	ops, err := page.ContentOps()
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(ops, func(op reader.ContentOp) bool { return op.Operator == "Tr" })
}
