package parse

import (
	"bytes"
	"unicode/utf8"
)

// Android prints the lines of all its processes into one log, each with the
// process, the thread, a letter for the level and a tag, in an order that the
// user chooses: logcat -v brief, time, threadtime, long, and those of Android
// Studio. The lines of a trace are those of one thread.

// logcatLine takes off what logcat puts before a line.
func logcatLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	if len(line) > 8 && line[1] == '/' && logcatLevel(line[0]) != NoLevel { // brief
		return u.logcatTag(line, 0, env)
	}
	if len(line) < 24 || line[0]-'0' > 9 || line[2] != '-' && line[4] != '-' { // "07-28 11:45:31", "2026-07-28 11:45:31"
		return nil, false
	}
	t, n := u.r.clock.Prefix(line)
	if n == 0 {
		return nil, false
	}
	if n < len(line) && line[n] == ':' { // of DDMS
		n++
	}
	i := n + spaces(line[n:])
	if i == n || i+6 > len(line) {
		return nil, false
	}
	rest, ok := u.logcatNames(line, i, env)
	if ok {
		env.Time, env.Lack = t.Time, t.Lack
	}
	return rest, ok
}

// logcatNames reads what stands between the time and the text.
func (u *unwrapper) logcatNames(line []byte, i int, env *Record) ([]byte, bool) {
	if line[i+1] == '/' && logcatLevel(line[i]) != NoLevel { // time: "W/System.err( 3321): "
		return u.logcatTag(line, i, env)
	}
	first := digits(line[i:])
	k := i + first
	if first == 0 || k+4 > len(line) {
		return nil, false
	}
	pid := line[i:k]
	switch line[k] {
	case '-':
		second := digits(line[k+1:])
		tid := line[k+1 : k+1+second]
		if k += 1 + second; second == 0 || k+4 > len(line) {
			return nil, false
		}
		if line[k] == '/' { // Android Studio: "17597-17610/com.example W/System.err: "
			k += wordLen(line[k:])
			if k < len(line) && line[k] == '?' { // an application without a name
				k++
			}
			if k >= len(line) {
				return nil, false
			}
			k += spaces(line[k:])
			if k+2 >= len(line) || line[k+1] != '/' {
				return nil, false
			}
			env.Process, env.Thread = u.r.names.of(pid), u.r.names.of(tid)
			return u.logcatTag(line, k, env)
		}
		return u.logcatColumns(line, k, pid, tid, env)
	case ' ': // threadtime: "3321  3340 E Api     : "
		return u.threadTime(line, i, env)
	}
	return nil, false
}

// threadTime reads "PID TID L tag: ", where a user's number may come first.
func (u *unwrapper) threadTime(line []byte, i int, env *Record) ([]byte, bool) {
	var ids [3][]byte
	n := 0
	for n < len(ids) {
		k := digits(line[i:])
		if k == 0 {
			break
		}
		ids[n] = line[i : i+k]
		n++
		i += k
		i += spaces(line[i:])
	}
	if n < 2 || i+4 > len(line) || line[i+1] != ' ' {
		return nil, false
	}
	level := logcatLevel(line[i])
	tag, text, ok := bytes.Cut(line[i+2:], []byte(": "))
	if !ok && bytes.HasSuffix(line, []byte(":")) {
		tag, ok = line[i+2:len(line)-1], true
	}
	if level == NoLevel || !ok || len(tag) > maxLogcatTag {
		return nil, false
	}
	env.Process, env.Thread = u.r.names.of(ids[n-2]), u.r.names.of(ids[n-1])
	return u.logcat(level, tag, text, env)
}

// logcatColumns reads the rest of the newer Android Studio's columns behind the
// ids: tag, application, level, text, with at least two spaces between them.
func (u *unwrapper) logcatColumns(line []byte, k int, pid, tid []byte, env *Record) ([]byte, bool) {
	tag, rest := column(line[k:])
	app, rest := column(rest)
	if len(tag) == 0 || len(app) == 0 || len(rest) < 3 || rest[1] != ' ' || len(tag) > maxLogcatTag || wordLen(app) != len(app) {
		return nil, false
	}
	level := logcatLevel(rest[0])
	if level == NoLevel {
		return nil, false
	}
	env.Process, env.Thread = u.r.names.of(pid), u.r.names.of(tid)
	return u.logcat(level, tag, bytes.TrimPrefix(rest[2:], space), env)
}

// column returns what stands before the next two spaces, and the rest.
func column(b []byte) (cell, rest []byte) {
	b = b[spaces(b):]
	k := bytes.Index(b, []byte("  "))
	if k < 0 {
		return nil, nil
	}
	rest = b[k:]
	return b[:k], rest[spaces(rest):]
}

const maxLogcatTag = 80

// logcatTag reads "W/System.err: " and "W/System.err( 3321): " at line[i:].
func (u *unwrapper) logcatTag(line []byte, i int, env *Record) ([]byte, bool) {
	level := logcatLevel(line[i])
	tag, text, ok := bytes.Cut(line[i+2:], []byte(": "))
	if !ok {
		if tag, text, ok = bytes.Cut(line[i+2:], []byte("\ufe55 ")); !ok && bytes.HasSuffix(line, []byte(":")) { // a small colon, of early Android Studio
			tag, ok = line[i+2:len(line)-1], true
		}
	}
	if level == NoLevel || !ok || len(tag) > maxLogcatTag || !utf8.Valid(tag) {
		return nil, false
	}
	if p := bytes.LastIndexByte(tag, '('); p > 0 && tag[len(tag)-1] == ')' {
		pid := bytes.TrimSpace(tag[p+1 : len(tag)-1])
		if !allDigits(pid) {
			return nil, false
		}
		env.Process, tag = u.r.names.of(pid), tag[:p]
	} else if env.Process == "" && i == 0 { // no time, no process: anything may look so
		return nil, false
	}
	return u.logcat(level, tag, text, env)
}

func (u *unwrapper) logcat(level Level, tag, text []byte, env *Record) ([]byte, bool) {
	env.Level, env.Logger = level, u.r.names.of(bytes.TrimSpace(tag))
	u.logcats = true
	u.r.formats.add(logcatLog)
	if text == nil {
		text = []byte{}
	}
	return text, true
}

// numberBehind reports whether a line with a date may be one of logcat's: a number
// stands behind the time, or the letter of a level.
func numberBehind(line []byte) bool {
	i := 19
	for i < len(line) && (line[i] == '.' || line[i]-'0' <= 9) {
		i++
	}
	k := i + spaces(line[i:])
	if k == i || k+2 >= len(line) {
		return false
	}
	if line[k+1] == '/' {
		return true
	}
	n := digits(line[k:])
	return n > 0 && k+n < len(line) && (line[k+n] == ' ' || line[k+n] == '-')
}

// logcatLong takes "[ 05-12 13:14:15.678  3321: 3340 E/Api      ]", which stands on a
// line of its own above the text.
func logcatLong(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	if len(line) < 24 || line[0] != '[' || line[1] != ' ' || line[2]-'0' > 9 || line[len(line)-1] != ']' {
		return nil, false
	}
	at, n := u.r.clock.Prefix(line[2:])
	if n == 0 {
		return nil, false
	}
	ids, tag, ok := bytes.Cut(line[2+n:len(line)-1], []byte("/"))
	pid, rest, both := bytes.Cut(ids, []byte(":"))
	pid, f := bytes.TrimSpace(pid), bytes.Fields(rest)
	if !ok || !both || len(f) != 2 || len(f[1]) != 1 || logcatLevel(f[1][0]) == NoLevel || !allDigits(pid) {
		return nil, false
	}
	env.Time, env.Lack = at.Time, at.Lack
	env.Process, env.Thread = u.r.names.of(pid), u.r.names.of(f[0])
	return u.logcat(logcatLevel(f[1][0]), tag, nil, env)
}

func spaces(b []byte) int {
	n := 0
	for n < len(b) && b[n] == ' ' {
		n++
	}
	return n
}

func digits(b []byte) int {
	n := 0
	for n < len(b) && b[n]-'0' <= 9 {
		n++
	}
	return n
}
