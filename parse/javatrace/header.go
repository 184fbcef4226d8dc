package javatrace

import "bytes"

// A header is the line that names an exception.
type header struct{ class, message string }

type strength uint8

const (
	none   strength = iota
	weak            // could be a class, if frames follow
	strong          // named like an exception
)

// wrappedBy is the link of logback's root-cause-first order. It never leaves
// this package.
const wrappedBy = Suppressed + 1

// linked recognises the words before a throwable that hangs on another one.
func linked(text []byte) (link Link, rest []byte, ok bool) {
	switch {
	case text[0] == 'C' && hasPrefix(text, "Caused by: "):
		return CausedBy, text[len("Caused by: "):], true
	case text[0] == 'C' && hasPrefix(text, "Caused by ") && bytes.IndexByte(text, '.') > 0: // Crashlytics
		return CausedBy, text[len("Caused by "):], true
	case text[0] == 'S' && hasPrefix(text, "Suppressed: "):
		return Suppressed, text[len("Suppressed: "):], true
	case text[0] == 'C' && hasPrefix(text, "Caused: "): // Jenkins
		return wrappedBy, text[len("Caused: "):], true
	case text[0] == 'W' && hasPrefix(text, "Wrapped by: "):
		return wrappedBy, text[len("Wrapped by: "):], true
	}
	return Root, nil, false
}

// headerLine reads a line that may name the outermost exception of a trace.
func headerLine(text []byte) (header, strength) {
	switch text[0] {
	case 'E':
		if rest, ok := bytes.CutPrefix(text, []byte("Exception in thread ")); ok {
			rest = afterThread(rest)
			h, ok := parseHeader(rest)
			if ok {
				return h, strong
			}
		}
	case 'F', 'N':
		for _, p := range []string{"Fatal Exception: ", "Non-fatal Exception: "} {
			if rest, ok := bytes.CutPrefix(text, []byte(p)); ok {
				if h, ok := parseHeader(rest); ok {
					return h, strong
				}
			}
		}
	}
	h, ok := parseHeader(text)
	switch {
	case !ok:
		return header{}, none
	case namesException(h.class):
		return h, strong
	}
	return h, weak
}

// afterThread passes over the thread's name, which stands in quotes.
func afterThread(b []byte) []byte {
	if len(b) > 0 && b[0] == '"' {
		if end := bytes.IndexByte(b[1:], '"'); end >= 0 {
			return bytes.TrimLeft(b[end+2:], " ")
		}
	}
	return b
}

// parseHeader reads "pkg.Class: message" or "pkg.Class".
func parseHeader(text []byte) (header, bool) {
	n := 0
	dots, capital := 0, false
	for n < len(text) && isName(text[n]) {
		if text[n] == '.' || text[n] == '/' {
			dots++
			capital = false
		} else if n == 0 || text[n-1] == '.' || text[n-1] == '/' {
			capital = text[n]-'A' <= 'Z'-'A'
		}
		n++
	}
	if n < 3 || !capital || text[n-1] == '.' {
		return header{}, false
	}
	rest := text[n:]
	switch {
	case len(rest) == 0:
	case rest[0] == ':' && (len(rest) == 1 || rest[1] == ' ' || rest[1] == '\t'):
		rest = bytes.TrimLeft(rest[1:], " \t")
	case rest[0] == ';', hasPrefix(rest, " (no stack trace available)"):
		rest = nil
	default:
		return header{}, false
	}
	class := withoutModule(string(text[:n]))
	if dots == 0 && !namesException(class) {
		return header{}, false
	}
	return header{class, messageText(rest)}, true
}

// messageText is a message as the program gave it: Throwable.toString prints
// none as nothing, and a null cause's as "null".
func messageText(b []byte) string {
	b = bytes.TrimRight(b, " \t\r")
	if string(b) == "null" {
		return ""
	}
	return string(b)
}

// namesException goes by the Java convention for names.
func namesException(class string) bool {
	for _, s := range []string{"Exception", "Error", "Throwable", "Failure", "Interrupt", "Fault"} {
		if k := len(class) - len(s); k > 0 && class[k:] == s && class[k-1] != '.' {
			return true
		}
	}
	return class == "java.lang.Exception" || class == "java.lang.Error" || class == "java.lang.Throwable"
}

// isName reports whether c can stand in a class name with its package and module.
func isName(c byte) bool {
	return c|0x20-'a' <= 'z'-'a' || c-'0' <= 9 || c == '.' || c == '$' || c == '_' || c == '/' || c == '@' || c == '-'
}
