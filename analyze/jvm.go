package analyze

import (
	"container/heap"
	"math/rand/v2"
	"strings"
	"time"
)

// A Cache is how long a JVM's address cache keeps what. A TTL of 0 keeps
// nothing, a negative one keeps it for ever, as in java.security.
type Cache struct {
	Negative time.Duration // networkaddress.cache.negative.ttl
	Positive time.Duration // networkaddress.cache.ttl
	Stale    time.Duration // networkaddress.cache.stale.ttl, JDK 21 and later; 0 is off
	Lock     Lock
}

// A Lock is how threads that ask for one name take turns. It differs by JDK.
type Lock uint8

// Locks. All let one thread look up while the others wait, and hand them its
// result. They differ where no entry is left to hand on (TTL 0).
const (
	Monitor Lock = iota // 8u352 to 20: the waiters look up one after another, latest come first
	Fair                // 21 and later, ReentrantLock: the same in order of arrival
	Table               // 8 before 8u352, a shared table: all waiters look up at once; names fold their case
)

// A reply is what the resolver does with one lookup.
type reply struct {
	took    time.Duration
	cause   Cause // "" where it found an address
	address string
}

func (r reply) failed() bool { return r.cause != "" }

// A resolver answers lookups that begin at a time of the simulation.
type resolver func(name string, at time.Duration) reply

// A simulation runs events in the order of their time; equal times in the order
// in which they were added. It is a pure function of its seed and its events.
type simulation struct {
	now    time.Duration
	random *rand.Rand
	queue  eventQueue
	added  int
	limit  int // events at which a run stops; 0 is none
}

func newSimulation(seed uint64) *simulation {
	return &simulation{random: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))}
}

// at does do at t, or now if t has passed.
func (s *simulation) at(t time.Duration, do func()) {
	s.added++
	heap.Push(&s.queue, timed{max(t, s.now), s.added, do})
}

// run does all events, those that they add included, up to the limit.
func (s *simulation) run() {
	for len(s.queue) > 0 && (s.limit == 0 || s.added <= s.limit) {
		e := heap.Pop(&s.queue).(timed)
		s.now = e.at
		e.do()
	}
}

// between draws a duration from [lo, hi].
func (s *simulation) between(lo, hi time.Duration) time.Duration {
	if hi <= lo {
		return lo
	}
	return lo + time.Duration(s.random.Int64N(int64(hi-lo)+1))
}

type timed struct {
	at  time.Duration
	seq int
	do  func()
}

type eventQueue []timed

func (q eventQueue) Len() int { return len(q) }
func (q eventQueue) Less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].seq < q[j].seq
}
func (q eventQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *eventQueue) Push(x any)   { *q = append(*q, x.(timed)) }
func (q *eventQueue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

// A jvm models the address cache of one process: InetAddress.getAllByName as
// OpenJDK 8 to 25 do it.
type jvm struct {
	*simulation
	cache   Cache
	resolve resolver
	slots   map[string]*slot
	lookups []*query // in order of start
}

// A query is one real lookup.
type query struct {
	name       string
	start, end time.Duration
	reply      reply
	kept       bool          // its result entered the cache
	expires    time.Duration // when it left; meaningless unless kept, forever if negative
	waited     int           // askers that queued on it and shared its result
}

// A slot is what the cache holds about one name.
type slot struct {
	entry   *query // nil: nothing
	refresh time.Duration
	looking bool
	latest  []asker // came while a lookup ran, latest last
	batch   []asker // woken next, in this order: an older generation of latest
}

type asker struct {
	name string
	done func(lookupResult)
}

// A lookupResult is what one call of getAllByName got.
type lookupResult struct {
	answer answer // answerNative, answerWaited or answerCached
	query  *query // the lookup that it came from
}

func newJVM(s *simulation, c Cache, r resolver) *jvm {
	return &jvm{simulation: s, cache: c, resolve: r, slots: map[string]*slot{}}
}

// ask is one call of getAllByName: done gets the result at the time of the
// simulation at which the call returns or throws.
func (j *jvm) ask(name string, done func(lookupResult)) {
	key := name
	if j.cache.Lock == Table {
		key = strings.ToLower(name)
	}
	s := j.slots[key]
	if s == nil {
		s = &slot{}
		j.slots[key] = s
	}
	a := asker{name, done}
	switch e := s.entry; {
	case j.holds(e) && j.due(s):
		j.renew(s, a)
	case j.holds(e):
		done(lookupResult{answerCached, e})
	case s.looking:
		s.latest = append(s.latest, a)
	default:
		j.lookUp(s, a)
	}
}

// holds reports whether an entry answers now.
func (j *jvm) holds(e *query) bool {
	return e != nil && (e.expires < 0 || j.now <= e.expires)
}

// due reports whether a stale success wants a refresh that nobody is at.
func (j *jvm) due(s *slot) bool {
	return j.cache.Stale > 0 && j.cache.Positive > 0 && !s.entry.reply.failed() && j.now > s.refresh && !s.looking
}

// renew looks up a stale name for one caller while the others get the old
// addresses. A failure is swallowed: that caller gets them too, late.
func (j *jvm) renew(s *slot, a asker) {
	s.looking = true
	old := s.entry
	q := j.start(a.name)
	j.at(q.end, func() {
		s.looking = false
		s.refresh = j.now + j.cache.Positive
		if !q.reply.failed() {
			j.keep(s, q)
			old = q
		}
		a.done(lookupResult{answerNative, old})
		j.wake(s)
	})
}

func (j *jvm) start(name string) *query {
	q := &query{name: name, start: j.now, reply: j.resolve(name, j.now)}
	q.end = q.start + q.reply.took
	j.lookups = append(j.lookups, q)
	return q
}

// lookUp makes a the leader of a lookup.
func (j *jvm) lookUp(s *slot, a asker) {
	s.looking = true
	q := j.start(a.name)
	j.at(q.end, func() {
		s.looking = false
		j.keep(s, q)
		a.done(lookupResult{answerNative, q})
		j.wake(s)
	})
}

// keep puts a result into the cache: the TTL counts from the end of the lookup.
func (j *jvm) keep(s *slot, q *query) {
	ttl := j.cache.Positive
	if q.reply.failed() {
		ttl = j.cache.Negative
	}
	s.entry, q.kept = nil, ttl != 0
	if ttl == 0 {
		return
	}
	q.expires = -1
	if ttl > 0 {
		q.expires = j.now + ttl
		if !q.reply.failed() {
			s.refresh = q.expires
			q.expires += max(0, j.cache.Stale)
		}
	}
	s.entry = q
}

// wake hands a finished lookup to those who waited. Where it left no entry they
// look up themselves: one, or all at once.
func (j *jvm) wake(s *slot) {
	for len(s.batch)+len(s.latest) > 0 && (!s.looking || j.holds(s.entry) || j.cache.Lock == Table) {
		a := s.next(j.cache.Lock)
		if j.holds(s.entry) {
			s.entry.waited++
			a.done(lookupResult{answerWaited, s.entry})
			continue
		}
		j.lookUp(s, a)
	}
}

// next takes the waiter that gets the lock. A monitor wakes the latest of a
// generation first, and then the next generation.
func (s *slot) next(l Lock) asker {
	if len(s.batch) == 0 {
		s.batch, s.latest = s.latest, nil
		if l == Monitor {
			for i, k := 0, len(s.batch)-1; i < k; i, k = i+1, k-1 {
				s.batch[i], s.batch[k] = s.batch[k], s.batch[i]
			}
		}
	}
	a := s.batch[0]
	s.batch = s.batch[1:]
	return a
}
