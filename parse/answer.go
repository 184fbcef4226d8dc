package parse

import (
	"bytes"
	"time"
)

// An answer is what a line says of a request that a server answered:
// "POST https://ledger.example/v1/invoices -> 201 in 80 ms".
type answer struct {
	host   []byte
	status Status        // NoStatus for 4xx, see statusOf
	took   time.Duration // Unset where the line states none
}

const maxAnswer = 2048 // bytes of a message that are read for an answer

// answerOf reads the answer of a server from a message: one absolute URL, whose
// host was called, and an HTTP status or words of success beside it. A status is
// three digits that stand where one stands, see httpStatus. Lines of requests that
// only begin, of plans and settings, and of requests that came in are no answers,
// and so is whatever is not sure.
func answerOf(m []byte) (answer, bool) {
	m = m[:min(len(m), maxAnswer)]
	from, to := onlyURL(m)
	if from < 0 || !hasDigit(m[:from]) && !hasDigit(m[to:]) {
		return answer{}, false
	}
	before, behind := m[:from], m[to:]
	a := answer{host: hostOf(m[from:to]), took: Unset}
	clean, failing := besideURL(before)
	cleanToo, failingToo := besideURL(behind)
	if !isCalledHost(a.host) || !clean || !cleanToo {
		return answer{}, false
	}
	failing = failing || failingToo
	if i := httpStatus(behind); i >= 0 {
		a.status, a.took = statusOf(behind[i:i+3]), answerElapsed(behind[i+3:])
		if a.took == Unset {
			a.took = answerElapsed(behind[:i])
		}
		return a, !failing || a.status != OK
	}
	if i := httpStatus(before); i >= 0 {
		a.status, a.took = statusOf(before[i:i+3]), answerElapsed(behind)
		if a.took == Unset {
			a.took = answerElapsed(before[i+3:])
		}
		return a, !failing || a.status != OK
	}
	if i := timedStatus(before, behind); i >= 0 && !failing {
		a.status, a.took = statusOf(behind[i:i+3]), elapsedAt(behind[i+3:])
		return a, true
	}
	d, ok := wordElapsed(behind)
	if !ok || failing || !leadsCall(before) || !isEnd(lowered(make([]byte, 16), firstName(behind))) {
		return answer{}, false
	}
	a.status, a.took = OK, d
	return a, true
}

// leadsCall reports whether what stands before a URL says that it was called: a link
// in a sentence was not.
func leadsCall(before []byte) bool {
	var buf [16]byte
	word := lowered(buf[:], lastName(bytes.TrimRight(before, " :=('\"[")))
	switch string(word) {
	case "to", "from", "call", "called", "request", "requested", "fetch", "fetched", "url", "uri":
		return true
	}
	return isMethod(word)
}

// firstName returns the first word of b, behind blanks and signs.
func firstName(b []byte) []byte {
	b = bytes.TrimLeft(b, " :,-)]'\"")
	return b[:wordEnd(b)]
}

// onlyURL returns where the URL of m begins and ends; -1 if there is none, or
// several.
func onlyURL(m []byte) (from, to int) {
	k := bytes.Index(m, []byte("://"))
	if k < 0 || bytes.Contains(m[k+3:], []byte("://")) {
		return -1, 0
	}
	switch {
	case bytes.HasSuffix(m[:k], []byte("https")):
		from = k - len("https")
	case bytes.HasSuffix(m[:k], []byte("http")):
		from = k - len("http")
	default:
		return -1, 0
	}
	if from > 0 && bytes.IndexByte([]byte(" \t([<{\"'="), m[from-1]) < 0 {
		return -1, 0
	}
	for to = k + 3; to < len(m) && !endsURL[m[to]]; {
		to++
	}
	for m[to-1] == ':' && to > k+3 || m[to-1] == '.' { // of the sentence
		to--
	}
	return from, to
}

// endsURL tells what stands behind a URL in a sentence.
var endsURL = func() (t [256]bool) {
	for c := range 256 {
		t[c] = c <= ' ' || bytes.IndexByte([]byte("\"'<>)]},;"), byte(c)) >= 0
	}
	return t
}()

// isCalledHost reports whether b can be the name of a host, not a placeholder.
func isCalledHost(b []byte) bool {
	for _, c := range b {
		if !isKeyByte(c) && c < 0x80 && bytes.IndexByte([]byte("[]:"), c) < 0 {
			return false
		}
	}
	return len(b) > 0 && b[0] != '.' && b[0] != '-'
}

// besideURL looks at the words beside a URL: whether none of them tells of
// something else than an answer, and whether any tells of a failure.
func besideURL(m []byte) (clean, failing bool) {
	if bytes.Contains(m, []byte("-->")) { // OkHttp's request
		return false, false
	}
	var lower [16]byte // longer than any word that is known here
	var last [16]byte
	before := last[:0]
	for i := 0; i < len(m); {
		if !isWordByte(m[i]) {
			i++
			continue
		}
		start := i
		for i < len(m) && (isWordByte(m[i]) || m[i] == '\'') {
			i++
		}
		if i-start > len(lower) {
			before = last[:0]
			continue
		}
		word := lowered(lower[:], m[start:i])
		if isNoAnswer(word) || isMethod(word) && i+1 < len(m) && m[i] == ' ' && m[i+1] == '/' { // the request line of an access log
			return false, false
		}
		failing = failing || isBad(before, word)
		before = last[:copy(last[:], word)]
	}
	return true, failing
}

// lowered puts word into buf, in lower case.
func lowered(buf, word []byte) []byte {
	n := copy(buf, word)
	for i, c := range buf[:n] {
		if c-'A' <= 'Z'-'A' {
			buf[i] = c | 0x20
		}
	}
	return buf[:n]
}

func isMethod(word []byte) bool {
	switch string(word) {
	case "get", "post", "put", "delete", "head", "patch", "options":
		return true
	}
	return false
}

// isNoAnswer knows words of lines that hold a URL and maybe a status, and tell of
// no answer that came over the network: of a beginning, a plan, a retry, a setting,
// a test double, a cache, or a request that came in.
func isNoAnswer(word []byte) bool {
	switch string(word) {
	case "start", "starting", "started", "begin", "beginning", "calling", "sending", "requesting", "invoking", "connecting", "about", "will", "would", "going", "trying",
		"retry", "retrying", "retries", "retried", "again", "next", "schedule", "scheduled", "scheduling", "queued", "waiting", "until",
		"config", "configured", "configuration", "configuring", "property", "properties", "setting", "settings", "default", "register", "registered", "registering",
		"mapping", "mapped", "rule", "route", "example", "if", "when", "should", "must", "unless", "expect", "expects", "expected", "expecting", "assert", "not", "never", "without", "instead",
		"mock", "mocked", "mocking", "mockserver", "wiremock", "stub", "stubbed", "stubbing", "simulate", "simulated", "simulating", "fake", "dry", "dryrun",
		"cache", "cached", "caching", "fallback", "replay", "replayed",
		"received", "receiving", "incoming", "inbound", "serving", "served", "handling", "handled", "referer", "referrer", "origin",
		"location", "redirect", "redirected", "redirecting", "callback", "proxy", "see", "visit", "docs", "documentation", "wiki", "details":
		return true
	}
	return false
}

// httpStatus returns where an HTTP status stands in a part of a message; -1 if it
// has none, or numbers that contradict each other.
func httpStatus(m []byte) int {
	found := -1
	for i := 0; i+3 <= len(m); i++ {
		if m[i]-'2' > 3 || m[i+1]-'0' > 9 || m[i+2]-'0' > 9 || i > 0 && (isWordByte(m[i-1]) || m[i-1] == '.' || m[i-1] == '-') {
			continue
		}
		if !leadsStatus(m[:i]) && !isReason(m[i:i+3], m[i+3:]) || !endsStatus(m[i+3:]) {
			continue
		}
		if found >= 0 && !bytes.Equal(m[found:found+3], m[i:i+3]) {
			return -1
		}
		if found < 0 {
			found = i
		}
	}
	return found
}

// timedStatus returns where the status stands in "GET https://a.example/x 200 in 50 ms":
// right between the URL of a method and the time that the answer took; -1 if there is
// none.
func timedStatus(before, behind []byte) int {
	var buf [16]byte
	i := len(behind) - len(bytes.TrimLeft(behind, " "))
	if i == 0 || len(behind) < i+3 || !isMethod(lowered(buf[:], lastName(bytes.TrimRight(before, " ")))) {
		return -1
	}
	status, rest := behind[i:i+3], behind[i+3:]
	if status[0]-'2' > 3 || !allDigits(status) || len(rest) == 0 || rest[0] != ' ' || elapsedAt(rest) == Unset {
		return -1
	}
	return i
}

// leadsStatus reports whether what stands before a number says that it is a status.
func leadsStatus(before []byte) bool {
	before = bytes.TrimRight(before, " \t")
	for _, mark := range [...]string{"->", "=>", "<-", "<--", "→", "←", "HTTP/1.1", "HTTP/1.0", "HTTP/2", "HTTP/2.0", "HTTP/3"} {
		if bytes.HasSuffix(before, []byte(mark)) {
			return true
		}
	}
	before = bytes.TrimRight(before, " :=[")
	var buf [16]byte
	for range 3 {
		word := lowered(buf[:], lastName(before))
		before = bytes.TrimRight(before[:len(before)-len(lastName(before))], " ")
		switch string(word) {
		case "status", "statuscode", "responded", "returned", "response", "httpstatus":
			return true
		case "code": // "status code", not "exit code"
			switch string(lowered(buf[:], lastName(before))) {
			case "status", "response", "http", "with":
				return true
			}
			return false
		case "with", "is", "http":
			continue
		}
		return false
	}
	return false
}

// lastName returns the word at the end of b, of at most 16 bytes.
func lastName(b []byte) []byte {
	i := len(b)
	for i > 0 && len(b)-i < 16 && isWordByte(b[i-1]) {
		i--
	}
	return b[i:]
}

// reasons are what RFC 9110 writes behind the statuses of success.
var reasons = map[string]string{"200": "OK", "201": "Created", "202": "Accepted", "204": "No Content", "206": "Partial Content"}

// isReason reports whether the reason of a status stands behind it.
func isReason(status, behind []byte) bool {
	reason, known := reasons[string(status)]
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(behind, " "), []byte(reason))
	return known && ok && (len(rest) == 0 || !isWordByte(rest[0]))
}

// endsStatus reports whether a number is a status by what stands behind it: no unit
// and no thing that it would count, "-> 200 ms", "returned 200 rows".
func endsStatus(behind []byte) bool {
	if len(behind) == 0 {
		return true
	}
	if isWordByte(behind[0]) || behind[0] == '%' || behind[0] == '/' || bytes.IndexByte([]byte(".-,:"), behind[0]) >= 0 && len(behind) > 1 && isWordByte(behind[1]) {
		return false
	}
	rest := bytes.TrimLeft(behind, " \t")
	if len(rest) == len(behind) || len(rest) == 0 || !isWordByte(rest[0]) {
		return true
	}
	if _, ok := amount(rest); ok { // "-> 200 80ms"
		return true
	}
	switch string(rest[:wordEnd(rest)]) {
	case "in", "after", "took", "from", "for", "http", "https", "ok", "OK", "Ok", "Created", "CREATED", "Accepted", "ACCEPTED", "No", "NO", "Partial", "Found", "Moved", "See", "Temporary", "Permanent",
		"Internal", "INTERNAL", "Bad", "BAD", "Service", "SERVICE", "Gateway", "GATEWAY", "Unauthorized", "Forbidden", "Conflict", "Too":
		return true
	}
	return false
}

// wordEnd is where the word at the start of b ends.
func wordEnd(b []byte) int {
	n := 0
	for n < len(b) && isWordByte(b[n]) {
		n++
	}
	return n
}

// answerElapsed reads how long an answer took, from what stands behind it: "in
// 80 ms", "(80ms, 12-byte body)", "took 80 ms".
func answerElapsed(m []byte) time.Duration {
	for i, c := range m {
		if c != 'i' && c != 't' && c != 'a' && c != '(' || i > 0 && isWordByte(m[i-1]) {
			continue
		}
		for _, lead := range [...]string{"in ", "took ", "after ", "("} {
			if rest, ok := bytes.CutPrefix(m[i:], []byte(lead)); ok {
				rest = bytes.TrimPrefix(rest, []byte("took "))
				if d, ok := amount(rest); ok {
					return d
				}
			}
		}
	}
	return Unset
}
