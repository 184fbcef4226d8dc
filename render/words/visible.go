package words

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible makes text from a log harmless on one line: control characters,
// escape sequences, bidirectional overrides, characters without width and bytes
// that are no UTF-8 are written out (\n, \x1b, \u202e, \xff), so that a
// terminal, a browser and a reader all see what is there. Printable text comes
// back as it is.
func Visible(s string) string {
	clean := true
	for i, r := range s {
		if hidden(r) || r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case hidden(r):
			b.WriteString(escape(r))
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}

// hidden reports whether r would act or vanish instead of showing: U+3000, the
// space of East Asian text, is the one space besides ' ' that is kept.
func hidden(r rune) bool {
	return r != ' ' && r != '\u3000' && !unicode.IsPrint(r)
}

func escape(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	switch {
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
