package javatrace

import "bytes"

// A flat trace is one that a layout or a shipper wrote into a single line, with
// something of its own where the line ends were: "X: m | at a.B.c(B.java:1) | at …",
// or nothing but blanks.
type flat struct {
	text  []byte
	first int    // where its first frame stands
	end   []byte // what ends each line, without blanks around it; empty where blanks do
}

const longestEnd = 16 // bytes between two lines of a flat trace

// flatten finds the frames of a flat trace in text.
func flatten(text []byte) (flat, bool) {
	first, end := nextCall(text, 0)
	if first < 0 {
		return flat{}, false
	}
	between := text[end:min(len(text), end+longestEnd)]
	for k := range between {
		if (k > 0 && isBlank(between[k-1])) && beginsLine(text[end+k:]) {
			return flat{text, first, bytes.TrimSpace(between[:k])}, true
		}
		if isLetter(between[k]) {
			return flat{}, false
		}
	}
	if end+len(between) < len(text) {
		return flat{}, false
	}
	last := bytes.TrimSpace(between) // it has one frame
	return flat{text, first, last}, bytes.HasSuffix(bytes.TrimRight(text[:first], " \t"), last)
}

// Inline reads a trace that stands whole in one line, behind other words: "upload
// failed java.net.UnknownHostException: a | at b.C.d(C.java:1) | at …". It reports
// whether there was one.
func (b *Builder) Inline(text []byte) bool {
	f, ok := flatten(text)
	if !ok {
		return false
	}
	begin := headerIn(text[:f.first])
	if begin < 0 {
		if f.next(f.first) < 0 {
			return false // words about a call
		}
		begin = f.first
	}
	b.flat(flat{text[begin:], f.first - begin, f.end})
	return !b.Empty()
}

// headerIn returns where the first exception stands in text that reads as the first
// line of a trace; -1 for none.
func headerIn(text []byte) int {
	for from := 0; ; {
		class, _, ok := nextMention(text[from:])
		if !ok {
			return -1
		}
		at := bytes.Index(text[from:], []byte(class))
		if at < 0 {
			return -1 // it is not written as it is named
		}
		at += from
		if h, ok := parseHeader(text[at:]); ok && namesException(h.class) {
			return at
		}
		from = at + len(class)
	}
}

// flat reads the lines of f.
func (b *Builder) flat(f flat) {
	line := 0
	for i := f.first; i >= 0; {
		if b.Line(f.line(line, i)) == Another {
			return
		}
		line, i = i, f.next(i)
	}
	b.Line(f.line(line, len(f.text)))
}

// line is the line from one place to where the next one begins, with the tabs before it.
func (f flat) line(from, to int) []byte {
	for from > 0 && f.text[from-1] == '\t' {
		from--
	}
	return bytes.TrimRight(bytes.TrimSuffix(bytes.TrimRight(f.text[from:to], " \t"), f.end), " \t")
}

// next returns where the line behind the one at i begins, -1 for none.
func (f flat) next(i int) int {
	for i++; i < len(f.text); i++ {
		if isBlank(f.text[i-1]) || len(f.end) > 0 && bytes.HasSuffix(f.text[:i], f.end) {
			if beginsLine(f.text[i:]) && bytes.HasSuffix(bytes.TrimRight(f.text[:i], " \t"), f.end) {
				return i
			}
		}
	}
	return -1
}

// beginsLine reports whether text reads as a line of a trace behind its first.
func beginsLine(text []byte) bool {
	switch {
	case len(text) < 5:
		return false
	case text[0] == 'a':
		return callEnd(text) > 0
	case text[0] == '.':
		return hasPrefix(text, "... ") && text[4]-'0' <= 9
	}
	_, _, ok := linked(text)
	return ok
}

// nextCall finds the first frame in text from a place on, and where it ends.
func nextCall(text []byte, from int) (start, end int) {
	for {
		k := bytes.Index(text[from:], []byte("at "))
		if k < 0 {
			return -1, -1
		}
		start = from + k
		if n := callEnd(text[start:]); n > 0 && (start == 0 || isBlank(text[start-1])) {
			return start, start + n
		}
		from = start + len("at ")
	}
}

// callEnd returns where "at a.B.c(B.java:1)" ends, with packaging data behind it; 0
// where text does not begin so.
func callEnd(text []byte) int {
	const longest = 512
	if !hasPrefix(text, "at ") {
		return 0
	}
	n, dots := len("at "), 0
	for ; n < len(text) && n < longest && text[n] != '(' && !isBlank(text[n]); n++ {
		if text[n] == '.' {
			dots++
		}
	}
	if n >= len(text) || text[n] != '(' || dots == 0 {
		return 0
	}
	shut := bytes.IndexByte(text[n:min(len(text), n+longest)], ')')
	if shut < 0 {
		return 0
	}
	n += shut + 1
	for _, open := range []string{" ~[", " ["} {
		if hasPrefix(text[n:], open) {
			if k := bytes.IndexByte(text[n:min(len(text), n+longest)], ']'); k > 0 {
				return n + k + 1
			}
		}
	}
	return n
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isLetter(c byte) bool { return c|0x20-'a' <= 'z'-'a' }
