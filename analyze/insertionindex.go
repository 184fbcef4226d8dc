package analyze

import "slices"

// An insertionIndex answers lastBefore for many instants. It holds as long as the
// insertions do not change.
type insertionIndex struct {
	list     []*insertion
	earliest []int64 // per insertion: by when it, or one behind it, can have happened
}

func indexInsertions(list []*insertion) insertionIndex {
	x := insertionIndex{list, make([]int64, len(list))}
	for i, in := range slices.Backward(list) {
		x.earliest[i] = in.lo
		if in.lo == unset {
			x.earliest[i] = in.hi
		}
		if i+1 < len(list) {
			x.earliest[i] = min(x.earliest[i], x.earliest[i+1])
		}
	}
	return x
}

// before returns the last insertion that can have happened by at, nil if none.
func (x insertionIndex) before(at int64) *insertion {
	i, _ := slices.BinarySearch(x.earliest, at+1)
	if i == 0 {
		return nil
	}
	return x.list[i-1]
}
