package render

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"timeline/analyze"
)

// indented is the JSON of v behind an indentation, without a line end.
func indented(v any, prefix string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return escapeHidden(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// writeAttempts writes a report, given as the JSON of one without attempts, with
// its attempts one by one: there may be millions, and nothing else in a report is
// as long.
func writeAttempts(w io.Writer, frame []byte, attempts []analyze.Attempt) error {
	const none = "\n  \"attempts\": []"
	k := bytes.Index(frame, []byte(none)) + len(none) - 1 // no string holds a line end
	out := bufio.NewWriterSize(w, 64<<10)
	out.Write(frame[:k])
	for i := range attempts {
		a := attempts[i]
		a.ClassFrom, a.Sources = list(a.ClassFrom), list(a.Sources)
		text, err := indented(&a, "    ")
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.Write(text)
	}
	if len(attempts) > 0 {
		out.WriteString("\n  ")
	}
	out.Write(frame[k:])
	out.WriteByte('\n')
	return out.Flush()
}
