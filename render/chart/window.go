package chart

import (
	"cmp"
	"math"
	"slices"

	"timeline/analyze"
	"timeline/render/words"
)

// A window of the report in moments.
type window struct {
	w              *analyze.Window
	start          moment // of the lookup
	hasStart       bool
	open0, open1   moment // earliest and latest opening
	close0, close1 moment // earliest and latest closing
	endless        bool   // not seen to close: close1 is its last answer
	success        moment
	hasSuccess     bool
	members        []*shown // leader first, then those who waited
}

// windows puts the windows in moments. Where the logs do not bound an end, the
// nearest instant they do know stands in, and the window says so.
func (s *story) windows() []*window {
	var out []*window
	for i := range s.r.Windows {
		w := &s.r.Windows[i]
		v := &window{w: w}
		if !w.Lookup.Start.IsZero() {
			v.start, v.hasStart = s.moment(w.Lookup.Start), true
		}
		v.members = s.members(w)
		if !v.opening(s) {
			continue
		}
		v.closing(s)
		if !w.FirstSuccess.IsZero() {
			v.success, v.hasSuccess = s.moment(w.FirstSuccess), true
		}
		out = append(out, v)
	}
	slices.SortStableFunc(out, func(a, b *window) int { return cmp.Compare(a.open0, b.open0) })
	return out
}

func (s *story) members(w *analyze.Window) []*shown {
	var out []*shown
	if w.Lookup.Leader != nil {
		if t := s.byID[*w.Lookup.Leader]; t != nil {
			out = append(out, t)
		}
	}
	for _, id := range w.Lookup.Waited {
		if t := s.byID[id]; t != nil {
			out = append(out, t)
		}
	}
	return out
}

func (v *window) opening(s *story) bool {
	o := v.w.Opened
	switch {
	case o.Earliest.IsZero() && o.Latest.IsZero():
		return false
	case o.Latest.IsZero():
		v.open0 = s.moment(o.Earliest)
		v.open1 = v.open0
	case o.Earliest.IsZero():
		v.open1 = s.moment(o.Latest)
		v.open0 = v.open1
		if v.hasStart {
			v.open0 = min(v.start, v.open1)
		}
	default:
		v.open0, v.open1 = s.moment(o.Earliest), s.moment(o.Latest)
	}
	v.open1 = max(v.open0, v.open1)
	return true
}

// begins is when the lookup of v started, else when its failure entered the cache.
func (v *window) begins() moment {
	if v.hasStart {
		return min(v.start, v.open0)
	}
	return v.open0
}

func (v *window) closing(s *story) {
	c := words.Closing(v.w)
	v.close0 = v.open1
	if !c.Earliest.IsZero() {
		v.close0 = max(v.open1, s.moment(c.Earliest))
	}
	if c.Latest.IsZero() {
		v.close1, v.endless = max(v.close0, s.lastAnswer(v.w)), true
		return
	}
	v.close1 = max(v.close0, s.moment(c.Latest))
}

// lastAnswer is when the last of the tries that w's failure answered ended.
func (s *story) lastAnswer(w *analyze.Window) moment {
	last := moment(math.MinInt64)
	for _, id := range w.Cached {
		if t := s.byID[id]; t != nil {
			last = max(last, t.to)
		}
	}
	return last
}
