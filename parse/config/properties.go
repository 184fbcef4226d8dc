package config

import (
	"strconv"
	"strings"
)

// readProperties reads the format of java.util.Properties: # and ! begin
// comments, the key ends at =, : or a blank, a backslash at the end of a line
// continues it. The value is trimmed, as Security.getProperty does.
func readProperties(p place, text string) []Setting {
	file := Setting{Kind: SecurityFile, Name: p.name, Value: "part", Pos: p.pos(p.line), In: p.name}
	var list []Setting
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		start := i
		line := strings.TrimLeft(lines[i], " \t\f")
		if line == "" {
			continue
		}
		if line[0] == '#' || line[0] == '!' {
			if key, value := splitProperty(strings.TrimLeft(line[1:], " \t")); isCacheProperty(key) && value != "" && !strings.Contains(value, " ") {
				list = append(list, Setting{Kind: CommentedOut, Name: key, Value: value, Pos: p.pos(p.line + i), In: p.name})
			}
			continue
		}
		for continues(line) && i+1 < len(lines) {
			i++
			line = line[:len(line)-1] + strings.TrimLeft(lines[i], " \t\f")
		}
		key, value := splitProperty(line)
		if strings.HasPrefix(key, "security.provider.") {
			file.Value = "whole"
		}
		if concernsLookups(key) || key == "include" {
			list = append(list, Setting{Kind: SecurityProperty, Name: key, Value: value, Pos: p.pos(p.line + start), In: p.name, Computed: isComputed(value)})
		}
	}
	return append([]Setting{file}, list...)
}

func isCacheProperty(key string) bool { return strings.HasPrefix(key, "networkaddress.cache.") }

// continues reports whether line ends in an odd number of backslashes.
func continues(line string) bool {
	n := len(line) - len(strings.TrimRight(line, `\`))
	return n%2 == 1
}

// splitProperty cuts a logical line into key and value, escapes resolved.
func splitProperty(line string) (key, value string) {
	end := 0
	for end < len(line) && !strings.ContainsRune("=: \t\f", rune(line[end])) {
		if line[end] == '\\' {
			end++
		}
		end++
	}
	end = min(end, len(line))
	value = strings.TrimLeft(line[end:], " \t\f")
	if value != "" && (value[0] == '=' || value[0] == ':') {
		value = strings.TrimLeft(value[1:], " \t\f")
	}
	return unescape(line[:end]), strings.TrimSpace(unescape(value))
}

// unescape resolves the escapes of java.util.Properties.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 't':
			b.WriteByte('\t')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 'f':
			b.WriteByte('\f')
		case 'u':
			if i+4 < len(s) {
				if n, err := strconv.ParseUint(s[i+1:i+5], 16, 32); err == nil {
					b.WriteRune(rune(n))
					i += 4
					continue
				}
			}
			b.WriteByte('u')
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
