package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A dumpSeries is one queue in each of the dumps that show it, earliest first.
// People take several dumps, some seconds apart.
type dumpSeries []dumpQueue

// dumpSeriesOf puts together the queues that are one.
func dumpSeriesOf(queues []dumpQueue) []dumpSeries {
	slices.SortStableFunc(queues, func(a, b dumpQueue) int { return cmp.Compare(a.waiters[0].at, b.waiters[0].at) })
	var all []dumpSeries
	for _, q := range queues {
		at := slices.IndexFunc(all, func(s dumpSeries) bool { return s[len(s)-1].goesOnIn(&q) })
		if at < 0 {
			all = append(all, dumpSeries{q})
			continue
		}
		all[at] = append(all[at], q)
	}
	return all
}

// longestBetween is how far apart two dumps of one lookup may be: longer than the
// longest that glibc's resolver tries, three servers twice.
const longestBetween = 60e9

// goesOnIn reports whether a later dump shows the queue again. The lock of a
// lookup is made for it, so it tells; JDK 8's one lock does not, and a lock that
// the collector moved has another address: then the leader and a waiter must be
// the same, in dumps of one file.
func (q *dumpQueue) goesOnIn(next *dumpQueue) bool {
	a, b := &q.waiters[0], &next.waiters[0]
	if !a.fromDump || !b.fromDump || a.process != b.process || a.oneForAll != b.oneForAll || a.head == b.head {
		return false
	}
	if a.at != unset && b.at != unset && b.at-a.at > longestBetween {
		return false
	}
	if !a.oneForAll && a.lock != "" && a.lock == b.lock {
		return true
	}
	return a.head.File == b.head.File && q.leader != nil && next.leader != nil && q.leader.name == next.leader.name && q.shared(next) != ""
}

// shared names a thread that waits in both queues, "" if none does.
func (q *dumpQueue) shared(next *dumpQueue) string {
	for i := range q.waiters {
		if slices.ContainsFunc(next.waiters, func(t dumpThread) bool { return t.name == q.waiters[i].name }) {
			return q.waiters[i].name
		}
	}
	return ""
}

// stays names a thread that waits in all of the dumps, "" if none does.
func (s dumpSeries) stays() string {
	for _, t := range s[0].waiters {
		in := func(q dumpQueue) bool {
			return slices.ContainsFunc(q.waiters, func(o dumpThread) bool { return o.name == t.name })
		}
		if !slices.ContainsFunc(s, func(q dumpQueue) bool { return !in(q) }) {
			return t.name
		}
	}
	return ""
}

// oneLock reports whether all dumps show the lock of one lookup at one address.
func (s dumpSeries) oneLock() bool {
	t := &s[0].waiters[0]
	return !t.oneForAll && t.lock != "" && !slices.ContainsFunc(s, func(q dumpQueue) bool { return q.waiters[0].lock != t.lock })
}

// apart is the time from the first dump to the last, unset where they do not state it.
func (s dumpSeries) apart() int64 {
	first, last := s[0].waiters[0].at, s[len(s)-1].waiters[0].at
	if first == unset || last == unset {
		return unset
	}
	return last - first
}

// finding is what dumps say alone: a queue at one moment, or at several. They show
// neither the name nor how the lookup ended, so they open no window.
func (s dumpSeries) finding() Finding {
	q := &s[0]
	t := &q.waiters[0]
	f := Finding{
		ID: sharedLookupID, Process: t.process, Confidence: Weak,
		From: instantTime(t.since), To: instantTime(s[len(s)-1].waiters[0].at),
		NotShown: []string{"which name was looked up", "how the lookup ended, and when"},
		Rivals: []Rival{{
			Hypothesis: "a lookup that was merely caught under way", Status: "possible", Because: "a dump is one moment: the wait may have taken milliseconds",
			WouldDecide: "a second dump some seconds later that shows the same threads, or the log of the tries",
		}},
		Actions: []Action{checked(Action{
			Do: "take three dumps, 2 s apart, while it happens", Effect: "threads that stand in the same place in all of them show a lookup of seconds", Cost: "each stops the JVM for a moment",
		}, whereRunning("jcmd PID Thread.print -l"))},
	}
	for i := range s {
		f.Evidence = append(f.Evidence, s[i].evidence())
	}
	statement := q.statement()
	f.Statement = strings.ToUpper(statement[:1]) + statement[1:] + "."
	if took := t.at - t.since; t.at != unset && took >= slowLookup {
		f.Statement = strings.TrimSuffix(f.Statement, ".") + fmt.Sprintf(", for up to %s.", span(longestWait(q.waiters)))
		f.Rivals[0].Status, f.Rivals[0].Because = "refuted", "the recording states how long the wait took"
		f.Confidence = Moderate
	}
	if len(q.waiters) > 1 && (q.leader != nil || q.owner != "") && !t.oneForAll {
		f.Confidence = Moderate
	}
	s.repeated(&f)
	return withoutNil(f)
}

// repeated adds what it says that a queue stands in several dumps.
func (s dumpSeries) repeated(f *Finding) {
	if len(s) == 1 {
		return
	}
	stays, apart := s.stays(), s.apart()
	f.Statement = strings.TrimSuffix(f.Statement, ".") + "; " + count(len(s)-1, "later dump shows", "later dumps show") + " the same queue"
	if apart == unset {
		f.Statement += "."
		return
	}
	f.Statement += fmt.Sprintf(", the last one %s after the first.", span(apart))
	if apart < slowLookup || stays == "" {
		return
	}
	if f.Confidence == Weak {
		f.Confidence = Moderate
	}
	f.Rivals[0].Because = stays + " stands in it in all of them"
	f.Rivals[0].WouldDecide = "the log of the tries"
	if s.oneLock() {
		f.Rivals[0].Status = "refuted"
		f.Rivals[0].Because += ", and each lookup has a lock of its own"
	}
}

func longestWait(ts []dumpThread) int64 {
	longest := int64(0)
	for _, t := range ts {
		longest = max(longest, t.at-t.since)
	}
	return longest
}
