package parse

import (
	"strings"

	"github.com/tidwall/gjson"

	"timeline/parse/javatrace"
)

// flightEvent reads an event of a flight recording, as jfr print --json prints
// it: {"type": …, "values": {…}}. Four kinds matter here, each told by a member
// that no other has: connects, waits for the monitor of InetAddress and parks on
// its lock, and exceptions of failed lookups.
func (r *Reader) flightEvent(o *object, _ context) bool {
	v := o.inside("values")
	if v == nil || v[0] != '{' || len(o.inner) != 1 {
		return false
	}
	e := gjson.ParseBytes(v)
	at, ok := r.clock.Text([]byte(e.Get("startTime").Str))
	if !ok {
		return false
	}
	rec := r.add(r.posOf(v))
	if took, ok := isoDuration(e.Get("duration").Str); ok {
		rec.Duration = took
	}
	rec.Time, rec.Lack = at.Add(max(rec.Duration, 0)), at.Lack
	rec.Thread = e.Get("eventThread.javaName").Str
	if !r.flightConnect(rec, e) && !r.flightWait(rec, e) && !r.flightThrow(rec, e) {
		r.drop()
		r.sum.Skipped++
		return true
	}
	r.formats.add(flightFormat)
	r.done(rec)
	return true
}

// flightConnect reads jdk.SocketConnect. Reads and writes of a socket have the
// same host and address, and bytes beside.
func (r *Reader) flightConnect(rec *Record, e gjson.Result) bool {
	host, address := e.Get("host"), e.Get("address")
	if host.Type != gjson.String || address.Type != gjson.String || e.Get("bytesRead").Exists() || e.Get("bytesWritten").Exists() {
		return false
	}
	rec.Operation, rec.Host, rec.Remote, rec.Status = "connect", host.Str, address.Str, OK
	if port := e.Get("port"); port.Exists() && address.Str != "" {
		rec.Remote += ":" + port.Raw
	}
	if m := e.Get("exceptionMessage"); m.Type == gjson.String {
		rec.Status, rec.Level, rec.Message = Failed, Error, m.Str
	}
	return true
}

// flightWait reads jdk.JavaMonitorEnter and jdk.ThreadPark of a thread that
// waits for another one's lookup.
func (r *Reader) flightWait(rec *Record, e gjson.Result) bool {
	d := &Dump{Head: rec.Pos, State: "BLOCKED"}
	d.Waits.Class = javaClass(e.Get("monitorClass"))
	if d.Waits.Class == "" {
		d.State, d.Waits.Class = "WAITING", javaClass(e.Get("parkedClass"))
	}
	if d.Waits.Class == "" {
		return false
	}
	d.Frames = flightFrames(e)
	waits := false
	for _, f := range d.Frames {
		waits = waits || strings.HasPrefix(f.Class, "java.net.InetAddress")
	}
	if !waits {
		return false
	}
	d.Waits.ID, d.Owner = e.Get("address").Raw, e.Get("previousOwner.javaName").Str
	rec.Dump = d
	return true
}

// flightThrow reads jdk.JavaExceptionThrow of exceptions that say that a name
// did not resolve. Other exceptions are part of a program's daily work.
func (r *Reader) flightThrow(rec *Record, e gjson.Result) bool {
	class := javaClass(e.Get("thrownClass"))
	if class != "java.net.UnknownHostException" && class != "java.nio.channels.UnresolvedAddressException" {
		return false
	}
	rec.Duration, rec.Level, rec.Status = Unset, Error, Failed
	t := javatrace.Throwable{Class: class, Message: e.Get("message").String(), Parent: -1, Frames: flightFrames(e)}
	for len(t.Frames) > 0 && t.Frames[0].Method == "<init>" { // an exception is recorded where it is made
		t.Frames = t.Frames[1:]
	}
	rec.Trace = javatrace.Trace{Throwables: []javatrace.Throwable{t}, Cut: e.Get("stackTrace.truncated").Bool()}
	return true
}

// javaClass returns the name of a class, which recordings print with slashes.
func javaClass(c gjson.Result) string {
	return strings.ReplaceAll(c.Get("name").Str, "/", ".")
}

func flightFrames(e gjson.Result) []javatrace.Frame {
	var frames []javatrace.Frame
	e.Get("stackTrace.frames").ForEach(func(_, f gjson.Result) bool {
		m := f.Get("method")
		frames = append(frames, javatrace.Frame{
			Class: javaClass(m.Get("type")), Method: m.Get("name").Str, Line: int(max(f.Get("lineNumber").Int(), 0)), Native: f.Get("type").Str == "Native",
		})
		return len(frames) < javatrace.MaxFrames
	})
	return frames
}
