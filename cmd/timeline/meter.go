package main

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"timeline/parse/input"
	"timeline/render/words"
)

// exitStopped is the exit code after Ctrl-C, as shells have it: 128 + SIGINT.
const exitStopped = 130

// errStopped ends a read when the user asked to stop.
var errStopped = errors.New("stopped")

// isStopped reports whether the user asked to stop.
func isStopped(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

// A meter counts what is read of all inputs, from any goroutine.
type meter struct {
	stop  <-chan struct{}
	all   int // inputs
	bytes atomic.Int64
	done  atomic.Int64 // inputs that are read to their end
}

// watch returns the sources with their bytes counted. Reading them fails once
// the user asks to stop.
func (m *meter) watch(sources []input.Source) []input.Source {
	m.all = len(sources)
	watched := make([]input.Source, len(sources))
	for i, s := range sources {
		open := s.Open
		s.Open = func() (io.ReadCloser, error) {
			if isStopped(m.stop) {
				return nil, errStopped
			}
			r, err := open()
			if err != nil {
				return nil, err
			}
			return &meteredReader{r, m}, nil
		}
		watched[i] = s
	}
	return watched
}

// during waits for work to end. When the user asks to stop it does not wait any
// longer, for a read may block and an analysis take long, and says how far reading came.
func (m *meter) during(work func()) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	select {
	case <-done:
	case <-m.stop:
	}
	if isStopped(m.stop) {
		return m.stopped()
	}
	return nil
}

// stopped is the error that says how far reading came.
func (m *meter) stopped() error {
	return &exitError{exitStopped, fmt.Errorf("stopped after %s, %d of %s read to the end; nothing was written",
		byteCount(m.bytes.Load()), m.done.Load(), words.Count(m.all, "input", "inputs"))}
}

// A stopWriter fails once the user asks to stop, so that nobody waits for a long
// product that is not wanted any more.
type stopWriter struct {
	io.Writer
	stop <-chan struct{}
}

func (w stopWriter) Write(p []byte) (int, error) {
	if isStopped(w.stop) {
		return 0, errStopped
	}
	return w.Writer.Write(p)
}

type meteredReader struct {
	io.ReadCloser
	m *meter
}

func (r *meteredReader) Read(p []byte) (int, error) {
	if isStopped(r.m.stop) {
		return 0, errStopped
	}
	n, err := r.ReadCloser.Read(p)
	r.m.bytes.Add(int64(n))
	return n, err
}

// byteCount writes n in decimal units with three digits: "812 B", "1.27 GB".
func byteCount(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	v, unit := float64(n), 0
	for v >= 999.5 && unit < 6 {
		v /= 1000
		unit++
	}
	digits := 0
	switch {
	case v < 9.995:
		digits = 2
	case v < 99.95:
		digits = 1
	}
	return fmt.Sprintf("%.*f %cB", digits, v, " kMGTPE"[unit])
}
