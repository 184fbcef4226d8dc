package javatrace

import (
	"hash/maphash"
	"strconv"
	"strings"
)

// ParseFrame reads one call as Throwable.printStackTrace prints it, without
// the "at": "java.base/java.net.Socket.connect(Socket.java:609) ~[na:na]". A
// module, class loader or version before the class is dropped, packaging data
// behind the parenthesis too.
func ParseFrame(s string) (Frame, bool) {
	open := strings.IndexByte(s, '(')
	if open < 3 {
		return Frame{}, false
	}
	end := strings.IndexByte(s[open:], ')')
	if end < 0 {
		return Frame{}, false
	}
	source := s[open+1 : open+end]
	name := withoutModule(strings.TrimRight(s[:open], " "))
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || dot == len(name)-1 || strings.ContainsAny(name, " \t\"") {
		return Frame{}, false
	}
	f := Frame{Class: name[:dot], Method: name[dot+1:]}
	f.place(source)
	return f, true
}

// place reads what stands in the parentheses. Line -2 is how
// StackTraceElement marks a native method.
func (f *Frame) place(source string) {
	source = source[strings.LastIndexByte(source, '/')+1:] // jstack names the module here
	if source == "Native Method" {
		f.Native = true
		return
	}
	colon := strings.LastIndexByte(source, ':')
	if colon < 0 {
		return
	}
	n, err := strconv.Atoi(source[colon+1:])
	switch {
	case err != nil:
	case n == -2:
		f.Native = true
	case n > 0:
		f.Line = n
	}
}

// withoutModule cuts "app//", "java.base@17.0.6/" and the like. The slash in
// the name of a hidden class ("Step$$Lambda$214/0x0800.call") stays.
func withoutModule(name string) string {
	for {
		slash := strings.IndexByte(name, '/')
		if slash < 0 {
			return name
		}
		if rest := name[slash+1:]; strings.HasPrefix(rest, "0x") || strings.Contains(name[:slash], "$$") {
			return name
		}
		name = name[slash+1:]
	}
}

const cacheSize = 4096 // entries; programs print few different frames

// A frameCache keeps parsed frames by their text: the same frames come again
// in nearly every trace of a program.
type frameCache struct {
	seed    maphash.Seed
	entries []frameEntry
}

type frameEntry struct {
	text  string
	frame Frame
}

func (c *frameCache) parse(text []byte) (Frame, bool) {
	if c.entries == nil {
		c.seed, c.entries = maphash.MakeSeed(), make([]frameEntry, cacheSize)
	}
	e := &c.entries[maphash.Bytes(c.seed, text)%cacheSize]
	if e.text == string(text) {
		return e.frame, e.text != ""
	}
	if len(text) > 4096 {
		return ParseFrame(string(text))
	}
	s := string(text)
	f, ok := ParseFrame(s)
	if ok && strings.IndexByte(s, 0x1b) < 0 && !strings.Contains(s, "<br") { // a line with these is no longer as it was printed
		*e = frameEntry{s, f}
	}
	return f, ok
}

// known returns the frame of a text that was parsed before, nil if it is not here.
func (c *frameCache) known(text []byte) *Frame {
	if c.entries == nil || len(text) == 0 {
		return nil
	}
	e := &c.entries[maphash.Bytes(c.seed, text)%cacheSize]
	if e.text != string(text) {
		return nil
	}
	return &e.frame
}
