package analyze

import (
	"fmt"
	"math"
	"slices"
	"time"

	"timeline/analyze/settings"
)

// ttlSlack is how far a TTL seen in logs may lie off the one that is set: clocks
// of logs and retries inside a try blur it.
const ttlSlack = 0.5

// holds reports whether a TTL set to n seconds fits what was seen.
func (b ttlBound) holds(n float64) bool { return n >= b.low-ttlSlack && n <= b.high+ttlSlack }

// seen is what the logs of one process say of its negative TTL.
type seen struct {
	process string
	host    string
	bound   ttlBound
	windows []*window  // that bound it
	natives []*attempt // or failures that each asked DNS: nothing is cached
	kept    bool       // frames prove that failures are cached at all
}

// fits reports whether the process can run with a negative TTL of n seconds.
func (v seen) fits(n float64) bool { return v.bound.holds(n) && (n > 0 || !v.kept) }

// seenNegative lists the processes whose negative TTL shows, in the order of
// their entries.
func seenNegative(s *scene) []seen {
	var list []seen
	places := map[string]int{}
	at := func(c *cacheEntry) *seen {
		i, known := places[c.process]
		if !known {
			i = len(list)
			places[c.process] = i
			list = append(list, seen{process: c.process, host: c.host, bound: ttlBound{0, math.Inf(1)}})
		}
		return &list[i]
	}
	for _, c := range s.entries {
		if v := servedBy(c); len(v.windows) > 0 {
			p := at(c)
			p.windows = append(p.windows, v.windows...)
			p.bound = s.ttl[c.process]
			p.kept = p.kept || v.framed > 0
		}
	}
	for _, c := range s.entries {
		if c.noCache && len(servedBy(c).cached) == 0 {
			if p := at(c); len(p.windows) == 0 {
				p.natives = append(p.natives, c.fails...)
				p.bound = ttlBound{0, 0}
			}
		}
	}
	return slices.DeleteFunc(list, func(v seen) bool { return v.bound.low > v.bound.high })
}

func (v seen) evidence() []Evidence {
	if len(v.natives) > 0 {
		return []Evidence{evidence(v.natives, "%s each asked DNS: no failure was kept", tries(len(v.natives)))}
	}
	var list []Evidence
	for _, w := range v.windows {
		list = append(list, windowEvidence(w))
	}
	return list
}

func (v seen) words() string {
	if len(v.natives) > 0 {
		return "that no failure was kept"
	}
	if v.bound.low <= 0 && math.IsInf(v.bound.high, 1) {
		return "cached failures, and no bounds of their TTL"
	}
	return "a negative TTL of " + ttlWords(v.bound)
}

func (v seen) span() (from, to Time) {
	if len(v.natives) > 0 {
		return instantTime(earliestWhen(v.natives)), instantTime(latestEnd(v.natives))
	}
	return instantTime(v.windows[0].opened()), instantTime(lastClosing(v.windows))
}

// checkIgnoredSetting names settings of the given configuration that have no
// effect, or another one than meant. It says nothing without a configuration, and
// nothing of a setting that the logs show at work.
func checkIgnoredSetting(s *scene) []Finding {
	set := s.options.Settings
	if set == nil {
		return nil
	}
	var found []Finding
	all := seenNegative(s)
	for _, v := range all {
		f, ok := ignoredNegative(set, v)
		if !ok {
			continue
		}
		if len(all) > 1 {
			f.NotShown = append(f.NotShown, "which of the processes in these logs runs with the given settings")
		}
		found = append(found, f)
	}
	if len(all) == 0 {
		found = append(found, unseenMistakes(set, settings.Negative)...)
	}
	found = append(found, ignoredPositive(s, set)...)
	return append(found, unseenMistakes(set, settings.Stale)...)
}

// ignoredNegative compares the settings with the TTL that one process shows.
func ignoredNegative(set *settings.JVM, v seen) (Finding, bool) {
	ttl := set.Negative
	agrees := !ttl.Known() || v.fits(ttl.InSeconds())
	mistakes := slices.DeleteFunc(set.MistakesOf(settings.Negative), func(m settings.Mistake) bool {
		return !agrees && m.Wanted != nil && v.fits(float64(*m.Wanted)) // it did work
	})
	from, to := v.span()
	f := Finding{ID: "ignored-setting", Process: v.process, Host: v.host, From: from, To: to, Confidence: Moderate}
	switch {
	case len(mistakes) > 0 && agrees:
		m := mistakes[0]
		f.Statement = fmt.Sprintf("%s The logs show %s; by these settings: %s (%s).", m.String(), v.words(), ttl, ttl.Because)
		if m.Wanted != nil && !v.fits(float64(*m.Wanted)) && ttl.Known() && !ttl.Doubt {
			f.Confidence = Strong
		}
		f.Actions = []Action{mistakeAction(m)}
		f.Rivals = []Rival{}
	case !agrees && ttl.Source != nil && !ttl.Doubt:
		f.Statement = fmt.Sprintf("%s (%s) was not in force: the logs show %s.", ttl.Because, ttl.Source, v.words())
		f.Rivals = []Rival{{
			Hypothesis: "the given file is not the one that this JVM read, or the line was written after its first lookup", Status: "possible",
			Because: "nothing in the given settings explains the difference", WouldDecide: `jcmd PID VM.system_properties, and java -XshowSettings:security -version with the same flags`,
		}}
		f.Actions = []Action{checked(Action{
			Do: "find out which java.security the JVM reads", Effect: "the TTL that is set is the one in force", Cost: "none",
		}, whereRunning("jcmd PID VM.command_line"))}
	default:
		return f, false
	}
	f.Evidence = append(settingEvidence(set, settings.Negative, mistakes), v.evidence()...)
	f.NotShown = []string{"the settings of the running JVM: only the given files and flags"}
	return f, true
}

// String is file:line.
func (s Source) String() string { return fmt.Sprintf("%s:%d", s.File, s.Line) }

func settingEvidence(set *settings.JVM, k settings.Cache, mistakes []settings.Mistake) []Evidence {
	var list []Evidence
	for _, m := range mistakes {
		list = append(list, Evidence{Note: m.Setting + ": " + m.Says, Attempts: []string{}, Sources: []Source{Source(m.Source)}})
	}
	ttl := set.TTL(k)
	e := Evidence{Note: fmt.Sprintf("the %s TTL of JDK %d (%s) by these settings: %s; %s", k, set.JDK, set.JDKFrom, ttl, ttl.Because), Attempts: []string{}, Sources: []Source{}}
	if ttl.Source != nil {
		e.Sources = append(e.Sources, Source(*ttl.Source))
	}
	return append(list, e)
}

func mistakeAction(m settings.Mistake) Action {
	return checked(Action{Do: m.Instead, Effect: "the TTL that was meant is in force", Cost: "none"}, lintChecks(" FLAGS"))
}

// unseenMistakes names mistakes about a TTL that these logs do not show.
func unseenMistakes(set *settings.JVM, k settings.Cache) []Finding {
	var found []Finding
	for _, m := range set.MistakesOf(k) {
		found = append(found, Finding{
			ID: "ignored-setting", Confidence: Moderate, Evidence: settingEvidence(set, k, []settings.Mistake{m}), Actions: []Action{mistakeAction(m)},
			Statement: m.String(),
			NotShown:  []string{fmt.Sprintf("the %s TTL in force: these logs hold nothing that depends on it", k)},
		})
	}
	return found
}

// ignoredPositive ties mistakes about the positive TTL to traffic that stayed on
// an old address longer than the TTL that they ask for.
func ignoredPositive(s *scene, set *settings.JVM) []Finding {
	late := laggards(s)
	var found []Finding
	for _, f := range unseenMistakes(set, settings.Positive) {
		m := set.MistakesOf(settings.Positive)[len(found)]
		for _, l := range late {
			low := seconds(l.ttlLow())
			if l.pinned() || m.Wanted == nil || *m.Wanted < 0 || low <= float64(*m.Wanted)+ttlSlack {
				continue
			}
			f.Process, f.Host, f.From, f.To = l.process, l.host, instantTime(l.from()), instantTime(l.to())
			f.Statement += fmt.Sprintf(" %s used an old address of %s for %s, longer than the %d s that were meant.", upperFirst(l.name()), l.host, span(l.ttlLow()), *m.Wanted)
			f.Evidence = append(f.Evidence, evidence(l.all(), "%s behind the change went to an old address, or hung", tries(len(l.all()))))
			f.NotShown = []string{"whether each request opened a connection: an open one keeps its address whatever the TTL"}
			break
		}
		found = append(found, f)
	}
	return found
}

// configured is evidence that a negative TTL is the one that was set; none where
// no settings are given, or they say otherwise.
func configured(set *settings.JVM, b ttlBound) []Evidence {
	if set == nil || !set.Negative.Known() || !b.holds(set.Negative.InSeconds()) || b.low <= 0 && math.IsInf(b.high, 1) {
		return nil
	}
	ttl := set.Negative
	e := Evidence{Note: fmt.Sprintf("as configured: the negative TTL is %s (%s)", ttl, ttl.Because), Attempts: []string{}, Sources: []Source{}}
	if ttl.Source != nil {
		e.Note = fmt.Sprintf("as configured in %s: the negative TTL is %s (%s)", ttl.Source, ttl, ttl.Because)
		e.Sources = append(e.Sources, Source(*ttl.Source))
	}
	return []Evidence{e}
}

// settingNotes are what the report's coverage says of the given settings: what
// was assumed, and a contradiction that no line given can be blamed for.
func settingNotes(s *scene) []string {
	set := s.options.Settings
	if set == nil {
		return nil
	}
	notes := []string{fmt.Sprintf("settings as given, for JDK %d (%s): negative TTL %s, positive TTL %s", set.JDK, set.JDKFrom, set.Negative, set.Positive)}
	for _, v := range seenNegative(s) {
		if ttl := set.Negative; ttl.Known() && (ttl.Source == nil || ttl.Doubt) && !v.fits(ttl.InSeconds()) {
			notes = append(notes, fmt.Sprintf("%s shows %s, and the given settings lead to %s (%s): they are not all that this JVM runs with", firstNonEmpty(v.process, "the process"), v.words(), ttl, ttl.Because))
		}
	}
	for _, l := range laggards(s) {
		if note := l.disagreement(); note != "" {
			notes = append(notes, note)
		}
	}
	return append(notes, set.Notes...)
}

// waitEvidence names the resolver setting that a lookup's duration fits.
func waitEvidence(set *settings.JVM, took lookupWait) []Evidence {
	if set == nil || set.Resolver == nil || !took.known() {
		return nil
	}
	r := set.Resolver
	e := Evidence{Attempts: []string{}, Sources: []Source{}}
	for _, at := range r.Sources {
		e.Sources = append(e.Sources, Source(at))
	}
	if w := r.Explains(time.Duration(took.high)); w != nil {
		e.Note = fmt.Sprintf("%s s = %s, as the given resolver settings have it", oneDecimal(w.Seconds), w.What)
		return []Evidence{e}
	}
	why := "a server that answered late, RES_OPTIONS, or another resolv.conf"
	if seconds(took.high) > float64(r.SilentS) {
		why = "more than one lookup in a row, or other settings"
	}
	e.Note = fmt.Sprintf("a lookup with the given resolver settings ends after %d s at the latest (%s), and this took %s: %s", r.SilentS, r.Because, took, why)
	return []Evidence{e}
}
