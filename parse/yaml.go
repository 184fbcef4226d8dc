package parse

import (
	"bytes"
	"encoding/json"

	"go.yaml.in/yaml/v3"
)

// maxYAML bounds an entry of gcloud's YAML.
const maxYAML = 1 << 20

// gcloudEntry reads an entry of "gcloud logging read", which prints YAML unless it
// is told otherwise: documents that begin with "---" and insertId.
func (r *Reader) gcloudEntry() bool {
	if !r.startsGcloud() {
		return false
	}
	pos := r.pos()
	n, _ := r.win.lineLen(maxLine)
	r.win.take(n)
	var doc []byte
	for len(r.win.rest()) > 0 || r.win.more() {
		n, long := r.win.lineLen(maxLine)
		line := r.win.rest()[:n]
		if bytes.Equal(trimEnd(line), []byte("---")) {
			break
		}
		if len(doc)+n <= maxYAML {
			doc = append(doc, line...)
		}
		r.win.take(n)
		if long {
			r.win.skipLine()
		}
	}
	r.yaml(doc, pos)
	return true
}

// startsGcloud looks at the two lines that begin an entry.
func (r *Reader) startsGcloud() bool {
	const mark = "---\ninsertId: "
	for len(r.win.rest()) < len(mark)+1 && r.win.more() {
	}
	b := bytes.Replace(r.win.rest()[:min(len(r.win.rest()), len(mark)+1)], []byte("\r\n"), newline, 1)
	return bytes.HasPrefix(b, []byte(mark))
}

func (r *Reader) yaml(doc []byte, pos Pos) {
	var v map[string]any
	if err := yaml.Unmarshal(doc, &v); err != nil {
		r.fail(pos, doc, err)
		return
	}
	b, err := json.Marshal(v)
	if err != nil {
		r.fail(pos, doc, err)
		return
	}
	o := r.object()
	defer r.release()
	if _, c := r.readObject(b, o); c != whole {
		r.fail(pos, doc, errTorn)
		return
	}
	r.formats.addAt(gcloudYAML, pos.Line)
	r.visit(o, context{at: pos}, nil)
}
