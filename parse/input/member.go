package input

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// maxHeld is how large an archive may be that has to be in memory: a zip file inside
// an archive, whose directory stands at its end, and one from the standard input,
// which is read once.
const maxHeld = 64 << 20

// A zipFile is an archive whose members share one reading of its directory: to
// read that for each of them would take the square of their number.
type zipFile struct {
	blob
	packed bool // itself, so that it has to be unpacked into memory
	opt    Options

	lock  sync.Mutex
	open  *zip.Reader
	close func() error
	size  int64
	uses  int // that are open
	left  int // that were never closed
}

// member opens member i.
func (z *zipFile) member(path string, i int) (io.ReadCloser, error) {
	dir, err := z.take()
	if err == nil && i >= len(dir.File) {
		err = errors.Join(errors.New("the archive changed while it was read"), z.release())
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w; unpack the archive by hand", path, err)
	}
	f := dir.File[i]
	in, err := f.Open()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w; unpack the archive by hand", path, err), z.release())
	}
	packed := min(int64(f.CompressedSize64), z.size)
	bounded := z.opt.bounded(in, path, func() int64 { return packed })
	return reader{bounded, func() error { return errors.Join(in.Close(), z.release()) }, bounded.packed}, nil
}

// take opens the archive, if it is not open, until release.
func (z *zipFile) take() (*zip.Reader, error) {
	z.lock.Lock()
	defer z.lock.Unlock()
	if z.open == nil {
		load := z.openFile
		if z.packed {
			load = z.unpack
		}
		if err := load(); err != nil {
			return nil, err
		}
	}
	z.uses++
	return z.open, nil
}

func (z *zipFile) openFile() error {
	info, err := os.Stat(z.path)
	if err != nil {
		return err
	}
	f, err := zip.OpenReader(z.path)
	if err != nil {
		return err
	}
	z.open, z.close, z.size = &f.Reader, f.Close, info.Size()
	return nil
}

// unpack reads an archive that is packed itself into memory.
func (z *zipFile) unpack() error {
	r, err := z.log(z.opt).Open()
	if err != nil {
		return err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, maxHeld+1))
	switch {
	case err != nil:
		return err
	case len(b) > maxHeld:
		return fmt.Errorf("larger than %d MiB inside an archive", maxHeld>>20)
	}
	z.size = int64(len(b))
	if packed := packedSize(r); packed != nil {
		z.size = min(z.size, packed())
	}
	z.close = func() error { return nil }
	z.open, err = zip.NewReader(bytes.NewReader(b), int64(len(b)))
	return err
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
	err := z.close()
	z.open = nil
	return err
}

// skip says that a member will not be opened.
func (z *zipFile) skip() {
	z.lock.Lock()
	defer z.lock.Unlock()
	z.left--
}

// A tarFile is an archive that each reader goes through once, as long as the
// members are opened in their order: tar has no index.
type tarFile struct {
	blob
	opt Options

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
	return reader{c, func() error { return t.release(c) }, c.packed}, nil
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
	r, err := t.log(t.opt).Open()
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
