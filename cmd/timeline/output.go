package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"timeline/analyze"
	"timeline/render"
	"timeline/render/chart"
	"timeline/render/ci"
)

// drawFlags say how products look.
type drawFlags struct {
	color string
	ascii bool
	width int
	zone  string
	title string
	theme string
	size  string
	scale float64
	fonts []string

	part   chart.Part // that is to be drawn
	hinted bool       // that characters are missing from all fonts
}

func (d *drawFlags) register(f *pflag.FlagSet) {
	f.StringVar(&d.color, "color", "auto", "colour in the text report: auto, always or never; NO_COLOR counts as never")
	f.BoolVar(&d.ascii, "ascii", false, "draw the text timeline in ASCII")
	f.IntVar(&d.width, "width", 0, "`COLUMNS` of the text report; default: the terminal's, else 100")
	f.StringVar(&d.zone, "tz", "UTC", "`ZONE` in which reports and charts show times")
	f.StringVar(&d.title, "title", "", "title of the chart instead of the verdict")
	f.StringVar(&d.theme, "theme", "light", "colours of the chart: light or dark")
	f.StringVar(&d.size, "size", "1600x900", "size of the chart in pixels, `WxH`")
	f.Float64Var(&d.scale, "scale", 1, "pixels per pixel of --size: 2 for sharp screens")
	f.StringArrayVar(&d.fonts, "font", nil, "font `FILE` (ttf, otf, ttc) to try first; may be repeated")
}

// check refuses values that no product can use.
func (d *drawFlags) check() error {
	if d.color != "auto" && d.color != "always" && d.color != "never" {
		return usageErrorf("--color %s is not known: use auto, always or never", d.color)
	}
	if d.theme != "light" && d.theme != "dark" {
		return usageErrorf("--theme %s is not known: use light or dark", d.theme)
	}
	if _, err := parseZone(d.zone); err != nil {
		return err
	}
	if d.scale < 0.5 || d.scale > 4 {
		return usageErrorf("--scale %g is out of range: use 0.5 to 4", d.scale)
	}
	_, _, err := parseSize(d.size)
	return err
}

func parseSize(s string) (w, h int, err error) {
	a, b, ok := strings.Cut(s, "x")
	w, errW := strconv.Atoi(a)
	h, errH := strconv.Atoi(b)
	if !ok || errors.Join(errW, errH) != nil || w < 400 || h < 300 || w > 8000 || h > 8000 {
		return 0, 0, usageErrorf("--size %s is not WIDTHxHEIGHT between 400x300 and 8000x8000", s)
	}
	return w, h, nil
}

// A product is how one output is to look.
type product struct {
	text     render.TextOptions
	markdown render.MarkdownOptions
	zone     *time.Location
	drawing  *drawFlags
	err      io.Writer                   // for hints
	fails    func(*analyze.Finding) bool // which findings fail a build; nil: the product decides
}

// product turns the flags, checked before, into options. chart is the path of
// the picture to link, "" for none.
func (d *drawFlags) product(env environment, chart string) product {
	zone, err := parseZone(d.zone)
	if err != nil {
		zone = time.UTC
	}
	width := d.width
	if width == 0 {
		width = env.terminal.width
	}
	if width == 0 {
		width = 100
	}
	return product{
		text:     render.TextOptions{Width: width, Color: d.colored(env), ASCII: d.ascii, Zone: zone},
		markdown: render.MarkdownOptions{Chart: chart, Zone: zone},
		zone:     zone, drawing: d, err: env.err,
	}
}

func (d *drawFlags) colored(env environment) bool {
	if d.color != "auto" {
		return d.color == "always"
	}
	if v, set := env.lookup("NO_COLOR"); set && v != "" {
		return false
	}
	return env.terminal.is
}

// A writer makes one product.
type writer func(w io.Writer, r *analyze.Report, p product) error

var writers = map[string]writer{
	"text": func(w io.Writer, r *analyze.Report, p product) error { return render.Text(w, r, p.text) },
	"md":   func(w io.Writer, r *analyze.Report, p product) error { return render.Markdown(w, r, p.markdown) },
	"json": func(w io.Writer, r *analyze.Report, _ product) error { return render.JSON(w, r) },
	"html": func(w io.Writer, r *analyze.Report, p product) error {
		opt, err := p.chartOptions(chart.SVG)
		if err != nil {
			return err
		}
		return render.HTML(w, r, render.HTMLOptions{Title: opt.Title, Zone: opt.Zone, Font: opt.Font})
	},
	"brief": func(w io.Writer, r *analyze.Report, p product) error {
		return render.Brief(w, r, render.BriefOptions{Zone: p.zone})
	},
	"status": func(w io.Writer, r *analyze.Report, p product) error {
		return render.Status(w, r, render.BriefOptions{Zone: p.zone})
	},
	"sarif": func(w io.Writer, r *analyze.Report, _ product) error { return ci.SARIF(w, r) },
	"github": func(w io.Writer, r *analyze.Report, p product) error {
		return ci.Workflow(w, r, ci.Options{Fails: p.fails})
	},
	"junit": func(w io.Writer, r *analyze.Report, p product) error {
		return ci.JUnit(w, r, ci.Options{Fails: p.fails})
	},
	"prom": func(w io.Writer, r *analyze.Report, _ product) error { return ci.Prometheus(w, r) },
	"png":  func(w io.Writer, r *analyze.Report, p product) error { return p.draw(w, r, chart.PNG) },
	"pdf":  func(w io.Writer, r *analyze.Report, p product) error { return p.draw(w, r, chart.PDF) },
	"svg":  func(w io.Writer, r *analyze.Report, p product) error { return p.draw(w, r, chart.SVG) },
}

func (p product) draw(w io.Writer, r *analyze.Report, format chart.Format) error {
	opt, err := p.chartOptions(format)
	if err != nil {
		return err
	}
	return chart.Draw(w, r, opt)
}

func (p product) chartOptions(format chart.Format) (chart.Options, error) {
	d := p.drawing
	width, height, err := parseSize(d.size)
	if err != nil {
		return chart.Options{}, err
	}
	opt := chart.Options{Format: format, Width: width, Height: height, Scale: d.scale, Title: d.title, Zone: p.zone, Part: d.part, Missing: p.missing}
	if d.theme == "dark" {
		opt.Theme = chart.Dark
	}
	for _, path := range d.fonts {
		b, err := os.ReadFile(path)
		if err != nil {
			return opt, &exitError{exitUsage, fmt.Errorf("cannot read --font: %w", err)}
		}
		opt.Font = append(opt.Font, b)
	}
	return opt, nil
}

// missing says, once, how a character that no font holds can be drawn.
func (p product) missing(r rune) {
	if p.drawing.hinted || p.err == nil {
		return
	}
	p.drawing.hinted = true
	fmt.Fprintf(p.err, "no font here holds the character U+%04X, which is drawn as \\u%04X: --font FILE names one that does\n", r, r)
}

// writerFor chooses the product by the extension of path.
func writerFor(path string) (writer, error) {
	ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	switch ext {
	case "txt":
		ext = "text"
	case "xml":
		ext = "junit"
	}
	if w, ok := writers[ext]; ok {
		return w, nil
	}
	return nil, usageErrorf("cannot tell what to write to %s: end its name in .png, .svg, .pdf, .md, .json, .html, .txt, .sarif, .xml or .prom", path)
}

// chartBeside is the picture among outputs that a document at path can link,
// relative to it.
func chartBeside(path string, outputs []string) string {
	for _, ext := range []string{".svg", ".png"} {
		for _, o := range outputs {
			if !strings.EqualFold(filepath.Ext(o), ext) {
				continue
			}
			if rel, err := filepath.Rel(filepath.Dir(path), o); err == nil {
				return filepath.ToSlash(rel)
			}
		}
	}
	return ""
}

// An outputFile is a product and where it goes: finished, or made while it is
// written, because it may be large.
type outputFile struct {
	path string
	data []byte
	make func(io.Writer) error // nil: data is the product
}

// errMaking is an error of the maker of a product, not of the disk.
type errMaking struct{ error }

// writeTo writes the product.
func (f *outputFile) writeTo(w io.Writer) error {
	if f.make == nil {
		_, err := w.Write(f.data)
		return err
	}
	disk := &stickyWriter{w: w}
	err := f.make(disk)
	if err != nil && disk.err == nil {
		return errMaking{fmt.Errorf("cannot make %s: %w", f.path, err)}
	}
	return disk.err
}

// writeFiles writes all files beside their targets first and then renames them,
// so that a full disk leaves no partial file behind.
func writeFiles(files []outputFile) error {
	temps := make([]string, 0, len(files))
	defer func() {
		for _, t := range temps {
			os.Remove(t)
		}
	}()
	for _, f := range files {
		if isDevice(f.path) {
			continue
		}
		if info, err := os.Stat(f.path); err == nil && info.IsDir() {
			return &exitError{exitOutput, fmt.Errorf("cannot write %s: it is a directory", f.path)}
		}
		t, err := writeBeside(&f)
		if t != "" {
			temps = append(temps, t)
		}
		if made := (errMaking{}); errors.As(err, &made) {
			return made.error
		}
		if err != nil {
			return cannotWrite(f.path, err)
		}
	}
	for i, n := 0, 0; i < len(files); i++ {
		if isDevice(files[i].path) {
			if err := writeDevice(&files[i]); err != nil {
				return &exitError{exitOutput, err}
			}
			continue
		}
		if err := os.Rename(temps[n], files[i].path); err != nil {
			return cannotWrite(files[i].path, err)
		}
		n++
	}
	return nil
}

// isDevice: /dev/null and pipes cannot be replaced by a rename.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

func writeDevice(f *outputFile) error {
	d, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.writeTo(d), d.Close())
}

func writeBeside(f *outputFile) (string, error) {
	t, err := os.CreateTemp(filepath.Dir(f.path), "."+filepath.Base(f.path)+".*")
	if err != nil {
		return "", err
	}
	if err = f.writeTo(t); err == nil {
		err = t.Chmod(0o644)
	}
	return t.Name(), errors.Join(err, t.Close())
}
