// Package needle finds out which of some texts a line holds, in one pass over it
// that looks at every second pair of bytes.
package needle

import "encoding/binary"

// A Needle is a text of at least three bytes, and the bits that stand for it.
type Needle struct {
	Text string
	Bits uint8
}

// A Set is a list of needles to look for.
//
// Three bytes in a row of each needle are chosen, rare ones. Wherever a needle
// stands in a line, either the first two or the last two of them begin at an even
// place. So a line whose pairs at even places are none of these holds no needle;
// where one is, the whole needle is compared.
type Set struct {
	pairs   [1 << 16]uint8 // 1 + the index in places; 0 for the pairs of no needle
	places  [][]place
	needles []Needle
	fold    bool
}

// A place says that a pair is part of a needle, and how far behind its start.
type place struct{ needle, offset int }

// New makes a Set of needles. If fold is set, ASCII letters are compared without
// case. It panics if a needle is too short or there are hundreds of them.
func New(fold bool, needles ...Needle) *Set {
	s := &Set{places: make([][]place, 1), needles: needles, fold: fold}
	for n, needle := range needles {
		at := rarest(needle.Text)
		for k := at; k < at+2; k++ {
			for _, x := range s.cases(needle.Text[k]) {
				for _, y := range s.cases(needle.Text[k+1]) {
					s.add(x, y, place{n, k})
				}
			}
		}
	}
	return s
}

func (s *Set) add(x, y byte, p place) {
	at := &s.pairs[uint16(x)|uint16(y)<<8]
	if *at == 0 {
		if len(s.places) > 255 {
			panic("needle: too many needles")
		}
		*at = uint8(len(s.places))
		s.places = append(s.places, nil)
	}
	s.places[*at] = append(s.places[*at], p)
}

func (s *Set) cases(c byte) []byte {
	if s.fold && c|0x20-'a' <= 'z'-'a' {
		return []byte{c | 0x20, c &^ 0x20}
	}
	return []byte{c}
}

// commonness is how often letters come in English text, most often first: the
// space, then thirds of the alphabet.
const commonness = " etaoinsrhdlucmfpgwybvkxjqz"

// rarest returns where the three bytes begin that are the rarest in logs.
func rarest(text string) int {
	rank := func(c byte) int {
		for i := range len(commonness) {
			if c == commonness[i] {
				return len(commonness) - i
			}
		}
		return 1 // capitals, digits and bytes of other scripts
	}
	best, least := 0, 1<<30
	for i := 0; i+3 <= len(text); i++ {
		x, y, z := rank(text[i]), rank(text[i+1]), rank(text[i+2])
		if cost := x*y + y*z; cost < least {
			best, least = i, cost
		}
	}
	return best
}

// In returns the bits of the needles that line holds.
func (s *Set) In(line []byte) (bits uint8) {
	i := 0
	for ; i+8 <= len(line); i += 8 {
		x := binary.LittleEndian.Uint64(line[i:])
		if s.pairs[uint16(x)]|s.pairs[uint16(x>>16)]|s.pairs[uint16(x>>32)]|s.pairs[uint16(x>>48)] != 0 {
			for k := i; k < i+8; k += 2 {
				bits |= s.at(line, k)
			}
		}
	}
	for ; i+2 <= len(line); i += 2 {
		bits |= s.at(line, i)
	}
	return bits
}

// at returns the bits of the needles that the pair at line[i] is part of.
func (s *Set) at(line []byte, i int) (bits uint8) {
	for _, p := range s.places[s.pairs[uint16(line[i])|uint16(line[i+1])<<8]] {
		n := &s.needles[p.needle]
		if from := i - p.offset; from >= 0 && from+len(n.Text) <= len(line) && s.equal(line[from:from+len(n.Text)], n.Text) {
			bits |= n.Bits
		}
	}
	return bits
}

func (s *Set) equal(b []byte, text string) bool {
	if !s.fold {
		return string(b) == text
	}
	for i, c := range b {
		d := text[i]
		if c != d && (c|0x20 != d|0x20 || c|0x20-'a' > 'z'-'a') {
			return false
		}
	}
	return true
}
