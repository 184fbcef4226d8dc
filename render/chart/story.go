package chart

import (
	"cmp"
	"slices"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// A story is what a picture shows of a report, still without a pixel.
type story struct {
	r        *analyze.Report
	opt      Options
	base     time.Time         // moments count from here
	tries    []*shown          // those with a time, by start
	byID     map[string]*shown // those that windows name
	timeless int               // tries without any time
	outside  int               // tries with a time that no shown span holds
	hidden   []*shown          // those
	steps    int               // tries of other operations, left out
	remotes  int               // different addresses
	spans    []span
	groups   []*group
	date     time.Time
	renewed  []*analyze.Attempt // answered from the cache after lookups that the logs do not hold
}

// A moment is time since the base of a story.
type moment = time.Duration

// A shown is a try with its place in time.
type shown struct {
	a        *analyze.Attempt
	class    int
	from, to moment
	point    bool    // only one end is in the logs: a mark, never a bar of invented length
	cut      bool    // it is the start that is known
	owner    *window // that names it
	group    *group
	lane     *lane
	row      int
}

func (t *shown) failed() bool { return t.a.Outcome == analyze.OutcomeFailed }

// A lane is the tries of one job or thread.
type lane struct {
	name  string
	tries []*shown
	rows  int
	group *group
}

func newStory(r *analyze.Report, opt Options) *story {
	return newStoryOver(r, opt, func(s *story, windows []*window) []span { return s.within(s.chooseSpans(windows)) })
}

// newStoryOver is newStory with another choice of the time to show.
func newStoryOver(r *analyze.Report, opt Options, choose func(*story, []*window) []span) *story {
	s := &story{r: r, opt: opt, byID: namedByWindows(r)}
	s.base = firstTime(r)
	s.addTries()
	s.renewed = s.findRenewed()
	s.dropSteps()
	slices.SortStableFunc(s.tries, func(a, b *shown) int { return cmp.Compare(a.from, b.from) })
	windows := s.windows()
	s.spans = choose(s, windows)
	s.tries = slices.DeleteFunc(s.tries, func(t *shown) bool {
		if s.visible(t.from, t.to) {
			return false
		}
		s.outside++
		s.hidden = append(s.hidden, t)
		return true
	})
	s.remotes = countRemotes(s.tries)
	s.groupTries(windows)
	s.makeClaims()
	if len(s.spans) > 0 {
		s.date = s.base.Add(s.spans[0].from)
	}
	return s
}

func countRemotes(tries []*shown) int {
	remotes := map[string]bool{}
	for _, t := range tries {
		if t.a.Remote != nil {
			remotes[*t.a.Remote] = true
		}
	}
	return len(remotes)
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

// farthest is how far from its base a story looks: sums of moments must not
// overflow, whatever years a log claims.
const farthest = 80 * 365 * 24 * time.Hour

func (s *story) moment(t analyze.Time) moment {
	return min(max(t.Sub(s.base), -farthest), farthest)
}

// namedByWindows are the tries that windows name, still without their places.
func namedByWindows(r *analyze.Report) map[string]*shown {
	named := map[string]*shown{}
	for i := range r.Windows {
		w := &r.Windows[i]
		if w.Lookup.Leader != nil {
			named[*w.Lookup.Leader] = nil
		}
		for _, ids := range [][]string{w.Lookup.Waited, w.Cached} {
			for _, id := range ids {
				named[id] = nil
			}
		}
	}
	return named
}

func (s *story) addTries() {
	room := make([]shown, len(s.r.Attempts))
	s.tries = make([]*shown, 0, len(room))
	for i := range s.r.Attempts {
		if t := &room[i]; s.placeTry(t, &s.r.Attempts[i]) {
			s.tries = append(s.tries, t)
			if _, named := s.byID[t.a.ID]; named {
				s.byID[t.a.ID] = t
			}
		}
	}
}

// placeTry gives t the times of a, and reports whether the logs hold any.
func (s *story) placeTry(t *shown, a *analyze.Attempt) bool {
	t.a, t.class = a, words.ClassNumber(a.Class)
	switch {
	case a.Start.IsZero() && a.End.IsZero():
		s.timeless++
		return false
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
	return true
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
