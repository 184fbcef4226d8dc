package timeline

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport says which packages of the project each top-level folder may use.
// Data goes one way: parse says what a log says, analyze what it means, render
// shows it, cmd wires them up.
var mayImport = map[string][]string{
	"parse":   {"parse"},
	"analyze": {"parse", "analyze"},
	"render":  {"analyze", "render"},
	"samples": {},
	"cmd":     {"parse", "analyze", "render", "samples", "cmd"},
}

// onlyIn says where each library may be used: one place each.
var onlyIn = map[string]string{
	"github.com/spf13/cobra":   "cmd",
	"github.com/tidwall/gjson": "parse",
	"gonum.org/v1/plot":        "render",
}

func TestImports(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || filepath.Dir(path) == "." {
			return nil
		}
		checkFile(t, path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkFile(t *testing.T, path string) {
	room := strings.Split(filepath.ToSlash(path), "/")[0]
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	allowed, known := mayImport[room]
	if !known {
		t.Errorf("%s: no rule for the folder %s", path, room)
	}
	for _, imp := range f.Imports {
		name, err := strconv.Unquote(imp.Path.Value)
		if err != nil {
			t.Error(err)
			continue
		}
		if own, ok := strings.CutPrefix(name, "timeline/"); ok && !slices.Contains(allowed, strings.Split(own, "/")[0]) {
			t.Errorf("%s imports %s: %s may import %v only", path, name, room, allowed)
		}
		for lib, place := range onlyIn {
			if (name == lib || strings.HasPrefix(name, lib+"/")) && room != place {
				t.Errorf("%s imports %s: it belongs in %s", path, name, place)
			}
		}
	}
}
