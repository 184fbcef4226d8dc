package parse

import (
	"bytes"
	"unicode/utf8"
)

// message reads what the text of a message states: its first line, key=value
// pairs, the outcome in words, and the address behind a name.
func (r *Reader) message(rec *Record, text []byte) {
	first := firstLine(text)
	if len(first) > maxMessage {
		first = first[:maxMessage]
	}
	if len(first) < len(text) && len(rec.Trace.Throwables) == 0 && hasException(text) {
		if r.traces.Text(text[len(first)+1:]) || r.traces.Text(text) {
			rec.Trace = r.traces.Finish()
		}
	}
	if len(rec.Trace.Throwables) == 0 && hasException(first) {
		mention := r.traces.Mention
		if rec.Level < Warn {
			mention = r.traces.MentionNotice
		}
		if r.traces.Inline(first) || mention(first) {
			rec.Trace = r.traces.Finish()
		}
	}
	r.firstLine(rec, first)
}

// firstLine reads the line of a message that is kept. It reports whether the
// line states anything in pairs or by an address.
func (r *Reader) firstLine(rec *Record, m []byte) bool {
	rec.Message = string(m)
	if len(m) < maxMessage && !utf8.Valid(m) {
		r.note("some lines are not UTF-8: letters in them show as \\xNN; iconv converts such a log")
	}
	stated := r.pairs(rec, m)
	said := stated > 0
	if rec.Job != "" || rec.Host != "" || rec.Remote != "" || rec.Duration != Unset {
		stated++
	}
	if rec.Remote == "" && r.address(rec, m) {
		said = true
	}
	if r.answer(rec, m) {
		said = true
	}
	r.words(rec, m, stated)
	if rec.Duration == Unset && (rec.Status != NoStatus || rec.Phase == End || rec.Phase == Fail) {
		if d, ok := wordElapsed(m); ok {
			rec.Duration = d
		}
	}
	return said
}

// answer reads what a message says of a server's answer, or of a connection, into fields that are still
// empty. Beside an exception it says nothing.
func (r *Reader) answer(rec *Record, m []byte) bool {
	if rec.Status != NoStatus || rec.Phase != NoPhase || len(rec.Trace.Throwables) > 0 {
		return false
	}
	a, ok := answerOf(m)
	if !ok && rec.Remote != "" {
		a, ok = connectedTo(m)
	}
	if !ok || rec.Host != "" && rec.Host != string(a.host) {
		return false
	}
	rec.Host, rec.Status = r.names.of(a.host), a.status
	if rec.Duration == Unset {
		rec.Duration = a.took
	}
	return true
}

const maxMessage = 64 << 10 // bytes of a message's first line that are kept

// pairs reads the known key=value pairs of a message into fields that are
// still empty, and returns how many there were.
func (r *Reader) pairs(rec *Record, m []byte) int {
	n := 0
	for i := 0; i < len(m); {
		k := bytes.IndexByte(m[i:], '=')
		if k < 0 {
			break
		}
		eq := i + k
		i = eq + 1
		start := eq
		for start > 0 && isKeyByte(m[start-1]) {
			start--
		}
		if start == eq {
			continue
		}
		end, value := pairValue(m, i)
		if kk := r.keys.find(m[start:eq]); string(m[start:eq]) != "name" && kk.field != unknown && len(value) > 0 && r.pair(rec, kk, value) {
			n++
		}
		if end > i {
			i = end
		}
	}
	return n
}

func isKeyByte(c byte) bool {
	return c|0x20-'a' <= 'z'-'a' || c-'0' <= 9 || c == '_' || c == '.' || c == '-'
}

// pairValue returns the value at m[i], quoted or up to the next separator, and
// where it ends.
func pairValue(m []byte, i int) (end int, value []byte) {
	if i < len(m) && (m[i] == '"' || m[i] == '\'') {
		if k := bytes.IndexByte(m[i+1:], m[i]); k >= 0 {
			return i + k + 2, m[i+1 : i+1+k]
		}
	}
	end = i
	for end < len(m) && m[end] > ' ' && m[end] != ',' && m[end] != ';' && m[end] != ')' && m[end] != ']' && m[end] != '}' && m[end] != '"' {
		end++
	}
	value = m[i:end]
	if n := len(value); n > 1 && value[n-1] == ':' && value[n-2] != ':' { // "elapsedMs=5000: java.net..."
		value = value[:n-1]
	}
	return end, value
}

// pair puts one pair where it belongs.
func (r *Reader) pair(rec *Record, k key, v []byte) bool {
	switch k.field {
	case fJob:
		r.fill(&rec.Job, v)
	case fThread:
		r.fill(&rec.Thread, v)
	case fHost:
		if rec.Host == "" {
			rec.Host = r.names.of(hostOf(v))
		}
	case fURL:
		if h := hostOf(v); rec.Host == "" && len(h) > 0 && bytes.Contains(v, []byte("://")) {
			rec.Host = r.names.of(h)
		}
	case fRemote:
		r.fill(&rec.Remote, v)
	case fResolved:
		r.fill(&rec.Resolved, v)
	case fClient:
		r.fill(&rec.Client, v)
	case fProcess:
		if k.rank == 0 { // the user's own
			rec.Process = ""
		}
		r.fill(&rec.Process, v)
	case fTopic:
		if rec.Operation == "" && bytes.IndexByte(v, ' ') < 0 {
			t := r.topic(v)
			rec.Operation, rec.Phase = t.operation, t.phase
		}
	case fPhase:
		if p := phaseOf(v); p != NoPhase && rec.Phase == NoPhase {
			rec.Phase = p
		}
	case fDuration:
		d, ok := duration(v, k.unit)
		if ok && rec.Duration == Unset {
			rec.Duration = d
		}
		return ok
	case fStatus:
		s := statusOf(v)
		if rec.Status == NoStatus {
			rec.Status = s
		}
		return s != NoStatus
	case fLevel:
		if rec.Level == NoLevel {
			rec.Level = levelOf(v)
		}
	case fTry:
		rec.Try = small(v)
		return rec.Try > 0
	default:
		return false
	}
	return true
}

func (r *Reader) fill(s *string, v []byte) {
	if *s == "" {
		*s = r.names.of(v)
	}
}

// words reads the operation and its outcome from a message that begins with
// them, "s3Upload ok jobId=J1", and the number of a try.
func (r *Reader) words(rec *Record, m []byte, stated int) {
	n := wordLen(m)
	if n > 0 && n < len(m) && m[n] == ' ' && stated > 0 && rec.Operation == "" {
		second := m[n+1:]
		second = second[:wordLen(second)]
		switch t := r.topic(m[:n]); {
		case t.phase != NoPhase:
			rec.Operation, rec.Phase = t.operation, t.phase
		case isOutcome(second) && isName(m[:n]):
			rec.Operation = t.operation
		}
	}
	if rec.Status == NoStatus && (stated > 0 || rec.Level >= Warn || len(rec.Trace.Throwables) > 0) {
		rec.Status = wordStatus(m, rec.Level)
	}
	if k := bytes.Index(m, []byte("try ")); k >= 0 && rec.Try == 0 && (k == 0 || !isWordByte(m[k-1])) {
		rec.Try = small(m[k+4:])
	}
}

func isOutcome(b []byte) bool {
	switch string(b) {
	case "ok", "OK", "failed", "failure", "succeeded", "success", "completed", "finished", "done", "given", "error", "gave":
		return true
	}
	return false
}

// isName reports whether a word can name an operation.
func isName(b []byte) bool {
	return b[0]|0x20-'a' <= 'z'-'a' && bytes.IndexByte(b, '/') < 0
}

// address reads "name/10.0.0.1:443" from a message.
func (r *Reader) address(rec *Record, m []byte) bool {
	start, slash, end := findAddress(m)
	if start < 0 {
		return false
	}
	rec.Remote = r.names.of(m[slash+1 : end])
	if rec.Host == "" && slash > start {
		rec.Host = r.names.of(m[start:slash])
	}
	return true
}

// findAddress returns where the first name/address of m begins, has its slash
// and ends; start is -1 if there is none. The last one of a line is taken:
// "/10.0.0.9:51826 -> db.example/10.0.0.1:5432" names the remote end last.
func findAddress(m []byte) (start, slash, end int) {
	start = -1
	for i := 0; ; {
		k := bytes.IndexByte(m[i:], '/')
		if k < 0 {
			return start, slash, end
		}
		at := i + k
		i = at + 1
		e, ok := addressEnd(m, at+1)
		if !ok {
			continue
		}
		b := at
		for b > 0 && (isKeyByte(m[b-1])) {
			b--
		}
		if b == at || b > 0 && m[b-1] == '/' || m[b]-'0' <= 9 && !bytes.ContainsAny(m[b:at], "abcdefghijklmnopqrstuvwxyz") {
			continue
		}
		start, slash, end = b, at, e
	}
}

// addressEnd reads an IPv4 address with an optional port.
func addressEnd(m []byte, i int) (int, bool) {
	for part := range 4 {
		digits := 0
		for i < len(m) && m[i]-'0' <= 9 && digits < 4 {
			i++
			digits++
		}
		if digits == 0 || digits > 3 {
			return 0, false
		}
		if part < 3 {
			if i >= len(m) || m[i] != '.' {
				return 0, false
			}
			i++
		}
	}
	if i+1 < len(m) && m[i] == ':' && m[i+1]-'0' <= 9 {
		i++
		for i < len(m) && m[i]-'0' <= 9 {
			i++
		}
	}
	return i, true
}
