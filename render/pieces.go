package render

import "strings"

// EscapeHidden writes characters of JSON that do not show as \u escapes, so
// that none acts in a terminal; the values stay the same.
func EscapeHidden(b []byte) []byte { return escapeHidden(b) }

// MarkdownProse writes a sentence so that no name in it becomes a mention, a
// link, a reference or a tag.
func MarkdownProse(s string) string {
	lead := s[:len(s)-len(strings.TrimLeft(s, " "))]
	return lead + mdProse(s)
}

// MarkdownRow is a row of a table of such sentences, with its line break.
func MarkdownRow(cells ...string) string {
	var b strings.Builder
	for _, c := range cells {
		b.WriteString("| " + mdCell(mdProse(c)) + " ")
	}
	return b.String() + "|\n"
}

// MarkdownPicture shows the picture at path, with a text for those who cannot
// see it.
func MarkdownPicture(alt, path string) string { return "![" + mdAlt(alt) + "](" + mdPath(path) + ")" }
