package javatrace

import "bytes"

// Text reads a whole trace from one string, as JSON logs hold it. Where the
// line ends were written as escapes or tags, those separate the lines. It
// reports whether the text held a trace.
func (b *Builder) Text(text []byte) bool {
	if mangled(text) {
		text = bytes.ReplaceAll(text, []byte("/n"), newline)
		text = bytes.ReplaceAll(text, []byte(`\n`), newline)
	}
	if b.Empty() {
		b.Discard() // what came before has nothing to do with text
	}
	text = bytes.TrimPrefix(text, []byte(": ")) // JBoss puts its empty message before
	sep := separator(text)
	for len(text) > 0 {
		line := text
		if k := bytes.Index(text, sep); k >= 0 {
			line, text = text[:k], text[k+len(sep):]
		} else {
			text = nil
		}
		line = bytes.TrimPrefix(line, []byte(`\t`))
		line = bytes.TrimPrefix(line, []byte("#011"))
		if b.Line(line) == Another {
			break // the same failure, printed once more
		}
	}
	return !b.Empty()
}

// separator finds out what ends the lines of text.
func separator(text []byte) []byte {
	for _, s := range []string{"\n", `\n`, "<br/>", "<br>", "<br />", "#012"} {
		if bytes.Contains(text, []byte(s)) {
			return []byte(s)
		}
	}
	return newline
}

var newline = []byte("\n")

// mangled reports whether a shipper turned line ends into "/n".
func mangled(text []byte) bool {
	return bytes.HasSuffix(text, []byte("/n")) || bytes.Contains(text, []byte("/n\tat ")) || bytes.Contains(text, []byte("/njava"))
}
