package analyze

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"timeline/parse"
)

// collectSample reads all files of a built-in incident.
func collectSample(t *testing.T, name string) ([]*Collector, []Input) {
	t.Helper()
	paths, err := filepath.Glob("../samples/" + name + "/*.*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sample %s: %v", name, err)
	}
	var cs []*Collector
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		cs = append(cs, NewCollector(""))
		r := parse.NewReader(f, path, "", parse.Options{})
		for r.Scan() {
			if r.Bad() == nil {
				cs[len(cs)-1].Add(r.Record())
			}
		}
	}
	return cs, make([]Input, len(cs))
}

func reportJSON(t *testing.T, cs []*Collector, inputs []Input) string {
	t.Helper()
	b, err := json.Marshal(Run(cs, inputs, Options{}))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestClone: a report that was made of clones takes nothing from the originals,
// and forgetting nothing changes nothing.
func TestClone(t *testing.T) {
	for _, name := range []string{"s3-upload", "sawtooth", "dns-change"} {
		cs, inputs := collectSample(t, name)
		clones := func() []*Collector {
			list := make([]*Collector, len(cs))
			for i, c := range cs {
				list[i] = c.Clone()
			}
			return list
		}
		first := reportJSON(t, clones(), inputs)
		for i := range cs {
			if n := cs[i].Forget(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), 1<<20); n != 0 {
				t.Errorf("%s: %d forgotten, want 0", name, n)
			}
		}
		if again := reportJSON(t, clones(), inputs); again != first {
			t.Errorf("%s: the second report of clones differs", name)
		}
		if last := reportJSON(t, cs, inputs); last != first {
			t.Errorf("%s: the report of the originals differs", name)
		}
	}
}

// TestForget: of an hour of tries, one a second, the last ten minutes stay; the
// names of the others are gone.
func TestForget(t *testing.T) {
	var log strings.Builder
	start := time.Date(2026, 7, 28, 11, 0, 0, 0, time.UTC)
	for i := range 3600 {
		at := start.Add(time.Duration(i) * time.Second)
		fmt.Fprintf(&log, `{"topic":"putStart","eventTime":%q,"jobId":"job-%d","host":"h%d.example"}`+"\n", at.Format(time.RFC3339Nano), i, i)
		if i%10 != 0 { // one in ten never ends
			fmt.Fprintf(&log, `{"topic":"putEnd","eventTime":%q,"jobId":"job-%d"}`+"\n", at.Add(500*time.Millisecond).Format(time.RFC3339Nano), i)
		}
	}
	c := NewCollector("")
	r := parse.NewReader(strings.NewReader(log.String()), "x.json", "", parse.Options{})
	for r.Scan() {
		c.Add(r.Record())
	}
	if c.Held() != 3600 {
		t.Fatalf("%d held, want 3600", c.Held())
	}
	if n := c.Forget(start.Add(50*time.Minute), 1<<20); n != 3000 || c.Held() != 600 {
		t.Errorf("%d forgotten and %d held, want 3000 and 600", n, c.Held())
	}
	for name, want := range map[string]bool{"job-2990": false, "job-2999": false, "job-3000": true, "h3599.example": true} {
		if _, kept := c.names.ids[name]; kept != want {
			t.Errorf("%s is kept: %v, want %v", name, kept, want)
		}
	}
	if n := c.Forget(start, 100); n != 440 || c.Held() != 160 { // 100 tries, and 60 open starts
		t.Errorf("%d forgotten and %d held, want 440 and 160", n, c.Held())
	}
	r2 := Run([]*Collector{c}, make([]Input, 1), Options{})
	last := r2.Attempts[len(r2.Attempts)-1]
	if last.Job != "job-3599" || *last.Host != "h3599.example" || last.Sources[0] != (Source{"x.json", 6839}) {
		t.Errorf("the last try is %+v", last)
	}
}

// TestNewest: what is too much goes from the front, and what failed stays longest.
func TestNewest(t *testing.T) {
	well := func(s *string) bool { return *s == "ok" }
	for _, c := range []struct {
		list []string
		most int
		want []string
	}{
		{[]string{"ok", "f1", "ok", "f2"}, 4, []string{"ok", "f1", "ok", "f2"}},
		{[]string{"ok", "f1", "ok", "f2"}, 3, []string{"f1", "ok", "f2"}},
		{[]string{"ok", "f1", "ok", "f2"}, 2, []string{"f1", "f2"}},
		{[]string{"ok", "f1", "ok", "f2"}, 1, []string{"f2"}},
		{nil, 0, nil},
	} {
		if got := newest(slices.Clone(c.list), c.most, well); !slices.Equal(got, c.want) {
			t.Errorf("%v, at most %d: %v, want %v", c.list, c.most, got, c.want)
		}
	}
}
