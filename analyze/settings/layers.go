package settings

import (
	"path"
	"slices"
	"strings"

	"timeline/parse/config"
)

// layers is how the security files lie on each other.
type layers struct {
	override *config.Setting // the -Djava.security.properties in force, nil if none
	replaces bool            // written with ==: the JDK's own file is not read
	missing  bool            // the file that it names was not given
	over     []string        // names of files laid over the JDK's own
	unread   []string        // names of files that would be, were it not forbidden
	whole    bool            // the JDK's own file was given whole
	part     bool            // a part of it was given
}

// Ranks of settings of one security property: a higher one wins.
const (
	rankStock = iota
	rankBase
	rankOver
	rankProgram
	rankSearchEngine
)

// findLayers tells the JDK's own security file from the one that a flag lays over
// it. A file that no flag names and that holds only a part lies over a stock file
// too: somebody took out the lines that matter.
func (e *evaluation) findLayers() {
	l := &e.layers
	if o := last(e.systemProperties("java.security.properties")); o != nil {
		l.override = o
		l.replaces = strings.HasPrefix(o.Value, "=")
		l.missing = true
	}
	for _, s := range e.given {
		if s.Kind != config.SecurityFile {
			continue
		}
		switch {
		case l.override != nil && s.Name == overrideName(l.override.Value):
			l.over, l.missing = append(l.over, s.In), false
		case s.Value == "whole":
			l.whole = true
		case s.Name == "java.security":
			l.part = true
		default:
			l.over = append(l.over, s.In)
			if !l.replaces {
				e.note("%s is taken to lie over a stock java.security: no flag given names it, and it lists no security providers", s.Pos.String())
			}
		}
	}
	e.heedOverrideSwitch()
	if l.override != nil && l.missing {
		e.note("%s names a file that was not given: what it sets is not known", l.override.Pos.String())
	}
}

// heedOverrideSwitch: security.overridePropertiesFile=false in the JDK's own file
// forbids -Djava.security.properties.
func (e *evaluation) heedOverrideSwitch() {
	l := &e.layers
	for _, s := range e.given {
		if l.override == nil || s.Kind != config.SecurityProperty || s.Name != "security.overridePropertiesFile" || slices.Contains(l.over, s.In) {
			continue
		}
		if !strings.EqualFold(s.Value, "true") {
			e.mistake("override-forbidden", *l.override, 0, true, "set security.overridePropertiesFile=true", "no effect: %s sets security.overridePropertiesFile=%s", s.Pos.String(), s.Value)
			l.override, l.replaces, l.missing, l.over, l.unread = nil, false, false, nil, l.over
		}
	}
}

// overrideName is the file name in the value of java.security.properties, which
// may be a path or a URL.
func overrideName(value string) string {
	return path.Base(strings.ReplaceAll(strings.TrimLeft(value, "="), `\`, "/"))
}

// rank says where a setting of a security property stands; ok is false where the
// JVM does not read it.
func (e *evaluation) rank(s config.Setting) (rank int, ok bool) {
	switch s.Kind {
	case config.SecurityProperty:
		if s.In != "" && slices.Contains(e.layers.over, s.In) {
			return rankOver, true
		}
		return rankBase, !e.layers.replaces && !slices.Contains(e.layers.unread, s.In)
	case config.SetSecurity:
		return rankProgram, s.Behind == 0
	case config.SystemProperty:
		return rankSearchEngine, !s.Argument
	}
	return 0, false
}

// variableRank orders where a -D comes from: a JVM reads JAVA_TOOL_OPTIONS first
// and _JAVA_OPTIONS last, and its launcher (9 and later) puts JDK_JAVA_OPTIONS
// before the command line. The last one read wins.
func variableRank(s config.Setting) int {
	if s.Kind == config.SetSystem {
		return 4
	}
	switch s.Via {
	case "JAVA_TOOL_OPTIONS":
		return 0
	case "JDK_JAVA_OPTIONS":
		return 1
	case "_JAVA_OPTIONS":
		return 3
	}
	return 2
}

// systemProperties lists the settings of a system property that the JVM sees, the
// one in force last.
func (e *evaluation) systemProperties(name string) []config.Setting {
	var list []config.Setting
	for _, s := range e.given {
		if s.Name != name || s.Argument || s.Via == "JDK_JAVA_OPTIONS" && e.jdk < 9 {
			continue
		}
		if s.Kind == config.SystemProperty || s.Kind == config.SetSystem && s.Behind == 0 {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b config.Setting) int { return variableRank(a) - variableRank(b) })
	return list
}

func last(list []config.Setting) *config.Setting {
	if len(list) == 0 {
		return nil
	}
	return &list[len(list)-1]
}

// findManager tells whether a security manager is installed. Until JDK 23 it makes
// successful lookups stay for ever unless a TTL is set. From 12 on "allow" and
// "disallow" install none, from 18 on setSecurityManager needs "allow", and JDK 24
// took it out (JEP 486).
func (e *evaluation) findManager() {
	flag := last(e.systemProperties("java.security.manager"))
	if flag != nil {
		none := e.jdk >= 12 && (flag.Value == "allow" || flag.Value == "disallow")
		switch {
		case e.jdk >= 24 && flag.Value != "disallow":
			e.mistake("no-security-manager", *flag, 0, false, "remove it", "JDK %d does not start with it: the security manager is gone since 24 (JEP 486)", e.jdk)
		case !none:
			e.manager = flag
		}
	}
	for _, s := range e.given {
		if s.Kind != config.SetManager || s.Behind != 0 || e.jdk >= 24 || e.manager != nil {
			continue
		}
		if e.jdk < 18 || flag != nil && flag.Value == "allow" {
			e.manager = &s
			e.note("%s counts if it runs before the first lookup of the process", s.Pos.String())
		}
	}
}
