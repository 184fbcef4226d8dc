package parse

import (
	"bytes"
	"encoding/binary"
)

// maxField bounds a field of a journal's entry that is kept; what is behind it is
// passed over.
const maxField = maxLine

// journalEntry reads an entry of journalctl -o export, as far as the window
// stands before one: a field a line, "NAME=text", or the name alone and then the
// size of the value in eight bytes and the value; an empty line ends it.
func (r *Reader) journalEntry() bool {
	n, long := r.win.lineLen(256)
	if line := r.win.rest()[:n]; long || !bytes.HasPrefix(line, []byte("__CURSOR=")) && !bytes.HasPrefix(line, []byte("__REALTIME_TIMESTAMP=")) {
		return false
	}
	pos := r.pos()
	o := r.object()
	defer r.release()
	o.reset()
	for r.journalField(o) {
	}
	if !o.isEvent() {
		r.sum.Skipped++
		return true
	}
	r.event(o, context{at: pos})
	return true
}

// journalField reads one field into o. It returns false behind the last one.
func (r *Reader) journalField(o *object) bool {
	n, long := r.win.lineLen(maxField)
	line := trimEnd(r.win.rest()[:n])
	if len(line) == 0 {
		r.win.take(n)
		return false
	}
	if name, value, ok := bytes.Cut(line, []byte("=")); ok {
		r.journalValue(o, name, value)
		r.win.take(n)
		if long {
			r.win.skipLine()
		}
		return true
	}
	if long || wordLen(line) != len(line) {
		return false
	}
	name := bytes.Clone(line)
	r.win.take(n)
	value := r.binaryField()
	r.journalValue(o, name, value)
	return value != nil
}

// binaryField reads a size and a value of that size, and moves on behind it. It
// returns nil where the input ends before.
func (r *Reader) binaryField() []byte {
	for len(r.win.rest()) < 8 {
		if !r.win.more() {
			return nil
		}
	}
	size := binary.LittleEndian.Uint64(r.win.rest())
	r.win.take(8)
	for uint64(len(r.win.rest())) < min(size, maxField) {
		if !r.win.more() {
			return nil
		}
	}
	value := bytes.Clone(r.win.rest()[:min(size, maxField)])
	for left := size; left > 0; {
		k := min(left, uint64(len(r.win.rest())))
		r.win.take(int(k))
		if left -= k; left > 0 && !r.win.more() {
			return nil
		}
	}
	if rest := r.win.rest(); len(rest) > 0 && rest[0] == '\n' || r.win.more() && r.win.rest()[0] == '\n' {
		r.win.take(1)
	}
	return value
}

func (r *Reader) journalValue(o *object, name, value []byte) {
	if k := r.keys.find(name); k.field != unknown && len(value) > 0 {
		o.put(k, bytes.Clone(name), quote(string(bytes.ToValidUTF8(value, []byte("\uFFFD")))))
	}
}
