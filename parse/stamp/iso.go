package stamp

import (
	"bytes"
	"time"
)

// iso is the short way for what nearly all logs write:
// "2026-07-28T11:45:31.4130", "2026-07-28 11:45:31,413", with Z, an offset or
// nothing behind it. The day is computed once for a run of equal dates. It
// returns 0 for anything else.
func (c *Clock) iso(b []byte) (Stamp, int) {
	if len(b) < 19 || b[4] != '-' || b[7] != '-' || b[10] != 'T' && b[10] != ' ' || b[13] != ':' || b[16] != ':' {
		return Stamp{}, 0
	}
	if c.first != [10]byte(b[:10]) {
		y, m, d := four(b), two(b[5:]), two(b[8:])
		if y < 1 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m) {
			return Stamp{}, 0
		}
		c.first = [10]byte(b[:10])
		c.unix = time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC).Unix()
	}
	h, m, s := two(b[11:]), two(b[14:]), two(b[17:])
	if h < 0 || h > 23 || m < 0 || m > 59 || s < 0 || s > 60 {
		return Stamp{}, 0
	}
	nano, n := fraction(b[19:])
	n += 19
	sec := c.unix + int64(h*3600+m*60+s)
	off, k := offset(b[n:])
	switch {
	case k > 0:
		return Stamp{time.Unix(sec-int64(off), int64(nano)).In(c.location(off)), Whole}, n + k + region(b[n+k:])
	case n < len(b) && moreFollows(b[n:]):
		return Stamp{}, 0 // the long way
	case c.Zone == nil || c.Zone == time.UTC:
		return Stamp{time.Unix(sec, int64(nano)).UTC(), NoZone}, n
	}
	y, mo, d := four(b), two(b[5:]), two(b[8:])
	return Stamp{c.unfold(time.Date(y, time.Month(mo), d, h, m, s, nano, c.Zone)), NoZone}, n
}

// moreFollows reports whether the text behind a time may still belong to it:
// AM or PM, a zone, or characters that make it no time at all.
func moreFollows(b []byte) bool {
	if b[0] != ' ' {
		return isDigit(b[0]) || isLetter(b[0])
	}
	if len(b) < 3 {
		return false
	}
	if n, _ := meridiem(b); n > 0 || b[1] == '+' || b[1] == '-' && isDigit(b[2]) {
		return true
	}
	k := 1
	for k < len(b) && k < 6 && isUpper(b[k]) {
		k++
	}
	if k != 4 && k != 5 {
		return false
	}
	switch string(b[1:k]) {
	case "INFO", "WARN":
		return false
	}
	_, known := zones[string(b[1:k])]
	return known
}

// offset reads Z, +09:00, +0900 or +09 at the start of b.
func offset(b []byte) (seconds, n int) {
	if len(b) == 0 {
		return 0, 0
	}
	if b[0] == 'Z' && (len(b) == 1 || !isLetter(b[1])) {
		return 0, 1
	}
	if b[0] != '+' && b[0] != '-' || len(b) < 3 {
		return 0, 0
	}
	h, m := two(b[1:]), 0
	n = 3
	switch {
	case len(b) >= 6 && b[3] == ':':
		m, n = two(b[4:]), 6
	case len(b) >= 5 && isDigit(b[3]):
		m, n = two(b[3:]), 5
	}
	if h < 0 || h > 18 || m < 0 || m > 59 || n < len(b) && isDigit(b[n]) {
		return 0, 0
	}
	seconds = h*3600 + m*60
	if b[0] == '-' {
		seconds = -seconds
	}
	return seconds, n
}

// region passes over the name that java.time.ZonedDateTime prints behind its offset:
// "+09:00[Asia/Seoul]". Brackets of other sorts stand behind times too.
func region(b []byte) int {
	if len(b) < 5 || b[0] != '[' || !isUpper(b[1]) {
		return 0
	}
	end := bytes.IndexByte(b[:min(len(b), 40)], ']')
	if end < 0 {
		return 0
	}
	area, _, _ := bytes.Cut(b[1:end], []byte("/"))
	switch string(area) {
	case "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific", "Etc", "US", "Canada", "Brazil", "UTC", "GMT":
		return end + 1
	}
	return 0
}

// fraction reads up to nine digits behind a dot or comma; further digits are
// passed over.
func fraction(b []byte) (nano, n int) {
	if len(b) < 2 || b[0] != '.' && b[0] != ',' && b[0] != ':' || !isDigit(b[1]) {
		return 0, 0
	}
	for n = 1; n < len(b) && isDigit(b[n]); n++ {
		if n < len(powers) {
			nano = nano*10 + int(b[n]-'0')
		}
	}
	return nano * powers[max(len(powers)-n, 0)], n
}

var powers = [...]int{1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000}

// two and four read that many digits, -1 if they are none.
func two(b []byte) int {
	if len(b) < 2 || !isDigit(b[0]) || !isDigit(b[1]) {
		return -1
	}
	return int(b[0]-'0')*10 + int(b[1]-'0')
}

func four(b []byte) int {
	h, l := two(b), -1
	if len(b) >= 4 {
		l = two(b[2:])
	}
	if h < 0 || l < 0 {
		return -1
	}
	return h*100 + l
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year == 0 || year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

func isDigit(c byte) bool  { return c-'0' <= 9 }
func isUpper(c byte) bool  { return c-'A' <= 'Z'-'A' }
func isLetter(c byte) bool { return c|0x20-'a' <= 'z'-'a' }
