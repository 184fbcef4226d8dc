package parse

import (
	"encoding/binary"
	"math/rand/v2"
)

// A nameTable finds the names of a run of events by the values that stand for
// them. Its entries point into the block that is read, so that nothing is
// copied, and hold no pointer. A table is good for one run.
type nameTable struct {
	seed    uint64 // secret, so that nobody can write a log whose values collide
	entries []nameEntry
	run     uint32
	used    int
}

type nameEntry struct {
	hash  uint64
	off   uint32 // of the value in the block, where it stood last
	len   uint32
	run   uint32 // the run that the entry belongs to
	id    uint32
	use   use
	extra uint8 // the phase of a topic, a status
}

const nameTableSize = 1 << 13

func newNameTable() nameTable {
	return nameTable{seed: rand.Uint64(), entries: make([]nameEntry, nameTableSize)}
}

func (t *nameTable) reset() {
	t.used = 0
	if t.run++; t.run == 0 {
		clear(t.entries)
		t.run = 1
	}
}

// full reports whether the run has to end.
func (t *nameTable) full() bool { return t.used > nameTableSize/2 }

// find returns the entry of the value in b from i to end, nil if there is none.
func (t *nameTable) find(u use, b []byte, i, end int, hash uint64) *nameEntry {
	for p := hash; ; p++ {
		e := &t.entries[p%nameTableSize]
		if e.run != t.run {
			return nil
		}
		if e.hash == hash && e.use == u && e.is(b, i, end) {
			e.off = uint32(i) // the next one is compared with bytes that are still near
			return e
		}
	}
}

// is compares the values, short ones without a call.
func (e *nameEntry) is(b []byte, i, end int) bool {
	n, off := end-i, int(e.off)
	if n != int(e.len) {
		return false
	}
	if n < 8 || n > 16 {
		return string(b[off:off+n]) == string(b[i:end])
	}
	word := binary.LittleEndian.Uint64
	return word(b[off:]) == word(b[i:]) && word(b[off+n-8:]) == word(b[end-8:])
}

func (t *nameTable) add(u use, i, end int, hash uint64, n nameEntry) *nameEntry {
	for p := hash; ; p++ {
		e := &t.entries[p%nameTableSize]
		if e.run == t.run {
			continue
		}
		n.hash, n.off, n.len, n.run, n.use = hash, uint32(i), uint32(end-i), t.run, u
		*e = n
		t.used++
		return e
	}
}
