package analyze

import (
	"fmt"
	"time"
)

// Positive TTLs that keep an address short enough and lookups few enough, and a life of
// pooled connections that does the same.
const (
	defaultPositive = 30 * time.Second
	shortPositive   = 5 * time.Second
	connectionLife  = time.Minute
)

// actions are what would have shortened l's stay, what helps most first.
func (l *laggard) actions(id string) []Action {
	switch {
	case id == "client-address":
		return []Action{checked(Action{
			Do:     "let the client library refresh its topology, or create the client anew, when the name moves",
			Effect: fmt.Sprintf("it asks for the name again: %s went back to an old address here", tries(len(l.relapsed))), Cost: "none; no TTL setting would have helped",
		}, whereRunning(`jcmd PID GC.class_histogram | grep -E "InetSocketAddress|Topology"`))}
	case id == "pinned-connection":
		return []Action{l.boundConnections("no TTL setting would have helped")}
	case l.outlastsCache():
		return []Action{l.boundConnections("a shorter TTL than the one that is set would not have helped"), findSettings()}
	}
	var list []Action
	for _, ttl := range []time.Duration{shortPositive, defaultPositive} {
		if (ttl == defaultPositive || l.avoided(ttl) > l.avoided(defaultPositive)) && !l.setAlready(ttl) {
			list = append(list, l.setPositive(ttl))
		}
	}
	if len(list) == 0 {
		list = append(list, l.boundConnections("the address cache keeps an address as short already"))
	}
	return list
}

// setAlready reports whether the given settings keep an address no longer than ttl.
func (l *laggard) setAlready(ttl time.Duration) bool {
	return l.kept != nil && l.kept.stated && l.kept.longest <= int64(ttl)
}

// boundConnections ends connections, so that what asks anew asks soon.
func (l *laggard) boundConnections(cost string) Action {
	where := "ss -tn"
	if old := l.oldUsed(); len(old) > 0 {
		where += " dst " + shellWord(old[0])
	}
	return checked(Action{
		Do:     fmt.Sprintf("let the old server answer Connection: close while it drains, and bound the life of pooled connections, say to %s", span(int64(connectionLife))),
		Effect: fmt.Sprintf("clients connect anew, and resolve anew, within %s: %s", span(int64(connectionLife)), l.saved(connectionLife)),
		Cost:   fmt.Sprintf("a new connection each %s; %s", span(int64(connectionLife)), cost),
	}, whereRunning(where))
}

// findSettings looks for the settings in force, where the given ones do not fit.
func findSettings() Action {
	return checked(Action{
		Do: "find out which settings this JVM runs with", Effect: "either the address cache is out of it, or the line that is in force is found", Cost: "none",
	}, whereRunning("jcmd PID VM.command_line; jcmd PID VM.system_properties | grep -E 'java.security|inetaddr'"))
}

func (l *laggard) setPositive(ttl time.Duration) Action {
	setting := fmt.Sprintf("networkaddress.cache.ttl=%d", ttl/time.Second)
	if ttl == defaultPositive {
		setting += " (and negative.ttl=5)"
	}
	return checked(Action{
		Do: "set " + setting + " in java.security", Effect: fmt.Sprintf("new connections use the new address within %s of when the resolver gives it: %s", span(int64(ttl)), l.saved(ttl)),
		Cost: fmt.Sprintf("one lookup per name every %s at most: up to %d in the %s that these logs hold of %s", span(int64(ttl)), l.length()/int64(ttl)+1, span(l.length()), l.host),
	}, everywhere(securityScript))
}

// late lists the tries on an old address that began longer than ttl behind the last
// lookup that can have given it: an address that is kept no longer does not explain them.
func (l *laggard) late(ttl time.Duration) []*attempt {
	return filter(l.all(), func(a *attempt) bool { return a.start > l.lastLookup()+int64(ttl) })
}

func (l *laggard) avoided(ttl time.Duration) int { return len(l.late(ttl)) }

// saved words what would have become of the tries on old addresses if nothing had kept
// one for longer than ttl: those that began later would have gone elsewhere surely, the
// others if what was kept at the change had been kept for long already.
func (l *laggard) saved(ttl time.Duration) string {
	failed := func(as []*attempt) int {
		return len(filter(as, func(a *attempt) bool { return a.outcome == OutcomeFailed }))
	}
	all, late := l.all(), l.late(ttl)
	text := fmt.Sprintf("the old address would have been called for %s longer at most: here %s fewer of %s", span(int64(ttl)), countRange(len(late), len(all)), tries(len(all)))
	if n := failed(all); n > 0 {
		text += fmt.Sprintf(", and %s fewer of the %d that failed", countRange(failed(late), n), n)
	}
	return text
}

// countRange words a count that is known as a range: "3 to 5", or "3".
func countRange(low, high int) string { return Range{float64(low), float64(high)}.String() }

// length is the time that l's tries span.
func (l *laggard) length() int64 {
	first, last := unset, unset
	for _, a := range l.attempts {
		first, last = earliestKnown(first, a.when()), max(last, a.when())
	}
	return last - first
}
