package parse

import "hash/maphash"

// Names numbers the names that a part of an input holds, each text once. 0 is the
// empty text. The zero Names is ready for use.
type Names struct {
	text  []byte
	ends  []uint32 // of each name in text
	hash  []uint64
	slots []uint32 // numbers by hash; a power of two of them, at most half in use
}

// nameSeed is secret, so that nobody can write a log whose names collide.
var nameSeed = maphash.MakeSeed()

// HashName returns the hash that Names.Hash gives for a text. It is another one
// each time the program runs.
func HashName(name string) uint64 { return maphash.String(nameSeed, name) }

// Len is how many names there are, the empty one included.
func (n *Names) Len() int { return max(1, len(n.ends)) }

// Text returns a name.
func (n *Names) Text(i uint32) []byte {
	if i == 0 {
		return nil
	}
	return n.text[n.ends[i-1]:n.ends[i]]
}

// Hash returns the hash of a name's text.
func (n *Names) Hash(i uint32) uint64 {
	if i == 0 {
		return 0
	}
	return n.hash[i]
}

// Number returns the number of a name, a new one if need be.
func (n *Names) Number(name []byte) uint32 {
	if len(name) == 0 {
		return 0
	}
	if 2*n.Len() >= len(n.slots) {
		n.grow()
	}
	h, mask := maphash.Bytes(nameSeed, name), uint64(len(n.slots)-1)
	for p := h & mask; ; p = (p + 1) & mask {
		i := n.slots[p]
		if i == 0 {
			i = uint32(len(n.ends))
			n.text = append(n.text, name...)
			n.ends, n.hash = append(n.ends, uint32(len(n.text))), append(n.hash, h)
			n.slots[p] = i
			return i
		}
		if n.hash[i] == h && string(n.Text(i)) == string(name) {
			return i
		}
	}
}

func (n *Names) grow() {
	if n.ends == nil {
		n.ends, n.hash = []uint32{0}, []uint64{0}
	}
	n.slots = make([]uint32, max(256, 2*len(n.slots)))
	mask := uint64(len(n.slots) - 1)
	for i := 1; i < len(n.ends); i++ {
		p := n.hash[i] & mask
		for n.slots[p] != 0 {
			p = (p + 1) & mask
		}
		n.slots[p] = uint32(i)
	}
}

// Reset forgets all names and keeps the memory.
func (n *Names) Reset() {
	if n.ends != nil {
		n.text, n.ends, n.hash = n.text[:0], n.ends[:1], n.hash[:1]
		clear(n.slots)
	}
}
