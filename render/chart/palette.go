package chart

import (
	"image/color"

	"timeline/render/words"
)

// classes is how many classes of tries there are.
const classes = len(words.Classes)

// A hatch is a pattern of lines over a fill.
type hatch int

const (
	plain hatch = iota
	rising
	level
	crossed
)

// A form is how a class looks. No two classes share bar height, hatch and dot,
// so that they stay apart without colour.
type form struct {
	fill, edge, ink color.NRGBA // ink: text on the fill
	label           color.NRGBA // text about it on the ground
	lines           color.NRGBA // of the hatch
	hatch           hatch
	height          float64 // part of a full bar
	dot             dot
	dashed          bool
}

type dot int

const (
	disc dot = iota
	ring
	square
	diamond
	triangle
	smallRing
	smallSquare
)

// A palette is the colours of a theme.
type palette struct {
	back, card, cardEdge   color.NRGBA
	ink, second, faint     color.NRGBA
	grid, axis             color.NRGBA
	band, bandText, bandIn color.NRGBA // a window, text on it, its dimension line
	claim                  color.NRGBA // the span of a finding without a window
	oldAddress, newAddress color.NRGBA // grounds of lanes
	staleAddress           color.NRGBA // the old one after the change
	stall                  color.NRGBA // the dimension line of a lookup
	good                   color.NRGBA
	forms                  [classes]form
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// mix is a share of b over a: what a translucent b would look like.
func mix(a, b color.NRGBA, share float64) color.NRGBA {
	f := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*share + 0.5) }
	return color.NRGBA{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), 255}
}

func paletteOf(t Theme) *palette {
	if t == Dark {
		return &dark
	}
	return &light
}

var light = palette{
	back: rgb(0xFFFFFF), card: rgb(0xF7F9FB), cardEdge: rgb(0xB8C2CC),
	ink: rgb(0x1B2530), second: rgb(0x4C5762), faint: rgb(0x5F6A75), grid: rgb(0xE2E6EA), axis: rgb(0x9AA4AE),
	band: rgb(0xFEEBDD), bandText: rgb(0x9A4300), bandIn: rgb(0xB44E00), claim: rgb(0xEAEFF4), oldAddress: rgb(0xF6F0FA), newAddress: rgb(0xE9F6F9), staleAddress: rgb(0xE9DAF3), stall: rgb(0x0A5C96), good: rgb(0x006B4E),
	forms: [classes]form{
		{fill: rgb(0xCDEBDD), edge: rgb(0x00825E), ink: rgb(0x004A36), label: rgb(0x006B4E), height: 0.56, dot: smallRing},
		{fill: rgb(0xFFFFFF), edge: rgb(0x6A7480), ink: rgb(0x3A444E), label: rgb(0x56616D), height: 0.5, dot: smallSquare, dashed: true},
		{fill: rgb(0x8A949E), edge: rgb(0x3F4A55), ink: rgb(0x10171E), label: rgb(0x3F4A55), lines: rgb(0x5A6570), hatch: level, height: 0.8, dot: triangle},
		{fill: rgb(0xC9A2D6), edge: rgb(0x6B2C82), ink: rgb(0x2E0A3C), label: rgb(0x6B2C82), lines: rgb(0x9A63B0), hatch: crossed, height: 0.8, dot: diamond},
		{fill: rgb(0xC65200), edge: rgb(0x963D00), ink: rgb(0xFFFFFF), label: rgb(0x9A4300), height: 0.7, dot: square},
		{fill: rgb(0x8CC8EC), edge: rgb(0x0A5C96), ink: rgb(0x0B2A40), label: rgb(0x0A5C96), lines: rgb(0x5FA9D6), hatch: rising, height: 1, dot: ring},
		{fill: rgb(0x0A5C96), edge: rgb(0x07426D), ink: rgb(0xFFFFFF), label: rgb(0x0A5C96), height: 1, dot: disc},
	},
}

var dark = palette{
	back: rgb(0x12181F), card: rgb(0x1B242E), cardEdge: rgb(0x4A5866),
	ink: rgb(0xEEF2F6), second: rgb(0xB4BFCA), faint: rgb(0x97A3AF), grid: rgb(0x28323C), axis: rgb(0x6C7884),
	band: rgb(0x3A2818), bandText: rgb(0xFFB27A), bandIn: rgb(0xF58A3C), claim: rgb(0x202B36), oldAddress: rgb(0x211A2A), newAddress: rgb(0x10242B), staleAddress: rgb(0x362747), stall: rgb(0x69B7F0), good: rgb(0x4FD3A4),
	forms: [classes]form{
		{fill: rgb(0x174A3A), edge: rgb(0x3FBF93), ink: rgb(0xE2FFF4), label: rgb(0x4FD3A4), height: 0.56, dot: smallRing},
		{fill: rgb(0x12181F), edge: rgb(0x8D99A5), ink: rgb(0xC5CFD9), label: rgb(0xB4BFCA), height: 0.5, dot: smallSquare, dashed: true},
		{fill: rgb(0x66717B), edge: rgb(0xB9C4CE), ink: rgb(0xFFFFFF), label: rgb(0xC5CFD9), lines: rgb(0x9AA5AF), hatch: level, height: 0.8, dot: triangle},
		{fill: rgb(0x7B4590), edge: rgb(0xD9A9EA), ink: rgb(0xFFFFFF), label: rgb(0xDDB3EC), lines: rgb(0xA871BD), hatch: crossed, height: 0.8, dot: diamond},
		{fill: rgb(0xF07C22), edge: rgb(0xFFA866), ink: rgb(0x2A1200), label: rgb(0xFFB27A), height: 0.7, dot: square},
		{fill: rgb(0x1E4E70), edge: rgb(0x69B7F0), ink: rgb(0xE6F4FF), label: rgb(0x8CCBF7), lines: rgb(0x33719C), hatch: rising, height: 1, dot: ring},
		{fill: rgb(0x4FA3DF), edge: rgb(0x9AD0F7), ink: rgb(0x04213A), label: rgb(0x8CCBF7), height: 1, dot: disc},
	},
}
