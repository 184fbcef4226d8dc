package parse

import (
	"bytes"

	"timeline/parse/needle"
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
	return s | signs(signWords.In(m))
}

var signWords = needle.New(false,
	needle.Needle{Text: "esol", Bits: uint8(signLookup)}, needle.Needle{Text: "ookup", Bits: uint8(signLookup)},
	needle.Needle{Text: "nknown host", Bits: uint8(signLookup)}, needle.Needle{Text: "t known", Bits: uint8(signLookup)},
	needle.Needle{Text: "ist unbekannt", Bits: uint8(signLookup)}, needle.Needle{Text: "ailure in name", Bits: uint8(signLookup)},
	needle.Needle{Text: "getaddrinfo", Bits: uint8(signLookup)},
	needle.Needle{Text: "Exception", Bits: uint8(signException)}, needle.Needle{Text: "Error", Bits: uint8(signException)},
)
