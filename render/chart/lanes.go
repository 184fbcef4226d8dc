package chart

import (
	"cmp"
	"slices"
)

// others is the lane of tries that name no job, from threads seen only once.
const others = "others"

// makeLanes sorts the tries of every group into lanes: one a job, else one a
// thread. Lanes come in the order of their first try, "others" last.
func (s *story) makeLanes() {
	type key struct {
		g    *group
		name string
	}
	addresses := s.aboutAddresses()
	if !addresses {
		s.foldQuiet()
	}
	seen := map[key]int{}
	for _, t := range s.tries {
		if t.a.Job == "" {
			seen[key{t.group, t.a.Thread}]++
		}
	}
	lanes := map[key]*lane{}
	for _, t := range s.tries {
		name := t.a.Job
		switch {
		case addresses:
			name = t.address()
		case t.group.quiet:
			name = t.quietName()
		case name == "":
			name = t.a.Thread
			if name == "" || seen[key{t.group, name}] < 2 {
				name = others
			}
		}
		k := key{t.group, name}
		l := lanes[k]
		if l == nil {
			l = &lane{name: name, group: t.group}
			lanes[k] = l
			t.group.lanes = append(t.group.lanes, l)
		}
		l.tries = append(l.tries, t)
		t.lane = l
	}
	for _, g := range s.groups {
		slices.SortStableFunc(g.lanes, func(a, b *lane) int {
			if (a.name == others) != (b.name == others) {
				if a.name == others {
					return 1
				}
				return -1
			}
			return cmp.Compare(a.tries[0].from, b.tries[0].from)
		})
		for _, l := range g.lanes {
			l.stack()
		}
	}
	slices.SortStableFunc(s.groups, func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.process, b.process), cmp.Compare(b.failures(), a.failures()), cmp.Compare(a.host, b.host))
	})
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

func (t *shown) address() string {
	if t.a.Remote == nil || *t.a.Remote == "" {
		return "address not logged"
	}
	return *t.a.Remote
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
	var ends []moment
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
