package parse

import (
	"bytes"

	"timeline/parse/stamp"
)

// Prefixes that hosting platforms and tools for pods put before each line.

// loggregatorLine takes off "2016-08-15T10:15:42.76-0700 [APP/1]      OUT ".
func loggregatorLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	k := bytes.Index(line[:min(len(line), 64)], []byte(" ["))
	if k < 19 {
		return nil, false
	}
	end := bytes.IndexByte(line[k:], ']')
	if end < 0 || bytes.IndexByte(line[k:k+end], '/') < 0 {
		return nil, false
	}
	rest := bytes.TrimLeft(line[k+end+1:], " ")
	if !bytes.HasPrefix(rest, []byte("OUT ")) && !bytes.HasPrefix(rest, []byte("ERR ")) {
		return nil, false
	}
	t, ok := u.r.clock.Text(bytes.TrimSpace(line[:k]))
	if !ok {
		return nil, false
	}
	env.Time, env.Lack = t.Time, t.Lack
	env.Process = u.r.names.of(line[k+2 : k+end])
	u.r.formats.add(loggregator)
	return rest[4:], true
}

// herokuLine takes off "2014-10-24T21:39:39.542241+00:00 app[web.1]: ".
func herokuLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	k := bytes.IndexByte(line, ' ')
	if k < 25 || k > 35 || line[10] != 'T' || !bytes.HasPrefix(line[k+1:], []byte("app[")) && !bytes.HasPrefix(line[k+1:], []byte("heroku[")) {
		return nil, false
	}
	open := k + 1 + bytes.IndexByte(line[k+1:], '[')
	end := bytes.Index(line[open:], []byte("]: "))
	if end < 0 || wordLen(line[open+1:]) != end-1 {
		return nil, false
	}
	t, ok := u.r.clock.Text(line[:k])
	if !ok {
		return nil, false
	}
	env.Time, env.Lack = t.Time, t.Lack
	env.Process = u.r.names.of(line[open+1 : open+end])
	u.r.formats.add(heroku)
	return line[open+end+3:], true
}

// sternLine takes off "pod container ", the prefix of stern. The first line that
// has it goes on with a program's time; that tells it on the lines of a trace.
func sternLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	pod := wordLen(line)
	if pod < 3 || pod > 253 || pod+2 >= len(line) || line[pod] != ' ' {
		return nil, false
	}
	end := pod + 1 + wordLen(line[pod+1:])
	if end == pod+1 || end+1 >= len(line) || line[end] != ' ' {
		return nil, false
	}
	process, known := u.tails[string(line[:end])]
	switch rest := line[end+1:]; {
	case known:
	case len(u.tails) >= maxStreams:
		return nil, false
	case isTag(line[:pod]) && beginsEntry(rest):
		process = u.r.names.of(line[:pod])
	default: // "namespace pod container "
		container := end + 1 + wordLen(line[end+1:])
		if container == end+1 || container+1 >= len(line) || line[container] != ' ' || !isTag(line[pod+1:end]) {
			return nil, false
		}
		if _, known = u.tails[string(line[:container])]; !known && !beginsEntry(line[container+1:]) {
			return nil, false
		}
		process = u.r.names.of(line[pod+1 : end])
		end = container
	}
	if !known {
		u.tails[string(line[:end])] = process
	}
	env.Process = process
	u.r.formats.add(stern)
	return line[end+1:], true
}

// beginsEntry reports whether a line begins with a program's time or an object.
func beginsEntry(line []byte) bool {
	at := bytes.TrimPrefix(line, []byte("["))
	return isProgramTime(at) || isISOTime(at) || bytes.HasPrefix(line, []byte(`{"`))
}

// isISOTime knows a time with a T before the hours, as Spring Boot prints it.
func isISOTime(line []byte) bool {
	return len(line) > 19 && line[4] == '-' && line[7] == '-' && line[10] == 'T' && line[13] == ':' && line[16] == ':' && line[0]-'0' <= 9
}

// kubetailLine takes off "[pod container] ", the prefix of kubetail.
func kubetailLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	if len(line) < 8 || line[0] != '[' || line[5] == '-' && allDigits(line[1:5]) { // a date
		return nil, false
	}
	pod := 1 + wordLen(line[1:])
	if pod >= len(line) || line[pod] != ' ' || !isTag(line[1:pod]) {
		return nil, false
	}
	end := pod + 1 + wordLen(line[pod+1:])
	if end == pod+1 || !bytes.HasPrefix(line[end:], []byte("] ")) {
		return nil, false
	}
	process, known := u.tails[string(line[:end])]
	if !known {
		if !beginsEntry(line[end+2:]) || len(u.tails) >= maxStreams {
			return nil, false
		}
		process = u.r.names.of(line[1:pod])
		u.tails[string(line[:end])] = process
	}
	env.Process = process
	u.r.formats.add(stern)
	return line[end+2:], true
}

// priorityLine takes off "<11>", the number of the older syslog protocol.
func priorityLine(_ *unwrapper, line []byte, _ *Record) ([]byte, bool) {
	if len(line) < 20 || line[0] != '<' {
		return nil, false
	}
	k := digits(line[1:])
	if k == 0 || k > 3 || line[1+k] != '>' || line[2+k]-'A' > 'Z'-'A' {
		return nil, false
	}
	return line[2+k:], true
}

// tailLine takes off the time of aws logs tail --format short, which is followed by a
// program's own time on the first line that has it.
func tailLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	const n = len("2026-07-28T11:45:31")
	if len(line) < n+2 || line[10] != 'T' || line[n] != ' ' || line[4] != '-' {
		return nil, false
	}
	if u.short = u.short || isProgramTime(line[n+1:]); !u.short {
		return nil, false
	}
	t, k := u.r.clock.Prefix(line)
	if k != n {
		return nil, false
	}
	env.Time, env.Lack = t.Time, t.Lack
	u.r.formats.add(awsTail)
	return line[n+1:], true
}

// awsEvent takes the message out of a line of aws logs get-log-events or
// filter-log-events --output text: columns, of which the first is EVENTS and the
// last the time of the event. A message of several lines has its time on the last.
func awsEvent(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	if !bytes.HasPrefix(line, []byte("EVENTS\t")) {
		return nil, false
	}
	cells := bytes.Split(line[len("EVENTS\t"):], []byte("\t"))
	if last := cells[len(cells)-1]; len(cells) > 1 {
		if t, ok := stamp.Epoch(last); ok {
			env.Time, env.Lack = t, Whole
			cells = cells[:len(cells)-1]
		}
	}
	for len(cells) > 1 && allDigits(cells[0]) { // the event's number, and when it came in
		cells = cells[1:]
	}
	if len(cells) > 1 && bytes.IndexByte(cells[0], ' ') < 0 {
		env.Process, cells = u.r.names.of(cells[0]), cells[1:]
	}
	u.r.formats.add(awsText)
	return bytes.Join(cells, []byte("\t")), true
}

// streamLine takes off "2026-07-28T11:45:31.500000+00:00 batch/app/abc ", the
// time and the stream's name that aws logs tail puts in front.
func streamLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	k := bytes.IndexByte(line, ' ')
	if k < 25 || k > 35 || line[10] != 'T' || line[k-3] != ':' {
		return nil, false
	}
	n := bytes.IndexByte(line[k+1:], ' ')
	if n < 3 || bytes.IndexByte(line[k+1:k+1+n], '/') <= 0 {
		return nil, false
	}
	t, ok := u.r.clock.Text(line[:k])
	if !ok {
		return nil, false
	}
	env.Time, env.Lack = t.Time, t.Lack
	env.Process = u.r.names.of(line[k+1 : k+1+n])
	u.r.formats.add(awsTail)
	return line[k+1+n+1:], true
}

// podLine takes off "[pod/batch-1/app] ", the prefix of kubectl logs --prefix.
func podLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	if !bytes.HasPrefix(line, []byte("[pod/")) {
		return nil, false
	}
	end := bytes.Index(line, []byte("] "))
	if end < 0 {
		return nil, false
	}
	pod, _, _ := bytes.Cut(line[5:end], []byte("/"))
	env.Process = u.r.names.of(pod)
	u.r.formats.add(podLog)
	return line[end+2:], true
}

// rdkafkaLine takes off "%3|1515056843.985|FAIL|", the first columns of librdkafka: syslog's number of the level, seconds since 1970.
func rdkafkaLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	if len(line) < 20 || line[0] != '%' || line[2] != '|' {
		return nil, false
	}
	parts := bytes.SplitN(line, []byte("|"), 4)
	if len(parts) != 4 {
		return nil, false
	}
	t, ok := stamp.Epoch(parts[1])
	if !ok {
		return nil, false
	}
	env.Time, env.Lack, env.Level = t, Whole, levelOf(line[1:2])
	u.r.formats.add(librdkafka)
	return parts[3], true
}

// gitlabLine takes off "2026-07-28T11:45:31.413915Z 01O ", the time, the stream's
// number, and O or E for the output that GitLab puts in front. A plus instead of the
// blank goes on with the line before.
func gitlabLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	const n = len("2026-07-28T11:45:31.413915Z")
	if len(line) < n+4 || line[10] != 'T' || line[n-1] != 'Z' || line[n] != ' ' || !isHex(line[n+1:n+3]) || line[n+3] != 'O' && line[n+3] != 'E' {
		return nil, false
	}
	rest := line[n+4:]
	if len(rest) > 0 && rest[0] != ' ' && rest[0] != '+' {
		return nil, false
	}
	t, ok := u.r.clock.Text(line[:n])
	if !ok {
		return nil, false
	}
	env.Time, env.Lack = t.Time, t.Lack
	u.r.formats.add(gitlabLog)
	return rest[min(1, len(rest)):], true
}

// jenkinsLine takes off "11:45:31  ", the time of day with two blanks that Jenkins
// puts in front.
func jenkinsLine(u *unwrapper, line []byte, env *Record) ([]byte, bool) {
	const n = len("11:45:31")
	if len(line) < n+2 || line[2] != ':' || line[5] != ':' || line[n] != ' ' || line[n+1] != ' ' {
		return nil, false
	}
	t, ok := u.r.clock.Text(line[:n])
	if !ok {
		return nil, false
	}
	env.Time, env.Lack = t.Time, t.Lack
	u.r.formats.add(jenkinsLog)
	return line[n+2:], true
}
