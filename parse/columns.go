package parse

import "bytes"

// columnsBehind reads a header in columns behind its time at b[i:], between tabs,
// commas or bars: level, thread, logger, text, in which a thread's name may have
// blanks. Karaf puts the number and the name of a bundle before the text.
func columnsBehind(b []byte, i int, h *header) int {
	bar := byte('\t')
	switch {
	case i < len(b) && b[i] == bar:
	case i < len(b) && b[i] == ',':
		bar = ','
	case i+1 < len(b) && b[i] == ' ' && b[i+1] == '|':
		bar = '|'
		i++
	default:
		return 0
	}
	level, i := nextColumn(b, i+1, bar)
	l := levelOf(level)
	if i < 0 || l == NoLevel {
		return 0
	}
	thread, i := nextColumn(b, i, bar)
	if i < 0 || len(thread) == 0 || len(thread) > 100 {
		return 0
	}
	logger, i := nextColumn(b, i, bar)
	if i < 0 || wordLen(logger) != len(logger) || !isLogger(logger) && !isCamel(logger) {
		return 0
	}
	if bundle, k := nextColumn(b, i, bar); k >= 0 && digits(bundle) > 0 && bytes.HasPrefix(bundle[digits(bundle):], []byte(" - ")) {
		i = k
	}
	h.level, h.thread, h.logger = l, thread, logger
	return i
}

// nextColumn returns the text up to the next bar, and where the one behind begins,
// -1 if there is none.
func nextColumn(b []byte, i int, bar byte) ([]byte, int) {
	k := bytes.IndexByte(b[i:], bar)
	if k < 0 {
		return nil, -1
	}
	return bytes.TrimSpace(b[i : i+k]), i + k + 1
}
