package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"timeline/analyze/settings"
	"timeline/parse/config"
	"timeline/render/words"
)

// settingsFlags name the configuration that the JVM in the logs ran with.
type settingsFlags struct {
	security []string
	flags    []string
	resolver []string
	jdk      string
}

func (s *settingsFlags) register(f *pflag.FlagSet) {
	f.StringArrayVar(&s.security, "java-security", nil, "`FILE` with security properties: java.security, or one laid over it; may be repeated")
	f.StringArrayVar(&s.flags, "jvm-flags", nil, "`FLAGS` of the JVM, or the path of a file that holds them; may be repeated")
	f.StringArrayVar(&s.resolver, "resolv-conf", nil, "resolv.conf `FILE` of the machine or container; may be repeated")
	f.StringVar(&s.jdk, "jdk", "", "`VERSION` of the JDK, 8 to 25; default: as a given image name says, else 17")
}

// release reads --jdk: 17, 1.8, 21.0.3.
func (s *settingsFlags) release() (settings.JDK, error) {
	if s.jdk == "" {
		return settings.JDK{}, nil
	}
	text := strings.TrimPrefix(s.jdk, "1.")
	text, _, _ = strings.Cut(text, ".")
	text, _, _ = strings.Cut(text, "u")
	n, err := strconv.Atoi(text)
	if err != nil || n < settings.OldestJDK || n > settings.NewestJDK {
		return settings.JDK{}, usageErrorf("--jdk %s is not known: use a release from %d to %d", s.jdk, settings.OldestJDK, settings.NewestJDK)
	}
	return settings.JDK{Version: n, From: "--jdk"}, nil
}

// settings reads what the flags name; nil where they name nothing.
func (s *settingsFlags) settings(env environment) (*settings.JVM, error) {
	jdk, err := s.release()
	if err != nil {
		return nil, err
	}
	var files []config.File
	for _, path := range s.security {
		b, err := readConfig(env, path)
		if err != nil {
			return nil, err
		}
		files = append(files, config.ReadAs(config.FormProperties, path, b))
	}
	for _, text := range s.flags {
		f, err := readFlagsText(env, text)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	for _, path := range s.resolver {
		b, err := readConfig(env, path)
		if err != nil {
			return nil, err
		}
		files = append(files, config.ReadAs(config.FormResolver, path, b))
	}
	if len(files) == 0 {
		return nil, nil
	}
	list := settings.Evaluate(files, jdk)
	if len(list) > 1 {
		return nil, usageErrorf("--jvm-flags names %d JVMs (containers %s and %s): give the flags of the one that wrote the logs", len(list), list[0].Container, list[1].Container)
	}
	return list[0], nil
}

// readFlagsText takes text for the path of a file if there is one, else for the
// flags themselves.
func readFlagsText(env environment, text string) (config.File, error) {
	if info, err := os.Stat(text); err != nil || !info.Mode().IsRegular() {
		if !strings.HasPrefix(strings.TrimSpace(text), "-") && strings.TrimSpace(text) != "" && !strings.Contains(text, " ") {
			return config.File{}, &exitError{exitInput, fmt.Errorf("cannot read --jvm-flags %s: no such file, and no flag", words.Visible(text))}
		}
		return config.ReadAs(config.FormFlags, "--jvm-flags", []byte(text)), nil
	}
	b, err := readConfig(env, text)
	if err != nil {
		return config.File{}, err
	}
	return config.Read(text, b), nil
}

// maxConfig bounds a configuration file: a stock java.security has 60 kB.
const maxConfig = 4 << 20

// readConfig reads a configuration file, "-" for standard input.
func readConfig(env environment, path string) ([]byte, error) {
	r := env.in
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, &exitError{exitInput, fmt.Errorf("cannot read %s: %w", words.Visible(path), cause(err))}
		}
		defer f.Close()
		r = f
	}
	b, err := io.ReadAll(io.LimitReader(r, maxConfig+1))
	switch {
	case err != nil:
		return nil, &exitError{exitInput, fmt.Errorf("cannot read %s: %w", words.Visible(path), cause(err))}
	case len(b) > maxConfig:
		return nil, &exitError{exitInput, fmt.Errorf("cannot read %s: longer than %d MiB is no configuration", words.Visible(path), maxConfig>>20)}
	}
	return b, nil
}

// cause is err without the path, which the message names already.
func cause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
