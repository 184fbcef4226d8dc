package analyze

import "timeline/parse"

// An interner numbers the strings of one input. 0 is the empty one.
type interner struct {
	ids    map[string]uint32
	list   []string
	hashes []uint64 // as parse.Names has them
}

func (n *interner) id(s string) uint32 {
	if id, ok := n.ids[s]; ok {
		return id
	}
	return n.add(s)
}

// idOf is id for bytes, which are copied only if they are new.
func (n *interner) idOf(s []byte) uint32 {
	if id, ok := n.ids[string(s)]; ok {
		return id
	}
	return n.add(string(s))
}

func (n *interner) add(s string) uint32 {
	if n.ids == nil {
		n.ids = map[string]uint32{}
	}
	id, hash := uint32(len(n.list)), uint64(0)
	if s != "" {
		hash = parse.HashName(s)
	}
	n.ids[s] = id
	n.list, n.hashes = append(n.list, s), append(n.hashes, hash)
	return id
}

// hash is the hash of a key.
func (n *interner) hash(k pairKey) uint64 {
	return keyHash(n.hashes[k.process], n.hashes[k.job], n.hashes[k.thread], n.hashes[k.op])
}
