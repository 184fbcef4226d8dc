package parse

import (
	"bytes"
	"regexp"

	"timeline/parse/stamp"
)

// A header is the first line of a log entry, cut into its parts. The parts
// are found by their own shape, not by the pattern of one framework: a time, a
// level's name, brackets, a dotted name before a dash or a colon.
type header struct {
	at      stamp.Stamp
	timed   bool
	level   Level
	thread  []byte
	logger  []byte
	job     []byte
	pid     []byte
	message []byte
	lead    []byte // what stood before the time
	body    bool   // the message stands between "[[" and "]]"
	boot    bool   // "---" was seen
}

// A shaper finds headers.
type shaper struct {
	clock     *stamp.Clock
	brackets  [8][]byte      // of the line, in order, that are no time and no level
	open      int            // how many of them are not assigned yet
	enveloped bool           // the line's envelope states its time
	pattern   *regexp.Regexp // of the user, tried first; nil if there is none
}

const maxElements = 14 // parts of a header that are looked at

// header cuts line into h and reports whether it begins a log entry.
func (s *shaper) header(line []byte, h *header) bool {
	if !s.cut(line, h) {
		return false
	}
	s.assign(h)
	return true
}

// cut is header, but for what assign does: most lines need no more.
func (s *shaper) cut(line []byte, h *header) bool {
	s.open = 0
	if s.pattern != nil && s.matched(line, h) {
		return true
	}
	*h = header{}
	b := line
	if len(b) > 0 && (b[0] >= 0x80 || !isWord[b[0]]) {
		b = bytes.TrimLeft(line, "\"*'\ufeff")
		if bytes.HasPrefix(b, []byte("####<")) { // WebLogic
			b = b[4:]
		}
	}
	if len(b) == 0 || b[0] == ' ' || b[0] == '\t' {
		return false
	}
	if !isProgramTime(b) && (s.logfmt(b, h) || s.uniform(b, h)) {
		return true
	}
	i := 0
	if b[0]-'0' <= 9 {
		if i = s.time(b, 0, h); i > 0 {
			if s.straight(b, i, h) {
				return true
			}
			if end := columnsBehind(b, i, h); end > 0 {
				h.message = trimBlanks(b[end:])
				return true
			}
		}
	}
	return s.elements(b, i, h)
}

// elements cuts what stands at b[i], the start of the line or behind its time.
func (s *shaper) elements(b []byte, i int, h *header) bool {
	left := maxElements
	if i > 0 {
		left--
	}
	n := 0 // brackets
	dash := false
	s.open = 0
	for range left {
		for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
			i++
		}
		if i >= len(b) {
			break
		}
		k := s.element(b, i, h, &n, &dash)
		if k <= i {
			break
		}
		i = k
		if dash {
			break
		}
	}
	h.message = bytes.TrimRight(bytes.TrimLeft(b[min(i, len(b)):], " \t"), " \t")
	if !h.timed && !(s.enveloped && h.level != NoLevel) && !untimed(b, h, n, dash) {
		return false
	}
	s.open = n
	s.assign(h)
	if h.logger == nil {
		h.suffix()
	}
	return true
}

// time reads the time at b[i] and returns where it ends, 0 if there is none.
func (s *shaper) time(b []byte, i int, h *header) int {
	at, k := s.clock.Prefix(b[i:])
	if k == 0 {
		return 0
	}
	h.at, h.timed, h.lead = at, true, b[:i]
	return i + k
}

// untimed reports whether a line without a time begins an entry all the same:
// "INFO: text", "[main] INFO com.example.Main - text".
func untimed(b []byte, h *header, brackets int, dash bool) bool {
	switch {
	case h.level != NoLevel && (brackets > 0 || h.logger != nil || dash || b[0] == '['):
		return true
	case h.level != NoLevel:
		k := bytes.IndexByte(b, ':')
		return k > 0 && k < 10
	}
	return brackets > 0 && h.logger != nil && dash && bytes.IndexByte(h.logger, '.') > 0
}

// element reads the part of a header at b[i] and returns where it ends, i if
// there the message begins. It sets dash at a separator before the message.
func (s *shaper) element(b []byte, i int, h *header, n *int, dash *bool) int {
	c := b[i]
	if !h.timed && (c-'0' <= 9 || c-'A' <= 'Z'-'A' || i == 0 && (c >= 0x80 || c-'a' <= 'z'-'a')) {
		if k := s.time(b, i, h); k > 0 {
			return k
		}
	}
	switch c {
	case '[', '<':
		return s.bracket(b, i, h, n)
	case '(', '{':
		if i == 0 && !h.timed { // around the time
			return s.bracket(b, i, h, n)
		}
		return s.paren(b, i, h, n)
	case '|':
		if k := statusLine(b, i+1, h); k > 0 {
			*dash = true
			return k
		}
		return i + 1
	case ';': // Solr: "ERROR - time; logger; text"
		if h.timed && h.level != NoLevel {
			return i + 1
		}
		return i
	case '*': // Sling: "*ERROR*"
		if k := 1 + wordLen(b[i+1:]); h.timed && i+k < len(b) && b[i+k] == '*' && h.level == NoLevel {
			h.level = levelWord(b[i+1 : i+k])
			if h.level != NoLevel {
				return i + k + 1
			}
		}
		return i
	case ':':
		if k := jetty(b, i, h); k > 0 {
			*dash = true
			return k
		}
		if i+1 < len(b) && b[i+1] == ' ' && (h.timed || h.level != NoLevel) {
			*dash = true
			return i + 2
		}
		return i
	case '-':
		return s.dash(b, i, h, dash)
	}
	return s.word(b, i, h, n, dash)
}

// dash reads "-" and "---". In front of a level it is only punctuation.
func (s *shaper) dash(b []byte, i int, h *header, dash *bool) int {
	k := i
	for k < len(b) && b[k] == '-' {
		k++
	}
	switch {
	case k-i == 3:
		h.boot = true
		return k
	case k-i > 2 || k < len(b) && b[k] != ' ' && b[k] != '\t':
		return i
	}
	rest := bytes.TrimLeft(b[k:], " ")
	if !h.timed && h.level != NoLevel && len(rest) > 19 && isProgramTime(rest) {
		return k
	}
	if word := rest[:wordLen(rest)]; h.level == NoLevel && len(word) < len(rest) && isUpperWord(word) && levels[string(word)] != NoLevel {
		return k
	}
	if len(rest) > 0 && rest[0] == '[' && h.logger == nil && h.thread == nil && h.timed && h.level != NoLevel {
		return k // ZooKeeper: "- WARN  [thread:Class@line] - text"
	}
	*dash = true
	return k
}

// bracket reads "[…]" or "<…>".
func (s *shaper) bracket(b []byte, i int, h *header, n *int) int {
	shut := closers[b[i]]
	if h.timed && bytes.HasPrefix(b[i:], []byte("[[")) && len(bytes.TrimSpace(b[i+2:])) == 0 {
		h.body = true
		return len(b)
	}
	end := closing(b, i, b[i], shut)
	if end < 0 {
		return i
	}
	in := bytes.TrimSpace(b[i+1 : end])
	end++
	switch {
	case h.level != NoLevel && h.timed && h.logger != nil && *n > 0 && !(end < len(b) && (b[end] == '[' || b[end] == ' ' && len(in) > 0)):
		return i
	case s.inBracket(b, i, in, h):
	case shut != ']' || *n >= len(s.brackets):
		return i
	default:
		s.brackets[*n] = in
		*n++
	}
	for end < len(b) && b[end] == ':' && (end+1 == len(b) || b[end+1] == ' ') {
		end++
	}
	return end
}

// closers are the brackets by those that open them.
var closers = [256]byte{'[': ']', '<': '>', '(': ')', '{': '}'}

// inBracket reads a time or a level that stands in a bracket, alone or with a
// thread: "[2021-03-30 08:46:32,929]", "[Download-1/WARN]", "[main 10:54:35]".
func (s *shaper) inBracket(all []byte, i int, in []byte, h *header) bool {
	lead := all[:i]
	if !h.timed && len(in) > 7 {
		if at, k := s.clock.Prefix(in); k > 0 {
			h.at, h.timed, h.lead = at, true, lead
			if h.level != NoLevel && len(in) > 10 && in[2] == '/' && in[5] == '/' && bytes.Contains(all, []byte("akka")) {
				h.at.Time = monthFirst(at.Time) // Akka's own logger
			}
			if rest := bytes.TrimLeft(in[k:], " :"); len(rest) > 0 { // Celery: "time: ERROR/Worker-5"
				lvl, thread, _ := bytes.Cut(rest, []byte("/"))
				if l := levels[string(lvl)]; l != NoLevel {
					h.level, h.thread = l, thread
				}
			}
			return true
		}
		if sp := bytes.LastIndexByte(in, ' '); sp > 0 {
			if at, k := s.clock.Prefix(in[sp+1:]); k > 0 && k == len(in)-sp-1 {
				h.at, h.timed, h.thread = at, true, bytes.TrimSpace(in[:sp])
				return true
			}
		}
	}
	if h.level != NoLevel {
		return false
	}
	if l := bracketLevel(in); l != NoLevel {
		h.level = l
		return true
	}
	if sl := bytes.LastIndexByte(in, '/'); sl > 0 {
		if l := levels[string(in[sl+1:])]; l != NoLevel {
			h.level, h.thread = l, in[:sl]
			return true
		}
	}
	return false
}

// bracketLevel knows a level's name in a bracket, in capitals or not: "[error]".
func bracketLevel(in []byte) Level {
	if l := levels[string(in)]; l != NoLevel {
		return l
	}
	if len(in) < 4 || len(in) > 8 || in[len(in)-1]-'a' > 'z'-'a' || allDigits(in) {
		return NoLevel
	}
	return levelOf(in)
}

// paren reads JBoss's "(thread)" behind a logger in brackets.
func (s *shaper) paren(b []byte, i int, h *header, n *int) int {
	end := closing(b, i, '(', ')')
	if end < 0 || !h.timed && h.level == NoLevel || end-i > 120 {
		return i
	}
	in := b[i+1 : end]
	switch {
	case h.logger == nil && bytes.Contains(in, []byte(".java:")) && bytes.IndexByte(in, ' ') < 0: // "(File.java:method:line)"
		h.logger = in
		return end + 1
	case *n > 0 && h.thread == nil && h.logger == nil:
		s.brackets[*n-1], h.logger = nil, s.brackets[*n-1]
		h.thread = in
		return end + 1
	case h.thread == nil && h.timed && h.level != NoLevel && beforeLogger(b[end+1:]):
		h.thread = in
		return end + 1
	}
	return i
}

// beforeLogger reports whether a logger follows: "[c.e.Job] " or "c.e.Job - ".
func beforeLogger(b []byte) bool {
	b = bytes.TrimLeft(b, " ")
	if len(b) > 0 && b[0] == '[' {
		return true
	}
	k := wordLen(b)
	return k > 0 && isLogger(b[:k]) && bytes.HasPrefix(bytes.TrimLeft(b[k:], " "), []byte("- "))
}

// assign decides what the brackets are that are neither time nor level.
func (s *shaper) assign(h *header) {
	seen := s.brackets[:s.open]
	last := s.open - 1 // Spring Boot: application, thread, trace
	s.open = 0
	if h.boot && len(seen) > 1 && isTraceID(s.brackets[last]) {
		last--
	}
	for j, in := range seen {
		switch {
		case len(in) == 0, len(in) == 1 && in[0] == '/', isServer(in):
		case in[0] == 't' && bytes.HasPrefix(in, []byte("tid: ")): // GlassFish
			if k := bytes.Index(in, []byte("_ThreadName=")); k >= 0 {
				h.thread, h.job = in[k+len("_ThreadName="):], nil
			} else if id := in[len("tid: "):]; wordLen(id) == len(id) { // Oracle
				h.thread = id
			}
		case isPair(in):
		case h.boot && j < last: // the application's name
		case h.logger == nil && isLogger(in):
			h.logger = in
		case h.thread == nil:
			h.thread = in
		case h.job == nil && isTraceID(in):
			h.job, _, _ = bytes.Cut(in, []byte("-"))
		case h.job == nil && isID(in):
			h.job = in
		}
	}
}

// isServer knows the bracket in which an application server prints its name.
func isServer(in []byte) bool {
	return in[0] == 'g' && bytes.HasPrefix(in, []byte("glassfish")) || in[0] == 'P' && bytes.HasPrefix(in, []byte("Payara"))
}

// suffix reads what Kafka and Strimzi put behind the message:
// "text (org.apache.kafka.clients.NetworkClient) [thread]".
func (h *header) suffix() {
	m := h.message
	if len(m) > 0 && m[len(m)-1] == ']' {
		if k := bytes.LastIndex(m, []byte(") [")); k > 0 {
			h.thread = m[k+3 : len(m)-1]
			m = m[:k+1]
		}
	}
	if len(m) == 0 || m[len(m)-1] != ')' {
		return
	}
	k := bytes.LastIndex(m, []byte(" ("))
	if k < 0 {
		return
	}
	if in := m[k+2 : len(m)-1]; isLogger(in) {
		h.logger, h.message = in, m[:k]
	}
}
