package chart

import (
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
)

func plainRuler(t *testing.T) *ruler {
	t.Helper()
	fonts, err := newFontSet(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	return newRuler(fonts, true)
}

// TestNoGlyphIsBlank: every character is drawn by a font that has it, or
// written as its number.
func TestNoGlyphIsBlank(t *testing.T) {
	m := plainRuler(t)
	for in, want := range map[string]string{
		"plain":       "plain",
		"→ ≥ ✓":       `→ ≥ \u2713`,
		"загрузка Ωß": "загрузка Ωß",
		"업로드 작업":      "업로드 작업",
		"画像":          `\u753B\u50CF`,
		"똠방":          `\uB620방`, // the first is none of the 2,350 of KS X 1001
	} {
		got := ""
		for _, r := range m.runs(in, false) {
			if r.face == nil {
				t.Errorf("%q: no font for %q", in, r.text)
			}
			got += r.text
		}
		if got != want {
			t.Errorf("%q is drawn as %q, want %q", in, got, want)
		}
	}
}

func TestUserFontComesFirst(t *testing.T) {
	fonts, err := newFontSet([][]byte{goregular.TTF}, false)
	if err != nil {
		t.Fatal(err)
	}
	if fonts.face('a', false) != fonts.regular[0] || len(fonts.regular) != 4 {
		t.Error("the font of the user is not asked first")
	}
	if fonts.face('한', true) == nil {
		t.Error("its gaps are not filled")
	}
}

func TestFitKeepsBothEnds(t *testing.T) {
	m := plainRuler(t)
	name := strings.Repeat("pool-1-thread-", 500) + "17"
	for _, limit := range []float64{0, 5, 60, 200} {
		got := m.fit(name, 16, false, limit)
		if w := m.width(got, 16, false); w > limit && got != "…" {
			t.Errorf("%q is %v wide, over %v", got, w, limit)
		}
		if limit >= 60 && (!strings.HasPrefix(got, "po") || !strings.HasSuffix(got, "17")) {
			t.Errorf("%q lost an end", got)
		}
	}
	if got := m.fit("short", 16, false, 500); got != "short" {
		t.Errorf("%q", got)
	}
}

func TestUnitsStayWithTheirNumbers(t *testing.T) {
	m := plainRuler(t)
	for width := 60.0; width < 400; width += 7 {
		for _, line := range m.wrap("it moved 17 s later, after 1 min 20 s and 75 ms", 16, false, width, 20) {
			if strings.HasPrefix(line, "s ") || strings.HasPrefix(line, "ms") {
				t.Errorf("at %v: %q", width, line)
			}
		}
	}
}

func FuzzFont(f *testing.F) {
	inter, err := fontFiles.ReadFile("fonts/inter-latin-400-normal.woff")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(inter)
	f.Add(inter[:1000])
	f.Add([]byte("wOFF"))
	f.Add([]byte("\x00\x01\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			t.Skip()
		}
		plain, err := unwoff(data)
		if err == nil && len(plain) > maxFontBytes {
			t.Errorf("%d bytes became %d", len(data), len(plain))
		}
	})
}
