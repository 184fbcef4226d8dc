package analyze

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// An openTable holds the events that wait for their other end, by what they have
// in common with it. Its slots are small and hold no pointer. The zero openTable
// is empty.
type openTable struct {
	slots  []openSlot // a power of two of them; at most half are in use
	events []event
	unused []int32 // places in events
}

type openSlot struct {
	hash uint64
	at   int32 // 1 + place in events; 0 for none
}

// openSeed is secret, so that nobody can write a log whose keys collide.
var openSeed = rand.Uint64() | 1

// keyHash is the hash of a pairKey, from those of the names that it numbers. Parts
// number names in other ways, and find the same.
func keyHash(process, job, thread, op uint64) uint64 {
	hi, lo := bits.Mul64(process^bits.RotateLeft64(op, 32)^openSeed, job^bits.RotateLeft64(thread, 32)^0x9e3779b97f4a7c15)
	hi, lo = bits.Mul64(hi^lo, openSeed)
	return hi ^ lo
}

func (t *openTable) len() int { return len(t.events) - len(t.unused) }

// may reports whether there is an event whose key has a hash.
func (t *openTable) may(hash uint64) bool {
	if t.len() == 0 {
		return false
	}
	mask := uint64(len(t.slots) - 1)
	for p := hash & mask; t.slots[p].at > 0; p = (p + 1) & mask {
		if t.slots[p].hash == hash {
			return true
		}
	}
	return false
}

// find returns the event of k, nil if there is none. It is valid until the next
// put.
func (t *openTable) find(k pairKey, hash uint64) *event {
	if len(t.slots) == 0 {
		return nil
	}
	if at := t.slots[t.slot(k, hash)].at; at > 0 {
		return &t.events[at-1]
	}
	return nil
}

// slot returns the slot of k, or the one where k would go.
func (t *openTable) slot(k pairKey, hash uint64) uint64 {
	mask := uint64(len(t.slots) - 1)
	for p := hash & mask; ; p = (p + 1) & mask {
		if s := &t.slots[p]; s.at == 0 || s.hash == hash && t.events[s.at-1].key() == k {
			return p
		}
	}
}

// put makes e the event of its key.
func (t *openTable) put(e *event, hash uint64) {
	if 2*(t.len()+1) > len(t.slots) {
		t.grow()
	}
	s := &t.slots[t.slot(e.key(), hash)]
	switch n := len(t.unused); {
	case s.at > 0:
	case n > 0:
		s.at = t.unused[n-1] + 1
		t.unused = t.unused[:n-1]
	default:
		t.events = append(t.events, event{})
		s.at = int32(len(t.events))
	}
	s.hash = hash
	t.events[s.at-1] = *e
}

func (t *openTable) grow() {
	old := t.slots
	t.slots = make([]openSlot, max(64, 2*len(old)))
	mask := uint64(len(t.slots) - 1)
	for _, s := range old {
		if s.at > 0 {
			p := s.hash & mask
			for t.slots[p].at > 0 {
				p = (p + 1) & mask
			}
			t.slots[p] = s
		}
	}
}

// remove takes out the event of k, which must be there, and closes the gap that
// its slot leaves.
func (t *openTable) remove(k pairKey, hash uint64) {
	mask := uint64(len(t.slots) - 1)
	p := t.slot(k, hash)
	at := t.slots[p].at - 1
	t.events[at] = event{}
	t.unused = append(t.unused, at)
	for q := (p + 1) & mask; t.slots[q].at > 0; q = (q + 1) & mask {
		if home := t.slots[q].hash & mask; (q-home)&mask >= (q-p)&mask {
			t.slots[p] = t.slots[q]
			p = q
		}
	}
	t.slots[p] = openSlot{}
}

// each visits the events, in an order that depends only on what was put and
// removed before.
func (t *openTable) each(do func(*event)) {
	idle := make([]bool, len(t.events))
	for _, at := range t.unused {
		idle[at] = true
	}
	for i := range t.events {
		if !idle[i] {
			do(&t.events[i])
		}
	}
}

func (t *openTable) list() []event {
	list := make([]event, 0, t.len())
	t.each(func(e *event) { list = append(list, *e) })
	return list
}

func (t *openTable) clone() openTable {
	return openTable{slices.Clone(t.slots), slices.Clone(t.events), slices.Clone(t.unused)}
}
