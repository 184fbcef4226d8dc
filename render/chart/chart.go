// Package chart draws a report as one annotated picture: lanes of tries over
// the windows of the cache, and below them how long each try took.
//
// A picture is made in three steps. A story says what to show of the report:
// which span of time, which lanes, which words. A Scene lays it out as plain
// data in pixels. A canvas, one a format, puts ink to the scene.
package chart

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"timeline/analyze"
)

// A Format is a kind of picture file.
type Format string

// Formats.
const (
	PNG Format = "png"
	SVG Format = "svg"
	PDF Format = "pdf"
)

// A Theme is the ground of a picture.
type Theme string

// Themes.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Options say how to draw. The zero value is a light PNG of 1600 by 900 pixels
// with times in UTC.
type Options struct {
	Format        Format
	Width, Height int     // in pixels; 0: 1600 and 900
	Scale         float64 // pixels of a PNG per pixel of the layout; 0: 1
	Theme         Theme
	Title         string         // instead of the sentence made from the report
	Zone          *time.Location // of the clock times; nil: UTC
	Part          Part           // of which the report holds the rest no more
	Font          [][]byte       // TrueType, OpenType or WOFF files or collections, asked first for every glyph
	// Missing, if not nil, is told of characters that no font holds and that are
	// therefore drawn as an escape, each perhaps more than once.
	Missing func(r rune)
	// NoSystemFonts keeps fonts of this machine out: the same picture everywhere.
	NoSystemFonts bool
	// NoEmbeddedFonts leaves the latin font out of an SVG: 80 KB smaller, with
	// text as the viewer's fonts have it.
	NoEmbeddedFonts bool
}

// A Part says what a report was cut down to before it is drawn. The zero value is all
// of it.
type Part struct {
	Since, Until time.Time // no time outside is drawn; zero: open
	LeftOut      int       // listed tries that were cut away
}

// Limits of the size of a picture in pixels.
const (
	minWidth, minHeight = 480, 320
	maxSide             = 10_000
	maxScale            = 4
)

// Draw writes the picture of r to w. Nothing is written unless all of it could
// be drawn.
func Draw(w io.Writer, r *analyze.Report, opt Options) error {
	opt, ruler, err := opt.ready()
	if err != nil {
		return err
	}
	return opt.write(w, layOut(r, opt, ruler), ruler)
}

// write puts ink to a scene, all of it or none.
func (o Options) write(w io.Writer, s *Scene, m *ruler) (err error) {
	var out bytes.Buffer
	switch o.Format {
	case SVG:
		err = writeSVG(&out, s, m, !o.NoEmbeddedFonts)
	case PDF:
		err = writePDF(&out, s, m)
	default:
		err = writePNG(&out, s, m, o.Scale)
	}
	if err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

// Layout is the picture of r as data.
func Layout(r *analyze.Report, opt Options) (*Scene, error) {
	opt, ruler, err := opt.ready()
	if err != nil {
		return nil, err
	}
	return layOut(r, opt, ruler), nil
}

// ready completes o and makes its ruler, which measures text with the fonts of
// the picture. Only a viewer of SVG has fonts beyond them.
func (o Options) ready() (Options, *ruler, error) {
	o, err := o.complete()
	if err != nil {
		return o, nil, err
	}
	fonts, err := newFontSet(o.Font, !o.NoSystemFonts)
	if err != nil {
		return o, nil, err
	}
	m := newRuler(fonts, o.Format != SVG)
	m.missing = o.Missing
	return o, m, nil
}

func (o Options) complete() (Options, error) {
	if o.Format == "" {
		o.Format = PNG
	}
	if o.Format != PNG && o.Format != SVG && o.Format != PDF {
		return o, fmt.Errorf("chart format %q is not png, svg or pdf", o.Format)
	}
	if o.Theme == "" {
		o.Theme = Light
	}
	if o.Theme != Light && o.Theme != Dark {
		return o, fmt.Errorf("chart theme %q is not light or dark", o.Theme)
	}
	if o.Width == 0 {
		o.Width = 1600
	}
	if o.Height == 0 {
		o.Height = 900
	}
	if o.Width < minWidth || o.Height < minHeight || o.Width > maxSide || o.Height > maxSide {
		return o, fmt.Errorf("chart size %dx%d is not between %dx%d and %dx%d", o.Width, o.Height, minWidth, minHeight, maxSide, maxSide)
	}
	if o.Scale == 0 {
		o.Scale = 1
	}
	if o.Scale < 0.5 || o.Scale > maxScale {
		return o, fmt.Errorf("chart scale %g is not between 0.5 and %d", o.Scale, maxScale)
	}
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	return o, nil
}
