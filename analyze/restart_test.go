package analyze

import (
	"maps"
	"slices"
	"testing"
	"time"
)

func TestSplitAtStarts(t *testing.T) {
	sec := int64(time.Second)
	tests := []struct {
		name   string
		starts []int64
		want   []string // process of tries at 10, 20 and 30 s
		n      int
	}{
		{"no start", nil, []string{"A", "A", "A"}, 0},
		{"before all", []int64{5}, []string{"A", "A", "A"}, 0},
		{"between", []int64{15}, []string{"A", "A#2", "A#2"}, 1},
		{"two", []int64{15, 25}, []string{"A", "A#2", "A#3"}, 2},
		{"two lines of one start", []int64{15, 16}, []string{"A", "A#2", "A#2"}, 1},
		{"behind all", []int64{40}, []string{"A", "A", "A"}, 1},
	}
	for _, tt := range tests {
		var as []*attempt
		for _, at := range []int64{10, 20, 30} {
			as = append(as, &attempt{process: "A", start: at * sec, end: at*sec + 1})
		}
		other := &attempt{process: "B", start: 20 * sec, end: 21 * sec}
		var starts []restart
		for _, at := range tt.starts {
			starts = append(starts, restart{"A", at * sec})
		}
		leftOut := map[habitOf]int{{"A", "get"}: 300, {"B", "get"}: 7}
		n := splitAtStarts(append(as, other), starts, leftOut)
		shares := map[habitOf]int{{"B", "get"}: 7}
		for _, process := range tt.want {
			shares[habitOf{process, "get"}] += 100
		}
		maps.DeleteFunc(leftOut, func(_ habitOf, tries int) bool { return tries == 0 })
		if !maps.Equal(leftOut, shares) {
			t.Errorf("%s: %v is left out of them, want %v", tt.name, leftOut, shares)
		}
		var got []string
		for _, a := range as {
			got = append(got, a.process)
		}
		if n != tt.n || !slices.Equal(got, tt.want) || other.process != "B" {
			t.Errorf("%s: %v and %d starts, want %v and %d; B is %s", tt.name, got, n, tt.want, tt.n, other.process)
		}
	}
}
