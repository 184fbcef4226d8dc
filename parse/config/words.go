package config

import "strings"

// A word is one argument of a command line, quotes removed. A backslash with a
// line break inside quotes stays in it, so that lines can still be counted.
type word struct {
	text string
	line int
	end  bool // an operator or the end of a command, not an argument
}

// splitWords cuts text into words as a shell does, without expanding anything.
// comments are the characters that begin a comment at the start of a word. An
// open quote ends with the text.
func splitWords(text string, line int, comments string) []word {
	l := lexer{text: text, line: line, comments: comments}
	for l.at < len(l.text) {
		l.step()
	}
	l.flush(true)
	return l.words
}

type lexer struct {
	text     string
	at       int
	line     int
	comments string
	words    []word
	b        strings.Builder
	in       bool // inside a word
	began    int
}

func (l *lexer) step() {
	c := l.text[l.at]
	switch {
	case c == '\\' && l.at+1 < len(l.text):
		l.escape()
		return
	case c == '\'' || c == '"':
		l.quoted(c)
		return
	case c == '\n':
		l.flush(true)
		l.line++
	case c == ' ' || c == '\t' || c == '\r':
		l.flush(false)
	case !l.in && strings.IndexByte(l.comments, c) >= 0:
		for l.at < len(l.text) && l.text[l.at] != '\n' {
			l.at++
		}
		return
	case strings.IndexByte(";|&()", c) >= 0:
		l.flush(true)
	default:
		l.add(c)
	}
	l.at++
}

func (l *lexer) add(c byte) {
	if !l.in {
		l.in, l.began = true, l.line
	}
	l.b.WriteByte(c)
}

// escape: a backslash takes the next character as it is; before a line break both
// are gone.
func (l *lexer) escape() {
	c := l.text[l.at+1]
	if c == '\n' {
		l.line++
	} else {
		l.add(c)
	}
	l.at += 2
}

func (l *lexer) quoted(quote byte) {
	if !l.in {
		l.in, l.began = true, l.line
	}
	for l.at++; l.at < len(l.text) && l.text[l.at] != quote; l.at++ {
		c := l.text[l.at]
		if c == '\n' {
			l.line++
		}
		if c == '\\' && quote == '"' && l.at+1 < len(l.text) && strings.IndexByte("\"\\$`", l.text[l.at+1]) >= 0 {
			l.at++
			c = l.text[l.at]
		}
		l.b.WriteByte(c)
	}
	l.at++
}

// flush ends the word that is being read, and the command too if end is set.
func (l *lexer) flush(end bool) {
	if l.in {
		l.words = append(l.words, word{text: l.b.String(), line: l.began})
		l.b.Reset()
		l.in = false
	}
	if end && len(l.words) > 0 && !l.words[len(l.words)-1].end {
		l.words = append(l.words, word{end: true})
	}
}
