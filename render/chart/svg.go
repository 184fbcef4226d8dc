package chart

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"

	"timeline/render/words"
)

// fontFamily falls back to fonts as wide as Inter or narrower, then to those
// with Hangul and Kanji.
const fontFamily = `'Timeline Inter',Inter,'Liberation Sans',Arial,Helvetica,'Noto Sans KR','Noto Sans CJK KR','Apple SD Gothic Neo','Malgun Gothic',sans-serif`

// writeSVG writes real text, which can be selected, searched and read aloud.
func writeSVG(w io.Writer, s *Scene, m *ruler, embed bool) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" role="img" data-generator="timeline" aria-label="%[3]s">`+"\n",
		num(s.W), num(s.H), xmlText(s.Title))
	fmt.Fprintf(&b, `<title>%s</title>`+"\n", xmlText(s.Title))
	fmt.Fprintf(&b, `<desc>%s</desc>`+"\n", xmlText(s.Desc))
	b.WriteString("<style>")
	if embed {
		b.WriteString(FontFaces())
	}
	fmt.Fprintf(&b, ".tl-t{font-family:%s;white-space:pre}.tl-b{font-weight:700}</style>\n", fontFamily)
	fmt.Fprintf(&b, `<rect width="%s" height="%s" fill="%s"/>`+"\n", num(s.W), num(s.H), hex(s.Back))
	for _, it := range s.Items {
		svgItem(&b, it, m)
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// FontFaces is the style sheet that embeds the latin font of the charts, for
// pages that hold charts without it.
func FontFaces() string {
	var b strings.Builder
	for _, weight := range []string{"400", "700"} {
		data, err := fontFiles.ReadFile("fonts/inter-latin-" + weight + "-normal.woff")
		if err != nil {
			panic(err) // embedded at build time
		}
		fmt.Fprintf(&b, "@font-face{font-family:'Timeline Inter';font-weight:%s;src:url(data:font/woff;base64,%s)}\n", weight, base64.StdEncoding.EncodeToString(data))
	}
	return b.String()
}

func svgItem(b *bytes.Buffer, it Item, m *ruler) {
	tip := ""
	if it.Tip != "" {
		tip = "<title>" + xmlText(it.Tip) + "</title>"
	}
	switch it.Shape {
	case Rect:
		fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s"`, num(it.X), num(it.Y), num(it.W), num(it.H))
		if it.R > 0 {
			fmt.Fprintf(b, ` rx="%s"`, num(min(it.R, it.W/2, it.H/2)))
		}
		svgInk(b, it, tip, "rect")
	case Circle:
		fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="%s"`, num(it.X), num(it.Y), num(it.R))
		svgInk(b, it, tip, "circle")
	case Polygon:
		b.WriteString(`<path d="`)
		for i, p := range it.Points {
			b.WriteByte("ML"[min(i, 1)])
			b.WriteString(num(p.X) + " " + num(p.Y))
		}
		b.WriteString(`Z"`)
		svgInk(b, it, tip, "path")
	case Segments:
		b.WriteString(`<path d="`)
		for i, p := range it.Points {
			b.WriteByte("ML"[i%2])
			b.WriteString(num(p.X) + " " + num(p.Y))
		}
		b.WriteByte('"')
		it.Fill = color.NRGBA{}
		svgInk(b, it, tip, "path")
	case Text:
		svgText(b, it, m)
	}
}

func svgInk(b *bytes.Buffer, it Item, tip, element string) {
	if it.Fill.A > 0 {
		fmt.Fprintf(b, ` fill="%s"`, hex(it.Fill))
	} else {
		b.WriteString(` fill="none"`)
	}
	if it.Stroke.A > 0 && it.Line > 0 {
		fmt.Fprintf(b, ` stroke="%s" stroke-width="%s"`, hex(it.Stroke), num(it.Line))
		if len(it.Dash) > 0 {
			parts := make([]string, len(it.Dash))
			for i, d := range it.Dash {
				parts[i] = num(d)
			}
			fmt.Fprintf(b, ` stroke-dasharray="%s"`, strings.Join(parts, " "))
		}
	}
	if tip == "" {
		b.WriteString("/>\n")
		return
	}
	fmt.Fprintf(b, ">%s</%s>\n", tip, element)
}

// svgText gives text its measured width: a viewer with another font squeezes
// or spreads it instead of running into its neighbour.
func svgText(b *bytes.Buffer, it Item, m *ruler) {
	class := "tl-t"
	if it.Bold {
		class += " tl-b"
	}
	fmt.Fprintf(b, `<text class="%s" x="%s" y="%s" font-size="%s" fill="%s"`, class, num(it.X), num(it.Y), num(it.Size), hex(it.Fill))
	switch it.Anchor {
	case Middle:
		b.WriteString(` text-anchor="middle"`)
	case End:
		b.WriteString(` text-anchor="end"`)
	}
	if width := m.width(it.Text, it.Size, it.Bold); width > 0 {
		fmt.Fprintf(b, ` textLength="%s" lengthAdjust="spacingAndGlyphs"`, num(width))
	}
	tip := ""
	if it.Tip != "" {
		tip = "<title>" + xmlText(it.Tip) + "</title>"
	}
	fmt.Fprintf(b, ">%s%s</text>\n", tip, xmlText(it.Text))
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

func xmlText(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = xmlEscapes.Replace(words.Visible(l))
	}
	return strings.Join(lines, "\n")
}

// num writes a coordinate to a tenth of a pixel.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 1, 64)
	s = strings.TrimSuffix(s, ".0")
	if s == "-0" {
		return "0"
	}
	return s
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }
