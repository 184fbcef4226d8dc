package analyze

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// A laggard is a stream that kept calling old addresses behind a change.
type laggard struct {
	*stream
	change   *change
	uses     []*attempt // of an old address, begun well after the change: they decide
	early    []*attempt // begun after the change and sooner than that: they only count
	hung     []*attempt // failed after the change, no address logged, before the stream moved
	resolved []*attempt // of uses: the same record shows that the name already resolved to a new address
	outlived []*attempt // of hung: still waiting when the new address was answering others
	fresh    *attempt   // first use of an address that nobody used before the change
	relapsed []*attempt // of uses: begun well behind fresh

	kept   *keptFor   // for how long the given settings keep an address; nil if they do not say
	beyond []*attempt // of uses and hung: begun so late that the address cache, as set, held none
}

// staleMargin is how far behind a change that only traffic shows a use must
// begin to count: peers that resolve at the same time still differ by seconds.
const staleMargin = int64(5 * time.Second)

func laggards(s *scene) []laggard {
	if s.laggards == nil {
		found := findLaggards(s)
		s.laggards = &found
	}
	return slices.Clone(*s.laggards)
}

func findLaggards(s *scene) []laggard {
	list := streams(withAddresses(s.attempts))
	peers := map[string][]*stream{} // by host
	for _, t := range list {
		peers[t.host] = append(peers[t.host], t)
	}
	var found []laggard
	for _, t := range list {
		c := changeOf(t.host, peers[t.host], s.options.Cutover)
		if l := (laggard{stream: t, change: c, kept: keptBy(s.options.Settings)}); c != nil && l.collect() {
			l.beyond = l.pastCache()
			found = append(found, l)
		} else if l := resolvedElsewhere(t); l != nil {
			found = append(found, *l)
		}
	}
	return found
}

// withAddresses leaves out the attempts on names of which no address is known.
func withAddresses(as []*attempt) []*attempt {
	known := map[string]bool{}
	for _, a := range as {
		if a.remote != "" {
			known[a.host] = true
		}
	}
	if len(known) == 0 {
		return nil
	}
	return filter(as, func(a *attempt) bool { return known[a.host] })
}

// collect gathers what t did after the change, and reports whether that is
// enough to say that it stayed on old addresses.
func (l *laggard) collect() bool {
	after := l.change.at
	if !l.change.given {
		after += staleMargin
	}
	old := l.change.old
	if len(old) == 0 { // nobody moved: the addresses used before the change are the old ones
		old = addressesBefore(l.attempts, l.change.at)
	}
	until := int64(math.MaxInt64)
	if l.moved != nil {
		until = l.moved.first.when()
	}
	for _, a := range l.attempts {
		onOld := a.remote != "" && slices.Contains(old, address(a.remote))
		switch {
		case a.start == unset || a.start < l.change.at:
		case a.start < after:
			if onOld {
				l.early = append(l.early, a)
			}
		case onOld:
			l.uses = append(l.uses, a)
			if l.fresh != nil && a.start > l.fresh.start+staleMargin {
				l.relapsed = append(l.relapsed, a)
			}
			if r := address(a.resolved); r != "" && r != address(a.remote) && !slices.Contains(old, r) {
				l.resolved = append(l.resolved, a)
			}
		case a.remote != "":
			if l.fresh == nil {
				l.fresh = a
			}
		case a.outcome == OutcomeFailed && a.start < until && !a.isDNS():
			l.hung = append(l.hung, a)
			if l.moved != nil && a.end > until+int64(time.Second) {
				l.outlived = append(l.outlived, a)
			}
		}
	}
	if l.relapses() {
		return true
	}
	if len(l.uses) > 0 && (l.moved != nil || len(l.change.new) > 0) {
		return l.behindPeers()
	}
	// Failures without an address count only where the new address was answering
	// while they still hung: else a server that stood still looks the same.
	return l.moved != nil && len(l.outlived) > 0
}

// relapses reports whether l went back to old addresses after it had reached a
// new one: by then its JVM had resolved the new one, so the client library kept
// the old ones. Without a change that the author gives, this is what any name
// with several addresses looks like.
func (l *laggard) relapses() bool { return l.change.given && len(l.relapsed) >= 2 }

// behindPeers reports whether l used an old address well behind the first of the
// others to move. Until then the record's own TTL, or a cache that all share, may
// have given the old one. A stream without peers is measured by the change alone.
func (l *laggard) behindPeers() bool {
	by := l.change.by
	if by == nil || !l.change.given || l.change.streams == 1 {
		return true
	}
	return by != l.stream && l.uses[len(l.uses)-1].start > by.moved.first.when()+staleMargin
}

// addressesBefore lists the addresses used surely before at, as exactly as clocks are.
func addressesBefore(as []*attempt, at int64) []string {
	return addresses(filter(as, func(a *attempt) bool { return a.remote != "" && a.when()+a.grain < at }))
}

// resolvedElsewhere finds a stream whose own records show the name resolving to
// one address while the traffic goes to another.
func resolvedElsewhere(t *stream) *laggard {
	l := laggard{stream: t, change: &change{host: t.host, at: unset}}
	for _, a := range t.attempts {
		if r := address(a.resolved); r != "" && a.remote != "" && r != address(a.remote) {
			if l.change.at == unset {
				l.change.at = a.when()
			}
			l.uses, l.resolved = append(l.uses, a), append(l.resolved, a)
		}
	}
	if len(l.resolved) < 3 {
		return nil
	}
	return &l
}

// pinned: the name already resolved to a new address, so no cache held the old
// one; only an open connection did.
func (l *laggard) pinned() bool { return len(l.resolved) >= 3 && len(l.resolved)*2 >= len(l.uses) }

// kind is the finding that l makes.
func (l *laggard) kind() string {
	switch {
	case l.pinned():
		return "pinned-connection"
	case l.relapses():
		return "client-address"
	}
	return "stale-address"
}

func (l *laggard) all() []*attempt {
	as := slices.Concat(l.early, l.uses, l.hung)
	order(as)
	return as
}

func (l *laggard) from() int64 { return l.change.at }

// to is when the stream left the old addresses; unset if it never did.
func (l *laggard) to() int64 {
	if l.moved == nil {
		return unset
	}
	return l.moved.first.when()
}

func (l *laggard) name() string {
	for _, s := range []string{l.client, l.process} {
		if s != "" {
			return s
		}
	}
	return "The process"
}

func checkStaleAddress(s *scene) []Finding     { return lagFindings(s, "stale-address") }
func checkPinnedConnection(s *scene) []Finding { return lagFindings(s, "pinned-connection") }
func checkClientAddress(s *scene) []Finding    { return lagFindings(s, "client-address") }

func lagFindings(s *scene, id string) []Finding {
	var found []Finding
	for _, l := range laggards(s) {
		if l.kind() == id {
			found = append(found, l.finding(id))
		}
	}
	return found
}

func (l *laggard) finding(id string) Finding {
	as := l.all()
	failed := filter(as, func(a *attempt) bool { return a.outcome == OutcomeFailed })
	f := Finding{
		ID: id, Process: l.process, Host: l.host, Confidence: l.confidence(), From: instantTime(l.from()), To: instantTime(l.to()),
		NotShown: []string{"the JVM's address cache itself: only the addresses that answered"}, Actions: []Action{},
	}
	f.Statement = l.statement(len(failed)) + l.settingsClause()
	switch id {
	case "client-address":
		f.Statement = fmt.Sprintf("%s went back to the old %s of %s in %s after it had reached %s at %s: its JVM had resolved the new address, and the client library, or an open connection of it, kept the old one.",
			l.name(), addressWord(addresses(l.relapsed)), l.host, tries(len(l.relapsed)), address(l.fresh.remote), clockTime(l.fresh.start))
	case "pinned-connection":
		f.Statement = fmt.Sprintf("%s kept an open connection to the old %s of %s %s, although the name already resolved to the new one in the records of %s.",
			l.name(), addressWord(l.oldUsed()), l.host, l.until(), tries(len(l.resolved)))
	}
	if id == "stale-address" && l.outlastsCache() && l.change.streams > 1 {
		f.NotShown = append(f.NotShown, "which of the processes in these logs runs with the given settings")
	}
	f.Evidence = l.evidence(failed)
	f.Rivals = l.rivals(id)
	f.Actions = l.actions(id)
	return f
}

// statement says how long l stayed, by the uses of an old address that the logs
// show, or by requests that hung and name none.
func (l *laggard) statement(failed int) string {
	as := l.all()
	if len(l.uses) == 0 {
		return fmt.Sprintf("%s reached the new address of %s first at %s, %s after the change at %s: until then %s failed that may have gone to the old %s, for they went on hanging while the new one answered.",
			l.name(), l.host, clockTime(l.to()), span(l.to()-l.from()), clockTime(l.from()), tries(len(as)), addressWord(l.oldUsed()))
	}
	return fmt.Sprintf("%s stayed on the old %s of %s %s at %s: %s went there, %d of them failed.",
		l.name(), addressWord(l.oldUsed()), l.host, l.until(), clockTime(l.from()), tries(len(as)), failed)
}

// until words how long l stayed, up to "after the change".
func (l *laggard) until() string {
	if l.moved == nil {
		return "and had not moved when the logs end, after the change"
	}
	last := l.uses[len(l.uses)-1].start
	return fmt.Sprintf("until %s at least, %s after the change", clockTime(last), span(last-l.from()))
}

func (l *laggard) oldUsed() []string {
	if len(l.uses) > 0 {
		return addresses(l.uses)
	}
	return l.moved.old
}

func addressWord(list []string) string {
	if len(list) == 1 {
		return "address " + list[0]
	}
	return "addresses " + strings.Join(list, ", ")
}

func (l *laggard) confidence() Confidence {
	switch {
	case l.relapses():
		return Moderate // connections of several ages, or a client that keeps addresses: they look alike
	case !l.pinned() && l.byChance():
		return Weak
	case !l.pinned() && l.outlastsCache() && len(l.uses) == 0:
		return Weak // nothing but the cache spoke for the old address
	case !l.pinned() && l.outlastsCache():
		return Moderate // it stayed there, and what kept it is not what it seemed
	case l.pinned() && l.moved == nil:
		return Moderate // a client that holds the address itself looks the same
	case l.pinned(), len(l.uses) >= 3 && (l.change.given || l.change.by != nil && l.change.by != l.stream):
		return Strong
	case len(l.uses) > 0, len(l.outlived) >= 2:
		return Moderate
	}
	return Weak
}

// enoughMovers is how many streams must change their address, where nobody says that
// the name's did: two do so by chance where it gives several in turn.
const enoughMovers = 3

// byChance reports whether a name with several addresses in turn makes the same
// traffic: nobody says that it changed, few streams changed their address, and no old
// one failed.
func (l *laggard) byChance() bool {
	return !l.change.given && l.change.moved < enoughMovers && !slices.ContainsFunc(slices.Concat(l.uses, l.hung), func(a *attempt) bool { return a.outcome == OutcomeFailed })
}

func (l *laggard) evidence(failed []*attempt) []Evidence {
	var list []Evidence
	if len(l.uses) > 0 {
		uses := slices.Concat(l.early, l.uses)
		list = append(list, evidence(uses, "%s of an old address after the change, the last at %s", plural(len(uses), "use", "uses"), clockTime(uses[len(uses)-1].start)))
	}
	if len(l.resolved) > 0 {
		list = append(list, evidence(l.resolved, "%s in which the name resolved to another address than the one that answered", tries(len(l.resolved))))
	}
	if len(l.hung) > 0 {
		list = append(list, evidence(l.hung, "%s failed without an address in the log before the first success at the new one", tries(len(l.hung))))
	}
	if len(l.outlived) > 0 {
		list = append(list, evidence(l.outlived, "%s were still waiting when the new address already answered others", tries(len(l.outlived))))
	}
	if d, n := commonDuration(failed); n >= 3 {
		list = append(list, evidence(failed, "%d of the failures took %s each: the client's own time limit", n, span(d)))
	}
	if n := len(failed); n > 0 && failed[0].start != unset && failed[0].start-l.from() > staleMargin {
		list = append(list, evidence(failed[:1], "the old address began to fail %s after the change, at %s: drained or taken away then", span(failed[0].start-l.from()), clockTime(failed[0].start)))
	}
	if l.moved != nil {
		list = append(list, evidence([]*attempt{l.moved.last, l.moved.first}, "last known use of %s at %s, first of %s at %s",
			address(l.moved.last.remote), clockTime(l.moved.last.when()), address(l.moved.first.remote), clockTime(l.moved.first.when())))
	}
	if by := l.change.by; by != nil && by != l.stream {
		list = append(list, evidence([]*attempt{by.moved.first}, "%s used a new address from %s", firstNonEmpty(by.client, by.process), clockTime(by.moved.first.when())))
	}
	if low := l.ttlLow(); low > 0 {
		list = append(list, Evidence{Note: fmt.Sprintf("if the address cache kept it, the positive TTL is at least %s: nothing in the logs bounds it from above", span(low)), Attempts: []string{}, Sources: []Source{}})
	}
	if l.kind() == "stale-address" {
		list = append(list, l.settingsEvidence()...)
	}
	return list
}

// ttlLow is a lower bound of the positive TTL: an address looked up before the
// change was still used then.
func (l *laggard) ttlLow() int64 {
	if l.pinned() || l.byChance() {
		return 0
	}
	last := unset
	for _, a := range l.all() {
		last = max(last, a.start)
	}
	if last == unset {
		return 0
	}
	return last - l.from()
}

// commonDuration finds the duration that most failures share within 2 %.
func commonDuration(as []*attempt) (d int64, n int) {
	for _, a := range as {
		if a.took() == unset || a.took() < slowLookup {
			continue
		}
		k := 0
		for _, b := range as {
			if b.took() != unset && distance(a.took(), b.took()) <= a.took()/50 {
				k++
			}
		}
		if k > n {
			d, n = a.took(), k
		}
	}
	return d, n
}
