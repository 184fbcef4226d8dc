package chart

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

func TestPreview(t *testing.T) {
	want := os.Getenv("PICS")
	if want == "" {
		t.Skip()
	}
	all := incident.All()
	if strings.Contains(want, "100k") {
		all["many100k"] = incident.Many(100000)
	}
	for name, r := range all {
		if !strings.Contains(want, "all") && !strings.Contains(want, name) {
			continue
		}
		draw(t, name, r, Options{})
		if strings.Contains(want, "half") {
			draw(t, name+"-half", r, Options{Width: 800, Height: 450})
		}
		if strings.Contains(want, "dark") {
			draw(t, name+"-dark", r, Options{Theme: Dark})
		}
		draw(t, name, r, Options{Format: SVG})
	}
}

func draw(t *testing.T, name string, r *analyze.Report, o Options) {
	var b bytes.Buffer
	if err := Draw(&b, r, o); err != nil {
		t.Error(name, err)
	}
	ext := ".png"
	if o.Format == SVG {
		ext = ".svg"
	}
	os.WriteFile("/tmp/pics/"+name+ext, b.Bytes(), 0o644)
}
