package chart

import "timeline/analyze"

// A group is the tries of one process and one name: what shares a cache entry.
type group struct {
	process, host string
	windows       []*window
	lanes         []*lane
	quiet         bool // several names, none with a failure
	claim         *claim
}

// A groupKey tells groups apart.
type groupKey struct{ process, host string }

// A grouping puts tries into groups.
type grouping struct {
	s      *story
	groups map[groupKey]*group
	hosts  map[string]map[string]bool // the names that a process has
}

// groupTries puts windows and tries into groups. A try without a name belongs
// to the window that names it, else to the only name of its process.
func (s *story) groupTries(windows []*window) {
	g := &grouping{s, map[groupKey]*group{}, map[string]map[string]bool{}}
	for _, v := range windows {
		g.addWindow(v)
	}
	var last groupKey // neighbours mostly share theirs
	for _, t := range s.tries {
		if k := (groupKey{t.a.Process, hostOf(t.a)}); k != last {
			g.seeHost(k)
			last = k
		}
	}
	var home *group
	for _, t := range s.tries {
		if k := g.keyOf(t); home == nil || k != home.key() {
			home = g.find(k)
		}
		t.group = home
	}
	s.makeLanes()
}

func (g *group) key() groupKey { return groupKey{g.process, g.host} }

func hostOf(a *analyze.Attempt) string {
	if a.Host == nil {
		return ""
	}
	return *a.Host
}

func (g *grouping) addWindow(v *window) {
	k := groupKey{v.w.Process, v.w.Host}
	for _, t := range v.members {
		t.owner = v
	}
	for _, id := range v.w.Cached {
		if t := g.s.byID[id]; t != nil {
			t.owner = v
		}
	}
	g.seeHost(k)
	if g.s.visible(v.open0, v.close1) {
		home := g.find(k)
		home.windows = append(home.windows, v)
	}
}

func (g *grouping) seeHost(k groupKey) {
	if k.host == "" {
		return
	}
	if g.hosts[k.process] == nil {
		g.hosts[k.process] = map[string]bool{}
	}
	g.hosts[k.process][k.host] = true
}

func (g *grouping) keyOf(t *shown) groupKey {
	if t.owner != nil {
		return groupKey{t.owner.w.Process, t.owner.w.Host}
	}
	k := groupKey{t.a.Process, hostOf(t.a)}
	if names := g.hosts[k.process]; k.host == "" && len(names) == 1 {
		for only := range names {
			k.host = only
		}
	}
	return k
}

func (g *grouping) find(k groupKey) *group {
	if g.groups[k] == nil {
		g.groups[k] = &group{process: k.process, host: k.host}
		g.s.groups = append(g.s.groups, g.groups[k])
	}
	return g.groups[k]
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
