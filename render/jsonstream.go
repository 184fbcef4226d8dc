package render

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"runtime"
	"sync"

	"timeline/analyze"
)

// A jsonWriter makes indented JSON of one value after another.
type jsonWriter struct {
	b       bytes.Buffer
	encoder *json.Encoder
}

func newJSONWriter(prefix string) *jsonWriter {
	w := &jsonWriter{}
	w.encoder = json.NewEncoder(&w.b)
	w.encoder.SetEscapeHTML(false)
	w.encoder.SetIndent(prefix, "  ")
	return w
}

// encode is v in JSON, without a line end behind it. It is valid until the next call.
func (w *jsonWriter) encode(v any) ([]byte, error) {
	w.b.Reset()
	if err := w.encoder.Encode(v); err != nil {
		return nil, err
	}
	return escapeHidden(bytes.TrimSuffix(w.b.Bytes(), []byte("\n"))), nil
}

// attemptsAtOnce is how many attempts one goroutine makes JSON of before they are
// written.
const attemptsAtOnce = 512

// writeAttempts writes a report, given as the JSON of one without attempts, with
// its attempts in their order, of which several goroutines make JSON: there may be
// millions, and nothing else in a report is as long.
func writeAttempts(w io.Writer, frame []byte, attempts []analyze.Attempt) error {
	const none = "\n  \"attempts\": []"
	k := bytes.Index(frame, []byte(none)) + len(none) - 1 // no string holds a line end
	out := bufio.NewWriterSize(w, 64<<10)
	out.Write(frame[:k])
	parts := make([]attemptsPart, runtime.GOMAXPROCS(0))
	for from := 0; from < len(attempts); {
		var all sync.WaitGroup
		used := 0
		for ; used < len(parts) && from < len(attempts); used++ {
			p, some := &parts[used], attempts[from:min(from+attemptsAtOnce, len(attempts))]
			first := from == 0
			all.Go(func() { p.encode(some, first) })
			from += len(some)
		}
		all.Wait()
		for i := range parts[:used] {
			if parts[i].err != nil {
				return parts[i].err
			}
			if _, err := out.Write(parts[i].text); err != nil {
				return err
			}
		}
	}
	if len(attempts) > 0 {
		out.WriteString("\n  ")
	}
	out.Write(frame[k:])
	out.WriteByte('\n')
	return out.Flush()
}

// An attemptsPart is the JSON of some attempts of a list.
type attemptsPart struct {
	json *jsonWriter
	text []byte
	err  error
}

// encode makes p the JSON of attempts. Those that begin the list have no comma
// before them.
func (p *attemptsPart) encode(attempts []analyze.Attempt, first bool) {
	if p.json == nil {
		p.json = newJSONWriter("    ")
	}
	p.text = p.text[:0]
	for i := range attempts {
		a := attempts[i]
		a.ClassFrom, a.Sources = list(a.ClassFrom), list(a.Sources)
		text, err := p.json.encode(&a)
		if err != nil {
			p.err = err
			return
		}
		if i > 0 || !first {
			p.text = append(p.text, ',')
		}
		p.text = append(append(p.text, "\n    "...), text...)
	}
}
