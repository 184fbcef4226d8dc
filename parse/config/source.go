package config

import (
	"regexp"
	"strings"
)

var (
	setProperty = regexp.MustCompile(`\b(Security|System)\s*\.\s*(setProperty|setSecurityManager)\s*\(\s*([^,)]*?)\s*(?:,\s*((?:[^();]|\([^()]*\))*?)\s*)?\)`)
	literal     = regexp.MustCompile(`^"((?:[^"\\]|\\.)*)"$`)
	constant    = regexp.MustCompile(`\bString\s+(\w+)\s*=\s*"([^"\\]*)"`)
	// lookupCall are calls that look a name up, or connect to one.
	lookupCall = regexp.MustCompile(`\bInetAddress\s*\.\s*(?:getByName|getAllByName|getLocalHost)\s*\(|\bnew\s+(?:java\.net\.)?(?:Socket|InetSocketAddress)\s*\(\s*[^\s)]|\.openConnection\s*\(|\.openStream\s*\(|\bDriverManager\s*\.\s*getConnection\s*\(|\.getLocalHost\s*\(`)
)

// readSource reads the calls of a JVM program that set properties. Only literal
// arguments and constants of the same file are known.
func readSource(p place, text string) []Setting {
	code := withoutComments(text)
	constants := map[string]string{}
	for _, m := range constant.FindAllStringSubmatch(code, -1) {
		constants[m[1]] = m[2]
	}
	firstLookup := 0
	if at := lookupCall.FindStringIndex(code); at != nil {
		firstLookup = p.line + strings.Count(code[:at[0]], "\n")
	}
	var list []Setting
	line, from := p.line, 0
	for _, m := range setProperty.FindAllStringSubmatchIndex(code, -1) {
		line += strings.Count(code[from:m[0]], "\n")
		from = m[0]
		s, ok := callSetting(group(code, m, 1)+"."+group(code, m, 2), group(code, m, 3), group(code, m, 4), constants)
		if !ok {
			continue
		}
		s.Pos = p.pos(line)
		if firstLookup != 0 && firstLookup < line {
			s.Behind = firstLookup
		}
		list = append(list, s)
	}
	return list
}

func group(s string, m []int, n int) string {
	if m[2*n] < 0 {
		return ""
	}
	return s[m[2*n]:m[2*n+1]]
}

// callSetting makes a setting of one call; ok is false where it has nothing to do
// with the address cache.
func callSetting(call, name, value string, constants map[string]string) (s Setting, ok bool) {
	if call == "System.setSecurityManager" {
		return Setting{Kind: SetManager, Name: "setSecurityManager", Value: name}, name != "null"
	}
	kinds := map[string]Kind{"Security.setProperty": SetSecurity, "System.setProperty": SetSystem}
	name, known := valueOf(name, constants)
	if kinds[call] == 0 || !known || !concernsLookups(name) {
		return s, false
	}
	s = Setting{Kind: kinds[call], Name: name}
	s.Value, known = valueOf(value, constants)
	s.Computed = !known
	return s, true
}

// valueOf is the text of a literal or a constant, as far as known; else the
// expression itself.
func valueOf(expr string, constants map[string]string) (text string, known bool) {
	if m := literal.FindStringSubmatch(expr); m != nil {
		return m[1], true
	}
	if v, ok := constants[expr]; ok {
		return v, true
	}
	for _, wrap := range []string{"String.valueOf(", "Integer.toString("} {
		if inner, ok := strings.CutPrefix(expr, wrap); ok {
			if n := strings.TrimSuffix(inner, ")"); n != "" && strings.Trim(n, "-0123456789") == "" {
				return n, true
			}
		}
	}
	return expr, false
}

// withoutComments blanks out comments and keeps the lines. Strings stay whole.
func withoutComments(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		n := 1
		switch {
		case strings.HasPrefix(s[i:], "//"):
			n = lengthTo(s[i:], "\n", 0)
		case strings.HasPrefix(s[i:], "/*"):
			n = lengthTo(s[i:], "*/", 2)
			b.WriteString(strings.Repeat("\n", strings.Count(s[i:i+n], "\n")))
		case s[i] == '"':
			n = stringLength(s[i:])
			b.WriteString(s[i : i+n])
		default:
			b.WriteByte(s[i])
		}
		i += n
	}
	return b.String()
}

// lengthTo is the length of s up to the first end behind its start, with keep of
// its bytes.
func lengthTo(s, end string, keep int) int {
	at := strings.Index(s[1:], end)
	if at < 0 {
		return len(s)
	}
	return 1 + at + keep
}

// stringLength is the length of the string literal at the start of s; an open one
// ends with its line.
func stringLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		case '\n':
			return i
		}
	}
	return len(s)
}
