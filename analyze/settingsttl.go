package analyze

import (
	"slices"
	"strings"

	"timeline/parse/config"
)

// A cacheKind is one of the caches that a TTL is for.
type cacheKind uint8

const (
	positiveCache cacheKind = iota + 1
	negativeCache
	staleCache
)

// properties are the names under which the JVM reads a TTL: first the security
// property, then the system property.
var properties = map[cacheKind]struct{ security, system, what string }{
	positiveCache: {"networkaddress.cache.ttl", "sun.net.inetaddr.ttl", "positive"},
	negativeCache: {"networkaddress.cache.negative.ttl", "sun.net.inetaddr.negative.ttl", "negative"},
	staleCache:    {"networkaddress.cache.stale.ttl", "sun.net.inetaddr.stale.ttl", "stale"},
}

func (k cacheKind) String() string { return properties[k].what }

// cacheOf tells whose TTL a property is; 0 where no JDK reads it.
func cacheOf(name string) cacheKind {
	for _, prefix := range []string{"es.", "opensearch."} {
		name = strings.TrimPrefix(name, prefix)
	}
	for _, k := range []cacheKind{positiveCache, negativeCache, staleCache} {
		if name == properties[k].security || name == properties[k].system {
			return k
		}
	}
	return 0
}

// Defaults of the code where no property is set, in seconds.
const (
	codePositive  = 30
	stockNegative = 10 // a line of every stock java.security; the code's own default is 0
)

// ttl evaluates one TTL. Where a file that lies over the JDK's own was not given,
// the result holds only if that file does not set it.
func (e *evaluation) ttl(k cacheKind) CacheTTL {
	t := e.visible(k)
	s := last(e.securityProperties(k))
	if e.layers.missing && t.Known() && (s == nil || s.Kind == config.SecurityProperty) {
		t.doubt = true
		t.Because += ", unless " + overrideName(e.layers.override.Value) + ", which was not given, says otherwise"
	}
	return t
}

// visible evaluates one TTL from what was given, as InetAddressCachePolicy does: the security property if
// it is a decimal number, else the system property if that is one, else the
// default of the code. What the first one holds when it is no number does not
// matter: an older or lower setting of it does not come back.
func (e *evaluation) visible(k cacheKind) CacheTTL {
	p := properties[k]
	if e.layers.replaces && e.layers.missing {
		return CacheTTL{Because: written(*e.layers.override) + " replaces java.security by a file that was not given", Source: pointer(sourceOf(*e.layers.override))}
	}
	unset := "no TTL is set"
	s := last(e.securityProperties(k))
	switch {
	case s != nil && s.Computed:
		return CacheTTL{Because: p.security + " is set to an expression", Source: pointer(sourceOf(*s))}
	case s != nil:
		if n, ok := parseInteger(s.Value); ok {
			return e.decided(n, *s)
		}
		if s.Value != "" {
			unset = "no TTL that is a number is set"
			e.mistake("not-a-number", *s, k, true, "write a decimal number of seconds", "%q is no decimal number: the property counts as unset", s.Value)
		}
	case e.stockSets(k):
		return CacheTTL{Seconds: pointer(stockNegative), Because: "a stock java.security sets " + p.security + "=10"}
	}
	if s := last(e.systemProperties(p.system)); s != nil {
		if s.Computed {
			return CacheTTL{Because: p.system + " is set to an expression", Source: pointer(sourceOf(*s))}
		}
		if n, ok := decodeInteger(s.Value); ok {
			return e.decided(n, *s)
		}
		unset = "no TTL that is a number is set"
		e.mistake("not-a-number", *s, k, true, "write a number of seconds", "%q is no number: the property counts as unset", s.Value)
	}
	return e.codeDefault(k, unset)
}

func (e *evaluation) decided(n int, s config.Setting) CacheTTL {
	t := CacheTTL{Because: written(s), Source: pointer(sourceOf(s))}
	if s.Kind == config.SystemProperty && strings.Contains(s.Name, "search.") || strings.HasPrefix(s.Name, "es.") {
		t.Because += ", which the search engine sets when it starts"
	}
	if n < 0 {
		t.Forever = true
	} else {
		t.Seconds = &n
	}
	return t
}

// codeDefault is what the JDK's code takes; unset says why.
func (e *evaluation) codeDefault(k cacheKind, unset string) CacheTTL {
	switch {
	case k == positiveCache && e.manager != nil:
		return CacheTTL{Forever: true, Because: unset + ", and with a security manager (" + written(*e.manager) + ") that means for ever", Source: pointer(sourceOf(*e.manager))}
	case k == positiveCache:
		return CacheTTL{Seconds: pointer(codePositive), Because: unset + ": the default of the JDK"}
	case k == negativeCache:
		return CacheTTL{Seconds: pointer(0), Because: unset + ": without the line of a stock java.security the JDK keeps no failures"}
	}
	return CacheTTL{Seconds: pointer(0), Because: "not set: off"}
}

// stockSets reports whether a stock java.security, of which at most a part was
// given, sets the TTL.
func (e *evaluation) stockSets(k cacheKind) bool {
	if k != negativeCache || e.layers.replaces || e.layers.whole {
		return false
	}
	return !slices.ContainsFunc(e.given, func(s config.Setting) bool {
		return s.Kind == config.CommentedOut && s.Name == properties[k].security && !slices.Contains(e.layers.over, s.In)
	})
}

// securityProperties lists the settings of a TTL's security property that the JVM
// sees, the one in force last.
func (e *evaluation) securityProperties(k cacheKind) []config.Setting {
	name := properties[k].security
	var list []config.Setting
	for _, s := range e.given {
		if _, ok := e.rank(s); ok && (s.Name == name && s.Kind != config.SystemProperty || s.Kind == config.SystemProperty && isSearchEngine(s.Name) && cacheOf(s.Name) == k) {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b config.Setting) int {
		ra, _ := e.rank(a)
		rb, _ := e.rank(b)
		return ra - rb
	})
	return list
}

// isSearchEngine: Elasticsearch and OpenSearch copy these system properties into
// the security properties when they start.
func isSearchEngine(name string) bool {
	return strings.HasPrefix(name, "es.networkaddress.") || strings.HasPrefix(name, "opensearch.networkaddress.")
}

// staleTTL: JDK 21 and later (JDK-8304885), for a positive TTL above 0 that ends.
func (e *evaluation) staleTTL() CacheTTL {
	if e.jdk < 21 {
		return CacheTTL{Seconds: pointer(0), Because: "JDK 21 and later only"}
	}
	if p := e.out.Positive; p.Forever || p.Seconds != nil && *p.Seconds == 0 {
		return CacheTTL{Seconds: pointer(0), Because: "off: successful lookups do not expire, or are not kept"}
	}
	t := e.ttl(staleCache)
	if t.Forever {
		return CacheTTL{Seconds: pointer(0), Because: t.Because + ": a negative value is off", Source: t.Source}
	}
	return t
}

func pointer[T any](v T) *T { return &v }
