package parse

import (
	"bytes"
	"strings"
	"time"

	"timeline/parse/stamp"
)

// event makes a record of an object with a time.
func (r *Reader) event(o *object, ctx context) {
	pos := ctx.at
	if pos.Line == 0 {
		pos = r.posOf(o.values[o.set[0]])
	}
	o.weighTopic()
	if o.isLine() {
		r.jsonLine(o, ctx, pos)
		return
	}
	rec := r.add(pos)
	r.eventTimes(rec, o)
	r.eventNames(rec, o, ctx)
	r.eventOutcome(rec, o)
	r.eventTrace(rec, o)
	if v := o.values[fMessage]; v != nil {
		r.message(rec, unquote(v))
	}
	r.settle(rec)
	if o.has(fTopic) && rec.Message == "" {
		r.formats.add(timeLog)
	} else {
		r.formats.add(o.format())
	}
	r.done(rec)
}

// weighTopic decides what keys are that can name a topic, or a trace, and other
// things: the name of a logging application, a whole sentence, a stack trace.
func (o *object) weighTopic() {
	if v := o.values[fJob]; v != nil && string(o.names[fJob]) == "trace" && bytes.Contains(v, []byte(`\n`)) {
		o.values[fJob] = nil // a stack trace, not the id of one
		o.put(key{field: fStack, rank: 100}, []byte("trace"), v)
	}
	v := o.values[fTopic]
	if v == nil {
		return
	}
	switch string(o.names[fTopic]) {
	case "name":
		if o.has(fMessage) || o.has(fLevel) {
			o.values[fTopic] = nil
		}
	case "event":
		if !o.has(fMessage) && bytes.IndexByte(v, ' ') >= 0 {
			o.values[fTopic] = nil
			o.put(key{field: fMessage, rank: 1}, []byte("event"), v)
		}
	}
}

// jsonLine hands the message of an object that only carries a line to the
// reader of log lines.
func (r *Reader) jsonLine(o *object, ctx context, pos Pos) {
	env := Record{Lack: NoTime, Duration: Unset}
	r.eventTimes(&env, o)
	r.eventNames(&env, o, ctx)
	r.eventOutcome(&env, o)
	if r.outer != nil && env.Lack == NoTime {
		env.Time, env.Lack = r.outer.Time, r.outer.Lack
	}
	if f := o.format(); f == journal || f == gelfLog {
		r.formats.add(f)
	} else {
		r.formats.add(jsonLines)
	}
	text := unquote(o.values[fMessage])
	if string(o.names[fMessage]) == "log" && r.dockerPart(o, text, pos, &env) {
		return
	}
	r.lines(text, pos, &env)
}

// isLine reports whether an object only carries a line of some other log: it
// has a message and nothing that a log framework would state beside it.
func (o *object) isLine() bool {
	if v := o.values[fMessage]; v == nil || v[0] != '"' {
		return false
	}
	for _, f := range [...]field{fTopic, fLogger, fThread, fStack, fException, fErrorType, fErrorMessage, fDuration, fRemote, fURL} {
		if o.has(f) {
			return false
		}
	}
	return o.thrown == nil
}

// eventTimes reads the time, and the duration of an object that states both
// of its ends.
func (r *Reader) eventTimes(rec *Record, o *object) {
	start, hasStart := r.fieldTime(o.values[fStart])
	end, hasEnd := r.fieldTime(o.values[fEnd])
	at, hasAt := r.fieldTime(o.values[fTime])
	if sec := o.values[fSeconds]; !hasAt && sec != nil {
		at, hasAt = instant(unquote(sec), unquote(o.values[fNanos]))
	}
	switch {
	case hasStart && hasEnd && !end.Before(start.Time):
		at, hasAt = end, true
		rec.Duration = end.Sub(start.Time)
	case !hasAt && hasEnd:
		at, hasAt = end, true
	case !hasAt && hasStart:
		at, hasAt, rec.Phase = start, true, Start
	}
	if hasAt {
		if r.outer != nil {
			at = r.besides(at, r.outer)
		}
		rec.Time, rec.Lack = at.Time, at.Lack
	}
}

func (r *Reader) fieldTime(v []byte) (stamp.Stamp, bool) {
	if v == nil || v[0] == '{' || v[0] == '[' {
		return stamp.Stamp{}, false
	}
	return r.time(unquote(v))
}

// instant joins the two numbers of a java.time.Instant.
func instant(sec, nano []byte) (stamp.Stamp, bool) {
	t, ok := stamp.Epoch(sec)
	if !ok {
		return stamp.Stamp{}, false
	}
	n := 0
	for _, c := range nano {
		if c-'0' > 9 || n > 1e9 {
			return stamp.Stamp{}, false
		}
		n = n*10 + int(c-'0')
	}
	return stamp.Stamp{Time: t.Add(time.Duration(n))}, true
}

// eventNames reads who did what to whom.
func (r *Reader) eventNames(rec *Record, o *object, ctx context) {
	if v := o.values[fTopic]; v != nil && v[0] == '"' {
		t := r.topic(unquote(v))
		rec.Operation = t.operation
		if t.phase != NoPhase {
			rec.Phase = t.phase
		}
	}
	if v := o.values[fPhase]; v != nil && v[0] == '"' {
		if p := phaseOf(unquote(v)); p != NoPhase {
			rec.Phase = p
		}
	}
	rec.Job = r.orElse(o.values[fJob], ctx.job)
	if rec.Job == "" && ctx.file && o.has(fTopic) {
		rec.Job = r.names.of([]byte(r.fileJob()))
		r.note("events without a job: taken as those of a job with the file's name")
	}
	rec.Thread = r.orElse(o.values[fThread], ctx.thread)
	rec.Logger = r.orElse(o.values[fLogger], "")
	rec.Client = r.orElse(o.values[fClient], "")
	rec.Remote = r.orElse(o.values[fRemote], "")
	rec.Resolved = r.orElse(o.values[fResolved], "")
	rec.Level = o.level()
	r.eventHost(rec, o, ctx)
	if rec.Process = r.processOf(o); rec.Process == "" {
		rec.Process = ctx.process
	}
}

// level reads the level, whose numbers mean what the name of the member says.
func (o *object) level() Level {
	text := unquote(o.values[fLevel])
	switch string(o.names[fLevel]) {
	case "severityNumber", "severity_number": // OpenTelemetry: 1 to 24, four steps each
		return Level(min(max(small(text)+3, 0)/4, int(Error)))
	case "severityLevel", "SeverityLevel": // Application Insights: verbose, information, warning, error, critical
		if len(text) == 1 && text[0]-'0' <= 4 {
			return [...]Level{Debug, Info, Warn, Error, Error}[text[0]-'0']
		}
	}
	return levelOf(text)
}

// eventHost reads the remote name. In a log line "host" without an address or
// a duration is the machine that wrote it.
func (r *Reader) eventHost(rec *Record, o *object, ctx context) {
	switch host, url := o.values[fHost], o.values[fURL]; {
	case host != nil && host[0] == '"' && !o.hostIsMachine():
		rec.Host = r.hosts.of(host)
	case url != nil && url[0] == '"':
		rec.Host = r.hosts.of(url)
	default:
		rec.Host = ctx.host
	}
}

func (o *object) hostIsMachine() bool {
	if !equalFold(string(o.names[fHost]), "host") || o.has(fTopic) || o.has(fRemote) || o.has(fDuration) || o.has(fURL) {
		return false
	}
	return o.has(fLevel) || o.has(fLogger) || o.has(fStack) || o.has(fOrigin) && o.has(fMessage) || o.has(fStatus) && levelOf(unquote(o.values[fStatus])) != NoLevel || string(o.names[fMessage]) == "short_message"
}

// processOf names the JVM that wrote an object: its pod or container, else the
// machine with the process id.
func (r *Reader) processOf(o *object) string {
	if v := o.values[fProcess]; v != nil && v[0] != '{' {
		return r.names.of(unquote(v))
	}
	machine := o.values[fMachine]
	if machine == nil && o.has(fHost) && o.hostIsMachine() {
		machine = o.values[fHost]
	}
	if machine == nil || machine[0] != '"' {
		return ""
	}
	if pid := o.values[fPID]; pid != nil {
		return r.names.of([]byte(string(unquote(machine)) + "/" + string(unquote(pid))))
	}
	return r.names.of(unquote(machine))
}

// eventOutcome reads durations and statuses that fields state.
func (r *Reader) eventOutcome(rec *Record, o *object) {
	if v := o.values[fDuration]; v != nil && v[0] != '{' {
		k := o.keys[fDuration]
		if d, ok := duration(unquote(v), k.unit); ok {
			rec.Duration = d
			if k.unit == 0 && v[0] != '"' {
				r.note("durations under a key without a unit (" + string(o.names[fDuration]) + ") are taken as milliseconds")
			}
		}
	}
	if v := o.values[fStatus]; v != nil {
		s := unquote(v)
		rec.Status = statusOf(s)
		if !o.has(fTopic) && rec.Level == NoLevel && o.has(fMessage) && s[0]-'0' > 9 {
			if l := levelOf(s); l != NoLevel {
				rec.Level, rec.Status = l, NoStatus // Datadog calls the level status
			}
		}
	}
	if v := o.values[fTry]; v != nil && v[0]-'0' <= 9 && len(v) < 4 {
		rec.Try = small(v)
	}
}

// settle draws the plain conclusions that need the whole record.
func (r *Reader) settle(rec *Record) {
	if rec.Phase == Fail || rec.Status == NoStatus && rec.Trace.Named() {
		rec.Status = Failed
	}
	if rec.Remote == "" {
		r.triedAddress(rec)
	}
}

// triedAddress reads the address that a failed connection names in its exception:
// "Connect to h:443 [h/10.0.0.1] failed", "Failed to connect to h/10.0.0.1:443",
// "Connection refused: h/10.0.0.1:443". A client that lists several does not say
// which of them it tried last.
func (r *Reader) triedAddress(rec *Record) {
	for i := range rec.Trace.Throwables {
		m := rec.Trace.Throwables[i].Message
		if strings.IndexByte(m, '/') < 0 || !strings.Contains(m, "onnect") {
			continue
		}
		text := []byte(m)
		start, slash, end := findAddress(text)
		if start < 0 {
			continue
		}
		if before, _, _ := findAddress(text[:start]); before < 0 {
			rec.Remote = r.names.of(text[slash+1 : end])
		}
		return
	}
}

func (r *Reader) topic(b []byte) topic {
	if t, ok := r.topics[string(b)]; ok {
		return t
	}
	name := r.names.of(b)
	op, phase := topicOf(name)
	t := topic{r.names.of([]byte(op)), phase}
	if len(r.topics) < 4096 {
		r.topics[strings.Clone(name)] = t
	}
	return t
}

// orElse returns the text of v, or s where v says nothing.
func (r *Reader) orElse(v []byte, s string) string {
	if v == nil || v[0] == '{' || v[0] == '[' {
		return s
	}
	return r.values.of(v)
}

func small(b []byte) int {
	n := 0
	for _, c := range b {
		if c-'0' > 9 || n > 1e6 {
			break
		}
		n = n*10 + int(c-'0')
	}
	return n
}
