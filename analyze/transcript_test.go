package analyze

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"timeline/parse"
	"timeline/parse/javatrace"
)

// epoch is when every made-up incident begins.
var epoch = time.Date(2026, 6, 18, 3, 0, 0, 0, time.UTC)

// A transcript is what the logs of an incident hold: records of several files.
type transcript struct {
	files []file
}

type file struct {
	process string
	records []parse.Record
}

// collect fills one collector per file, in the given order of files.
func (t *transcript) collect(files []int) []*Collector {
	var cs []*Collector
	for _, i := range files {
		f := t.files[i]
		c := NewCollector(f.process)
		for k := range f.records {
			c.Add(&f.records[k])
		}
		cs = append(cs, c)
	}
	return cs
}

// without drops a share of the records.
func (t *transcript) without(share float64, r *rand.Rand) *transcript {
	less := &transcript{}
	for _, f := range t.files {
		g := file{process: f.process}
		for _, rec := range f.records {
			if r.Float64() >= share {
				g.records = append(g.records, rec)
			}
		}
		less.files = append(less.files, g)
	}
	return less
}

// A scribe writes the logs of one process.
type scribe struct {
	in     *incident
	plan   jvmPlan
	random *rand.Rand
	events []parse.Record
	lines  []parse.Record
}

func (in *incident) write(truths []truth) *transcript {
	t := &transcript{}
	for i, tr := range truths {
		w := &scribe{in: in, plan: tr.plan, random: rand.New(rand.NewPCG(in.seed, uint64(200+i)))}
		for _, r := range tr.runs {
			w.write(r)
		}
		if in.style.events {
			t.files = append(t.files, w.file(w.events, "events"))
		}
		if in.style.log {
			t.files = append(t.files, w.file(w.lines, "log"))
		}
	}
	if in.mixed {
		for i := range t.files {
			t.files[i].process = ""
		}
	}
	if in.style.missing > 0 {
		t = t.without(in.style.missing, rand.New(rand.NewPCG(in.seed, 300)))
	}
	return t
}

func (w *scribe) file(records []parse.Record, name string) file {
	byTime(records)
	for i := range records {
		records[i].Pos = parse.Pos{File: w.plan.name + "/" + name, Line: i + 1}
	}
	return file{w.plan.name, records}
}

func byTime(rs []parse.Record) {
	slices.SortStableFunc(rs, func(a, b parse.Record) int { return a.Time.Compare(b.Time) })
}

func (w *scribe) stamp(at time.Duration) time.Time {
	return epoch.Add(at + w.plan.skew).Truncate(w.in.style.grain)
}

func (w *scribe) lag() time.Duration { return spanOf(w.random, 0, w.in.style.lag) }

func jobName(plan jvmPlan, r *run) string { return fmt.Sprintf("%s%05d", plan.name, r.job) }

func (w *scribe) write(r *run) {
	s := w.in.style
	job, thread := jobName(w.plan, r), fmt.Sprintf("worker-%d", r.job%97)
	op := "s3Upload"
	if r.number > 1 {
		op += "Original"
	}
	host := ""
	if s.eventHost {
		host = r.name
	}
	ev := parse.Record{Job: job, Thread: thread, Host: host, Operation: op, Duration: parse.Unset}
	start := ev
	start.Time, start.Phase = w.stamp(r.start), parse.Start
	w.events = append(w.events, start)
	last := w.lastTrace(r)
	if !r.failed || s.failMark != "none" {
		end := ev
		end.Time, end.Phase = w.stamp(r.end), parse.End
		if r.failed && s.failMark == "error" {
			end.Phase, end.Trace = parse.Fail, last
		}
		w.events = append(w.events, end)
	}
	line := parse.Record{Job: job, Thread: thread, Host: r.name, Duration: parse.Unset, Level: parse.Info}
	if s.durations {
		line.Duration = (r.end - r.start).Truncate(time.Millisecond)
	}
	lag := w.lag()
	line.Time = w.stamp(r.end + lag)
	if s.durations {
		line.Time = w.stamp(r.end + min(lag, 2*time.Millisecond))
	}
	if s.debug {
		w.inner(r, line)
	}
	switch {
	case r.failed:
		line.Level, line.Status, line.Trace, line.Message = parse.Warn, parse.Failed, last, "upload failed"
		w.lines = append(w.lines, line)
	case s.okLines:
		line.Status, line.Message, line.Remote = parse.OK, "upload ok", r.address
		w.lines = append(w.lines, line)
	}
}

// inner writes the failed tries that a library logs below INFO.
func (w *scribe) inner(r *run, line parse.Record) {
	for i, c := range r.calls {
		if c.pooled || !c.told.query.reply.failed() || i == len(r.calls)-1 && r.failed {
			continue
		}
		d := line
		d.Level, d.Duration, d.Try, d.Trace, d.Message = parse.Debug, parse.Unset, i+1, w.trace(r, c), "request will be retried"
		d.Time = w.stamp(c.end + w.lag())
		w.lines = append(w.lines, d)
	}
}

func (w *scribe) lastTrace(r *run) javatrace.Trace {
	switch {
	case !r.failed:
		return javatrace.Trace{}
	case r.dns():
		return w.trace(r, r.calls[len(r.calls)-1])
	}
	return traceOf(otherExceptions[r.failure], nil)
}

var otherExceptions = map[string][2]string{
	"connect timeout":               {"java.net.SocketTimeoutException", "Connect timed out"},
	"read timeout":                  {"java.net.SocketTimeoutException", "Read timed out"},
	"connection pool lease timeout": {"org.apache.http.conn.ConnectionPoolTimeoutException", "Timeout waiting for connection from pool"},
	"circuit breaker open":          {"io.github.resilience4j.circuitbreaker.CallNotPermittedException", "CircuitBreaker 'media' is OPEN"},
	"server refused":                {"com.example.StatusException", "503 Slow Down"},
	"connection refused":            {"java.net.ConnectException", "Connection refused"},
}

func traceOf(e [2]string, frames []javatrace.Frame) javatrace.Trace {
	return javatrace.Trace{Throwables: []javatrace.Throwable{
		{Class: "com.example.SdkException", Message: "Unable to execute request", Parent: -1},
		{Class: e[0], Message: e[1], Link: javatrace.CausedBy, Parent: 0, Frames: frames},
	}}
}

var glibcTexts = map[Cause]string{
	CauseNotFound: "Name or service not known", CauseServerError: "Temporary failure in name resolution", CauseTimeout: "Temporary failure in name resolution",
}

// trace is the exception of one call, as the JDK of the process prints it.
func (w *scribe) trace(r *run, c call) javatrace.Trace {
	uhe := [2]string{"java.net.UnknownHostException", r.name}
	if c.told.answer == answerNative {
		uhe[1] += ": " + glibcTexts[c.told.query.reply.cause]
	}
	switch w.plan.factory {
	case "huc": // the name failed inside new InetSocketAddress
		uhe[1] = r.name
		return traceOf(uhe, framesOf("sun.nio.ch.NioSocketImpl.connect", "java.net.Socket.connect"))
	case "bare":
		return traceOf(uhe, nil)
	}
	return traceOf(uhe, framesOf(stackOf(w.plan.jdk, c.told.answer)...))
}

// stackOf is what stands on the stack of an UnknownHostException.
func stackOf(jdk int, a answer) []string {
	const in = "java.net.InetAddress"
	ask := []string{in + ".getAllByName0", in + ".getAllByName", "org.apache.http.impl.conn.SystemDefaultDnsResolver.resolve"}
	read, native := in+"$CachedAddresses.get", []string{"java.net.Inet6AddressImpl.lookupAllHostAddr", in + "$PlatformNameService.lookupAllHostAddr"}
	switch {
	case jdk <= 8:
		native[1] = in + "$2.lookupAllHostAddr"
	case jdk >= 21:
		read, native[1] = in+"$CachedLookup.get", in+"$PlatformResolver.lookupByName"
	}
	service := in + "$NameServiceAddresses.get"
	switch {
	case a == answerNative && jdk == 7:
		return append(append(native, in+".getAddressesFromNameService"), ask...)
	case a == answerNative:
		return append(append(native, in+".getAddressesFromNameService", service), ask...)
	case jdk == 7:
		return ask
	case a == answerWaited:
		return append([]string{read, service}, ask...)
	}
	return append([]string{read}, ask...)
}

func framesOf(calls ...string) []javatrace.Frame {
	fs := make([]javatrace.Frame, len(calls))
	for i, c := range calls {
		k := strings.LastIndexByte(c, '.')
		fs[i] = javatrace.Frame{Class: c[:k], Method: c[k+1:], Line: 100 + i}
	}
	return fs
}
