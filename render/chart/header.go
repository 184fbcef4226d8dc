package chart

import (
	"fmt"
	"image/color"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// header writes title, byline and legend, and returns where they end.
func (f *figure) header() float64 {
	width := f.right - f.left
	title := style{size: f.size(34), bold: true, color: f.pal.ink}
	head := words.Visible(f.scene.Title)
	for title.size > f.size(25) && f.width(head, title) > width {
		title.size -= 0.5
	}
	most := 2
	if strings.HasSuffix(head, "?") {
		most = 4 // a question that is cut asks nothing
	}
	lines := f.ruler.wrap(head, title.size, true, width, most)
	y := 28*f.u + ascent*title.size
	for _, l := range lines {
		f.text(f.left, y, l, title)
		y += title.size * 1.2
	}
	by := style{size: f.size(19), color: f.pal.second}
	y += 1.75*by.size - 1.2*title.size
	most = 2
	if f.scene.W < 900 {
		most = 3
	}
	for _, l := range f.ruler.wrap(f.s.partWords()+f.s.byline(), by.size, false, width, most) {
		f.text(f.left, y, l, by)
		y += by.size * 1.35
	}
	return f.legend(y - 0.55*by.size + 8*f.u)
}

// A sample is an entry of the legend.
type sample struct {
	label string
	draw  func(x, y, h float64) // fills a box as high as h, 1.4 times as wide, centred on y
}

// legend explains the forms that occur, in the order of the story.
func (f *figure) legend(y float64) float64 {
	st := style{size: f.size(17), color: f.pal.ink}
	small := st
	small.color, small.anchor = f.pal.second, End
	date := f.dateLine()
	h := 17 * f.u
	right := f.right
	if date != "" {
		box := f.text(f.right, y+ascent*st.size, date, small)
		right = box.X - 24*f.u
	}
	x := f.left
	for _, e := range f.samples() {
		w := h*1.4 + 8*f.u + f.width(e.label, st)
		if x+w > right && x > f.left {
			x, y = f.left, y+st.size*1.65
			right = f.right
			if w > right-x {
				e.label = f.ruler.fit(e.label, st.size, false, right-x-h*1.4-8*f.u)
			}
		}
		e.draw(x, y+0.42*st.size, h)
		f.text(x+h*1.4+8*f.u, y+ascent*st.size+0.02*st.size, e.label, st)
		x += w + 26*f.u
	}
	return y + st.size*1.25 + 12*f.u
}

func (f *figure) dateLine() string {
	if len(f.s.spans) == 0 {
		return ""
	}
	first, end := f.s.spans[0].from, f.s.spans[len(f.s.spans)-1].to
	if len(f.s.tries) > 0 { // the edges around them are no reason to name a day
		latest := f.s.tries[0].to
		for _, t := range f.s.tries {
			latest = max(latest, t.to)
		}
		first, end = max(first, f.s.tries[0].from), min(end, latest)
	}
	from, to := f.s.base.Add(first), f.s.base.Add(end)
	day, last := words.Day(from, f.s.opt.Zone), words.Day(to, f.s.opt.Zone)
	if day != last {
		day += " to " + last
	}
	return day + ", times in " + words.ZoneName(from, f.s.opt.Zone)
}

// samples lists what occurs in the picture, and nothing else.
func (f *figure) samples() []sample {
	var bars, points, padded [classes]bool
	cut := false
	for _, t := range f.s.tries {
		padded[t.class] = padded[t.class] || t.padded()
		if t.point {
			points[t.class] = points[t.class] || !f.s.firstSuccess(t)
			cut = cut || t.cut
			continue
		}
		bars[t.class] = true
	}
	var out []sample
	for i := classes - 1; i >= 0; i-- {
		if !bars[i] {
			continue
		}
		label := words.ClassAmong(words.Classes[i], f.s.r.Attempts)
		if words.Classes[i] == analyze.ClassWaited {
			label += " (hatched)"
		}
		if padded[i] {
			label += " (pauses inside)"
		}
		out = append(out, sample{label, func(x, y, h float64) {
			f.bar(RoleLegend, Box{x, y - h/2, h * 1.4, h}, i, "")
		}})
	}
	several := 0
	for i, class := range words.Classes {
		if points[i] && class != analyze.ClassOK && class != analyze.ClassUnknown {
			several++
		}
	}
	for i := classes - 1; i >= 0; i-- {
		if !points[i] {
			continue
		}
		label := "failed, no duration"
		if several > 1 || words.Classes[i] == analyze.ClassCached {
			label = words.Class(words.Classes[i]) + ", no duration"
		}
		switch words.Classes[i] {
		case analyze.ClassOK:
			label = "success"
		case analyze.ClassUnknown:
			label = "end logged, start is not"
			if cut {
				label = "start logged, end is not"
			}
		}
		if n := len(out); n > 0 && out[n-1].label == label {
			continue
		}
		out = append(out, sample{label, func(x, y, h float64) { f.mark(RoleLegend, x+h*0.7, y, h*0.42, i, cut, "") }})
	}
	return append(append(out, f.windowSample()...), f.addressSamples()...)
}

// longestAnswer is how long an answer from the cache may take, retries at once
// included: a try that took longer spent the rest on something else.
const longestAnswer = time.Second

// padded reports whether t lasted longer than its lookup or the cache kept it: a
// bar as long as the try is no measure of either.
func (t *shown) padded() bool {
	switch {
	case t.point:
		return false
	case t.a.Class == analyze.ClassCached:
		return t.to-t.from > longestAnswer
	case t.a.Class == analyze.ClassLookup && t.owner != nil:
		return t.to-max(t.from, t.owner.open1) > longestAnswer
	}
	return false
}

func (f *figure) windowSample() []sample {
	for _, g := range f.s.groups {
		if len(g.windows) > 0 {
			return []sample{{"cached (pale: perhaps)", func(x, y, h float64) {
				f.fade(x, x+h*0.7, y-h/2, h, f.pal.back, f.pal.band)
				f.rect(RoleLegend, Box{x + h*0.7, y - h/2, h * 0.7, h}, f.pal.band)
				f.add(Item{Shape: Rect, Role: RoleLegend, X: x, Y: y - h/2, W: h * 1.4, H: h, Stroke: mix(f.pal.band, f.pal.bandIn, 0.4), Line: 1})
			}}}
		}
	}
	return nil
}

// footer says where the tries come from and which of them are not shown.
func (f *figure) footer() {
	st := style{size: f.size(15.5), color: f.pal.faint}
	y := f.scene.H - 18*f.u
	tool := f.s.r.Tool.Name + " " + f.s.r.Tool.Version
	right := st
	right.anchor = End
	box := f.text(f.right, y, f.ruler.fit(tool, st.size, false, (f.right-f.left)/4), right)
	parts := f.footnotes()
	f.text(f.left, y, f.ruler.cut(words.Visible(strings.Join(parts, "  ·  ")), st.size, false, box.X-24*f.u-f.left), st)
}

func (f *figure) footnotes() []string {
	s := f.s
	var parts []string
	if len(s.groups) == 1 && s.groups[0].host != "" {
		parts = append(parts, f.ruler.fit(s.groups[0].host, f.size(15.5), false, f.scene.W/3))
		if process := s.groups[0].process; process != "" && s.opt.Part.LeftOut > 0 {
			parts = append(parts, "in "+f.ruler.fit(process, f.size(15.5), false, f.scene.W/4))
		}
	}
	all := s.r.Coverage.Attempts
	if len(s.tries) == all {
		parts = append(parts, words.Tries(all))
	} else {
		parts = append(parts, fmt.Sprintf("%s of %s shown", words.Number(len(s.tries)), words.Tries(all)))
	}
	bad := 0
	for _, in := range s.r.Coverage.Inputs {
		bad += in.Unreadable
	}
	unlisted := all - len(s.r.Attempts) - s.opt.Part.LeftOut
	inputs, lanes := len(s.r.Coverage.Inputs), f.laneless()
	for _, note := range []struct {
		n    int
		text string
	}{
		{s.steps, words.Number(s.steps) + " of other operations"},
		{s.timeless, words.Number(s.timeless) + " without a time"},
		{s.outside, words.Number(s.outside) + " outside this time"},
		{lanes, words.Count(lanes, "lane", "lanes") + " without room"},
		{s.opt.Part.LeftOut, words.Number(s.opt.Part.LeftOut) + " not selected"},
		{unlisted, words.Number(unlisted) + " not listed in the report"},
		{inputs, "from " + words.Count(inputs, "input", "inputs")},
		{bad, words.Count(bad, "line", "lines") + " could not be read"},
	} {
		if note.n > 0 {
			parts = append(parts, note.text)
		}
	}
	return parts
}

// laneless is how many lanes have no place, not even in the lane of all others.
func (f *figure) laneless() int {
	n := 0
	for _, g := range f.s.groups {
		for _, l := range f.shownLanes(g) {
			if !f.kept[l] {
				n++
			}
		}
	}
	return n
}

// fade goes from one colour to another in opaque steps.
func (f *figure) fade(x0, x1, y, h float64, from, to color.NRGBA) {
	if x1-x0 < 0.5 {
		return
	}
	n := min(24, max(2, int((x1-x0)/3)))
	w := (x1 - x0) / float64(n)
	for i := range n {
		b := Box{x0 + float64(i)*w, y, w + 0.4, h}
		if i == n-1 {
			b.W = w
		}
		f.rect(RoleBand, b, mix(from, to, (float64(i)+0.5)/float64(n)))
	}
}
