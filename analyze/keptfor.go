package analyze

import (
	"fmt"
	"math"
	"slices"

	"timeline/analyze/settings"
)

// A keptFor is how long the address cache keeps an address, by the given settings.
type keptFor struct {
	positive, stale settings.TTL
	longest         int64 // nanoseconds from the lookup on, stale use included; math.MaxInt64 for ever
	stated          bool  // a line says so, and no default
}

// keptBy reads set; nil where it does not tell. An expired address may be used on for
// the stale TTL (JDK 21 and later, JDK-8304885), while lookups fail or are under way.
func keptBy(set *settings.JVM) *keptFor {
	if set == nil || !set.Positive.Known() || !set.Stale.Known() {
		return nil
	}
	if set.JDKFrom == "assumed" && len(set.MistakesOf(settings.Stale)) > 0 {
		return nil // a newer JDK may know that setting
	}
	k := &keptFor{positive: set.Positive, stale: set.Stale, longest: math.MaxInt64}
	k.stated = set.Positive.Source != nil && !set.Positive.Doubt && !set.Stale.Doubt
	if !set.Positive.Forever {
		k.longest = nanos(set.Positive.InSeconds() + set.Stale.InSeconds())
	}
	return k
}

// String says what the cache does and who says so: "keeps an address for 30 s
// (networkaddress.cache.ttl=30, java.security:1)".
func (k *keptFor) String() string {
	text := "keeps an address for " + k.positive.String()
	switch {
	case k.longest == 0:
		text = "keeps no address"
	case k.positive.Forever:
		text = "keeps an address for ever"
	}
	if s := k.stale; s.Seconds != nil && *s.Seconds > 0 {
		text += fmt.Sprintf(", and for %s more while lookups fail", s)
	}
	if k.positive.Source != nil {
		return fmt.Sprintf("%s (%s, %s)", text, k.positive.Because, k.positive.Source)
	}
	return fmt.Sprintf("%s (%s)", text, k.positive.Because)
}

// lastLookup is the latest instant at which a lookup is taken to have given an old
// address of l: when the name had changed, or when the first of the others used a new
// one. Up to then a cache in front of the JVM may have given the old one.
func (l *laggard) lastLookup() int64 {
	if by := l.change.by; by != nil && by != l.stream {
		return max(l.change.at, by.moved.first.when())
	}
	return l.change.at
}

// pastCache lists the tries of l that began so late that the address cache, as set, kept
// no old address any more. A clock that is off by seconds makes none.
func (l *laggard) pastCache() []*attempt {
	if l.kept == nil || l.kept.longest > math.MaxInt64/2 {
		return nil
	}
	until := l.lastLookup() + l.kept.longest + staleMargin
	return slices.DeleteFunc(l.all(), func(a *attempt) bool { return a.start <= until })
}

// enoughPast is how many such tries tell: a single one may be dated wrongly.
const enoughPast = 2

// outlastsCache reports whether l stayed longer than the address cache keeps an address
// by the settings that lines of them state.
func (l *laggard) outlastsCache() bool {
	return l.kept != nil && l.kept.stated && len(l.beyond) >= enoughPast
}

// settingsClause says of l's stay what the settings take away; "" where nothing.
func (l *laggard) settingsClause() string {
	if !l.outlastsCache() {
		return ""
	}
	return fmt.Sprintf(" That was not the JVM's address cache alone, as it is set: it %s, and %s began later than that.", l.kept, tries(len(l.beyond)))
}

// settingsEvidence says how the given settings fit l's stay; none without them.
func (l *laggard) settingsEvidence() []Evidence {
	if l.kept == nil || !l.kept.stated {
		return nil
	}
	e := Evidence{Attempts: []string{}, Sources: []Source{Source(*l.kept.positive.Source)}}
	switch {
	case l.outlastsCache():
		of := evidence(l.beyond, "%s began later than the address cache, as it is set, holds an old address: it %s", tries(len(l.beyond)), l.kept)
		of.Sources = append(e.Sources, of.Sources...)
		return []Evidence{of}
	case len(l.beyond) > 0:
		return nil // neither one nor the other
	case l.kept.positive.Forever:
		e.Note = fmt.Sprintf("as configured: the address cache %s, so that it explains all of them", l.kept)
	default:
		e.Note = fmt.Sprintf("as configured: the address cache %s, and none of them began later than that", l.kept)
	}
	return []Evidence{e}
}

// settingsRivals say what else kept the traffic where the settings take the cache's part
// away.
func (l *laggard) settingsRivals() []Rival {
	if !l.outlastsCache() {
		return nil
	}
	return []Rival{{
		Hypothesis: "the JVM's address cache, as the given settings have it, kept the old address", Status: "refuted",
		Because: fmt.Sprintf("it %s, and %s began later than that", l.kept, tries(len(l.beyond))),
	}, {
		Hypothesis: "the given settings are not those that this JVM runs with", Status: "possible", Because: "the logs do not show the TTL in force",
		WouldDecide: "jcmd PID VM.command_line, and the java.security file that it leads to",
	}}
}

// disagreement is a note where l and settings that no line states, or that keep an
// address for ever, cannot both be; "" where they can.
func (l *laggard) disagreement() string {
	if l.kept == nil {
		return ""
	}
	name := firstNonEmpty(l.process, "the process")
	switch {
	case l.kept.longest == math.MaxInt64 && (l.pinned() || l.relapses()):
		return fmt.Sprintf("%s resolved %s anew while it ran, and the given settings keep an address for ever (%s): it was restarted, or they are not all that this JVM runs with", name, l.host, l.kept.positive.Because)
	case l.kind() == "stale-address" && !l.kept.stated && len(l.beyond) >= enoughPast:
		return fmt.Sprintf("%s went to an old address of %s for %s, and by the given settings the address cache %s: if it kept that one, they are not all that this JVM runs with", name, l.host, span(l.ttlLow()), l.kept)
	}
	return ""
}
