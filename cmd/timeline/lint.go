package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"timeline/analyze"
	"timeline/analyze/settings"
	"timeline/parse/config"
	"timeline/render/words"
)

// lintOptions are the flags of the lint command.
type lintOptions struct {
	env    environment
	paths  []string
	format string
	failOn []string
	given  settingsFlags
}

func newLint(env environment) *cobra.Command {
	o := &lintOptions{env: env}
	c := &cobra.Command{
		Use:   "lint [flags] FILE...",
		Short: "Say how long a JVM with this configuration caches lookups, and which settings do nothing",
		Long: `Reads java.security files, JVM flags, Dockerfiles, Kubernetes and Compose manifests,
systemd units, shell scripts, jvm.options, program sources (Security.setProperty) and
resolv.conf, told by their content, as the configuration of one JVM, or of one for
each container. Prints the positive, negative and stale TTL in force, the line that
each comes from, how long a lookup lasts while the name servers are silent, and every
setting that has no effect or another one than meant. A file that
-Djava.security.properties names is told by its name.`,
		Example: `  timeline lint Dockerfile
  timeline lint --jdk 21 "$JAVA_HOME/conf/security/java.security" run.sh /etc/resolv.conf
  timeline lint --fail-on any deployment.yaml`,
		RunE: func(_ *cobra.Command, args []string) error {
			o.paths = args
			return o.run()
		},
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "what to print: text or json")
	f.StringArrayVar(&o.failOn, "fail-on", nil, "exit with 1 if a mistake with this `ID` was found, or any; may be repeated")
	f.StringVar(&o.given.jdk, "jdk", "", "`VERSION` of the JDK, 8 to 25; default: as an image name says, else 17")
	return c
}

func (o *lintOptions) run() error {
	if len(o.paths) == 0 {
		return usageErrorf(`no input: name configuration files, or "-" for standard input`)
	}
	if o.format != "text" && o.format != "json" {
		return usageErrorf("--format %s is not known: use text or json", o.format)
	}
	jdk, err := o.given.release()
	if err != nil {
		return err
	}
	files := make([]config.File, len(o.paths))
	var problems []string
	for i, path := range o.paths {
		b, err := readConfig(o.env, path)
		if err == nil && bytes.IndexByte(b, 0) >= 0 {
			err = fmt.Errorf("%s is no configuration: it holds binary data", words.Visible(path))
		}
		if err != nil {
			problems = append(problems, err.Error())
			continue
		}
		files[i] = config.Read(path, b)
	}
	if len(problems) > 0 {
		return &exitError{exitInput, errors.New(strings.Join(problems, "; "))}
	}
	if !slices.ContainsFunc(files, configures) {
		return &exitError{exitInput, fmt.Errorf("nothing was found to check in %s: no setting of a JVM's lookups, and no form of file that holds them", words.List(visible(o.paths), mostShared))}
	}
	list := settings.Evaluate(files, jdk)
	var b bytes.Buffer
	if o.format == "json" {
		err = writeLintJSON(&b, files, list)
	} else {
		writeLintText(&b, files, list)
	}
	if err != nil {
		return err
	}
	if _, err := o.env.out.Write(b.Bytes()); err != nil {
		return &exitError{exitOutput, fmt.Errorf("cannot write the result: %w", err)}
	}
	return o.verdict(list)
}

// configures reports whether f has a setting, or the form of a file in which the
// lack of one says something: the JDK's defaults are in force. Shell scripts and
// flags are what any text is taken for.
func configures(f config.File) bool {
	return len(f.Settings) > 0 || f.Form != config.FormEmpty && f.Form != config.FormShell && f.Form != config.FormFlags
}

// visible makes texts fit to be shown.
func visible(list []string) []string {
	shown := make([]string, len(list))
	for i, s := range list {
		shown[i] = words.Visible(s)
	}
	return shown
}

// verdict turns mistakes that --fail-on names into an exit code.
func (o *lintOptions) verdict(list []*settings.JVM) error {
	for _, s := range list {
		for _, m := range s.Mistakes {
			for _, id := range o.failOn {
				if id == "any" || id == m.ID {
					return &exitError{exitFound, fmt.Errorf("found %s", m.ID)}
				}
			}
		}
	}
	return nil
}

// lintSchema is the name and version of the JSON that lint prints.
const lintSchema = "timeline.settings/v1"

func writeLintJSON(w io.Writer, files []config.File, list []*settings.JVM) error {
	type input struct {
		Path     string `json:"path"`
		Form     string `json:"form"`
		Settings int    `json:"settings"`
	}
	out := struct {
		Schema string          `json:"schema"`
		Tool   analyze.Tool    `json:"tool"`
		Inputs []input         `json:"inputs"`
		JVMs   []*settings.JVM `json:"jvms"`
	}{lintSchema, analyze.Tool{Name: "timeline", Version: version()}, []input{}, list}
	for _, f := range files {
		out.Inputs = append(out.Inputs, input{f.Path, string(f.Form), len(f.Settings)})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

func writeLintText(w io.Writer, files []config.File, list []*settings.JVM) {
	for _, f := range files {
		fmt.Fprintf(w, "%s: read as %s\n", words.Visible(f.Path), f.Form)
	}
	writeSharing(w, files, list)
	for _, s := range list {
		fmt.Fprintln(w)
		writeSettings(w, s)
	}
}

// mostShared is up to how many files that make one configuration are named.
const mostShared = 6

// writeSharing says which files were taken for the configuration of one JVM, so
// that nobody is misled by files that have nothing to do with each other.
func writeSharing(w io.Writer, files []config.File, list []*settings.JVM) {
	var shared, idle []string
	for _, f := range files {
		switch {
		case len(f.Settings) == 0:
			idle = append(idle, words.Visible(f.Path))
		case slices.ContainsFunc(f.Settings, func(s config.Setting) bool { return s.Scope == "" }):
			shared = append(shared, words.Visible(f.Path))
		}
	}
	if len(idle) > 0 {
		fmt.Fprintf(w, "no setting that concerns lookups in %s\n", words.List(idle, mostShared))
	}
	switch {
	case len(list) == 1 && list[0].Container == "" && len(shared) > 1:
		fmt.Fprintf(w, "taken as one JVM's configuration: %s, as none of them names a container; lint files of different JVMs one by one\n", words.List(shared, mostShared))
	case len(list) > 0 && list[0].Container != "" && len(shared) > 0:
		fmt.Fprintf(w, "taken as part of each container's configuration: %s, as they name none\n", words.List(shared, mostShared))
	}
}

func writeSettings(w io.Writer, s *settings.JVM) {
	if s.Container != "" {
		fmt.Fprintf(w, "container %s, ", words.Visible(s.Container))
	}
	if s.JDKFrom == "assumed" {
		fmt.Fprintf(w, "JDK %d (assumed: --jdk says otherwise)\n", s.JDK)
	} else {
		fmt.Fprintf(w, "JDK %d (%s)\n", s.JDK, words.Visible(s.JDKFrom))
	}
	writeTTL(w, "positive TTL", s.Positive)
	writeTTL(w, "negative TTL", s.Negative)
	writeTTL(w, "stale TTL", s.Stale)
	if r := s.Resolver; r != nil {
		writeResolver(w, r)
	}
	if len(s.Mistakes) == 0 {
		fmt.Fprintln(w, "no mistake found")
	}
	for _, m := range s.Mistakes {
		fmt.Fprintf(w, "%s: %s [%s]\n    %s\n", words.Visible(m.Source.String()), words.Visible(m.Setting), m.ID, words.Visible(m.Says))
		if m.Instead != "" {
			fmt.Fprintf(w, "    instead: %s\n", words.Visible(m.Instead))
		}
	}
	for _, n := range s.Notes {
		fmt.Fprintf(w, "note: %s\n", words.Visible(n))
	}
}

func writeTTL(w io.Writer, name string, t settings.TTL) {
	from := t.Because
	if t.Source != nil {
		from = t.Source.String() + ": " + from
	}
	word := t.String()
	if name == "stale TTL" && t.Seconds != nil && *t.Seconds == 0 {
		word = "off"
	}
	fmt.Fprintf(w, "  %-13s %-10s  %s\n", name, word, words.Visible(from))
}

func writeResolver(w io.Writer, r *settings.Resolver) {
	if !r.Musl {
		fmt.Fprintf(w, "  %-13s %-10s  while all name servers are silent: %s (glibc)\n", "lookup", fmt.Sprintf("%d s", r.SilentS), r.Because)
		if r.DotS != r.SilentS {
			fmt.Fprintf(w, "  %-13s %-10s  the same for a name with a final dot, which is not searched\n", "", fmt.Sprintf("%d s", r.DotS))
		}
	}
	fmt.Fprintf(w, "  %-13s %-10s  while all name servers are silent: its timeout, whatever the rest (musl)\n", "lookup", fmt.Sprintf("%d s", r.MuslS))
	if r.Estimated {
		fmt.Fprintf(w, "  %-13s %-10s  no nameserver line was given: one is assumed\n", "", "")
	}
}
