package parse

import "bytes"

// An unwrapper takes off what container engines, journals and terminals put
// before the lines of a program.
type unwrapper struct {
	r       *Reader
	env     Record
	partial map[string][]byte // CRI: the beginning of a line, by process
	tails   map[string]string // stern: processes by the prefix of their lines
	joins   bool              // the last line had a prefix that a terminal may have wrapped
	learned learnedPrefixes
	engine  bool   // a short time of an engine was met, with the program's own behind it
	short   bool   // lines of aws logs tail --format short were met
	logcats bool   // the line is one of logcat's
	above   Record // what the last line of logcat stated: lines below it without a prefix go on with it
}

func (u *unwrapper) init(r *Reader) {
	u.r = r
	u.partial = map[string][]byte{}
	u.tails = map[string]string{}
}

// A wrapper takes one envelope off a line and notes what it states in env. It
// returns false if the line has no such envelope, and a nil line if more of it
// is to come.
type wrapper func(u *unwrapper, line []byte, env *Record) (inner []byte, ok bool)

// wrappers in the order in which they are tried, from the outside in.
var wrappers = []wrapper{
	composeLine, criLine, engineTime, priorityLine, syslogLine, rfc5424Line, loggregatorLine, herokuLine, podLine, tanukiLine, tableRow, bang, rdkafkaLine, logcatLine, logcatLong, gitlabLine, jenkinsLine, sternLine, kubetailLine, streamLine, tailLine, awsEvent, learnedLine,
}

// strip returns a line without its envelopes and what they say. It returns
// false if the line is the beginning of a longer one.
func (u *unwrapper) strip(line []byte) (inner []byte, env *Record, ok bool) {
	u.env = Record{Lack: NoTime, Duration: Unset}
	u.joins = false
	u.logcats = false
	bare := true
	for range 4 {
		if isBare(line) {
			bare, u.above = false, Record{}
			break
		}
		taken := false
		for _, w := range wrappers {
			if inner, ok := w(u, line, &u.env); ok {
				if inner == nil {
					return nil, nil, false
				}
				line, taken, bare = inner, true, false
				break
			}
		}
		if !taken {
			break
		}
	}
	switch {
	case u.logcats:
		u.above = u.env
	case bare && u.above.Level != NoLevel:
		u.env = u.above
	}
	return line, &u.env, true
}

// plain reports whether no line had a prefix that tells what those of later lines
// are.
func (u *unwrapper) plain() bool {
	return len(u.learned.shapes) == 0 && !u.short && !u.engine && len(u.tails) == 0 && u.above.Level == NoLevel
}

// isProgramTime knows a line that begins with "2026-07-28 11:45:31", which no
// envelope does.
func isProgramTime(line []byte) bool {
	return len(line) > 19 && line[4] == '-' && line[7] == '-' && line[10] == ' ' && line[13] == ':' && line[0]-'0' <= 9
}

// isBare knows a line of a program that is in no envelope: no wrapper takes
// anything off it. It knows only the common ones.
func isBare(line []byte) bool {
	if isProgramTime(line) {
		return !numberBehind(line)
	}
	if len(line) < 30 || line[10] != 'T' || line[4] != '-' || line[7] != '-' || line[13] != ':' || line[0]-'0' > 9 {
		return false
	}
	k := 19
	for k < 40 && k < len(line) && line[k] != ' ' {
		k++
	}
	if k >= 28 && line[k-1] == 'Z' { // that of an engine
		return false
	}
	level := bytes.TrimLeft(line[k:], " ")
	n := wordLen(level)
	if n == len(level) || level[n] != ' ' || levelWord(level[:n]) == NoLevel {
		return false
	}
	next, _, _ := bytes.Cut(level[n+1:], space)
	return !bytes.HasSuffix(next, []byte("]:")) // "INFO name[12]: " would be syslog's
}

// composeLine takes off "flink-1  | ", docker compose's prefix, and that of
// docker service logs.
func composeLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	n := wordLen(line)
	if n == 0 || n > 120 || n >= len(line) || line[n] != ' ' && line[n] != '|' || levelWord(line[:n]) != NoLevel {
		return nil, false
	}
	rest := bytes.TrimLeft(line[n:], " ")
	if len(rest) == 0 || rest[0] != '|' || len(rest) > 1 && rest[1] != ' ' {
		return nil, false
	}
	env.Process = u.r.names.of(line[:n])
	u.joins = true
	u.r.formats.add(composeLog)
	return bytes.TrimPrefix(rest[1:], space), true
}

// criLine takes off what containerd and CRI-O write: time, stream, F for a
// whole line or P for a part of one.
func criLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	b := bytes.TrimLeft(line, " ")
	k := bytes.IndexByte(b, ' ')
	if k < 20 || k > 40 || len(b) < k+9 || b[k-1] != 'Z' && b[k-6] != '+' && b[k-6] != '-' {
		return nil, false
	}
	if s := string(b[k+1 : k+7]); s != "stdout" && s != "stderr" || b[k+7] != ' ' || b[k+8] != 'F' && b[k+8] != 'P' {
		return nil, false
	}
	t, ok := u.r.clock.Text(b[:k])
	if !ok {
		return nil, false
	}
	env.Time, env.Lack = t.Time, t.Lack
	u.r.formats.add(criLog)
	inner := b[k+9:]
	if len(inner) > 0 && inner[0] == ' ' {
		inner = inner[1:]
	}
	part := u.partial[env.Process]
	if b[k+8] == 'P' && len(part)+len(inner) < maxLine && len(u.partial) < maxStreams {
		u.partial[env.Process] = append(part, inner...)
		return nil, true
	}
	if len(part) > 0 {
		delete(u.partial, env.Process)
		inner = append(part, inner...)
	}
	if inner == nil {
		inner = []byte{}
	}
	return inner, true
}

// engineTime takes off the time that docker logs -t and kubectl logs
// --timestamps put in front: nanoseconds and Z tell it from a program's own.
func engineTime(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	k := bytes.IndexByte(line, ' ')
	if k < 20 || k > 30 || line[k-1] != 'Z' || line[10] != 'T' {
		return nil, false
	}
	const sevenDigits = 28 // length of a time; trailing zeros are cut
	rest := line[k+1:]
	if k < sevenDigits {
		if u.engine = u.engine || isProgramTime(rest) || isProgramTime(bytes.TrimPrefix(rest, []byte("["))); !u.engine {
			return nil, false
		}
	}
	t, ok := u.r.clock.Text(line[:k])
	if !ok {
		return nil, false
	}
	env.Time, env.Lack = t.Time, t.Lack
	u.r.formats.add(engineLog)
	return rest, true
}

// syslogLine takes off "Oct 02 21:09:13 pi4 java[685]: " and the same with an
// ISO time, as journalctl and rsyslog print.
func syslogLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	if len(line) < 20 || line[0]-'A' > 'Z'-'A' && line[0]-'0' > 9 {
		return nil, false
	}
	colon := 1 + bytes.Index(line[:min(len(line), 160)], []byte("]: "))
	if colon < 16 {
		return nil, false
	}
	open := bytes.LastIndexByte(line[:colon], '[')
	if open < 16 || !allDigits(line[open+1:colon-1]) {
		return nil, false
	}
	t, n := u.r.clock.Prefix(line)
	if n == 0 || n >= open || line[n] != ' ' {
		return nil, false
	}
	host, name, ok := bytes.Cut(line[n+1:open], space)
	if !ok || len(host) == 0 || wordLen(host) != len(host) || bytes.IndexByte(name, ' ') >= 0 {
		return nil, false
	}
	env.Time, env.Lack = t.Time, t.Lack
	env.Process = u.r.names.of([]byte(string(host) + "/" + string(line[open+1:colon-1])))
	u.r.formats.add(syslog)
	return line[colon+2:], true
}

// rfc5424Line takes off "<11>1 2026-07-28T11:45:31.413Z host app 123 - - ", the
// syslog protocol's header. Structured data is passed over.
func rfc5424Line(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	if len(line) < 20 || line[0] != '<' {
		return nil, false
	}
	parts := bytes.SplitN(line, space, 7)
	if len(parts) < 7 || !bytes.HasSuffix(parts[0], []byte(">1")) {
		return nil, false
	}
	t, ok := u.r.clock.Text(parts[1])
	if !ok {
		return nil, false
	}
	env.Time, env.Lack = t.Time, t.Lack
	env.Process = u.r.names.of([]byte(string(parts[2]) + "/" + string(parts[4])))
	u.r.formats.add(syslog)
	rest := parts[6]
	if end := bytes.Index(rest, []byte("] ")); end >= 0 && rest[0] == '[' {
		rest = rest[end+2:]
	}
	return bytes.TrimPrefix(bytes.TrimPrefix(rest, []byte("- ")), []byte("\ufeff")), true
}

// tanukiLine takes off "INFO   | jvm 1    | 2016/01/07 22:44:25 | ", the
// columns of the Java Service Wrapper. Each number is another JVM.
func tanukiLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	if len(line) < 30 || levelWord(line[:wordLen(line)]) == NoLevel {
		return nil, false
	}
	parts := bytes.SplitN(line, []byte("| "), 5)
	for i := 2; i+1 < len(parts); i++ { // a thread may stand before the time
		t, ok := u.r.clock.Text(parts[i])
		if !ok {
			continue
		}
		env.Time, env.Lack = t.Time, t.Lack
		env.Process = u.r.names.of(bytes.TrimSpace(parts[1]))
		u.r.formats.add(serviceLog)
		return line[len(line)-len(bytes.Join(parts[i+1:], []byte("| "))):], true
	}
	return nil, false
}

// tableRow takes the message out of a row of a table in Markdown:
// "| 1618940397171 | text |".
func tableRow(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	if len(line) < 5 || line[0] != '|' {
		return nil, false
	}
	row := bytes.TrimRight(line, " ")
	if len(row) < 3 || row[len(row)-1] != '|' {
		return nil, false
	}
	if row[1] == '-' || row[1] == ':' {
		return []byte{}, true
	}
	message := []byte{}
	for _, cell := range bytes.Split(row[1:len(row)-1], []byte(" |")) {
		if t, ok := u.r.clock.Text(cell); ok && env.Lack == NoTime {
			env.Time, env.Lack = t.Time, t.Lack
			continue
		}
		if len(cell) > len(message) {
			message = bytes.TrimPrefix(cell, space)
		}
	}
	u.r.formats.add(markdown)
	return bytes.TrimRight(message, " "), true
}

// bang takes off "! ", Dropwizard's prefix of the lines of a stack trace.
func bang(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	if len(line) < 2 || line[0] != '!' || line[1] != ' ' {
		return nil, false
	}
	return line[2:], true
}

var space = []byte(" ")
