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
	"path"
	"strings"
)

// A blob is what may be packed: a file, or a member of an archive.
type blob struct {
	path  string
	file  bool // path is that of a file
	depth int  // packings around it
	open  func() (io.ReadCloser, error)
}

// A finder lists the logs in one file, however often they are packed.
type finder struct {
	opt   Options
	count int // members so far
}

// file returns the log in a file, or the logs in the archive that it is.
func file(name string, opt Options) ([]Source, error) {
	b := blob{path: name, file: true, open: func() (io.ReadCloser, error) {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("%w; check the path and its permissions", err)
		}
		return f, nil
	}}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return []Source{b.log(opt)}, nil // what is looked at in a pipe is gone
	}
	f := finder{opt: opt}
	kind, layers, err := f.kindOf(b)
	if err != nil {
		return nil, err
	}
	return f.find(b, kind, layers)
}

// log returns the blob as a log.
func (b blob) log(opt Options) Source {
	return Source{Path: b.path, Open: func() (io.ReadCloser, error) {
		r, err := b.open()
		if err != nil {
			return nil, err
		}
		return decompressed(r, b, opt)
	}}
}

// decompressed closes r where it fails.
func decompressed(r io.ReadCloser, b blob, opt Options) (io.ReadCloser, error) {
	in, err := decompress(r, b.path, b.depth, opt)
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return in, nil
}

// Refused returns a source that cannot be opened, for err, so that the others can.
func Refused(path string, err error) Source {
	return Source{Path: path, Open: func() (io.ReadCloser, error) { return nil, err }}
}

type kind uint8

const (
	plainFile kind = iota
	zipArchive
	tarArchive
)

// kindOf looks at the first bytes of a blob, below its compressions, of which it
// returns the number.
func (f *finder) kindOf(b blob) (kind, int, error) {
	r, err := b.open()
	if err != nil {
		return plainFile, 0, err
	}
	defer r.Close()
	return sniff(r, b.path, f.opt.maxDepth()-b.depth)
}

// sniff looks through at most that many compressions. A damaged rest is reported
// when it is read, and so is one that is packed too often.
func sniff(r io.Reader, path string, most int) (kind, int, error) {
	layers := 0
	for {
		br := bufio.NewReaderSize(r, 512)
		head, err := br.Peek(512)
		switch {
		case bytes.HasPrefix(head, magicZip):
			return zipArchive, layers, nil
		case err == nil && string(head[257:262]) == "ustar":
			return tarArchive, layers, nil
		case layers == most:
			return plainFile, layers, nil
		}
		next, closer, err := layer(br, head)
		if err != nil {
			return plainFile, layers, fmt.Errorf("%s: damaged %w; unpack it by hand to save what is left", path, err)
		}
		if next == nil {
			return plainFile, layers, nil
		}
		if closer != nil {
			defer closer()
		}
		r = next
		layers++
	}
}

// find returns the logs in b, of which kindOf told kind and layers.
func (f *finder) find(b blob, kind kind, layers int) ([]Source, error) {
	if kind == plainFile {
		return []Source{b.log(f.opt)}, nil
	}
	inside := b.depth + layers + 1
	if inside > f.opt.maxDepth() {
		return nil, &LimitError{b.path, Depth, int64(f.opt.maxDepth())}
	}
	if kind == zipArchive {
		return f.zipMembers(b, layers, inside)
	}
	return f.tarMembers(b, inside)
}

// inner returns the logs in a member: one, or those of an archive in the archive.
// What is wrong with such an archive does not concern the others.
func (f *finder) inner(m blob, kind kind, layers int) ([]Source, error) {
	all, err := f.find(m, kind, layers)
	var limit *LimitError
	switch {
	case err == nil:
		return all, nil
	case errors.As(err, &limit) && limit.Limit == Members:
		return nil, err
	}
	return []Source{Refused(m.path, err)}, nil
}

// member counts a member of an archive of any depth.
func (f *finder) member(archive string) error {
	if f.count++; f.count > f.opt.maxMembers() {
		return &LimitError{archive, Members, int64(f.opt.maxMembers())}
	}
	return nil
}

func (f *finder) zipMembers(b blob, layers, inside int) ([]Source, error) {
	archive := &zipFile{blob: b, packed: layers > 0 || !b.file, opt: f.opt}
	z, err := archive.take()
	if err != nil {
		return nil, fmt.Errorf("%s: damaged zip file: %w; unpack it by hand to save what is left", b.path, err)
	}
	archive.left = len(z.File) + 1 // this one
	defer archive.release()
	var all []Source
	for i, file := range z.File {
		if file.FileInfo().IsDir() || hidden(file.Name) {
			archive.skip()
			continue
		}
		if err := f.member(b.path); err != nil {
			return nil, err
		}
		m := blob{path: b.path + "!" + file.Name, depth: inside}
		m.open = func() (io.ReadCloser, error) { return archive.member(m.path, i) }
		kind, layers := zipMemberKind(file, f.opt.maxDepth()-inside)
		found, err := f.inner(m, kind, layers)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return notEmpty(all, b.path)
}

// zipMemberKind looks into a member. What is wrong with it is reported when it is
// read.
func zipMemberKind(file *zip.File, most int) (kind, int) {
	r, err := file.Open()
	if err != nil {
		return plainFile, 0
	}
	defer r.Close()
	kind, layers, err := sniff(r, "", most)
	if err != nil {
		return plainFile, 0
	}
	return kind, layers
}

// tarMembers goes through an archive once to list its members.
func (f *finder) tarMembers(b blob, inside int) ([]Source, error) {
	archive := &tarFile{blob: b, opt: f.opt}
	r, err := b.log(f.opt).Open()
	if err != nil {
		return nil, err
	}
	type entry struct {
		blob
		kind   kind
		layers int
	}
	var members []entry
	t := tar.NewReader(bufio.NewReader(r))
	for i := 0; ; i++ {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = f.member(b.path)
		} else {
			err = fmt.Errorf("%s: damaged tar file: %w; unpack it by hand to save what is left", b.path, err)
		}
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		if h.Typeflag != tar.TypeReg || hidden(h.Name) {
			continue
		}
		m := blob{path: b.path + "!" + h.Name, depth: inside}
		m.open = func() (io.ReadCloser, error) { return archive.member(m.path, i) }
		kind, layers, err := sniff(t, m.path, f.opt.maxDepth()-inside)
		if err != nil {
			kind, layers = plainFile, 0 // reported when it is read
		}
		members = append(members, entry{m, kind, layers})
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	archive.left = len(members)
	var all []Source
	for _, m := range members {
		found, err := f.inner(m.blob, m.kind, m.layers)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return notEmpty(all, b.path)
}

// hidden leaves out what operating systems add to archives.
func hidden(name string) bool {
	return strings.HasPrefix(path.Base(name), ".") || strings.HasPrefix(name, "__MACOSX/")
}

func notEmpty(all []Source, name string) ([]Source, error) {
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no files in this archive", name)
	}
	return all, nil
}
