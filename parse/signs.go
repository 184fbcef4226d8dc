package parse

import (
	"bytes"
	"encoding/binary"
)

// signs are marks of what a message may be about. A message without any says
// nothing that matters here, whatever its words: see entry.go.
type signs uint8

const (
	signPair      signs = 1 << iota // "=": key=value
	signSlash                       // "/": name/address
	signLookup                      // a word of resolvers, see lookupWords
	signException                   // "Exception" or "Error"
)

// signsOf finds the signs of m. It may find signLookup and signException where
// mentionsLookup and hasException find nothing, never the other way round.
func signsOf(m []byte) (s signs) {
	if bytes.IndexByte(m, '=') >= 0 {
		s |= signPair
	}
	if bytes.IndexByte(m, '/') >= 0 {
		s |= signSlash
	}
	return s | wordSigns(m)
}

// A signWord is a text that is a sign. Two of its bytes in a row are looked for
// before the whole is compared: either those at pair or those one further on,
// whichever begin at an even place of the message. So every second pair is looked
// at, and a text stands for all that contain it.
type signWord struct {
	text string
	pair int
	sign signs
}

var signWords = []signWord{
	{"esol", 1, signLookup}, {"ookup", 1, signLookup}, {"known", 2, signLookup}, {"ist unbekannt", 7, signLookup},
	{"ailure in name", 2, signLookup}, {"getaddrinfo", 4, signLookup},
	{"Exception", 0, signException}, {"Error", 0, signException},
}

// pairWords lists the words that two bytes can be part of: 1 + the index in
// signWords for each of the bits.
var pairWords = func() (t [1 << 16]uint8) {
	for i, w := range signWords {
		for _, k := range [...]int{w.pair, w.pair + 1} {
			t[uint16(w.text[k])|uint16(w.text[k+1])<<8] |= 1 << i
		}
	}
	return t
}()

// wordSigns finds the signs that are words.
func wordSigns(m []byte) (s signs) {
	i := 0
	for ; i+8 <= len(m); i += 8 {
		x := binary.LittleEndian.Uint64(m[i:])
		if pairWords[uint16(x)]|pairWords[uint16(x>>16)]|pairWords[uint16(x>>32)]|pairWords[uint16(x>>48)] != 0 {
			for k := i; k < i+8; k += 2 {
				s |= wordAt(m, k)
			}
		}
	}
	for ; i+2 <= len(m); i += 2 {
		s |= wordAt(m, i)
	}
	return s
}

// wordAt finds the sign of the word that the two bytes at m[i] are part of.
func wordAt(m []byte, i int) (s signs) {
	words := pairWords[uint16(m[i])|uint16(m[i+1])<<8]
	for k := 0; words != 0; k, words = k+1, words>>1 {
		if words&1 == 0 {
			continue
		}
		w := &signWords[k]
		for from := i - w.pair; from >= i-w.pair-1; from-- {
			if from >= 0 && from+len(w.text) <= len(m) && string(m[from:from+len(w.text)]) == w.text {
				s |= w.sign
			}
		}
	}
	return s
}
