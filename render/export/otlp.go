package export

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// The types below are those of opentelemetry/proto/trace/v1 in their JSON form:
// names in lowerCamelCase, ids in hexadecimal, 64-bit integers as strings,
// enumerations as numbers.
type tracesData struct {
	ResourceSpans []resourceSpans `json:"resourceSpans"`
}

type resourceSpans struct {
	Resource   resource     `json:"resource"`
	ScopeSpans []scopeSpans `json:"scopeSpans"`
}

type resource struct {
	Attributes []keyValue `json:"attributes"`
}

type scopeSpans struct {
	Scope scope      `json:"scope"`
	Spans []otelSpan `json:"spans"`
}

type scope struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

type otelSpan struct {
	TraceID    string      `json:"traceId"`
	SpanID     string      `json:"spanId"`
	Parent     string      `json:"parentSpanId,omitempty"`
	Name       string      `json:"name"`
	Kind       int         `json:"kind"`
	Start      string      `json:"startTimeUnixNano"`
	End        string      `json:"endTimeUnixNano"`
	Attributes []keyValue  `json:"attributes"`
	Events     []otelEvent `json:"events,omitempty"`
	Links      []otelLink  `json:"links,omitempty"`
	Status     otelStatus  `json:"status"`
}

type otelEvent struct {
	Time       string     `json:"timeUnixNano"`
	Name       string     `json:"name"`
	Attributes []keyValue `json:"attributes"`
}

type otelLink struct {
	TraceID    string     `json:"traceId"`
	SpanID     string     `json:"spanId"`
	Attributes []keyValue `json:"attributes"`
}

type otelStatus struct {
	Code    int    `json:"code"`
	Message string `json:"message,omitempty"`
}

type keyValue struct {
	Key   string   `json:"key"`
	Value anyValue `json:"value"`
}

// An anyValue holds one of its fields.
type anyValue struct {
	String *string `json:"stringValue,omitempty"`
	Int    *string `json:"intValue,omitempty"`
	Bool   *bool   `json:"boolValue,omitempty"`
}

// Enumerations of the protocol.
const (
	kindInternal = 1
	kindClient   = 3
	statusUnset  = 0
	statusOK     = 1
	statusError  = 2
)

// An otelTrace is one trace for a whole report: a root, the windows and the
// tries below it, each try linked to the window that answered it.
type otelTrace struct {
	id, root string
	byWindow map[string]string // window of an attempt
	order    []string          // processes as they come
	spans    map[string][]otelSpan
	from, to time.Time
	timeless int
}

func otlpTraces(r *analyze.Report) ([]byte, error) {
	id, err := traceID(r)
	if err != nil {
		return nil, err
	}
	t := &otelTrace{id: id, root: spanID(id, "root"), byWindow: map[string]string{}, spans: map[string][]otelSpan{}}
	for i := range r.Windows {
		t.window(&r.Windows[i], vouched(r, &r.Windows[i]))
	}
	for i := range r.Attempts {
		t.attempt(&r.Attempts[i])
	}
	data := tracesData{ResourceSpans: []resourceSpans{}}
	sc := scope{text(r.Tool.Name), text(r.Tool.Version)}
	if !t.from.IsZero() {
		data.ResourceSpans = append(data.ResourceSpans, resourceSpans{serviceOf("timeline"), []scopeSpans{{sc, []otelSpan{t.rootSpan(r)}}}})
	}
	for _, process := range t.order {
		name := text(process)
		if name == "" {
			name = "unknown_service:java" // what the specification says for a JVM without a name
		}
		data.ResourceSpans = append(data.ResourceSpans, resourceSpans{serviceOf(name), []scopeSpans{{sc, t.spans[process]}}})
	}
	return encode(data, "")
}

// traceID depends on what the tries of r are and when, and on nothing else: the
// same logs have the same ids, whatever version wrote the report.
func traceID(r *analyze.Report) (string, error) {
	h := sha256.New()
	for i := range r.Attempts {
		a := &r.Attempts[i]
		b, err := json.Marshal([]any{a.ID, a.Process, a.Host, a.Job, a.Thread, a.Start, a.End})
		if err != nil {
			return "", err
		}
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// spanID is that of an attempt or a window of a trace.
func spanID(trace, id string) string {
	sum := sha256.Sum256([]byte(trace + "/" + id))
	return hex.EncodeToString(sum[:8])
}

func serviceOf(name string) resource { return resource{[]keyValue{str("service.name", name)}} }

func str(key, value string) keyValue { return keyValue{key, anyValue{String: &value}} }

func num(key string, n int) keyValue {
	s := strconv.Itoa(n)
	return keyValue{key, anyValue{Int: &s}}
}

func yes(key string) keyValue {
	b := true
	return keyValue{key, anyValue{Bool: &b}}
}

func nanos(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

func (t *otelTrace) add(process string, s otelSpan, from, to time.Time) {
	s.TraceID, s.Start, s.End = t.id, nanos(from), nanos(to)
	if t.from.IsZero() || from.Before(t.from) {
		t.from = from
	}
	if to.After(t.to) {
		t.to = to
	}
	if _, ok := t.spans[process]; !ok {
		t.order = append(t.order, process)
	}
	t.spans[process] = append(t.spans[process], s)
}

func (t *otelTrace) rootSpan(r *analyze.Report) otelSpan {
	s := otelSpan{TraceID: t.id, SpanID: t.root, Name: "incident", Kind: kindInternal, Start: nanos(t.from), End: nanos(t.to), Attributes: []keyValue{
		str("timeline.verdict", text(r.Verdict)), num("timeline.attempts", r.Coverage.Attempts), num("timeline.failed", r.Coverage.Failed),
	}}
	if t.timeless > 0 {
		s.Attributes = append(s.Attributes, num("timeline.attempts_without_time", t.timeless))
	}
	return s
}

func (t *otelTrace) window(w *analyze.Window, sure bool) {
	p, ok := cachedPeriod(w)
	if !ok {
		return
	}
	id := spanID(t.id, w.ID)
	for _, a := range w.Cached {
		t.byWindow[a] = id
	}
	s := otelSpan{SpanID: id, Parent: t.root, Name: windowTitle(w, sure), Kind: kindInternal, Attributes: []keyValue{
		str("timeline.window.id", text(w.ID)), str("server.address", text(w.Host)), str("timeline.ttl", words.TTL(w.TTL)),
		str("timeline.cause", string(w.Lookup.Cause)), num("timeline.cached", len(w.Cached)), num("timeline.waited", len(w.Lookup.Waited)),
	}}
	if p.endless {
		s.Attributes = append(s.Attributes, yes("timeline.end_not_seen"))
	}
	if usable(w.FirstSuccess.Time) {
		s.Events = []otelEvent{{nanos(w.FirstSuccess.Time), "first success", []keyValue{}}}
	}
	t.add(w.Process, s, p.from, p.to)
}

func (t *otelTrace) attempt(a *analyze.Attempt) {
	at, ok := instant(a)
	if !ok {
		t.timeless++
		return
	}
	s := otelSpan{SpanID: spanID(t.id, a.ID), Parent: t.root, Name: attemptName(a), Kind: kindClient, Attributes: attemptAttributes(a)}
	from, to := at, at
	if hasSpan(a) {
		to = a.End.Time
	}
	switch a.Outcome {
	case analyze.OutcomeFailed:
		s.Status = otelStatus{Code: statusError, Message: words.Did(a)}
	case analyze.OutcomeOK:
		s.Status = otelStatus{Code: statusOK}
	}
	if a.Exception != "" {
		e := otelEvent{nanos(to), "exception", []keyValue{str("exception.type", text(a.Exception))}}
		if a.Message != "" {
			e.Attributes = append(e.Attributes, str("exception.message", text(a.Message)))
		}
		s.Events = []otelEvent{e}
	}
	if w := t.byWindow[a.ID]; w != "" {
		s.Links = []otelLink{{t.id, w, []keyValue{str("timeline.link", "answered from this cached failure")}}}
	}
	t.add(a.Process, s, from, to)
}

// attemptName has no host or job in it: trace stores group by the name.
func attemptName(a *analyze.Attempt) string {
	if a.Operation == "" {
		return "try"
	}
	return text(a.Operation)
}

func attemptAttributes(a *analyze.Attempt) []keyValue {
	list := []keyValue{str("timeline.attempt.id", text(a.ID)), str("timeline.class", text(string(a.Class))), num("timeline.try", a.Try)}
	for _, f := range []struct{ key, value string }{
		{"server.address", textOf(a.Host)}, {"network.peer.address", textOf(a.Remote)}, {"timeline.job", text(a.Job)}, {"thread.name", text(a.Thread)},
	} {
		if f.value != "" {
			list = append(list, str(f.key, f.value))
		}
	}
	if len(a.Sources) > 0 {
		list = append(list, str("timeline.source", words.Source(a.Sources[0])))
	}
	if a.Start.IsZero() {
		list = append(list, yes("timeline.start_unknown"))
	}
	if a.End.IsZero() {
		list = append(list, yes("timeline.end_unknown"))
	}
	return list
}
