package parse

import (
	"bytes"

	"timeline/parse/javatrace"
)

// fragment reads a line of an exception that was printed as JSON into a text
// log, too broken to be read as JSON: "type": "java.net.UnknownHostException",
// with the innermost exception first. It reports whether the line is one.
func (t *text) fragment(e *entry, line []byte) bool {
	line = bytes.TrimRight(line, " ,]}")
	if _, first, ok := bytes.Cut(line, []byte(`": ["`)); ok && line[len(line)-1] == '"' && startsException(first) { // a trace as an array of lines
		return e.trace.Empty() && e.trace.Line(unquote(line[len(line)-len(first)-1:])) == javatrace.Part
	}
	if k := bytes.Index(line, []byte(`": "`)); k > 0 && line[len(line)-1] == '"' {
		value := unquote(line[k+3:])
		switch normal(string(line[1:k])) {
		case "message", "msg":
			e.said = string(value)
		case "type", "class", "name", "exceptionclass":
			if startsException(value) {
				e.trace.Wrap(string(value), e.said)
				e.said = ""
				return true
			}
		}
		return false
	}
	if len(line) > 10 && line[len(line)-1] == '"' {
		if f, ok := javatrace.ParseFrame(string(bytes.TrimPrefix(unquote(line), []byte("at ")))); ok && !e.trace.Empty() {
			e.trace.Add(f)
			return true
		}
	}
	return false
}
