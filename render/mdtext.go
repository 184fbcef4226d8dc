package render

import (
	"regexp"
	"strings"

	"timeline/render/words"
)

// mdCode writes s as a code span, in which no wiki or forge reads mentions,
// references, links, emphasis or HTML. A pipe behind a backslash is written as
// \x7c: mdCell could not escape it.
func mdCode(s string) string {
	return mdCommand(strings.ReplaceAll(words.Visible(s), `\|`, `\\x7c`))
}

// mdCommand writes s as a code span that holds it to the letter, so that a copy
// of it runs: it must not stand in a table.
func mdCommand(s string) string {
	s = strings.TrimSpace(words.Visible(s))
	if s == "" {
		return ""
	}
	longest, n := 0, 0
	for _, r := range s {
		if r != '`' {
			n = 0
			continue
		}
		n++
		longest = max(longest, n)
	}
	if longest == 0 {
		return "`" + s + "`"
	}
	fence := strings.Repeat("`", longest+1)
	return fence + " " + s + " " + fence
}

// risky matches words that a forge would turn into something else: mentions,
// references to issues and commits, links, names with dots.
var risky = regexp.MustCompile(`(?i)@|#\d|^#|://|^www\.|^gh-\d|^[0-9a-f]{7,40}$|[a-z][.=][a-z]|[a-z0-9-]\.[a-z]{2}|!\d|^\$|^~\w|[/\\$\[\]]`)

// mdMarks are the characters with a meaning in Markdown and its dialects.
var mdMarks = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;",
	"&", "&amp;", "~", `\~`, "{", `\{`, "}", `\}`, "$", `\$`, "!", `\!`, "#", `\#`)

// mdProse writes a sentence: words that a forge would react to as code spans,
// all others with their marks escaped.
func mdProse(s string) string {
	fields := strings.Fields(words.Visible(s))
	for i, f := range fields {
		core := strings.TrimRight(f, ".,;:)")
		head := ""
		if strings.HasPrefix(core, "(") {
			head, core = "(", core[1:]
		}
		tail := f[len(head)+len(core):]
		if risky.MatchString(core) {
			fields[i] = head + mdCode(core) + tail
			continue
		}
		fields[i] = head + mdMarks.Replace(core) + tail
	}
	text := strings.Join(fields, " ")
	if text != "" && strings.ContainsRune("-+=", rune(text[0])) {
		text = `\` + text
	}
	return listNumber.ReplaceAllString(text, `$1\$2`)
}

// longestCell bounds names in tables.
const longestCell = 80

// mdName writes a name as a code span, cut in its middle where it is too long.
func mdName(s string) string {
	return mdCode(fitCells(words.Visible(s), longestCell))
}

// mdCell fits what mdCode and mdProse wrote into a table, which splits at every
// pipe that is not escaped, in code spans too.
func mdCell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// listNumber matches what would begin a numbered list.
var listNumber = regexp.MustCompile(`^(\d+)([.)])(?:\s|$)`)
