package parse

import (
	"bytes"
	"time"

	"timeline/parse/javatrace"
	"timeline/parse/stamp"
)

// end makes a record of the entry that is held, unless it says nothing that
// matters here.
func (t *text) end(e *entry) {
	if !e.held {
		e.trace.Discard()
		return
	}
	e.held = false
	r, h := t.r, &e.head
	said := signsOf(h.message)
	if said&signException != 0 && e.trace.Empty() {
		r.tracesIn(e.trace, h.message, max(h.level, e.outer.Level))
	}
	if e.trace.Empty() && len(e.weak) > 0 {
		r.tracesIn(e.trace, e.weak, h.level)
	}
	restart := isRestart(h.message)
	matters := restart || !e.trace.Empty() || h.level >= Warn || e.outer.states() || e.loose && (mentionsFailure(h.message) || bytes.HasPrefix(h.message, []byte(gradleRequest)))
	lookup := said&signLookup != 0 && mentionsLookup(h.message)
	if !matters && !lookup && !r.mayState(said, h.message) {
		e.trace.Discard()
		r.sum.Skipped++
		return
	}
	rec := r.add(e.pos)
	rec.fill(&e.outer)
	rec.Restart = restart
	rec.Trace = e.trace.Finish()
	r.header(rec, e)
	if states := r.firstLine(rec, h.message[:min(len(h.message), maxMessage)]); !states && !matters && !lookup {
		r.drop()
		r.sum.Skipped++
		return
	}
	if ran, ok := runningFor(h.message); restart && ok {
		rec.Uptime = ran
	}
	r.formats.addAt(textFormat(e), e.pos.Line)
	r.settle(rec)
	r.done(rec)
}

// textFormat tells a trace that stands alone from an entry with a header.
func textFormat(e *entry) string {
	if e.loose && e.outer.Lack == NoTime {
		return javaTrace
	}
	return entryLog
}

// header puts what the entry's first line states before its message.
func (r *Reader) header(rec *Record, e *entry) {
	h := &e.head
	if h.timed {
		at := r.besides(h.at, &e.outer)
		rec.Time, rec.Lack = at.Time, at.Lack
	}
	if h.level != NoLevel {
		rec.Level = h.level
	}
	set(&rec.Thread, r.names.of(h.thread))
	set(&rec.Logger, r.names.of(h.logger))
	set(&rec.Job, r.names.of(h.job))
}

// besides completes the time that a program wrote without zone or date by the
// one that its envelope states: written within seconds of each other, they
// differ by a zone's offset and whole days. A zone that the user gives stands
// above it.
func (r *Reader) besides(at stamp.Stamp, env *Record) stamp.Stamp {
	const (
		step  = 15 * time.Minute // all offsets in use are multiples of it
		delay = 30 * time.Second // between writing and taking a line
	)
	if at.Lack == Whole || at.Lack == NoTime || env.Lack != Whole || at.Lack == NoZone && r.opt.zoneOf(env.Process) != nil {
		return at
	}
	seconds := (at.Unix() - env.Time.Unix()) % int64(step/time.Second) // a Duration cannot reach from year 0 to now
	d := time.Duration(seconds)*time.Second + time.Duration(at.Nanosecond()-env.Time.Nanosecond())
	switch {
	case d > step/2:
		d -= step
	case d < -step/2:
		d += step
	}
	if d.Abs() <= delay {
		r.note("times without a zone are placed by the times that their envelope states")
		return stamp.Stamp{Time: env.Time.Add(d), Lack: Whole}
	}
	if at.Lack != NoZone {
		return stamp.Stamp{Time: env.Time, Lack: Whole}
	}
	return at
}

// states reports whether an envelope says something of a call.
func (rec *Record) states() bool {
	return rec.Level >= Warn || rec.Job != "" || rec.Host != "" || rec.Remote != ""
}

// fill copies what an envelope states.
func (rec *Record) fill(env *Record) {
	pos := rec.Pos
	*rec = *env
	rec.Pos = pos
}

func set(s *string, v string) {
	if v != "" {
		*s = v
	}
}

// tracesIn reads an exception that a message names or, with its line ends
// escaped, holds whole.
func (r *Reader) tracesIn(b *javatrace.Builder, message []byte, level Level) {
	if !hasException(message) {
		return
	}
	if bytes.Contains(message, []byte(`\n`)) || bytes.Contains(message, []byte("<br")) || bytes.Contains(message, []byte("#012")) {
		text := message
		if k := bytes.Index(text, []byte("Exception")); k > 0 { // from the class on
			for k > 0 && isWord[text[k-1]] {
				k--
			}
			text = text[k:]
		}
		if end := bytes.LastIndex(text, []byte(`"`)); end > 0 {
			text = text[:end]
		}
		if b.Text(text) {
			return
		}
	}
	if b.Inline(message) {
		return
	}
	if level >= Warn {
		b.Mention(message)
	} else {
		b.MentionNotice(message)
	}
}

// resolverTexts are the words of resolvers for a name that they cannot
// resolve, as operating systems print them in several languages.
var resolverTexts = []string{
	"ould not resolve host", "nable to resolve host", "getaddrinfo ENOTFOUND", "getaddrinfo EAI_AGAIN",
	"Name or service not known", "emporary failure in name resolution", "No address associated with hostname",
	"nodename nor servname provided", "Name does not resolve", "No such host is known", "requested name is valid, but no data",
	"Host ist unbekannt", "Dienst ist nicht bekannt", "Fehler bei der Namensaufl", "Nom ou service inconnu",
	"dans la résolution du nom", "Nombre o servicio desconocido", "resolución del nombre", "Nome o servizio sconosciuto",
	"risoluzione del nome", "Nome ou serviço desconhecido", "resolução de nome", "Неизвестное имя или служба",
	"разрешении имен", "名前またはサービスが不明", "名前解決に一時的に失敗", "未知的名称或服务", "域名解析暂时失败",
	"이름 혹은 서비스를 알 수 없습니다", "不知道这样的主机",
}

// mentionsFailure reports whether a line without a header tells in a
// resolver's words that a name was not resolved.
func mentionsFailure(line []byte) bool {
	if len(line) < 20 || len(line) > 4096 {
		return false
	}
	for _, w := range resolverTexts {
		if bytes.Contains(line, []byte(w)) {
			return true
		}
	}
	return false
}

// mentionsLookup knows the words in which libraries tell of name resolution
// without an exception.
func mentionsLookup(m []byte) bool {
	for _, w := range lookupWords {
		if bytes.Contains(m, w) {
			return true
		}
	}
	return false
}

var lookupWords = [][]byte{[]byte("esol"), []byte("ookup"), []byte("nknown host"), []byte("t known"), []byte("ist unbekannt"), []byte("ailure in name"), []byte("getaddrinfo")}
