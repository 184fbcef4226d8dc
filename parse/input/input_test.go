package input

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

const text = "2026-07-28 11:45:31.413 ERROR - failed\n"

// bzip2Text is text, packed by bzip2 1.0.8: the standard library only unpacks.
var bzip2Text = []byte("\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\x85\xbf\xcf\x99\x00\x00\x07\xdf\x00\x00\x10\x40\x03\x7f\xd0\x02\x00\x90\x00\x27\x24\x20\x00\x23\x1e\xa6\x9b\xf5\x51\xa6\x64\x6a\x60\x28\x00\xc4\x69\xa6\x8d\x3f\x76\xf8\x15\xa7\x48\x82\xc6\x6a\x42\xac\x84\x84\xa9\x26\x74\x7c\x63\x46\x75\xb1\x77\x24\x53\x85\x09\x08\x5b\xfc\xf9\x90")

// utf16Text is text as a Windows shell writes it.
var utf16Text = func() []byte {
	b := []byte{0xff, 0xfe}
	for _, c := range []byte(text) {
		b = append(b, c, 0)
	}
	return b
}()

func write(t testing.TB, dir, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func packed(t testing.TB, open func(w io.Writer) (io.WriteCloser, error), data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := open(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gz(t *testing.T, data []byte) []byte {
	return packed(t, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }, data)
}

func tarOf(t *testing.T, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, n := range names {
		if err := w.WriteHeader(&tar.Header{Name: n, Mode: 0o644, Size: int64(len(text)), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipOf(t *testing.T, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, n := range names {
		f, err := w.Create(n)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Compression is told by the bytes, whatever the name says.
func TestCompression(t *testing.T) {
	dir := t.TempDir()
	tests := map[string][]byte{
		"plain":  []byte(text),
		"gzip":   gz(t, []byte(text)),
		"twice":  gz(t, gz(t, []byte(text))),
		"zstd":   packed(t, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }, []byte(text)),
		"bzip2":  bzip2Text,
		"utf-16": utf16Text,
		"xz":     packed(t, func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) }, []byte(text)),
	}
	for name, data := range tests {
		t.Run(name, func(t *testing.T) {
			path := write(t, dir, name+".log", data)
			sources, err := Find([]string{path}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := content(t, sources[0]); got != text {
				t.Errorf("got %q", got)
			}
		})
	}
}

func content(t *testing.T, s Source) string {
	t.Helper()
	r, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, "b/2.log", []byte(text))
	write(t, dir, "b/1.log", []byte(text))
	write(t, dir, "b/.hidden", []byte(text))
	write(t, dir, "a=b.log", []byte(text))
	write(t, dir, "m.zip", zipOf(t, "x/one.log", "__MACOSX/one.log", "two.log"))
	write(t, dir, "m.tgz", gz(t, tarOf(t, "one.log", "sub/two.log")))
	tests := []struct {
		args []string
		want string // paths and processes
	}{
		{[]string{"b"}, "b/1.log b/2.log"},
		{[]string{"b/2.log", "b/1.log"}, "b/2.log b/1.log"},
		{[]string{"b/*.log"}, "b/1.log b/2.log"},
		{[]string{"p1=b/1.log", "p2=b"}, "b/1.log(p1) b/1.log(p2) b/2.log(p2)"},
		{[]string{"a=b.log"}, "a=b.log"},
		{[]string{"p=a=b.log"}, "a=b.log(p)"},
		{[]string{"m.zip"}, "m.zip!x/one.log m.zip!two.log"},
		{[]string{"m.tgz"}, "m.tgz!one.log m.tgz!sub/two.log"},
		{[]string{"-", "p=-"}, "- -(p)"},
	}
	for _, tt := range tests {
		sources, err := Find(tt.args, Options{Stdin: strings.NewReader(text)})
		if err != nil {
			t.Errorf("Find(%q): %v", tt.args, err)
			continue
		}
		var got []string
		for _, s := range sources {
			name := filepath.ToSlash(s.Path)
			if s.Process != "" {
				name += "(" + s.Process + ")"
			}
			got = append(got, name)
			if s.Path != "-" && content(t, s) != text {
				t.Errorf("%s: wrong content", s.Path)
			}
		}
		if g := strings.Join(got, " "); g != tt.want {
			t.Errorf("Find(%q) = %s, want %s", tt.args, g, tt.want)
		}
	}
}

// Errors say what, where, and what to do.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, "bad.gz", []byte("\x1f\x8bnonsense"))
	write(t, dir, "bad.zip", []byte("PK\x03\x04nonsense"))
	write(t, dir, "empty.zip", zipOf(t, ".x")) // only a hidden member
	write(t, dir, "many.zip", zipOf(t, "a", "b", "c"))
	if err := os.Mkdir("nothing", 0o755); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ arg, want string }{
		{"none.log", "none.log: no such file or directory; give a file, a directory, a pattern or - for the standard input"},
		{"*.none", "*.none: no file matches this pattern; check the folder's name"},
		{"nothing", "nothing: no files in this directory"},
		{"-", "-: there is no standard input to read; give a file"},
		{"empty.zip", "empty.zip: no files in this archive"},
		{"many.zip", "many.zip: more than 2 members; unpack it by hand and give the part that matters"},
		{"bad.gz", "bad.gz: damaged gzip file: "},
		{"bad.zip", "bad.zip: damaged zip file: "},
	}
	for _, tt := range tests {
		if _, err := Find([]string{tt.arg}, Options{MaxMembers: 2}); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Find(%q): %v, want %s…", tt.arg, err, tt.want)
		}
	}
}

// A small archive must not unpack without end.
func TestBomb(t *testing.T) {
	dir := t.TempDir()
	path := write(t, dir, "bomb", gz(t, make([]byte, 1<<20)))
	sources, err := Find([]string{path}, Options{MaxBytes: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	r, err := sources[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	n, err := io.Copy(io.Discard, r)
	if n != 1<<16 || err == nil || !strings.Contains(err.Error(), "unpacks to more than 65536 bytes") {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// archiveOf packs members, of which each is a name and its bytes.
func archiveOf(t *testing.T, zipped bool, members ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z, w := zip.NewWriter(&b), tar.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		name, data := members[i], members[i+1]
		var out io.Writer = w
		var err error
		if zipped {
			out, err = z.Create(name)
		} else {
			err = w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(data)), Typeflag: tar.TypeReg})
		}
		if err == nil {
			_, err = io.WriteString(out, data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	closer := w.Close
	if zipped {
		closer = z.Close
	}
	if err := closer(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Archives in archives are read down to a depth. What is packed deeper, or is
// damaged, does not keep the rest from being read.
func TestArchivesInArchives(t *testing.T) {
	tgz := func(members ...string) string { return string(gz(t, archiveOf(t, false, members...))) }
	zipped := func(members ...string) string { return string(archiveOf(t, true, members...)) }
	path := write(t, t.TempDir(), "support.bin", []byte(zipped(
		"a.log", text,
		"pods.bin", tgz("p1.log", text, "p2.gz", string(gz(t, []byte(text))), "old.zip", zipped("p3.log", text)),
		"bad.zip", "PK\x03\x04nonsense",
		"zip.gz", string(gz(t, []byte(zipped("b.log", text, "c.log", text)))),
		"deep.tgz", tgz("d.tgz", tgz("e.log.gz", string(gz(t, []byte(text))))),
		"z.log", text,
	)))
	const damaged, deep = "damaged zip file", "packed more than 5 times over"
	want := []struct{ name, err string }{
		{"a.log", ""}, {"pods.bin!p1.log", ""}, {"pods.bin!p2.gz", ""}, {"pods.bin!old.zip!p3.log", ""}, {"bad.zip", damaged},
		{"zip.gz!b.log", ""}, {"zip.gz!c.log", ""}, {"deep.tgz!d.tgz!e.log.gz", deep}, {"z.log", ""},
	}
	sources, err := Find([]string{path}, Options{})
	if err != nil || len(sources) != len(want) {
		t.Fatalf("%d sources, %v; want %d", len(sources), err, len(want))
	}
	check := func(i int) {
		t.Helper()
		if got := strings.TrimPrefix(sources[i].Path, path+"!"); got != want[i].name {
			t.Errorf("source %d is %s, want %s", i, got, want[i].name)
		}
		if want[i].err == "" {
			if got := content(t, sources[i]); got != text {
				t.Errorf("%s holds %q", want[i].name, got)
			}
		} else if _, err := sources[i].Open(); err == nil || !strings.Contains(err.Error(), want[i].err) {
			t.Errorf("%s: %v, want an error with %q", want[i].name, err, want[i].err)
		}
	}
	for i := range sources {
		check(i)
	}
	for i := range sources { // and backwards
		check(len(sources) - 1 - i)
	}
	raised, err := Find([]string{path}, Options{MaxDepth: 6})
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, raised[7]); got != text {
		t.Errorf("with a raised limit: %q", got)
	}
}

// A stream that no log packs so well is refused, and read where the limit is raised.
func TestRatio(t *testing.T) {
	zero := packed(t, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }, make([]byte, 64<<20))
	path := write(t, t.TempDir(), "in", bytes.Repeat(zero, 6))
	for _, tt := range []struct {
		ratio int64
		want  error
	}{{0, &LimitError{path, Ratio, 2000}}, {1 << 20, nil}} {
		sources, err := Find([]string{path}, Options{MaxRatio: tt.ratio})
		if err != nil {
			t.Fatal(err)
		}
		r, err := sources[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, r)
		r.Close()
		if fmt.Sprint(err) != fmt.Sprint(tt.want) || (n == 6*64<<20) != (tt.want == nil) {
			t.Errorf("ratio %d: %d bytes, %v; want %v", tt.ratio, n, err, tt.want)
		}
	}
}

// An archive may come through the standard input, and a log with any beginning.
func TestStandardInput(t *testing.T) {
	long := strings.Repeat(text, 1<<13)
	tests := []struct {
		name string
		data []byte
		want map[string]string
	}{
		{"log", []byte(long), map[string]string{"-": long}},
		{"nothing", nil, map[string]string{"-": ""}},
		{"one byte", []byte("x"), map[string]string{"-": "x"}},
		{"gzip", gz(t, []byte(long)), map[string]string{"-": long}},
		{"zip", zipOf(t, "a.log", "b.log"), map[string]string{"-!a.log": text, "-!b.log": text}},
		{"tar.gz", gz(t, tarOf(t, "a.log", "b.log")), map[string]string{"-!a.log": text, "-!b.log": text}},
	}
	for _, tt := range tests {
		sources, err := Find([]string{"-"}, Options{Stdin: iotest.HalfReader(bytes.NewReader(tt.data))})
		if err != nil || len(sources) != len(tt.want) {
			t.Errorf("%s: %d sources, %v", tt.name, len(sources), err)
			continue
		}
		for _, s := range sources {
			if want, ok := tt.want[s.Path]; !ok || content(t, s) != want {
				t.Errorf("%s: wrong content of %s", tt.name, s.Path)
			}
		}
	}
}
