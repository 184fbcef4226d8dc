package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"timeline/parse"
	"timeline/parse/javatrace"
)

// maxDumpThreads bounds the threads of dumps that one input keeps.
const maxDumpThreads = 10_000

// A dumpThread is a thread that a dump or a flight recording caught in
// InetAddress: it looks a name up, or waits for the thread that does. Neither
// says which name.
type dumpThread struct {
	head        Source // of the dump
	process     string
	name        string
	since, at   int64 // it stood there from since on, as far as is known, until at
	leads       bool
	lock        string // that it holds or waits for; "" where the dump does not tell
	owner       string // who held the lock, where a recording names it
	oneForAll   bool   // JDK 8's lock, which all names share
	source      Source
	fromDump    bool // no recording
	unknownLock bool // a leader of JDK 21 and later: only jstack -l shows its lock
}

// addDump keeps a thread that stands in a lookup.
func (l *lines) addDump(r *parse.Record) {
	d := r.Dump
	role := lookupRole(d.Frames)
	if role == notInLookup || len(l.dumps) >= maxDumpThreads {
		return
	}
	t := dumpThread{
		head: Source{d.Head.File, d.Head.Line}, process: l.processOf(r), name: r.Thread, at: instant(r), source: Source{r.Pos.File, r.Pos.Line},
		leads: role == leadsLookup, owner: d.Owner, oneForAll: role == waitsInTable, fromDump: r.Duration == parse.Unset,
	}
	t.since = t.at
	if t.at != unset && r.Duration > 0 {
		t.since = t.at - int64(r.Duration)
	}
	if !t.leads {
		t.lock = d.Waits.ID
	} else {
		t.lock, t.unknownLock = heldLookupLock(d.Holds)
	}
	l.dumps = append(l.dumps, t)
}

// A role is what a thread does in InetAddress.
type role uint8

const (
	notInLookup role = iota
	leadsLookup
	waitsForLookup
	waitsInTable // JDK 8 before 8u352
)

// lookupRole reads the frames of a live thread, innermost first: the native
// call is the lookup itself; NameServiceAddresses.get without it is the wait for
// the lock (8u352 and later); checkLookupTable is the wait before.
func lookupRole(frames []javatrace.Frame) role {
	for _, f := range frames {
		switch {
		case isNativeLookup(f):
			return leadsLookup
		case isServiceWait(f):
			return waitsForLookup
		case f.Method == "checkLookupTable" && f.Class == "java.net.InetAddress":
			return waitsInTable
		}
	}
	return notInLookup
}

// heldLookupLock finds the lock of a lookup among those a thread holds.
func heldLookupLock(held []parse.Lock) (id string, unknown bool) {
	for _, l := range held {
		if l.Class == "java.net.InetAddress$NameServiceAddresses" {
			return l.ID, false
		}
	}
	for _, l := range held {
		if strings.HasPrefix(l.Class, "java.util.concurrent.locks.ReentrantLock") {
			return l.ID, false // a thread that asks the resolver holds no other one that matters here
		}
	}
	return "", true
}

// A dumpQueue is what a dump shows of one lookup: who leads, and who waits.
type dumpQueue struct {
	leader  *dumpThread // nil where the dump does not show it
	owner   string      // the leader's name in a recording
	waiters []dumpThread
}

// dumpQueues puts the threads of all dumps together by lock.
func dumpQueues(cs []*Collector) []dumpQueue {
	type key struct {
		head Source
		lock string
		one  bool
	}
	var keys []key
	waiters := map[key][]dumpThread{}
	leaders := map[Source][]dumpThread{}
	for _, c := range cs {
		for _, t := range c.dumps {
			if t.leads {
				leaders[t.head] = append(leaders[t.head], t)
				continue
			}
			k := key{t.head, t.lock, t.oneForAll}
			if !t.fromDump { // each event of a recording stands alone
				k.head = Source{t.head.File, 0}
			}
			if waiters[k] == nil {
				keys = append(keys, k)
			}
			waiters[k] = append(waiters[k], t)
		}
	}
	locks := map[Source]int{} // locks that threads of a dump wait for
	for _, k := range keys {
		locks[k.head]++
	}
	queues := make([]dumpQueue, 0, len(keys))
	for _, k := range keys {
		q := dumpQueue{waiters: waiters[k], owner: waiters[k][0].owner}
		q.leader = leaderOf(leaders[k.head], k.lock, k.one, locks[k.head])
		queues = append(queues, q)
	}
	return queues
}

// leaderOf finds the thread that looks up what those who wait for lock want: it
// holds the lock, or no other thread and no other lock come into question.
func leaderOf(leaders []dumpThread, lock string, oneForAll bool, locks int) *dumpThread {
	for i := range leaders {
		if leaders[i].lock == lock && lock != "" && !oneForAll {
			return &leaders[i]
		}
	}
	if len(leaders) == 1 && locks == 1 && (leaders[0].unknownLock || oneForAll) {
		return &leaders[0]
	}
	return nil
}

// withDumps adds what thread dumps show of queues to the findings: as evidence
// where the logs tell of the same queue, else as a statement of its own.
func withDumps(found []Finding, attempts []Attempt, cs []*Collector) []Finding {
	var queues []dumpQueue
	for _, q := range dumpQueues(cs) {
		if f := q.findingIn(found, attempts); f != nil {
			f.Evidence = append(f.Evidence, q.evidence())
			f.NotShown = slices.DeleteFunc(f.NotShown, func(s string) bool { return strings.HasPrefix(s, "which thread held the lookup lock") })
			f.Confidence = Strong
			continue
		}
		queues = append(queues, q)
	}
	var alone []Finding
	for _, s := range dumpSeriesOf(queues) {
		alone = append(alone, s.finding())
	}
	if len(alone) == 0 {
		return found
	}
	slices.SortStableFunc(alone, func(a, b Finding) int {
		return cmp.Or(a.From.Compare(b.From.Time), cmp.Compare(a.Process, b.Process), compareSources(a.Evidence[0].Sources, b.Evidence[0].Sources))
	})
	at := 0
	for at < len(found) && found[at].ID == sharedLookupID {
		at++
	}
	return slices.Insert(found, at, alone...)
}

const sharedLookupID = "shared-lookup"

// findingIn returns the finding of the logs that tells of the same queue: in its
// time, in the same process, with at least one of the threads.
func (q *dumpQueue) findingIn(found []Finding, attempts []Attempt) *Finding {
	names := map[string]bool{}
	for _, t := range q.threads() {
		names[threadKey(t.name)] = true
	}
	for i := range found {
		f := &found[i]
		t := &q.waiters[0]
		if f.ID != sharedLookupID || f.Process != t.process && t.process != "" && f.Process != "" || t.at == unset || f.From.IsZero() || f.To.IsZero() {
			continue
		}
		if unixNano(f.From.Time) > t.at || unixNano(f.To.Time)+logLag < t.since {
			continue
		}
		for _, e := range f.Evidence {
			for _, id := range e.Attempts {
				if a := attemptWith(attempts, id); a != nil && (names[threadKey(a.Thread)] || alikeAny(a.Job, names)) {
					return f
				}
			}
		}
	}
	return nil
}

// attemptWith returns the attempt of an id: a7 is the seventh.
func attemptWith(attempts []Attempt, id string) *Attempt {
	n := 0
	if _, err := fmt.Sscanf(id, "a%d", &n); err != nil || n < 1 || n > len(attempts) {
		return nil
	}
	return &attempts[n-1]
}

func alikeAny(job string, names map[string]bool) bool {
	return job != "" && names[threadKey(job)]
}

// threads are all of the queue, the leader first.
func (q *dumpQueue) threads() []dumpThread {
	var list []dumpThread
	if q.leader != nil {
		list = append(list, *q.leader)
	}
	return append(list, q.waiters...)
}

func (q *dumpQueue) evidence() Evidence {
	e := Evidence{Note: q.statement(), Attempts: []string{}}
	for _, t := range q.threads() {
		e.Sources = append(e.Sources, t.source)
	}
	return e
}

// statement says what the dump shows, and no more.
func (q *dumpQueue) statement() string {
	what := "a thread dump"
	if !q.waiters[0].fromDump {
		what = "a flight recording"
	}
	who := count(len(q.waiters), "thread waits", "threads wait")
	switch {
	case q.leader != nil && q.waiters[0].oneForAll:
		return fmt.Sprintf("%s shows that %s for a lookup (checkLookupTable) while %s does the only one; JDK 8 has one lock for all names", what, who, q.leader.name)
	case q.waiters[0].oneForAll:
		return fmt.Sprintf("%s shows that %s for other threads' lookups (checkLookupTable); JDK 8 has one lock for all names", what, who)
	case q.leader != nil:
		return fmt.Sprintf("%s shows that %s for the lookup that %s does (NameServiceAddresses.get)", what, who, q.leader.name)
	case q.owner != "":
		return fmt.Sprintf("%s shows that %s for the lookup that %s did (NameServiceAddresses.get)", what, who, q.owner)
	}
	return fmt.Sprintf("%s shows that %s for another thread's lookup (NameServiceAddresses.get)", what, who)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
