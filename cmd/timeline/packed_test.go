package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// packedLogs is one log in every packing that is read.
func packedLogs(t *testing.T, b []byte) map[string][]byte {
	t.Helper()
	return map[string][]byte{
		"gzip": gzipOf(t, b), "zstd": zstdOf(t, b), "zip": zipOf(t, "a.log", b), "xz": xzOf(t, b), "tar.gz": gzipOf(t, tarOf(t, "a.log", b)),
	}
}

func gzipOf(t *testing.T, b []byte) []byte {
	t.Helper()
	return compressed(t, b, func(out io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(out), nil })
}

func xzOf(t *testing.T, b []byte) []byte {
	t.Helper()
	return compressed(t, b, func(out io.Writer) (io.WriteCloser, error) { return xz.NewWriter(out) })
}

// compressed is what comes out of a compressor for b.
func compressed(t *testing.T, b []byte, compressor func(io.Writer) (io.WriteCloser, error)) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := compressor(&out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func zstdOf(t *testing.T, b []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(b, nil)
}

func zipOf(t *testing.T, name string, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	f, err := w.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func tarOf(t *testing.T, name string, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o666, Size: int64(len(b)), Typeflag: tar.TypeReg}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
