package parse

import "bytes"

// dockerSplit is where docker cuts a line, less what its encoding may save.
const dockerSplit = 16000

// A dockerPart is a line of docker's json-file that may go on in the next object.
type dockerPart struct {
	text []byte
	pos  Pos
	env  Record
}

// dockerPart takes the text of a "log" member if it is a part of a line, and reads
// the line when its end has come: only the end has a line end. Other collectors
// that use this name cut the line end off; they state more beside it, or their
// lines are short.
func (r *Reader) dockerPart(o *object, text []byte, pos Pos, env *Record) bool {
	p := &r.partly
	if bytes.HasSuffix(text, newline) {
		if len(p.text) == 0 {
			return false
		}
		whole := append(p.text, text...)
		p.text = nil
		r.lines(whole, pos, env)
		return true
	}
	if len(o.inner) > 0 || o.has(fProcess) || o.has(fMachine) || o.has(fLevel) || o.has(fOrigin) || string(o.names[fTime]) != "time" || len(p.text)+len(text) >= maxLine {
		r.releasePart()
		return false
	}
	if len(p.text) > 0 && len(p.text) < dockerSplit {
		r.releasePart()
	}
	if len(p.text) == 0 {
		p.pos, p.env = pos, *env
	}
	p.text = append(p.text, text...)
	return true
}

// releasePart reads a part that turned out to be a line.
func (r *Reader) releasePart() {
	if p := &r.partly; len(p.text) > 0 {
		text := p.text
		p.text = nil
		r.lines(text, p.pos, &p.env)
	}
}
