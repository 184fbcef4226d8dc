package javatrace

import (
	"bytes"
	"strings"
)

// Mention reads exceptions that a text names without a stack: "Reason:
// [Association failed] Caused by: [java.net.UnknownHostException: flink: Name
// or service not known]". What stands in the message of one hangs below it. It
// reports whether there was any; the trace is cut by its nature.
func (b *Builder) Mention(text []byte) bool { return b.mention(text, 8) }

// MentionNotice is Mention for a text that tells of no trouble: an exception whose
// class stands there without a message may be one of a list or a setting. It counts
// where it ends the text.
func (b *Builder) MentionNotice(text []byte) bool {
	class, _, ok := nextMention(text)
	if i := bytes.LastIndex(text, []byte(class)); ok && i >= 0 {
		rest := text[i+len(class):]
		if !hasPrefix(rest, ":") && !hasPrefix(rest, "(") && len(bytes.Trim(rest, " .,;!)]}>\"'")) > 0 {
			return false
		}
	}
	return b.Mention(text)
}

// MentionRoot reads only the first exception that a text names: the one whose
// frames follow.
func (b *Builder) MentionRoot(text []byte) bool { return b.mention(text, 1) }

func (b *Builder) mention(text []byte, most int) bool {
	found := false
	for range most {
		class, rest, ok := nextMention(text)
		if !ok {
			break
		}
		link := CausedBy
		if b.Empty() {
			link = Root
		}
		message, frames := sourceList(rest)
		b.open(link, header{class, messageText(message)}, 0)
		for _, f := range frames {
			b.Add(f)
		}
		b.cut, found = true, true
		if text = rest; len(text) == 0 {
			break
		}
	}
	return found
}

// mentionedCause adds the exception that the innermost one names in its
// message, as "IOException: java.net.UnknownHostException: a" and "nested
// exception is java.net.UnknownHostException: a" do, where no cause follows.
func (b *Builder) mentionedCause() {
	last := 0
	for i := range b.throwables {
		if t := &b.throwables[i]; t.Link == CausedBy && t.Parent == last {
			last = i
		}
	}
	t := b.throwables[last]
	if !strings.Contains(t.Message, "Exception") || len(b.throwables) >= MaxThrowables {
		return
	}
	text := []byte(t.Message)
	for depth := 0; depth < 8; depth++ {
		class, rest, ok := nextMention(text)
		if !ok || !strings.Contains(class, ".") && depth == 0 && class == shortName(t.Class) {
			return
		}
		b.throwables = append(b.throwables, open{Throwable: Throwable{Class: class, Message: messageText(rest), Link: CausedBy, Parent: last}})
		b.cut = true
		last, text = len(b.throwables)-1, rest
	}
}

func shortName(class string) string {
	return class[strings.LastIndexAny(class, ".$")+1:]
}

// nextMention finds the first exception class in text and what it says.
func nextMention(text []byte) (class string, message []byte, ok bool) {
	for i := 0; i < len(text); {
		k := bytes.Index(text[i:], []byte("Exception"))
		e := bytes.Index(text[i:], []byte("Error"))
		word := len("Exception")
		if k < 0 || e >= 0 && e < k {
			k, word = e, len("Error")
		}
		if k < 0 {
			return "", nil, false
		}
		start, end := i+k, i+k+word
		i = end
		if end < len(text) && isClassPart(text[end]) && text[end] != '.' || end+1 < len(text) && text[end] == '.' && isClassPart(text[end+1]) {
			continue // FooExceptionHandler, FooException.java
		}
		for start > 0 && isClassPart(text[start-1]) || start > 1 && text[start-1] == ':' && text[start-2] == ':' {
			if text[start-1] == ':' {
				start--
			}
			start--
		}
		name := bytes.TrimLeft(text[start:end], ".:")
		if len(name) == word || name[len(name)-word-1] == '.' || name[0]-'0' <= 9 || inSource(text[:start]) {
			continue // the bare word
		}
		return javaName(string(name)), said(text, start, end), true
	}
	return "", nil, false
}

// inSource reports whether what stands before a class is Java source.
func inSource(before []byte) bool {
	for _, word := range []string{"import ", "class ", "catch (", "throws ", "extends "} {
		if bytes.HasSuffix(before, []byte(word)) {
			return true
		}
	}
	return false
}

func isClassPart(c byte) bool {
	return c|0x20-'a' <= 'z'-'a' || c-'0' <= 9 || c == '.' || c == '$' || c == '_'
}

// said returns the message behind a class name at text[start:end]. A bracket
// before the name ends it.
func said(text []byte, start, end int) []byte {
	rest := text[end:]
	switch {
	case hasPrefix(rest, ": "):
		rest = rest[2:]
	case hasPrefix(rest, "("):
		return until(rest[1:], '(', ')')
	default:
		return nil
	}
	if br := bytes.Index(rest, []byte("<br")); br >= 0 {
		rest = rest[:br]
	}
	if nl := bytes.IndexAny(rest, "\n\t"); nl >= 0 {
		rest = rest[:nl]
	}
	if start == 0 {
		return rest
	}
	switch text[start-1] {
	case '[':
		return until(rest, '[', ']')
	case '(':
		return until(rest, '(', ')')
	case '<':
		return until(rest, '<', '>')
	case '{':
		return until(rest, '{', '}')
	case '"':
		return until(rest, '"', '"')
	}
	return rest
}

// until cuts b at the bracket that closes one opened before b.
func until(b []byte, open, shut byte) []byte {
	depth := 0
	for i, c := range b {
		switch {
		case c == shut && depth == 0:
			return b[:i]
		case c == shut:
			depth--
		case c == open:
			depth++
		}
	}
	return b
}

// javaName turns JRuby's spelling "Java::JavaNet::UnknownHostException" into
// the Java name.
func javaName(name string) string {
	rest, ok := strings.CutPrefix(name, "Java::")
	if !ok {
		return strings.ReplaceAll(name, "::", ".")
	}
	parts := strings.Split(rest, "::")
	var s strings.Builder
	for i, p := range parts {
		if i == len(parts)-1 {
			s.WriteString(p)
			break
		}
		for j := 0; j < len(p); j++ {
			if c := p[j]; c-'A' <= 'Z'-'A' {
				if j > 0 {
					s.WriteByte('.')
				}
				s.WriteByte(c | 0x20)
			} else {
				s.WriteByte(c)
			}
		}
		s.WriteByte('.')
	}
	return s.String()
}

// sourceList cuts off a list of sources that some servers print for frames,
// "(Inet6AddressImpl.java:-2 InetAddress.java:928)", and returns them as frames
// of the class that a file is named for.
func sourceList(message []byte) ([]byte, []Frame) {
	open := bytes.LastIndex(message, []byte(" ("))
	if open < 0 || !bytes.Contains(message[open:], []byte(".java:")) {
		return message, nil
	}
	list := strings.TrimRight(string(message[open+2:]), ") .")
	var frames []Frame
	for _, source := range strings.Fields(list) {
		name, _, ok := strings.Cut(source, ".java:")
		if !ok {
			break
		}
		f := Frame{Class: name}
		f.place(source)
		frames = append(frames, f)
	}
	return message[:open], frames
}
