package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"timeline/parse/input"
	"timeline/render/words"
)

// A progress line on a terminal shows how far reading came. It comes late, so
// that small logs show none, and leaves nothing behind.
const (
	progressAfter = 400 * time.Millisecond
	progressEvery = 200 * time.Millisecond
)

// showProgress draws the line until the returned function is called. Where err
// is no terminal it does nothing.
func showProgress(env environment, m *meter, sources []input.Source) (end func()) {
	if !env.errTerminal.is || env.err == io.Discard {
		return func() {}
	}
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		drawProgress(env, m, sources, quit)
	}()
	return func() {
		close(quit)
		<-gone
	}
}

func drawProgress(env environment, m *meter, sources []input.Source, quit <-chan struct{}) {
	began := time.Now()
	wait := time.NewTimer(progressAfter)
	defer wait.Stop()
	total, shown := int64(-1), 0
	for {
		select {
		case <-quit:
			if shown > 0 {
				fmt.Fprintf(env.err, "\r%s\r", strings.Repeat(" ", shown))
			}
			return
		case <-wait.C:
		}
		if total < 0 {
			total = totalSize(sources)
		}
		line := progressText(reading{m.bytes.Load(), total, int(m.done.Load()), m.all, time.Since(began)}, env.errTerminal.width)
		fmt.Fprintf(env.err, "\r%s%s", line, strings.Repeat(" ", max(0, shown-len(line))))
		shown = len(line)
		wait.Reset(progressEvery)
	}
}

// A reading is how far reading came.
type reading struct {
	bytes, total int64 // total is 0 where it is not known
	done, inputs int
	took         time.Duration
}

// progressText is the line, in ASCII, at most width columns wide.
func progressText(r reading, width int) string {
	if width <= 0 {
		width = 80
	}
	rate := float64(r.bytes) / max(r.took.Seconds(), 1e-3)
	text := fmt.Sprintf("%s, %s/s, %d of %s", byteCount(r.bytes), byteCount(int64(rate)), r.done, words.Count(r.inputs, "input", "inputs"))
	if r.total > 0 && rate > 0 {
		part := min(float64(r.bytes)/float64(r.total), 1)
		left := time.Duration(float64(max(r.total-r.bytes, 0)) / rate * float64(time.Second)).Round(time.Second)
		text = fmt.Sprintf("%3.0f %%  %s of %s, %s/s, %s left", 100*part, byteCount(r.bytes), byteCount(r.total), byteCount(int64(rate)), left)
		if room := min(width-len(text)-4, 30); room >= 10 {
			full := int(part * float64(room))
			text = "[" + strings.Repeat("#", full) + strings.Repeat(".", room-full) + "] " + text
		}
	}
	return text[:min(len(text), max(width-1, 0))]
}

// totalSize is the size of all sources, 0 where it is not known: the standard
// input, and what is compressed, end nobody knows when.
func totalSize(sources []input.Source) int64 {
	total := int64(0)
	for _, s := range sources {
		n, ok := plainSize(s.Path)
		if !ok {
			return 0
		}
		total += n
	}
	return total
}

func plainSize(path string) (int64, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return 0, false
	}
	return info.Size(), !isCompressed(path)
}

// compressedMagic begins the files that gzip, zstd, bzip2, xz and zip write.
var compressedMagic = []string{"\x1f\x8b", "\x28\xb5\x2f\xfd", "BZh", "\xfd7zXZ\x00", "PK\x03\x04"}

func isCompressed(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 6)
	n, _ := io.ReadFull(f, head)
	for _, m := range compressedMagic {
		if strings.HasPrefix(string(head[:n]), m) {
			return true
		}
	}
	return false
}
