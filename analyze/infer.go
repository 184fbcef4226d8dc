package analyze

import "slices"

// A scene is all that inference made of the attempts. Checks read it.
type scene struct {
	attempts []*attempt
	chains   [][]*attempt
	entries  []*cacheEntry
	byName   map[nameOf]*cacheEntry
	windows  []*window           // of the worst names
	ttl      map[string]ttlBound // negative TTL per process
	adopted  int
	options  Options

	estimates map[*cacheEntry]*estimate // see estimate
	actions   map[*cacheEntry][]Action  // see cacheActions
	laggards  *[]laggard                // see laggards; nil until a check asks
	worst     worst                     // of which findings are made
	causes    *toldCauses               // see toldCauses; nil until a check asks
	together  *together                 // see endedTogether; nil until the checks are done

	someLeftOut bool // tries that ended well are not all among attempts
}

// infer runs the inference over attempts in their order.
func infer(b *built, opt Options) *scene {
	s := &scene{attempts: b.attempts, chains: b.chains, options: opt, someLeftOut: b.thinned.ok > 0}
	s.entries = inferEntries(b.attempts, &b.thinned)
	if s.adopted = adopt(b.chains, s.entries); s.adopted > 0 {
		s.entries = inferEntries(b.attempts, &b.thinned)
	}
	s.byName = entriesByName(s.entries)
	s.windows = numberWindows(s.entries)
	s.ttl = shareTTL(s.windows)
	for _, w := range s.windows {
		w.partAgain()
	}
	for _, c := range s.entries {
		c.classify()
	}
	for _, a := range s.attempts {
		if a.class == "" {
			a.class, a.from = classAlone(a)
		}
	}
	s.worst = worstOf(s.attempts)
	s.windows = s.worst.windows(s.windows)
	return s
}

func inferEntries(as []*attempt, leftOut *thinned) []*cacheEntry {
	entries := cacheEntries(as, leftOut)
	pooled := map[string]bool{} // a client that keeps connections keeps them to all hosts
	quick := map[string]bool{}
	for _, c := range entries {
		c.findSlowLookups()
		pooled[c.process] = pooled[c.process] || c.pooled
	}
	stalls := stallSignsOf(entries)
	for _, c := range entries {
		c.pooled = pooled[c.process]
		stalls.dismiss(c)
		c.findInsertions()
		quick[c.process] = quick[c.process] || slices.ContainsFunc(c.insertions, func(in *insertion) bool { return in.native && !in.slow })
	}
	for _, c := range entries {
		c.quickToo = quick[c.process]
		c.findWindows()
	}
	return entries
}

// adopt counts failed tries without a logged exception as failures of a name
// where three things agree: another try of the same operation and job did fail on
// that name, the try did not succeed, and its times fit a window of that name. It
// returns how many there were.
func adopt(chains [][]*attempt, entries []*cacheEntry) int {
	n, byName := 0, entriesByName(entries)
	for _, chain := range chains {
		i := slices.IndexFunc(chain, usesCache)
		if i < 0 {
			continue
		}
		for k, a := range chain {
			if a.failure != nil || a.outcome == OutcomeOK || a.took() == unset {
				continue
			}
			known := a.outcome == OutcomeFailed || retriedAtOnce(chain[k:])
			if fits(a, windowsOf(byName[nameOf{a.process, chain[i].host}]), known) {
				a.outcome, a.host, a.adopted = OutcomeFailed, chain[i].host, true
				a.failure = &failure{dns: true, cause: CauseUnknown, host: a.host}
				n++
			}
		}
	}
	return n
}

// retriedAtOnce reports whether another try of the same job and operation followed
// tries[0] within a second and failed on its name: nobody repeats what went well.
func retriedAtOnce(tries []*attempt) bool {
	if len(tries) < 2 || tries[1].start == unset || tries[0].end == unset {
		return false
	}
	pause := tries[1].start - tries[0].end
	return pause >= 0 && pause <= soonAfter && tries[1].isDNS()
}

// windowsOf lists the windows of an entry, none of nil.
func windowsOf(c *cacheEntry) []*window {
	if c == nil {
		return nil
	}
	return c.windows
}

func entriesByName(entries []*cacheEntry) map[nameOf]*cacheEntry {
	byName := make(map[nameOf]*cacheEntry, len(entries))
	for _, c := range entries {
		byName[nameOf{c.process, c.host}] = c
	}
	return byName
}

// fits reports whether a's times are those of a try that waited for the lookup
// of one of ws, or that was answered from its failure.
func fits(a *attempt, ws []*window, knownFailed bool) bool {
	for _, w := range ws {
		overhead := w.entry.overhead
		if w.entry.loss > 0 && !knownFailed || overhead > 2*defaultOverhead {
			continue // too little says that it failed, or that its times mean anything
		}
		if a.took() > overhead {
			if w.in.lo != unset && max(a.start, a.end-overhead) <= w.in.hi && a.end >= w.in.lo && w.in.slow {
				return true
			}
			continue
		}
		if w.lastCached != unset && a.start >= w.opened() && a.end <= w.lastCached {
			return true
		}
	}
	return false
}

// classify gives the failed attempts of an entry their classes.
func (c *cacheEntry) classify() {
	member := map[*attempt]*insertion{}
	for _, in := range c.insertions {
		for _, a := range in.members {
			if member[a] == nil {
				member[a] = in
			}
		}
	}
	fromCache, opens := map[*attempt]bool{}, map[*insertion]bool{}
	for _, w := range c.windows {
		opens[w.in] = len(w.cached) > 0
		for _, a := range w.cached {
			fromCache[a] = true
		}
	}
	for _, a := range c.renewed {
		fromCache[a] = true
	}
	for _, a := range c.fails {
		a.class, a.from = classOf(a, member[a], opens[member[a]], fromCache[a])
	}
}

// classOf decides from the first try inside an attempt where it was logged,
// else from what lookup the attempt took part in, else from its own frames. The
// exception that an attempt logs is that of its last try: behind a wait it shows
// an answer from the cache. A long try that logs no lookup counts as its leader only
// where it opens a window: others were answered from its failure.
func classOf(a *attempt, in *insertion, opens, fromCache bool) (Class, evidenceKind) {
	if len(a.probes) > 0 && a.probes[0].number <= 1 {
		if class := frameClass(a.probes[0].answer); class != "" {
			return class, byFrames
		}
	}
	seen := seenBy(a.failure)
	switch {
	case in != nil && in.leader == a && (len(in.members) > 1 || opens):
		return ClassLookup, seen | byTiming
	case in != nil && (in.slow || a.failure.answer == answerWaited):
		return ClassWaited, seen | byTiming
	case fromCache && a.failure.answer != answerNative:
		if a.start == unset && a.failure.answer != answerCached {
			break
		}
		return ClassCached, seen | byTiming
	}
	return classAlone(a)
}

// classAlone classes an attempt from what its own lines say.
func classAlone(a *attempt) (Class, evidenceKind) {
	switch {
	case a.outcome == OutcomeOK:
		return ClassOK, 0
	case a.outcome == OutcomeUnknown || a.failure == nil:
		return ClassUnknown, 0
	case !a.failure.dns:
		if a.failure.empty || a.failure.exception == "" && a.failure.kind == "" {
			return ClassUnknown, 0
		}
		return ClassOther, seenBy(a.failure)
	}
	f := a.failure
	if f.surface == surfaceOther {
		return ClassDNS, byMessage
	}
	if class := frameClass(f.answer); class != "" {
		return class, seenBy(f)
	}
	if f.surface == surfaceNetty && f.cause != CauseUnknown {
		return ClassLookup, byMessage
	}
	return ClassDNS, seenBy(f)
}

func frameClass(a answer) Class {
	switch a {
	case answerNative:
		return ClassLookup
	case answerWaited:
		return ClassWaited
	case answerCached:
		return ClassCached
	}
	return ""
}

// seenBy says which kinds of evidence a failure holds itself.
func seenBy(f *failure) evidenceKind {
	k := evidenceKind(0)
	if f.answer != answerUnknown {
		k |= byFrames
	}
	if f.exception != "" || f.message != "" {
		k |= byMessage
	}
	return k
}
