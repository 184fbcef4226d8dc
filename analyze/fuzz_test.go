package analyze

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"timeline/parse"
	"timeline/parse/javatrace"
)

// A byteSource makes choices of bytes; 0 where they are used up.
type byteSource struct{ b []byte }

func (s *byteSource) next() int {
	if len(s.b) == 0 {
		return 0
	}
	v := s.b[0]
	s.b = s.b[1:]
	return int(v)
}

func choose[T any](s *byteSource, of ...T) T { return of[s.next()%len(of)] }

// instant is near one second in most cases, so that tries meet, and anywhere in
// time in some.
func (s *byteSource) instant() time.Time {
	base := time.Date(2026, 7, 28, 11, 45, 0, 0, time.UTC)
	switch s.next() % 32 {
	case 0:
		return time.Time{}
	case 1:
		return time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC)
	case 2:
		return time.Date(0, 1, 1, s.next()%24, 0, s.next()%60, 0, time.UTC)
	}
	return base.Add(time.Duration(s.next())*100*time.Millisecond + time.Duration(s.next()%16)*time.Millisecond)
}

// instantLacking is an instant as package parse gives it where the text of a time
// lacks something.
func (s *byteSource) instantLacking(l parse.Missing) time.Time {
	at := s.instant()
	switch l {
	case parse.NoYear:
		return time.Date(0, at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), at.Nanosecond(), time.UTC)
	case parse.NoDate:
		return time.Date(0, 1, 1, at.Hour(), at.Minute(), at.Second(), at.Nanosecond(), time.UTC)
	case parse.NoTime:
		return time.Time{}
	}
	return at
}

// frames by which a try can show what it did, see frames.go; also none, and others.
var fuzzFrames = [][]javatrace.Frame{
	nil,
	{{Class: "java.net.InetAddress$CachedAddresses", Method: "get"}, {Class: "java.net.InetAddress", Method: "getAllByName0"}},
	{{Class: "java.net.InetAddress$CachedLookup", Method: "get"}, {Class: "java.net.InetAddress", Method: "getAllByName0"}},
	{{Class: "java.net.InetAddress$NameServiceAddresses", Method: "get"}, {Class: "java.net.InetAddress", Method: "getAllByName0"}},
	{{Class: "java.net.Inet6AddressImpl", Method: "lookupAllHostAddr", Native: true}, {Class: "java.net.InetAddress", Method: "getAddressesFromNameService"}, {Class: "java.net.InetAddress$NameServiceAddresses", Method: "get"}},
	{{Class: "a.B", Method: "c"}},
}

func (s *byteSource) trace(host string) javatrace.Trace {
	class := choose(s, "", "", "java.net.UnknownHostException", "java.net.UnknownHostException", "java.net.ConnectException", "java.net.SocketTimeoutException")
	if class == "" {
		return javatrace.Trace{}
	}
	message := choose(s, host, host+": Temporary failure in name resolution", host+": Name or service not known", "", "\x1b[2J\xff")
	return javatrace.Trace{Cut: s.next()%16 == 0, Throwables: []javatrace.Throwable{{Class: class, Message: message, Parent: -1, Frames: choose(s, fuzzFrames...)}}}
}

func (s *byteSource) record(line int) *parse.Record {
	r := &parse.Record{Pos: parse.Pos{File: choose(s, "a.log", "b.log"), Line: line}, Duration: parse.Unset}
	r.Lack = choose(s, parse.Whole, parse.Whole, parse.Whole, parse.NoZone, parse.NoDate, parse.NoYear, parse.NoTime)
	r.Time = s.instantLacking(r.Lack)
	r.Process, r.Job, r.Thread = choose(s, "", "", "p"), choose(s, "", "1", "2", "3"), choose(s, "", "t1", "t2")
	r.Host, r.Operation = choose(s, "a.example", "a.example", "b.example", "", "A.example", "10.0.0.1"), choose(s, "put", "put", "", "putOriginal")
	r.Phase = choose(s, parse.Start, parse.End, parse.Fail, parse.NoPhase, parse.NoPhase)
	r.Status, r.Level = choose(s, parse.NoStatus, parse.OK, parse.Failed), choose(s, parse.Error, parse.Info, parse.Debug)
	r.Remote, r.Resolved = choose(s, "", "", "10.0.0.1:443", "10.0.0.2"), choose(s, "", "", "10.0.0.2")
	r.Try, r.Restart = s.next()%4, s.next()%64 == 0
	if s.next()%3 == 0 {
		r.Duration = time.Duration(s.next()) * choose(s, time.Millisecond, 50*time.Millisecond, time.Hour, 30*365*24*time.Hour)
	}
	if r.Phase != parse.Start {
		r.Trace = s.trace(r.Host)
	}
	if len(r.Trace.Throwables) == 0 {
		r.Message = choose(s, "", "upload failed", "Unable to resolve host a.example", "ok")
	}
	return r
}

// FuzzInference: whatever records say, a report contradicts neither itself nor its
// evidence, and does not depend on the order of the inputs.
func FuzzInference(f *testing.F) {
	for seed := range 6 {
		b := make([]byte, 600)
		for i := range b {
			b[i] = byte((i*i*31 + i*(7+seed*13) + seed) >> 2)
		}
		f.Add(b)
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 4096 {
			return
		}
		s := &byteSource{b}
		var records []*parse.Record
		for len(s.b) > 0 {
			records = append(records, s.record(len(records)+1))
		}
		there, back := runOf(records, 0, 1), runOf(records, 1, 0)
		if there != back {
			t.Errorf("the order of the inputs matters:\n%s", firstDifference(there, back))
		}
		var r Report
		if err := json.Unmarshal([]byte(there), &r); err != nil {
			t.Fatal(err)
		}
		for _, wrong := range contradictions(&r) {
			t.Error(wrong)
		}
	})
}

// runOf explains records in two inputs, by file, in the order given.
func runOf(records []*parse.Record, order ...int) string {
	cs := make([]*Collector, len(order))
	for i, k := range order {
		cs[i] = NewCollector("")
		for _, r := range records {
			if r.Pos.File == []string{"a.log", "b.log"}[k] {
				cs[i].Add(r)
			}
		}
		cs[i].Thin()
	}
	r := Run(cs, make([]Input, len(order)), Options{})
	r.Coverage.Inputs = nil
	b, err := json.Marshal(r)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func firstDifference(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	from := max(0, n-150)
	return a[from:min(len(a), n+150)] + "\n" + b[from:min(len(b), n+150)]
}

// contradictions lists what of a report cannot be true together.
func contradictions(r *Report) []string {
	var wrong []string
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	known := map[string]*Attempt{}
	for i := range r.Attempts {
		a := &r.Attempts[i]
		known[a.ID] = a
		if !a.Start.IsZero() && !a.End.IsZero() && a.End.Before(a.Start.Time) {
			say("%s ends at %s, before its start at %s", a.ID, a.End, a.Start)
		}
		if want := (a.Outcome == OutcomeFailed); (a.Class.IsDNS() || a.Class == ClassOther) && !want || a.Class == ClassOK && a.Outcome != OutcomeOK {
			say("%s is of class %s with outcome %s", a.ID, a.Class, a.Outcome)
		}
		if (a.Class == ClassLookup || a.Class == ClassWaited || a.Class == ClassCached) && len(a.ClassFrom) == 0 {
			say("%s is of class %s without evidence", a.ID, a.Class)
		}
		if len(a.Sources) == 0 {
			say("%s stands nowhere", a.ID)
		}
	}
	for _, w := range r.Windows {
		for _, i := range []Interval{w.Opened, w.Closed} {
			if !i.Earliest.IsZero() && !i.Latest.IsZero() && i.Earliest.After(i.Latest.Time) {
				say("%s: from %s to %s", w.ID, i.Earliest, i.Latest)
			}
		}
		if w.TTL.Low != nil && w.TTL.High != nil && *w.TTL.Low > *w.TTL.High {
			say("%s: TTL from %g to %g", w.ID, *w.TTL.Low, *w.TTL.High)
		}
		for _, id := range w.Cached {
			if a := known[id]; a == nil || !a.Class.IsDNS() {
				say("%s: %s was answered by the cache, and is %+v", w.ID, id, a)
			}
		}
	}
	for _, f := range r.Findings {
		for _, e := range f.Evidence {
			for _, id := range e.Attempts {
				if known[id] == nil {
					say("%s: no try %s", f.ID, id)
				}
			}
		}
		if f.Statement == "" || len(f.Evidence) == 0 || strings.Contains(f.Statement, "%!") {
			say("%s says %q with %d pieces of evidence", f.ID, f.Statement, len(f.Evidence))
		}
	}
	if c := r.Coverage; c.Attempts != c.OK+c.Failed+c.Unknown || c.Attempts < len(r.Attempts) {
		say("%d tries, %d listed: %d ok, %d failed, %d unknown", c.Attempts, len(r.Attempts), c.OK, c.Failed, c.Unknown)
	}
	if bytes.Contains([]byte(r.Verdict), []byte("%!")) || r.Verdict == "" {
		say("verdict %q", r.Verdict)
	}
	return wrong
}
