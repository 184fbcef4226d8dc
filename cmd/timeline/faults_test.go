//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// nobody is the user without rights, by custom.
const nobody = 65534

// A fault is a machine that does not give what the program needs.
type fault struct {
	name string
	// run makes the fault and says what became of it: the text for the table.
	run func(t *testing.T, dir string) string
}

// TestFaults: where the machine fails, no output is partial, one line says why,
// and the exit code is the one that the README lists.
func TestFaults(t *testing.T) {
	table := newCaseTable("fault", "result")
	for _, f := range []fault{
		{"disk full", diskFull},
		{"disk full, an older output there", diskFullBefore},
		{"standard output is a closed pipe", closedPipe},
		{"standard output is full", fullDevice},
		{"file that nobody may read", unreadableFile},
		{"folder that nobody may read", unreadableFolder},
		{"output folder that nobody may write", lockedFolder},
		{"output folder that does not exist", missingFolder},
		{"output is a folder", outputIsFolder},
		{"input shrinks while it is read", shrinking},
		{"input is moved away while it is read", rotating},
		{"kill -9 half way", killed},
		{"eight runs with the same output", together},
	} {
		t.Run(f.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "in"), []byte(strings.Repeat(plainLine, 2000)), 0o666); err != nil {
				t.Fatal(err)
			}
			result := "skipped: this machine cannot make the fault"
			defer func() {
				if t.Failed() {
					result = "FAILED"
				}
				table.row(f.name, result)
			}()
			result = f.run(t, dir)
		})
	}
	table.show(t)
}

// oneLine checks that a run ended with a code and said so on one line.
func oneLine(t *testing.T, r programRun, code int, says string) string {
	t.Helper()
	if r.code != code || strings.Count(r.text, "\n") != 1 || !strings.HasPrefix(r.text, "timeline: ") || !strings.Contains(r.text, says) {
		t.Errorf("exit code %d, want %d; printed %q, want one line with %q", r.code, code, r.text, says)
	}
	return fmt.Sprintf("exit code %d, %s", r.code, strings.TrimSpace(strings.ReplaceAll(r.text, t.TempDir(), "…")))
}

// holds checks that a folder holds these names only.
func holds(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s holds %q, want %q", dir, got, want)
	}
}

// onFullDisk runs the program with a disk of 32 kB below out, and lists it then.
func onFullDisk(t *testing.T, dir, before string) programRun {
	t.Helper()
	out := filepath.Join(dir, "out")
	if err := os.Mkdir(out, 0o777); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=32k tmpfs out 2>/dev/null || exit 99
`+before+`
timeline analyze -o out/r.txt -o out/r.json in; code=$?
echo "left: $(ls -A out | tr '\n' ' ')$(cat out/r.json 2>/dev/null | head -c 100)"
exit $code`)
	c.Dir = dir
	r := finish(t, c, time.Minute)
	if r.code == 99 || strings.Contains(r.text, "unshare") {
		t.Skip("no mount name space here")
	}
	return r
}

func diskFull(t *testing.T, dir string) string {
	r := onFullDisk(t, dir, "")
	said, left, _ := strings.Cut(r.text, "left:")
	if strings.TrimSpace(left) != "" {
		t.Errorf("left on the disk: %s", left)
	}
	r.text = said
	return oneLine(t, r, 4, "no space left on device") + "; nothing is left"
}

func diskFullBefore(t *testing.T, dir string) string {
	r := onFullDisk(t, dir, "echo old > out/r.json")
	said, left, _ := strings.Cut(r.text, "left:")
	if strings.TrimSpace(left) != "r.json old" {
		t.Errorf("left on the disk: %s", left)
	}
	r.text = said
	return oneLine(t, r, 4, "no space left on device") + "; the older one is as it was"
}

func closedPipe(t *testing.T, dir string) string {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	c := exec.Command("timeline", "analyze", "--format", "json", "in")
	c.Dir, c.Stdout = dir, w
	run := finish(t, c, time.Minute)
	if run.code != -1 && run.code != 4 || strings.Count(run.text, "\n") > 1 {
		t.Errorf("exit code %d, printed %q", run.code, run.text)
	}
	return "ended by SIGPIPE, as cat is"
}

func fullDevice(t *testing.T, dir string) string {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	c := exec.Command("timeline", "analyze", "in")
	c.Dir, c.Stdout = dir, full
	return oneLine(t, finish(t, c, time.Minute), 4, "no space left on device")
}

// asNobody runs the program without rights.
func asNobody(t *testing.T, dir string, args ...string) programRun {
	t.Helper()
	path, err := exec.LookPath("timeline")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, args...)
	c.Dir, c.Env = dir, append(os.Environ(), "HOME="+dir)
	if os.Getuid() == 0 {
		for _, p := range []string{dir, filepath.Dir(dir), filepath.Dir(path), filepath.Dir(filepath.Dir(path))} {
			if p != "/" && p != os.TempDir() {
				if err := os.Chmod(p, 0o755); err != nil {
					t.Skip(err)
				}
			}
		}
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	return finish(t, c, time.Minute)
}

func unreadableFile(t *testing.T, dir string) string {
	if err := os.Chmod(filepath.Join(dir, "in"), 0); err != nil {
		t.Fatal(err)
	}
	return oneLine(t, asNobody(t, dir, "analyze", "in"), 3, "permission denied")
}

func unreadableFolder(t *testing.T, dir string) string {
	if err := os.Mkdir(filepath.Join(dir, "logs"), 0); err != nil {
		t.Fatal(err)
	}
	return oneLine(t, asNobody(t, dir, "analyze", "logs"), 3, "permission denied")
}

func lockedFolder(t *testing.T, dir string) string {
	out := filepath.Join(dir, "out")
	if err := os.Mkdir(out, 0o555); err != nil {
		t.Fatal(err)
	}
	r := asNobody(t, dir, "analyze", "-o", "out/r.json", "in")
	holds(t, out)
	return oneLine(t, r, 4, "permission denied")
}

func missingFolder(t *testing.T, dir string) string {
	return oneLine(t, runProgram(t, dir, time.Minute, "analyze", "-o", "none/r.json", "in"), 4, "no such file or directory")
}

func outputIsFolder(t *testing.T, dir string) string {
	if err := os.Mkdir(filepath.Join(dir, "r.json"), 0o777); err != nil {
		t.Fatal(err)
	}
	r := runProgram(t, dir, time.Minute, "analyze", "-o", "r.txt", "-o", "r.json", "in")
	holds(t, dir, "in", "r.json")
	return oneLine(t, r, 4, "cannot write r.json: it is a directory")
}

// longLog writes about 100 MB.
func longLog(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "long")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	for range 1_600_000 {
		w.WriteString(plainLine)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return path
}

// whileReading does something to an input soon after its reading has begun.
func whileReading(t *testing.T, dir string, do func(path string) error) programRun {
	t.Helper()
	path := longLog(t, dir)
	changed := make(chan error, 1)
	time.AfterFunc(100*time.Millisecond, func() { changed <- do(path) })
	r := runProgram(t, dir, 2*time.Minute, "analyze", "--format", "json", "long")
	if err := <-changed; err != nil {
		t.Fatal(err)
	}
	if r.code != 0 && r.code != 3 || strings.Contains(r.text, "goroutine") {
		t.Errorf("exit code %d: %.300q", r.code, r.text)
	}
	return r
}

func shrinking(t *testing.T, dir string) string {
	r := whileReading(t, dir, func(path string) error { return os.Truncate(path, 1000) })
	return fmt.Sprintf("exit code %d: what was read until then", r.code)
}

func rotating(t *testing.T, dir string) string {
	r := whileReading(t, dir, func(path string) error {
		if err := os.Rename(path, path+".1"); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(plainLine), 0o666)
	})
	return fmt.Sprintf("exit code %d: the file that was opened, to its end", r.code)
}

// whole checks that path, if it is there, is a whole JSON report.
func whole(t *testing.T, path string) bool {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil && !json.Valid(b) {
		t.Errorf("%s is partial: %d bytes", path, len(b))
	}
	return err == nil
}

func killed(t *testing.T, dir string) string {
	out, there := filepath.Join(dir, "r.json"), 0
	const times = 12
	for i := range times {
		c := exec.Command("timeline", "analyze", "-o", "r.json", "in")
		c.Dir = dir
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i) * 15 * time.Millisecond) // the instants of the kill differ
		c.Process.Kill()
		c.Wait()
		if whole(t, out) {
			there++
		}
		os.Remove(out)
	}
	return fmt.Sprintf("%d kills: the output is whole or not there", times)
}

func together(t *testing.T, dir string) string {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			c := exec.Command("timeline", "analyze", "--quiet", "-o", "r.json", "-o", "r.md", "in")
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wg.Wait()
	if !whole(t, filepath.Join(dir, "r.json")) {
		t.Error("no report")
	}
	holds(t, dir, "in", "r.json", "r.md")
	return "each exits with 0, the output is that of one of them, whole"
}
