package config

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

var (
	assignment = regexp.MustCompile(`^(?:--?env=|-e)?([A-Za-z_]\w*)\+?=`)
	releases   = regexp.MustCompile(`^(\d+)(-(\d*))?:(-\S.*)$`)
	edited     = regexp.MustCompile(`(?:^|[/|#,!])\s*(networkaddress\.cache\.[\w.]+)=(-?\w*)(?:[/|#,!]g?)?(?:\\n)?$`)
	image      = regexp.MustCompile(`(?i)(?:^|[/\s])([\w.-]*(?:temurin|openjdk|corretto|zulu|liberica|sapmachine|semeru|jdk|jre|java)[\w.-]*):(\S+)`)
	release    = regexp.MustCompile(`(?:^|[^\d.])(?:1\.)?(\d{1,2})(?:[^\d]|$)`)
)

// readScript reads anything made of command lines: shell scripts, Dockerfiles,
// systemd units, argument files, jvm.options, and flags alone.
func readScript(p place, text string, form Form) []Setting {
	var list []Setting
	if form == FormDockerfile {
		list = readImages(p, text)
		text = withoutExecForm(text)
	}
	comments := "#"
	if form == FormUnit {
		comments = "#;"
	}
	return append(list, readCommands(p, splitWords(text, p.line, comments), "")...)
}

// readCommands reads words that via, a variable, or a command line holds.
func readCommands(p place, words []word, via string) []Setting {
	var list []Setting
	c := command{place: p, via: via}
	for i, w := range words {
		if w.end {
			c = command{place: p, via: via}
			continue
		}
		list = append(list, c.word(w, next(words, i))...)
	}
	return list
}

// next is the argument behind words[i], "" at the end of its command.
func next(words []word, i int) word {
	if i+1 < len(words) && !words[i+1].end {
		return words[i+1]
	}
	return word{}
}

// A command is a command line being read.
type command struct {
	place
	via      string
	java     bool // the java launcher was named: a word that is no option is its main class
	argument bool // the program was named: what follows is its own
	skip     bool // the next word belongs to the option before it
	env      bool // the word before was Docker's ENV
}

// takesWord lists options of the java launcher that are followed by a word.
var takesWord = map[string]bool{
	"-cp": true, "-classpath": true, "--class-path": true, "-p": true, "--module-path": true, "--upgrade-module-path": true,
	"--add-modules": true, "--limit-modules": true, "--add-exports": true, "--add-reads": true, "--add-opens": true,
	"--patch-module": true, "--enable-native-access": true, "-d": true, "--describe-module": true,
}

func (c *command) word(w, following word) []Setting {
	text := strings.ReplaceAll(w.text, "\\\n", "")
	if c.skip {
		c.skip = false
		return nil
	}
	if m := releases.FindStringSubmatch(text); m != nil {
		return c.ranged(word{text: m[4], line: w.line}, m)
	}
	if key, rest, ok := strings.Cut(text, "="); ok && (strings.HasPrefix(key, "Environment") || strings.HasPrefix(key, "Exec")) && !strings.HasPrefix(rest, "-D") {
		text = strings.TrimLeft(rest, "-@:+!") // of a systemd unit: Environment=NAME=…, ExecStart=/usr/bin/java
		w.text = w.text[len(key)+1:]
	}
	switch {
	case strings.HasPrefix(text, "-D"):
		return c.property(text[2:], w.line)
	case strings.HasPrefix(text, "networkaddress.cache.") || edited.MatchString(text):
		return c.edit(text, w.line)
	case assignment.MatchString(text):
		return c.assign(w)
	case strings.ContainsAny(text, " \t\n") && c.depth < maxDepth && !c.argument:
		p := c.place
		p.depth++
		return readCommands(p, splitWords(w.text, w.line, "#"), c.via)
	case c.env:
		c.via = text // ENV NAME value, the older form
	}
	c.env = text == "ENV"
	c.launch(text, following)
	return nil
}

// launch follows a java command line up to the program's name.
func (c *command) launch(text string, following word) {
	switch {
	case c.argument:
	case text == "-jar" || c.java && (text == "-m" || text == "--module"):
		c.skip, c.argument = following.text != "", true
	case takesWord[text]:
		c.skip = c.java
	case text == "java" || strings.HasSuffix(text, "/java") || strings.HasSuffix(text, `\java.exe`):
		c.java = true
	case c.java && !strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "$") && !strings.HasPrefix(text, "@") && !strings.HasPrefix(text, "{{"):
		c.argument = true
	}
}

// property reads what follows -D.
func (c *command) property(text string, line int) []Setting {
	name, value, _ := strings.Cut(text, "=")
	if !concernsLookups(name) {
		return nil
	}
	return []Setting{{Kind: SystemProperty, Name: name, Value: value, Pos: c.pos(line), Via: c.via, Computed: isComputed(value), Argument: c.argument}}
}

// ranged reads a line of jvm.options that only some releases take: 8-13:-Dx=y.
func (c *command) ranged(w word, m []string) []Setting {
	list := c.word(w, word{})
	low, _ := strconv.Atoi(m[1])
	high, _ := strconv.Atoi(m[3])
	if m[2] == "" {
		high = low
	}
	for i := range list {
		list[i].MinJDK, list[i].MaxJDK = low, high
	}
	return list
}

// edit reads a property that a script writes into the JDK's security file:
// echo networkaddress.cache.ttl=60 >> …, or sed -i s/…/networkaddress.cache.ttl=60/.
func (c *command) edit(text string, line int) []Setting {
	m := edited.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return []Setting{{Kind: SecurityProperty, Name: m[1], Value: m[2], Pos: c.pos(line)}}
}

// assign reads NAME=value, where the value may hold flags or resolver options.
func (c *command) assign(w word) []Setting {
	m := assignment.FindStringSubmatch(w.text)
	if m == nil {
		return nil // a line break inside the name
	}
	return readVariable(c.place, m[1], w.text[len(m[0]):], w.line)
}

// readVariable reads the value of an environment variable.
func readVariable(p place, name, value string, line int) []Setting {
	switch name {
	case "RES_OPTIONS":
		var list []Setting
		for _, o := range strings.Fields(value) {
			list = append(list, resolverOption(o, Setting{Pos: p.pos(line), Via: name}))
		}
		return list
	case "LOCALDOMAIN":
		return []Setting{{Kind: Search, Name: name, Value: value, Pos: p.pos(line), Via: name}}
	}
	if p.depth >= maxDepth || !strings.Contains(value, "-D") {
		return nil
	}
	p.depth++
	return readCommands(p, splitWords(value, line, ""), name)
}

// readImages reads the base images of a Dockerfile: the last one runs.
func readImages(p place, text string) []Setting {
	var list []Setting
	for i, line := range strings.Split(text, "\n") {
		if words := strings.Fields(line); len(words) > 1 && strings.EqualFold(words[0], "FROM") {
			list = readImage(p, imageOf(words[1:]), p.line+i)
		}
	}
	return list
}

// imageOf is the image of a FROM line: its first word that is no flag.
func imageOf(words []string) string {
	for _, w := range words {
		if !strings.HasPrefix(w, "--") {
			return w
		}
	}
	return ""
}

// readImage tells the JDK and the C library of a container image from its name.
func readImage(p place, name string, line int) []Setting {
	var list []Setting
	m := image.FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	if r := release.FindStringSubmatch(" " + m[2]); r != nil {
		list = append(list, Setting{Kind: JavaVersion, Name: m[1] + ":" + m[2], Value: r[1], Pos: p.pos(line)})
	}
	if strings.Contains(m[2], "alpine") {
		list = append(list, Setting{Kind: Musl, Name: m[1] + ":" + m[2], Pos: p.pos(line)})
	}
	return list
}

// withoutExecForm rewrites CMD ["java", "-jar"] as a command line of one word an
// item, on the same line.
func withoutExecForm(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		at := strings.Index(line, "[")
		if at < 0 || !dockerLine.MatchString(line) && !strings.Contains(line, `"`) {
			continue
		}
		var items []string
		if json.Unmarshal([]byte(strings.TrimSpace(line[at:])), &items) != nil {
			continue
		}
		for k, item := range items {
			items[k] = "'" + strings.ReplaceAll(item, "'", `'\''`) + "'"
		}
		lines[i] = strings.Join(items, " ")
	}
	return strings.Join(lines, "\n")
}
