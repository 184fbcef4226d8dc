package timeline

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestREADME runs the commands of the README as they are written, in a copy of
// what they need. The test command itself is left to whoever runs this.
func TestREADME(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	dir, bin := t.TempDir(), t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(bin, "timeline"), "./cmd/timeline")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	if err := os.CopyFS(filepath.Join(dir, "samples"), os.DirFS("samples")); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, line := range readmeCommands(string(text)) {
		if strings.HasPrefix(line, "go test") || strings.HasPrefix(line, "go install") {
			continue
		}
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = dir
		if strings.HasPrefix(line, "go run") {
			cmd.Dir = root
		}
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "GOBIN="+bin)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("$ %s\n%v\n%s", line, err, out)
		}
		ran++
	}
	if ran < 4 {
		t.Errorf("only %d commands found in the README", ran)
	}
}

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```")

// readmeCommands lists the lines of the blocks that are marked sh.
func readmeCommands(text string) []string {
	var list []string
	for _, m := range shellBlock.FindAllStringSubmatch(text, -1) {
		list = append(list, strings.Split(strings.TrimSpace(m[1]), "\n")...)
	}
	return list
}
