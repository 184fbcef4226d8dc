package parse

import "bytes"

// straight is the short way for what stands between the time and the message of
// most logs: a level, brackets, perhaps a process id and "---", and a logger before
// its separator, with spaces between them. b[i] stands behind the time. It fills in
// what element would, leaves the brackets to assign, and says no wherever element
// might see more in a part than it does.
func (s *shaper) straight(b []byte, i int, h *header) bool {
	level, boot, pid, brackets := NoLevel, false, []byte(nil), 0
	for range maxElements - 2 {
		from := i
		for i < len(b) && b[i] == ' ' {
			i++
		}
		if i == from || i == len(b) {
			return false
		}
		if b[i] == '[' {
			end := straightBracket(b, i, level)
			if end == 0 || brackets == len(s.brackets) {
				return false
			}
			s.brackets[brackets] = bytes.TrimSpace(b[i+1 : end])
			brackets++
			i = end + 1
			continue
		}
		end := i + wordLen(b[i:])
		word := b[i:end]
		if end == i || end == len(b) {
			return false
		}
		switch {
		case level == NoLevel:
			if level = plainLevel(word); level == NoLevel || b[end] != ' ' {
				return false
			}
		case string(word) == "---":
			boot = true
		case word[0]-'0' <= 9:
			if boot || pid != nil || b[end] != ' ' || !allDigits(word) {
				return false
			}
			pid = word
		default:
			message := trimBlanks(behindLogger(b, i, end, boot))
			if len(message) == 0 {
				return false
			}
			h.level, h.boot, h.pid, h.logger, h.message = level, boot, pid, word, message
			s.open = brackets
			return true
		}
		i = end
	}
	return false
}

// straightBracket returns the end of the bracket at b[i], 0 if it may hold more than
// a name.
func straightBracket(b []byte, i int, level Level) int {
	n := bytes.IndexByte(b[i+1:min(len(b), i+maxBracket)], ']')
	if n < 0 || bytes.IndexByte(b[i+1:i+1+n], '[') >= 0 {
		return 0
	}
	if level == NoLevel && n > 0 && b[i+n]-'0' > 9 { // the names of levels end with a letter
		if in := bytes.TrimSpace(b[i+1 : i+1+n]); bracketLevel(in) != NoLevel || bytes.IndexByte(in, '/') >= 0 {
			return 0
		}
	}
	return i + 1 + n
}

const maxBracket = 400 // bytes of a bracket, see closing

// plainLevel knows the levels of SLF4J.
func plainLevel(word []byte) Level {
	switch string(word) {
	case "INFO":
		return Info
	case "DEBUG":
		return Debug
	case "WARN":
		return Warn
	case "ERROR":
		return Error
	case "TRACE":
		return Trace
	}
	return NoLevel
}

// behindLogger returns what stands behind the logger b[i:end] and its separator:
// "c.e.Job - ", "c.e.Job : ", "c.e.Job:12 - ". It returns nil if the word is no logger.
func behindLogger(b []byte, i, end int, boot bool) []byte {
	name := b[i:end]
	if name[0]|0x20-'a' > 'z'-'a' {
		return nil
	}
	if b[end] == ':' {
		line := end + 1 + digits(b[end+1:])
		if line == end+1 || !bytes.HasPrefix(b[line:], []byte(" - ")) || startsException(b[i:]) {
			return nil
		}
		return b[line+len(" - "):]
	}
	k := end
	for k < len(b) && b[k] == ' ' {
		k++
	}
	if k == end || k+1 >= len(b) || b[k] != '-' && b[k] != ':' || b[k+1] != ' ' {
		return nil
	}
	if bytes.IndexByte(name, '.') <= 0 && !boot && !isCamel(name) {
		return nil
	}
	return b[k+len("- "):]
}

// trimBlanks removes spaces and tabs from both ends.
func trimBlanks(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	return b
}
