package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mask stands for text that may hold a name.
const mask = "[...]"

// sentence rewrites text of the program: known names become labels, and what
// the program cannot have written by itself is masked.
func (n *names) sentence(s string) string { return n.sweep(s, true) }

// message rewrites text of an application. That of an UnknownHostException is
// the name, alone or before a colon, whatever word it is.
func (n *names) message(s string) string {
	head, tail, colon := strings.Cut(s, ":")
	if e, ok := n.known[head]; ok {
		if !colon {
			return e.label
		}
		return e.label + ":" + n.sweep(tail, false)
	}
	return n.sweep(s, false)
}

// sweep replaces the names in s and filters what stands between them. own says
// that the program wrote s.
func (n *names) sweep(s string, own bool) string {
	var out strings.Builder
	low, rest := strings.ToLower(s), 0
	if len(low) != len(s) {
		low = s // a letter whose small form has another length: no folding
	}
	for i := 0; i < len(s); {
		if length, label := n.nameAt(s, low, i, own); length > 0 {
			out.WriteString(n.filter(s[rest:i], own))
			out.WriteString(label)
			i += length
			rest = i
			continue
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	out.WriteString(n.filter(s[rest:], own))
	return joinMasks(out.String())
}

// nameAt is the longest known name at i, and its label. low is s in lower case.
func (n *names) nameAt(s, low string, i int, own bool) (length int, label string) {
	if before, _ := utf8.DecodeLastRuneInString(s[:i]); i > 0 && partOfName(before) {
		return 0, ""
	}
	if i > 1 && s[i-1] == '.' && s[i-2] != ' ' && s[i-2] != '.' {
		return 0, "" // within a dotted name
	}
	for _, l := range n.lengths {
		if i+l > len(s) || !endsName(s[i+l:]) {
			continue
		}
		e, ok := n.known[s[i:i+l]]
		if !ok {
			e, ok = n.folded[low[i:i+l]]
			ok = ok && !e.ambiguous
		}
		if ok && (!e.ambiguous || own && inSlot(s[:i], s[i:i+l], s[i+l:])) {
			return l, e.label
		}
	}
	return 0, ""
}

func partOfName(r rune) bool {
	return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// endsName reports whether a name may end where rest goes on: a point belongs to
// the sentence only where no name follows it.
func endsName(rest string) bool {
	r, size := utf8.DecodeRuneInString(rest)
	if rest == "" || r != '.' && !partOfName(r) {
		return true
	}
	if r != '.' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest[size:])
	return len(rest) == size || !partOfName(next)
}

// slotWords stand before a name in the program's sentences.
var slotWords = map[string]bool{"of": true, "by": true, "in": true, "about": true, "on": true, "for": true, "with": true, "process": true, "host": true,
	"job": true, "thread": true, "resolve": true, "resolving": true, "name": true, "dig": true, "+search": true, "+time=1": true, "+time=2": true, "$s": true, "hosts": true}

// slotVerbs follow a name that begins a sentence.
var slotVerbs = map[string]bool{"stayed": true, "kept": true, "used": true, "shows": true, "asked": true, "looked": true}

// fillers are words so frequent that one of them is a name only at the end of a
// clause.
var fillers = map[string]bool{"a": true, "an": true, "the": true, "it": true, "its": true, "that": true, "this": true, "one": true, "all": true, "no": true,
	"and": true, "or": true, "to": true, "at": true, "in": true, "of": true, "which": true, "what": true, "each": true, "another": true, "others": true, "these": true}

// inSlot reports whether an ambiguous name stands where the program's sentences
// have a name: "led by a.", "3 tries of cache began".
func inSlot(before, name, after string) bool {
	closed := after == "" || strings.ContainsRune(",.;:)\"'", rune(after[0]))
	if strings.TrimSpace(before) == "" || strings.HasSuffix(before, ". ") {
		verb, _, _ := strings.Cut(strings.TrimPrefix(after, " "), " ")
		return after == "" || slotVerbs[verb]
	}
	words := strings.Fields(before)
	last := strings.TrimLeft(words[len(words)-1], "(\"'")
	if strings.HasSuffix(before, `"`) && closed {
		return true // quoted
	}
	if !strings.HasSuffix(before, " ") || !slotWords[strings.ToLower(last)] {
		return false
	}
	return closed || !fillers[strings.ToLower(name)] && !number.MatchString(name) && !attemptID.MatchString(name)
}

// filter keeps of s, which holds no known name, what cannot be one.
func (n *names) filter(s string, own bool) string {
	var out strings.Builder
	for s != "" {
		blank := len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
		out.WriteString(s[:blank])
		s = s[blank:]
		end := strings.IndexFunc(s, unicode.IsSpace)
		if end < 0 {
			end = len(s)
		}
		out.WriteString(n.word(s[:end], own))
		s = s[end:]
	}
	return out.String()
}

const (
	opening = "(\"'[{<“‘`"
	closing = ".,;:!?)\"'…]}>”’`"
)

// word filters one word with the punctuation around it.
func (n *names) word(s string, own bool) string {
	if s == "" {
		return ""
	}
	if vocabulary()[strings.ToLower(s)] {
		return s
	}
	if port, ok := splitAddress(s); ok { // before its brackets are taken for punctuation
		return n.label(address, strings.TrimSuffix(s, port)) + port
	}
	core := strings.TrimLeft(s, opening)
	head := s[:len(s)-len(core)]
	core = strings.TrimRight(core, closing)
	tail := s[len(head)+len(core):]
	if core == "" || keep(core, own) {
		return s
	}
	if l, ok := n.shaped(core); ok {
		return head + l + tail
	}
	return head + n.pieces(core, own) + tail
}

// separators cut a word into pieces that are looked at one by one.
const separators = `/\:=,;|&?#@()[]{}<>"'$!*+~^%` + "`…→–—·"

// pieces filters a word that is not known as a whole.
func (n *names) pieces(s string, own bool) string {
	var out strings.Builder
	for s != "" {
		end := strings.IndexAny(s, separators)
		if end == 0 {
			_, size := utf8.DecodeRuneInString(s)
			out.WriteString(s[:size])
			s = s[size:]
			continue
		}
		if end < 0 {
			end = len(s)
		}
		piece := s[:end]
		s = s[end:]
		switch l, ok := n.shaped(piece); {
		case keep(piece, own):
			out.WriteString(piece)
		case ok:
			out.WriteString(l)
		default:
			out.WriteString(mask)
		}
	}
	return out.String()
}

// joinMasks makes one mask of several that only punctuation separates.
func joinMasks(s string) string {
	for {
		i, j := -1, 0
		for from := 0; ; {
			at := strings.Index(s[from:], mask)
			if at < 0 {
				return s
			}
			i = from + at
			j = i + len(mask)
			rest := strings.TrimLeft(s[j:], " ,;:/\\=|&?#@()<>\"'$!*+~^%`")
			if strings.HasPrefix(rest, mask) {
				s = s[:i] + rest
				from = i
				continue
			}
			from = j
		}
	}
}
