package settings

import (
	"slices"
	"strings"

	"timeline/parse/config"
)

// A Cache is one of the caches that a TTL is for.
type Cache uint8

// Caches.
const (
	Positive Cache = iota + 1 // successful lookups
	Negative                  // failed ones
	Stale                     // successful ones that have expired
)

// properties are the names under which the JVM reads a TTL: first the security
// property, then the system property.
var properties = map[Cache]struct{ security, system, what string }{
	Positive: {"networkaddress.cache.ttl", "sun.net.inetaddr.ttl", "positive"},
	Negative: {"networkaddress.cache.negative.ttl", "sun.net.inetaddr.negative.ttl", "negative"},
	Stale:    {"networkaddress.cache.stale.ttl", "sun.net.inetaddr.stale.ttl", "stale"},
}

// String is "positive", "negative" or "stale".
func (k Cache) String() string { return properties[k].what }

// cacheOf tells whose TTL a property is; 0 where no JDK reads it.
func cacheOf(name string) Cache {
	for _, prefix := range []string{"es.", "opensearch."} {
		name = strings.TrimPrefix(name, prefix)
	}
	for _, k := range []Cache{Positive, Negative, Stale} {
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
func (e *evaluation) ttl(k Cache) TTL {
	t := e.visible(k)
	s := last(e.securityProperties(k))
	if e.layers.missing && t.Known() && (s == nil || s.Kind == config.SecurityProperty) {
		t.Doubt = true
		t.Because += ", unless " + overrideName(e.layers.override.Value) + ", which was not given, says otherwise"
	}
	return t
}

// visible evaluates one TTL from what was given, as InetAddressCachePolicy does: the security property if
// it is a decimal number, else the system property if that is one, else the
// default of the code. What the first one holds when it is no number does not
// matter: an older or lower setting of it does not come back.
func (e *evaluation) visible(k Cache) TTL {
	p := properties[k]
	if e.layers.replaces && e.layers.missing {
		return TTL{Because: written(*e.layers.override) + " replaces java.security by a file that was not given", Source: &e.layers.override.Pos}
	}
	unset := "no TTL is set"
	s := last(e.securityProperties(k))
	switch {
	case s != nil && s.Computed:
		return TTL{Because: p.security + " is set to an expression", Source: &s.Pos}
	case s != nil:
		if n, ok := parseInteger(s.Value); ok {
			return e.decided(n, *s)
		}
		if s.Value != "" {
			unset = "no TTL that is a number is set"
			e.mistake("not-a-number", *s, k, true, "write a decimal number of seconds", "%q is no decimal number: the property counts as unset", s.Value)
		}
	case e.stockSets(k):
		return TTL{Seconds: new(stockNegative), Because: "a stock java.security sets " + p.security + "=10"}
	}
	if s := last(e.systemProperties(p.system)); s != nil {
		if s.Computed {
			return TTL{Because: p.system + " is set to an expression", Source: &s.Pos}
		}
		if n, ok := decodeInteger(s.Value); ok {
			return e.decided(n, *s)
		}
		unset = "no TTL that is a number is set"
		e.mistake("not-a-number", *s, k, true, "write a number of seconds", "%q is no number: the property counts as unset", s.Value)
	}
	return e.codeDefault(k, unset)
}

func (e *evaluation) decided(n int, s config.Setting) TTL {
	t := TTL{Because: written(s), Source: &s.Pos}
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
func (e *evaluation) codeDefault(k Cache, unset string) TTL {
	switch {
	case k == Positive && e.manager != nil:
		return TTL{Forever: true, Because: unset + ", and with a security manager (" + written(*e.manager) + ") that means for ever", Source: &e.manager.Pos}
	case k == Positive:
		return TTL{Seconds: new(codePositive), Because: unset + ": the default of the JDK"}
	case k == Negative:
		return TTL{Seconds: new(0), Because: unset + ": without the line of a stock java.security the JDK keeps no failures"}
	}
	return TTL{Seconds: new(0), Because: "not set: off"}
}

// stockSets reports whether a stock java.security, of which at most a part was
// given, sets the TTL.
func (e *evaluation) stockSets(k Cache) bool {
	if k != Negative || e.layers.replaces || e.layers.whole {
		return false
	}
	return !slices.ContainsFunc(e.given, func(s config.Setting) bool {
		return s.Kind == config.CommentedOut && s.Name == properties[k].security && !slices.Contains(e.layers.over, s.In)
	})
}

// securityProperties lists the settings of a TTL's security property that the JVM
// sees, the one in force last.
func (e *evaluation) securityProperties(k Cache) []config.Setting {
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
func (e *evaluation) staleTTL() TTL {
	if e.jdk < 21 {
		return TTL{Seconds: new(0), Because: "JDK 21 and later only"}
	}
	if p := e.out.Positive; p.Forever || p.Seconds != nil && *p.Seconds == 0 {
		return TTL{Seconds: new(0), Because: "off: successful lookups do not expire, or are not kept"}
	}
	t := e.ttl(Stale)
	if t.Forever {
		return TTL{Seconds: new(0), Because: t.Because + ": a negative value is off", Source: t.Source}
	}
	return t
}
