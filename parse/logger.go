package parse

import (
	"bytes"

	"timeline/parse/stamp"
)

// word reads a level, a process id, a logger before its separator.
func (s *shaper) word(b []byte, i int, h *header, n *int, dash *bool) int {
	k := i + wordLen(b[i:])
	word := b[i:k]
	if len(word) == 0 {
		return i
	}
	if h.level == NoLevel && len(word) <= 13 {
		if l := levelWord(word); l != NoLevel {
			return glued(b, i, k, l, h, dash)
		}
	}
	if i == 0 && word[0]-'0' <= 9 && k+1 < len(b) && b[k] == ' ' && (allDigits(word) || digits(word) < 12 && allDigits(word[digits(word)+1:])) {
		return s.number(b, k, h)
	}
	if isPair := bytes.IndexByte(word, '-'); h.timed && isPair > 0 && h.pid == nil && allDigits(word[:isPair]) { // "1234-5678/com.example.app"
		h.pid = word[:isPair]
		return k
	}
	if allDigits(word) && k < len(b) && b[k] == ' ' {
		switch {
		case h.boot:
		case h.timed && h.level != NoLevel:
			if h.pid == nil {
				h.pid = word
			}
			return k
		}
		return i
	}
	if h.timed && h.level == NoLevel && h.thread == nil && len(word) == 8 && isHex(word) {
		if end := websphere(b, i, k, h); end > 0 {
			*dash = true
			return end
		}
	}
	if h.timed && h.level == NoLevel && h.logger == nil && k < len(b) && b[k] == ' ' {
		switch {
		case isTag(word) && levelAhead(b[k:]):
			return k // a user's or a job's name, which nothing else here needs
		case h.thread == nil && *n == 0 && word[0]-'a' <= 'z'-'a' && levelAhead(b[k:]): // Log4j's own: "main ERROR text"
			h.thread = word
			return k
		}
		if l := levelBefore(word, b[k:]); l != NoLevel {
			h.level = l
			return k
		}
	}
	return s.loggerWord(b, i, k, h, *n, dash)
}

// levelBefore knows a level in small letters, or by its first letter, which a
// bracket follows.
func levelBefore(word, rest []byte) Level {
	if !bytes.HasPrefix(rest, []byte(" [")) {
		return NoLevel
	}
	if len(word) == 1 {
		switch word[0] {
		case 'T', 'D', 'I', 'W', 'E', 'F':
			return logcatLevel(word[0])
		}
		return NoLevel
	}
	if word[0]-'a' > 'z'-'a' {
		return NoLevel
	}
	return levelOf(word)
}

// number reads a number at the start of a line: an epoch time, or log4j's
// milliseconds since the program's start, which say nothing here.
func (s *shaper) number(b []byte, k int, h *header) int {
	if t, ok := stamp.Epoch(b[:k]); ok {
		h.at, h.timed = stamp.Stamp{Time: t}, true
		return k
	}
	if rest := bytes.TrimLeft(b[k:], " "); len(rest) > 0 && rest[0] == '[' {
		return k
	}
	return 0
}

// glued takes the level's name at b[i:k], and what some frameworks glue to it.
func glued(b []byte, i, k int, l Level, h *header, dash *bool) int {
	switch {
	case k < len(b) && b[k] == ':' && (k+1 == len(b) || b[k+1] == ' '): // java.util.logging
		h.level = l
		*dash = true
		return k + 1
	case k == len(b) || b[k] == ' ' || b[k] == '\t' || b[k] == '[' || b[k] == '|':
		h.level = l
		return k
	}
	return i
}

// loggerWord takes a name that a separator follows: "c.e.Job - ", "c.e.Job :",
// "c.e.Job: ", "Job.java:60 - ". Anything else is the message.
func (s *shaper) loggerWord(b []byte, i, k int, h *header, brackets int, dash *bool) int {
	if h.logger != nil || !h.timed && h.level == NoLevel && brackets == 0 {
		return i
	}
	name := b[i:k]
	if startsException(b[i:]) {
		return i
	}
	if end := levelLast(b, k, name, h); end > 0 {
		*dash = true
		return end
	}
	if k < len(b) && b[k] == ';' && h.timed && h.level != NoLevel && isLogger(name) { // Solr
		h.logger, *dash = name, true
		return k + 1
	}
	if k < len(b) && b[k] == ':' {
		digits := k + 1
		for digits < len(b) && b[digits]-'0' <= 9 {
			digits++
		}
		switch {
		case digits > k+1 && bytes.HasPrefix(b[digits:], []byte(" - ")): // "Job.java:60 - "
			h.logger, *dash = name, true
			return digits + 3
		case k+1 == len(b) || b[k+1] == ' ':
			if bytes.IndexByte(name, '.') > 0 || h.level != NoLevel && isCamel(name) {
				h.logger, *dash = name, true
				return k + 1
			}
		}
		return i
	}
	if end := callSite(b, k); end > 0 && isLogger(name) {
		h.logger, *dash = name, true
		return end
	}
	open := k
	if open+1 < len(b) && b[open] == ' ' && isLogger(name) {
		open++
	}
	if open < len(b) && b[open] == '(' { // "c.e.Job.run(Job.java:12) - ", Hadoop's "e.Job (Job.java:run(12)) - "
		if end := closing(b, open, '(', ')'); end > 0 && (bytes.Contains(b[open:end], []byte(".java:")) || bytes.Contains(b[open:end], []byte(".scala:"))) {
			k = end + 1
		}
	}
	return separated(b, i, k, h, name, dash)
}

// callSite reads "(run):42 - ", the method and the line behind a logger.
func callSite(b []byte, k int) int {
	if k >= len(b) || b[k] != '(' {
		return 0
	}
	shut := k + 1 + wordLen(b[k+1:])
	if shut+1 >= len(b) || shut == k+1 || b[shut] != ')' || b[shut+1] != ':' {
		return 0
	}
	end := shut + 2 + digits(b[shut+2:])
	if end == shut+2 || !bytes.HasPrefix(b[end:], []byte(" - ")) {
		return 0
	}
	return end + 3
}

// separated takes the name at b[i:] as the logger's if what follows at b[k:]
// separates it from the message.
func separated(b []byte, i, k int, h *header, name []byte, dash *bool) int {
	rest := bytes.TrimLeft(b[k:], " ")
	pad := len(b) - k - len(rest)
	switch {
	case pad > 0 && (bytes.HasPrefix(rest, []byte("- ")) || bytes.HasPrefix(rest, []byte(": ")) || bytes.HasPrefix(rest, []byte("-- "))):
		if bytes.IndexByte(name, '.') > 0 || isCamel(name) || h.boot {
			h.logger, *dash = name, true
			return len(b) - len(rest) + bytes.IndexByte(rest, ' ') + 1
		}
	case len(rest) > 0 && rest[0] == '|': // columns
		if isLogger(name) || h.thread != nil {
			h.logger = name
		} else {
			h.thread = name
		}
		return len(b) - len(rest) + 1
	case pad > 0 && bytes.HasPrefix(rest, []byte("[")) && isLogger(name) && isCamel(name[bytes.LastIndexByte(name, '.')+1:]) && h.thread == nil:
		h.logger = name
		return k
	case pad > 0 && bytes.HasPrefix(rest, []byte("[] - ")): // log4j2's empty NDC
		h.logger, *dash = name, true
		return len(b) - len(rest) + 5
	case pad > 0 && bytes.HasPrefix(rest, []byte("\t")): // columns
		h.logger, *dash = name, true
		return len(b) - len(rest) + 1
	}
	return i
}

func isHex(b []byte) bool {
	for _, c := range b {
		if c-'0' > 9 && c|0x20-'a' > 'f'-'a' {
			return false
		}
	}
	return true
}

// isTag reports whether a word is no word of a sentence: it has a digit, a
// hyphen or an underscore, and no capital at its start.
func isTag(b []byte) bool {
	return len(b) > 0 && b[0]-'A' > 'Z'-'A' && bytes.ContainsAny(b, "0123456789-_") && !allDigits(b)
}

// levelAhead reports whether a level's name comes next.
func levelAhead(b []byte) bool {
	b = bytes.TrimLeft(b, " ")
	n := wordLen(b)
	return n > 0 && n < len(b) && b[n] == ' ' && levelWord(b[:n]) != NoLevel
}
