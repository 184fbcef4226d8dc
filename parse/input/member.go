package input

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// A zipFile is an archive whose members share one reading of its directory: to
// read that for each of them would take the square of their number.
type zipFile struct {
	name string

	lock sync.Mutex
	open *zip.ReadCloser
	size int64
	uses int // members that are open
	left int // members that were never closed
}

// member opens member i.
func (z *zipFile) member(path string, i int, opt Options) (io.ReadCloser, error) {
	f, size, err := z.take(i)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w; unpack the archive by hand", path, err)
	}
	in, err := f.Open()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w; unpack the archive by hand", path, err), z.release())
	}
	packed := min(int64(f.CompressedSize64), size)
	bounded := &limited{r: in, left: opt.maxBytes(), path: path, packed: func() int64 { return packed }}
	r, err := decompress(reader{bounded, func() error { return errors.Join(in.Close(), z.release()) }, bounded.packed}, path, opt)
	if err != nil {
		return nil, errors.Join(err, in.Close(), z.release())
	}
	return r, nil
}

func (z *zipFile) take(i int) (*zip.File, int64, error) {
	z.lock.Lock()
	defer z.lock.Unlock()
	if z.open == nil {
		info, err := os.Stat(z.name)
		if err != nil {
			return nil, 0, err
		}
		if z.open, err = zip.OpenReader(z.name); err != nil {
			return nil, 0, err
		}
		z.size = info.Size()
	}
	if i >= len(z.open.File) {
		return nil, 0, errors.New("the archive changed while it was read")
	}
	z.uses++
	return z.open.File[i], z.size, nil
}

// release closes the archive when the last of its members is done.
func (z *zipFile) release() error {
	z.lock.Lock()
	defer z.lock.Unlock()
	z.uses--
	z.left--
	if z.uses > 0 || z.left > 0 {
		return nil
	}
	err := z.open.Close()
	z.open = nil
	return err
}

// A tarFile is an archive that each reader goes through once, as long as the
// members are opened in their order: tar has no index.
type tarFile struct {
	name string
	opt  Options

	lock sync.Mutex
	idle []*tarCursor
	left int // members that were never closed
}

// A tarCursor is a place in an archive.
type tarCursor struct {
	in     io.ReadCloser
	packed func() int64
	tar    *tar.Reader
	next   int // number of the member that Next gives
	broken bool
}

// Read reads the current member.
func (c *tarCursor) Read(p []byte) (int, error) {
	n, err := c.tar.Read(p)
	if err != nil && err != io.EOF {
		c.broken = true
	}
	return n, err
}

// member opens member i.
func (t *tarFile) member(path string, i int) (io.ReadCloser, error) {
	c, err := t.take(i)
	if err != nil {
		return nil, err
	}
	for ; c.next <= i; c.next++ {
		if _, err := c.tar.Next(); err != nil {
			c.broken = true
			return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), t.release(c))
		}
	}
	r, err := decompress(reader{c, func() error { return t.release(c) }, c.packed}, path, t.opt)
	if err != nil {
		return nil, errors.Join(err, t.release(c))
	}
	return r, nil
}

// take returns the cursor that stands closest before member i.
func (t *tarFile) take(i int) (*tarCursor, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	best := -1
	for k, c := range t.idle {
		if c.next <= i && (best < 0 || c.next > t.idle[best].next) {
			best = k
		}
	}
	if best >= 0 {
		c := t.idle[best]
		t.idle = append(t.idle[:best], t.idle[best+1:]...)
		return c, nil
	}
	r, err := openFile(t.name, t.opt)
	if err != nil {
		return nil, err
	}
	return &tarCursor{in: r, packed: packedSize(r), tar: tar.NewReader(bufio.NewReaderSize(r, 64<<10))}, nil
}

// release keeps a cursor for a later member, and closes all when no member is left.
func (t *tarFile) release(c *tarCursor) error {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.left--
	t.idle = append(t.idle, c)
	if t.left > 0 && !c.broken {
		return nil
	}
	done := t.idle
	t.idle = nil
	if t.left > 0 {
		t.idle, done = done[:len(done)-1], done[len(done)-1:]
	}
	var err error
	for _, c := range done {
		err = errors.Join(err, c.in.Close())
	}
	return err
}
