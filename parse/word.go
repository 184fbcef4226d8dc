package parse

import "bytes"

// closing returns the index of the bracket that closes the one at b[i], -1 if
// none does near by.
func closing(b []byte, i int, open, shut byte) int {
	depth := 0
	for k := i; k < len(b) && k < i+400; k++ {
		switch b[k] {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return -1
}

// wordLen is the length of the name at the start of b.
func wordLen(b []byte) int {
	n := 0
	for n < len(b) && isWord[b[n]] {
		n++
	}
	return n
}

// isWord tells the characters of names: those of Java, and what paths and
// proxies add.
var isWord = func() (t [256]bool) {
	for c := range 256 {
		b := byte(c)
		t[c] = b|0x20-'a' <= 'z'-'a' || b-'0' <= 9 || b == '.' || b == '_' || b == '$' || b == '-' || b == '/' || b == '@' || b >= 0x80
	}
	return t
}()

// levelWord knows a level in capitals, as headers print it.
func levelWord(b []byte) Level {
	if l := plainLevel(b); l != NoLevel {
		return l
	}
	if !isUpperWord(b) {
		return NoLevel
	}
	return levels[string(b)]
}

func isUpperWord(b []byte) bool {
	for _, c := range b {
		if c-'A' > 'Z'-'A' && c < 0x80 {
			return false
		}
	}
	return len(b) > 1
}

func logcatLevel(c byte) Level {
	switch c {
	case 'V':
		return Trace
	case 'D':
		return Debug
	case 'I':
		return Info
	case 'W':
		return Warn
	case 'E', 'F', 'A':
		return Error
	}
	return NoLevel
}

func allDigits(b []byte) bool {
	for _, c := range b {
		if c-'0' > 9 {
			return false
		}
	}
	return len(b) > 0
}

// isCamel reports whether b looks like a class name.
func isCamel(b []byte) bool {
	return len(b) > 2 && b[0]-'A' <= 'Z'-'A' && bytes.ContainsAny(b[1:], "abcdefghijklmnopqrstuvwxyz") && bytes.IndexByte(b, ' ') < 0
}

// isLogger reports whether b is a class with its package, or a dotted category.
func isLogger(b []byte) bool {
	if bytes.IndexByte(b, '.') < 0 {
		return false
	}
	dots := 0
	for i, c := range b {
		switch {
		case c == '.':
			if i == 0 || b[i-1] == '.' {
				return false
			}
			dots++
		case c|0x20-'a' > 'z'-'a' && c-'0' > 9 && c != '_' && c != '$' && c != '-':
			return false
		}
	}
	return dots > 0 && b[0]-'0' > 9 && b[len(b)-1] != '.'
}

// isID reports whether b can be the id of a job or a request: one word with a
// digit in it.
func isID(b []byte) bool {
	digit := false
	for _, c := range b {
		switch {
		case c-'0' <= 9:
			digit = true
		case c|0x20-'a' <= 'z'-'a' || c == '-' || c == '_' || c == ':' || c == '.':
		default:
			return false
		}
	}
	return digit && len(b) >= 2 && len(b) <= 80
}

// isTraceID knows the bracket in which Spring Boot prints trace and span.
func isTraceID(b []byte) bool {
	dash := bytes.IndexByte(b, '-')
	return len(b) == 0 || len(b) == 49 && dash == 32 || len(b) == 33 && dash == 16
}

// isPair reports whether a bracket holds "key=value" or "key:value".
func isPair(b []byte) bool {
	k := wordLen(b)
	return k > 0 && k < len(b) && (b[k] == '=' || b[k] == ':' && (k == len(b)-1 || bytes.HasPrefix(b, []byte("myid:"))))
}
