package parse

import "bytes"

// A grammar cuts JSON into its values and checks them in the same pass, without
// making anything of them. Strings are not decoded. Line ends inside strings
// are looked for only where the text has any: a torn line must not run into
// the next one.
type grammar struct{ lines bool }

var (
	inLine  = grammar{}            // of text without line ends, or that was checked before
	inLines = grammar{lines: true} // of any text
)

const maxDepth = 256 // nesting of arrays and objects

// A cut says how far a scan of JSON got.
type cut uint8

const (
	whole cut = iota
	short     // the bytes end inside the value
	wrong     // no JSON
)

// skipValue returns the length of the value at b[0].
func (g grammar) skipValue(b []byte, depth int) (n int, c cut) {
	if len(b) == 0 {
		return 0, short
	}
	switch b[0] {
	case '"':
		return g.skipString(b)
	case '{', '[':
		if depth >= maxDepth {
			return 0, wrong
		}
		return g.skipContainer(b, depth+1)
	case 't':
		return skipWord(b, "true")
	case 'f':
		return skipWord(b, "false")
	case 'n':
		return skipWord(b, "null")
	}
	return skipNumber(b)
}

// skipString returns the length of the string at b[0] with its quotes.
func (g grammar) skipString(b []byte) (int, cut) {
	for i := 1; i < len(b); {
		k := bytes.IndexByte(b[i:], '"')
		if k < 0 {
			break
		}
		i += k + 1
		slashes := 0
		for b[i-2-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			if g.lines && bytes.IndexByte(b[:i], '\n') >= 0 {
				return 0, wrong
			}
			return i, whole
		}
	}
	if g.lines && bytes.IndexByte(b, '\n') >= 0 {
		return 0, wrong
	}
	return len(b), short
}

func skipWord(b []byte, word string) (int, cut) {
	n := min(len(b), len(word))
	if string(b[:n]) != word[:n] {
		return 0, wrong
	}
	if n < len(word) {
		return n, short
	}
	return n, whole
}

// skipNumber is lenient inside a number: its digits are read, if at all, by
// functions that check them.
func skipNumber(b []byte) (int, cut) {
	if b[0] != '-' && b[0]-'0' > 9 {
		return 0, wrong
	}
	for i := 1; i < len(b); i++ {
		switch c := b[i]; {
		case c-'0' <= 9, c == '.', c == '-', c == '+', c == 'e', c == 'E':
		default:
			return i, whole
		}
	}
	return len(b), short // a digit more may follow
}

// skipContainer returns the length of the array or object at b[0].
func (g grammar) skipContainer(b []byte, depth int) (int, cut) {
	object := b[0] == '{'
	shut := byte(']')
	if object {
		shut = '}'
	}
	i := skipSpace(b, 1)
	if i < len(b) && b[i] == shut {
		return i + 1, whole
	}
	for {
		if object {
			k, c := g.skipKey(b[i:])
			if c != whole {
				return 0, c
			}
			i += k
		}
		n, c := g.skipValue(b[i:], depth)
		if c != whole {
			return 0, c
		}
		i = skipSpace(b, i+n)
		if i >= len(b) {
			return 0, short
		}
		switch b[i] {
		case shut:
			return i + 1, whole
		case ',':
			i = skipSpace(b, i+1)
		default:
			return 0, wrong
		}
	}
}

// skipKey returns the length of a key with the colon and space behind it.
func (g grammar) skipKey(b []byte) (int, cut) {
	if len(b) == 0 {
		return 0, short
	}
	if b[0] != '"' {
		return 0, wrong
	}
	n, c := g.skipString(b)
	if c != whole {
		return 0, c
	}
	n = skipSpace(b, n)
	if n >= len(b) {
		return 0, short
	}
	if b[n] != ':' {
		return 0, wrong
	}
	n = skipSpace(b, n+1)
	return n, whole
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// eachElement calls f for the elements of a valid array.
func eachElement(v []byte, f func(e []byte)) {
	for i := skipSpace(v, 1); i < len(v) && v[i] != ']'; {
		n, c := inLine.skipValue(v[i:], 0)
		if c != whole {
			return
		}
		f(v[i : i+n])
		i = skipSpace(v, i+n)
		if i < len(v) && v[i] == ',' {
			i = skipSpace(v, i+1)
		}
	}
}

// eachMember calls f for the members of a valid object.
func eachMember(v []byte, f func(name, value []byte)) {
	for i := skipSpace(v, 1); i < len(v) && v[i] != '}'; {
		k, c := inLine.skipKey(v[i:])
		if c != whole {
			return
		}
		end, _ := inLine.skipString(v[i:])
		name := v[i+1 : i+end-1]
		i += k
		n, c := inLine.skipValue(v[i:], 0)
		if c != whole {
			return
		}
		f(name, v[i:i+n])
		i = skipSpace(v, i+n)
		if i < len(v) && v[i] == ',' {
			i = skipSpace(v, i+1)
		}
	}
}
