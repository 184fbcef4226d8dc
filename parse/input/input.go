// Package input finds the logs that a command line names: files, directories,
// patterns, archives, the standard input. It looks at the first bytes of each,
// never at its name, to undo compression.
package input

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// A Source is one log that can be opened.
type Source struct {
	Path    string // as the user gave it; "a.zip!b.log" for a member of an archive
	Process string // NAME of an argument NAME=PATH, else ""
	File    string // the file that holds the log, by itself or in an archive; "" for the standard input
	// Dangling is a link below a directory that leads nowhere: nobody asked for it
	// by name, and no log is missing that ever was there.
	Dangling bool
	// Open returns the log without its compression. An error says which file
	// and why.
	Open func() (io.ReadCloser, error)
}

// Options say where the standard input comes from, and bound what archives
// may unpack to.
type Options struct {
	Stdin io.Reader // read for "-"; nil means there is none
	// MaxBytes bounds the unpacked size of one log, against archives made to
	// fill memory and disks; 0 means 1 TiB.
	MaxBytes int64
	// MaxMembers bounds the members of one archive, with those of archives in
	// it; 0 means 100,000.
	MaxMembers int
	// MaxRatio bounds how many times its size a log may unpack to, once that
	// is more than 256 MiB; 0 means 2000.
	MaxRatio int64
	// MaxDepth bounds how often a log may be packed, where a tar.gz packs
	// twice; 0 means 5.
	MaxDepth int
}

// Find returns the logs that args name, in the order of args: a file, a
// directory with everything below it in the order of names, a pattern, "-", and
// any of these behind NAME=. A path that exists as it is written is never taken
// for NAME=PATH. Hidden files of a directory are left out.
func Find(args []string, opt Options) ([]Source, error) {
	var all []Source
	for _, arg := range args {
		name, path := "", arg
		if before, after, ok := strings.Cut(arg, "="); ok && before != "" && !exists(arg) && !strings.ContainsRune(before, filepath.Separator) {
			name, path = before, after
		}
		sources, err := find(path, opt)
		if err != nil {
			return nil, err
		}
		for i := range sources {
			sources[i].Process = name
		}
		all = append(all, sources...)
	}
	return all, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func find(path string, opt Options) ([]Source, error) {
	if path == "-" {
		return stdin(opt)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return directory(path, opt)
	case err == nil && info.Mode()&fs.ModeDevice != 0 && !given(path):
		return nil, fmt.Errorf("%s: a device, which may have no end; give a file, or - for the standard input", path)
	case err == nil:
		return inFile(path, opt)
	case strings.ContainsAny(path, "*?["):
		return pattern(path, opt)
	case os.IsNotExist(err):
		return nil, fmt.Errorf("%s: no such file or directory; give a file, a directory, a pattern or - for the standard input", path)
	}
	return nil, fmt.Errorf("%w; check the path and its permissions", err)
}

// inFile is file, with the name of the file in each source.
func inFile(path string, opt Options) ([]Source, error) {
	sources, err := file(path, opt)
	for i := range sources {
		sources[i].File = path
	}
	return sources, err
}

// given reports whether path is a device that is made to be named: one that the
// process was given, or that is empty.
func given(path string) bool {
	return path == os.DevNull || path == "/dev/stdin" || path == "/dev/tty" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

func stdin(opt Options) ([]Source, error) {
	if opt.Stdin == nil {
		return nil, fmt.Errorf("-: there is no standard input to read; give a file")
	}
	const path = "-"
	br := bufio.NewReaderSize(opt.Stdin, 64<<10)
	_, _ = br.Peek(1) // what is wrong is told when it is read
	head, _ := br.Peek(br.Buffered())
	kind, layers, err := sniff(bytes.NewReader(head), path, opt.maxDepth())
	if err != nil || kind == plainFile {
		return []Source{{Path: path, Open: func() (io.ReadCloser, error) {
			return decompress(io.NopCloser(br), path, 0, opt)
		}}}, nil
	}
	held, err := io.ReadAll(io.LimitReader(br, maxHeld+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", path, err)
	case len(held) > maxHeld:
		return nil, fmt.Errorf("%s: an archive of more than %d MiB on the standard input; save it to a file", path, maxHeld>>20)
	}
	f := finder{opt: opt}
	return f.find(blob{path: path, open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(held)), nil }}, kind, layers)
}

func pattern(path string, opt Options) ([]Source, error) {
	matches, err := filepath.Glob(path)
	if err != nil {
		return nil, fmt.Errorf("%s: bad pattern: a [ without ]; put the path in quotes if it is a file's name", path)
	}
	if len(matches) == 0 {
		return nil, fmt.Errorf("%s: no file matches this pattern; check the folder's name", path)
	}
	var all []Source
	for _, m := range matches { // Glob sorts
		sources, err := find(m, opt)
		if err != nil {
			sources = []Source{Refused(m, err)}
		}
		all = append(all, sources...)
	}
	return all, nil
}

// directory returns the regular files below a directory, and refused sources for
// what below it cannot be read, as a link that leads nowhere.
func directory(root string, opt Options) ([]Source, error) {
	var paths []string
	refused := map[string]error{}
	refuse := func(path string, err error) {
		paths, refused[path] = append(paths, path), err
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == root:
			return fmt.Errorf("%w; make it readable or name the files one by one", err)
		case err != nil:
			refuse(path, err)
		case path != root && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return filepath.SkipDir
			}
		case d.Type().IsRegular():
			paths = append(paths, path)
		case d.Type()&fs.ModeSymlink != 0:
			if info, err := os.Stat(path); err != nil {
				refuse(path, err)
			} else if info.Mode().IsRegular() {
				paths = append(paths, path)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sort.Strings(paths)
	var all []Source
	for _, p := range paths {
		if err := refused[p]; err != nil {
			s := Refused(p, err)
			s.Dangling = errors.Is(err, fs.ErrNotExist)
			all = append(all, s)
			continue
		}
		sources, err := inFile(p, opt)
		if err != nil {
			sources = []Source{Refused(p, err)}
		}
		all = append(all, sources...)
	}
	if !slices.ContainsFunc(all, func(s Source) bool { return !s.Dangling }) {
		return nil, fmt.Errorf("%s: no files in this directory", root)
	}
	return all, nil
}
