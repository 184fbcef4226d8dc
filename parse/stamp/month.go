package stamp

import "unicode/utf8"

// months holds the abbreviations of months that java.util.logging prints in the
// locale of its process, in lower case and without a final dot: those of the
// JDK's own tables and of CLDR, from JDK 9 on. English ones have a way of their
// own, see month.
var months = func() map[string]int {
	table := map[string]int{}
	for _, names := range [...][12]string{
		{"jan", "feb", "mär", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez"},        // German
		{"jan", "feb", "märz", "apr", "mai", "juni", "juli", "aug", "sept", "okt", "nov", "dez"},    // German, CLDR
		{"janv", "févr", "mars", "avr", "mai", "juin", "juil", "août", "sept", "oct", "nov", "déc"}, // French
		{"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"},        // Spanish
		{"jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"},        // Portuguese
		{"gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"},        // Italian
		{"jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"},        // Dutch
		{"jan", "feb", "mars", "apr", "maj", "juni", "juli", "aug", "sep", "okt", "nov", "dec"},     // Swedish
		{"sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paź", "lis", "gru"},        // Polish
		{"oca", "şub", "mar", "nis", "may", "haz", "tem", "ağu", "eyl", "eki", "kas", "ara"},        // Turkish
		{"янв", "фев", "мар", "апр", "мая", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"},        // Russian
		{"янв", "февр", "мар", "апр", "май", "июня", "июля", "авг", "сент", "окт", "нояб", "дек"},   // Russian, CLDR
		{"一月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月"},                  // Chinese
	} {
		for i, name := range names {
			table[name] = i + 1
		}
	}
	return table
}()

// localMonth reads "abr 06, 2022", "févr. 06, 2022" and "九月 27, 2017": only
// with its year, since a short word before a number may be anything.
func (f *fields) localMonth(b []byte) int {
	i := 0
	for i < len(b) && i < 12 && b[i] != ' ' && b[i] != '.' {
		_, n := utf8.DecodeRune(b[i:])
		i += n
	}
	if i < 3 || i >= len(b) || isDigit(b[0]) {
		return 0
	}
	m := months[string(lower(b[:i]))]
	if m == 0 {
		return 0
	}
	if b[i] == '.' {
		i++
	}
	if n := f.dayAndYear(b, i, m); n > 0 && f.year > 0 {
		return n
	}
	return 0
}

// lower turns the ASCII letters and the Latin and Cyrillic capitals that begin
// months into small ones.
func lower(b []byte) []byte {
	if isUpper(b[0]) {
		return append([]byte{b[0] | 0x20}, b[1:]...)
	}
	return b
}

// slashed reads dates with slashes whose order the rest of the line tells:
// "4/13/21 3:39:44:607 UTC" (WebSphere) and "4/13/2021 3:39:44 PM" (Windows) have
// the month first, "13.4.21" and log4j's "21/04/13" are read elsewhere.
func (f *fields) slashed(b []byte) int {
	m, i := number(b, 2)
	if i == 0 || i >= len(b) || b[i] != '/' {
		return 0
	}
	d, k := number(b[i+1:], 2)
	i += 1 + k
	if k == 0 || i >= len(b) || b[i] != '/' {
		return 0
	}
	y, k := number(b[i+1:], 4)
	i += 1 + k
	if k != 2 && k != 4 || i >= len(b) || b[i] != ' ' && b[i] != ',' || !monthFirstClock(b[i:]) {
		return 0
	}
	if k == 2 {
		y += 2000
	}
	if m > 12 {
		d, m = m, d
	}
	return f.set(y, m, d, i)
}

// monthFirstClock tells the clocks that stand behind dates with the month
// first: with AM or PM, or with a colon before the milliseconds.
func monthFirstClock(b []byte) bool {
	for len(b) > 0 && (b[0] == ' ' || b[0] == ',') {
		b = b[1:]
	}
	h, i := number(b, 2)
	if i == 0 || h > 23 || i+6 > len(b) || b[i] != ':' || b[i+3] != ':' {
		return false
	}
	b = b[i+6:]
	if len(b) > 3 && b[0] == ':' && isDigit(b[1]) {
		return true
	}
	_, k := fraction(b)
	n, _ := meridiem(b[k:])
	return n > 0
}
