package chart

import (
	"image/color"
	"math"
	"testing"

	"timeline/render/words"
)

// Matrices of Machado, Oliveira and Fernandes (2009) for full deficiency, on
// linear RGB, and one for the luminance of greyscale print.
var deficiencies = map[string][9]float64{
	"none":         {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritanopia":   {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
	"greyscale":    {0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722},
}

func seen(c color.NRGBA, m [9]float64) color.NRGBA {
	lin := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	gamma := func(v float64) uint8 {
		v = math.Min(1, math.Max(0, v))
		if v <= 0.0031308 {
			return uint8(v*12.92*255 + 0.5)
		}
		return uint8((1.055*math.Pow(v, 1/2.4)-0.055)*255 + 0.5)
	}
	r, g, b := lin(c.R), lin(c.G), lin(c.B)
	return color.NRGBA{gamma(m[0]*r + m[1]*g + m[2]*b), gamma(m[3]*r + m[4]*g + m[5]*b), gamma(m[6]*r + m[7]*g + m[8]*b), 255}
}

// TestEdgesStandOut: the edge or the fill of every class has a contrast of 3 to
// 1 to the ground and to the band of a window, for every eye.
func TestEdgesStandOut(t *testing.T) {
	for theme, p := range map[Theme]*palette{Light: &light, Dark: &dark} {
		for name, m := range deficiencies {
			for i, f := range p.forms {
				for _, ground := range []color.NRGBA{p.back, p.band, p.claim, p.oldAddress, p.newAddress, p.staleAddress} {
					g := seen(ground, m)
					best := math.Max(luminanceGap(seen(f.fill, m), g), luminanceGap(seen(f.edge, m), g))
					if best < 3 {
						t.Errorf("%s, %s: class %s has a contrast of %.1f", theme, name, words.Classes[i], best)
					}
				}
			}
		}
	}
}

// TestFormsDiffer: no two classes look alike for any eye. Either their form
// differs (hatch, height of the bar, dashes) or the luminance of their fills.
func TestFormsDiffer(t *testing.T) {
	for theme, p := range map[Theme]*palette{Light: &light, Dark: &dark} {
		for i, a := range p.forms {
			for j, b := range p.forms[:i] {
				if a.dot == b.dot {
					t.Errorf("%s: %s and %s have one dot", theme, words.Classes[i], words.Classes[j])
				}
				if a.hatch != b.hatch || math.Abs(a.height-b.height) > 0.1 || a.dashed != b.dashed {
					continue
				}
				for name, m := range deficiencies {
					if gap := luminanceGap(seen(a.fill, m), seen(b.fill, m)); gap < 1.5 {
						t.Errorf("%s, %s: %s and %s differ by %.2f only", theme, name, words.Classes[i], words.Classes[j], gap)
					}
				}
			}
		}
	}
}

// TestTextIsReadable: words have the 4.5 to 1 of WCAG 2 on what they stand on.
func TestTextIsReadable(t *testing.T) {
	for theme, p := range map[Theme]*palette{Light: &light, Dark: &dark} {
		for name, c := range map[string]color.NRGBA{"ink": p.ink, "second": p.second, "faint": p.faint, "window": p.bandIn, "lookup": p.stall, "good": p.good} {
			if gap := luminanceGap(c, p.back); gap < 4.5 {
				t.Errorf("%s: %s on the ground has %.1f", theme, name, gap)
			}
		}
		for i, f := range p.forms {
			for _, ground := range []color.NRGBA{p.back, p.band, p.claim, p.oldAddress, p.newAddress, p.staleAddress} {
				if gap := luminanceGap(f.label, ground); gap < 4.5 {
					t.Errorf("%s: label of %s has %.1f", theme, words.Classes[i], gap)
				}
			}
			if gap := luminanceGap(f.ink, f.fill); gap < 4.5 {
				t.Errorf("%s: text on %s has %.1f", theme, words.Classes[i], gap)
			}
		}
	}
}
