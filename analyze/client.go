package analyze

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Policy is how a client tries again after a name did not resolve.
type Policy struct {
	Name   string
	Tries  int           // of the library inside one attempt; 1 is none beside the first
	Base   time.Duration // before the second try
	Factor float64       // by which the delay grows with each further try
	Cap    time.Duration // of one delay; 0 is none
	Full   bool          // full jitter: each delay is drawn from 0 to its length
	Spread float64       // else each delay varies by this share of it, to both sides
}

// policies are what common clients do about an UnknownHostException.
var policies = []Policy{
	{Name: "none", Tries: 1},
	{Name: "aws-v1", Tries: 4, Base: 100 * time.Millisecond, Factor: 2, Cap: 20 * time.Second, Full: true},
	{Name: "aws-v2", Tries: 4, Base: 100 * time.Millisecond, Factor: 2, Cap: 20 * time.Second, Full: true},
	{Name: "aws-v2-standard", Tries: 3, Base: 100 * time.Millisecond, Factor: 2, Cap: 20 * time.Second, Full: true},
	{Name: "aws-v2-dynamodb", Tries: 9, Base: 25 * time.Millisecond, Factor: 2, Cap: 20 * time.Second, Full: true},
	{Name: "azure", Tries: 4, Base: 800 * time.Millisecond, Factor: 2, Cap: 8 * time.Second, Spread: 0.05},
	{Name: "google", Tries: 1}, // not among its retryable exceptions
	{Name: "spring-retry", Tries: 3, Base: time.Second, Factor: 1},
	{Name: "resilience4j", Tries: 3, Base: 500 * time.Millisecond, Factor: 1},
}

// PolicyNames lists the clients that ParsePolicy knows by name.
func PolicyNames() []string {
	names := make([]string, len(policies))
	for i, p := range policies {
		names[i] = p.Name
	}
	return names
}

// ClientPolicy returns the retry policy of a known client.
func ClientPolicy(name string) (Policy, error) {
	i := slices.IndexFunc(policies, func(p Policy) bool { return p.Name == name })
	if i < 0 {
		return Policy{}, fmt.Errorf("client %q is not known: use one of %s", name, strings.Join(PolicyNames(), ", "))
	}
	return policies[i], nil
}

// ParsePolicy reads a policy: "attempts=4,base=100ms,cap=20s,jitter=full". Keys
// are attempts, base, factor (2 if not given), cap, and jitter (none, full, or a
// share as 5%).
func ParsePolicy(text string) (Policy, error) {
	p := Policy{Name: text, Tries: 1, Factor: 2}
	for _, part := range strings.Split(text, ",") {
		key, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			return p, fmt.Errorf("retry policy: %q is not KEY=VALUE", part)
		}
		if err := p.set(key, value); err != nil {
			return p, fmt.Errorf("retry policy: %s: %w", key, err)
		}
	}
	return p, nil
}

func (p *Policy) set(key, value string) (err error) {
	switch key {
	case "attempts", "tries":
		p.Tries, err = strconv.Atoi(value)
		if err == nil && (p.Tries < 1 || p.Tries > 100) {
			err = fmt.Errorf("%d is out of range: use 1 to 100", p.Tries)
		}
	case "base":
		p.Base, err = positive(value)
	case "cap":
		p.Cap, err = positive(value)
	case "factor":
		p.Factor, err = strconv.ParseFloat(value, 64)
		if err == nil && !(p.Factor >= 1 && p.Factor <= 10) {
			err = fmt.Errorf("%g is out of range: use 1 to 10", p.Factor)
		}
	case "jitter":
		err = p.setJitter(value)
	default:
		err = fmt.Errorf("not known: use attempts, base, factor, cap or jitter")
	}
	return err
}

func (p *Policy) setJitter(value string) error {
	switch value {
	case "none":
		p.Full, p.Spread = false, 0
		return nil
	case "full":
		p.Full = true
		return nil
	}
	percent, err := strconv.ParseFloat(strings.TrimSuffix(value, "%"), 64)
	if err != nil || !(percent >= 0 && percent <= 100) {
		return fmt.Errorf("%q is none of none, full, or a share as 5%%", value)
	}
	p.Spread = percent / 100
	return nil
}

func positive(value string) (time.Duration, error) {
	d, err := time.ParseDuration(value)
	if err == nil && (d < 0 || d > time.Hour) {
		err = fmt.Errorf("%s is out of range: use 0 to 1h", value)
	}
	return d, err
}

// longest is the longest delay behind try n, 1-based.
func (p Policy) longest(n int) time.Duration {
	d := float64(p.Base)
	for range n - 1 {
		d *= max(p.Factor, 1)
	}
	if p.Cap > 0 {
		d = min(d, float64(p.Cap))
	}
	return time.Duration(min(d, float64(24*time.Hour)))
}

// delay draws the delay behind try n.
func (p Policy) delay(s *simulation, n int) time.Duration {
	d := p.longest(n)
	if p.Full {
		return s.between(0, d)
	}
	v := time.Duration(float64(d) * p.Spread)
	return s.between(d-v, d+v)
}

// Span is the most that all delays of one attempt add up to.
func (p Policy) Span() time.Duration {
	var sum time.Duration
	for n := 1; n < p.Tries; n++ {
		d := p.longest(n)
		if !p.Full {
			d += time.Duration(float64(d) * p.Spread)
		}
		sum += d
	}
	return sum
}

// A service is what becomes of a request behind its lookup.
type service struct {
	took    time.Duration
	failure string // what failed, as "read timeout"; "" where it went well
}

// A client runs jobs against one jvm.
type client struct {
	*jvm
	policy Policy
	again  int                                            // further attempts of the application behind a failed one
	pause  time.Duration                                  // before each of them
	setup  time.Duration                                  // the longest that a try does before it asks for the name
	serve  func(name string, r reply) service             // nil: at once, and well
	pooled func(name string, at time.Duration) bool       // an open connection is at hand; nil: never
	gate   func(at time.Duration) (time.Duration, string) // holds or refuses an attempt before its first try; nil: none
	runs   []*run
}

// A run is one attempt of a job in the model: what a log calls a try.
type run struct {
	job        int
	number     int // 1 for the first attempt of the job
	name       string
	start, end time.Duration
	calls      []call
	failure    string // why it failed, where not in name resolution
	failed     bool
	address    string
}

// A call is one try inside an attempt.
type call struct {
	start, end time.Duration
	pooled     bool // it needed no lookup
	told       lookupResult
}

// dns reports whether r failed in name resolution.
func (r *run) dns() bool { return r.failed && r.failure == "" }

// job makes job number n ask for name at a time.
func (c *client) job(n int, name string, at time.Duration) {
	c.at(at, func() { c.attempt(n, 1, name) })
}

func (c *client) attempt(job, number int, name string) {
	r := &run{job: job, number: number, name: name, start: c.now}
	c.runs = append(c.runs, r)
	if c.gate != nil {
		hold, refused := c.gate(c.now)
		c.at(c.now+hold, func() {
			if refused != "" {
				c.finish(r, refused, true)
				return
			}
			c.try(r)
		})
		return
	}
	c.try(r)
}

func (c *client) try(r *run) {
	begun := c.now
	c.at(c.now+c.between(c.setup/8, c.setup), func() {
		if c.pooled != nil && c.pooled(r.name, c.now) {
			r.calls = append(r.calls, call{start: begun, end: c.now, pooled: true})
			c.request(r, reply{})
			return
		}
		c.ask(r.name, func(t lookupResult) {
			// Waking up and unwinding takes a moment, more so with many threads.
			c.at(c.now+c.between(20*time.Microsecond, c.setup/2), func() {
				r.calls = append(r.calls, call{start: begun, end: c.now, told: t})
				c.resolved(r, t)
			})
		})
	})
}

func (c *client) resolved(r *run, t lookupResult) {
	if !t.query.reply.failed() {
		c.request(r, t.query.reply)
		return
	}
	if n := len(r.calls); n < c.policy.Tries {
		c.at(c.now+c.policy.delay(c.simulation, n), func() { c.try(r) })
		return
	}
	c.finish(r, "", true)
}

func (c *client) request(r *run, to reply) {
	r.address = to.address
	var s service
	if c.serve != nil {
		s = c.serve(r.name, to)
	}
	c.at(c.now+s.took, func() { c.finish(r, s.failure, s.failure != "") })
}

func (c *client) finish(r *run, failure string, failed bool) {
	r.end, r.failure, r.failed = c.now, failure, failed
	if failed && r.number <= c.again {
		c.at(c.now+c.pause, func() { c.attempt(r.job, r.number+1, r.name) })
	}
}
