package parse

import (
	"bytes"
)

// An unwrapper takes off what container engines, journals and terminals put
// before the lines of a program.
type unwrapper struct {
	r       *Reader
	env     Record
	partial map[string][]byte // CRI: the beginning of a line, by process
}

func (u *unwrapper) init(r *Reader) {
	u.r = r
	u.partial = map[string][]byte{}
}

// A wrapper takes one envelope off a line and notes what it states in env. It
// returns false in ok if the line has no such envelope.
type wrapper func(u *unwrapper, line []byte, env *Record) (inner []byte, ok bool)

// wrappers in the order in which they are tried, from the outside in.
var wrappers = []wrapper{composeLine}

// strip returns a line without its envelopes and what they say. It returns
// false if the line is the beginning of a longer one.
func (u *unwrapper) strip(line []byte) (inner []byte, env *Record, ok bool) {
	u.env = Record{Lack: NoTime, Duration: Unset}
	for range 4 {
		taken := false
		for _, w := range wrappers {
			if inner, ok := w(u, line, &u.env); ok {
				line, taken = inner, true
				break
			}
		}
		if !taken {
			break
		}
	}
	return line, &u.env, true
}

// composeLine takes off "flink-1  | ", docker compose's prefix.
func composeLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	n := wordLen(line)
	if n == 0 || n > 120 || n >= len(line) || levelWord(line[:n]) != NoLevel {
		return nil, false
	}
	rest := bytes.TrimLeft(line[n:], " ")
	if len(rest) < 1 || rest[0] != '|' || len(rest) == len(line[n:]) && n > 0 && len(rest) > 1 && rest[1] != ' ' {
		return nil, false
	}
	env.Process = u.r.names.of(line[:n])
	return bytes.TrimPrefix(rest[1:], []byte(" ")), true
}
