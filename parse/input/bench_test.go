package input

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// BenchmarkUnpack measures what the compressions cost, in bytes of the log.
func BenchmarkUnpack(b *testing.B) {
	var lines bytes.Buffer
	for i := range 200_000 {
		fmt.Fprintf(&lines, "2026-07-28 11:%02d:%02d,%03d INFO  [http-%d] c.e.web.RequestLogger - handled request number %d\n", i/60000%60, i/1000%60, i%1000, i*7919%64, i*31)
	}
	log := lines.Bytes()
	for _, p := range []struct {
		name string
		open func(io.Writer) (io.WriteCloser, error)
	}{
		{"gzip", func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }},
		{"zstd", func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }},
	} {
		b.Run(p.name, func(b *testing.B) {
			path := write(b, b.TempDir(), "log", packed(b, p.open, log))
			sources, err := Find([]string{path}, Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(log)))
			for b.Loop() {
				r, err := sources[0].Open()
				if err != nil {
					b.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, r); err != nil {
					b.Fatal(err)
				}
				if err := r.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
