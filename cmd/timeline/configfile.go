package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"go.yaml.in/yaml/v3"

	"timeline/render/words"
)

// A setting is the value of a flag that did not come from the command line.
type setting struct {
	values []string
	origin string // "TIMELINE_TZ", "/etc/xdg/timeline/config.yaml:3"
}

// A configFile holds settings by command, "" for all commands, and flag.
type configFile struct {
	role     string // user or system
	path     string
	there    bool
	failed   error // of the system, if the file could not be read
	settings map[string]map[string]setting
}

// configPlaces are the files that are read, the one that wins first: that of
// the user, and those of the system, as the XDG Base Directory Specification has
// it. given stands for the user's file where it is not empty.
func configPlaces(env environment, given string) []*configFile {
	variable := func(name, otherwise string) string {
		if v, set := env.lookup(name); set && v != "" {
			return v
		}
		return otherwise
	}
	home, dirs := variable("HOME", ""), variable("XDG_CONFIG_DIRS", "/etc/xdg")
	userDir := filepath.Join(home, ".config")
	if home == "" {
		userDir = ""
	}
	if runtime.GOOS == "windows" {
		userDir, dirs = variable("APPDATA", ""), variable("XDG_CONFIG_DIRS", variable("PROGRAMDATA", ""))
	}
	var places []*configFile
	add := func(role, dir string) {
		if filepath.IsAbs(dir) { // the specification: relative ones are ignored
			places = append(places, &configFile{role: role, path: filepath.Join(dir, "timeline", "config.yaml")})
		}
	}
	if given != "" {
		places = append(places, &configFile{role: "user", path: given})
	} else {
		add("user", variable("XDG_CONFIG_HOME", userDir))
	}
	for _, dir := range filepath.SplitList(dirs) {
		add("system", dir)
	}
	return places
}

// knownFlags says which commands and flags there are.
type knownFlags map[string]map[string]bool // by command, "" for all

// read reads the file, if it is there. One that nobody named and that cannot be
// read counts as not there: failed says why.
func (c *configFile) read(known knownFlags, must bool) error {
	b, err := readSmall(c.path)
	if errors.Is(err, fs.ErrNotExist) && !must {
		return nil
	}
	if system := (*fs.PathError)(nil); errors.As(err, &system) && !must {
		c.failed = system.Err
		return nil
	}
	if err != nil {
		return usageErrorf("cannot read %s: %w", words.Visible(c.path), cause(err))
	}
	c.there, c.settings = true, map[string]map[string]setting{}
	var doc yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(b)).Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return usageErrorf("%s: no YAML: %s", words.Visible(c.path), words.Visible(strings.TrimPrefix(err.Error(), "yaml: ")))
	}
	if len(doc.Content) == 0 {
		return nil
	}
	return c.section("", doc.Content[0], known)
}

// maxConfigFile bounds a file of settings.
const maxConfigFile = 1 << 20

func readSmall(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxConfigFile+1))
	if err == nil && len(b) > maxConfigFile {
		err = errors.New("longer than 1 MiB")
	}
	return b, err
}

// section takes the settings of one command, or of all.
func (c *configFile) section(command string, n *yaml.Node, known knownFlags) error {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return c.errorf(n, "settings are written as \"flag: value\"")
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		name := key.Value
		if command == "" && known[name] != nil && name != "" && value.Kind == yaml.MappingNode {
			if err := c.section(name, value, known); err != nil {
				return err
			}
			continue
		}
		if !known[command][name] {
			return c.unknown(command, key, known)
		}
		if _, twice := c.settings[command][name]; twice {
			return c.errorf(key, "%s is set twice", name)
		}
		values, err := c.values(name, value)
		if err != nil {
			return err
		}
		if c.settings[command] == nil {
			c.settings[command] = map[string]setting{}
		}
		c.settings[command][name] = setting{values, c.place(key)}
	}
	return nil
}

func (c *configFile) unknown(command string, key *yaml.Node, known knownFlags) error {
	name := words.Visible(key.Value)
	switch {
	case command != "":
		return c.errorf(key, "timeline %s has no flag --%s", command, name)
	case known[key.Value] != nil:
		return c.errorf(key, "%s is a command: its settings stand below it, indented", name)
	}
	return c.errorf(key, "%s is no flag and no command", name)
}

// values are one or several texts. Numbers and booleans are taken as written.
func (c *configFile) values(name string, n *yaml.Node) ([]string, error) {
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag != "!!null":
		return []string{n.Value}, nil
	case n.Kind == yaml.SequenceNode:
		var list []string
		for _, item := range n.Content {
			if item.Kind != yaml.ScalarNode {
				return nil, c.errorf(item, "%s takes a list of plain values", name)
			}
			list = append(list, item.Value)
		}
		return list, nil
	}
	return nil, c.errorf(n, "%s takes a value, or a list of them", name)
}

func (c *configFile) place(n *yaml.Node) string { return fmt.Sprintf("%s:%d", c.path, n.Line) }

func (c *configFile) errorf(n *yaml.Node, format string, args ...any) error {
	return usageErrorf("%s: %s", words.Visible(c.place(n)), fmt.Sprintf(format, args...))
}
