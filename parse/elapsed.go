package parse

import (
	"bytes"
	"time"
)

// wordElapsed reads the time that a message says its own try took: behind a
// word of its outcome, "failed after 5000 ms", "completed in 5000ms",
// "ok (30 ms)", or behind "took". Waits, limits and what an exception says of
// itself are no such time, and only the text before the exception is read.
func wordElapsed(m []byte) (time.Duration, bool) {
	m = m[:min(len(m), maxElapsed)]
	if !hasDigit(m) {
		return 0, false
	}
	m = beforeException(m)
	var lower [16]byte // longer than any word that is known here
	other := false     // the clause is about a part of the try
	for i := 0; i < len(m); {
		if !isWordByte(m[i]) {
			other = other && m[i] != ',' && m[i] != ';' && m[i] != ':' && m[i] != '-'
			i++
			continue
		}
		start := i
		for i < len(m) && isWordByte(m[i]) {
			i++
		}
		if i-start > len(lower) {
			continue
		}
		word := lower[:i-start]
		for k, c := range m[start:i] {
			if c-'A' <= 'Z'-'A' {
				c |= 0x20
			}
			word[k] = c
		}
		other = other || isPart(word)
		if other {
			continue
		}
		if rest, ok := elapsedAfter(word, m[i:]); ok {
			if d, ok := amount(rest); ok {
				return d, true
			}
		}
	}
	return 0, false
}

const maxElapsed = 512 // bytes of a message that are read for its elapsed time

func hasDigit(b []byte) bool {
	for _, c := range b {
		if c-'0' <= 9 {
			return true
		}
	}
	return false
}

// elapsedAfter returns where the amount begins that would stand behind a word.
func elapsedAfter(word, rest []byte) ([]byte, bool) {
	if string(word) == "took" {
		return bytes.TrimPrefix(bytes.TrimLeft(rest, " "), []byte("only ")), true
	}
	if !isEnd(word) {
		return nil, false
	}
	rest = bytes.TrimLeft(rest, " ,")
	for _, lead := range [...]string{"after ", "in ", "(after ", "(in ", "(took ", "("} {
		if after, ok := bytes.CutPrefix(rest, []byte(lead)); ok {
			return after, true
		}
	}
	return nil, false
}

// isEnd knows the words that end a try.
func isEnd(word []byte) bool {
	switch string(word) {
	case "failed", "failure", "error", "completed", "complete", "finished", "done", "ok", "succeeded", "success", "successful", "successfully":
		return true
	}
	return false
}

// isPart knows what lasts for a part of a try, or is none.
func isPart(word []byte) bool {
	switch string(word) {
	case "lookup", "lookups", "resolution", "resolving", "resolve", "dns", "connect", "connection", "handshake", "pool", "gc", "pause",
		"startup", "initialization", "started", "starting", "retry", "retrying", "retries", "next", "again", "waited", "waiting", "timeout", "timed":
		return true
	}
	return false
}

// beforeException cuts a message where the class of an exception begins.
func beforeException(m []byte) []byte {
	for _, end := range [...]string{"Exception", "Error:"} {
		if k := bytes.Index(m, []byte(end)); k >= 0 {
			for k > 0 && (isWordByte(m[k-1]) || m[k-1] == '.' || m[k-1] == '$') {
				k--
			}
			m = m[:k]
		}
	}
	return m
}

// amount reads a number with a unit, which no further number follows.
func amount(b []byte) (time.Duration, bool) {
	i := 0
	for i < len(b) && (b[i]-'0' <= 9 || b[i] == '.') {
		i++
	}
	if i == 0 {
		return 0, false
	}
	end := i
	for end < len(b) && b[end] == ' ' {
		end++
	}
	unit := end
	for end < len(b) && isWordByte(b[end]) {
		end++
	}
	if next := firstWord(bytes.TrimLeft(b[end:], " ")); end == unit || len(next) > 0 && next[0]-'0' <= 9 {
		return 0, false
	}
	return duration(b[:end], 0)
}

func firstWord(b []byte) []byte { return b[:wordLen(b)] }
