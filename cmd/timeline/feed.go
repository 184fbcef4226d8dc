package main

import (
	"io"
	"iter"

	"timeline/analyze"
	"timeline/parse"
)

// A feed reads a log that grows: it is given whole lines as they come, and its
// collector holds what they say as soon as give returns. The reader and its
// caller take turns, so that neither waits for the other and no lock is needed.
type feed struct {
	collector *analyze.Collector
	reader    *parse.Reader
	lines     []byte // given and not read yet
	paused    bool   // the next read shows a pause
	ended     bool
	turn      func() (struct{}, bool) // lets the reader run until it wants more
	stop      func()
	seen      func(*parse.Record)
}

// newFeed returns a feed into c. seen is shown every record.
func newFeed(c *analyze.Collector, path, process string, opt parse.Options, seen func(*parse.Record)) *feed {
	f := &feed{collector: c, seen: seen}
	f.turn, f.stop = iter.Pull(func(yield func(struct{}) bool) {
		f.reader = parse.NewReader(hungryReader{f, yield}, path, process, opt)
		for f.reader.Scan() {
			if bad := f.reader.Bad(); bad != nil {
				f.collector.AddBad(bad)
				continue
			}
			f.seen(f.reader.Record())
			f.collector.Add(f.reader.Record())
		}
	})
	return f
}

// give reads lines, all of which are whole, but for the last one before end.
func (f *feed) give(lines []byte) {
	f.lines = lines
	f.turn()
}

// pause says that no line came for a while: what waits for a rest is complete.
func (f *feed) pause() {
	f.paused = true
	f.turn()
}

// end reads what is left and ends the reader.
func (f *feed) end() {
	f.ended = true
	f.turn()
	f.stop()
}

// summary says what was read so far.
func (f *feed) summary() parse.Summary {
	if f.reader == nil {
		return parse.Summary{}
	}
	return f.reader.Summary()
}

// A hungryReader yields when it has nothing to read.
type hungryReader struct {
	f     *feed
	yield func(struct{}) bool
}

func (r hungryReader) Read(p []byte) (int, error) {
	f := r.f
	for len(f.lines) == 0 {
		switch {
		case f.ended:
			return 0, io.EOF
		case f.paused:
			f.paused = false
			return 0, parse.ErrPause
		case !r.yield(struct{}{}):
			return 0, io.EOF
		}
	}
	n := copy(p, f.lines)
	f.lines = f.lines[n:]
	return n, nil
}
