package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"timeline/parse"
	"timeline/parse/config"
)

// A Resolver is what a configuration says about lookups below the JVM.
type Resolver struct {
	Servers   int         `json:"servers"`
	TimeoutS  int         `json:"timeout_s"`
	Attempts  int         `json:"attempts"`
	Ndots     int         `json:"ndots"`
	Search    []string    `json:"search"`
	Reopen    bool        `json:"single_request_reopen"`
	Musl      bool        `json:"musl"`        // a container image says so
	SilentS   int         `json:"silent_s"`    // how long a lookup lasts while all servers are silent
	DotS      int         `json:"final_dot_s"` // the same for a name with a final dot, which is not searched
	MuslS     int         `json:"musl_s"`      // the same with musl
	Because   string      `json:"because"`
	Sources   []parse.Pos `json:"sources"`
	Estimated bool        `json:"estimated"` // the number of servers is not given
}

// Limits of glibc 2.36 (resolv.h): larger values are cut to these.
const (
	maxServers  = 3
	maxTimeout  = 30
	maxAttempts = 5
	maxNdots    = 15
)

// resolverNumbers are the options of resolv.conf that have a number.
var resolverNumbers = map[string]int{"timeout": maxTimeout, "attempts": maxAttempts, "ndots": maxNdots}

// resolverFlags are those without one.
var resolverFlags = []string{
	"debug", "rotate", "no-aaaa", "no-check-names", "inet6", "ip6-bytestring", "ip6-dotint", "no-ip6-dotint", "edns0",
	"single-request", "single-request-reopen", "no-tld-query", "use-vc", "no-reload", "trust-ad",
}

// resolver evaluates resolv.conf, the environment's RES_OPTIONS, which is read
// after it, and a pod's dnsConfig.
func (e *evaluation) resolver() {
	r := &Resolver{TimeoutS: 5, Attempts: 2, Ndots: 1, Search: []string{}, Sources: []parse.Pos{}}
	list := slices.DeleteFunc(slices.Clone(e.given), func(s config.Setting) bool {
		return s.Kind != config.Nameserver && s.Kind != config.Search && s.Kind != config.ResolverOption && s.Kind != config.Musl
	})
	slices.SortStableFunc(list, func(a, b config.Setting) int { return fromEnvironment(a) - fromEnvironment(b) })
	given := false
	for _, s := range list {
		switch s.Kind {
		case config.Nameserver:
			e.nameserver(r, s)
		case config.Search:
			r.Search = slices.DeleteFunc(strings.Fields(s.Value), func(d string) bool { return d == "." })
		case config.ResolverOption:
			e.resolverOption(r, s)
		case config.Musl:
			r.Musl = true
			continue
		}
		given = true
		r.Sources = append(r.Sources, s.Pos)
	}
	if given {
		r.estimate()
		e.out.Resolver = r
	}
}

func fromEnvironment(s config.Setting) int {
	if s.Via != "" {
		return 1
	}
	return 0
}

func (e *evaluation) nameserver(r *Resolver, s config.Setting) {
	if r.Servers == maxServers {
		e.mistake("too-many-servers", s, 0, true, "keep three", "no effect: glibc and musl use the first %d name servers", maxServers)
		return
	}
	r.Servers++
}

func (e *evaluation) resolverOption(r *Resolver, s config.Setting) {
	limit, isNumber := resolverNumbers[s.Name]
	switch {
	case s.Computed:
		e.note("%s: the value of %s is not known", s.Pos.String(), s.Name)
		return
	case !isNumber:
		e.resolverFlag(r, s)
		return
	}
	n, whole := leadingNumber(s.Value)
	if !whole {
		e.mistake("not-a-number", s, 0, false, "write "+s.Name+":N", "%q is read as %d", s.Value, n)
	}
	if n > limit {
		e.mistake("capped", s, 0, false, fmt.Sprintf("write %s:%d", s.Name, limit), "glibc cuts it to %d", limit)
		n = limit
	}
	switch s.Name {
	case "timeout":
		r.TimeoutS = n
	case "attempts":
		if n == 0 {
			e.mistake("zero", s, 0, false, "write attempts:1 or more", "0 attempts ask no server at all: each lookup fails at once")
		}
		r.Attempts = n
	case "ndots":
		r.Ndots = n
	}
}

func (e *evaluation) resolverFlag(r *Resolver, s config.Setting) {
	switch name, _, wrong := strings.Cut(s.Name, "="); {
	case s.Name == "single-request-reopen":
		r.Reopen = true
	case wrong && resolverNumbers[name] != 0:
		e.mistake("unknown-name", s, 0, true, "write "+strings.Replace(s.Name, "=", ":", 1), "no effect: an option and its number are joined by a colon")
	case !slices.Contains(resolverFlags, s.Name):
		e.mistake("unknown-name", s, 0, true, "see resolv.conf(5)", "no effect: glibc knows no such option")
	}
}

// leadingNumber reads digits as atoi(3) does; whole is false where more follows
// or none is there.
func leadingNumber(s string) (n int, whole bool) {
	end := 0
	for end < len(s) && end < 9 && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(s[:end])
	return n, err == nil && end == len(s)
}

// estimate computes how long a lookup lasts while all servers are silent. glibc
// asks server i of n, counted from 0, for timeout x 2^i seconds, divided by n for
// all but the first, at least 1 s, and goes round the servers attempts times. A
// name without a final dot takes two such passes if there is a search list: one
// with the first suffix, at which the time-out ends the search, and one as given.
// musl asks all servers at the same time and gives up after timeout.
func (r *Resolver) estimate() {
	if r.Servers == 0 {
		r.Servers, r.Estimated = 1, true
	}
	for i := range r.Servers {
		wait := r.TimeoutS << i
		if i > 0 {
			wait /= r.Servers
		}
		r.DotS += max(wait, 1)
	}
	r.DotS *= r.Attempts
	r.SilentS = r.DotS
	if len(r.Search) > 0 {
		r.SilentS *= 2
	}
	r.MuslS = max(r.TimeoutS, 1)
	r.Because = r.words(len(r.Search) > 0)
}

// words says how a duration comes about: "timeout 5 s x attempts 2, one server".
func (r *Resolver) words(searched bool) string {
	s := fmt.Sprintf("timeout %d s x attempts %d with %s", r.TimeoutS, r.Attempts, serverWords(r.Servers))
	if searched {
		s += " x 2 for the search list"
	}
	return s
}

func serverWords(n int) string {
	return []string{"no server", "one server", "two servers", "three servers"}[n]
}

// A Wait is a duration that the resolver's settings explain.
type Wait struct {
	Seconds float64
	What    string // "timeout 5 s x attempts 2 with one server, all silent"
}

// waits lists the durations that r explains, the plainest first.
func (r *Resolver) waits() []Wait {
	var list []Wait
	add := func(seconds int, what string) {
		if seconds > 0 && !slices.ContainsFunc(list, func(w Wait) bool { return w.Seconds == float64(seconds) }) {
			list = append(list, Wait{float64(seconds), what})
		}
	}
	if r.Musl {
		add(r.MuslS, fmt.Sprintf("musl's timeout %d s", r.MuslS))
		return list
	}
	add(r.SilentS, r.words(len(r.Search) > 0)+", all silent")
	add(r.DotS, r.words(false)+", all silent, the name not searched")
	if r.Servers > 1 {
		add(max(r.TimeoutS, 1), fmt.Sprintf("timeout %d s, the first server silent and the next one not", r.TimeoutS))
	} else if r.Attempts > 1 {
		add(max(r.TimeoutS, 1), fmt.Sprintf("timeout %d s, one packet lost and the second attempt answered", r.TimeoutS))
	}
	return list
}

// Explains finds the duration of r that a lookup of the given length fits, nil
// where none does or r is nil: retries inside a try come on top of it.
func (r *Resolver) Explains(took time.Duration) *Wait {
	if r == nil {
		return nil
	}
	for _, w := range r.waits() {
		if s := took.Seconds(); s >= w.Seconds-0.1 && s <= w.Seconds+0.9 {
			return &w
		}
	}
	return nil
}
