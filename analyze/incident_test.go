package analyze

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// An incident is a made-up incident: what happened, and how it is logged. All of
// it follows from a seed.
type incident struct {
	seed     uint64
	shape    string
	innocent bool // nothing of it comes from the address cache
	mixed    bool // the logs of two processes are given as those of one
	jvms     []jvmPlan
	outages  []outage
	server   func(at time.Duration) service
	gate     func(at time.Duration) (time.Duration, string)
	length   time.Duration
	style    logStyle
}

// A jvmPlan is one process.
type jvmPlan struct {
	name    string
	cache   Cache
	jdk     int // 7 stands for 8 before 8u352
	policy  Policy
	again   int
	setup   time.Duration
	pooled  float64 // share of tries that find an open connection
	skew    time.Duration
	begins  time.Duration
	every   time.Duration // mean time between jobs
	bursts  int           // else: bursts of so many jobs
	hosts   []string
	factory string // client: frames, huc (no resolver frames), bare (no frames at all)
}

// An outage is a span in which the resolver does not answer well.
type outage struct {
	from, to time.Duration
	act      string // drop, nx, servfail, slow
	query    time.Duration
	queries  int
	host     string // "" for all
}

// A logStyle is what the logs say and leave out.
type logStyle struct {
	events, log bool
	debug       bool // every try of the library
	durations   bool // lines state the elapsed time
	okLines     bool // lines for successes
	eventHost   bool // events name the host
	failMark    string
	missing     float64
	grain       time.Duration
	lag         time.Duration
}

// words tells the settings of the incident in short.
func (in *incident) words() string {
	p, s := in.jvms[0], in.style
	return fmt.Sprintf("jdk=%d ttl=%g pos=%g policy=%d/%s/again=%d client=%s jvms=%d hosts=%d burst=%d pooled=%g every=%s events=%t log=%t debug=%t dur=%t ok=%t evhost=%t fail=%s missing=%g grain=%s lag=%s",
		p.jdk, p.cache.Negative.Seconds(), p.cache.Positive.Seconds(), p.policy.Tries, p.policy.Base, p.again, p.factory, len(in.jvms), len(p.hosts), p.bursts, p.pooled, p.every,
		s.events, s.log, s.debug, s.durations, s.okLines, s.eventHost, s.failMark, s.missing, s.grain, s.lag)
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

func spanOf(r *rand.Rand, lo, hi time.Duration) time.Duration {
	return lo + time.Duration(r.Int64N(int64(hi-lo)+1))
}

var dnsShapes = []string{"drop", "drop", "drop", "nx", "nx", "servfail", "flap", "slow-ok", "drop-late"}

var innocentShapes = []string{
	"connect-timeout", "read-timeout", "pool-timeout", "stall", "stalls", "pause", "breaker", "rate-limit",
	"slow-server", "queue", "not-a-name", "nx-ttl0", "healthy", "refused",
}

// newIncident makes the incident of a seed.
func newIncident(seed uint64) *incident {
	r := rand.New(rand.NewPCG(seed, 7))
	in := &incident{seed: seed, length: spanOf(r, 25*time.Second, 80*time.Second)}
	in.style = newStyle(r)
	base := newPlan(r, "A")
	in.jvms = []jvmPlan{base}
	if r.IntN(6) == 0 {
		b := base
		b.name, b.skew, b.begins = "B", pick(r, 0, 0, spanOf(r, -3*time.Second, 3*time.Second)), spanOf(r, 0, 5*time.Second)
		in.jvms = append(in.jvms, b)
	}
	in.mixed = len(in.jvms) == 2 && rand.New(rand.NewPCG(seed, 9)).IntN(5) == 0
	if r.IntN(5) < 3 {
		in.shape = pick(r, dnsShapes...)
		in.dnsTrouble(r)
		return in
	}
	in.shape, in.innocent = pick(r, innocentShapes...), true
	in.otherTrouble(r)
	return in
}

func newStyle(r *rand.Rand) logStyle {
	s := logStyle{
		events: r.IntN(4) > 0, log: r.IntN(6) > 0, debug: r.IntN(4) == 0, durations: r.IntN(3) > 0, okLines: r.IntN(2) == 0,
		eventHost: r.IntN(3) > 0, failMark: pick(r, "none", "end", "error"),
		missing: pick(r, 0, 0, 0, 0.02, 0.1, 0.3, 0.5), grain: pick(r, time.Microsecond, time.Millisecond, time.Millisecond, time.Millisecond, time.Second),
		lag: pick(r, 0, 2*time.Millisecond, 5*time.Millisecond, 50*time.Millisecond),
	}
	if !s.events {
		s.log = true
	}
	if !s.log {
		s.failMark = "error" // else nothing says what failed
	}
	return s
}

func newPlan(r *rand.Rand, name string) jvmPlan {
	p := jvmPlan{
		name: name, jdk: pick(r, 7, 8, 11, 17, 17, 21, 25), again: r.IntN(2), setup: pick(r, time.Millisecond, 4*time.Millisecond, 10*time.Millisecond),
		every: pick(r, 20*time.Millisecond, 50*time.Millisecond, 150*time.Millisecond, 400*time.Millisecond, time.Second, 4*time.Second),
		hosts: []string{"media-bucket.s3.example.net"}, factory: pick(r, "frames", "frames", "frames", "huc", "bare"),
	}
	p.cache.Negative = pick[time.Duration](r, -1, 0, 1, 1, 2, 3, 5, 10, 10, 10, 10, 30) * time.Second
	p.cache.Positive = pick[time.Duration](r, 30, 30, 30, 5, 2, 1, 0, -1) * time.Second
	switch {
	case p.jdk == 7:
		p.cache.Lock = Table
	case p.jdk >= 21:
		p.cache.Lock = Fair
	}
	legacy, _ := ClientPolicy("aws-v2")
	slow := legacy
	slow.Base = 2 * time.Second
	single, _ := ClientPolicy("none")
	azure, _ := ClientPolicy("azure")
	spring, _ := ClientPolicy("spring-retry")
	p.policy = pick(r, legacy, legacy, legacy, single, single, azure, spring, slow)
	switch r.IntN(6) {
	case 0:
		p.hosts = append(p.hosts, "Media-bucket.s3.example.net", "media-bucket.s3.example.net.")
	case 1:
		p.hosts = append(p.hosts, "auth.example.net")
	}
	if r.IntN(8) == 0 {
		p.pooled = pick(r, 0.02, 0.3, 0.9)
	}
	if r.IntN(8) == 0 {
		p.bursts = 5 + r.IntN(30)
	}
	return p
}

// dnsTrouble fills in what the resolver does.
func (in *incident) dnsTrouble(r *rand.Rand) {
	o := outage{from: pick(r, 0, 0, spanOf(r, 0, 12*time.Second)), query: pick(r, time.Second, 2*time.Second, 5*time.Second, 10*time.Second), queries: pick(r, 1, 1, 2)}
	if r.IntN(8) == 0 {
		o.query, o.queries = pick(r, 20100*time.Millisecond, 28100*time.Millisecond), 1
	}
	o.to = o.from + spanOf(r, 3*time.Second, 40*time.Second)
	o.act = "drop"
	switch in.shape {
	case "nx", "servfail":
		o.act = in.shape
	case "slow-ok":
		o.act, o.from, o.to = "slow", 0, in.length
		for i := range in.jvms {
			in.jvms[i].cache.Positive = pick[time.Duration](r, 1, 2, 3, 5) * time.Second
		}
	case "drop-late":
		o.from += 6 * time.Second
		o.to += 6 * time.Second
		for i := range in.jvms {
			in.jvms[i].cache.Positive = pick[time.Duration](r, 1, 2, 5) * time.Second
		}
	}
	if len(in.jvms[0].hosts) == 2 && r.IntN(2) == 0 {
		o.host = in.jvms[0].hosts[0]
	}
	in.outages = []outage{o}
	if in.shape == "flap" {
		gap, dark := spanOf(r, 2*time.Second, 9*time.Second), spanOf(r, 2*time.Second, 9*time.Second)
		act, mixed := pick(r, "drop", "drop", "nx", "servfail"), r.IntN(8) == 0
		in.outages = nil
		for at := o.from; at < in.length-5*time.Second; at += gap + dark {
			f := o
			f.from, f.to, f.act = at, at+dark, act
			if mixed {
				f.act = pick(r, "drop", "nx", "servfail")
			}
			in.outages = append(in.outages, f)
		}
	}
	in.length = max(in.length, in.outages[len(in.outages)-1].to+15*time.Second)
	quick := spanOf(r, 2*time.Millisecond, 200*time.Millisecond)
	server := r.Uint64()
	rs := rand.New(rand.NewPCG(server, 1))
	in.server = func(time.Duration) service { return service{took: spanOf(rs, quick/2, quick*2)} }
}

// reply is what the resolver does with a lookup that begins at a time.
func (in *incident) reply(r *rand.Rand) resolver {
	return func(name string, at time.Duration) reply {
		quick := spanOf(r, 300*time.Microsecond, 4*time.Millisecond)
		ok := reply{took: quick, address: "10.0.0.11"}
		for _, o := range in.outages {
			if at < o.from || at >= o.to || o.host != "" && o.host != name {
				continue
			}
			switch o.act {
			case "nx":
				return reply{took: quick, cause: CauseNotFound}
			case "servfail":
				return reply{took: quick, cause: CauseServerError}
			case "slow":
				ok.took += o.query
				return ok
			}
			for k := range o.queries {
				if at+time.Duration(k)*o.query >= o.to {
					ok.took += time.Duration(k) * o.query
					return ok
				}
			}
			return reply{took: time.Duration(o.queries)*o.query + quick, cause: CauseTimeout}
		}
		return ok
	}
}

// otherTrouble fills in an incident that the address cache has no part in.
func (in *incident) otherTrouble(r *rand.Rand) {
	quick := spanOf(r, 5*time.Millisecond, 300*time.Millisecond)
	limit := pick[time.Duration](r, 1, 2, 3, 5, 5, 10) * time.Second
	from := spanOf(r, time.Second, 12*time.Second)
	to := from + spanOf(r, 4*time.Second, 25*time.Second)
	period := spanOf(r, 6*time.Second, 14*time.Second)
	rs := rand.New(rand.NewPCG(r.Uint64(), 2))
	normal := func() service { return service{took: spanOf(rs, quick/2, quick*2)} }
	during := func(f string) func(time.Duration) service {
		return func(at time.Duration) service {
			if at >= from && at < to {
				return service{limit + spanOf(rs, 0, 4*time.Millisecond), f}
			}
			return normal()
		}
	}
	in.server = func(time.Duration) service { return normal() }
	switch in.shape {
	case "connect-timeout":
		in.server = during("connect timeout")
	case "read-timeout":
		in.server = during("read timeout")
	case "pool-timeout":
		in.server = during("connection pool lease timeout")
	case "refused":
		limit = time.Millisecond
		in.server = during("connection refused")
	case "stall", "stalls", "pause":
		uneven := r.IntN(8) > 0 // a stall is as long as another one by chance only
		in.server = func(at time.Duration) service {
			s := normal()
			f, t := from, to
			if in.shape == "stalls" {
				k := (at - from) / period
				f = from + k*period
				t = f + limit
				if uneven {
					t += time.Duration(rand.New(rand.NewPCG(in.seed, uint64(k))).Int64N(int64(limit/2))) - limit/4
				}
			}
			if end := at + s.took; at >= from-period && end >= f && at < t {
				s.took = t - at + spanOf(rs, 0, 30*time.Millisecond)
			}
			return s
		}
	case "breaker", "rate-limit":
		kind := map[string]string{"breaker": "circuit breaker open", "rate-limit": "server refused"}[in.shape]
		in.gate = func(at time.Duration) (time.Duration, string) {
			if at >= from && at < to && (at-from)%(limit+10*time.Second) >= limit {
				return spanOf(rs, 0, 2*time.Millisecond), kind
			}
			return 0, ""
		}
		if in.shape == "breaker" {
			in.server = during("read timeout")
		}
	case "slow-server":
		in.server = func(time.Duration) service { return service{took: limit + spanOf(rs, 0, limit/4)} }
	case "queue":
		free := make([]time.Duration, 4)
		in.server = func(at time.Duration) service {
			i := 0
			for k := range free {
				if free[k] < free[i] {
					i = k
				}
			}
			free[i] = max(free[i], at) + quick
			return service{took: free[i] - at}
		}
	case "not-a-name", "nx-ttl0":
		in.outages = []outage{{from: from, to: to, act: "nx"}}
		for i := range in.jvms {
			p := &in.jvms[i]
			p.pooled = 0
			if in.shape == "nx-ttl0" {
				p.cache.Negative = 0
				continue
			}
			p.hosts = append(p.hosts, pick(r, "http://media.example.net", "media.example.net:443", "10.0.0.1:80"))
			in.outages = []outage{{from: 0, to: in.length + time.Minute, act: "nx", host: p.hosts[len(p.hosts)-1]}}
		}
	}
}

// A truth is what happened in one process.
type truth struct {
	plan jvmPlan
	jvm  *jvm
	runs []*run
}

// play runs the incident through the model.
func (in *incident) play() []truth {
	list := make([]truth, len(in.jvms))
	for i, p := range in.jvms {
		s := newSimulation(in.seed*16 + uint64(i))
		r := rand.New(rand.NewPCG(in.seed, uint64(100+i)))
		j := newJVM(s, p.cache, in.reply(r))
		c := &client{jvm: j, policy: p.policy, again: p.again, pause: pick(r, 0, 20*time.Millisecond, 300*time.Millisecond), setup: p.setup, gate: in.gate}
		if p.pooled > 0 {
			c.pooled = func(_ string, at time.Duration) bool { return at > 2*time.Second && s.random.Float64() < p.pooled }
		}
		c.serve = func(string, reply) service { return in.server(s.now) }
		in.arrive(c, p, r)
		s.run()
		list[i] = truth{p, j, c.runs}
	}
	return list
}

// arrive schedules the jobs of a process.
func (in *incident) arrive(c *client, p jvmPlan, r *rand.Rand) {
	const most = 700
	n := 0
	for at := p.begins + spanOf(r, time.Second, 2*time.Second); at < in.length && n < most; {
		k := 1
		step := time.Duration(r.ExpFloat64() * float64(p.every))
		if p.bursts > 0 {
			k, step = p.bursts, spanOf(r, 5*time.Second, 20*time.Second)
		}
		for range k {
			n++
			c.job(n, pick(r, p.hosts...), at+spanOf(r, 0, 3*time.Millisecond))
		}
		at += step
	}
}
