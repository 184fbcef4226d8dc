package stamp

// parse reads any layout but epoch numbers and returns the bytes it takes.
// What stands between date and clock tells the layouts apart, not a list of
// patterns: each part is recognised by its own shape.
func (f *fields) parse(b []byte) int {
	if n := f.namedDay(b); n > 0 { // "Tue, " and "Tue " say nothing new
		if k := f.parse(b[n:]); k > 0 {
			return n + k
		}
		return 0
	}
	if n := f.compact(b); n > 0 {
		return n
	}
	n := f.date(b)
	if n == 0 {
		return f.clockAndZone(b)
	}
	i := n
	for i < len(b) && i < n+2 && (b[i] == ' ' || b[i] == 'T' || b[i] == ':' || b[i] == ',' || b[i] == '_' || b[i] == '-') {
		i++
	}
	if i == n {
		return 0
	}
	if i == n+1 && i+1 < len(b) && b[i] == '@' && b[i+1] == ' ' { // Kibana: "Jul 28, 2026 @ 11:45:31.413"
		i += 2
	}
	k := f.clockAndZone(b[i:])
	if k == 0 {
		return 0
	}
	i += k
	if f.year == 0 { // "Tue Jul 28 11:45:31 KST 2026"
		if k := f.trailingYear(b[i:]); k > 0 {
			i += k
		}
	}
	return i
}

// namedDay passes over the name of a weekday.
func (f *fields) namedDay(b []byte) int {
	if len(b) < 5 || !isUpper(b[0]) {
		return 0
	}
	switch string(b[:3]) {
	case "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun":
	default:
		return 0
	}
	n := 3
	if b[n] == ',' {
		n++
	}
	if b[n] != ' ' {
		return 0
	}
	return n + 1
}

func (f *fields) trailingYear(b []byte) int {
	if len(b) < 5 || b[0] != ' ' || len(b) > 5 && isDigit(b[5]) {
		return 0
	}
	if y := four(b[1:]); y >= 1970 && y < 2100 {
		f.year = y
		return 5
	}
	return 0
}

// date reads a date in any of the orders that logs use.
func (f *fields) date(b []byte) int {
	if len(b) < 5 {
		return 0
	}
	if isUpper(b[0]) {
		if n := f.monthFirst(b); n > 0 {
			return n
		}
		return f.localMonth(b)
	}
	if !isDigit(b[0]) {
		return f.localMonth(b)
	}
	if n := f.slashed(b); n > 0 {
		return n
	}
	if len(b) >= 10 && four(b) >= 0 && b[4] == b[7] && (b[4] == '-' || b[4] == '/' || b[4] == '.') {
		return f.set(four(b), two(b[5:]), two(b[8:]), 10)
	}
	if len(b) >= 9 && four(b) >= 1970 && two(b[4:]) > 0 && two(b[6:]) > 0 && (b[8] == ' ' || b[8] == 'T' || b[8] == '-') {
		return f.set(four(b), two(b[4:]), two(b[6:]), 8)
	}
	if n := f.monthNumber(b); n > 0 {
		return n
	}
	d := two(b)
	if d < 0 {
		return 0
	}
	sep := b[2]
	switch {
	case sep != '/' && sep != '-' && sep != '.' && sep != ' ':
		return 0
	case isUpper(b[3]): // 28/Jul/2026, 28-Jul-2026, 28 Jul 2026
		m := month(b[3:])
		if m == 0 || len(b) < 11 || b[6] != sep {
			return 0
		}
		return f.set(four(b[7:]), m, d, 11)
	case len(b) >= 10 && b[5] == sep && four(b[6:]) > 0: // day first, unless that cannot be
		m := two(b[3:])
		if m > 12 {
			d, m = m, d
		}
		return f.set(four(b[6:]), m, d, 10)
	case len(b) >= 8 && b[5] == sep && sep == '/' && two(b[6:]) >= 0: // log4j's yy/MM/dd
		return f.set(2000+d, two(b[3:]), two(b[6:]), 8)
	case len(b) >= 9 && b[5] == sep && two(b[6:]) >= 0 && !isDigit(b[8]):
		return f.shortYear(d, two(b[3:]), two(b[6:]), sep)
	case len(b) >= 6 && sep == '-' && b[5] == ' ': // logcat's MM-dd
		return f.set(0, d, two(b[3:]), 5)
	}
	return 0
}

// shortYear reads "26-07-28" and "28.07.26". With hyphens the year comes first,
// unless logs of that year are unlikely.
func (f *fields) shortYear(a, m, c int, sep byte) int {
	const first, last = 10, 49 // years that are likely
	if sep == '-' && (a >= first && a <= last || c < first) {
		return f.set(2000+a, m, c, 8)
	}
	return f.set(2000+c, m, a, 8)
}

// monthFirst reads "Oct 08, 2013", "October 8, 2013" and "Oct  2".
func (f *fields) monthFirst(b []byte) int {
	m := month(b)
	if m == 0 {
		return 0
	}
	i := 3
	for i < len(b) && i < 10 && (isLetter(b[i]) || b[i] == '.') {
		i++
	}
	return f.dayAndYear(b, i, m)
}

// monthNumber reads the month as java.util.logging prints it in Korean,
// Japanese and Chinese: "7월 28, 2026", "7月 28, 2026".
func (f *fields) monthNumber(b []byte) int {
	m, k := number(b, 2)
	if k == 0 || len(b) < k+6 || string(b[k:k+3]) != "월" && string(b[k:k+3]) != "月" {
		return 0
	}
	return f.dayAndYear(b, k+3, m)
}

// dayAndYear reads what stands behind the month at b[i:].
func (f *fields) dayAndYear(b []byte, i, m int) int {
	if i+1 >= len(b) || b[i] != ' ' {
		return 0
	}
	i++
	if b[i] == ' ' {
		i++
	}
	d, k := number(b[i:], 2)
	i += k
	if k == 0 {
		return 0
	}
	if i+6 <= len(b) && b[i] == ',' && b[i+1] == ' ' {
		if y := four(b[i+2:]); y > 0 {
			return f.set(y, m, d, i+6)
		}
	}
	return f.set(0, m, d, i)
}

func (f *fields) set(y, m, d, n int) int {
	if y < 0 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m) {
		return 0
	}
	f.year, f.month, f.day = y, m, d
	return n
}

// clockAndZone reads a time of day, and AM or PM and the zone behind it.
func (f *fields) clockAndZone(b []byte) int {
	h, i := number(b, 2)
	if i == 0 || i+6 > len(b) || b[i] != ':' || b[i+3] != ':' {
		return 0
	}
	m, s := two(b[i+1:]), two(b[i+4:])
	if h > 23 || m < 0 || m > 59 || s < 0 || s > 60 {
		return 0
	}
	i += 6
	if i < len(b) && isDigit(b[i]) {
		return 0
	}
	nano, k := fraction(b[i:])
	i += k
	if k, pm := meridiem(b[i:]); k > 0 {
		if h < 1 || h > 12 {
			return 0
		}
		h %= 12
		if pm {
			h += 12
		}
		i += k
	}
	f.hour, f.minute, f.second, f.nano = h, m, s, nano
	return i + f.zoneText(b[i:])
}

// meridiem finds " AM" or " PM" in either case, or their Korean, Japanese and
// Chinese words.
func meridiem(b []byte) (n int, pm bool) {
	if len(b) > 0 && b[0] == ' ' {
		n = 1
	}
	if len(b) >= n+6 && b[n] >= 0x80 {
		switch string(b[n : n+6]) {
		case "오전", "午前", "上午":
			return n + 6, false
		case "오후", "午後", "下午":
			return n + 6, true
		}
		return 0, false
	}
	if len(b) < n+2 || b[n+1]|0x20 != 'm' || b[n]|0x20 != 'a' && b[n]|0x20 != 'p' || len(b) > n+2 && isLetter(b[n+2]) {
		return 0, false
	}
	return n + 2, b[n]|0x20 == 'p'
}

// zoneText reads an offset or a zone's abbreviation.
func (f *fields) zoneText(b []byte) int {
	n := 0
	if len(b) > 1 && b[0] == ' ' {
		n = 1
	}
	if off, k := offset(b[n:]); k > 0 && (n == 0 || k >= 5 || b[n] == 'Z') {
		f.zone, f.offset = zoneStated, off
		n += k
		return n + abbreviation(b[n:])
	}
	k := n
	for k < len(b) && isUpper(b[k]) {
		k++
	}
	if n == 0 || k-n < 3 || k-n > 4 || k < len(b) && (isLetter(b[k]) || isDigit(b[k])) {
		return 0
	}
	off, known := zones[string(b[n:k])]
	switch {
	case !known:
		return 0
	case off != ambiguous:
		f.zone, f.offset = zoneStated, off
	}
	return k
}

// abbreviation passes over the zone that Go prints behind its offset: "+0900 KST".
func abbreviation(b []byte) int {
	k := 1
	for k < len(b) && k < 6 && isUpper(b[k]) {
		k++
	}
	if k < 4 || b[0] != ' ' || k < len(b) && b[k] != ' ' {
		return 0
	}
	if _, known := zones[string(b[1:k])]; !known {
		return 0
	}
	return k
}

// number reads up to max digits.
func number(b []byte, max int) (v, n int) {
	for n < len(b) && n < max && isDigit(b[n]) {
		v = v*10 + int(b[n]-'0')
		n++
	}
	return v, n
}

// month returns the number of an English month name's first three letters.
func month(b []byte) int {
	if len(b) < 3 {
		return 0
	}
	switch string(b[:3]) {
	case "Jan":
		return 1
	case "Feb":
		return 2
	case "Mar":
		return 3
	case "Apr":
		return 4
	case "May":
		return 5
	case "Jun":
		return 6
	case "Jul":
		return 7
	case "Aug":
		return 8
	case "Sep":
		return 9
	case "Oct":
		return 10
	case "Nov":
		return 11
	case "Dec":
		return 12
	}
	return 0
}

// ambiguous marks abbreviations that several zones share: they are passed
// over, and the zone counts as not stated.
const ambiguous = -1

// zones holds the abbreviations that java.text prints and that name one offset.
var zones = map[string]int{
	"UTC": 0, "GMT": 0, "WET": 0, "WEST": 3600,
	"CET": 3600, "CEST": 7200, "EET": 7200, "EEST": 10800, "MSK": 10800, "TRT": 10800,
	"JST": 32400, "KST": 32400, "HKT": 28800, "SGT": 28800,
	"EST": -18000, "EDT": -14400, "CDT": -18000, "MST": -25200, "MDT": -21600, "PST": -28800, "PDT": -25200,
	"AEST": 36000, "AEDT": 39600, "NZST": 43200, "NZDT": 46800, "BRT": -10800, "ART": -10800,
	"CST": ambiguous, "IST": ambiguous, "BST": ambiguous, "AST": ambiguous,
}
