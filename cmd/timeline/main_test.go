package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the golden parts of scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"timeline": main})
}

// TestScripts runs the command lines of testdata/*.txtar. Each script sees the
// samples in $SAMPLES.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	samples := filepath.Join(root, "samples")
	testscript.Run(t, testscript.Params{
		Dir: "testdata", UpdateScripts: *update, RequireExplicitExec: true, RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("SAMPLES", samples)
			e.Setenv("ROOT", root)
			return os.CopyFS(filepath.Join(e.WorkDir, "samples"), os.DirFS(samples))
		},
	})
}
