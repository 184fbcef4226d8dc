package gallery

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestLabelsKeepApart: at each size at which people see a picture no text covers
// another or leaves it, for every sample and every log of the gallery.
func TestLabelsKeepApart(t *testing.T) {
	dir := t.TempDir()
	command := filepath.Join(dir, "timeline")
	if out, err := exec.Command("go", "build", "-o", command, "../../cmd/timeline").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	run := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(command, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	logs := map[string]string{}
	for _, name := range []string{"s3-upload", "sawtooth", "dns-change", "slow-server"} {
		logs[name] = filepath.Join("..", "..", "samples", name)
	}
	for name, made := range map[string]func() *journal{"four-hosts": fourHosts, "stale-address": staleAddress, "crowd": crowd} {
		logs[name] = filepath.Join(dir, name+".log")
		if err := writeLog(logs[name], made()); err != nil {
			t.Fatal(err)
		}
	}
	for name, log := range logs {
		report, picture := filepath.Join(dir, name+".json"), filepath.Join(dir, name+".svg")
		run("analyze", "-o", report, log)
		for _, size := range []string{"1600x900", "800x450", "520x640", "480x320", "1200x1600"} {
			run("chart", "-o", picture, "--size", size, report)
			checkTexts(t, name+" "+size, picture)
		}
	}
}

// A box is a text of an SVG with its place.
type box struct {
	text           string
	x, y, w, above float64 // the start of its baseline, its width, its height over it
}

// checkTexts fails where a text of a picture covers another or leaves it.
func checkTexts(t *testing.T, name, path string) {
	t.Helper()
	const below = 0.29 // of a text under its baseline, in parts of what is above
	const touch = 0.2  // pixels: coordinates are written to a tenth
	width, height, texts := readTexts(t, path)
	if len(texts) == 0 {
		t.Errorf("%s: no text", name)
	}
	for i, a := range texts {
		if a.x < -touch || a.y-a.above < -touch || a.x+a.w > width+touch || a.y+below*a.above > height+touch {
			t.Errorf("%s: %q leaves the picture: %+v", name, a.text, a)
		}
		for _, b := range texts[:i] {
			if a.x+touch < b.x+b.w && b.x+touch < a.x+a.w && a.y-a.above+touch < b.y+below*b.above && b.y-b.above+touch < a.y+below*a.above {
				t.Errorf("%s: %q covers %q: %+v %+v", name, a.text, b.text, a, b)
			}
		}
	}
}

// readTexts are the size of an SVG and its texts, each as wide as it says.
func readTexts(t *testing.T, path string) (width, height float64, texts []box) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var open *box
	for d := xml.NewDecoder(f); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return width, height, texts
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		switch v := token.(type) {
		case xml.StartElement:
			if v.Name.Local == "svg" {
				width, height = number(v, "width"), number(v, "height")
			}
			if v.Name.Local == "text" {
				texts = append(texts, textBox(v))
				open = &texts[len(texts)-1]
			}
		case xml.EndElement:
			if v.Name.Local == "text" {
				open = nil
			}
		case xml.CharData:
			if open != nil {
				open.text += strings.TrimSpace(string(v))
			}
		}
	}
}

func textBox(e xml.StartElement) box {
	b := box{x: number(e, "x"), y: number(e, "y"), w: number(e, "textLength"), above: 0.76 * number(e, "font-size")}
	switch attribute(e, "text-anchor") {
	case "middle":
		b.x -= b.w / 2
	case "end":
		b.x -= b.w
	}
	return b
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func number(e xml.StartElement, name string) float64 {
	n, _ := strconv.ParseFloat(attribute(e, name), 64)
	return n
}
