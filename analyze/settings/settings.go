// Package settings says what configuration means to the address cache of a JVM and
// to the resolver below it, and which of its lines do not do what they seem to.
//
// Where the facts come from: sun.net.InetAddressCachePolicy and java.security.Security
// of JDK 8 to 25, glibc 2.36 and musl 1.2.3.
package settings

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"timeline/parse"
	"timeline/parse/config"
)

// A JVM is what a given configuration means to one JVM: the times to live that it
// uses, and why, how long a lookup lasts while the name servers are silent, and
// what in the configuration has no effect, or another one than meant.
type JVM struct {
	JDK       int       `json:"jdk"`      // feature release
	JDKFrom   string    `json:"jdk_from"` // who said so: "--jdk", "Dockerfile:1", "assumed"
	Container string    `json:"container"`
	Negative  TTL       `json:"negative"` // of failed lookups
	Positive  TTL       `json:"positive"` // of successful ones
	Stale     TTL       `json:"stale"`    // how long an expired success may still be used
	Resolver  *Resolver `json:"resolver"` // nil where nothing of it was given
	Mistakes  []Mistake `json:"mistakes"` // in the order of the files
	Notes     []string  `json:"notes"`    // what was assumed, and what depends on more
}

// A TTL is one of the three times to live of the JVM's address cache.
type TTL struct {
	Seconds *int       `json:"ttl_s"` // 0: not cached; nil: for ever, or not known
	Forever bool       `json:"forever"`
	Because string     `json:"because"`
	Source  *parse.Pos `json:"source"` // the line that decides; nil for a default

	Doubt bool `json:"-"` // a file that was not given may set it otherwise
}

// Known reports whether the configuration tells the TTL.
func (t TTL) Known() bool { return t.Forever || t.Seconds != nil }

// InSeconds is a known TTL as a number, 0 for not cached, +Inf for ever.
func (t TTL) InSeconds() float64 {
	if t.Forever {
		return math.Inf(1)
	}
	return float64(*t.Seconds)
}

// String words the TTL: "10 s", "for ever", "not cached", "not known".
func (t TTL) String() string {
	switch {
	case t.Forever:
		return "for ever"
	case t.Seconds == nil:
		return "not known"
	case *t.Seconds == 0:
		return "not cached"
	}
	return fmt.Sprintf("%d s", *t.Seconds)
}

// A Mistake is a setting that does nothing, or something else than it seems to.
type Mistake struct {
	ID      string    `json:"id"`
	Setting string    `json:"setting"` // as written
	Source  parse.Pos `json:"source"`
	Says    string    `json:"says"`
	Instead string    `json:"instead"` // what to write; "" where nothing is to be done
	Ignored bool      `json:"ignored"` // it has no effect

	Cache  Cache `json:"-"` // whose TTL it is about; 0 for none
	Wanted *int  `json:"-"` // the TTL that it asks for in vain; nil if none
}

// String words m: which setting, where, and what is wrong with it.
func (m Mistake) String() string {
	if strings.HasPrefix(m.Says, "no effect") {
		return fmt.Sprintf("%s (%s) has %s.", m.Setting, m.Source, m.Says)
	}
	return fmt.Sprintf("%s (%s): %s.", m.Setting, m.Source, m.Says)
}

// TTL is the time to live of one cache.
func (v *JVM) TTL(k Cache) TTL {
	return map[Cache]TTL{Positive: v.Positive, Negative: v.Negative, Stale: v.Stale}[k]
}

// MistakesOf lists the settings of one TTL that do not do what they seem to.
func (v *JVM) MistakesOf(k Cache) []Mistake {
	return slices.DeleteFunc(slices.Clone(v.Mistakes), func(m Mistake) bool {
		return m.Cache != k || !m.Ignored && m.ID != "replaced-file" && m.ID != "octal"
	})
}

// A JDK is the release that settings are evaluated for.
type JDK struct {
	Version int    // feature release, 8 to 25; 0: take it from a container image, else 17
	From    string // who said so
}

// Releases that settings can be evaluated for.
const (
	OldestJDK  = 8
	NewestJDK  = 25
	defaultJDK = 17
)

// Evaluate says what files mean to the JVM that runs with them. Where
// files hold the flags of several containers, each is a JVM of its own: there is
// one result for each, in the order of their first settings.
func Evaluate(files []config.File, jdk JDK) []*JVM {
	var all []config.Setting
	var scopes []string
	for _, f := range files {
		all = append(all, f.Settings...)
	}
	for _, s := range all {
		if s.Scope != "" && isForJVM(s) && !slices.Contains(scopes, s.Scope) {
			scopes = append(scopes, s.Scope)
		}
	}
	if len(scopes) == 0 {
		return []*JVM{evaluate(all, jdk)}
	}
	var list []*JVM
	for _, scope := range scopes {
		s := evaluate(slices.DeleteFunc(slices.Clone(all), func(s config.Setting) bool { return s.Scope != "" && s.Scope != scope }), jdk)
		s.Container = scope
		list = append(list, s)
	}
	return list
}

func isForJVM(s config.Setting) bool {
	switch s.Kind {
	case config.Nameserver, config.Search, config.ResolverOption, config.Musl, config.CommentedOut, config.SecurityFile:
		return false
	}
	return true
}

// An evaluation is settings being evaluated.
type evaluation struct {
	jdk     int
	given   []config.Setting
	layers  layers
	manager *config.Setting // that installs a security manager, nil if none does
	out     *JVM
}

func evaluate(given []config.Setting, jdk JDK) *JVM {
	e := &evaluation{out: &JVM{Mistakes: []Mistake{}, Notes: []string{}}}
	e.chooseJDK(given, jdk)
	e.given = slices.DeleteFunc(slices.Clone(given), func(s config.Setting) bool {
		return s.MinJDK > e.jdk || s.MaxJDK != 0 && s.MaxJDK < e.jdk
	})
	e.findLayers()
	e.findManager()
	e.out.Positive = e.ttl(Positive)
	e.out.Negative = e.ttl(Negative)
	e.out.Stale = e.staleTTL()
	e.lint()
	e.resolver()
	place := map[string]int{}
	for i, s := range given {
		if _, ok := place[s.Pos.File]; !ok {
			place[s.Pos.File] = i
		}
	}
	slices.SortStableFunc(e.out.Mistakes, func(a, b Mistake) int {
		return cmp.Or(cmp.Compare(place[a.Source.File], place[b.Source.File]), cmp.Compare(a.Source.Line, b.Source.Line))
	})
	return e.out
}

// chooseJDK: what was said, else the image that runs, which is the last one, else
// a default.
func (e *evaluation) chooseJDK(given []config.Setting, jdk JDK) {
	if jdk.Version == 0 {
		jdk = JDK{defaultJDK, "assumed"}
		for _, s := range given {
			if n, err := strconv.Atoi(s.Value); s.Kind == config.JavaVersion && err == nil && n >= OldestJDK {
				jdk = JDK{min(n, NewestJDK), s.Pos.String()}
			}
		}
	}
	e.jdk, e.out.JDK, e.out.JDKFrom = jdk.Version, jdk.Version, jdk.From
}

// written is a setting as its file has it.
func written(s config.Setting) string {
	switch s.Kind {
	case config.SystemProperty:
		if s.Value == "" {
			return "-D" + s.Name
		}
		return "-D" + s.Name + "=" + s.Value
	case config.SetSecurity, config.SetSystem:
		call, value := "System.setProperty", s.Value
		if s.Kind == config.SetSecurity {
			call = "Security.setProperty"
		}
		if !s.Computed {
			value = strconv.Quote(value)
		}
		return fmt.Sprintf("%s(%q, %s)", call, s.Name, value)
	case config.SetManager:
		return "System.setSecurityManager(…)"
	case config.ResolverOption:
		if s.Value == "" {
			return s.Name
		}
		return s.Name + ":" + s.Value
	case config.Nameserver:
		return "nameserver " + s.Value
	}
	return s.Name + "=" + s.Value
}

func (e *evaluation) mistake(id string, s config.Setting, cache Cache, ignored bool, instead, format string, args ...any) {
	m := Mistake{ID: id, Setting: written(s), Source: s.Pos, Says: fmt.Sprintf(format, args...), Instead: instead, Ignored: ignored, Cache: cache}
	if n, ok := parseInteger(s.Value); ok && ignored {
		m.Wanted = &n
	}
	e.out.Mistakes = append(e.out.Mistakes, m)
}

func (e *evaluation) note(format string, args ...any) {
	if n := fmt.Sprintf(format, args...); !slices.Contains(e.out.Notes, n) {
		e.out.Notes = append(e.out.Notes, n)
	}
}

// parseInteger reads a number as java.lang.Integer.valueOf does: decimal, with a
// sign.
func parseInteger(s string) (int, bool) {
	n, err := strconv.ParseInt(s, 10, 32)
	return int(n), err == nil
}

// decodeInteger reads a number as java.lang.Integer.decode does: also 0x1e, #1e
// and octal 036.
func decodeInteger(s string) (int, bool) {
	sign, digits := "", s
	if s != "" && (s[0] == '-' || s[0] == '+') {
		sign, digits = s[:1], s[1:]
	}
	base := 10
	switch low := strings.ToLower(digits); {
	case strings.HasPrefix(low, "0x"):
		digits, base = digits[2:], 16
	case strings.HasPrefix(low, "#"):
		digits, base = digits[1:], 16
	case strings.HasPrefix(low, "0") && len(low) > 1:
		digits, base = digits[1:], 8
	}
	if digits == "" || strings.ContainsAny(digits, "+-_") {
		return 0, false
	}
	n, err := strconv.ParseInt(sign+digits, base, 32)
	return int(n), err == nil
}
