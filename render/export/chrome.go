package export

import (
	"slices"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// A traceFile is the JSON object form of the Trace Event Format, which Perfetto
// and chrome://tracing read.
type traceFile struct {
	OtherData       map[string]any `json:"otherData"` // first: it tells whose trace it is
	TraceEvents     []traceEvent   `json:"traceEvents"`
	DisplayTimeUnit string         `json:"displayTimeUnit"`
}

// A traceEvent is one event. Its phase (Ph) is X for a span with a length, i for
// an instant, b and e for the ends of an asynchronous span, M for a name.
type traceEvent struct {
	Name  string         `json:"name"`
	Cat   string         `json:"cat,omitempty"`
	Ph    string         `json:"ph"`
	Ts    int64          `json:"ts"` // microseconds since 1970
	Dur   *int64         `json:"dur,omitempty"`
	Pid   int            `json:"pid"`
	Tid   int            `json:"tid"`
	ID    string         `json:"id,omitempty"`
	Scope string         `json:"s,omitempty"` // of an instant: g for all, p for its process, t for its lane
	Args  map[string]any `json:"args,omitempty"`
}

// A tracer numbers processes and lanes as they come.
type tracer struct {
	events []traceEvent
	pids   map[string]int
	lanes  map[laneKey][]lane // rows of one name: spans of one row must not overlap
	tids   map[int]int        // used of each pid
}

type laneKey struct {
	pid  int
	name string
}

type lane struct {
	tid int
	end time.Time
}

func chromeTrace(r *analyze.Report) ([]byte, error) {
	t := &tracer{pids: map[string]int{}, lanes: map[laneKey][]lane{}, tids: map[int]int{}}
	timeless := 0
	for i := range r.Attempts {
		if !t.attempt(&r.Attempts[i]) {
			timeless++
		}
	}
	for i := range r.Windows {
		t.window(&r.Windows[i], vouched(r, &r.Windows[i]))
	}
	return encode(traceFile{TraceEvents: append([]traceEvent{}, t.events...), DisplayTimeUnit: "ms",
		OtherData: map[string]any{"verdict": text(r.Verdict), "attempts_without_time": timeless, "tool": text(r.Tool.Name + " " + r.Tool.Version)}}, " ")
}

func micros(t time.Time) int64 { return t.UnixMicro() }

func (t *tracer) pid(process string) int {
	if n, ok := t.pids[process]; ok {
		return n
	}
	n := len(t.pids) + 1
	t.pids[process] = n
	name := text(process)
	if name == "" {
		name = "JVM"
	}
	t.events = append(t.events, traceEvent{Name: "process_name", Ph: "M", Pid: n, Args: map[string]any{"name": name}})
	return n
}

// lane finds a row for a span, and opens another one of the same name where the
// span would overlap: viewers nest or drop spans that do. An instant (from is to)
// may stand on any row.
func (t *tracer) lane(pid int, name string, from, to time.Time) int {
	k := laneKey{pid, name}
	rows := t.lanes[k]
	i := slices.IndexFunc(rows, func(l lane) bool { return from.Equal(to) || !from.Before(l.end) })
	if i < 0 {
		t.tids[pid]++
		rows = append(rows, lane{tid: t.tids[pid]})
		i = len(rows) - 1
		label := name
		if i > 0 {
			label += " (" + words.Number(i+1) + ")"
		}
		t.events = append(t.events, traceEvent{Name: "thread_name", Ph: "M", Pid: pid, Tid: rows[i].tid, Args: map[string]any{"name": label}})
	}
	if to.After(rows[i].end) {
		rows[i].end = to
	}
	t.lanes[k] = rows
	return rows[i].tid
}

func (t *tracer) attempt(a *analyze.Attempt) bool {
	at, ok := instant(a)
	if !ok {
		return false
	}
	pid := t.pid(a.Process)
	e := traceEvent{Name: title(a), Cat: text(string(a.Class)), Ph: "i", Ts: micros(at), Pid: pid, Scope: "t", Args: attemptArgs(a)}
	if hasSpan(a) {
		e.Tid = t.lane(pid, laneName(a), a.Start.Time, a.End.Time)
		dur := micros(a.End.Time) - e.Ts
		e.Ph, e.Scope, e.Dur = "X", "", &dur
	} else {
		e.Tid = t.lane(pid, laneName(a), at, at)
	}
	t.events = append(t.events, e)
	return true
}

func attemptArgs(a *analyze.Attempt) map[string]any {
	args := map[string]any{"attempt": text(a.ID), "outcome": text(string(a.Outcome)), "try": a.Try}
	for _, f := range []struct{ name, value string }{
		{"host", textOf(a.Host)}, {"job", text(a.Job)}, {"thread", text(a.Thread)}, {"exception", text(a.Exception)}, {"message", text(a.Message)}, {"remote", textOf(a.Remote)},
	} {
		if f.value != "" {
			args[f.name] = f.value
		}
	}
	if len(a.Sources) > 0 {
		args["source"] = words.Source(a.Sources[0])
	}
	if a.Start.IsZero() {
		args["start"] = "not in the logs"
	}
	if a.End.IsZero() {
		args["end"] = "not in the logs"
	}
	return args
}

// window writes the lookup and the window behind it as asynchronous spans, which
// may overlap lanes, and the first success as an instant.
func (t *tracer) window(w *analyze.Window, sure bool) {
	p, ok := cachedPeriod(w)
	if !ok {
		return
	}
	pid := t.pid(w.Process)
	async := func(name, cat string, from, to time.Time, args map[string]any) {
		e := traceEvent{Name: name, Cat: cat, Ph: "b", Ts: micros(from), Pid: pid, ID: text(w.ID), Args: args}
		t.events = append(t.events, e)
		e.Ph, e.Ts, e.Args = "e", micros(to), nil
		t.events = append(t.events, e)
	}
	if start := w.Lookup.Start; usable(start.Time) && !p.from.Before(start.Time) {
		async("lookup of "+text(w.Host), "lookup", start.Time, p.from, map[string]any{"cause": words.Cause(w.Lookup.Cause), "queued": len(w.Lookup.Waited)})
	}
	args := map[string]any{"ttl": words.TTL(w.TTL), "tries": len(w.Cached), "opened": words.Interval(w.Opened, nil), "closed": words.Interval(w.Closed, nil)}
	if p.endless {
		args["closed"] = "not seen"
	}
	async(windowTitle(w, sure), "window", p.from, p.to, args)
	if usable(w.FirstSuccess.Time) {
		t.events = append(t.events, traceEvent{Name: "first success of " + text(w.Host), Cat: "recovery", Ph: "i", Ts: micros(w.FirstSuccess.Time), Pid: pid, Scope: "p",
			Args: map[string]any{"window": text(w.ID)}})
	}
}
