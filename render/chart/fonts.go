package chart

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// The embedded fonts: Inter (latin) and Noto Sans KR cut down to the 2,350
// syllables of KS X 1001, both under the SIL Open Font License, kept beside them.
//
//go:embed fonts/*.woff
var fontFiles embed.FS

// systemFonts are where distributions and vendors put fonts that hold the
// scripts which the embedded ones lack. Patterns, tried in this order.
var systemFonts = []string{
	"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
	"/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
	"/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
	"/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
	"/usr/share/fonts/truetype/nanum/NanumGothic.ttf",
	"/usr/share/fonts/truetype/fonts-japanese-gothic.ttf",
	"/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
	"/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
	"/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
	"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
	"/System/Library/Fonts/AppleSDGothicNeo.ttc",
	"/System/Library/Fonts/ヒラギノ角ゴシック W3.ttc",
	"/System/Library/Fonts/PingFang.ttc",
	"/Library/Fonts/Arial Unicode.ttf",
	`C:\Windows\Fonts\malgun.ttf`,
	`C:\Windows\Fonts\YuGothR.ttc`,
	`C:\Windows\Fonts\msyh.ttc`,
	`C:\Windows\Fonts\segoeui.ttf`,
}

// A fontSet holds the faces of a picture in the order they are asked for a glyph.
type fontSet struct {
	regular, bold []*face
	plain         *face // Inter, which every format can hold
	system        func() []*face
	buf           sfnt.Buffer
	known         map[glyphKey]*face
}

// A face is a font with the sfnt file it was read from, the first font of it
// where it is a collection.
type face struct {
	*opentype.Font
	data  []byte
	heavy bool // bold by its own design
}

type glyphKey struct {
	r    rune
	bold bool
}

var embedded = sync.OnceValues(func() ([]*face, error) {
	var fonts []*face
	for _, name := range []string{"inter-latin-400-normal", "inter-latin-700-normal", "noto-sans-kr-ksx1001-400"} {
		data, err := fontFiles.ReadFile("fonts/" + name + ".woff")
		if err != nil {
			return nil, err
		}
		f, err := parseFont(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		fonts = append(fonts, f)
	}
	for _, data := range [][]byte{liberationsansregular.TTF, liberationsansbold.TTF} {
		f, err := parseFont(data)
		if err != nil {
			return nil, err
		}
		fonts = append(fonts, f)
	}
	return fonts, nil
})

var installed = sync.OnceValue(func() []*face {
	var fonts []*face
	for _, pattern := range systemFonts {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			if data, err := os.ReadFile(path); err == nil {
				if f, err := parseFont(data); err == nil {
					fonts = append(fonts, f)
				}
			}
		}
	}
	return fonts
})

// newFontSet takes the user's font files first, then the embedded ones, then,
// only for a glyph that none of them has, those of the system.
func newFontSet(user [][]byte, system bool) (*fontSet, error) {
	base, err := embedded()
	if err != nil {
		return nil, err
	}
	var own []*face
	for i, data := range user {
		f, err := parseFont(data)
		if err != nil {
			return nil, fmt.Errorf("font %d: %w", i+1, err)
		}
		own = append(own, f)
	}
	inter, interBold, korean, liberation, liberationBold := base[0], base[1], base[2], base[3], base[4]
	s := &fontSet{
		regular: append(lightFirst(own), inter, liberation, korean),
		bold:    append(heavyFirst(own), interBold, liberationBold, korean),
		plain:   inter,
		system:  func() []*face { return nil },
		known:   map[glyphKey]*face{},
	}
	if system {
		s.system = installed
	}
	return s, nil
}

// lightFirst and heavyFirst order the fonts of a user, who names one of each
// weight or one for all.
func lightFirst(own []*face) []*face {
	return slices.SortedStableFunc(slices.Values(own), func(a, b *face) int { return order(a.heavy) - order(b.heavy) })
}

func heavyFirst(own []*face) []*face {
	return slices.SortedStableFunc(slices.Values(own), func(a, b *face) int { return order(b.heavy) - order(a.heavy) })
}

// order sorts false before true.
func order(v bool) int {
	if v {
		return 1
	}
	return 0
}

// parseFont reads TrueType, OpenType, WOFF 1.0, and the first font of a collection.
func parseFont(data []byte) (*face, error) {
	plain, err := unwoff(data)
	if err != nil {
		return nil, err
	}
	c, err := opentype.ParseCollection(plain)
	if err != nil {
		return nil, err
	}
	f, err := c.Font(0)
	if err != nil {
		return nil, err
	}
	return &face{f, plain, isHeavy(f)}, nil
}

// isHeavy tells by the name of its style whether a font is bold.
func isHeavy(f *opentype.Font) bool {
	for _, id := range []sfnt.NameID{sfnt.NameIDTypographicSubfamily, sfnt.NameIDSubfamily} {
		style, err := f.Name(nil, id)
		if err != nil {
			continue
		}
		style = strings.ToLower(style)
		for _, heavy := range []string{"bold", "black", "heavy"} {
			if strings.Contains(style, heavy) {
				return true
			}
		}
	}
	return false
}

// face is the first font with a glyph for r, or nil.
func (s *fontSet) face(r rune, bold bool) *face {
	key := glyphKey{r, bold}
	if f, ok := s.known[key]; ok {
		return f
	}
	list := s.regular
	if bold {
		list = s.bold
	}
	f := s.search(list, r)
	if f == nil {
		f = s.search(s.system(), r)
	}
	s.known[key] = f
	return f
}

func (s *fontSet) search(list []*face, r rune) *face {
	for _, f := range list {
		if i, err := f.GlyphIndex(&s.buf, r); err == nil && i != 0 {
			return f
		}
	}
	return nil
}
