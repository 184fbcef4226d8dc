package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// timeline runs a command line in this process.
func timeline(t *testing.T, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(args, environment{
		in: strings.NewReader(stdin), out: &out, err: &errs, now: time.Now,
		lookup: func(string) (string, bool) { return "", false },
	})
	return out.String(), errs.String(), code
}

// must is timeline for a command that cannot fail.
func must(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	out, errs, code := timeline(t, stdin, args...)
	if code != 0 {
		t.Fatalf("timeline %s: exit code %d, %s", strings.Join(args, " "), code, errs)
	}
	return out
}

// logsBelow lists the files of an incident in order of their paths.
func logsBelow(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", dir, len(files), err)
	}
	slices.Sort(files)
	return files
}

// incidents are folders of logs: the samples, incidents that were recorded, and
// all of them in one.
func incidents(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, dir := range []string{"s3-upload", "sawtooth", "slow-server", "dns-change"} {
		all[dir] = logsBelow(t, filepath.Join("../../samples", dir))
	}
	for _, dir := range []string{"two-jvms", "short-ttl"} {
		all[dir] = logsBelow(t, filepath.Join("testdata/recorded", dir))
	}
	var every []string
	for _, files := range all {
		every = append(every, files...)
	}
	slices.Sort(every)
	all["all"] = every
	return all
}

// However logs are split, mapped, grouped and repeated, the report is that of one
// run over all of them, to the byte.
func TestAnySplit(t *testing.T) {
	for name, files := range incidents(t) {
		t.Run(name, func(t *testing.T) {
			args := func(first ...string) []string { return append(first, files...) }
			want := must(t, "", args("analyze", "--format", "json")...)
			wantText := must(t, "", args("analyze")...)
			rnd := rand.New(rand.NewPCG(7, 11))
			parts := map[string]string{} // of each file
			for _, f := range files {
				parts[f] = must(t, "", "map", f)
			}
			dir := t.TempDir()
			for round := range 6 {
				partial := reduceInTree(t, rnd, splits(t, rnd, files, parts))
				path := filepath.Join(dir, fmt.Sprintf("%d.partial", round))
				if err := os.WriteFile(path, []byte(partial), 0o644); err != nil {
					t.Fatal(err)
				}
				if got := must(t, "", "analyze", "--format", "json", path); got != want {
					t.Fatalf("round %d: the report differs: %s", round, firstDifference(got, want))
				}
				if got := must(t, partial, "analyze", "-"); got != wantText {
					t.Fatalf("round %d: the text differs: %s", round, firstDifference(got, wantText))
				}
			}
		})
	}
}

// splits maps the files in groups of some size, in some order, some of them twice.
func splits(t *testing.T, rnd *rand.Rand, files []string, parts map[string]string) []string {
	t.Helper()
	order := slices.Clone(files)
	rnd.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	var list []string
	for len(order) > 0 {
		n := 1 + rnd.IntN(len(order))
		if n == 1 {
			list = append(list, parts[order[0]])
		} else {
			list = append(list, must(t, strings.Join(order[:n], "\n"), "map", "--paths-from-stdin"))
		}
		if rnd.IntN(3) == 0 { // an engine's second try
			list = append(list, list[rnd.IntN(len(list))])
		}
		order = order[n:]
	}
	return list
}

// reduceInTree unites partials pair by pair, in any order.
func reduceInTree(t *testing.T, rnd *rand.Rand, list []string) string {
	t.Helper()
	for len(list) > 1 {
		rnd.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		n := 2 + rnd.IntN(len(list)-1)
		lines := strings.SplitAfter(strings.Join(list[:n], ""), "\n")
		rnd.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		list = append(list[n:], must(t, strings.Join(lines, ""), "reduce"))
	}
	if once := must(t, list[0], "reduce"); once != must(t, once+once, "reduce") {
		t.Error("the same partial again changes it")
	}
	return list[0]
}

func firstDifference(got, want string) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	from := max(0, i-200)
	return fmt.Sprintf("got …%q, want …%q", got[from:min(len(got), i+100)], want[from:min(len(want), i+100)])
}

// Shards by number make up the whole.
func TestShardsByNumber(t *testing.T) {
	files := incidents(t)["all"]
	want := must(t, "", append([]string{"map"}, files...)...)
	var parts strings.Builder
	for i := range 5 {
		parts.WriteString(must(t, "", append([]string{"map", "--shard", fmt.Sprintf("%d/5", i)}, files...)...))
	}
	if got := must(t, parts.String(), "reduce"); got != want {
		t.Error(firstDifference(got, want))
	}
}

// A file without an event still says that it was read.
func TestEmptyFileIsKnown(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("empty.log", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	got := must(t, "", "map", "empty.log")
	if !strings.HasPrefix(got, "/\t"+`{"schema":"timeline.partial/v1","version":"devel","sources":{"empty.log":[0,0]},"facts":{"empty.log":{`) || !strings.HasSuffix(got, `"events":[]}`+"\n") {
		t.Error(got)
	}
}

// The recipes of the README: a pool of processes on one machine.
func TestRecipes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	files := incidents(t)["all"]
	want := must(t, "", append([]string{"analyze", "--format", "json"}, files...)...)
	bin := filepath.Join(t.TempDir(), "timeline")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	recipes := map[string]string{
		"xargs":          `printf '%s\0' "$@" | xargs -0 -n 3 -P 2 sh -c 'timeline map -o "$(mktemp parts/XXXXXX)" "$@"' sh && timeline reduce parts/* > all.partial`,
		"parallel":       `printf '%s\n' "$@" | parallel -j 2 -N 4 timeline map > all.partial`,
		"sort as engine": `printf '%s\n' "$@" | timeline map --paths-from-stdin | sort | timeline reduce > all.partial`,
	}
	for name, recipe := range recipes {
		t.Run(name, func(t *testing.T) {
			if name == "parallel" {
				if _, err := exec.LookPath(name); err != nil {
					t.Skip("GNU parallel is not installed")
				}
			}
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "parts"), 0o755); err != nil {
				t.Fatal(err)
			}
			here, err := os.Getwd()
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range []string{"samples", "testdata"} { // so that relative paths work there
				target := filepath.Join(here, d)
				if d == "samples" {
					target = filepath.Join(here, "../../samples")
				}
				if err := os.Symlink(target, filepath.Join(dir, d)); err != nil {
					t.Fatal(err)
				}
			}
			local := make([]string, len(files))
			for i, f := range files {
				local[i] = strings.TrimPrefix(f, "../../")
			}
			sh := exec.Command("sh", append([]string{"-c", recipe + ` && timeline analyze --format json all.partial`, "sh"}, local...)...)
			sh.Dir = dir
			sh.Env = append(os.Environ(), "PATH="+filepath.Dir(bin)+":"+os.Getenv("PATH"))
			var errs bytes.Buffer
			sh.Stderr = &errs
			out, err := sh.Output()
			if err != nil {
				t.Fatalf("%v: %s", err, errs.String())
			}
			if got, want := string(out), strings.ReplaceAll(want, "../../samples", "samples"); got != want {
				t.Error(firstDifference(got, want))
			}
		})
	}
}
