package store

import (
	"bytes"
	"io"
	"strings"
	"time"

	"timeline/parse"
)

// An observer reads rows as they pass, as the reader of logs does, and keeps which
// rows name what failed, or what was used well. Times are those of the store, by
// which it is asked; those inside a row may have another clock.
type observer struct {
	w    *io.PipeWriter
	done chan struct{}
	err  error

	times  []time.Time // of each row: lines begin with 1
	failed map[int]observation
	well   map[string]int // the last line in which a name was used well
}

// An observation is what a row says of a failure.
type observation struct {
	at   time.Time
	took time.Duration // 0 where it is not stated
	host string
}

func (o observation) start() time.Time { return o.at.Add(-o.took) }

func newObserver(path string) *observer {
	r, w := io.Pipe()
	o := &observer{w: w, done: make(chan struct{}), failed: map[int]observation{}, well: map[string]int{}}
	go func() {
		defer close(o.done)
		p := parse.NewReader(r, path, "", parse.Options{})
		for p.Scan() {
			if rec := p.Record(); rec != nil {
				o.record(rec)
			}
		}
		io.Copy(io.Discard, r)
	}()
	return o
}

func (o *observer) line(r row) {
	o.times = append(o.times, r.at)
	if o.err == nil {
		_, o.err = o.w.Write(append(bytes.Clone(r.text), '\n'))
	}
}

// close waits until all rows are read. The results are valid behind it.
func (o *observer) close() {
	o.w.Close()
	<-o.done
}

func (o *observer) record(r *parse.Record) {
	line := r.Pos.Line
	host, failed := failedName(r)
	if failed {
		o.failed[line] = observation{took: min(max(r.Duration, 0), longestTry), host: host}
		return
	}
	if host != "" && r.Phase != parse.Start {
		o.well[host] = max(o.well[host], line)
	}
}

// failedName returns the host of r, and whether r tells of a failure.
func failedName(r *parse.Record) (host string, failed bool) {
	host = r.Host
	failed = r.Status == parse.Failed || r.Phase == parse.Fail || r.Level >= parse.Error
	for i := range r.Trace.Throwables {
		t := &r.Trace.Throwables[i]
		failed = true
		if host == "" && strings.HasSuffix(t.Class, "UnknownHostException") {
			host = firstWord(t.Message)
		}
	}
	return host, failed
}

// firstWord is the name in "api.example: Name or service not known".
func firstWord(message string) string {
	name, _, _ := strings.Cut(message, " ")
	return strings.TrimSuffix(name, ":")
}

// failures lists all rows, which a filter chose, with what they say.
func (o *observer) failures() []observation {
	list := make([]observation, len(o.times))
	for i, at := range o.times {
		list[i] = o.failed[i+1]
		list[i].at = at
	}
	return list
}

// wellAfter reports whether a name was used well later than at.
func (o *observer) wellAfter(name string, at time.Time) bool {
	line := o.well[name]
	return line > 0 && line <= len(o.times) && o.times[line-1].After(at)
}
