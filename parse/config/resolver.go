package config

import "strings"

// readResolver reads resolv.conf(5): a # or ; in the first column is a comment,
// the last search or domain line counts, options are separated by blanks.
func readResolver(p place, text string) []Setting {
	var list []Setting
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		pos := p.pos(p.line + i)
		words := strings.Fields(line)
		rest := words[1:]
		switch words[0] {
		case "nameserver":
			if len(rest) > 0 {
				list = append(list, Setting{Kind: Nameserver, Name: "nameserver", Value: rest[0], Pos: pos})
			}
		case "search", "domain":
			list = append(list, Setting{Kind: Search, Name: words[0], Value: strings.Join(rest, " "), Pos: pos})
		case "options":
			for _, o := range rest {
				list = append(list, resolverOption(o, Setting{Pos: pos}))
			}
		}
	}
	return list
}

// resolverOption completes s with an option as glibc spells it, name:value or a
// bare name.
func resolverOption(text string, s Setting) Setting {
	s.Kind = ResolverOption
	s.Name, s.Value, _ = strings.Cut(text, ":")
	s.Computed = isComputed(text)
	return s
}
