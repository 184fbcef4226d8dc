package chart

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// barLabels writes durations on and beside bars where there is room.
func (f *figure) barLabels() {
	if f.density != gantt || f.row < 17*f.u {
		return
	}
	quiet := len(f.s.tries) > 60 // successes then go without words
	for _, t := range f.tracks {
		tries := t.l.tries
		for i := 0; i < len(tries); {
			n := f.cluster(t, tries[i:])
			if (!quiet || tries[i].class != 0) && !t.l.covered(tries[i]) {
				f.clusterLabel(t, tries[i:i+n])
			}
			i += n
		}
	}
}

// covered reports whether t lies on or under another bar of the last row, which
// takes what has no row of its own: nobody can tell whose a label there would be.
func (l *lane) covered(t *shown) bool {
	if t.row < rowsALane-1 {
		return false
	}
	return slices.ContainsFunc(l.tries, func(o *shown) bool {
		return o != t && o.row == t.row && !o.point && !t.point && o.from < t.to && t.from < o.to
	})
}

// cluster is how many of the first tries stand so close that they share a label.
func (f *figure) cluster(t track, tries []*shown) int {
	if tries[0].point || f.insideWidth(t, tries[0]) {
		return 1
	}
	n := 1
	end := f.rowBox(t, tries[0])
	for n < len(tries) {
		next := tries[n]
		b := f.rowBox(t, next)
		if next.point || next.class != tries[0].class || next.row != tries[0].row || b.X-(end.X+end.W) > 16*f.u || f.insideWidth(t, next) {
			break
		}
		end = b
		n++
	}
	return n
}

func (f *figure) labelStyle(class int) style {
	return style{size: min(f.size(17), max(smallest, f.row*0.5)), color: f.pal.forms[class].label}
}

// insideWidth reports whether the duration of a try fits into its bar.
func (f *figure) insideWidth(t track, s *shown) bool {
	st := f.labelStyle(s.class)
	st.bold = true
	return f.rowBox(t, s).W >= f.width(f.length(s), st)+18*f.u && f.pal.forms[s.class].height*f.rowBox(t, s).H >= st.size*1.02
}

func (f *figure) length(s *shown) string { return words.Duration(s.to - s.from) }

func (f *figure) clusterLabel(t track, tries []*shown) {
	first, last := tries[0], tries[len(tries)-1]
	st := f.labelStyle(first.class)
	b, e := f.rowBox(t, first), f.rowBox(t, last)
	base := middle(b.Y+b.H/2, st.size)
	area := Box{f.plot.X, t.y, f.right - f.plot.X, t.height}
	if f.insideWidth(t, first) && !first.point {
		f.insideLabel(b, base, first)
		return
	}
	var texts []string
	switch {
	case first.point && first.class == words.ClassNumber(analyze.ClassOK):
		return // the line of the first success has its own words
	case first.point:
		texts = []string{words.Clock(f.s.base.Add(first.from), f.s.opt.Zone)}
	default:
		texts = clusterTexts(tries)
		if first.a.Remote != nil && f.s.tellRemotes() {
			to := f.ruler.fit(*first.a.Remote, f.size(17), false, 200*f.u)
			texts = append([]string{to + ", " + texts[0], to}, texts...)
		}
	}
	right, left := e.X+e.W+8*f.u, b.X-8*f.u
	if first.point {
		right, left = right+9*f.u, left-9*f.u
	}
	var options []candidate
	for _, text := range texts {
		options = append(options, candidate{right, base, text, Start}, candidate{left, base, text, End})
	}
	f.place(area, st, 3*f.u, options...)
}

// clusterTexts are the words for a cluster, longest first.
func clusterTexts(tries []*shown) []string {
	low, high := tries[0].to-tries[0].from, time.Duration(0)
	var each []string
	for _, t := range tries {
		d := t.to - t.from
		low, high = min(low, d), max(high, d)
		each = append(each, words.Short(d))
	}
	n := len(tries)
	switch {
	case n == 1 && tries[0].a.Try > 1:
		return []string{fmt.Sprintf("try %d, %s", tries[0].a.Try, each[0]), each[0]}
	case n == 1:
		return each
	case n == 2:
		return []string{"2 tries, " + each[0] + " + " + each[1], "2 tries"}
	}
	return []string{words.Tries(n) + ", " + words.Range(low, high), words.Tries(n)}
}

func (f *figure) insideLabel(b Box, base float64, s *shown) {
	form := f.pal.forms[s.class]
	st := f.labelStyle(s.class)
	st.color = form.ink
	bold := st
	bold.bold = true
	length := f.length(s)
	w := f.width(length, bold)
	phrase := f.phrase(s)
	x := b.X + 10*f.u
	full := w + 8*f.u + f.width(phrase, st)
	if phrase == "" || full > b.W-20*f.u {
		phrase, full = "", w
	}
	h, in := b.H*form.height, 1.6*f.u
	ground := Box{b.X + in, b.Y + (b.H-h)/2 + in, full + 16*f.u, h - 2*in}
	if !f.blank(ground) {
		return // bars of tries that overlap lie on each other
	}
	if form.hatch != plain {
		f.rect(RoleBar, ground, form.fill)
	}
	f.text(x, base, length, bold)
	if phrase != "" {
		f.text(x+w+8*f.u, base, phrase, st)
	}
}

// phrase says on a bar what its try did.
func (f *figure) phrase(s *shown) string {
	switch s.a.Class {
	case analyze.ClassLookup:
		return "waited for the resolver"
	case analyze.ClassWaited:
		for _, v := range s.group.windows {
			for _, m := range v.members {
				if m == s && v.members[0] != s && v.members[0].class == words.ClassNumber(analyze.ClassLookup) {
					return "queued behind " + f.ruler.fit(nameOf(v.members[0]), f.size(17), false, 160*f.u)
				}
			}
		}
		return "queued on a lookup"
	}
	if s.a.Remote != nil && f.s.tellRemotes() {
		return "to " + f.ruler.fit(*s.a.Remote, f.size(17), false, 200*f.u)
	}
	if s.failed() {
		return f.ruler.fit(exceptionName(s.a.Exception), f.size(17), false, 260*f.u)
	}
	return ""
}

// exceptionName is the name of a class without its package.
func exceptionName(class string) string {
	return class[strings.LastIndexAny(class, ".$")+1:]
}
