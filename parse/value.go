package parse

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

const internSize = 1 << 11

// An internTable gives equal texts one string. It forgets, so that an input
// with ever new ids costs no more memory than one without.
type internTable struct {
	seed    maphash.Seed
	strings []string
}

func newInternTable() internTable {
	return internTable{maphash.MakeSeed(), make([]string, internSize)}
}

func (t *internTable) of(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	e := &t.strings[maphash.Bytes(t.seed, b)%internSize]
	if *e != string(b) {
		*e = string(b)
	}
	return *e
}

// A decodeTable gives equal JSON values one decoded string, so that what comes
// again is neither decoded nor stored again. It forgets as an internTable does.
type decodeTable struct {
	seed    maphash.Seed
	entries []decoded
	decode  func(v []byte) []byte
}

type decoded struct{ raw, text string }

func newDecodeTable(decode func(v []byte) []byte) decodeTable {
	return decodeTable{seed: maphash.MakeSeed(), decode: decode} // many inputs hold no JSON
}

func (t *decodeTable) of(v []byte) string {
	if t.entries == nil {
		t.entries = make([]decoded, internSize)
	}
	e := &t.entries[maphash.Bytes(t.seed, v)%internSize]
	if e.raw != string(v) {
		*e = decoded{string(v), string(t.decode(v))}
	}
	return e.text
}

// name decodes a name, which a pattern may have padded.
func name(v []byte) []byte { return bytes.TrimSpace(unquote(v)) }

// hostName decodes a host, a URL or host:port.
func hostName(v []byte) []byte { return hostOf(unquote(v)) }

// unquote returns the text of a JSON value: that of a string without its
// quotes and escapes, anything else as it stands. The result may be part of v.
func unquote(v []byte) []byte {
	if len(v) < 2 || v[0] != '"' {
		return v
	}
	inner := v[1 : len(v)-1]
	k := bytes.IndexByte(inner, '\\')
	if k < 0 {
		return inner
	}
	out := append(make([]byte, 0, len(inner)), inner[:k]...)
	for inner = inner[k:]; len(inner) > 0; inner = inner[k:] {
		if len(inner) < 2 || escapes[inner[1]] == 0 {
			return []byte(gjson.ParseBytes(v).Str)
		}
		out = append(out, escapes[inner[1]])
		inner = inner[2:]
		if k = bytes.IndexByte(inner, '\\'); k < 0 {
			k = len(inner)
		}
		out = append(out, inner[:k]...)
	}
	return out
}

// escapes are the characters that stand for others behind a backslash, all but
// the u of a code point (RFC 8259, 7).
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// quote makes a JSON string of a text in UTF-8, the other way round.
func quote(text string) []byte {
	out := append(make([]byte, 0, len(text)+len(text)/16+8), '"')
	from := 0
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		k := bytes.IndexByte(escapes[:], c)
		if k <= 0 { // none, or that of NUL
			return gjson.AppendJSONString(nil, text)
		}
		out = append(append(out, text[from:i]...), '\\', byte(k))
		from = i + 1
	}
	return append(append(out, text[from:]...), '"')
}

// isNull reports whether a JSON value says nothing.
func isNull(v []byte) bool {
	return len(v) == 0 || v[0] == 'n' || len(v) == 2 && v[0] != '0' && (v[0] == '"' || v[0] == '{' || v[0] == '[')
}

// duration reads an elapsed time: a number in unit (milliseconds where the key
// names none), "445ms", "5.6 s" or ISO 8601 "PT4.988S".
func duration(b []byte, unit time.Duration) (time.Duration, bool) {
	if d, ok := wholeDuration(b, unit); ok {
		return d, true
	}
	s := strings.TrimSpace(string(b))
	if len(s) > 2 && s[0] == 'P' {
		return isoDuration(s)
	}
	if strings.IndexByte(s, ':') > 0 {
		return clockDuration(s)
	}
	if i := strings.IndexByte(s, ','); i > 0 && i+4 <= len(s) && allDigits([]byte(s[:i])) && allDigits([]byte(s[i+1:i+4])) { // "5,010 ms"
		s = s[:i] + s[i+1:]
	}
	end := 0
	for end < len(s) && (s[end]-'0' <= 9 || s[end] == '.' || end == 0 && s[end] == '-') {
		end++
	}
	n, err := strconv.ParseFloat(s[:end], 64)
	if err != nil || n < 0 {
		return 0, false
	}
	if rest := strings.TrimSpace(s[end:]); rest != "" {
		unit = 0
		for _, u := range units {
			if strings.EqualFold(rest, u.name) {
				unit = u.unit
				break
			}
		}
		if unit == 0 {
			d, err := time.ParseDuration(strings.ReplaceAll(s, " ", "")) // "5s 10ms"
			return d, err == nil && d >= 0
		}
	}
	if unit == 0 {
		unit = time.Millisecond
	}
	if d := n * float64(unit); d < float64(math.MaxInt64) {
		return time.Duration(math.Round(d)), true
	}
	return 0, false
}

// wholeDuration is the short way for what most logs write: "445", "445ms", "445 ms".
func wholeDuration(b []byte, unit time.Duration) (time.Duration, bool) {
	end := digits(b)
	if end == 0 || end > 9 {
		return 0, false
	}
	switch string(b[end:]) {
	case "ms", " ms":
		unit = time.Millisecond
	case "":
		unit = cmp.Or(unit, time.Millisecond)
	default:
		return 0, false
	}
	if unit > time.Second { // might be too long to count
		return 0, false
	}
	n := time.Duration(0)
	for _, c := range b[:end] {
		n = n*10 + time.Duration(c-'0')
	}
	return n * unit, true
}

// clockDuration reads hours, minutes and seconds as a clock shows them: "00:00:05.010".
func clockDuration(s string) (time.Duration, bool) {
	parts := strings.Split(s, ":")
	if len(parts) != 3 || !allDigits([]byte(parts[0])) || !allDigits([]byte(parts[1])) {
		return 0, false
	}
	d, err := time.ParseDuration(parts[0] + "h" + parts[1] + "m" + strings.ReplaceAll(parts[2], ",", ".") + "s")
	return d, err == nil && d >= 0
}

// isoDuration reads java.time.Duration's text: "PT1M2.5S".
func isoDuration(s string) (time.Duration, bool) {
	rest, ok := strings.CutPrefix(s, "PT")
	if !ok {
		return 0, false
	}
	d, err := time.ParseDuration(strings.ToLower(rest))
	return d, err == nil && d >= 0
}

// hostOf returns the host of a URL or of "host:port", as it is spelled.
func hostOf(s []byte) []byte {
	if isBareName(s) {
		return s
	}
	text := string(s)
	i := 0
	if k := strings.Index(text, "://"); k >= 0 {
		i = k + 3
	}
	end := len(text)
	if k := strings.IndexAny(text[i:], "/?# "); k >= 0 {
		end = i + k
	}
	if k := strings.LastIndexByte(text[i:end], '@'); k >= 0 {
		i += k + 1
	}
	if i < end && text[i] == '[' {
		if k := strings.IndexByte(text[i:end], ']'); k >= 0 {
			return s[i : i+k+1]
		}
	}
	if k := strings.LastIndexByte(text[i:end], ':'); k >= 0 && strings.IndexByte(text[i:end], ':') == k {
		end = i + k
	}
	return s[i:end]
}

// isBareName reports whether s has none of the marks of a URL or a port.
func isBareName(s []byte) bool {
	return bytes.IndexByte(s, ':') < 0 && bytes.IndexByte(s, '/') < 0
}
