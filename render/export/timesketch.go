package export

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// A sketchEvent is a line of a Timesketch import. Message, datetime and
// timestamp_desc are what it asks for; timestamp is in microseconds since 1970.
type sketchEvent struct {
	Message   string `json:"message"`
	Timestamp int64  `json:"timestamp"`
	Datetime  string `json:"datetime"`
	Desc      string `json:"timestamp_desc"`
	ID        string `json:"timeline_id"` // of the attempt or window
	Process   string `json:"process,omitempty"`
	Host      string `json:"dns_host,omitempty"`
	Job       string `json:"job,omitempty"`
	Thread    string `json:"thread,omitempty"`
	Class     string `json:"attempt_class,omitempty"`
	Outcome   string `json:"outcome,omitempty"`
	Exception string `json:"exception,omitempty"`
	Source    string `json:"source_line,omitempty"`
}

func timesketchEvents(r *analyze.Report) ([]byte, error) {
	var events []sketchEvent
	add := func(t analyze.Time, desc string, e sketchEvent) {
		if !usable(t.Time) {
			return
		}
		e.Timestamp, e.Datetime, e.Desc = t.UnixMicro(), isoMicros(t.Time), desc
		events = append(events, e)
	}
	for i := range r.Attempts {
		a := &r.Attempts[i]
		e := sketchEvent{Message: title(a), ID: text(a.ID), Process: text(a.Process), Host: textOf(a.Host), Job: text(a.Job), Thread: text(a.Thread),
			Class: text(string(a.Class)), Outcome: text(string(a.Outcome)), Exception: text(a.Exception)}
		if len(a.Sources) > 0 {
			e.Source = words.Source(a.Sources[0])
		}
		began := e
		began.Message = fmt.Sprintf("%s begins", laneName(a))
		add(a.Start, "Attempt Start", began)
		e.Message = laneName(a) + ", " + e.Message
		if a.Exception != "" {
			e.Message += ": " + text(a.Exception)
		}
		add(a.End, "Attempt End", e)
	}
	for i := range r.Windows {
		w := &r.Windows[i]
		e := sketchEvent{Message: windowText(w, vouched(r, w)), ID: text(w.ID), Process: text(w.Process), Host: text(w.Host)}
		add(w.Lookup.Start, "Lookup Start", e)
		add(w.Opened.Earliest, "Failure Cached, Earliest", e)
		add(w.Opened.Latest, "Failure Cached, Latest", e)
		add(w.Closed.Earliest, "Failure Forgotten, Earliest", e)
		add(w.Closed.Latest, "Failure Forgotten, Latest", e)
		e.Message = "first success of " + text(w.Host)
		add(w.FirstSuccess, "First Success", e)
	}
	slices.SortStableFunc(events, func(a, b sketchEvent) int { return cmp.Compare(a.Timestamp, b.Timestamp) })
	var out []byte
	for _, e := range events {
		b, err := encode(e, "")
		if err != nil {
			return nil, err
		}
		out = append(out, b...)
	}
	return out, nil
}

// isoMicros is ISO 8601 with microseconds and a numeric offset.
func isoMicros(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }
