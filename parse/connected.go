package parse

import (
	"bytes"
	"time"
)

// connectedTo reads the success of a connection from a message that begins with it and
// says how long it took: "connected to db.example/10.0.0.1:5432 in 4 ms", with the
// address as InetSocketAddress.toString prints it. Without a time the line may tell of a
// state, and behind other words it may tell of anybody's connection.
func connectedTo(m []byte) (answer, bool) {
	m = m[:min(len(m), maxAnswer)]
	rest, made := afterConnect(m)
	target := rest[:targetEnd(rest)]
	start, slash, end := findAddress(target)
	if start != 0 || end != len(target) {
		return answer{}, false
	}
	behind := bytes.TrimLeft(rest[end:], " :,-")
	var buf [16]byte
	if word := firstName(behind); isMade(lowered(buf[:], word)) {
		behind, made = behind[len(word):], true
	}
	took := elapsedAt(behind)
	if clean, failing := besideURL(behind); !made || !clean || failing || took == Unset {
		return answer{}, false
	}
	return answer{host: target[:slash], status: OK, took: took}, true
}

// connects are how messages about a connection begin, and whether they say already that
// it was made.
var connects = []struct {
	words string
	made  bool
}{
	{"connected to ", true}, {"reconnected to ", true}, {"successfully connected to ", true},
	{"opened connection to ", true}, {"opened a connection to ", true}, {"opened new connection to ", true},
	{"established connection to ", true}, {"connection established to ", true}, {"connection opened to ", true},
	{"connect to ", false}, {"connection to ", false},
}

// afterConnect returns what stands behind the words of a connection at the start of a
// message; nil if it begins with others.
func afterConnect(m []byte) (rest []byte, made bool) {
	for _, c := range connects {
		if n := len(c.words); len(m) > n && m[0]|0x20 == c.words[0] && bytes.EqualFold(m[:n], []byte(c.words)) {
			return m[n:], c.made
		}
	}
	return nil, false
}

// targetEnd is where the word at the start of b ends that may be name/address:port.
func targetEnd(b []byte) int {
	n := 0
	for n < len(b) && (isKeyByte(b[n]) || b[n] == '/' || b[n] == ':') {
		n++
	}
	if n > 0 && b[n-1] == ':' { // of the sentence
		n--
	}
	return n
}

// isMade knows the words behind a target that say that the connection was made.
func isMade(word []byte) bool {
	switch string(word) {
	case "established", "opened", "ok", "succeeded", "successful", "completed", "done":
		return true
	}
	return false
}

// elapsedAt reads the time at the start of b: "in 80 ms", "(80 ms)", "took 80 ms",
// "80 ms".
func elapsedAt(b []byte) time.Duration {
	b = bytes.TrimLeft(b, " ,(")
	for _, lead := range [...]string{"in ", "after ", "took "} {
		if rest, ok := bytes.CutPrefix(b, []byte(lead)); ok {
			b = rest
			break
		}
	}
	if d, ok := amount(b); ok {
		return d
	}
	return Unset
}
