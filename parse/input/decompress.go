package input

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// magic bytes, from RFC 1952, RFC 8878, and the bzip2, xz and ZIP formats.
var (
	magicGzip  = []byte{0x1f, 0x8b}
	magicZstd  = []byte{0x28, 0xb5, 0x2f, 0xfd}
	magicBzip2 = []byte("BZh")
	magicXZ    = []byte{0xfd, '7', 'z', 'X', 'Z', 0}
	magicZip   = []byte("PK\x03\x04")
)

// A reader closes what it reads from.
type reader struct {
	io.Reader
	close  func() error
	packed func() int64 // bytes of the file that were read so far
}

func (r reader) Close() error { return r.close() }

// packedSize returns the count of packed bytes that r keeps, nil if it keeps none.
func packedSize(r io.Reader) func() int64 {
	if r, ok := r.(reader); ok {
		return r.packed
	}
	return nil
}

// A counter counts what is read.
type counter struct {
	io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// decompress undoes the compressions that the first bytes of r tell, of a blob that
// is packed depth times already. Closing the result closes r.
func decompress(r io.ReadCloser, path string, depth int, opt Options) (io.ReadCloser, error) {
	var in io.Reader = r
	size := packedSize(r)
	if size == nil {
		c := &counter{Reader: r}
		in, size = c, func() int64 { return c.n }
	}
	closers := []func() error{r.Close}
	packed := false
	for ; ; depth++ {
		br := bufio.NewReaderSize(in, 64<<10)
		head, err := br.Peek(6)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		next, closer, err := layer(br, head)
		if err != nil {
			return nil, fmt.Errorf("%s: damaged %w; unpack it by hand to save what is left", path, err)
		}
		in = br
		if next == nil {
			break
		}
		if depth >= opt.maxDepth() {
			return nil, &LimitError{path, Depth, int64(opt.maxDepth())}
		}
		in, packed = bufio.NewReaderSize(next, 64<<10), true
		if closer != nil {
			closers = append(closers, closer)
		}
	}
	in = utf8Reader(in.(*bufio.Reader))
	if packed {
		in = opt.bounded(in, path, size)
	}
	return reader{in, func() error {
		var first error
		for i := len(closers) - 1; i >= 0; i-- {
			if err := closers[i](); err != nil && first == nil {
				first = err
			}
		}
		return first
	}, size}, nil
}

// utf8Reader turns UTF-16, which Windows shells write, into UTF-8. A byte order
// mark tells it.
func utf8Reader(r *bufio.Reader) io.Reader {
	head, _ := r.Peek(2)
	if len(head) < 2 || !(head[0] == 0xff && head[1] == 0xfe || head[0] == 0xfe && head[1] == 0xff) {
		return r
	}
	return transform.NewReader(r, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder())
}

// layer returns a reader that undoes one compression, nil if there is none.
func layer(r io.Reader, head []byte) (io.Reader, func() error, error) {
	switch {
	case bytes.HasPrefix(head, magicGzip):
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, nil, fmt.Errorf("gzip file: %w", err)
		}
		return z, z.Close, nil
	case bytes.HasPrefix(head, magicZstd):
		z, err := zstd.NewReader(r, zstd.WithDecoderMaxMemory(512<<20), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, nil, fmt.Errorf("zstd file: %w", err)
		}
		return z, func() error { z.Close(); return nil }, nil
	case bytes.HasPrefix(head, magicBzip2) && len(head) > 3 && head[3] >= '1' && head[3] <= '9':
		return bzip2.NewReader(r), nil, nil
	case bytes.HasPrefix(head, magicXZ):
		z, err := xz.ReaderConfig{DictCap: 64 << 20}.NewReader(r)
		if err != nil {
			return nil, nil, fmt.Errorf("xz file: %w", err)
		}
		return z, nil, nil
	}
	return nil, nil, nil
}

// limited fails when a log unpacks to more than it may, or to much more than is
// packed.
type limited struct {
	r      io.Reader
	done   int64
	path   string
	most   int64
	ratio  int64
	packed func() int64
}

// bounded returns r with the limits of size and ratio.
func (o Options) bounded(r io.Reader, path string, packed func() int64) *limited {
	return &limited{r: r, path: path, most: o.maxBytes(), ratio: o.maxRatio(), packed: packed}
}

func (l *limited) Read(p []byte) (int, error) {
	if l.done >= l.most {
		return 0, &LimitError{l.path, Size, l.most}
	}
	if l.done > anyRatio && l.done/l.ratio > l.packed() {
		return 0, &LimitError{l.path, Ratio, l.ratio}
	}
	if left := l.most - l.done; int64(len(p)) > left {
		p = p[:left]
	}
	n, err := l.r.Read(p)
	l.done += int64(n)
	return n, err
}
