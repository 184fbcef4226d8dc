//go:build linux

package main

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A hostileCase is an input that is made to break a reader.
type hostileCase struct {
	name   string
	big    bool                               // only with TIMELINE_BIG=1
	make   func(t *testing.T, d string) error // writes below d
	args   []string                           // default: "in"
	code   int
	says   string // in what is printed
	within time.Duration
	memory int64 // peak, in MB
}

func hostileCases() []hostileCase {
	return slices.Concat(archiveCases(), fileCases(), textCases(), crowdCases(20_000, false), crowdCases(200_000, true), bigCases())
}

// TestHostileInputs: no input makes the program panic or hang, use memory without
// a bound, write where it was not told to, or blame a cache.
func TestHostileInputs(t *testing.T) {
	table := newCaseTable("input", "exit", "time", "peak", "findings", "result")
	for _, c := range hostileCases() {
		if c.big && os.Getenv("TIMELINE_BIG") == "" {
			continue
		}
		name := c.name
		if c.big {
			name += ", big"
		}
		t.Run(name, func(t *testing.T) { c.check(t, table, name) })
	}
	table.show(t)
}

func (c hostileCase) check(t *testing.T, table *caseTable, name string) {
	dir := t.TempDir()
	if err := c.make(t, dir); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	args := c.args
	if args == nil {
		args = []string{"in"}
	}
	out := t.TempDir()
	for _, product := range []string{"sarif", "txt", "md", "html", "json", "svg"} {
		args = append([]string{"-o", filepath.Join(out, "r."+product)}, args...)
	}
	within, memory := c.within, c.memory
	if within == 0 {
		within = 30 * time.Second
	}
	if memory == 0 {
		memory = 300
	}
	r := runProgram(t, dir, within, append([]string{"analyze"}, args...)...)
	if r.code != c.code {
		t.Errorf("exit code %d, want %d: %.300q", r.code, c.code, r.text)
	}
	if r.peak > memory && !raceDetector {
		t.Errorf("%d MB, want at most %d", r.peak, memory)
	}
	if strings.Contains(r.text, "panic") || strings.Contains(r.text, "goroutine ") || acting.MatchString(r.text) || len(r.text) > 10_000 {
		t.Errorf("it printed %.300q", r.text)
	}
	if !strings.Contains(r.text, c.says) {
		t.Errorf("it printed %.300q, want %q", r.text, c.says)
	}
	if after := tree(t, dir); !slices.Equal(before, after) {
		t.Errorf("files before: %q, after: %q", before, after)
	}
	found := findingsIn(t, filepath.Join(out, "r.sarif"))
	for _, id := range found {
		if slices.Contains(blaming, id) {
			t.Errorf("%s is found", id)
		}
	}
	result := "as it should be"
	if t.Failed() {
		result = "FAILED"
	}
	table.row(name, fmt.Sprint(r.code), fmt.Sprintf("%.1f s", r.took.Seconds()), fmt.Sprintf("%d MB", r.peak), strings.Join(found, " "), result)
}

// A programRun is how one run of the program ended.
type programRun struct {
	code int
	text string // standard output and standard error
	took time.Duration
	peak int64 // resident, in MB
}

// runProgram runs the program itself, and ends it when it takes too long.
func runProgram(t *testing.T, dir string, within time.Duration, args ...string) programRun {
	t.Helper()
	c := exec.Command("timeline", args...)
	c.Dir = dir
	return finish(t, c, within)
}

func finish(t *testing.T, c *exec.Cmd, within time.Duration) programRun {
	t.Helper()
	var text bytes.Buffer
	if c.Stdout == nil {
		c.Stdout = &text
	}
	c.Stderr = &text
	begin := time.Now()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if raceDetector {
		within *= 10
	}
	alarm := time.AfterFunc(within, func() { c.Process.Signal(syscall.SIGKILL) })
	r := programRun{}
	done := make(chan struct{})
	watched := make(chan int64)
	go watchPeak(c.Process.Pid, done, watched)
	err := c.Wait()
	close(done)
	r.peak = <-watched
	if !alarm.Stop() {
		t.Errorf("it ran for more than %s", within)
	}
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	r.code, r.text, r.took = c.ProcessState.ExitCode(), text.String(), time.Since(begin)
	return r
}

// watchPeak reads the largest resident size of a process until done. The one that
// wait4 gives counts the parent too: a child begins in the parent's memory.
func watchPeak(pid int, done <-chan struct{}, peak chan<- int64) {
	most := int64(0)
	for {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
			var kB int64
			fmt.Sscan(rest, &kB)
			most = max(most, kB/1024)
		}
		select {
		case <-done:
			peak <- most
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func tree(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		all = append(all, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// findingsIn lists the findings of a SARIF report, none where there is no report.
func findingsIn(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var log struct {
		Runs []struct{ Results []struct{ RuleID string } }
	}
	if err := json.Unmarshal(b, &log); err != nil || len(log.Runs) != 1 {
		t.Fatalf("SARIF: %v", err)
	}
	var ids []string
	for _, r := range log.Runs[0].Results {
		ids = append(ids, r.RuleID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

const plainLine = "2026-07-28 11:45:31.413 [main] ERROR c.e.Job - upload failed\n"

func archiveCases() []hostileCase {
	zero := make([]byte, 64<<20)
	return []hostileCase{
		{name: "tar with .., links, devices, doubles", make: trickyTar, says: "1 of 1"},
		{name: "zip with .., links, doubles", make: trickyZip},
		{name: "zstd, 6 GB in 200 kB", code: 3, says: "more than 2000 times its size, as no log does; unpack it by hand and give the part that matters, or raise --max-ratio", make: func(t *testing.T, d string) error {
			return os.WriteFile(filepath.Join(d, "in"), bytes.Repeat(zstdOf(t, zero), 100), 0o666)
		}},
		{name: "zstd, 400 MB in 13 kB, and a raised limit", says: "1 of 1", args: []string{"--max-ratio", "100000", "in"}, make: func(t *testing.T, d string) error {
			return os.WriteFile(filepath.Join(d, "in"), append(bytes.Repeat(zstdOf(t, zero), 6), zstdOf(t, []byte("\n"+plainLine))...), 0o666)
		}},
		{name: "gzip in gzip, 64 GB in 150 kB", code: 3, says: "more than 2000 times its size", make: func(t *testing.T, d string) error {
			return os.WriteFile(filepath.Join(d, "in"), gzipOf(t, bytes.Repeat(gzipOf(t, zero), 1000)), 0o666)
		}},
		{name: "gzip ten times", code: 3, says: "packed more than 5 times over; unpack it by hand and give the part that matters, or raise --max-depth", make: func(t *testing.T, d string) error {
			b := []byte(plainLine)
			for range 10 {
				b = gzipOf(t, b)
			}
			return os.WriteFile(filepath.Join(d, "in"), b, 0o666)
		}},
		{name: "gzip of more than --max-unpacked", code: 3, says: "more than 100000 bytes; unpack it by hand and give the part that matters, or raise --max-unpacked", args: []string{"--max-unpacked", "100000", "in"}, make: func(t *testing.T, d string) error {
			return os.WriteFile(filepath.Join(d, "in"), gzipOf(t, zero), 0o666)
		}},
		{name: "zip in zip in zip", says: "1 of 1", make: zipsInZips(3)},
		{name: "six zips in each other", code: 3, says: "packed more than 5 times over; unpack it by hand and give the part that matters, or raise --max-depth", make: zipsInZips(6)},
		{name: "six zips in each other, and a raised limit", says: "1 of 1", args: []string{"--max-depth", "6", "in"}, make: zipsInZips(6)},
		{name: "zip of a million logs in three levels", code: 3, says: "more than 100000 members", make: func(t *testing.T, d string) error {
			b := []byte(plainLine)
			for range 3 {
				b = zipOfMany(t, b, 100)
			}
			return os.WriteFile(filepath.Join(d, "in"), b, 0o666)
		}},
		{name: "zip of more than --max-members", code: 3, says: "more than 100 members; unpack it by hand and give the part that matters, or raise --max-members", args: []string{"--max-members", "100", "in"}, make: manyMembersZip(101)},
		{name: "tar.gz of 1,000 logs", make: manyMembersTar(1000)},
		{name: "zip of 1,000 logs", make: manyMembersZip(1000)},
		{name: "zip whose directory lies", code: 3, make: func(t *testing.T, d string) error {
			b := zipOf(t, "a.log", bytes.Repeat([]byte(plainLine), 100))
			at := bytes.LastIndex(b, []byte("PK\x01\x02"))
			copy(b[at+20:], "\xff\xff\xff\x7f\xff\xff\xff\x7f") // sizes
			return os.WriteFile(filepath.Join(d, "in"), b, 0o666)
		}},
	}
}

// evilNames are names of members that lead out of the folder in which a program
// unpacks, or act in a terminal.
var evilNames = []string{"../../out.log", "/out.log", "a/../../out.log", `..\..\out.log`, "a\nb.log", "\x1b[31mc.log", "d.log", "d.log", "CON"}

func trickyTar(t *testing.T, d string) error {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	add := func(h *tar.Header, text string) {
		h.Mode, h.Size, h.Format = 0o666, int64(len(text)), tar.FormatPAX
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range evilNames {
		add(&tar.Header{Name: n, Typeflag: tar.TypeReg}, plainLine)
	}
	add(&tar.Header{Name: "link.log", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink}, "")
	add(&tar.Header{Name: "hard.log", Linkname: "../../../etc/passwd", Typeflag: tar.TypeLink}, "")
	add(&tar.Header{Name: "zero.log", Typeflag: tar.TypeChar, Devmajor: 1, Devminor: 5}, "")
	add(&tar.Header{Name: "pipe.log", Typeflag: tar.TypeFifo}, "")
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(d, "in"), b.Bytes(), 0o666)
}

func trickyZip(t *testing.T, d string) error {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, n := range evilNames {
		f, err := w.Create(n)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, plainLine); err != nil {
			t.Fatal(err)
		}
	}
	h := &zip.FileHeader{Name: "link.log"}
	h.SetMode(fs.ModeSymlink | 0o777)
	f, err := w.CreateHeader(h)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, "/etc/passwd"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(d, "in"), b.Bytes(), 0o666)
}

func manyMembersTar(n int) func(*testing.T, string) error {
	return func(t *testing.T, d string) error {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for i := range n {
			if err := w.WriteHeader(&tar.Header{Name: fmt.Sprint(i), Mode: 0o666, Size: int64(len(plainLine)), Typeflag: tar.TypeReg}); err != nil {
				return err
			}
			if _, err := io.WriteString(w, plainLine); err != nil {
				return err
			}
		}
		if err := w.Close(); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(d, "in"), gzipOf(t, b.Bytes()), 0o666)
	}
}

// zipsInZips packs a log n times.
func zipsInZips(n int) func(*testing.T, string) error {
	return func(t *testing.T, d string) error {
		b := []byte(plainLine)
		for range n {
			b = zipOf(t, "a.zip", b)
		}
		return os.WriteFile(filepath.Join(d, "in"), b, 0o666)
	}
}

func zipOfMany(t *testing.T, member []byte, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range n {
		f, err := w.Create(fmt.Sprint(i))
		if err == nil {
			_, err = f.Write(member)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func manyMembersZip(n int) func(*testing.T, string) error {
	return func(_ *testing.T, d string) error {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for i := range n {
			f, err := w.Create(fmt.Sprint(i))
			if err != nil {
				return err
			}
			if _, err := io.WriteString(f, plainLine); err != nil {
				return err
			}
		}
		if err := w.Close(); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(d, "in"), b.Bytes(), 0o666)
	}
}

// written returns a maker of the file "in" that write fills.
func written(write func(w *bufio.Writer)) func(*testing.T, string) error {
	return func(_ *testing.T, d string) error {
		f, err := os.Create(filepath.Join(d, "in"))
		if err != nil {
			return err
		}
		defer f.Close()
		w := bufio.NewWriter(f)
		write(w)
		return w.Flush()
	}
}

func text(parts ...string) func(*testing.T, string) error {
	return written(func(w *bufio.Writer) {
		for _, p := range parts {
			w.WriteString(p)
		}
	})
}
