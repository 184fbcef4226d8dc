// Package store reads slices of log stores: VictoriaLogs, Loki, Elasticsearch
// and OpenSearch, over HTTP. A slice is one more log: rows in order of time, one
// JSON object a line, with line numbers as positions.
//
// Failures are looked for where the data lies, and only what lies around them is
// fetched, see plan.go. An answer that may not be the whole one is never taken
// for it: what may be missing is a Gap.
package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"timeline/parse/input"
)

// A Query says which slice of a store to read.
type Query struct {
	Text  string    // in the store's own language; "" means everything where the store has such a query
	Since time.Time // first instant
	Until time.Time // first instant behind the slice
	Whole bool      // fetch every row, not only failures and what lies around them
}

// Options say how to reach a store. The zero value asks without credentials and
// with the default limits.
type Options struct {
	Credentials Credentials
	Tenant      string // X-Scope-OrgID of Loki, "account:project" of VictoriaLogs
	Insecure    bool   // do not verify TLS certificates
	Limits      Limits
	Transport   http.RoundTripper // nil means one of its own
}

// Limits bound what a store can cost. Zero fields mean the defaults.
type Limits struct {
	Tries    int           // of one request, default 4
	Wait     time.Duration // before the second try, doubled for each further one; default 500 ms
	Longest  time.Duration // of one wait, also where the store asks for a longer one; default 30 s
	Silence  time.Duration // without a byte of an answer; default 60 s
	PageRows int           // rows asked for at once, default 20,000
	Small    int64         // slices of up to so many rows are fetched whole; default 20,000
}

func (l Limits) withDefaults() Limits {
	if l.Tries <= 0 {
		l.Tries = 4
	}
	if l.Wait <= 0 {
		l.Wait = 500 * time.Millisecond
	}
	if l.Longest <= 0 {
		l.Longest = 30 * time.Second
	}
	if l.Silence <= 0 {
		l.Silence = time.Minute
	}
	if l.PageRows <= 0 {
		l.PageRows = 20_000
	}
	if l.Small <= 0 {
		l.Small = 20_000
	}
	return l
}

// A Gap is a part of a slice that may be missing from what was read.
type Gap struct {
	From, To time.Time // half open
	Why      string
}

// A Store is one slice of a log store, ready to be read.
type Store struct {
	Source input.Source // opens the slice; it may be read once at a time

	query  Query
	limits Limits
	engine engine

	mu    sync.Mutex
	gaps  []Gap
	notes []string
}

// A slice is one question to an engine.
type slice struct {
	text     string
	filter   filter
	from, to time.Time // half open
	limit    int       // rows from the start of the slice; 0 for all
}

// A row is one entry of a store, as a line of JSON without its end.
type row struct {
	at     time.Time
	stream string
	text   []byte
}

// An engine asks one kind of store. It gives rows in order of time, and leaves
// out those outside the slice. An error of type *lostError says that the store
// did not give everything; any other one that asking is of no use.
type engine interface {
	count(ctx context.Context, s slice) (int64, error)
	rows(ctx context.Context, s slice, out sink) error
}

// A sink takes what an engine reads.
type sink interface {
	row(r row) error
	gap(from, to time.Time, why string)
}

// A lostError says that a part of an answer is missing: the store failed, or its
// answer was cut.
type lostError struct{ err error }

func (e *lostError) Error() string { return e.err.Error() }
func (e *lostError) Unwrap() error { return e.err }

// lost reports whether err means that a part of the answer is missing.
func lost(err error) bool {
	var l *lostError
	return errors.As(err, &l)
}

// New returns the slice that q names of the store at an address such as
// "vlogs+http://localhost:9428". Nothing is asked before it is opened.
func New(address string, q Query, opt Options) (*Store, error) {
	at, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	if q.Since.IsZero() || q.Until.IsZero() || !q.Since.Before(q.Until) {
		return nil, fmt.Errorf("%s: a slice needs two times, the first one earlier: --since 2026-07-28T11:00:00Z --until 2026-07-28T12:00:00Z", at.name)
	}
	s := &Store{query: q, limits: opt.Limits.withDefaults()}
	c := newClient(at, opt, s.limits)
	switch at.kind {
	case "vlogs":
		s.engine = &victoriaLogs{c}
	case "loki":
		if q.Text == "" {
			return nil, fmt.Errorf(`%s: Loki needs a query: --query '{app="batch"}'`, at.name)
		}
		s.engine = &loki{c}
	default:
		s.engine = newElastic(c, at)
	}
	s.Source = input.Source{Path: at.name, Open: func() (io.ReadCloser, error) { return s.open(), nil }}
	return s, nil
}

// Gaps lists what may be missing from what was read so far.
func (s *Store) Gaps() []Gap {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Gap(nil), s.gaps...)
}

// Notes say what was left in the store on purpose.
func (s *Store) Notes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.notes...)
}

func (s *Store) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// gap takes a part that may be missing. Neighbours of one kind are one gap.
func (s *Store) gap(from, to time.Time, why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.gaps); n > 0 && s.gaps[n-1].Why == why && !from.After(s.gaps[n-1].To) {
		s.gaps[n-1].To = to
		return
	}
	s.gaps = append(s.gaps, Gap{from, to, why})
}

// open starts to read the slice. Closing the result stops it.
func (s *Store) open() io.ReadCloser {
	s.gaps, s.notes = nil, nil
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		out := &writer{store: s, w: w}
		w.CloseWithError(errors.Join(s.read(ctx, out), out.flush()))
	}()
	return &stream{PipeReader: r, stop: func() { cancel(); r.Close(); <-done }}
}

// A stream is a slice that is being read.
type stream struct {
	*io.PipeReader
	stop func()
}

// Close stops the reading.
func (s *stream) Close() error {
	s.stop()
	return nil
}

// A writer turns rows into lines.
type writer struct {
	store *Store
	w     io.Writer
	buf   []byte
}

const lineBuffer = 64 << 10

func (w *writer) row(r row) error {
	w.buf = append(append(w.buf, r.text...), '\n')
	if len(w.buf) < lineBuffer {
		return nil
	}
	return w.flush()
}

func (w *writer) flush() error {
	_, err := w.w.Write(w.buf)
	w.buf = w.buf[:0]
	return err
}

func (w *writer) gap(from, to time.Time, why string) { w.store.gap(from, to, why) }
