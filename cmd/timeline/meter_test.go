package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"timeline/parse/input"
)

func TestByteCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1.00 kB", 1274: "1.27 kB", 9_995: "10.0 kB", 99_950: "100 kB", 999_499: "999 kB",
		999_500: "1.00 MB", 4_800_000_000: "4.80 GB", 1<<63 - 1: "9.22 EB",
	} {
		if got := byteCount(n); got != want {
			t.Errorf("byteCount(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestProgressText(t *testing.T) {
	for _, c := range []struct {
		at    reading
		width int
		want  string
	}{
		{reading{bytes: 500e6, total: 1e9, done: 1, inputs: 2, took: 5 * time.Second}, 80, "[###############...............]  50 %  500 MB of 1.00 GB, 100 MB/s, 5s left"},
		{reading{bytes: 500e6, total: 1e9, done: 1, inputs: 2, took: 5 * time.Second}, 50, " 50 %  500 MB of 1.00 GB, 100 MB/s, 5s left"},
		{reading{bytes: 500e6, done: 1, inputs: 2, took: 5 * time.Second}, 80, "500 MB, 100 MB/s, 1 of 2 inputs"},
		{reading{bytes: 2e9, total: 1e9, inputs: 1, took: time.Second}, 40, "100 %  2.00 GB of 1.00 GB, 2.00 GB/s, 0s"}, // it grew meanwhile
		{reading{inputs: 1, total: 10}, 80, "0 B, 0 B/s, 0 of 1 input"},
		{reading{inputs: 1}, 9, "0 B, 0 B"},
	} {
		got := progressText(c.at, c.width)
		want := c.want[:min(len(c.want), c.width-1)]
		if got != want {
			t.Errorf("%+v in %d columns:\n got %q\nwant %q", c.at, c.width, got, want)
		}
	}
}

func TestTotalSize(t *testing.T) {
	dir := t.TempDir()
	plain, packed := filepath.Join(dir, "a.log"), filepath.Join(dir, "b.log")
	for path, text := range map[string]string{plain: "0123456789", packed: "\x1f\x8b\x08rest"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		paths []string
		want  int64
	}{{[]string{plain, plain}, 20}, {[]string{plain, packed}, 0}, {[]string{plain, "-"}, 0}} {
		var sources []input.Source
		for _, p := range c.paths {
			sources = append(sources, input.Source{Path: p})
		}
		if got := totalSize(sources); got != c.want {
			t.Errorf("%v: %d bytes, want %d", c.paths, got, c.want)
		}
	}
}

// An endless reader gives lines for ever, slowly enough to be stopped.
type endless struct{ read chan<- struct{} }

func (e endless) Read(p []byte) (int, error) {
	select {
	case e.read <- struct{}{}:
	default:
	}
	return copy(p, "2026-03-09 02:14:00.471 INFO  [w-1] c.e.Job - upload ok jobId=j1 host=a.example elapsedMs=71\n"), nil
}

// silent blocks for ever, as a terminal does that nobody types in.
type silent struct{ read chan<- struct{} }

func (s silent) Read([]byte) (int, error) {
	s.read <- struct{}{}
	select {}
}

// TestStop: Ctrl-C ends a read that goes on, and one that blocks, at once; no
// output is written, and the error says how far it came.
func TestStop(t *testing.T) {
	for name, in := range map[string]func(chan<- struct{}) io.Reader{
		"endless": func(c chan<- struct{}) io.Reader { return endless{c} },
		"silent":  func(c chan<- struct{}) io.Reader { return silent{c} },
	} {
		read, stop := make(chan struct{}), make(chan struct{})
		go func() {
			<-read
			close(stop)
		}()
		out := filepath.Join(t.TempDir(), "out.json")
		var stderr bytes.Buffer
		code := run([]string{"analyze", "-o", out, "-"}, environment{
			in: in(read), out: io.Discard, err: &stderr, stop: stop, now: time.Now,
			lookup: func(string) (string, bool) { return "", false },
		})
		if code != exitStopped {
			t.Errorf("%s: exit code %d, want %d", name, code, exitStopped)
		}
		if !regexp.MustCompile(`^timeline: stopped after .*B, 0 of 1 input read to the end; nothing was written\n$`).MatchString(stderr.String()) {
			t.Errorf("%s: standard error: %q", name, &stderr)
		}
		if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: an output was written", name)
		}
	}
}

// Ctrl-C does not wait for an analysis, however long it takes.
func TestStopDuringWork(t *testing.T) {
	stop, begun := make(chan struct{}), make(chan struct{})
	go func() {
		<-begun
		close(stop)
	}()
	m := &meter{stop: stop, all: 1}
	err := m.during(func() {
		close(begun)
		select {}
	})
	var code *exitError
	if !errors.As(err, &code) || code.code != exitStopped {
		t.Errorf("got %v, want the exit code %d", err, exitStopped)
	}
}

// closing closes a channel at the first write.
type closing chan struct{}

func (c closing) Write(p []byte) (int, error) {
	if !isStopped(c) {
		close(c)
	}
	return len(p), nil
}

// Ctrl-C ends a report that is being written.
func TestStopDuringReport(t *testing.T) {
	stop := make(closing)
	var stderr bytes.Buffer
	code := run([]string{"analyze", "--format", "json", "../../samples/sawtooth"}, environment{
		out: stop, err: &stderr, stop: stop, now: time.Now, lookup: func(string) (string, bool) { return "", false },
	})
	if want := "timeline: stopped while the report was written: what was printed of it is not whole\n"; code != exitStopped || stderr.String() != want {
		t.Errorf("exit code %d, standard error %q, want %d and %q", code, &stderr, exitStopped, want)
	}
}

// TestProgressLine: the line appears on a terminal and is gone at the end; it
// appears nowhere else.
func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		terminal terminal
		args     []string
		want     bool
	}{{terminal{is: true, width: 60}, nil, true}, {terminal{}, nil, false}, {terminal{is: true, width: 60}, []string{"--quiet"}, false}} {
		r, w := io.Pipe()
		go func() {
			io.WriteString(w, "2026-03-09 02:14:00.471 INFO  [w-1] c.e.Job - upload ok jobId=j1 host=a.example elapsedMs=71\n")
			time.Sleep(progressAfter + progressEvery)
			w.Close()
		}()
		var stderr bytes.Buffer
		code := run(append([]string{"analyze", "-"}, c.args...), environment{
			in: r, out: io.Discard, err: &stderr, now: time.Now, errTerminal: c.terminal,
			lookup: func(string) (string, bool) { return "", false },
		})
		shown := strings.Contains(stderr.String(), "0 of 1 input")
		if code != 0 || shown != c.want {
			t.Errorf("%v %v: exit code %d, standard error %q", c.terminal, c.args, code, &stderr)
		}
		if shown && !strings.HasSuffix(stderr.String(), " \r") {
			t.Errorf("the line is left behind: %q", &stderr)
		}
	}
}
