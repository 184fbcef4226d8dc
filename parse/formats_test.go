package parse

import (
	"strings"
	"testing"
)

// Each format is recognised by its marks: its example is taken for it.
func TestFormats(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Formats() {
		if seen[f.Name] {
			t.Errorf("%s stands twice in the table", f.Name)
		}
		seen[f.Name] = true
		got, bad, sum := read(t, f.Example+"\n", "in", Options{})
		if len(bad) > 0 || len(got) == 0 {
			t.Errorf("%s: %d records, bad pieces %v", f.Name, len(got), bad)
		}
		if !strings.Contains(", "+sum.Format+",", ", "+f.Name+",") {
			t.Errorf("%s: the example was taken for %q", f.Name, sum.Format)
		}
	}
}

func TestBinary(t *testing.T) {
	_, _, sum := read(t, "\x7fELF\x02\x01\x00\x00\n\x00\x00", "in", Options{})
	if sum.Format != Binary {
		t.Errorf("taken for %q", sum.Format)
	}
}
