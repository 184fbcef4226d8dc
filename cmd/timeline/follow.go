package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"timeline/render/words"
)

// A follower reads a file as it grows, by its path: when the file there is
// another one, or shorter than before, the log was rotated and begins anew.
type follower struct {
	path   string
	file   *os.File
	info   os.FileInfo // of file
	offset int64       // bytes read
	mark   []byte      // the last bytes before offset
	unended
	gone bool // no file is at path
}

const (
	markSize   = 512     // more than a line, so that a time is in it
	followStep = 1 << 20 // bytes read before the others get their turn
)

// A growth is what a follower found at one look.
type growth struct {
	lines   []byte // whole lines; valid until the next look
	last    []byte // the end of the file before, where rotated: a line without an end
	rotated bool
	more    bool // there is more to read at once
}

// look reads what was added since the last look.
func (f *follower) look() (growth, error) {
	info, err := os.Stat(f.path)
	f.gone = errors.Is(err, fs.ErrNotExist)
	if err != nil && !f.gone {
		return growth{}, err
	}
	if f.file == nil {
		if f.gone {
			return growth{}, nil
		}
		return growth{more: true}, f.open()
	}
	cut := f.isCut()
	if !cut {
		lines, more, err := f.read()
		if err != nil || more || len(lines) > 0 {
			return growth{lines: lines, more: more}, err
		}
		if f.gone || os.SameFile(info, f.info) {
			return growth{}, nil
		}
	}
	g := growth{rotated: true, last: f.rest, more: true}
	f.close()
	if f.gone {
		return g, nil
	}
	return g, f.open()
}

// isCut reports whether the file was cut, and perhaps filled again beyond its
// old length: then the bytes before offset are others.
func (f *follower) isCut() bool {
	info, err := f.file.Stat()
	if err != nil {
		return false
	}
	if info.Size() < f.offset {
		return true
	}
	if len(f.mark) == 0 || info.ModTime().Equal(f.info.ModTime()) && info.Size() == f.info.Size() {
		return false
	}
	now := make([]byte, len(f.mark))
	if _, err := f.file.ReadAt(now, f.offset-int64(len(now))); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	if !bytes.Equal(now, f.mark) {
		return true
	}
	f.info = info
	return false
}

func (f *follower) open() error {
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	f.file, f.info, f.offset, f.mark, f.rest = file, info, 0, nil, nil
	return nil
}

func (f *follower) close() {
	if f.file != nil {
		f.file.Close()
		f.file = nil
	}
}

// read returns the whole lines of the next bytes, and whether more may follow.
func (f *follower) read() (lines []byte, more bool, err error) {
	info, err := f.file.Stat()
	if err != nil || info.Size() <= f.offset {
		return nil, false, err
	}
	block := make([]byte, min(followStep, info.Size()-f.offset))
	n, err := f.file.ReadAt(block, f.offset)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, err
	}
	block = block[:n]
	f.offset += int64(n)
	f.mark = append(f.mark, block[max(0, n-markSize):]...)
	f.mark = f.mark[max(0, len(f.mark)-markSize):]
	return f.whole(block), f.offset < info.Size(), nil
}

// skip passes over what the file holds now, up to its last whole line.
func (f *follower) skip() error {
	for {
		g, err := f.look()
		if err != nil || f.file == nil || !g.more && len(g.lines) == 0 {
			return err
		}
	}
}

// unended keeps the line that has no end yet.
type unended struct{ rest []byte }

// longLine bounds the bytes of such a line: the reader takes no longer ones.
const longLine = 2 << 20

// whole returns the whole lines that a block completes, and keeps the rest.
func (u *unended) whole(block []byte) []byte {
	end := bytes.LastIndexByte(block, '\n') + 1
	if end == 0 {
		u.keep(block)
		return nil
	}
	lines := append(u.rest, block[:end]...)
	u.rest = nil
	u.keep(block[end:])
	return lines
}

func (u *unended) keep(b []byte) {
	u.rest = append(u.rest, b[:min(len(b), max(0, longLine-len(u.rest)))]...)
}

// A target is a file to follow.
type target struct{ path, process string }

// findTargets expands arguments: files, patterns, and folders with what is below
// them, each as PATH or NAME=PATH. Hidden files are left out.
// A file that is named and not there yet is a target too.
func findTargets(args []string) ([]target, error) {
	var all []target
	for _, arg := range args {
		process, path := splitProcess(arg)
		paths, err := expand(path)
		if err != nil {
			return nil, err
		}
		for _, p := range paths {
			t := target{p, process}
			if !slices.ContainsFunc(all, func(o target) bool { return o.path == p }) {
				all = append(all, t)
			}
		}
	}
	return all, nil
}

// splitProcess cuts NAME=PATH, unless a file has this whole name.
func splitProcess(arg string) (process, path string) {
	before, after, ok := strings.Cut(arg, "=")
	if _, err := os.Lstat(arg); err == nil || !ok || before == "" || strings.ContainsRune(before, filepath.Separator) {
		return "", arg
	}
	return before, after
}

func expand(path string) ([]string, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return filesBelow(path), nil
	case err == nil || !strings.ContainsAny(path, "*?["):
		return []string{path}, nil
	}
	matches, err := filepath.Glob(path)
	if err != nil {
		return nil, usageErrorf("%s is no pattern: %v", words.Visible(path), err)
	}
	var paths []string
	for _, m := range matches {
		paths = append(paths, filesBelow(m)...)
	}
	return paths, nil
}

// filesBelow lists the files below a folder, or the one file that root is, in
// the order of their names. What
// cannot be read, or is gone again, is left out: the next look may find it.
func filesBelow(root string) []string {
	var paths []string
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case path != root && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return filepath.SkipDir
			}
		case !d.IsDir():
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				paths = append(paths, path)
			}
		}
		return nil
	})
	return paths
}

func (t target) String() string {
	if t.process != "" {
		return fmt.Sprintf("%s=%s", words.Visible(t.process), words.Visible(t.path))
	}
	return words.Visible(t.path)
}
