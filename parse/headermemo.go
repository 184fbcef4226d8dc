package parse

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"timeline/parse/stamp"
)

// A headerMemo remembers what headers hold between the time and the message:
// "  INFO 1 --- [main] c.e.Job : " is the same bytes thousands of times. What it
// gives back is what shaper.header made of these bytes before. It learns only
// where that cannot depend on the message, see learn.
type headerMemo struct {
	seed    uint64 // secret, so that nobody can write a log whose headers collide
	entries []memoEntry
}

type memoEntry struct {
	key                      string // from the end of the time to the space behind the separator
	thread, logger, job, pid span   // in key
	skip                     int    // where the message begins in key, with its leading spaces
	level                    Level
	boot                     bool
}

// A span is a part of a header; to is 0 where there is none.
type span struct{ from, to uint8 }

const (
	memoSize  = 1 << 12
	memoBytes = 250 // of a key at most: a span counts in bytes
)

// recall fills h with what stands behind the time, which ends at b[i], and
// reports whether it is known.
func (m *headerMemo) recall(b []byte, i int, h *header) bool {
	if m.entries == nil || h.at.Lack > stamp.NoZone {
		return false
	}
	end, hash := separator(b, i, m.seed)
	if end == 0 {
		return false
	}
	e := &m.entries[hash%memoSize]
	if e.key != string(b[i:end]) {
		return false
	}
	message := trimBlanks(b[i+e.skip:])
	if len(message) > 0 && message[0] == '[' { // could belong to the header, see shaper.dash
		return false
	}
	h.level, h.boot, h.message = e.level, e.boot, message
	h.thread, h.logger, h.job, h.pid = e.thread.of(b[i:]), e.logger.of(b[i:]), e.job.of(b[i:]), e.pid.of(b[i:])
	return true
}

// learn remembers h, whose time ends at b[i] and whose message begins at
// b[message]. All that header looks at before a message is in the key if the
// header has a level and a logger, its separator is the first "-" or ":" between
// spaces, and none of the marks occur that are looked for further on in a line.
func (m *headerMemo) learn(b []byte, i, message int, h *header) {
	if m.entries == nil {
		m.seed, m.entries = rand.Uint64(), make([]memoEntry, memoSize)
	}
	end, hash := separator(b, i, m.seed)
	if end == 0 || end-i > memoBytes || message != end && message != end-1 || h.at.Lack > stamp.NoZone {
		return
	}
	key := b[i:end]
	if h.level == NoLevel || h.logger == nil || bytes.ContainsAny(key, "|*;({\"") {
		return
	}
	e := memoEntry{key: string(key), skip: message - i, level: h.level, boot: h.boot}
	for _, part := range []struct {
		to   *span
		text []byte
	}{{&e.thread, h.thread}, {&e.logger, h.logger}, {&e.job, h.job}, {&e.pid, h.pid}} {
		if part.text == nil {
			continue
		}
		from := cap(key) - cap(part.text)
		if from <= 0 || from+len(part.text) > len(key) {
			return
		}
		*part.to = span{uint8(from), uint8(from + len(part.text))}
	}
	m.entries[hash%memoSize] = e
}

func (s span) of(b []byte) []byte {
	if s.to == 0 {
		return nil
	}
	return b[s.from:s.to]
}

// separator finds the first "-" or ":" between two spaces at or behind b[i]. It
// returns where the text behind the second space begins, 0 if there is none, and
// a hash of what stands before.
func separator(b []byte, i int, hash uint64) (end int, h uint64) {
	const step = 8
	for ; i+step+2 <= len(b); i += step {
		x := binary.LittleEndian.Uint64(b[i:])
		if n := separatorIn(x, binary.LittleEndian.Uint64(b[i+1:]), binary.LittleEndian.Uint64(b[i+2:])); n < step {
			return i + n + 3, mixed(hash, x&(1<<(8*n)-1)+uint64(b[i+n+1]))
		}
		hash = mixed(hash, x)
	}
	var tail [2*step + 2]byte
	n := copy(tail[:], b[min(i, len(b)):])
	for k := 0; k < n; k += step {
		x := binary.LittleEndian.Uint64(tail[k:])
		if n := separatorIn(x, binary.LittleEndian.Uint64(tail[k+1:]), binary.LittleEndian.Uint64(tail[k+2:])); n < step {
			return i + k + n + 3, mixed(hash, x&(1<<(8*n)-1)+uint64(tail[k+n+1]))
		}
		hash = mixed(hash, x)
	}
	return 0, 0
}

// separatorIn is separator for eight places at once: x are the bytes there, y and
// z those one and two further on. It returns 8 if there is none.
func separatorIn(x, y, z uint64) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	spaces := (x ^ ones*' ') | (z ^ ones*' ')
	dash, colon := spaces|(y^ones*'-'), spaces|(y^ones*':')
	return bits.TrailingZeros64(((dash-ones)&^dash|(colon-ones)&^colon)&highs) / 8
}

func trimBlanks(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	return b
}
