package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"timeline/analyze"
	"timeline/render/internal/incident"
	"timeline/render/words"
)

// sceneOf lays r out without fonts of this machine.
func sceneOf(t *testing.T, r *analyze.Report, opt Options) (*Scene, *ruler) {
	t.Helper()
	opt.NoSystemFonts = true
	s, err := Layout(r, opt)
	if err != nil {
		t.Fatal(err)
	}
	fonts, err := newFontSet(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	return s, newRuler(fonts, opt.Format != SVG)
}

// checkLabels fails where a label leaves the picture or covers another.
func checkLabels(t *testing.T, name string, s *Scene, m *ruler) {
	t.Helper()
	type label struct {
		text string
		box  Box
	}
	var labels []label
	for _, it := range s.Items {
		if it.Shape != Text {
			continue
		}
		l := label{it.Text, textBox(it, m.width(it.Text, it.Size, it.Bold))}
		if !l.box.Inside(s.W, s.H) {
			t.Errorf("%s: %q leaves the picture: %+v", name, l.text, l.box)
		}
		for _, other := range labels {
			if other.box.Overlaps(l.box) {
				t.Errorf("%s: %q %+v covers %q %+v", name, l.text, l.box, other.text, other.box)
			}
		}
		labels = append(labels, l)
	}
	if len(labels) == 0 {
		t.Errorf("%s: no label at all", name)
	}
}

func TestLabelsKeepApart(t *testing.T) {
	sizes := [][2]int{{1600, 900}, {800, 450}, {480, 320}, {1000, 1400}, {3200, 1000}}
	for name, r := range incident.All() {
		for _, size := range sizes {
			s, m := sceneOf(t, r, Options{Width: size[0], Height: size[1]})
			checkLabels(t, fmt.Sprintf("%s %dx%d", name, size[0], size[1]), s, m)
		}
		s, m := sceneOf(t, r, Options{Format: SVG})
		checkLabels(t, name+" as SVG", s, m)
	}
}

// TestLabelsOfRandomReports lays out reports that no one would write by hand.
func TestLabelsOfRandomReports(t *testing.T) {
	for seed := range uint64(120) {
		r := randomReport(rand.New(rand.NewPCG(seed, 4)))
		s, m := sceneOf(t, r, Options{Width: 500 + int(seed)*9, Height: 330 + int(seed)*5})
		checkLabels(t, fmt.Sprintf("seed %d", seed), s, m)
		for _, it := range s.Items {
			if it.X != it.X || it.Y != it.Y || it.W < 0 || it.H < 0 || it.R < 0 {
				t.Fatalf("seed %d: %+v has no place", seed, it)
			}
		}
	}
}

func randomReport(rng *rand.Rand) *analyze.Report {
	names := []string{"", "a", strings.Repeat("very-long-name-", 30), "작업", "загрузка", "\x1b[31m\u202e", "画像"}
	r := &analyze.Report{Verdict: strings.Repeat("words ", rng.IntN(60)), Tool: analyze.Tool{Name: "timeline", Version: strings.Repeat("9", rng.IntN(50))}}
	base := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	scale := []time.Duration{time.Microsecond, time.Millisecond, time.Second, time.Hour, 1000 * time.Hour}[rng.IntN(5)]
	wild := rng.IntN(6) == 0
	at := func() analyze.Time {
		if rng.IntN(5) == 0 {
			return analyze.Time{}
		}
		if wild && rng.IntN(8) == 0 {
			return analyze.Time{Time: time.Date([]int{2, 1582, 1970, 2400, 9999}[rng.IntN(5)], 12, 31, 23, 59, 59, 999_999_999, time.UTC)}
		}
		return analyze.Time{Time: base.Add(time.Duration(rng.Float64() * 100 * float64(scale)))}
	}
	for i := range rng.IntN(90) {
		a := analyze.Attempt{ID: fmt.Sprint("a", i), Class: words.Classes[rng.IntN(classes)], Outcome: analyze.OutcomeFailed,
			Job: names[rng.IntN(len(names))], Thread: names[rng.IntN(len(names))], Process: names[rng.IntN(2)], Start: at(), End: at(), Try: 1 + rng.IntN(3)}
		if rng.IntN(2) == 0 {
			a.Host = &names[1+rng.IntN(3)]
		}
		r.Attempts = append(r.Attempts, a)
	}
	for i := range rng.IntN(4) {
		low := rng.Float64() * 20
		r.Windows = append(r.Windows, analyze.Window{ID: fmt.Sprint("w", i), Host: names[1+rng.IntN(3)], Process: names[rng.IntN(2)],
			Lookup: analyze.Lookup{Start: at(), Waited: []string{"a1", "a2", "a3"}}, Opened: analyze.Interval{Earliest: at(), Latest: at()},
			Closed: analyze.Interval{Earliest: at(), Latest: at()}, TTL: analyze.TTL{Low: &low}, FirstSuccess: at(), Cached: []string{"a4", "nowhere"}})
	}
	if rng.IntN(2) == 0 {
		r.Findings = append(r.Findings, analyze.Finding{ID: "negative-cache", Statement: strings.Repeat("says ", rng.IntN(80)), From: at(), To: at()})
	}
	return r
}

func TestSameBytesTwice(t *testing.T) {
	for _, name := range []string{"s3", "processes", "many120", "names"} {
		for _, format := range []Format{PNG, SVG, PDF} {
			var a, b bytes.Buffer
			for _, out := range []*bytes.Buffer{&a, &b} {
				if err := Draw(out, incident.All()[name], Options{Format: format, NoSystemFonts: true}); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("%s.%s differs between two runs", name, format)
			}
		}
	}
}

func TestPNGSize(t *testing.T) {
	for _, scale := range []float64{1, 2} {
		var b bytes.Buffer
		if err := Draw(&b, incident.Three(), Options{Width: 800, Height: 450, Scale: scale}); err != nil {
			t.Fatal(err)
		}
		c, err := png.DecodeConfig(&b)
		if err != nil {
			t.Fatal(err)
		}
		if c.Width != int(800*scale) || c.Height != int(450*scale) {
			t.Errorf("scale %g: %dx%d", scale, c.Width, c.Height)
		}
	}
}

// TestSVGIsText reads every SVG as XML and finds the names of its lanes as text.
func TestSVGIsText(t *testing.T) {
	for name, r := range incident.All() {
		var b bytes.Buffer
		if err := Draw(&b, r, Options{Format: SVG, NoSystemFonts: true}); err != nil {
			t.Fatal(err)
		}
		text := svgTexts(t, name, b.Bytes())
		for _, a := range r.Attempts {
			if name == "s3" && a.Job != "" && !strings.Contains(text, "\n"+a.Job+"\n") {
				t.Errorf("%s: %q is not in the picture", name, a.Job)
			}
		}
		if strings.Contains(b.String(), "<script") || strings.ContainsAny(text, "\x1b\u202e") {
			t.Errorf("%s: text of the log acts", name)
		}
	}
}

func svgTexts(t *testing.T, name string, data []byte) string {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(data))
	text := "\n"
	inside := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return text
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		switch v := token.(type) {
		case xml.StartElement:
			inside = v.Name.Local == "text"
		case xml.CharData:
			if inside {
				text += string(v) + "\n"
			}
		}
	}
}

func TestOptionsRefused(t *testing.T) {
	for _, opt := range []Options{{Format: "gif"}, {Theme: "pink"}, {Width: 10}, {Height: 1 << 20}, {Scale: 99}, {Font: [][]byte{[]byte("no font")}}} {
		var b bytes.Buffer
		if err := Draw(&b, incident.S3(), opt); err == nil || b.Len() > 0 {
			t.Errorf("%+v: error %v, %d bytes written", opt, err, b.Len())
		}
	}
}

// TestStripIsExact counts every failure in the shown time once.
func TestStripIsExact(t *testing.T) {
	for _, n := range []int{120, 5000} {
		r := incident.Many(n)
		s, _ := sceneOf(t, r, Options{})
		var got, want [classes]int
		for _, b := range s.Bins {
			for c, k := range b.Counts {
				got[c] += k
			}
		}
		for _, a := range r.Attempts {
			if a.Outcome == analyze.OutcomeFailed {
				want[words.ClassNumber(a.Class)]++
			}
		}
		if got != want {
			t.Errorf("%d tries: strip counts %v, report has %v", n, got, want)
		}
	}
}

// TestRareClassesStay finds one lookup among many thousand cached failures.
func TestRareClassesStay(t *testing.T) {
	r := incident.Many(5000)
	s, _ := sceneOf(t, r, Options{})
	lookup := light.forms[words.ClassNumber(analyze.ClassLookup)].fill
	n := 0
	for _, it := range s.Items {
		if it.Role == RoleBar && it.Fill == lookup && it.W >= 1.5 {
			n++
		}
	}
	if n < len(r.Windows) {
		t.Errorf("%d lookups are drawn, of %d", n, len(r.Windows))
	}
}

// TestWindowEdgesAreIntervals: where the logs bound an opening, the picture
// shows no single instant.
func TestWindowEdgesAreIntervals(t *testing.T) {
	s, _ := sceneOf(t, incident.S3(), Options{})
	shades := map[string]bool{}
	for _, it := range s.Items {
		if it.Role == RoleBand {
			shades[hex(it.Fill)] = true
		}
	}
	if len(shades) < 8 {
		t.Errorf("the band has %d shades; its edges should fade", len(shades))
	}
}

func TestNothingFoundAccusesNobody(t *testing.T) {
	for _, name := range []string{"nothing", "three", "instant"} {
		s, _ := sceneOf(t, incident.All()[name], Options{})
		for _, it := range s.Items {
			for _, word := range []string{"JVM", "cache", "queued"} {
				if it.Shape == Text && strings.Contains(it.Text, word) && !strings.Contains(it.Text, "No sign") {
					t.Errorf("%s: %q", name, it.Text)
				}
			}
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, n := range []int{120, 5000, 100_000, 1_000_000} {
		r := incident.Many(n)
		for _, format := range []Format{PNG, SVG, PDF} {
			b.Run(fmt.Sprintf("%d/%s", n, format), func(b *testing.B) {
				for b.Loop() {
					if err := Draw(io.Discard, r, Options{Format: format, NoSystemFonts: true}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "tries/s")
			})
		}
	}
}

// TestCrowdStaysSmall: a picture does not grow with the tries it stands for.
func TestCrowdStaysSmall(t *testing.T) {
	var b bytes.Buffer
	if err := Draw(&b, incident.Many(100_000), Options{Format: SVG, NoSystemFonts: true}); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 2<<20 {
		t.Errorf("100,000 tries take %d bytes", b.Len())
	}
}

// TestLoneFailuresHaveLanes: threads that are seen in one long failure each lie beside
// each other, up to a number of them.
func TestLoneFailuresHaveLanes(t *testing.T) {
	base := time.Date(2026, 7, 20, 10, 0, 20, 0, time.UTC)
	report := func(threads int) *analyze.Report {
		r := &analyze.Report{}
		for i := range threads {
			start, end := base.Add(time.Duration(i)*time.Second/2), base.Add(time.Duration(i+1)*5*time.Second)
			took := analyze.Millis(end.Sub(start))
			r.Attempts = append(r.Attempts, analyze.Attempt{
				ID: fmt.Sprintf("a%d", i), Thread: fmt.Sprintf("exec-%d", i), Start: analyze.Time{Time: start}, End: analyze.Time{Time: end},
				Duration: &took, Outcome: analyze.OutcomeFailed, Class: analyze.ClassLookup,
			})
		}
		return r
	}
	for threads, want := range map[int]int{5: 5, fewThreads: fewThreads, fewThreads + 1: 1} {
		lanes := 0
		for _, g := range newStory(report(threads), Options{Zone: time.UTC}).groups {
			lanes += len(g.lanes)
		}
		if lanes != want {
			t.Errorf("%d threads have %d lanes, want %d", threads, lanes, want)
		}
	}
}

// TestPartCutsTheAxis: no time outside of the selected part is drawn; a part that holds
// nothing of the story leaves it as it is.
func TestPartCutsTheAxis(t *testing.T) {
	r := incident.S3()
	whole := newStory(r, Options{Zone: time.UTC})
	from, to := whole.spans[0].from, whole.spans[0].to
	at := func(m moment) time.Time { return whole.base.Add(m) }
	for name, c := range map[string]struct {
		part Part
		want []span
	}{
		"all of it":      {Part{}, []span{{from, to}}},
		"both ends":      {Part{Since: at(from + time.Second), Until: at(from + 3*time.Second)}, []span{{from + time.Second, from + 3*time.Second}}},
		"an end":         {Part{Until: at(from + time.Second)}, []span{{from, from + time.Second}}},
		"wider":          {Part{Since: at(from - time.Hour), Until: at(to + time.Hour)}, []span{{from, to}}},
		"another day":    {Part{Since: at(to + 24*time.Hour)}, []span{{from, to}}},
		"an instant":     {Part{Since: at(from + time.Second), Until: at(from + time.Second)}, []span{{from, to}}},
		"the wrong way":  {Part{Since: at(to), Until: at(from)}, []span{{from, to}}},
		"years from now": {Part{Since: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}, []span{{from, to}}},
	} {
		if got := newStory(r, Options{Zone: time.UTC, Part: c.part}).spans; !slices.Equal(got, c.want) {
			t.Errorf("%s: drawn is %v, want %v", name, got, c.want)
		}
	}
}
