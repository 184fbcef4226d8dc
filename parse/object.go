package parse

import "bytes"

// A member is one key of an object with its value, both as they stand in the
// input: the key without quotes, a string with them.
type member struct{ key, value []byte }

// An object is a JSON object sorted by meaning. It is reused from one object
// to the next; values are slices of the input.
type object struct {
	values [numFields][]byte
	keys   [numFields]key
	names  [numFields][]byte
	thrown []byte // an exception as an object
	set    []field
	inner  []member // members that are arrays or objects
	guess  []memo   // keys of the object before, in order
}

// A memo predicts the meaning of the key at one place of an object: logs
// repeat their objects' shape, and comparing is cheaper than looking up.
type memo struct {
	name string
	key  key
}

func (o *object) reset() {
	for _, f := range o.set {
		o.values[f], o.names[f] = nil, nil
	}
	o.set, o.inner, o.thrown = o.set[:0], o.inner[:0], nil
}

// has reports whether the object states f.
func (o *object) has(f field) bool { return o.values[f] != nil }

// put notes a value, if it says something and no better key said it before.
func (o *object) put(k key, name, v []byte) {
	if isNull(v) {
		return
	}
	if o.values[k.field] == nil {
		o.set = append(o.set, k.field)
	} else if o.keys[k.field].rank <= k.rank {
		return
	}
	o.values[k.field], o.keys[k.field], o.names[k.field] = v, k, name
}

// readObject cuts the object at b[0] into o, in one pass that also checks the
// grammar, and returns its length.
func (r *Reader) readObject(b []byte, o *object) (int, cut) {
	o.reset()
	i := skipSpace(b, 1)
	if i < len(b) && b[i] == '}' {
		return i + 1, whole
	}
	for at := 0; ; at++ {
		if i >= len(b) || b[i] != '"' {
			return 0, shortOrWrong(b, i)
		}
		k := o.guessed(b[i+1:], at)
		if k < 0 {
			if k = bytes.IndexByte(b[i+1:], '"'); k < 0 {
				return 0, short
			}
		}
		name := b[i+1 : i+1+k]
		i += k + 2
		if i >= len(b) || b[i] != ':' {
			if i = skipSpace(b, i); i >= len(b) || b[i] != ':' {
				return 0, shortOrWrong(b, i)
			}
		}
		i = skipSpace(b, i+1)
		n, c := plainString(b[i:]), whole
		if n == 0 {
			if n, c = inLine.skipValue(b[i:], 1); c != whole {
				return 0, c
			}
		}
		r.member(o, at, name, b[i:i+n])
		i = skipSpace(b, i+n)
		if i >= len(b) {
			return 0, short
		}
		switch b[i] {
		case '}':
			return i + 1, whole
		case ',':
			i = skipSpace(b, i+1)
		default:
			return 0, wrong
		}
	}
}

// guessed returns the length of the key at b[0] if it is the one that stood at
// this place in the object before, else -1.
func (o *object) guessed(b []byte, at int) int {
	if at >= len(o.guess) {
		return -1
	}
	n := len(o.guess[at].name)
	if n < len(b) && b[n] == '"' && string(b[:n]) == o.guess[at].name {
		return n
	}
	return -1
}

// plainString returns the length of the string at b[0] if no backslash stands
// before its first quote, else 0: nearly all strings are so.
func plainString(b []byte) int {
	if len(b) == 0 || b[0] != '"' {
		return 0
	}
	if k := bytes.IndexByte(b[1:], '"'); k >= 0 && b[k] != '\\' {
		return k + 2
	}
	return 0
}

func shortOrWrong(b []byte, i int) cut {
	if i >= len(b) {
		return short
	}
	return wrong
}

// member sorts one member of the object that is being read.
func (r *Reader) member(o *object, at int, name, value []byte) {
	var k key
	if at < len(o.guess) && o.guess[at].name == string(name) {
		k = o.guess[at].key
	} else {
		k = r.keys.find(name)
		if at == len(o.guess) && at < 64 {
			o.guess = append(o.guess, memo{})
		}
		if at < len(o.guess) && len(name) < 64 {
			o.guess[at] = memo{string(name), k}
		}
	}
	switch {
	case value[0] == '{' || value[0] == '[':
		o.inner = append(o.inner, member{name, value})
	case k.field != unknown:
		o.put(k, name, value)
	}
}
