package settings

import (
	"fmt"
	"slices"
	"strings"

	"timeline/parse/config"
)

// inSecurity says where a TTL is to be set.
func inSecurity(k Cache) string {
	return "set " + properties[k].security + " in java.security, in a file named by -Djava.security.properties=FILE, or with Security.setProperty before the first lookup"
}

// lint looks at every setting once for what it does not do.
func (e *evaluation) lint() {
	for _, s := range e.given {
		switch k := cacheOf(s.Name); {
		case !isForJVM(s) || s.Kind == config.JavaVersion || s.Kind == config.SetManager:
		case s.Argument:
			e.mistake("program-argument", s, k, true, "put it before -jar or the main class", "no effect: it stands after the program's name, so that the program gets it and the JVM does not")
		case s.Via == "JDK_JAVA_OPTIONS" && e.jdk < 9:
			e.mistake("later-jdk", s, k, true, "use JAVA_TOOL_OPTIONS", "no effect: JDK %d does not read JDK_JAVA_OPTIONS, only 9 and later do", e.jdk)
		case k == 0:
			e.lintName(s)
		default:
			e.lintTTL(s, k)
		}
	}
	e.lintManager()
	for _, k := range []Cache{Positive, Negative} {
		e.lintValue(k)
	}
	e.lintStale()
	e.lintReplaced()
}

// lintName: a property of the cache's family that no JDK reads.
func (e *evaluation) lintName(s config.Setting) {
	switch s.Name {
	case "java.security.properties", "java.security.manager", "security.overridePropertiesFile":
		return
	case "include":
		if e.jdk >= 24 {
			e.note("%s includes another file, which was not read", s.Pos.String())
		}
		return
	}
	meant := Positive
	switch low := strings.ToLower(s.Name); {
	case strings.Contains(low, "neg"):
		meant = Negative
	case strings.Contains(low, "stale"):
		meant = Stale
	}
	e.mistake("unknown-name", s, meant, true, "the name is "+properties[meant].security, "no effect: no JDK reads %s", s.Name)
}

// lintTTL looks at one setting of a TTL by a name that exists.
func (e *evaluation) lintTTL(s config.Setting, k Cache) {
	p := properties[k]
	isSecurityName := s.Name == p.security
	switch {
	case k == Stale && e.jdk < 21:
		e.mistake("later-jdk", s, k, true, "remove it, or use JDK 21", "no effect: JDK %d knows no stale TTL, only 21 and later do", e.jdk)
	case isSecurityName && (s.Kind == config.SystemProperty || s.Kind == config.SetSystem):
		e.mistake("system-property", s, k, true, inSecurity(k), "no effect on the JVM: %s is a security property, and as a system property the address cache does not read it%s", s.Name, grpcClause(k))
	case !isSecurityName && (s.Kind == config.SecurityProperty || s.Kind == config.SetSecurity):
		e.mistake("security-property", s, k, true, "the name here is "+p.security, "no effect: %s is a system property, and as a security property nothing reads it", s.Name)
	case s.Behind != 0:
		e.mistake("set-too-late", s, k, true, "set it as the first thing that main does, or in java.security", "no effect if the lookup in line %d has run: the JVM reads the TTLs once, at its first lookup", s.Behind)
	case s.Kind == config.SecurityProperty && e.layers.replaces && !slices.Contains(e.layers.over, s.In):
		e.mistake("replaced-file", s, k, true, "write = instead of ==, or repeat the line in that file", "no effect: %s replaces this file", written(*e.layers.override))
	case isSecurityName || isSearchEngine(s.Name):
		e.lintSecurity(s, k)
	default:
		e.lintSystem(s, k)
	}
}

func grpcClause(k Cache) string {
	if k == Positive {
		return " (only gRPC does, for its own interval)"
	}
	return ""
}

// lintSecurity looks at a security property in force or overruled by another.
func (e *evaluation) lintSecurity(s config.Setting, k Cache) {
	winner := last(e.securityProperties(k))
	if s.Kind == config.SetSecurity {
		e.note("%s counts only if it runs before the first lookup of the process: the TTLs are read once", s.Pos.String())
	}
	_, read := e.rank(s)
	if !read || winner == nil || sameSetting(*winner, s) || winner.Value == s.Value {
		return
	}
	ours, _ := e.rank(s)
	theirs, _ := e.rank(*winner)
	switch {
	case theirs == rankSearchEngine && ours < theirs:
		e.mistake("search-engine", s, k, true, "change "+winner.Name+" in jvm.options, or remove it there", "no effect: the search engine sets it to %s when it starts (%s)", winner.Value, winner.Pos.String())
	case ours == theirs:
		e.mistake("set-twice", s, k, true, "keep one of them", "no effect: %s sets it again to %q, and the last one counts", winner.Pos.String(), winner.Value)
	default:
		e.note("%s: %s is overruled by %s", s.Pos.String(), written(s), winner.Pos.String())
	}
}

// lintSystem looks at a sun.net.inetaddr property: it counts only where the
// security property is unset, empty or no number.
func (e *evaluation) lintSystem(s config.Setting, k Cache) {
	p := properties[k]
	first := last(e.securityProperties(k))
	if first != nil && !first.Computed {
		if n, ok := parseInteger(first.Value); ok {
			if same, ok := decodeInteger(s.Value); ok && same == n {
				return
			}
			e.mistake("outranked", s, k, true, inSecurity(k), "no effect: the security property %s comes first, and %s sets it to %s", p.security, first.Pos.String(), first.Value)
			return
		}
	}
	if first == nil && e.stockSets(k) {
		e.mistake("outranked", s, k, true, inSecurity(k), "no effect: the security property %s comes first, and every stock java.security sets it to %d", p.security, stockNegative)
		return
	}
	if winner := last(e.systemProperties(p.system)); winner != nil && !sameSetting(*winner, s) && winner.Value != s.Value {
		e.mistake("set-twice", s, k, true, "keep one of them", "no effect: %s sets it again to %q, and the last one read counts", winner.Pos.String(), winner.Value)
		return
	}
	if dec, isDec := parseInteger(s.Value); isDec {
		if n, ok := decodeInteger(s.Value); ok && n != dec {
			e.mistake("octal", s, k, false, "write it without the leading 0", "it means %d s: this property is read like a number in a program, where a leading 0 means octal", n)
		}
	}
}

func sameSetting(a, b config.Setting) bool {
	return a.Pos == b.Pos && a.Kind == b.Kind && a.Value == b.Value && a.Name == b.Name
}

// lintManager: for ever is what a security manager silently adds.
func (e *evaluation) lintManager() {
	if e.manager != nil && e.out.Positive.Forever && e.out.Positive.Source != nil && *e.out.Positive.Source == e.manager.Pos {
		e.mistake("forever", *e.manager, Positive, false, "set networkaddress.cache.ttl=30 in java.security",
			"with a security manager and no networkaddress.cache.ttl JDK %d keeps a successful lookup for ever: a changed address is used only after a restart", e.jdk)
	}
}

// lintValue looks at what the TTL in force leads to.
func (e *evaluation) lintValue(k Cache) {
	t := e.out.Positive
	if k == Negative {
		t = e.out.Negative
	}
	s := e.deciding(t, k)
	if s == nil {
		return
	}
	switch {
	case t.Forever && k == Positive:
		e.mistake("forever", *s, k, false, "set networkaddress.cache.ttl=30", "a successful lookup is kept for ever: a changed address is used only after a restart")
	case t.Forever:
		e.mistake("forever", *s, k, false, "set networkaddress.cache.negative.ttl=1", "a failed lookup is kept for ever: one failure ends only with a restart")
	case t.Seconds != nil && *t.Seconds == 0 && k == Negative:
		e.mistake("zero", *s, k, false, "set networkaddress.cache.negative.ttl=1", "0 keeps no failure: threads that wait for a name look it up one after another, so that the last of n waits n times the resolver's time limit")
	case t.Seconds != nil && *t.Seconds == 0:
		e.mistake("zero", *s, k, false, "set networkaddress.cache.ttl=30, or less", "0 keeps no address: each connection looks up, and those for one name do so one after another")
	case t.Seconds != nil && *t.Seconds >= 10000:
		e.note("%s: the unit is seconds: %d s are %d h %d min", s.Pos, *t.Seconds, *t.Seconds/3600, *t.Seconds/60%60)
	}
}

// deciding is the setting that t comes from, nil for a default.
func (e *evaluation) deciding(t TTL, k Cache) *config.Setting {
	if t.Source == nil {
		return nil
	}
	for _, list := range [][]config.Setting{e.securityProperties(k), e.systemProperties(properties[k].system)} {
		if s := last(list); s != nil && s.Pos == *t.Source && strings.HasPrefix(t.Because, written(*s)) {
			return s
		}
	}
	return nil
}

// lintStale: a stale TTL that is in force by name but not in effect.
func (e *evaluation) lintStale() {
	if e.jdk < 21 {
		return
	}
	s := last(e.securityProperties(Stale))
	if s == nil {
		s = last(e.systemProperties(properties[Stale].system))
	}
	if s == nil {
		return
	}
	n, ok := parseInteger(s.Value)
	switch p := e.out.Positive; {
	case p.Forever || p.Seconds != nil && *p.Seconds == 0:
		e.mistake("stale-unused", *s, Stale, true, "give a positive TTL above 0", "no effect: with a positive TTL that is 0 or for ever nothing expires that could be used")
	case ok && n < 0:
		e.mistake("stale-unused", *s, Stale, true, "give a number of seconds above 0", "no effect: a negative value is off, not for ever")
	}
}

// lintReplaced: a file that replaces the JDK's own and forgets the negative TTL.
func (e *evaluation) lintReplaced() {
	l := e.layers
	if !l.replaces || l.missing || e.out.Negative.Source != nil {
		return
	}
	m := Mistake{ID: "replaced-file", Setting: written(*l.override), Source: l.override.Pos, Cache: Negative,
		Says:    fmt.Sprintf("== replaces the whole java.security, and %s sets no networkaddress.cache.negative.ttl: it is 0 instead of the usual %d, and failures are not kept", overrideName(l.override.Value), stockNegative),
		Instead: "write = to lay the file over the JDK's own"}
	e.out.Mistakes = append(e.out.Mistakes, m)
}
