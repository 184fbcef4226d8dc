package parse

import (
	"bytes"

	"timeline/parse/stamp"
)

// learnedPrefixes are what some collector puts before the lines of programs' logs:
// its own time, a machine, a step of a build, a list of labels. The first line of an
// entry shows a prefix, since a program's time and level stand behind it; the lines
// of its trace have it too. Where it has digits, others may stand.
type learnedPrefixes struct {
	shapes [][]byte // the one met last first
	tries  int
}

const (
	maxLearned    = 160 // bytes of a prefix
	maxPrefixes   = 32  // that are known at once
	maxLearnTries = 512 // lines that are looked at without finding one
)

// learnedLine takes off a prefix that was learned, and learns one.
func learnedLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	n := u.learned.match(line)
	if n == 0 {
		if n = u.learn(line); n == 0 {
			return nil, false
		}
	}
	u.prefixStates(line[:n], env)
	u.r.formats.add(prefixLog)
	return line[n:], true
}

// match returns the length of the known prefix that line has, 0 for none.
func (l *learnedPrefixes) match(line []byte) int {
	for i, shape := range l.shapes {
		if sameShape(shape, line) {
			l.shapes[0], l.shapes[i] = shape, l.shapes[0]
			return len(shape)
		}
	}
	return 0
}

func (u *unwrapper) learn(line []byte) int {
	l := &u.learned
	if l.tries >= maxLearnTries || len(l.shapes) >= maxPrefixes || len(line) < 30 {
		return 0
	}
	n := u.prefixOf(line)
	if n == 0 {
		l.tries++
		return 0
	}
	l.shapes = append(l.shapes, bytes.Clone(line[:n]))
	return n
}

// sameShape reports whether line begins as shape does, digits apart. Blanks at the end
// of a prefix are cut off from empty lines.
func sameShape(shape, line []byte) bool {
	if len(line) < len(shape) {
		return false
	}
	for i, c := range shape {
		if line[i] != c && (line[i]-'0' > 9 || c-'0' > 9) {
			return false
		}
	}
	return true
}

// prefixOf returns the length of what stands before a program's time and level, if
// it can be the prefix of all lines: it begins with a time, or with a word and a tab
// before one; it is a list of labels; it ends with a bar.
func (u *unwrapper) prefixOf(line []byte) int {
	n := programTime(line)
	if n == 0 {
		return 0
	}
	prefix := line[:n]
	switch last := bytes.TrimRight(prefix, " "); {
	case len(last) == 0: // a program's line, further right
		return 0
	case prefix[0] == '{' && last[len(last)-1] == '}':
	case last[len(last)-1] == '|':
	default:
		if _, k := u.prefixTime(prefix); k == 0 {
			return 0
		}
	}
	for _, word := range bytes.FieldsFunc(prefix, func(r rune) bool { return r < 'A' || r > 'Z' && r < 'a' || r > 'z' }) {
		if levelWord(word) != NoLevel {
			return 0 // a log inside a log, see text.layered
		}
	}
	var h header
	if !u.r.text.shape.header(line[n:], &h) || !h.timed || h.level == NoLevel {
		return 0
	}
	return n
}

// programTime finds "2026-07-28 11:45:31" behind the start of a line.
func programTime(line []byte) int {
	for i := 4; i+20 < len(line) && i <= maxLearned; i++ {
		if line[i] == '-' && line[i-4] == '2' && i > 4 && (line[i-5] == ' ' || line[i-5] == '\t' || line[i-5] == '|') && isProgramTime(line[i-4:]) {
			return i - 4
		}
	}
	return 0
}

// prefixTime reads the time of a prefix, and returns where it ends.
func (u *unwrapper) prefixTime(prefix []byte) (stamp.Stamp, int) {
	i := 0
	if tab := bytes.IndexByte(prefix, '\t'); tab > 0 && tab == wordLen(prefix) {
		i = tab + 1
	} else if prefix[0] == '[' {
		i = 1
	}
	at, n := u.r.clock.Prefix(prefix[i:])
	if n == 0 {
		return at, 0
	}
	return at, i + n
}

// prefixStates notes what a prefix states: a time, labels, or a machine and a program.
func (u *unwrapper) prefixStates(prefix []byte, env *Record) {
	at, n := u.prefixTime(prefix)
	if n > 0 {
		env.Time, env.Lack = at.Time, at.Lack
	}
	rest := bytes.Trim(prefix[n:], " |")
	if n == 0 && wordLen(rest[max(bytes.IndexByte(rest, '|')+1, 0):]) > 0 && prefix[0] != '{' { // "0|batch  | "
		env.Process = u.r.names.of(rest)
		return
	}
	if len(rest) > 0 && rest[0] == '{' {
		u.r.pairs(env, rest)
		return
	}
	host := wordLen(rest)
	name, colon := bytes.CutSuffix(rest, []byte(":"))
	if host > 0 && colon && host+1 < len(name) && name[host] == ' ' && wordLen(name[host+1:]) == len(name)-host-1 {
		env.Process = u.r.names.of(append(append(bytes.Clone(name[:host]), '/'), name[host+1:]...))
	}
}
