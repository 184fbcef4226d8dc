package analyze

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"timeline/parse"
)

// A moving is a made-up change of a name's address, or what looks like one. All of
// it follows from a seed.
type moving struct {
	seed     uint64
	shape    string
	innocent bool // nobody stayed on an old address for a cache, a connection or a client
	moves    bool // the name's address changed at all
	given    bool // the author knows when
	at       time.Duration
	length   time.Duration
	old      string // what becomes of the old server: dead, hanging, alive
	limit    time.Duration
	jvms     []movePlan
	style    moveStyle
	server   func(addr string, at time.Duration) service
}

// A movePlan is one process that calls the name.
type movePlan struct {
	name     string
	positive time.Duration
	pooled   bool          // it keeps its connections open
	life     time.Duration // for which a connection is kept; 0 for ever
	topology bool          // its client goes back to addresses of its own
	every    time.Duration
}

// A moveStyle is what the log of a call says.
type moveStyle struct {
	failRemote, resolved, client bool
	grain                        time.Duration
	missing                      float64
}

const oldAddress, newAddress = "10.0.0.11", "10.0.0.12"

var movingShapes = []string{"cutover", "cutover", "cutover", "pooled", "pooled", "topology"}

var stillShapes = []string{"round-robin", "failover", "stall", "healthy", "prompt"}

func newMoving(seed uint64) *moving {
	r := rand.New(rand.NewPCG(seed, 21))
	m := &moving{
		seed: seed, at: spanOf(r, 20*time.Second, 60*time.Second), old: pick(r, "dead", "hanging", "alive"), limit: pick(r, 1, 3, 5, 10*time.Second/time.Second) * time.Second,
		given: r.IntN(2) == 0, moves: true,
		style: moveStyle{failRemote: r.IntN(2) == 0, resolved: r.IntN(3) == 0, client: r.IntN(4) == 0, grain: pick(r, time.Microsecond, time.Millisecond, time.Millisecond, time.Second), missing: pick(r, 0, 0, 0, 0.05, 0.3)},
	}
	m.length = m.at + spanOf(r, 40*time.Second, 120*time.Second)
	n := pick(r, 1, 2, 2, 3)
	for i := range n {
		m.jvms = append(m.jvms, movePlan{
			name: string(rune('A' + i)), positive: pick[time.Duration](r, 0, 5, 30, 30, -1) * time.Second, every: pick(r, 300*time.Millisecond, 800*time.Millisecond, 3*time.Second),
		})
	}
	if r.IntN(2) == 0 {
		m.shape, m.innocent = pick(r, stillShapes...), true
	} else {
		m.shape = pick(r, movingShapes...)
	}
	m.shapeUp(r)
	return m
}

// shapeUp fills in what is special about the shape.
func (m *moving) shapeUp(r *rand.Rand) {
	quick := spanOf(r, time.Millisecond, 100*time.Millisecond)
	rs := rand.New(rand.NewPCG(m.seed, 22))
	normal := func() service { return service{took: spanOf(rs, quick/2, quick*2)} }
	from, to := m.at, m.at+spanOf(r, 3*time.Second, 25*time.Second)
	m.server = func(addr string, at time.Duration) service {
		if addr != oldAddress || at < m.at || m.old == "alive" {
			return normal()
		}
		kind := map[string]string{"dead": "connect timeout", "hanging": "read timeout"}[m.old]
		return service{m.limit + spanOf(rs, 0, 4*time.Millisecond), kind}
	}
	trouble := func(string, time.Duration) service { return normal() }
	switch m.shape {
	case "failover": // the same address fails, and works again
		trouble = func(_ string, at time.Duration) service {
			if at >= from && at < to {
				return service{m.limit, "connect timeout"}
			}
			return normal()
		}
	case "stall": // all that is under way ends when the server goes on
		trouble = func(_ string, at time.Duration) service {
			s := normal()
			if at+s.took >= from && at < to {
				s.took = to - at + spanOf(rs, 0, 30*time.Millisecond)
			}
			return s
		}
	}
	for i := range m.jvms {
		p := &m.jvms[i]
		switch m.shape {
		case "pooled":
			p.pooled, p.life = true, pick(r, 0, 0, 15*time.Second, 60*time.Second)
		case "topology":
			p.topology, m.old, m.given = i == 0, "alive", true
		case "prompt": // a change that all follow at once
			p.positive, m.old = 0, "alive"
		}
	}
	if m.innocent && m.shape != "prompt" {
		m.moves, m.given, m.server = false, false, trouble
	}
}

// address is what the resolver answers at a time.
func (m *moving) address(r *rand.Rand, at time.Duration) string {
	switch {
	case m.shape == "round-robin":
		return fmt.Sprintf("10.0.0.%d", 11+r.IntN(3))
	case m.moves && at >= m.at:
		return newAddress
	}
	return oldAddress
}

// A moveCall is one call, as it was in truth.
type moveCall struct {
	start, end     time.Duration
	addr, resolved string
	cached, reused bool // an old address from the cache, or on an open connection
	failure        string
}

// play makes the calls of one process. They run one after another for each of its
// few threads.
func (m *moving) play(p movePlan, n int) []moveCall {
	s := newSimulation(m.seed*8 + uint64(n))
	r := rand.New(rand.NewPCG(m.seed, uint64(30+n)))
	j := newJVM(s, Cache{Positive: p.positive, Negative: 10 * time.Second}, func(_ string, at time.Duration) reply {
		return reply{took: spanOf(r, 300*time.Microsecond, 4*time.Millisecond), address: m.address(r, at)}
	})
	var calls []moveCall
	for range 3 {
		var open string // the address of this thread's connection
		var opened time.Duration
		var next func()
		next = func() {
			if s.now > m.length {
				return
			}
			begun := s.now
			j.ask("api.example.net", func(t lookupResult) {
				c := moveCall{start: begun, addr: t.query.reply.address, resolved: t.query.reply.address}
				switch {
				case p.pooled && open != "" && (p.life == 0 || s.now-opened < p.life):
					c.addr = open
				case p.topology && begun > m.at+30*time.Second && r.IntN(3) == 0:
					c.addr = oldAddress
				}
				stale := m.moves && begun >= m.at && c.addr == oldAddress
				c.reused, c.cached = stale && c.resolved != oldAddress, stale && c.resolved == oldAddress
				res := m.server(c.addr, s.now)
				if open != c.addr {
					open, opened = c.addr, s.now-spanOf(r, 0, p.life/2)
				}
				s.at(s.now+res.took, func() {
					c.end, c.failure = s.now, res.failure
					if res.failure != "" {
						open = ""
					}
					calls = append(calls, c)
					s.at(s.now+time.Duration(r.ExpFloat64()*float64(p.every)), next)
				})
			})
		}
		s.at(spanOf(r, 0, p.every), next)
	}
	s.run()
	slices.SortStableFunc(calls, func(a, b moveCall) int { return int(a.end - b.end) })
	return calls
}

// write logs the calls of one process, each in one line.
func (m *moving) write(p movePlan, n int, calls []moveCall) *Collector {
	c := NewCollector(p.name)
	r := rand.New(rand.NewPCG(m.seed, uint64(60+n)))
	for i, call := range calls {
		if r.Float64() < m.style.missing {
			continue
		}
		rec := parse.Record{
			Pos: parse.Pos{File: p.name + ".log", Line: i + 1}, Time: epoch.Add(call.end).Truncate(m.style.grain), Host: "api.example.net",
			Duration: (call.end - call.start).Truncate(time.Millisecond), Status: parse.OK, Message: "call ok", Remote: call.addr, Level: parse.Info,
		}
		if m.style.resolved {
			rec.Resolved = call.resolved
		}
		if m.style.client {
			rec.Client = "HttpClient"
		}
		if call.failure != "" {
			rec.Status, rec.Level, rec.Message = parse.Failed, parse.Warn, "call failed"
			rec.Trace = traceOf(otherExceptions[call.failure], nil)
			if !m.style.failRemote {
				rec.Remote = ""
			}
		}
		c.Add(&rec)
	}
	return c
}

// A moveMark counts what is said rightly and wrongly of address changes.
type moveMark struct {
	shape             string
	incidents         int
	innocent, accused int // incidents without anybody who stayed; of them: with a finding that is not weak
	named, right      int // findings that are not weak; of them: true
	weak              int
	bounds, sound     int // lower bounds of the TTL; of them: below the true one
	stale, found      int // processes that stayed for the cache, the change given; of them: named
	wrong             []string
}

func (a *moveMark) add(b *moveMark) {
	a.innocent, a.accused, a.named, a.right = a.innocent+b.innocent, a.accused+b.accused, a.named+b.named, a.right+b.right
	a.bounds, a.sound, a.stale, a.found, a.incidents, a.weak = a.bounds+b.bounds, a.sound+b.sound, a.stale+b.stale, a.found+b.found, a.incidents+b.incidents, a.weak+b.weak
}

var lagIDs = []string{"stale-address", "pinned-connection", "client-address"}

func (m *moving) assess() *moveMark {
	k := &moveMark{shape: m.shape, incidents: 1}
	truth := map[string][]moveCall{}
	plans := map[string]movePlan{}
	var cs []*Collector
	for i, p := range m.jvms {
		truth[p.name], plans[p.name] = m.play(p, i), p
		cs = append(cs, m.write(p, i, truth[p.name]))
	}
	opt := Options{Zone: time.UTC}
	if m.given {
		opt.Cutover = epoch.Add(m.at)
	}
	s := infer(build(cs, time.UTC), opt)
	said := map[string]bool{}
	for _, f := range runChecks(s) {
		if !slices.Contains(lagIDs, f.ID) {
			continue
		}
		said[f.Process] = true
		if f.Confidence == Weak { // it says that something else looks the same
			k.weak++
			continue
		}
		k.named++
		if m.innocent {
			k.accused = 1
		}
		if m.rightly(f, truth[f.Process], plans[f.Process]) {
			k.right++
		} else {
			k.wrong = append(k.wrong, fmt.Sprintf("%s of %s (%s): %s", f.ID, f.Process, f.Confidence, f.Statement))
		}
	}
	for _, l := range laggards(s) {
		p := plans[l.process]
		if low := l.ttlLow(); l.kind() == "stale-address" && low > 0 && !p.pooled && !p.topology {
			k.bounds++
			if p.positive < 0 || time.Duration(low) <= p.positive+m.style.grain+50*time.Millisecond {
				k.sound++
			} else {
				k.wrong = append(k.wrong, fmt.Sprintf("%s: the TTL is at least %s, in truth %s", l.process, span(low), p.positive))
			}
		}
	}
	for name, calls := range truth {
		late := 0
		for _, c := range calls {
			if c.cached && c.start > m.at+2*staleMarginTime {
				late++
			}
		}
		if m.given && !m.innocent && late >= 3 && m.style.missing == 0 && m.style.failRemote {
			k.stale++
			if said[name] {
				k.found++
			}
		}
	}
	if m.innocent {
		k.innocent++
	}
	return k
}

const staleMarginTime = time.Duration(staleMargin)

// rightly reports whether a finding is true of the process that it names.
func (m *moving) rightly(f Finding, calls []moveCall, p movePlan) bool {
	old := func(keep func(moveCall) bool) bool { return slices.ContainsFunc(calls, keep) }
	switch f.ID {
	case "pinned-connection":
		if p.topology { // both look alike: it says so
			return f.Confidence != Strong
		}
		return p.pooled && old(func(c moveCall) bool { return c.reused })
	case "client-address":
		return p.topology || p.pooled && old(func(c moveCall) bool { return c.reused })
	}
	return m.moves && old(func(c moveCall) bool { return c.cached || c.reused })
}

func (m *moving) words() string {
	var b strings.Builder
	fmt.Fprintf(&b, "at=%s given=%t old=%s limit=%s %+v", m.at.Round(time.Second), m.given, m.old, m.limit, m.style)
	for _, p := range m.jvms {
		fmt.Fprintf(&b, " %s[ttl=%s pooled=%t life=%s every=%s]", p.name, p.positive, p.pooled, p.life, p.every)
	}
	return b.String()
}

// movingCount is how many changes TestMadeUpMoves makes: ANALYZE_MOVES=20000 for a
// long run.
func movingCount() int {
	if n, err := strconv.Atoi(os.Getenv("ANALYZE_MOVES")); err == nil {
		return n
	}
	return 160
}

// TestMadeUpMoves holds what is said of old addresses against made-up changes.
func TestMadeUpMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	n := movingCount()
	marks := ofSeeds(n, func(seed uint64) *moveMark { return newMoving(seed).assess() })
	var all moveMark
	shapes := map[string]*moveMark{}
	for i, k := range marks {
		all.add(k)
		if shapes[k.shape] == nil {
			shapes[k.shape] = &moveMark{shape: k.shape}
		}
		shapes[k.shape].add(k)
		if *showFails {
			for _, w := range k.wrong {
				m := newMoving(uint64(i + 1))
				t.Logf("seed %d %s %s: %s", m.seed, m.shape, m.words(), w)
			}
		}
	}
	names := make([]string, 0, len(shapes))
	for s := range shapes {
		names = append(names, s)
	}
	slices.Sort(names)
	var b strings.Builder
	row := func(name string, k *moveMark) {
		fmt.Fprintf(&b, "%-12s incidents %4d accused %3d/%3d right %s weak %d ttl sound %s found %s\n", name, k.incidents, k.accused, k.innocent, share(k.right, k.named), k.weak, share(k.sound, k.bounds), share(k.found, k.stale))
	}
	for _, s := range names {
		row(s, shapes[s])
	}
	row("all", &all)
	t.Log("\n" + b.String())
	atLeast(t, "innocent changes and troubles without an accusation", all.innocent-all.accused, all.innocent, 0.999)
	atLeast(t, "findings about old addresses that are right", all.right, all.named, 0.98)
	atLeast(t, "lower bounds of the positive TTL that hold", all.sound, all.bounds, 0.99)
}
