package chart

import (
	"cmp"
	"slices"
)

// others is the lane of tries that name no job, from threads seen only once.
const others = "others"

// fewThreads is up to how many threads that are seen in one failure only, and of a known
// length, have lanes of their own: one lane would hide how these lie beside each other.
const fewThreads = 12

// makeLanes sorts the tries of every group into lanes: one a job, else one a
// thread. Lanes come in the order of their first try, "others" last.
func (s *story) makeLanes() {
	s.findLanes()
	failures := map[*group]int{}
	for _, g := range s.groups {
		slices.SortStableFunc(g.lanes, func(a, b *lane) int {
			return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.tries[0].client(), b.tries[0].client()), cmp.Compare(a.tries[0].from, b.tries[0].from))
		})
		for _, l := range g.lanes {
			l.stack()
		}
		failures[g] = g.failures()
	}
	slices.SortStableFunc(s.groups, func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.process, b.process), cmp.Compare(failures[b], failures[a]), cmp.Compare(a.host, b.host))
	})
	s.widenNames()
}

// findLanes finds the lane of each try. There may be very many: their memory is taken
// together.
func (s *story) findLanes() {
	name := s.laneNames()
	lanes := map[*group]map[string]*lane{}
	var free []lane
	for _, t := range s.tries {
		of, name := lanes[t.group], name(t)
		if of == nil {
			of = map[string]*lane{}
			lanes[t.group] = of
		}
		if t.lane = of[name]; t.lane == nil {
			if len(free) == 0 {
				free = make([]lane, 128)
			}
			t.lane, free = &free[0], free[1:]
			t.lane.name, t.lane.group = name, t.group
			of[name] = t.lane
			t.group.lanes = append(t.group.lanes, t.lane)
		}
		t.lane.rows++ // as many as it has tries, until they are stacked
	}
	room := make([]*shown, len(s.tries))
	for _, t := range s.tries {
		l := t.lane
		if l.tries == nil {
			l.tries, room = room[:0:l.rows], room[l.rows:]
		}
		l.tries = append(l.tries, t)
	}
}

// fewNames is up to how many names without failures keep their names readable
// beside many lanes.
const fewNames = 8

// widenNames gives the lanes of names without failures three rows each where
// rows are too low for words: a name is all that such a lane says.
func (s *story) widenNames() {
	if s.rows() <= ganttLanes {
		return
	}
	for _, g := range s.groups {
		if g.quiet && len(g.lanes) <= fewNames {
			for _, l := range g.lanes {
				l.rows = 3
			}
		}
	}
}

// rank puts the lane of all others last.
func (l *lane) rank() int {
	if l.name == others {
		return 1
	}
	return 0
}

// laneNames decides what lanes are: addresses in a story about old addresses,
// names in a group of names that were well, else jobs or threads.
func (s *story) laneNames() func(*shown) string {
	if s.aboutAddresses() {
		return (*shown).address
	}
	s.foldQuiet()
	told := s.membersOfWindows()
	type key struct {
		g      *group
		thread string
	}
	tries := map[key]int{}
	for _, t := range s.tries {
		if t.a.Job == "" {
			tries[key{t.group, t.a.Thread}]++
		}
	}
	alone := func(t *shown) bool {
		return t.failed() && !t.point && tries[key{t.group, t.a.Thread}] == 1
	}
	few := 0
	for _, t := range s.tries {
		if t.a.Job == "" && t.a.Thread != "" && alone(t) {
			few++
		}
	}
	return func(t *shown) string {
		switch {
		case t.group.quiet:
			return t.quietName()
		case t.a.Job != "":
			return t.a.Job
		case t.a.Thread != "" && (tries[key{t.group, t.a.Thread}] > 1 || told[t] || few <= fewThreads && alone(t)):
			return t.a.Thread
		}
		return others
	}
}

// membersOfWindows are the tries that led a lookup or queued on one: what the words
// over a picture tell of has a lane, however seldom its thread is seen.
func (s *story) membersOfWindows() map[*shown]bool {
	told := map[*shown]bool{}
	for _, g := range s.groups {
		for _, v := range g.windows {
			for _, m := range v.members {
				told[m] = true
			}
		}
	}
	return told
}

// hasMember reports whether a try of l led a lookup of its group or queued on one.
func (l *lane) hasMember() bool {
	return slices.ContainsFunc(l.group.windows, func(v *window) bool {
		return slices.ContainsFunc(v.members, func(m *shown) bool { return m.lane == l })
	})
}

// membersFirst are lanes with those first that have members of windows.
func membersFirst(lanes []*lane) []*lane {
	var first, rest []*lane
	for _, l := range lanes {
		if l.hasMember() {
			first = append(first, l)
		} else {
			rest = append(rest, l)
		}
	}
	return append(first, rest...)
}

// foldQuiet puts names without a failure together, one lane a name, when other
// names do have failures: they are only there to show that they were well.
func (s *story) foldQuiet() {
	hurt := map[*group]bool{}
	for _, t := range s.tries {
		if t.failed() {
			hurt[t.group] = true
		}
	}
	well := map[string]*group{}
	var kept []*group
	into := map[*group]*group{}
	for _, g := range s.groups {
		if len(hurt) == 0 || hurt[g] || len(g.windows) > 0 {
			kept = append(kept, g)
			continue
		}
		q := well[g.process]
		if q == nil {
			q = &group{process: g.process, host: "names without failures", quiet: true}
			well[g.process] = q
			kept = append(kept, q)
		}
		into[g] = q
	}
	for _, t := range s.tries {
		if q := into[t.group]; q != nil {
			t.group = q
		}
	}
	s.groups = kept
}

func (t *shown) quietName() string {
	if t.a.Host == nil {
		return others
	}
	return *t.a.Host
}

// rowsALane bounds how high the overlapping tries of one lane are stacked.
const rowsALane = 4

// stack gives tries of a lane that overlap rows of their own.
func (l *lane) stack() {
	ends := make([]moment, 0, rowsALane)
	if l.group.quiet {
		l.rows = 1
		return
	}
	for _, t := range l.tries {
		row := slices.IndexFunc(ends, func(end moment) bool { return end <= t.from })
		if row < 0 {
			if len(ends) < rowsALane {
				ends = append(ends, 0)
			}
			row = len(ends) - 1
		}
		ends[row] = max(ends[row], t.to+1)
		if t.point {
			ends[row] = t.from
		}
		t.row = row
	}
	l.rows = len(ends)
}

func (g *group) failures() int {
	n := 0
	for _, l := range g.lanes {
		n += l.failures()
	}
	return n
}

func (l *lane) failures() int {
	n := 0
	for _, t := range l.tries {
		if t.failed() {
			n++
		}
	}
	return n
}

func (s *story) rows() int {
	n := 0
	for _, g := range s.groups {
		for _, l := range g.lanes {
			n += l.rows
		}
	}
	return n
}
