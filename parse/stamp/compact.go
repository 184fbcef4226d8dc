package stamp

// compact reads times without separators: "20260728114531", "20260728114531413" and
// the basic form of ISO 8601, "20260728T114531.413Z". As numbers since 1970 they
// would be in the years after 2400.
func (f *fields) compact(b []byte) int {
	if len(b) < 14 || b[0] != '1' && b[0] != '2' || !isDigit(b[7]) {
		return 0
	}
	run := 0
	for run < len(b) && isDigit(b[run]) {
		run++
	}
	i := 8
	switch {
	case run == 8 && (b[8] == 'T' || b[8] == '-' || b[8] == '_'):
		i = 9
	case run != 14 && run != 17:
		return 0
	}
	if len(b) < i+6 || four(b) < 1970 || f.set(four(b), two(b[4:]), two(b[6:]), 8) == 0 {
		return 0
	}
	h, m, s := two(b[i:]), two(b[i+2:]), two(b[i+4:])
	if h < 0 || h > 23 || m < 0 || m > 59 || s < 0 || s > 60 {
		return 0
	}
	i += 6
	nano, k := 0, 0
	if run == 17 {
		nano, k = fraction(append([]byte{'.'}, b[i:i+3]...))
		k--
	} else if nano, k = fraction(b[i:]); k == 0 && i < len(b) && isDigit(b[i]) {
		return 0
	}
	f.hour, f.minute, f.second, f.nano = h, m, s, nano
	i += k
	return i + f.zoneText(b[i:])
}
