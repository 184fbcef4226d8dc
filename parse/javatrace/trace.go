// Package javatrace reads Java stack traces. It knows their grammar (causes,
// suppressed exceptions, elisions, module prefixes) and nothing of what they mean.
package javatrace

// A Link says how a throwable hangs on another one.
type Link uint8

// Links of a throwable to its parent.
const (
	Root Link = iota
	CausedBy
	Suppressed
)

// A Trace is a tree of throwables, outermost first, each behind its parent.
// The zero Trace holds none.
type Trace struct {
	Throwables []Throwable
	// Cut is set where the text ends or begins in the middle of the trace: a
	// frame or cause that is not there proves nothing.
	Cut bool
}

// Named reports whether the trace names an exception: frames alone may be cut
// off from anything.
func (t Trace) Named() bool {
	for i := range t.Throwables {
		if t.Throwables[i].Class != "" || t.Throwables[i].Message != "" {
			return true
		}
	}
	return false
}

// A Throwable is one exception with its own frames.
type Throwable struct {
	Class   string // "java.net.UnknownHostException"; "" where the text names none
	Message string // "" for none, and for the literal "null"
	Link    Link
	Parent  int // index of the throwable that it hangs on; -1 at a root, and where the text does not hold the parent
	Frames  []Frame
	Elided  int // frames that "... 6 more" left out, and those behind MaxFrames
}

// A Frame is one call, innermost first in Throwable.Frames.
type Frame struct {
	Class  string // "java.net.InetAddress$CachedAddresses", without module or loader prefix; the bare file's name where only that is printed
	Method string // "" where only the file is printed
	Line   int    // 0 where not stated
	Native bool
}
