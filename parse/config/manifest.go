package config

import (
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxManifest bounds the text that is read as YAML; longer ones are read line by
// line.
const maxManifest = 1 << 20

// otherBreaks are what YAML takes for line breaks and editors do not count.
var otherBreaks = strings.NewReplacer("\r", " ", "\u0085", " ", "\u2028", " ", "\u2029", " ")

var variable = regexp.MustCompile(`^[A-Z_][A-Z0-9_]*$`)

// readManifest reads YAML of Kubernetes, Docker Compose and the like: variables
// and commands of containers, dnsConfig, and files in ConfigMaps. What is no
// YAML, as a template with {{ }}, is read line by line instead.
func readManifest(p place, text string) []Setting {
	if len(text) > maxManifest {
		return readLoose(p, text)
	}
	m := manifest{place: p, lines: strings.Split(text, "\n")}
	d := yaml.NewDecoder(strings.NewReader(otherBreaks.Replace(text)))
	for {
		var doc yaml.Node
		err := d.Decode(&doc)
		if err != nil {
			if err.Error() != "EOF" {
				return readLoose(p, text)
			}
			break
		}
		m.walk(&doc, "", "")
	}
	return m.settings
}

// readLoose reads a text that was to be YAML as lines of shell: flags and
// variables are still found, except where the name of a variable stands on a line
// of its own.
func readLoose(p place, text string) []Setting {
	text = strings.NewReplacer(`"`, " ", "'", " ", "[", " ", "]", " ", ",", " ").Replace(text)
	return readCommands(p, splitWords(text, p.line, "#"), "")
}

// A manifest is YAML being walked.
type manifest struct {
	place
	lines    []string
	settings []Setting
}

// walk visits node, which stands under key in a container named scope.
func (m *manifest) walk(node *yaml.Node, key, scope string) {
	switch node.Kind {
	case yaml.DocumentNode:
		for _, n := range node.Content {
			m.walk(n, "", scope)
		}
	case yaml.SequenceNode:
		for _, n := range node.Content {
			if n.Kind == yaml.ScalarNode {
				m.scalar(n, "", scope)
			} else {
				m.walk(n, key, scope)
			}
		}
	case yaml.MappingNode:
		m.mapping(node, key, scope)
	case yaml.ScalarNode:
		m.scalar(node, key, scope)
	}
}

func (m *manifest) mapping(node *yaml.Node, key, scope string) {
	if img := scalarOf(node, "image"); img != nil {
		scope = key
		if name := scalarOf(node, "name"); name != nil {
			scope = name.Value
		}
		m.add(readImage(m.at(scope), img.Value, m.line+img.Line-1), scope, nil)
	}
	if name, value := scalarOf(node, "name"), scalarOf(node, "value"); name != nil && value != nil {
		m.variable(name.Value, value, scope)
		return
	}
	var words []word
	for i := 0; i+1 < len(node.Content); i += 2 {
		k, v := node.Content[i].Value, node.Content[i+1]
		switch {
		case slices.Contains([]string{"command", "args", "entrypoint"}, k) && v.Kind == yaml.SequenceNode:
			words = append(words, m.words(v)...)
		case k == "dnsConfig" && v.Kind == yaml.MappingNode:
			m.dnsConfig(v, scope)
		case strings.HasPrefix(k, "dns_"):
			m.composeDNS(k, v, scope)
		default:
			m.walk(v, k, scope)
		}
	}
	if len(words) > 0 {
		m.add(readCommands(m.at(scope), words, ""), scope, node)
	}
}

// words makes the items of a list the arguments of one command.
func (m *manifest) words(list *yaml.Node) []word {
	var words []word
	for _, n := range list.Content {
		if n.Kind == yaml.ScalarNode {
			words = append(words, word{text: n.Value, line: m.firstLine(n)})
		}
	}
	return words
}

// scalar reads a value: a file in a ConfigMap, a command, a variable or one item
// of a list of them.
func (m *manifest) scalar(n *yaml.Node, key, scope string) {
	switch {
	case variable.MatchString(key):
		m.variable(key, n, scope)
	case strings.Contains(n.Value, "\n") && m.depth < maxDepth:
		p := m.at(scope)
		p.line, p.depth, p.name = m.firstLine(n), m.depth+1, baseName(key)
		if form := formOf(n.Value); form != FormManifest || n.Style&yaml.LiteralStyle != 0 {
			m.add(readText(p, n.Value, form).Settings, scope, literalOr(n))
		}
	case mentions(n.Value):
		m.add(readCommands(m.at(scope), splitWords(n.Value, m.firstLine(n), "#"), ""), scope, nil)
	}
}

// mentions is a quick test for values that are worth reading.
func mentions(s string) bool {
	return strings.Contains(s, "-D") || strings.Contains(s, "networkaddress") || strings.Contains(s, "RES_OPTIONS") || strings.Contains(s, "LOCALDOMAIN")
}

func (m *manifest) variable(name string, value *yaml.Node, scope string) {
	m.add(readVariable(m.at(scope), name, value.Value, m.firstLine(value)), scope, literalOr(value))
}

// dnsConfig reads a pod's own resolver settings.
func (m *manifest) dnsConfig(node *yaml.Node, scope string) {
	for i := 0; i+1 < len(node.Content); i += 2 {
		k, v := node.Content[i].Value, node.Content[i+1]
		pos := m.pos(m.line + node.Content[i].Line - 1)
		switch k {
		case "nameservers":
			for _, n := range v.Content {
				m.settings = append(m.settings, Setting{Kind: Nameserver, Name: "nameserver", Value: n.Value, Pos: m.pos(m.line + n.Line - 1), Scope: scope})
			}
		case "searches":
			m.settings = append(m.settings, Setting{Kind: Search, Name: "search", Value: strings.Join(valuesOf(v), " "), Pos: pos, Scope: scope})
		case "options":
			for _, o := range v.Content {
				name, value := scalarOf(o, "name"), scalarOf(o, "value")
				if name == nil {
					continue
				}
				s := Setting{Kind: ResolverOption, Name: name.Value, Pos: m.pos(m.line + name.Line - 1), Scope: scope}
				if value != nil {
					s.Value, s.Computed = value.Value, isComputed(value.Value)
				}
				m.settings = append(m.settings, s)
			}
		}
	}
}

// composeDNS reads dns_opt and dns_search of Docker Compose.
func (m *manifest) composeDNS(key string, node *yaml.Node, scope string) {
	pos := m.pos(m.line + node.Line - 1)
	switch key {
	case "dns_opt":
		for _, o := range valuesOf(node) {
			m.settings = append(m.settings, resolverOption(o, Setting{Pos: pos, Scope: scope}))
		}
	case "dns_search":
		m.settings = append(m.settings, Setting{Kind: Search, Name: key, Value: strings.Join(valuesOf(node), " "), Pos: pos, Scope: scope})
	}
}

// add keeps settings of a container. Where the text was folded, node says from
// which line on to look for the line that names each.
func (m *manifest) add(list []Setting, scope string, node *yaml.Node) {
	for _, s := range list {
		if s.Scope == "" {
			s.Scope = scope
		}
		if node != nil {
			s.Pos.Line = m.find(s, node.Line)
		}
		m.settings = append(m.settings, s)
	}
}

// find is the first line from the given one on that holds the name of s; the
// line that s has where there is none nearby.
func (m *manifest) find(s Setting, from int) int {
	const near = 200
	if s.Pos.Line > m.line+from-1 {
		from = s.Pos.Line - m.line + 1
	}
	for i := max(from-1, 0); i < len(m.lines) && i < from+near; i++ {
		if strings.Contains(m.lines[i], s.Name) {
			return m.line + i
		}
	}
	return s.Pos.Line
}

// at is the place of this manifest as seen from a container.
func (m *manifest) at(scope string) place {
	p := m.place
	p.scope = scope
	return p
}

// firstLine is the line on which the text of a scalar begins.
func (m *manifest) firstLine(n *yaml.Node) int {
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return m.line + n.Line
	}
	return m.line + n.Line - 1
}

// literalOr is nil for a literal text, whose lines can be counted, else n.
func literalOr(n *yaml.Node) *yaml.Node {
	if n.Style&yaml.LiteralStyle != 0 {
		return nil
	}
	return n
}

// scalarOf is the scalar under key in a mapping, or nil.
func scalarOf(node *yaml.Node, key string) *yaml.Node {
	if node.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		if node.Content[i].Value == key && node.Content[i+1].Kind == yaml.ScalarNode {
			return node.Content[i+1]
		}
	}
	return nil
}

// valuesOf lists the scalars of a list, or the one scalar.
func valuesOf(node *yaml.Node) []string {
	if node.Kind == yaml.ScalarNode {
		return []string{node.Value}
	}
	var list []string
	for _, n := range node.Content {
		if n.Kind == yaml.ScalarNode {
			list = append(list, n.Value)
		}
	}
	return list
}
