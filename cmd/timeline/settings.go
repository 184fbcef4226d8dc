package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"timeline/render/words"
)

// A flag that is not on the command line takes its value from the environment,
// then from the user's file, then from those of the system. One rule holds for
// all: --input-tz of analyze is TIMELINE_ANALYZE_INPUT_TZ, else TIMELINE_INPUT_TZ;
// in files it is input-tz below analyze, else input-tz at the top.
type flagSettings struct {
	env   environment
	files []*configFile
	// origins says where the flags of the command that runs were set, if not on
	// the command line.
	origins map[string]string
}

// configFlag names the file of settings that is read instead of the user's.
const configFlag = "config"

// withSettings makes all commands take their flags from there too.
func withSettings(env environment, root *cobra.Command) {
	var given string
	root.PersistentFlags().StringVar(&given, configFlag, "", "read settings from `FILE` instead of the user's; timeline config tells more")
	for _, c := range root.Commands() {
		run := c.RunE
		if !hasSettings(c) || run == nil {
			continue
		}
		c.RunE = func(c *cobra.Command, args []string) error {
			s, err := loadSettings(env, root, given)
			if err != nil {
				return err
			}
			if err := s.apply(c); err != nil {
				return err
			}
			return s.explain(run(c, args))
		}
	}
}

func hasSettings(c *cobra.Command) bool {
	has := false
	c.LocalFlags().VisitAll(func(f *pflag.Flag) { has = has || settable(f) })
	return has
}

// loadSettings reads the files. given is the value of --config.
func loadSettings(env environment, root *cobra.Command, given string) (*flagSettings, error) {
	must := given != ""
	if v, set := env.lookup(envName("", configFlag)); set && !must {
		given, must = v, v != ""
	}
	s := &flagSettings{env: env, files: configPlaces(env, given), origins: map[string]string{}}
	known := flagsOf(root)
	for i, f := range s.files {
		if err := f.read(known, must && i == 0); err != nil {
			return nil, err
		}
		if f.failed != nil {
			fmt.Fprintf(env.err, "timeline: cannot read %s: %v; going on without its settings\n", words.Visible(f.path), f.failed)
		}
	}
	return s, nil
}

// flagsOf lists the commands and the flags that can be set elsewhere.
func flagsOf(root *cobra.Command) knownFlags {
	known := knownFlags{"": {}}
	for _, c := range root.Commands() {
		flags := map[string]bool{}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if settable(f) {
				flags[f.Name], known[""][f.Name] = true, true
			}
		})
		if len(flags) > 0 {
			known[c.Name()] = flags
		}
	}
	return known
}

// settable: what a single run is asked for is no setting.
func settable(f *pflag.Flag) bool {
	return !f.Hidden && f.Name != "help" && f.Name != "version" && f.Name != configFlag
}

func envName(command, flag string) string {
	name := "TIMELINE_" + flag
	if command != "" {
		name = "TIMELINE_" + command + "_" + flag
	}
	return strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// find returns what is set for a flag of a command outside the command line.
func (s *flagSettings) find(command, flag string) (setting, bool, error) {
	for _, name := range []string{envName(command, flag), envName("", flag)} {
		if v, set := s.env.lookup(name); set && v != "" {
			values, err := envValues(v)
			if err != nil {
				return setting{}, false, usageErrorf("%s: %v", name, err)
			}
			return setting{values, name}, true, nil
		}
	}
	for _, f := range s.files {
		for _, section := range []string{command, ""} {
			if v, ok := f.settings[section][flag]; ok {
				return v, true, nil
			}
		}
	}
	return setting{}, false, nil
}

// envValues reads a variable as a file would: "[a, b]" is a list.
func envValues(v string) ([]string, error) {
	if !strings.HasPrefix(v, "[") {
		return []string{v}, nil
	}
	var list []string
	if err := yaml.Unmarshal([]byte(v), &list); err != nil {
		return nil, fmt.Errorf("%s is no list: write it as [a, b]", words.Visible(v))
	}
	return list, nil
}

// apply sets the flags of c that the command line does not.
func (s *flagSettings) apply(c *cobra.Command) error {
	var first error
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if first != nil || f.Changed || !settable(f) {
			return
		}
		v, ok, err := s.find(c.Name(), f.Name)
		if err == nil && ok {
			err = set(f, v)
			s.origins[f.Name] = v.origin
		}
		first = err
	})
	return first
}

func set(f *pflag.Flag, v setting) error {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		if err := list.Replace(v.values); err != nil {
			return usageErrorf("%s: --%s: %v", words.Visible(v.origin), f.Name, err)
		}
		return nil
	}
	if len(v.values) != 1 {
		return usageErrorf("%s: --%s takes one value", words.Visible(v.origin), f.Name)
	}
	if err := f.Value.Set(v.values[0]); err != nil {
		return usageErrorf("%s: --%s: %s is no value for it (%s)", words.Visible(v.origin), f.Name, words.Visible(v.values[0]), f.Value.Type())
	}
	return nil
}

// explain adds to a usage error where the flag that it names was set.
func (s *flagSettings) explain(err error) error {
	var e *exitError
	if !errors.As(err, &e) || e.code != exitUsage {
		return err
	}
	for name, origin := range s.origins {
		if strings.HasPrefix(err.Error(), "--"+name+" ") {
			return usageErrorf("%w (set by %s)", err, words.Visible(origin))
		}
	}
	return err
}
