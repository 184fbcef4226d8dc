package chart

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

// zeroOf is the first start of a failed try, else of any.
func zeroOf(r *analyze.Report) time.Time {
	var zero time.Time
	for _, a := range r.Attempts {
		if a.Start.IsZero() || a.Outcome != analyze.OutcomeFailed {
			continue
		}
		if zero.IsZero() || a.Start.Before(zero) {
			zero = a.Start.Time
		}
	}
	if zero.IsZero() {
		return firstTime(r)
	}
	return zero
}

func panelsOf(before, after *analyze.Report) [2]Panel {
	return [2]Panel{{before, "Before", "12 of 13 tries failed", zeroOf(before)}, {after, "After", "some of many tries failed", zeroOf(after)}}
}

// TestPairLabels: in every pair of incidents no label leaves the picture or
// covers another, and a label of the scale stands at one place in both panels.
func TestPairLabels(t *testing.T) {
	fonts, err := newFontSet(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	ruler := newRuler(fonts, true)
	for _, c := range []struct {
		name          string
		before, after *analyze.Report
	}{
		{"a window and three", incident.S3(), incident.Sawtooth()},
		{"many windows and none", incident.Sawtooth(), incident.Nothing()},
		{"hours and seconds", incident.Gaps(), incident.S3()},
		{"processes", incident.Processes(), incident.Processes()},
		{"nothing", incident.S3(), incident.Empty()},
		{"no times", incident.NoTimes(), incident.S3()},
		{"names", incident.Names(), incident.Unknowns()},
		{"a crowd", incident.Many(3000), incident.S3()},
	} {
		for _, size := range [][2]int{{1600, 900}, {1000, 700}} {
			s, err := LayoutPair(panelsOf(c.before, c.after), "1 finding gone, 2 new.", Options{Width: size[0], Height: size[1], Title: "A title", NoSystemFonts: true})
			if err != nil {
				t.Fatal(err)
			}
			checkLabels(t, c.name, s, ruler)
			at := map[string]float64{}
			for _, it := range s.Items {
				if it.Shape != Text || it.Text == "" || it.Text[0] != '+' && it.Text != "T+0" {
					continue
				}
				if x, ok := at[it.Text]; ok && math.Abs(x-it.X) > 0.01 {
					t.Errorf("%s: %q stands at %g and at %g", c.name, it.Text, x, it.X)
				}
				at[it.Text] = it.X
			}
		}
	}
}

// TestPairScale: a bar as long as another one in time is as long in pixels.
func TestPairScale(t *testing.T) {
	s, err := LayoutPair(panelsOf(incident.S3(), incident.S3()), "", Options{Title: "A title", NoSystemFonts: true})
	if err != nil {
		t.Fatal(err)
	}
	widths := map[string][]float64{}
	for _, it := range s.Items {
		if it.Role == RoleBar && it.Tip != "" && it.Shape == Rect {
			widths[it.Tip] = append(widths[it.Tip], it.W)
		}
	}
	if len(widths) < 5 {
		t.Fatalf("only %d bars", len(widths))
	}
	for tip, w := range widths {
		if len(w) < 2 || len(w)%2 != 0 || math.Abs(w[0]-w[len(w)/2]) > 0.01 {
			t.Errorf("%q: widths %v", tip, w)
		}
	}
}

func TestDrawPair(t *testing.T) {
	for _, f := range []Format{PNG, SVG} {
		var a, b bytes.Buffer
		opt := Options{Format: f, Title: "A title", Theme: Dark, NoSystemFonts: true}
		for _, w := range []*bytes.Buffer{&a, &b} {
			if err := DrawPair(w, panelsOf(incident.S3(), incident.Sawtooth()), "", opt); err != nil {
				t.Fatal(err)
			}
		}
		if a.Len() < 10_000 || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: %d bytes, then %d", f, a.Len(), b.Len())
		}
	}
	if err := DrawPair(&bytes.Buffer{}, panelsOf(incident.S3(), incident.S3()), "", Options{Width: 1}); err == nil {
		t.Error("a width of 1 is accepted")
	}
}

func TestElapsed(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "T+0", 5 * time.Second: "+5 s", -200 * time.Millisecond: "\u2212200 ms", 80 * time.Second: "+1 min 20 s", 1200 * time.Millisecond: "+1.2 s",
		5*time.Hour + 3*time.Second: "+5 h 3 s", 26 * time.Hour: "+1 d 2 h", 5 * time.Hour: "+5 h",
	} {
		if got := elapsed(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

// TestPairOfOneTime: two panels with one zero have the clock below them, and the day.
func TestPairOfOneTime(t *testing.T) {
	r := incident.S3()
	texts := func(panels [2]Panel) string {
		s, err := LayoutPair(panels, "byline", Options{Title: "A title", NoSystemFonts: true})
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, it := range s.Items {
			out = append(out, it.Text)
		}
		return strings.Join(out, "\n")
	}
	same := panelsOf(r, r)
	if got := texts(same); strings.Count(got, "\n11:45:30\n") != 2 || strings.Contains(got, "T+0") || !strings.Contains(got, "one scale of time for both, 28 July 2026, times in UTC") {
		t.Errorf("one time reads:\n%s", got)
	}
	same[1].Zero = same[1].Zero.Add(time.Second)
	if got := texts(same); strings.Contains(got, "\n11:45:30\n") || strings.Count(got, "T+0") != 2 || strings.Contains(got, "28 July") {
		t.Errorf("two times read:\n%s", got)
	}
}
