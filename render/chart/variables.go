package chart

import (
	"fmt"
	"image/color"
	"strings"

	"timeline/render/words"
)

// Variables are the colours of a theme as custom properties of CSS, so that
// what stands beside a picture matches it: for every class the fill, the edge
// and the text about it as --cached, --cached-edge and --cached-label, then
// those of windows and of the figure.
func Variables(t Theme) string {
	p := paletteOf(t)
	var b strings.Builder
	set := func(name string, c color.NRGBA) { fmt.Fprintf(&b, "--%s:#%02x%02x%02x;", name, c.R, c.G, c.B) }
	for i, c := range words.Classes {
		f := p.forms[i]
		set(string(c), f.fill)
		set(string(c)+"-edge", f.edge)
		set(string(c)+"-label", f.label)
	}
	set("back", p.back)
	set("card", p.card)
	set("ink", p.ink)
	set("soft", p.second)
	set("faint", p.faint)
	set("line", p.grid)
	set("axis", p.axis)
	set("band", p.band)
	set("band-text", p.bandText)
	set("stall", p.stall)
	set("good", p.good)
	return b.String()
}
