package chart

import (
	"math"
	"time"
)

// A timeAxis maps moments to pixels. Between two of its pieces lies a break.
type timeAxis struct {
	base   time.Time
	zone   *time.Location
	pieces []piece
}

type piece struct {
	span
	x0, x1 float64
}

// breakWidth is how wide a cut in the axis is, in pixels of a full-size picture,
// where no words stand in it.
const breakWidth = 34

// newTimeAxis lays the spans of s between x0 and x1, with cuts of the given width.
func newTimeAxis(s *story, x0, x1, unit, cut float64) *timeAxis {
	a := &timeAxis{base: s.base, zone: s.opt.Zone}
	if len(s.spans) == 0 {
		return a
	}
	n := float64(len(s.spans))
	free := x1 - x0 - (n-1)*cut
	least := math.Min(110*unit, free/n)
	var total float64
	for _, p := range s.spans {
		total += p.length().Seconds()
	}
	rest := free - n*least
	x := x0
	for _, p := range s.spans {
		w := least + rest*p.length().Seconds()/total
		a.pieces = append(a.pieces, piece{p, x, x + w})
		x += w + cut
	}
	return a
}

// x is where t stands: inside a break, in its middle; outside, at the edge.
func (a *timeAxis) x(t moment) float64 {
	for i, p := range a.pieces {
		if t < p.from {
			if i == 0 {
				return p.x0
			}
			return (a.pieces[i-1].x1 + p.x0) / 2
		}
		if t <= p.to {
			return p.x0 + (p.x1-p.x0)*float64(t-p.from)/float64(p.to-p.from)
		}
	}
	if n := len(a.pieces); n > 0 {
		return a.pieces[n-1].x1
	}
	return 0
}

// A tick is a labelled instant.
type tick struct {
	x     float64
	label string
	day   string // set on the first tick of another day
}

// steps between ticks, each a divisor of the next larger unit of a clock.
var steps = []time.Duration{
	time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond, 10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond,
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	24 * time.Hour, 48 * time.Hour, 7 * 24 * time.Hour, 14 * 24 * time.Hour, 28 * 24 * time.Hour, 84 * 24 * time.Hour, 364 * 24 * time.Hour,
	3640 * 24 * time.Hour,
}

// ticks places clock times at round instants of the zone, as close as their
// labels allow.
func (a *timeAxis) ticks(width func(string) float64) []tick {
	var out []tick
	day := ""
	for _, p := range a.pieces {
		step := p.step(width)
		layout := tickLayout(step)
		for t := a.firstTick(p, step); !t.After(a.base.Add(p.to)); t = t.Add(step) {
			x := a.x(t.Sub(a.base))
			label := t.In(a.zone).Format(layout)
			half := width(label) / 2
			if x-half < p.x0-half*0.9 || x > p.x1 {
				continue
			}
			k := tick{x: x, label: label}
			if d := t.In(a.zone).Format("2 Jan"); d != day {
				k.day, day = d, d
			}
			out = append(out, k)
		}
	}
	return out
}

// dense is how much wider than its label the room of a tick is.
const dense = 1.7

func (p piece) step(width func(string) float64) time.Duration {
	perPixel := float64(p.length()) / (p.x1 - p.x0)
	for _, s := range steps {
		if float64(s)/perPixel >= dense*width(tickLayout(s)) {
			return s
		}
	}
	return steps[len(steps)-1]
}

func (a *timeAxis) firstTick(p piece, step time.Duration) time.Time {
	from := a.base.Add(p.from).In(a.zone)
	midnight := time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, a.zone)
	if step >= 24*time.Hour {
		return midnight.Add(24 * time.Hour)
	}
	n := (from.Sub(midnight) + step - 1) / step
	return midnight.Add(n * step)
}

func tickLayout(step time.Duration) string {
	switch {
	case step >= 24*time.Hour:
		return "2 Jan"
	case step >= time.Minute:
		return "15:04"
	case step >= time.Second:
		return "15:04:05"
	case step >= 100*time.Millisecond:
		return "15:04:05.0"
	}
	return "15:04:05.000"
}

// A logAxis maps durations to pixels by their logarithm.
type logAxis struct {
	low, high float64 // powers of ten, in seconds
	y0, y1    float64 // bottom and top
	known     bool    // some try has a length
	zeros     bool    // some of them 0: the bottom stands for all under 1 ms
}

func newLogAxis(shortest, longest, bottom, top float64) logAxis {
	low := math.Floor(math.Log10(math.Max(shortest, 1e-4)))
	high := math.Ceil(math.Log10(math.Max(longest, 1e-4)) + 0.02)
	if high-low < 2 {
		low = high - 2
	}
	return logAxis{low: low, high: high, y0: bottom, y1: top}
}

func (a logAxis) y(seconds float64) float64 {
	v := math.Log10(math.Max(seconds, 1e-9))
	v = math.Min(math.Max(v, a.low), a.high)
	return a.y0 + (a.y1-a.y0)*(v-a.low)/(a.high-a.low)
}
