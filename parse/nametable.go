package parse

import (
	"encoding/binary"
	"math/rand/v2"
)

// A nameTable finds the names of a block of events by the values that stand for
// them. Its entries point into the block that is read, so that nothing is copied,
// and hold no pointer. A table is good for one block.
type nameTable struct {
	seed    uint64 // secret, so that nobody can write a log whose values collide
	block   uint32
	used    int
	entries []nameEntry // by the hash of the whole value
	guesses []nameGuess // by the first bytes of the value
}

type nameEntry struct {
	hash  uint64
	off   uint32 // of the value in the block, where it stood last
	len   uint32
	block uint32 // that the entry belongs to
	meant meant
}

// What is meant by a value.
type meant struct {
	id    uint32
	use   use
	extra uint8 // the phase of a topic, a status
}

// A nameGuess is a string that began with 16 bytes: where it has fewer, with those
// behind it too. What begins so is most often that string again, and to compare it
// is cheaper than to look for its end.
type nameGuess struct {
	head, next uint64
	off        uint32 // of the text in the block
	len        uint32 // of the text and the quote behind it
	meant      meant
}

const (
	nameTableSize  = 1 << 13
	nameGuessTable = 1 << 11
)

func newNameTable() nameTable {
	return nameTable{seed: rand.Uint64(), entries: make([]nameEntry, nameTableSize), guesses: make([]nameGuess, nameGuessTable)}
}

func (t *nameTable) reset() {
	t.used = 0
	clear(t.guesses)
	if t.block++; t.block == 0 {
		clear(t.entries)
		t.block = 1
	}
}

// guess returns the place for a string whose text begins at i, and what is meant
// by it and where it ends, if it is known: else 0.
func (t *nameTable) guess(u use, b []byte, i int) (g *nameGuess, end int) {
	head, next := binary.LittleEndian.Uint64(b[i:]), binary.LittleEndian.Uint64(b[i+8:])
	g = &t.guesses[mixed(head^t.seed, next+uint64(u))%nameGuessTable]
	if g.head != head || g.next != next || g.meant.use != u {
		return g, 0
	}
	end = i + int(g.len)
	if g.len > 16 && (end > len(b) || !sameBehind(b, i+16, int(g.off)+16, int(g.len)-16)) {
		return g, 0
	}
	g.off = uint32(i) // the next one is compared with bytes that are still near
	return g, end
}

// sameBehind reports whether the n bytes at i and at j are the same, where eight before
// each of them are.
func sameBehind(b []byte, i, j, n int) bool {
	for n > 8 {
		n -= 8
		if binary.LittleEndian.Uint64(b[i+n:]) != binary.LittleEndian.Uint64(b[j+n:]) {
			return false
		}
	}
	return binary.LittleEndian.Uint64(b[i+n-8:]) == binary.LittleEndian.Uint64(b[j+n-8:])
}

// learn makes a string, whose text begins at i, the one that is guessed.
func (t *nameTable) learn(g *nameGuess, b []byte, i, end int, m meant) {
	*g = nameGuess{binary.LittleEndian.Uint64(b[i:]), binary.LittleEndian.Uint64(b[i+8:]), uint32(i), uint32(end - i), m}
}

// find returns the entry of the value in b from i to end, nil if there is none.
func (t *nameTable) find(u use, b []byte, i, end int, hash uint64) *nameEntry {
	for p := hash; ; p++ {
		e := &t.entries[p%nameTableSize]
		if e.block != t.block {
			return nil
		}
		if e.hash == hash && e.meant.use == u && int(e.len) == end-i && string(b[e.off:e.off+e.len]) == string(b[i:end]) {
			e.off = uint32(i)
			return e
		}
	}
}

// add adds a value. A table that is half full forgets the others first.
func (t *nameTable) add(u use, i, end int, hash uint64, m meant) *nameEntry {
	if t.used++; t.used > nameTableSize/2 {
		t.reset()
	}
	m.use = u
	for p := hash; ; p++ {
		e := &t.entries[p%nameTableSize]
		if e.block != t.block {
			*e = nameEntry{hash, uint32(i), uint32(end - i), t.block, m}
			return e
		}
	}
}
