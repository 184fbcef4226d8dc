package analyze

import (
	"cmp"
	"slices"
)

// An insertionIndex holds insertions in order of their latest instants, and answers
// lastBefore for many instants.
type insertionIndex struct {
	list     []*insertion
	earliest []int64 // per insertion: by when it, or one behind it, can have happened
}

func indexInsertions(list []*insertion) insertionIndex {
	x := insertionIndex{list, make([]int64, len(list))}
	for i, in := range slices.Backward(list) {
		x.earliest[i] = in.opensBy()
		if i+1 < len(list) {
			x.earliest[i] = min(x.earliest[i], x.earliest[i+1])
		}
	}
	return x
}

// before returns the last insertion that can have happened by at, nil if none.
func (x *insertionIndex) before(at int64) *insertion {
	i, _ := slices.BinarySearch(x.earliest, at+1)
	if i == 0 {
		return nil
	}
	return x.list[i-1]
}

// add puts an insertion in its place, behind those of the same instant.
func (x *insertionIndex) add(in *insertion) {
	i, _ := slices.BinarySearchFunc(x.list, in.hi+1, func(o *insertion, at int64) int { return cmp.Compare(o.hi, at) })
	at := in.opensBy()
	if i < len(x.list) {
		at = min(at, x.earliest[i])
	}
	x.list, x.earliest = slices.Insert(x.list, i, in), slices.Insert(x.earliest, i, at)
	for i--; i >= 0 && x.earliest[i] > at; i-- {
		x.earliest[i] = at
	}
}
