package chart

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"gonum.org/v1/plot/font"

	"timeline/render/words"
)

// A run is a piece of a string that one face can draw.
type run struct {
	face *face
	text string
	// thicken asks for bold ink of a face that has none of its own; the widths
	// stay those of the face.
	thicken bool
}

// thicker is the line drawn around the outlines of a face to make it bold, in
// parts of the size: half of it lies outside.
const thicker = 0.045

// A ruler measures text as the canvas will draw it.
type ruler struct {
	fonts *fontSet
	// escape writes a character that no font has as \u and its number: a picture has no
	// other fallback. An SVG keeps the character, its viewer has more fonts.
	escape bool
	// missing, if not nil, is told of such characters.
	missing func(r rune)
	known   map[rulerKey]float64
}

type rulerKey struct {
	text string
	bold bool
}

func newRuler(fonts *fontSet, escape bool) *ruler {
	return &ruler{fonts: fonts, escape: escape, known: map[rulerKey]float64{}}
}

// runs splits s by the fonts that hold its glyphs.
func (m *ruler) runs(s string, bold bool) []run {
	var out []run
	for _, r := range s {
		f, text := m.fonts.face(r, bold), string(r)
		if f == nil && m.escape {
			text = fmt.Sprintf(`\u%04X`, r)
			if m.missing != nil {
				m.missing(r)
			}
			f = m.fonts.face('u', bold)
		}
		if n := len(out); n > 0 && out[n-1].face == f {
			out[n-1].text += text
			continue
		}
		out = append(out, run{f, text, bold && f != nil && !f.heavy})
	}
	return out
}

// perEm is the size at which widths are kept: they scale linearly, as the
// faces are drawn without hinting.
const perEm = 1000

// width of s in pixels at a size in pixels.
func (m *ruler) width(s string, size float64, bold bool) float64 {
	key := rulerKey{s, bold}
	w, ok := m.known[key]
	if !ok {
		for _, r := range m.runs(s, bold) {
			if r.face == nil {
				w += float64(utf8.RuneCountInString(r.text)) * perEm
				continue
			}
			f := font.Face{Font: font.Font{Size: perEm}, Face: r.face.Font}
			w += f.Width(r.text).Points()
		}
		m.known[key] = w
	}
	return w * size / perEm
}

// fit cuts s in the middle until it is no wider than limit: the ends of host
// and thread names tell them apart.
func (m *ruler) fit(s string, size float64, bold bool, limit float64) string {
	s = words.Visible(s)
	if m.width(s, size, bold) <= limit {
		return s
	}
	return m.longest(clustersOf(s), elide, size, bold, limit)
}

// longest is what shorten makes of as many clusters as fit into limit.
func (m *ruler) longest(clusters []string, shorten func([]string, int) string, size float64, bold bool, limit float64) string {
	keep := sort.Search(len(clusters), func(i int) bool {
		return m.width(shorten(clusters, i+1), size, bold) > limit
	})
	return shorten(clusters, keep)
}

// longestName bounds what is measured of a hostile name.
const longestName = 400

func clustersOf(s string) []string {
	var out []string
	g := uniseg.NewGraphemes(s)
	for g.Next() {
		out = append(out, g.Str())
	}
	if len(out) > longestName {
		out = append(out[:longestName/2:longestName/2], out[len(out)-longestName/2:]...)
	}
	return out
}

func elide(clusters []string, keep int) string {
	head := (keep + 1) / 2
	tail := len(clusters) - (keep - head)
	return strings.Join(clusters[:head], "") + "…" + strings.Join(clusters[tail:], "")
}

// wrap breaks s into lines no wider than limit, at most max of them; the last
// one is cut where the text is longer.
func (m *ruler) wrap(s string, size float64, bold bool, limit float64, max int) []string {
	s = words.Visible(s)
	var lines []string
	line := ""
	fields := gluedFields(s)
	for i, word := range fields {
		longer := word
		if line != "" {
			longer = line + " " + word
		}
		if line == "" || m.width(longer, size, bold) <= limit {
			line = longer
			continue
		}
		if len(lines) == max-1 {
			for _, rest := range fields[i:] {
				line += " " + rest
			}
			break
		}
		lines, line = append(lines, m.fit(line, size, bold, limit)), word
	}
	if line != "" {
		lines = append(lines, m.cut(line, size, bold, limit))
	}
	return lines
}

// gluedFields are the words of s; a number and its unit stay one word.
func gluedFields(s string) []string {
	var out []string
	for _, w := range strings.Fields(s) {
		bare := strings.TrimRight(w, ".,;:)")
		unit := bare == "s" || bare == "ms" || bare == "min" || bare == "h"
		if n := len(out); n > 0 && unit && strings.ContainsAny(out[n-1][len(out[n-1])-1:], "0123456789") {
			out[n-1] += " " + w
			continue
		}
		out = append(out, w)
	}
	return out
}

// cut shortens s at its end.
func (m *ruler) cut(s string, size float64, bold bool, limit float64) string {
	if m.width(s, size, bold) <= limit {
		return s
	}
	return m.longest(clustersOf(s), head, size, bold, limit)
}

// head is the first clusters and the mark that more follow.
func head(clusters []string, keep int) string {
	return strings.TrimRight(strings.Join(clusters[:keep], ""), "… ,") + "…"
}
