package analyze

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// An openTable holds the events that wait for their other end, by what they have
// in common with it. Its slots are small and hold no pointer: a TimeLog looks up
// each of its events here. The zero openTable is empty.
type openTable struct {
	slots  []openSlot // a power of two of them; at most half are in use
	events []event
	unused []int32 // places in events
}

type openSlot struct {
	key pairKey
	at  int32 // 1 + place in events; 0 for none
}

// openSeed is secret, so that nobody can write a log whose keys collide.
var openSeed = rand.Uint64() | 1

func (k pairKey) hash() uint64 {
	hi, lo := bits.Mul64((uint64(k.process)<<32|uint64(k.op))^openSeed, (uint64(k.job)<<32|uint64(k.thread))^0x9e3779b97f4a7c15)
	hi, lo = bits.Mul64(hi^lo, openSeed)
	return hi ^ lo
}

func (t *openTable) len() int { return len(t.events) - len(t.unused) }

// find returns the event of k, nil if there is none. It is valid until the next
// put.
func (t *openTable) find(k pairKey) *event {
	if len(t.slots) == 0 {
		return nil
	}
	if s := t.slot(k); s.at > 0 {
		return &t.events[s.at-1]
	}
	return nil
}

// slot returns the slot of k, or the one where k would go.
func (t *openTable) slot(k pairKey) *openSlot {
	mask := uint64(len(t.slots) - 1)
	for p := k.hash() & mask; ; p = (p + 1) & mask {
		if s := &t.slots[p]; s.at == 0 || s.key == k {
			return s
		}
	}
}

// put makes e the event of its key.
func (t *openTable) put(e *event) {
	if 2*(t.len()+1) > len(t.slots) {
		t.grow()
	}
	k := e.key()
	s := t.slot(k)
	switch n := len(t.unused); {
	case s.at > 0:
	case n > 0:
		s.at = t.unused[n-1] + 1
		t.unused = t.unused[:n-1]
	default:
		t.events = append(t.events, event{})
		s.at = int32(len(t.events))
	}
	s.key = k
	t.events[s.at-1] = *e
}

func (t *openTable) grow() {
	old := t.slots
	t.slots = make([]openSlot, max(64, 2*len(old)))
	for _, s := range old {
		if s.at > 0 {
			*t.slot(s.key) = s
		}
	}
}

// remove takes out the event of k, which must be there, and closes the gap that
// its slot leaves.
func (t *openTable) remove(k pairKey) {
	mask := uint64(len(t.slots) - 1)
	p := k.hash() & mask
	for t.slots[p].key != k || t.slots[p].at == 0 {
		p = (p + 1) & mask
	}
	at := t.slots[p].at - 1
	t.events[at] = event{}
	t.unused = append(t.unused, at)
	for q := (p + 1) & mask; t.slots[q].at > 0; q = (q + 1) & mask {
		if home := t.slots[q].key.hash() & mask; (q-home)&mask >= (q-p)&mask {
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
