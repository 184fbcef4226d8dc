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

// file returns the log in a file, or the logs in the archive that it is.
func file(name string, opt Options) ([]Source, error) {
	kind, err := kindOf(name, opt)
	switch {
	case err != nil:
		return nil, err
	case kind == zipArchive:
		return zipMembers(name, opt)
	case kind == tarArchive:
		return tarMembers(name, opt)
	}
	return []Source{{Path: name, Open: func() (io.ReadCloser, error) { return openFile(name, opt) }}}, nil
}

type kind uint8

const (
	plainFile kind = iota
	zipArchive
	tarArchive
)

// kindOf looks at the first bytes of a file, below its compression. A pipe is
// not looked at: what is read from it would be gone.
func kindOf(name string, opt Options) (kind, error) {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return plainFile, nil
	}
	r, err := openFile(name, opt)
	if err != nil {
		return plainFile, err
	}
	defer r.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(r, head)
	switch {
	case bytes.HasPrefix(head[:n], magicZip):
		return zipArchive, nil
	case err == nil && string(head[257:262]) == "ustar":
		return tarArchive, nil
	}
	return plainFile, nil // a damaged rest is reported when it is read
}

func zipMembers(name string, opt Options) ([]Source, error) {
	z, err := zip.OpenReader(name)
	if err != nil {
		return nil, fmt.Errorf("%s: damaged zip file: %w; unpack it by hand to save what is left", name, err)
	}
	defer z.Close()
	if len(z.File) > opt.maxMembers() {
		return nil, tooMany(name, opt)
	}
	var all []Source
	archive := &zipFile{name: name}
	for i, f := range z.File {
		if f.FileInfo().IsDir() || hidden(f.Name) {
			continue
		}
		member := name + "!" + f.Name
		all = append(all, Source{Path: member, Open: func() (io.ReadCloser, error) { return archive.member(member, i, opt) }})
	}
	archive.left = len(all)
	return notEmpty(all, name)
}

// tarMembers lists the members.
func tarMembers(name string, opt Options) ([]Source, error) {
	r, err := openFile(name, opt)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var all []Source
	archive := &tarFile{name: name, opt: opt}
	t := tar.NewReader(bufio.NewReader(r))
	for i := 0; ; i++ {
		h, err := t.Next()
		switch {
		case errors.Is(err, io.EOF):
			archive.left = len(all)
			return notEmpty(all, name)
		case err != nil:
			return nil, fmt.Errorf("%s: damaged tar file: %w; unpack it by hand to save what is left", name, err)
		case i >= opt.maxMembers():
			return nil, tooMany(name, opt)
		case h.Typeflag != tar.TypeReg || hidden(h.Name):
			continue
		}
		member := name + "!" + h.Name
		all = append(all, Source{Path: member, Open: func() (io.ReadCloser, error) { return archive.member(member, i) }})
	}
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

func tooMany(name string, opt Options) error {
	return fmt.Errorf("%s: more than %d members; unpack it and give the files that matter", name, opt.maxMembers())
}
