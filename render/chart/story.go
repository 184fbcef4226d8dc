package chart

import (
	"cmp"
	"slices"
	"time"

	"timeline/analyze"
)

// A story is what a picture shows of a report, still without a pixel.
type story struct {
	r        *analyze.Report
	opt      Options
	base     time.Time // moments count from here
	tries    []*shown  // those with a time, by start
	byID     map[string]*shown
	timeless int // tries without any time
	outside  int // tries with a time that no shown span holds
	steps    int // tries of other operations, left out
	remotes  int // different addresses
	spans    []span
	groups   []*group
	date     time.Time
}

// A moment is time since the base of a story.
type moment = time.Duration

// A shown is a try with its place in time.
type shown struct {
	a        *analyze.Attempt
	class    int
	from, to moment
	point    bool // only one end is in the logs: a mark, never a bar of invented length
	cut      bool // it is the start that is known
	group    *group
	lane     *lane
	row      int
}

func (t *shown) failed() bool { return t.a.Outcome == analyze.OutcomeFailed }

// A group is the tries of one process and one name: what shares a cache entry.
type group struct {
	process, host string
	windows       []*window
	lanes         []*lane
	quiet         bool // several names, none with a failure
	claim         *claim
}

// A window of the report in moments.
type window struct {
	w                *analyze.Window
	start            moment // of the lookup
	hasStart         bool
	open0, open1     moment // earliest and latest opening
	close0, close1   moment // earliest and latest closing
	endless          bool   // not seen to close
	success          moment
	hasSuccess       bool
	members          []*shown // leader first, then those who waited
	hasOpen, hasStop bool
}

// A lane is the tries of one job or thread.
type lane struct {
	name  string
	tries []*shown
	rows  int
	group *group
}

func newStory(r *analyze.Report, opt Options) *story {
	s := &story{r: r, opt: opt, byID: make(map[string]*shown, len(r.Attempts))}
	s.base = firstTime(r)
	for i := range r.Attempts {
		s.addTry(&r.Attempts[i])
	}
	s.dropSteps()
	slices.SortStableFunc(s.tries, func(a, b *shown) int { return cmp.Compare(a.from, b.from) })
	windows := s.windows()
	s.spans = s.chooseSpans(windows)
	s.tries = slices.DeleteFunc(s.tries, func(t *shown) bool {
		if s.visible(t.from, t.to) {
			return false
		}
		s.outside++
		return true
	})
	remotes := map[string]bool{}
	for _, t := range s.tries {
		if t.a.Remote != nil {
			remotes[*t.a.Remote] = true
		}
	}
	s.remotes = len(remotes)
	s.groupTries(windows)
	s.makeClaims()
	if len(s.spans) > 0 {
		s.date = s.base.Add(s.spans[0].from)
	}
	return s
}

func (s *story) anyFailed() bool { return slices.ContainsFunc(s.tries, (*shown).failed) }

// firstTime is the earliest instant of a report. Offsets from it stay small.
func firstTime(r *analyze.Report) time.Time {
	var first time.Time
	see := func(t analyze.Time) {
		if !t.IsZero() && (first.IsZero() || t.Before(first)) {
			first = t.Time
		}
	}
	for i := range r.Attempts {
		see(r.Attempts[i].Start)
		see(r.Attempts[i].End)
	}
	for i := range r.Windows {
		see(r.Windows[i].Lookup.Start)
		see(r.Windows[i].Opened.Earliest)
		see(r.Windows[i].Opened.Latest)
	}
	return first
}

func (s *story) moment(t analyze.Time) moment { return t.Sub(s.base) }

func (s *story) addTry(a *analyze.Attempt) {
	t := &shown{a: a, class: classIndex(a.Class)}
	switch {
	case a.Start.IsZero() && a.End.IsZero():
		s.timeless++
		return
	case a.Start.IsZero():
		t.from, t.point = s.moment(a.End), true
		t.to = t.from
	case a.End.IsZero():
		t.from, t.point, t.cut = s.moment(a.Start), true, true
		t.to = t.from
	default:
		t.from = s.moment(a.Start)
		t.to = max(t.from, s.moment(a.End))
	}
	s.tries = append(s.tries, t)
	s.byID[a.ID] = t
}

// dropSteps leaves out tries without an outcome whose operation never failed:
// what a job did before and after is no part of the story. Where nothing
// failed, everything stays.
func (s *story) dropSteps() {
	failing := map[string]bool{}
	for _, t := range s.tries {
		if t.failed() {
			failing[t.a.Operation] = true
		}
	}
	if len(failing) == 0 {
		return
	}
	s.tries = slices.DeleteFunc(s.tries, func(t *shown) bool {
		step := t.a.Outcome == analyze.OutcomeUnknown && !failing[t.a.Operation]
		if step {
			s.steps++
			delete(s.byID, t.a.ID)
		}
		return step
	})
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

func (v *window) closing(s *story) {
	c := v.w.Closed
	v.close0 = v.open1
	if !c.Earliest.IsZero() {
		v.close0 = max(v.open1, s.moment(c.Earliest))
	}
	if c.Latest.IsZero() {
		v.close1, v.endless = v.close0, true
		return
	}
	v.close1 = max(v.close0, s.moment(c.Latest))
}

// firstSuccess reports whether t is the success that ends a window, which has
// words of its own in the picture.
func (s *story) firstSuccess(t *shown) bool {
	if t.a.Outcome != analyze.OutcomeOK {
		return false
	}
	for _, v := range t.group.windows {
		if v.hasSuccess && v.success == t.to {
			return true
		}
	}
	return false
}

// groupTries makes lanes. Tries without a name stay with the only name there is.
func (s *story) groupTries(windows []*window) {
	type key struct{ process, host string }
	named := map[string]map[string]bool{}
	hostOf := func(t *shown) string {
		if t.a.Host == nil {
			return ""
		}
		return *t.a.Host
	}
	ofWindow := map[*shown]key{}
	for _, v := range windows {
		for _, t := range v.members {
			ofWindow[t] = key{v.w.Process, v.w.Host}
		}
		for _, id := range v.w.Cached {
			if t := s.byID[id]; t != nil {
				ofWindow[t] = key{v.w.Process, v.w.Host}
			}
		}
		if named[v.w.Process] == nil {
			named[v.w.Process] = map[string]bool{}
		}
		named[v.w.Process][v.w.Host] = true
	}
	for _, t := range s.tries {
		if h := hostOf(t); h != "" {
			if named[t.a.Process] == nil {
				named[t.a.Process] = map[string]bool{}
			}
			named[t.a.Process][h] = true
		}
	}
	groups := map[key]*group{}
	find := func(k key) *group {
		g := groups[k]
		if g == nil {
			g = &group{process: k.process, host: k.host}
			groups[k] = g
			s.groups = append(s.groups, g)
		}
		return g
	}
	for _, v := range windows {
		if s.visible(v.open0, v.close1) {
			g := find(key{v.w.Process, v.w.Host})
			g.windows = append(g.windows, v)
		}
	}
	for _, t := range s.tries {
		k, ok := ofWindow[t]
		if !ok {
			k = key{t.a.Process, hostOf(t)}
			if k.host == "" && len(named[k.process]) == 1 {
				for h := range named[k.process] {
					k.host = h
				}
			}
		}
		t.group = find(k)
	}
	s.makeLanes()
}
