package main

import (
	"io"
	"strings"
	"testing"
	"time"
)

// TestHelp: every command says in one line what it does, shows examples that
// name it, and comes with flags that say something.
func TestHelp(t *testing.T) {
	root := newRoot(environment{in: strings.NewReader(""), out: io.Discard, err: io.Discard, now: time.Now, lookup: func(string) (string, bool) { return "", false }})
	for _, c := range root.Commands() {
		switch {
		case c.Hidden || c.Name() == "completion" || c.Name() == "help":
			continue
		case c.Short == "" || strings.HasSuffix(c.Short, "."):
			t.Errorf("%s: short description %q", c.Name(), c.Short)
		case !strings.Contains(c.Example, "timeline "+c.Name()):
			t.Errorf("%s: no example of it:\n%s", c.Name(), c.Example)
		}
		for line := range strings.Lines(c.Example) {
			if !strings.HasPrefix(line, "  ") {
				t.Errorf("%s: example %q is not indented", c.Name(), line)
			}
		}
		for line := range strings.Lines(c.LocalFlags().FlagUsages()) {
			if f := strings.TrimSpace(line); !strings.Contains(f, "  ") {
				t.Errorf("%s: flag without a description: %s", c.Name(), f)
			}
		}
	}
}
