package chart

import (
	"image/color"
	"math"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// A heap is tries that the report counts in a step of time and does not list.
type heap struct {
	span
	n int
}

// unlisted are the tries of the shown time that the report only counts. A report
// that was made elsewhere may hold anything: what makes no sense is left out.
func (s *story) unlisted() []heap {
	u := s.r.Coverage.Unlisted
	if u == nil || u.From.IsZero() || u.StepS < 1 || len(s.spans) == 0 {
		return nil
	}
	from := s.moment(u.From)
	step := moment(min(u.StepS, int(farthest/time.Second))) * time.Second
	var out []heap
	for _, n := range u.Counts {
		if from > farthest {
			break
		}
		if h := (heap{span{from, from + step}, n}); n > 0 && s.visible(h.from, h.to) {
			out = append(out, h)
		}
		from += step
	}
	return out
}

// unlistedHeight is that of the strip of tries that are only counted, in pixels
// of a full-size picture.
const unlistedHeight = 48

// unlistedLabels name them in the column of names.
func (f *figure) unlistedLabels() [2]string {
	sum := 0
	for _, h := range f.unlisted {
		sum += h.n
	}
	return [2]string{words.Number(sum) + " more tries,", "none failed"}
}

// unlistedStrip shows when tries ended of which the report keeps the number
// alone: where nothing else is drawn, all may have gone well.
func (f *figure) unlistedStrip() {
	if len(f.unlisted) == 0 {
		return
	}
	highest := 0
	for _, h := range f.unlisted {
		highest = max(highest, h.n)
	}
	labels := f.unlistedLabels()
	height := f.twoLines(unlistedHeight)
	base, room := f.unlistedTop+height-6*f.u, height-14*f.u
	f.beside(f.unlistedTop, height-4*f.u, labels, f.pal.ink)
	f.line(RoleGrid, f.plot.X, base, f.plot.X+f.plot.W, base, 1, f.pal.axis)
	ok := f.solid(words.ClassNumber(analyze.ClassOK))
	tip := labels[0] + " " + labels[1] + ": counted in steps of " + words.Duration(f.unlisted[0].length())
	for _, p := range f.axis.pieces {
		var open Box
		for _, h := range f.unlisted {
			from, to := max(h.from, p.from), min(h.to, p.to)
			if from >= to {
				continue
			}
			tall := math.Max(2, math.Round(room*float64(h.n)/float64(highest)))
			b := Box{f.axis.x(from), base - tall, f.axis.x(to) - f.axis.x(from), tall}
			if b.H == open.H && b.X <= open.X+open.W+0.01 {
				open.W = b.X + b.W - open.X
				continue
			}
			f.heapOf(open, ok, tip)
			open = b
		}
		f.heapOf(open, ok, tip)
	}
}

func (f *figure) heapOf(b Box, c color.NRGBA, tip string) {
	if b.W > 0 {
		f.add(Item{Shape: Rect, Role: RoleStrip, X: b.X, Y: b.Y, W: b.W, H: b.H, Fill: c, Tip: tip})
	}
}
