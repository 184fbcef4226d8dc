package javatrace

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// MaxFrames is how many frames of one throwable are kept, the JVM's own limit
// (-XX:MaxJavaStackTraceDepth). Further ones are counted as elided.
const MaxFrames = 1024

// MaxThrowables bounds the throwables of one trace.
const MaxThrowables = 256

// A Verdict says how a line stands to the trace that is being built.
type Verdict uint8

// Verdicts.
const (
	Foreign Verdict = iota // no part of the trace
	Part                   // taken
	Maybe                  // could go on with the message of the last exception; not taken
	Another                // starts a new trace; not taken
)

// A Builder puts traces together from their lines. Its caches live on between
// traces, so one Builder should read a whole log. The zero Builder is ready.
type Builder struct {
	throwables []open
	wrapped    bool // root cause first
	cut        bool
	stack      []Frame // of all throwables, in their order
	maybe      int     // lines since the last part that may belong to a message
	guess      header
	frames     *frameCache
}

// open is a throwable under construction.
type open struct {
	Throwable
	indent int
	first  int // of its frames, in stack
}

// Sibling returns a Builder for another log that shares b's caches. The two
// must not be used at the same time.
func (b *Builder) Sibling() *Builder {
	b.cache()
	return &Builder{frames: b.frames}
}

func (b *Builder) cache() *frameCache {
	if b.frames == nil {
		b.frames = &frameCache{}
	}
	return b.frames
}

// Empty reports whether nothing was taken since the last Finish.
func (b *Builder) Empty() bool { return len(b.throwables) == 0 }

// Guessed reports whether the line before names an exception if frames follow it.
func (b *Builder) Guessed() bool { return b.guess.class != "" }

// Named reports whether the trace is no more than the line that names its exception.
func (b *Builder) Named() bool { return len(b.throwables) == 1 && len(b.stack) == 0 }

// Restates reports whether a line that starts a trace belongs to the exception that is
// named and has no frames yet: log.error(e.toString(), e) prints it twice, as the message
// and above its frames. Right below the message another class is that of an exception
// around it. Of one class, two messages where neither goes on with the other are two
// failures.
func (b *Builder) Restates(line []byte) bool {
	if !b.Named() {
		return false
	}
	text := bytes.TrimSpace(line)
	h, strength := headerLine(text)
	if strength != strong {
		return false
	}
	t := &b.throwables[0].Throwable
	if shortName(h.class) != shortName(t.Class) {
		return b.maybe == 0
	}
	return strings.HasPrefix(h.message, t.Message) || strings.HasPrefix(t.Message, h.message)
}

// Open begins a throwable below the last one; the first is the root.
func (b *Builder) Open(link Link, class, message string) {
	b.open(link, header{class, message}, 0)
}

// Wrap begins a throwable that the ones before it caused, for texts with the
// root cause first.
func (b *Builder) Wrap(class, message string) {
	link := wrappedBy
	if b.Empty() {
		link = Root
	}
	b.open(link, header{class, message}, 0)
}

// Add puts a frame on the last throwable.
func (b *Builder) Add(f Frame) {
	if b.Empty() {
		b.open(Root, header{}, -1)
		b.cut = true
	}
	if t := &b.throwables[len(b.throwables)-1]; len(b.stack)-t.first >= MaxFrames {
		t.Elided++
		return
	}
	b.stack = append(b.stack, f)
}

// Again takes a line that is a frame of the trace, behind its "at ", if the same
// line was read before. It is a short way for most lines of most traces; where it
// returns false, nothing is changed and Line has to read the line.
func (b *Builder) Again(text []byte) bool {
	if b.Empty() {
		return false
	}
	f := b.cache().known(bytes.TrimRight(text, " \t\r"))
	if f == nil {
		return false
	}
	b.guess, b.maybe = header{}, 0
	b.Add(*f)
	return true
}

// Elide counts frames that the text leaves out below the last throwable.
func (b *Builder) Elide(n int) {
	if !b.Empty() {
		b.throwables[len(b.throwables)-1].Elided += n
	}
}

// Cut marks the trace as incomplete.
func (b *Builder) Cut() { b.cut = true }

// Line offers the next line of a log, without its line end.
func (b *Builder) Line(line []byte) Verdict {
	text := bytes.TrimLeft(line, " \t")
	indent := len(line) - len(text)
	text = bytes.TrimRight(text, " \t\r")
	if len(text) == 0 {
		return Maybe
	}
	guess := b.guess
	b.guess = header{}
	switch {
	case text[0] == 'a' && hasPrefix(text, "at ") && b.frame(text[3:], guess):
		return b.part()
	case text[0] == '.' && b.elision(text):
		return b.part()
	}
	if link, rest, ok := linked(text); ok {
		h, isHeader := parseHeader(rest)
		switch {
		case hasPrefix(rest, "[CIRCULAR REFERENCE"):
			return b.part()
		case !isHeader && b.Empty() && !(len(rest) > 0 && rest[0] == '<'):
			return b.other()
		case !isHeader: // a class may word itself: "Suppressed: The stacktrace has been enhanced by Reactor"
			h = header{message: messageText(rest)}
		}
		b.link(link, h, indent)
		return b.part()
	}
	if hasPrefix(text, "[CIRCULAR REFERENCE") && !b.Empty() {
		return b.part()
	}
	h, strength := headerLine(text)
	switch {
	case strength == strong && b.Empty():
		if f, ok := flatten(text); ok {
			b.flat(f)
			return b.part()
		}
		b.open(Root, h, indent)
		return b.part()
	case strength == strong:
		return Another
	case strength == weak:
		b.guess = h
	}
	return b.other()
}

func (b *Builder) part() Verdict {
	b.maybe = 0
	return Part
}

// other judges a line that is no part by its own shape.
func (b *Builder) other() Verdict {
	const longest = 64 // lines of one exception's message
	if b.Empty() || len(b.stack) > b.throwables[len(b.throwables)-1].first || b.maybe >= longest {
		return Foreign
	}
	b.maybe++
	return Maybe
}

// frame adds the call in text. A line before the first frame that might be
// an exception's header is one.
func (b *Builder) frame(text []byte, guess header) bool {
	f, ok := b.cache().parse(text)
	if !ok {
		return false
	}
	if b.Empty() && guess.class != "" {
		b.open(Root, guess, 0)
	}
	b.Add(f)
	return true
}

// elision reads "... 6 more", "... 6 common frames omitted".
func (b *Builder) elision(text []byte) bool {
	if !hasPrefix(text, "...") {
		return false
	}
	rest := bytes.TrimLeft(text[3:], " ")
	digits := 0
	for digits < len(rest) && digits < 9 && rest[digits]-'0' <= 9 {
		digits++
	}
	word := bytes.TrimLeft(rest[digits:], " ")
	if digits == 0 || !hasPrefix(word, "more") && !hasPrefix(word, "common frames") && !bytes.Contains(word, []byte("frames")) && !hasPrefix(word, "lines") {
		return false
	}
	n, err := strconv.Atoi(string(rest[:digits]))
	if err != nil {
		return false
	}
	if b.Empty() {
		b.open(Root, header{}, -1)
		b.cut = true
	}
	b.throwables[len(b.throwables)-1].Elided += n
	return true
}

// link begins a throwable that hangs on an earlier one. A cause stands at the
// indentation of its parent, a suppressed exception one step further right.
func (b *Builder) link(link Link, h header, indent int) {
	if b.Empty() {
		b.cut = true
	}
	parent := len(b.throwables) - 1
	for i := len(b.throwables) - 1; i >= 0; i-- {
		at := b.throwables[i].indent
		if link == CausedBy && at == indent || link == Suppressed && at < indent {
			parent = i
			break
		}
	}
	b.open(link, h, indent)
	if t := &b.throwables[len(b.throwables)-1]; parent < t.Parent || t.Parent < 0 {
		t.Parent = parent
	}
}

func (b *Builder) open(link Link, h header, indent int) {
	if link == wrappedBy {
		b.wrapped, link = true, CausedBy
	}
	if len(b.throwables) >= MaxThrowables {
		b.cut = true
		return
	}
	b.throwables = append(b.throwables, open{Throwable{Class: h.class, Message: h.message, Link: link, Parent: len(b.throwables) - 1}, indent, len(b.stack)})
}

// Finish returns the trace and makes the Builder ready for the next one.
func (b *Builder) Finish() Trace {
	if b.Empty() {
		b.guess, b.maybe = header{}, 0
		return Trace{}
	}
	b.hang()
	if b.wrapped {
		b.turn()
	}
	b.mentionedCause()
	t := Trace{Throwables: make([]Throwable, len(b.throwables)), Cut: b.cut}
	for i := range b.throwables {
		t.Throwables[i] = b.throwables[i].Throwable
		t.Cut = t.Cut || !t.Throwables[i].ended()
	}
	b.forget()
	return t
}

// hang gives the throwables their frames.
func (b *Builder) hang() {
	if len(b.stack) == 0 {
		return
	}
	stack := slices.Clone(b.stack)
	for i := len(b.throwables) - 1; i >= 0; i-- {
		t := &b.throwables[i]
		if t.first < len(stack) {
			t.Frames = stack[t.first:len(stack):len(stack)]
			stack = stack[:t.first]
		}
	}
}

// forget makes b empty. It keeps its memory and the frames that it knows.
func (b *Builder) forget() {
	clear(b.throwables)
	clear(b.stack)
	*b = Builder{throwables: b.throwables[:0], stack: b.stack[:0], frames: b.frames}
}

// Discard forgets what was taken since the last Finish.
func (b *Builder) Discard() { b.forget() }

// turn puts a trace that was printed root cause first the usual way round.
func (b *Builder) turn() {
	n := len(b.throwables)
	for i := range n / 2 {
		b.throwables[i], b.throwables[n-1-i] = b.throwables[n-1-i], b.throwables[i]
	}
	for i := range b.throwables {
		b.throwables[i].Link, b.throwables[i].Parent = CausedBy, i-1
	}
	b.throwables[0].Link = Root
}

// ended reports whether the frames reach down to where a thread starts, or to
// those that the throwable shares with its parent.
func (t *Throwable) ended() bool {
	if t.Elided > 0 {
		return true
	}
	if len(t.Frames) == 0 {
		return false
	}
	switch t.Frames[len(t.Frames)-1].Method {
	case "run", "main", "runWith", "runWorker", "enter":
		return true
	}
	return false
}

func hasPrefix(b []byte, s string) bool { return len(b) >= len(s) && string(b[:len(s)]) == s }
