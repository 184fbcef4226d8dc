package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"time"

	"timeline/analyze"
	"timeline/parse"
)

// A watchedLog is one log of the watch command: where its lines come from, and
// what was made of them.
type watchedLog struct {
	target
	source  lineSource
	feed    *feed
	collect *analyze.Collector
	before  analyze.Input // of the log's earlier files
	grew    time.Time     // when lines came last
	still   bool          // a pause was shown since
	turns   int           // rotations
	failed  string        // the error that was shown last
}

// A lineSource gives the lines of a log as they come.
type lineSource interface {
	look() (growth, error)
	close()
	over() bool   // no line can come any more
	left() []byte // a last line without an end
}

func (f *follower) over() bool   { return f.gone && (f.file == nil || f.drained()) }
func (f *follower) left() []byte { return f.rest }

func (f *follower) drained() bool {
	info, err := f.file.Stat()
	return err != nil || info.Size() <= f.offset
}

// A pipeSource reads the standard input, from a goroutine: its reads block.
type pipeSource struct {
	unended
	blocks <-chan []byte
	ended  bool
	err    error // of the last read, once blocks is closed
}

func newPipeSource(in io.Reader) *pipeSource {
	blocks := make(chan []byte, 4)
	p := &pipeSource{blocks: blocks}
	go func() {
		defer close(blocks)
		for {
			b := make([]byte, 64<<10)
			n, err := in.Read(b)
			if n > 0 {
				blocks <- b[:n]
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					p.err = err
				}
				return
			}
		}
	}()
	return p
}

func (p *pipeSource) look() (growth, error) {
	var lines []byte
	for range cap(p.blocks) {
		select {
		case b, open := <-p.blocks:
			if !open {
				p.ended = true
				return growth{lines: lines}, p.err
			}
			lines = append(lines, p.whole(b)...)
		default:
			return growth{lines: lines}, nil
		}
	}
	return growth{lines: lines, more: true}, nil
}

func (p *pipeSource) close()       {}
func (p *pipeSource) over() bool   { return p.ended }
func (p *pipeSource) left() []byte { return p.rest }

// take reads what look found, and reports whether anything came.
func (l *watchedLog) take(g growth, now time.Time, open func(*watchedLog) *feed) bool {
	if len(g.lines) > 0 {
		if l.feed == nil {
			l.feed = open(l)
		}
		l.feed.give(g.lines)
		l.grew, l.still = now, false
	}
	if g.rotated {
		l.finish(g.last, open)
		l.turns++
	}
	return len(g.lines) > 0 || g.rotated
}

// settle ends what waits for a rest, when no line came for a while.
func (l *watchedLog) settle(now time.Time) bool {
	if l.feed == nil || l.still || now.Sub(l.grew) < settleAfter {
		return false
	}
	l.feed.pause()
	l.still = true
	return true
}

// finish ends the reader with a last line, whole or not.
func (l *watchedLog) finish(last []byte, open func(*watchedLog) *feed) {
	if l.feed == nil && len(last) == 0 {
		return
	}
	if l.feed == nil {
		l.feed = open(l)
	}
	if len(last) > 0 {
		l.feed.give(last)
	}
	l.feed.end()
	l.before = l.input()
	l.feed, l.still = nil, true
}

// input says what was read of the log, its earlier files included.
func (l *watchedLog) input() analyze.Input {
	in := l.before
	in.Path, in.Process = l.path, l.process
	if l.feed == nil {
		return in
	}
	return addSummary(in, l.feed.summary())
}

func addSummary(in analyze.Input, s parse.Summary) analyze.Input {
	in.Bytes += s.Bytes
	in.Lines += s.Lines
	in.Records += s.Records
	in.Unreadable += s.Unreadable
	if s.Records > 0 || in.Format == "" {
		in.Format, in.Zone = s.Format, s.Zone
	}
	in.Notes = slices.Clone(in.Notes)
	for _, n := range s.Notes {
		if !slices.Contains(in.Notes, n) {
			in.Notes = append(in.Notes, n)
		}
	}
	if in.From.IsZero() || !s.From.IsZero() && s.From.Before(in.From.Time) {
		in.From.Time = s.From
	}
	if s.To.After(in.To.Time) {
		in.To.Time = s.To
	}
	return in
}

// A readFile is a file that was read and left: a rotated log that a pattern finds
// again under another name is no new one. Numbers of files are used again, so the
// last bytes that were read count too.
type readFile struct {
	info os.FileInfo
	end  int64 // bytes read
	mark []byte
}

// is reports whether file is the one that was read.
func (r readFile) is(file *os.File) bool {
	info, err := file.Stat()
	if err != nil || r.end == 0 || !os.SameFile(r.info, info) {
		return false
	}
	now := make([]byte, len(r.mark))
	n, _ := file.ReadAt(now, r.end-int64(len(now)))
	return bytes.Equal(now[:n], r.mark)
}

// isAt is the same for the file at a path.
func (r readFile) isAt(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	return r.is(file)
}

// reading is the file of a log as far as it was read; it is zero where there is none.
func (l *watchedLog) reading() readFile {
	if f, ok := l.source.(*follower); ok && f.file != nil {
		return readFile{f.info, f.offset, slices.Clone(f.mark)}
	}
	return readFile{}
}

// info is the file that is read at the moment, nil for none.
func (l *watchedLog) info() os.FileInfo {
	if f, ok := l.source.(*follower); ok && f.file != nil {
		return f.info
	}
	return nil
}
