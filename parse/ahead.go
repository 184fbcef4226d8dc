package parse

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
)

// Reading ahead splits one input over several goroutines. The input is cut into
// blocks at line ends. A block is read by a Reader of its own, an advance, which
// guesses where the Reader of the whole input will stand when it comes there:
// between two lines, or between two elements of the array that it is in. Only
// what does not depend on anything before it is read so: plain JSON objects, or
// log entries from one line with a date to another, in an envelope or not, see
// carriage. When the Reader comes to a
// block it takes over what was read ahead if it stands where the advance began,
// and in the state that the advance guessed. Everything else it reads itself, so
// that the result never depends on the guesses, nor on the size of the blocks.

const aheadBlock = 1 << 20 // bytes of a block

// A Part takes what one block of an input holds, in its order, and makes something
// smaller of it. That happens in one of the goroutines that read ahead. Lines are
// counted from an earlier line of the input that only its Reader knows.
type Part interface {
	// Names is what the names of runs are added to. The Part may add others, after it
	// was given something.
	Names() *Names
	AddEvents(*Events) // valid until the Reader has gone on
	Add(*Record)       // valid during the call, but for its strings and its trace
	AddBad(*SyntaxError)
	Close() // comes last
}

// NewAheadReader returns a Reader of r that reads ahead with so many goroutines.
// They end when Scan returns false. What is read ahead of a block goes to a new
// Part, see Reader.Part. If part is nil, plain TimeLog events are handed over in
// runs, see Reader.Events, and all else one by one.
func NewAheadReader(r io.Reader, path, process string, opt Options, workers int, part func() Part) *Reader {
	if len(opt.Zones) > 0 { // what a time means depends on who wrote it
		return NewReader(r, path, process, opt)
	}
	rd := NewReader(nil, path, process, opt)
	rd.ahead = newAhead(r, rd, max(workers, 1), aheadBlock)
	rd.ahead.part = part
	rd.win.r = rd.ahead
	return rd
}

// Events returns the run of events that the Reader stands on, nil if it stands
// on something else. It is valid until the next Scan.
func (r *Reader) Events() *Events { return r.items[r.next].events }

// Part returns the Part that the Reader stands on, nil if it stands on something
// else, and how many lines are missing from the lines that it was told.
func (r *Reader) Part() (Part, int) {
	it := &r.items[r.next]
	return it.part, it.line
}

// An ahead is the input of a Reader that reads ahead.
type ahead struct {
	in      io.Reader
	size    int
	workers int
	part    func() Part
	rest    []byte // behind the last line end of the block before
	err     error  // of in
	cut     bool   // the next block does not begin with a line

	cur     *block
	pos     int // in cur
	taken   *block
	took    int // blocks that were taken over
	expects atomic.Pointer[place]
	free    sync.Pool

	started bool
	queue   chan *block // in order
	jobs    chan *block
	inline  *advance // of a single worker
	origin  *Reader
}

// A place is a state that a Reader can be in between two pieces.
type place struct {
	open      []container
	separator string // between two elements of the array, with the brackets on both sides
	table     *table // whose rows are read, nil for none
}

// A block is a part of the input, and what was read of it ahead.
type block struct {
	data  []byte // the text, and scanMargin bytes
	n     int    // length of the text
	line  bool   // it begins with a line
	place *place
	done  chan struct{}

	from, to int      // what was read ahead; empty if nothing was
	carriage carriage // of lines
	advanced advanced
}

func newAhead(in io.Reader, origin *Reader, workers, size int) *ahead {
	a := &ahead{in: in, size: size, workers: workers, origin: origin}
	a.expects.Store(&place{})
	return a
}

// Read gives the Reader what it has to read itself. In the beginning that is
// what comes first, so that small inputs need no blocks.
func (a *ahead) Read(p []byte) (int, error) {
	if !a.started {
		a.started = true
		n, err := io.ReadAtLeast(a.in, p[:min(len(p), max(a.size, 1))], 1)
		if err != nil {
			a.err = err
			if errors.Is(err, io.ErrUnexpectedEOF) {
				a.err = io.EOF
			}
		}
		a.cut = n == 0 || p[n-1] != '\n'
		if n > 0 {
			return n, nil
		}
	}
	if !a.current() {
		return 0, a.err
	}
	b := a.cur
	end := b.n
	if a.pos < b.from {
		end = b.from
	}
	n := copy(p, b.data[a.pos:end])
	a.pos += n
	return n, nil
}

// current makes cur a block with something left to read.
func (a *ahead) current() bool {
	for a.cur == nil || a.pos == a.cur.n {
		if a.cur != nil {
			a.recycle(a.cur)
			a.cur = nil
		}
		b := a.next()
		if b == nil {
			return false
		}
		a.cur, a.pos = b, 0
	}
	return true
}

// next returns the next block, read ahead; nil at the end.
func (a *ahead) next() *block {
	if a.queue == nil && a.inline == nil && !a.goesOn() {
		return nil
	}
	a.expect(a.origin)
	if a.workers == 1 {
		b := a.fill()
		if b == nil {
			return nil
		}
		if a.inline == nil {
			a.inline = newAdvance(a.origin, a.part)
		}
		a.inline.read(b)
		return b
	}
	if a.queue == nil {
		a.start()
	}
	b := <-a.queue
	if b == nil {
		return nil
	}
	<-b.done
	return b
}

// start starts the goroutines: one reads the input, the others read blocks.
func (a *ahead) start() {
	a.queue = make(chan *block, a.workers)
	a.jobs = make(chan *block, a.workers)
	for range a.workers {
		adv := newAdvance(a.origin, a.part)
		go func() {
			for b := range a.jobs {
				adv.read(b)
				close(b.done)
			}
		}()
	}
	go func() {
		defer close(a.queue)
		defer close(a.jobs)
		for {
			b := a.fill()
			if b == nil {
				return
			}
			b.done = make(chan struct{})
			a.jobs <- b
			a.queue <- b
		}
	}()
}

// fill reads the next block. Where a line is longer than a block, the block does
// not end with one.
func (a *ahead) fill() *block {
	if a.err != nil && len(a.rest) == 0 {
		return nil
	}
	b := a.fresh()
	n := copy(b.data, a.rest)
	a.rest = a.rest[:0]
	for n < a.size && a.err == nil {
		var k int
		k, a.err = a.in.Read(b.data[n:a.size])
		n += k
	}
	if n == 0 {
		return nil
	}
	b.line, a.cut = !a.cut, false
	if k := bytes.LastIndexByte(b.data[:n], '\n') + 1; k == 0 {
		a.cut = true
	} else if a.err == nil {
		a.rest = append(a.rest, b.data[k:n]...)
		n = k
	}
	b.n = n
	clear(b.data[n : n+scanMargin])
	b.place = a.expects.Load()
	return b
}

// goesOn reports whether the input goes on behind what Read gave, and reads some of
// it: most inputs are small, and need neither blocks nor goroutines.
func (a *ahead) goesOn() bool {
	some := make([]byte, min(512, a.size))
	for len(a.rest) == 0 && a.err == nil {
		var n int
		n, a.err = a.in.Read(some)
		a.rest = append(a.rest, some[:n]...)
	}
	return len(a.rest) > 0
}

func (a *ahead) fresh() *block {
	if b, ok := a.free.Get().(*block); ok {
		*b = block{data: b.data, advanced: b.advanced}
		return b
	}
	return &block{data: make([]byte, a.size+scanMargin)}
}

// recycle gives a block back, once nothing of it is in use any more.
func (a *ahead) recycle(b *block) {
	if b != a.taken {
		a.free.Put(b)
	}
}

// scanned says that the items of the block that was taken over are used up.
func (a *ahead) scanned() {
	if b := a.taken; b != nil {
		a.taken = nil
		if b != a.cur {
			a.free.Put(b)
		}
	}
}

// takeOver takes what was read ahead at the place where the Reader stands between
// two pieces, and reports whether there was anything.
func (a *ahead) takeOver(r *Reader) bool {
	a.expect(r)
	if !a.started || !a.current() {
		return false
	}
	b := a.cur
	if a.pos != b.from || b.to <= b.from || !b.fits(r) {
		return false
	}
	if b.carriage.lines {
		r.text.between(&b.carriage)
	}
	b.advanced.into(r)
	r.win.jump(b.data[b.from:b.to], b.advanced.lines)
	if r.table != nil {
		r.table.start += b.advanced.lines
	}
	a.taken, a.pos = b, b.to
	a.took++
	return true
}

// expect tells the advances where the Reader stands.
func (a *ahead) expect(r *Reader) {
	p := a.expects.Load()
	if p.is(r) && (len(p.open) == 0 || p.separator == string(r.separator)) {
		return
	}
	p = &place{separator: string(r.separator), table: r.table}
	for _, c := range r.open {
		c.key = bytes.Clone(c.key)
		p.open = append(p.open, c)
	}
	a.expects.Store(p)
}

// is reports whether the Reader has the same arrays and objects open, or the same
// table.
func (p *place) is(r *Reader) bool {
	return p.table == r.table && slices.EqualFunc(p.open, r.open, func(x, y container) bool {
		return x.object == y.object && x.ctx == y.ctx && bytes.Equal(x.key, y.key)
	})
}

// noteSeparator notes what stands between two elements of an array: "},{" or "],\n[",
// of which the comma was read.
func (r *Reader) noteSeparator() {
	b := r.win.rest()
	n := skipSpace(b[:min(len(b), scanMargin)], 0)
	if n < len(b) && (b[n] == '{' || b[n] == '[') {
		r.separator = append(append(r.separator[:0], closers[b[n]], ','), b[:n+1]...)
	}
}

// fits reports whether the Reader is in the state from which b was read ahead.
func (b *block) fits(r *Reader) bool {
	if r.jaeger != nil || !b.place.is(r) {
		return false
	}
	return !b.carriage.lines || r.partly.text == nil && r.text.goesOnWith(&b.carriage)
}

// jump moves on over bytes that were read ahead.
func (w *window) jump(b []byte, lines int) {
	w.gone += int64(w.pos+len(b)) - 1
	w.line += lines
	w.buf[0] = b[len(b)-1] // the byte before pos tells whether a line is open
	w.pos, w.end = 1, 1
}
