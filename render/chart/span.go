package chart

import (
	"cmp"
	"slices"
	"time"

	"timeline/analyze"
)

// A span is a piece of time that the picture shows.
type span struct{ from, to moment }

func (s span) length() moment { return s.to - s.from }

const (
	// An idle gap is cut out of the axis when it is at least this long and
	// takes at least this part of what would be shown.
	shortestGap = time.Minute
	gapPart     = 0.3
	mostBreaks  = 6
	// context is shown before and after the story, as a part of its length.
	context    = 0.05
	minContext = 100 * time.Millisecond
	// wholePart is how much longer than the story all tries may take at either
	// end to be shown whole.
	wholePart = 0.4
)

// visible reports whether any of from..to lies in a shown span.
func (s *story) visible(from, to moment) bool {
	for _, p := range s.spans {
		if from <= p.to && to >= p.from {
			return true
		}
	}
	return false
}

// chooseSpans finds the time worth showing: windows and failed lookups, else
// what the findings speak of, else failures, else everything. Quiet hours
// before, between and after must not squeeze it.
func (s *story) chooseSpans(windows []*window) []span {
	var busy []span
	add := func(from, to moment) { busy = append(busy, span{from, max(from, to)}) }
	for _, v := range windows {
		from := v.open0
		if v.hasStart {
			from = min(from, v.start)
		}
		add(from, v.close0)
		add(v.close1, v.close1)
		if v.hasSuccess {
			add(v.success, v.success)
		}
	}
	for _, f := range s.r.Findings {
		if len(windows) > 0 || f.From.IsZero() {
			continue
		}
		if !f.To.IsZero() {
			add(s.moment(f.From), s.moment(f.To))
		} else if c := s.claimOf(&f); c != nil {
			add(c.from, c.to)
		}
	}
	known := len(busy) > 0
	for _, t := range s.tries {
		if t.a.Class.IsDNS() || !known && t.failed() {
			add(t.from, t.to)
		}
	}
	if len(busy) == 0 {
		for _, t := range s.tries {
			add(t.from, t.to)
		}
	}
	return s.withContext(breakGaps(busy))
}

// breakGaps joins busy spans and cuts out the longest idle gaps.
func breakGaps(busy []span) []span {
	if len(busy) == 0 {
		return nil
	}
	slices.SortFunc(busy, func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	joined := busy[:1:1]
	for _, b := range busy[1:] {
		last := &joined[len(joined)-1]
		if b.from <= last.to {
			last.to = max(last.to, b.to)
			continue
		}
		joined = append(joined, b)
	}
	gaps := make([]int, 0, len(joined))
	for i := range len(joined) - 1 {
		gaps = append(gaps, i)
	}
	width := func(i int) moment { return joined[i+1].from - joined[i].to }
	slices.SortStableFunc(gaps, func(a, b int) int { return cmp.Compare(width(b), width(a)) })
	shown := joined[len(joined)-1].to - joined[0].from
	cut := map[int]bool{}
	for _, i := range gaps {
		if len(cut) == mostBreaks || width(i) < shortestGap || float64(width(i)) < gapPart*float64(shown) {
			break
		}
		cut[i] = true
		shown -= width(i)
	}
	out := joined[:1:1]
	for i, b := range joined[1:] {
		if cut[i] {
			out = append(out, b)
			continue
		}
		out[len(out)-1].to = b.to
	}
	return out
}

// withContext shows something before and after: all tries there are, if that
// takes no more than a part of the picture, else a narrow edge.
func (s *story) withContext(spans []span) []span {
	var total moment
	for _, s := range spans {
		total += s.length()
	}
	pad := max(minContext, moment(float64(total)*context))
	if total == 0 {
		pad = time.Second
	}
	if len(spans) > 0 && len(s.tries) > 0 {
		allow := moment(float64(total) * wholePart)
		if len(s.tries) < 200 {
			allow *= 2
		}
		first, last := s.tries[0].from, moment(0)
		for _, t := range s.tries {
			last = max(last, t.to)
		}
		if edge := &spans[0].from; first < *edge && *edge-first <= allow {
			*edge = first
		}
		if edge := &spans[len(spans)-1].to; last > *edge && last-*edge <= allow {
			*edge = last
		}
	}
	for i := range spans {
		spans[i].from -= pad
		spans[i].to += pad
	}
	if n := len(spans); n > 0 {
		spans[n-1].to += pad // room for what comes after
	}
	return spans
}

// within cuts spans down to the part that is to be drawn, and leaves them as they are
// where next to nothing of them lies in it.
func (s *story) within(spans []span) []span {
	part := span{-farthest, farthest}
	if t := s.opt.Part.Since; !t.IsZero() {
		part.from = s.moment(analyze.Time{Time: t})
	}
	if t := s.opt.Part.Until; !t.IsZero() {
		part.to = s.moment(analyze.Time{Time: t})
	}
	var out []span
	for _, p := range spans {
		if p = (span{max(p.from, part.from), min(p.to, part.to)}); p.length() >= time.Millisecond {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return spans
	}
	return out
}
