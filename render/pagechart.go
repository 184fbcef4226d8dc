package render

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"
	"strings"

	"timeline/analyze"
	"timeline/render/chart"
)

// pageCharts are the drawings of a page: each shape once, in colours that are
// variables of the style sheet.
type pageCharts struct {
	wide, narrow template.HTML
	variables    string // the rules that give the variables their values
}

// A narrow drawing of this size stands for the wide one where a page is narrow.
const narrowWidth, narrowHeight = 520, 640

// longestNarrow bounds the bytes of a narrow drawing: a page of a larger one
// does without.
const longestNarrow = 200_000

func drawCharts(r *analyze.Report, opt HTMLOptions) (pageCharts, error) {
	inks := inkPot{numbers: map[[2]string]int{}}
	var c pageCharts
	wide, err := inks.draw(r, opt, 0, 0)
	if err != nil {
		return c, err
	}
	narrow, err := inks.draw(r, opt, narrowWidth, narrowHeight)
	if err != nil {
		return c, err
	}
	if len(narrow) > longestNarrow {
		narrow = ""
	}
	return pageCharts{template.HTML(wide), template.HTML(narrow), inks.rules()}, nil
}

// An inkPot numbers the pairs of a light and a dark colour that drawings use.
type inkPot struct {
	numbers map[[2]string]int
	pairs   [][2]string
}

// draw is the chart of r in both themes at once.
func (p *inkPot) draw(r *analyze.Report, opt HTMLOptions, width, height int) (string, error) {
	var themes [2]string
	for i, theme := range []chart.Theme{chart.Light, chart.Dark} {
		var b bytes.Buffer
		err := chart.Draw(&b, r, chart.Options{Format: chart.SVG, Theme: theme, Width: width, Height: height, Title: opt.Title, Zone: opt.Zone, Font: opt.Font,
			NoSystemFonts: opt.NoSystemFonts, NoEmbeddedFonts: true})
		if err != nil {
			return "", err
		}
		themes[i] = b.String()
	}
	return p.merge(themes[0], themes[1]), nil
}

var color = regexp.MustCompile(`"#[0-9A-F]{6}"`)

// merge makes one drawing of two that differ in colours alone. Should they
// differ in more, it is the light one.
func (p *inkPot) merge(light, dark string) string {
	if color.ReplaceAllLiteralString(light, "") != color.ReplaceAllLiteralString(dark, "") {
		return light
	}
	darks := color.FindAllString(dark, -1)
	next := 0
	return color.ReplaceAllStringFunc(light, func(c string) string {
		pair := [2]string{strings.Trim(c, `"`), strings.Trim(darks[next], `"`)}
		next++
		if pair[0] == pair[1] {
			return c
		}
		n, known := p.numbers[pair]
		if !known {
			n = len(p.pairs)
			p.numbers[pair] = n
			p.pairs = append(p.pairs, pair)
		}
		return fmt.Sprintf(`"var(--i%d)"`, n)
	})
}

// rules give the numbered colours their values.
func (p *inkPot) rules() string {
	var light, dark strings.Builder
	for i, pair := range p.pairs {
		fmt.Fprintf(&light, "--i%d:%s;", i, pair[0])
		fmt.Fprintf(&dark, "--i%d:%s;", i, pair[1])
	}
	return inTheme(light.String(), dark.String())
}

// inTheme sets variables for both themes: dark ones where a screen asks for them.
func inTheme(light, dark string) string {
	return ":root{" + light + "}@media screen and (prefers-color-scheme:dark){:root{" + dark + "}}"
}
