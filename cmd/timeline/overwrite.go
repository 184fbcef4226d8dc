package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"timeline/parse/input"
	"timeline/render/words"
)

// writing notes the files that a command will write, and refuses two that are one.
func (r *readFlags) writing(outputs []string) error {
	for i, a := range outputs {
		for _, b := range outputs[:i] {
			if samePath(a, b) && !isDevice(a) {
				return usageErrorf("-o %s and -o %s are the same file: name each output once", words.Visible(b), words.Visible(a))
			}
		}
	}
	r.writes = outputs
	return nil
}

// samePath reports whether two paths lead to one file, which need not exist.
func samePath(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	if errA != nil || errB != nil || filepath.Base(absA) != filepath.Base(absB) {
		return false
	}
	infoA, errA = os.Stat(filepath.Dir(absA))
	infoB, errB = os.Stat(filepath.Dir(absB))
	if errA != nil || errB != nil {
		return absA == absB
	}
	return os.SameFile(infoA, infoB)
}

// refuseInputs refuses to replace what is read by what is made of it. What the
// program wrote itself is not read, and may be written anew.
func refuseInputs(outputs []string, sources []input.Source) error {
	for _, out := range outputs {
		info, err := os.Stat(out)
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			continue
		}
		for _, s := range sources {
			if s.File == "" || !isFile(s.File, info) {
				continue
			}
			if head := headOf(out); productOf(head) != "" || isPicture(head) {
				continue
			}
			return overwrites(out, s.Path)
		}
	}
	return nil
}

// refuseInput refuses to replace the one input at path, whatever it is.
func refuseInput(outputs []string, path string) error {
	for _, out := range outputs {
		if info, err := os.Stat(out); err == nil && info.Mode().IsRegular() && isFile(path, info) {
			return overwrites(out, path)
		}
	}
	return nil
}

func overwrites(out, in string) error {
	return usageErrorf("-o %s would replace an input, %s: name another file; nothing was written", words.Visible(out), words.Visible(in))
}

// isFile reports whether path leads to the file of info, if through a link.
func isFile(path string, info fs.FileInfo) bool {
	other, err := os.Stat(path)
	return err == nil && os.SameFile(info, other)
}

// headOf is the beginning of a file, nothing where it cannot be read.
func headOf(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, sniffedProduct)
	n, _ := io.ReadFull(f, head)
	return head[:n]
}

// cannotWrite says why an output cannot be written: of a folder that is missing
// the name of the folder, and not that of the file that is written beside first.
func cannotWrite(path string, err error) error {
	dir := filepath.Dir(path)
	if _, missing := os.Stat(dir); errors.Is(missing, fs.ErrNotExist) {
		return &exitError{exitOutput, fmt.Errorf("cannot write %s: folder %s: no such file or directory", words.Visible(path), words.Visible(dir))}
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return &exitError{exitOutput, fmt.Errorf("cannot write %s: %w", words.Visible(path), err)}
}
