package analyze

import (
	"cmp"
	"math"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// A stream is the traffic of one process, or of one client library in it, to one
// name, with the addresses that answered.
type stream struct {
	process, client, host string
	attempts              []*attempt // with a known time, in order of start
	moved                 *move      // nil where it used one set of addresses throughout
}

// A move is a change of address: every known use before it was of old addresses,
// every one after it of new ones.
type move struct {
	last  *attempt // last use of an old address
	first *attempt // first use of a new one
	old   []string
	new   []string
}

// minUses is how many known uses there must be on either side of a move.
const minUses = 2

// streams groups the attempts by who asked whom, in a fixed order.
func streams(as []*attempt) []*stream {
	type key struct{ process, client, host string }
	byKey := map[key]*stream{}
	var list []*stream
	for _, a := range as {
		if a.host == "" || a.when() == unset {
			continue
		}
		k := key{a.process, a.client, a.host}
		t := byKey[k]
		if t == nil {
			t = &stream{process: a.process, client: a.client, host: a.host}
			byKey[k] = t
			list = append(list, t)
		}
		t.attempts = append(t.attempts, a)
	}
	slices.SortFunc(list, func(a, b *stream) int {
		return cmp.Or(cmp.Compare(a.host, b.host), cmp.Compare(a.process, b.process), cmp.Compare(a.client, b.client))
	})
	for _, t := range list {
		t.moved = findMove(t.attempts)
	}
	return list
}

// address is the address of a remote without its port.
func address(remote string) string {
	if i := strings.LastIndexByte(remote, '/'); i >= 0 {
		remote = remote[i+1:]
	}
	if ap, err := netip.ParseAddrPort(remote); err == nil {
		return ap.Addr().String()
	}
	return remote
}

// findMove finds the last point that parts the known uses into two sets of
// addresses with none in common. A name with several addresses in turn has none.
func findMove(as []*attempt) *move {
	var uses []*attempt
	for _, a := range as {
		if a.remote != "" {
			uses = append(uses, a)
		}
	}
	lastUse := map[string]int{}
	for i, a := range uses {
		lastUse[address(a.remote)] = i
	}
	reach, cut := -1, -1
	for i, a := range uses {
		reach = max(reach, lastUse[address(a.remote)])
		if i == reach && i+1 < len(uses) && i+1 >= minUses {
			cut = i // all addresses used so far are never used again
			break
		}
	}
	if cut < 0 || len(uses)-cut-1 < minUses {
		return nil
	}
	return &move{last: uses[cut], first: uses[cut+1], old: addresses(uses[:cut+1]), new: addresses(uses[cut+1:])}
}

func addresses(as []*attempt) []string {
	var list []string
	for _, a := range as {
		if ip := address(a.remote); !slices.Contains(list, ip) {
			list = append(list, ip)
		}
	}
	slices.Sort(list)
	return list
}

// A change is when a name's address was changed, as far as the run knows it.
type change struct {
	host    string
	at      int64 // the latest instant by which it had been changed
	given   bool  // the author said so
	streams int   // how many ask for the name
	moved   int   // of them: changed their address
	by      *stream
	old     []string
	new     []string
}

// changeOf says when host's address changed: as the author says, else when the
// first of several streams moved to an address that the others used later.
func changeOf(host string, list []*stream, cutover time.Time) *change {
	c := &change{host: host, at: unset, streams: len(list)}
	for _, t := range list {
		if t.host != host || t.moved == nil {
			continue
		}
		c.moved++
		if c.by == nil || t.moved.first.when() < c.by.moved.first.when() {
			c.by = t
		}
		c.old, c.new = union(c.old, t.moved.old), union(c.new, t.moved.new)
	}
	if !cutover.IsZero() {
		c.at, c.given = cutover.UnixNano(), true
		return c
	}
	if c.by == nil || len(list) < 2 || overlap(c.old, c.new) {
		return nil
	}
	if slices.ContainsFunc(list, c.wentBack) {
		return nil
	}
	c.at = c.by.moved.first.when()
	for _, t := range list {
		c.at = min(c.at, c.resolvedBy(t))
	}
	return c
}

// wentBack reports whether t used an old address well behind a new one: then the
// name gives several in turn, and no point in time parts them.
func (c *change) wentBack(t *stream) bool {
	reached := unset
	for _, a := range t.attempts {
		switch r := address(a.remote); {
		case r == "":
		case slices.Contains(c.new, r):
			reached = earliestKnown(reached, a.when())
		case reached != unset && a.start > reached+staleMargin && slices.Contains(c.old, r):
			return true
		}
	}
	return false
}

// resolvedBy is when a record of t first shows the name resolving to a new address,
// behind one that shows an old one; such a record dates the change better than the
// use of the address. It is far in the future where there is none.
func (c *change) resolvedBy(t *stream) int64 {
	before := false
	for _, a := range t.attempts {
		for _, r := range []string{address(a.resolved), address(a.remote)} {
			before = before || r != "" && slices.Contains(c.old, r)
		}
		if before && a.resolved != "" && slices.Contains(c.new, address(a.resolved)) {
			return a.when()
		}
	}
	return math.MaxInt64
}

func union(a, b []string) []string {
	list := append(slices.Clone(a), b...)
	slices.Sort(list)
	return slices.Compact(list)
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}
