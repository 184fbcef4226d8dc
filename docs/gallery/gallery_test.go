// Package gallery makes the pictures of the README. Its tests show that the
// logs behind them lead to the findings that they are shown for;
//
//	go test ./docs/gallery -update
//
// draws them anew.
package gallery

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "draw the pictures of the README")

// A picture is one of the gallery: from a sample, or from logs made here.
type picture struct {
	name    string
	finding string          // that it is shown for
	made    func() *journal // nil: the sample of that name
	flags   []string        // of analyze
	large   bool            // takes seconds: only drawn, not tested
}

var pictures = []picture{
	{name: "s3-upload", finding: "negative-cache"},
	{name: "sawtooth", finding: "negative-cache"},
	{name: "four-hosts", finding: "negative-cache", made: fourHosts},
	{name: "stale-address", finding: "stale-address", made: staleAddress, flags: []string{"--cutover", "2026-06-18T12:02:00Z"}},
	{name: "crowd", finding: "negative-cache", made: crowd, large: true},
}

func TestGallery(t *testing.T) {
	command := filepath.Join(t.TempDir(), "timeline")
	if out, err := exec.Command("go", "build", "-o", command, "../../cmd/timeline").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	for _, p := range pictures {
		t.Run(p.name, func(t *testing.T) {
			if p.large && !*update {
				t.Skip("drawn with -update only")
			}
			logs := filepath.Join("..", "..", "samples", p.name)
			if p.made != nil {
				logs = filepath.Join(t.TempDir(), "app.log")
				if err := writeLog(logs, p.made()); err != nil {
					t.Fatal(err)
				}
			}
			report := filepath.Join(t.TempDir(), "report.json")
			args := append([]string{"analyze", "-o", report}, p.flags...)
			if *update {
				args = append(args, "-o", filepath.Join("..", p.name+".png"))
			}
			if out, err := exec.Command(command, append(args, logs)...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", args, err, out)
			}
			if found := findings(t, report); !found[p.finding] {
				t.Errorf("no %s among %v", p.finding, found)
			}
		})
	}
}

func writeLog(path string, j *journal) error {
	var b bytes.Buffer
	if err := j.write(&b); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// findings are the names of what a report finds.
func findings(t *testing.T, path string) map[string]bool {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Findings []struct{ ID string }
	}
	if err := json.Unmarshal(raw, &report); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, f := range report.Findings {
		found[f.ID] = true
	}
	return found
}
