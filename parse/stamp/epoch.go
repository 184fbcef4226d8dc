package stamp

import (
	"strconv"
	"time"
)

// Epoch reads a number since 1970-01-01 UTC. The unit follows from the
// magnitude, so that times from 1973 to 5138 are told apart: seconds have 9 to
// 11 digits before the point, milliseconds 12 to 14, microseconds 15 to 17,
// nanoseconds 18 and 19. The digits are read as text: a float64 would round
// nanoseconds.
func Epoch(b []byte) (time.Time, bool) {
	b = trim(b)
	whole := 0
	for whole < len(b) && isDigit(b[whole]) {
		whole++
	}
	if whole == 1 && len(b) > 1 && b[1] == '.' && hasExponent(b) {
		return exponent(b)
	}
	if whole < 9 || whole > 19 || b[0] == '0' {
		return time.Time{}, false
	}
	unit := int64(time.Second) // in nanoseconds
	switch {
	case whole >= 18:
		unit = 1
	case whole >= 15:
		unit = int64(time.Microsecond)
	case whole >= 12:
		unit = int64(time.Millisecond)
	}
	n, err := strconv.ParseInt(string(b[:whole]), 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	perSecond := int64(time.Second) / unit
	sec, nano := n/perSecond, n%perSecond*unit
	if whole < len(b) {
		if b[whole] != '.' || whole+1 == len(b) {
			return time.Time{}, false
		}
		for i, scale := whole+1, unit/10; i < len(b); i, scale = i+1, scale/10 {
			if !isDigit(b[i]) {
				return time.Time{}, false
			}
			nano += int64(b[i]-'0') * scale
		}
	}
	return time.Unix(sec, nano).UTC(), true
}

func hasExponent(b []byte) bool {
	for _, c := range b {
		if c|0x20 == 'e' {
			return true
		}
	}
	return false
}

// exponent reads "1.785239131412E9", as Jackson writes a double.
func exponent(b []byte) (time.Time, bool) {
	if len(b) > 32 {
		return time.Time{}, false
	}
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil || f < 1e8 || f >= 1e19 {
		return time.Time{}, false
	}
	digits := strconv.FormatFloat(f, 'f', -1, 64)
	return Epoch([]byte(digits))
}
