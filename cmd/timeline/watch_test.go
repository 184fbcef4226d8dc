package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"timeline/analyze"
)

// A watchBench runs a watcher by hand: its clock moves only when a test says so.
type watchBench struct {
	*testing.T
	dir      string
	now      time.Time
	w        *watcher
	out, err bytes.Buffer
}

func newWatchBench(t *testing.T) *watchBench {
	b := &watchBench{T: t, dir: t.TempDir(), now: time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)}
	t.Chdir(b.dir)
	return b
}

func (b *watchBench) start(set func(*watchOptions), paths ...string) {
	b.Helper()
	o := &watchOptions{
		paths: paths, format: "text", only: []string{"any:moderate"}, keep: time.Hour,
		env: environment{out: &b.out, err: &b.err, now: func() time.Time { return b.now }, lookup: func(string) (string, bool) { return "", false }},
	}
	o.drawing = drawFlags{color: "never", zone: "UTC", theme: "light", size: "1600x900", scale: 1}
	if set != nil {
		set(o)
	}
	if err := o.check(); err != nil {
		b.Fatal(err)
	}
	var err error
	if b.w, err = newWatcher(o); err != nil {
		b.Fatal(err)
	}
}

// run lets d pass, in the steps in which the watch looks.
func (b *watchBench) run(d time.Duration) {
	b.Helper()
	for end := b.now.Add(d); b.now.Before(end); b.now = b.now.Add(500 * time.Millisecond) {
		for busy := true; busy; {
			var err error
			if busy, err = b.w.tick(b.now); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func (b *watchBench) append(path, text string) {
	b.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		b.Fatal(err)
	}
}

func (b *watchBench) records() int {
	n := b.w.gone.Records
	for _, l := range b.w.logs {
		n += l.input().Records
	}
	return n
}

// expect checks how many records were read in all.
func (b *watchBench) expect(what string, records int) {
	b.Helper()
	if n := b.records(); n != records {
		b.Errorf("%s: %d records, want %d; %s", what, n, records, &b.err)
	}
}

// entries are n whole log entries, a second apart.
func entries(from time.Time, n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "%s INFO  [w-1] c.e.Job - upload ok jobId=j%d host=a.example elapsedMs=71\n", from.Add(time.Duration(i)*time.Second).Format("2006-01-02 15:04:05.000"), i)
	}
	return s.String()
}

// incident is a failed lookup of five seconds and failures from its cache, as
// logged at at.
func incident(at time.Time) string {
	const frames = "\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)\n\tat java.base/java.net.InetAddress.getAllByName(InetAddress.java:1386)\n"
	const lookup = "\tat java.base/java.net.Inet4AddressImpl.lookupAllHostAddr(Native Method)\n" +
		"\tat java.base/java.net.InetAddress$PlatformNameService.lookupAllHostAddr(InetAddress.java:934)\n" +
		"\tat java.base/java.net.InetAddress.getAddressesFromNameService(InetAddress.java:1543)\n" +
		"\tat java.base/java.net.InetAddress$NameServiceAddresses.get(InetAddress.java:852)\n"
	var s strings.Builder
	line := func(after time.Duration, job string, took int, trace string) {
		fmt.Fprintf(&s, "%s ERROR [w-%s] c.e.Job - upload failed jobId=%s host=db.example elapsedMs=%d\n%s", at.Add(after).Format("2006-01-02 15:04:05.000"), job, job, took, trace+frames)
	}
	line(0, "j0", 5005, "java.net.UnknownHostException: db.example: Temporary failure in name resolution\n"+lookup)
	for i := range 8 {
		line(time.Duration(i+1)*time.Second, fmt.Sprintf("j%d", i+1), 1, "java.net.UnknownHostException: db.example\n\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n")
	}
	return s.String()
}

func TestWatchGrowth(t *testing.T) {
	b := newWatchBench(t)
	b.append("app.log", entries(b.now, 3))
	b.start(nil, "app.log", "later.log")
	b.run(5 * time.Second)
	b.expect("at the start", 3)
	if want := "timeline: later.log is not there yet\n"; b.err.String() != want {
		t.Errorf("standard error %q, want %q", &b.err, want)
	}

	more := entries(b.now, 2)
	b.append("app.log", more[:len(more)-30])
	b.run(5 * time.Second)
	b.expect("a line that is cut waits", 4)
	b.append("app.log", more[len(more)-30:])
	b.run(5 * time.Second)
	b.expect("for its rest", 5)

	b.append("later.log", entries(b.now, 1))
	b.run(5 * time.Second)
	b.expect("a file that came later", 6)
}

// TestWatchTrace: a stack trace that is being written is one failure, with all
// its frames.
func TestWatchTrace(t *testing.T) {
	b := newWatchBench(t)
	text := incident(b.now)
	cut := strings.Index(text, "\tat java.base/java.net.InetAddress.getAddressesFromNameService")
	b.append("app.log", text[:cut])
	b.start(nil, "app.log")
	b.run(time.Second)
	b.expect("before its end", 0)
	b.append("app.log", text[cut:])
	b.run(5 * time.Second)
	b.expect("after it", 9)
	if !strings.Contains(b.out.String(), "negative-cache (strong): ") {
		t.Errorf("told: %s", &b.out)
	}
}

func TestWatchRotation(t *testing.T) {
	b := newWatchBench(t)
	b.append("app.log", entries(b.now, 10))
	b.start(nil, "app.log*")
	b.run(3 * time.Second)
	b.expect("at the start", 10)

	b.append("app.log", entries(b.now, 2)+"2026-07-28 12:00:00.000 INFO  [w-1] c.e.Job - upload ok jobId=j99 host=a.example elapsedMs=71")
	if err := os.Rename("app.log", "app.log.1"); err != nil {
		t.Fatal(err)
	}
	b.append("app.log", entries(b.now, 4))
	b.run(5 * time.Second)
	b.expect("a new file at the path, the old one read to its end and not again", 17)

	if err := os.Truncate("app.log", 0); err != nil {
		t.Fatal(err)
	}
	b.append("app.log", entries(b.now, 1))
	b.run(5 * time.Second)
	b.expect("cut and shorter", 18)

	if err := os.WriteFile("app.log", []byte(entries(b.now.Add(time.Hour), 20)), 0o666); err != nil {
		t.Fatal(err)
	}
	b.run(5 * time.Second)
	b.expect("cut and longer than before", 38)

	if err := os.WriteFile("app.log.2.gz", []byte("\x1f\x8b\x08 packed\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	b.append("app.log.new", entries(b.now, 1))
	b.run(5 * time.Second)
	b.expect("a new file of the pattern, and none that is compressed", 39)
	if n := len(b.w.logs); n != 2 {
		t.Errorf("%d logs are followed, want 2", n)
	}
	if notes := strings.Join(b.w.notes(), "\n"); !strings.Contains(notes, "app.log was rotated 3 times") {
		t.Errorf("notes: %s", notes)
	}
}

// TestWatchPods: files of pods come and go; what they held stays until it is
// old, and then nothing of them is left.
func TestWatchPods(t *testing.T) {
	b := newWatchBench(t)
	for i := range 3 {
		if err := os.Mkdir(fmt.Sprintf("pod-%d", i), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	b.append("pod-0/app.log", entries(b.now, 5))
	b.start(func(o *watchOptions) { o.keep = time.Minute }, "pod-*")
	b.append("pod-1/app.log", entries(b.now, 5))
	b.run(5 * time.Second)
	b.expect("two pods", 10)
	if err := os.RemoveAll("pod-0"); err != nil {
		t.Fatal(err)
	}
	b.append("pod-2/app.log", entries(b.now, 5))
	b.run(10 * time.Second)
	b.expect("one gone, one new", 15)
	if n := len(b.w.logs); n != 3 {
		t.Errorf("%d logs, want 3: what the gone one held is not old", n)
	}
	b.run(2 * time.Minute)
	b.expect("later", 15)
	if n := len(b.w.logs); n != 2 {
		t.Errorf("%d logs, want 2", n)
	}
	held := 0
	for _, l := range b.w.logs {
		held += l.collect.Held()
	}
	if held != 0 || b.w.forgotten != 15 {
		t.Errorf("%d held and %d forgotten, want 0 and 15", held, b.w.forgotten)
	}
	if got, want := b.w.total(), "read 15 lines, 15 records, of 3 logs; told 0 findings; 15 tries older than 1m0s forgotten"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWatchTells: a finding is told once, and again when it comes again after
// it was forgotten; outputs are kept up to date, the Prometheus file too.
func TestWatchTells(t *testing.T) {
	b := newWatchBench(t)
	b.append("app.log", entries(b.now, 1))
	b.start(func(o *watchOptions) {
		o.keep, o.outputs, o.promFile, o.only = 5*time.Minute, []string{"live.json", "live.md"}, "live.prom", []string{"negative-cache:strong"}
	}, "app.log")
	b.run(3 * time.Second)
	if b.out.Len() > 0 {
		t.Errorf("told: %s", &b.out)
	}
	check := func(when, file, text string, want bool) {
		t.Helper()
		data, err := os.ReadFile(file)
		if err != nil || strings.Contains(string(data), text) != want {
			t.Errorf("%s: %s holds %q: %v, want %v (%v)", when, file, text, !want, want, err)
		}
	}
	check("at the start", "live.prom", `finding="negative-cache"`, false)
	b.append("app.log", incident(b.now))
	b.run(time.Second)
	if b.out.Len() > 0 {
		t.Errorf("told too early: %s", &b.out)
	}
	b.run(30 * time.Second)
	if n := strings.Count(b.out.String(), "negative-cache (strong): "); n != 1 || strings.Count(b.out.String(), "\n") != 1 {
		t.Errorf("told: %s", &b.out)
	}
	check("in the incident", "live.prom", `timeline_findings{finding="negative-cache",confidence="strong",host="db.example",process=""} 1`, true)
	check("in the incident", "live.json", `"id": "negative-cache"`, true)
	check("in the incident", "live.md", `negative-cache`, true)
	b.run(10 * time.Minute)
	check("when it is old", "live.prom", `finding="negative-cache"`, false)
	b.append("app.log", incident(b.now))
	b.run(30 * time.Second)
	if n := strings.Count(b.out.String(), "negative-cache (strong): "); n != 2 || strings.Contains(b.out.String(), "withdrawn") {
		t.Errorf("told: %s", &b.out)
	}
	left, err := filepath.Glob(".*")
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v %v", left, err)
	}
}

// TestWatchForgets: memory is bounded by what --keep holds, however long a log
// runs and whatever times it states.
func TestWatchForgets(t *testing.T) {
	b := newWatchBench(t)
	b.append("app.log", "")
	b.start(func(o *watchOptions) { o.keep = time.Minute }, "app.log")
	for i := range 200 {
		b.append("app.log", entries(b.now, 20))
		if i%10 == 0 {
			b.append("app.log", entries(b.now.AddDate(1, 0, 0), 1)) // far ahead: a mistake
		}
		b.run(20 * time.Second)
	}
	held := b.w.logs[0].collect.Held()
	if held > 120 || held < 20 {
		t.Errorf("%d tries are held after 4020, want about 80 and the 20 that are ahead", held)
	}
	if b.w.forgotten+held != 4020 {
		t.Errorf("%d forgotten and %d held, want 4020 in all", b.w.forgotten, held)
	}
}

func TestWatchNew(t *testing.T) {
	b := newWatchBench(t)
	b.append("app.log", entries(b.now, 1000)+"2026-07-28 12:00:00.000 INFO  [w-1] c.e.Job - upl")
	b.start(func(o *watchOptions) { o.newLines = true }, "app.log")
	b.run(3 * time.Second)
	b.expect("what was there", 0)
	b.append("app.log", "oad ok jobId=j1 host=a.example elapsedMs=71\n"+entries(b.now, 2))
	b.run(3 * time.Second)
	b.expect("what came, and the line that was being written", 3)
}

// TestHook: the command gets the finding on its standard input, and no text of
// the log on its command line.
func TestHook(t *testing.T) {
	b := newWatchBench(t)
	text := strings.ReplaceAll(incident(b.now), "db.example", `db.example$(touch${IFS}owned)`)
	b.append("app.log", text+incident(b.now))
	b.start(func(o *watchOptions) { o.onFinding = `cat >> told; echo heard >&2` }, "app.log")
	b.run(5 * time.Second)
	b.w.hook.close()
	told, err := os.ReadFile("told")
	if err != nil || !strings.Contains(string(told), `{"event":"new","id":"negative-cache","process":"","host":"db.example"`) {
		t.Errorf("told %s (%v), %s", told, err, &b.err)
	}
	if !strings.Contains(b.err.String(), "heard\n") {
		t.Errorf("standard error: %s", &b.err)
	}
	if _, err := os.Stat("owned"); err == nil {
		t.Error("text of a log was run")
	}
}

// findings is one finding, as "strong 1" says it, that ended at to.
func findings(text string, to time.Time) []analyze.Finding {
	confidence, statement, ok := strings.Cut(text, " ")
	if !ok {
		return nil
	}
	return []analyze.Finding{{ID: "negative-cache", Confidence: analyze.Confidence(confidence), Statement: statement, To: analyze.Time{Time: to}}}
}

func TestAnnouncer(t *testing.T) {
	start := time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)
	type step struct {
		at       int    // seconds
		findings string // "weak 1": confidence and statement; "" for none
		horizon  int
		want     string
	}
	for name, steps := range map[string][]step{
		"once, when it has held":         {{0, "strong 1", 0, ""}, {1, "strong 1", 0, ""}, {2, "strong 1", 0, "new strong 1"}, {9, "strong 1", 0, ""}},
		"not while it is weak":           {{0, "weak 1", 0, ""}, {9, "weak 1", 0, ""}, {10, "moderate 1", 0, ""}, {12, "moderate 1", 0, "new moderate 1"}},
		"again when surer":               {{0, "moderate 1", 0, ""}, {2, "moderate 1", 0, "new moderate 1"}, {3, "strong 2", 0, ""}, {5, "strong 2", 0, "update strong 2"}},
		"numbers are told once a minute": {{0, "strong 1", 0, ""}, {2, "strong 1", 0, "new strong 1"}, {3, "strong 2", 0, ""}, {61, "strong 3", 0, ""}, {62, "strong 4", 0, "update strong 4"}},
		"a flicker is nothing":           {{0, "strong 1", 0, ""}, {1, "", 0, ""}, {2, "strong 1", 0, ""}, {4, "strong 1", 0, "new strong 1"}, {5, "", 0, ""}, {6, "strong 1", 0, ""}, {9, "strong 1", 0, ""}},
		"withdrawn":                      {{0, "strong 1", 0, ""}, {2, "strong 1", 0, "new strong 1"}, {3, "", 0, ""}, {5, "", 0, "withdrawn strong 1"}, {9, "", 0, ""}},
		"forgotten without a word":       {{0, "strong 1", 0, ""}, {2, "strong 1", 0, "new strong 1"}, {3, "", 99, ""}, {9, "", 99, ""}},
	} {
		only, err := parseConditions("only", []string{"any:moderate"})
		if err != nil {
			t.Fatal(err)
		}
		a := newAnnouncer(only)
		for _, s := range steps {
			now := start.Add(time.Duration(s.at) * time.Second)
			a.learn(findings(s.findings, start.Add(10*time.Second)), now)
			var got []string
			for _, x := range a.due(now, start.Add(time.Duration(s.horizon)*time.Second), false) {
				got = append(got, x.event+" "+string(x.finding.Confidence)+" "+x.finding.Statement)
			}
			if strings.Join(got, ", ") != s.want {
				t.Errorf("%s: after %d s: told %q, want %q", name, s.at, got, s.want)
			}
		}
	}
}

// TestWatchManyRotations: a log that is renamed over its old self again and again
// is one log, and each of its lines is read once.
func TestWatchManyRotations(t *testing.T) {
	b := newWatchBench(t)
	b.append("app.log", entries(b.now, 1))
	b.start(nil, "app.log*")
	written := 1
	for i := range 40 {
		n := 1 + i%7
		b.append("app.log", entries(b.now, n))
		written += n
		b.run(time.Duration(1+i%5) * 500 * time.Millisecond)
		if err := os.Rename("app.log", "app.log.1"); err != nil {
			t.Fatal(err)
		}
		if i%3 == 0 { // for a while there is no file
			b.run(time.Duration(i%4) * time.Second)
		}
		b.append("app.log", "")
		b.run(time.Duration(i%6) * time.Second)
	}
	b.run(5 * time.Second)
	if written != b.records() || len(b.w.logs) != 1 {
		t.Errorf("%d records of %d, in %d logs", b.records(), written, len(b.w.logs))
	}
}

// TestWatchMissedRotation: a file that came and was renamed between two looks is
// read under its new name, and nothing is read twice when the next one follows it.
func TestWatchMissedRotation(t *testing.T) {
	b := newWatchBench(t)
	rotate := func() {
		t.Helper()
		if err := os.Rename("app.log", "app.log.1"); err != nil {
			t.Fatal(err)
		}
	}
	b.append("app.log", entries(b.now, 10))
	b.start(nil, "app.log*")
	b.run(3 * time.Second)
	rotate()
	b.append("app.log", entries(b.now, 20)) // never seen at this path
	rotate()
	b.append("app.log", entries(b.now, 30))
	b.run(5 * time.Second)
	b.expect("two rotations between two looks", 60)
	for i := range 5 {
		b.append("app.log", entries(b.now, 5))
		b.run(time.Duration(i) * time.Second)
		rotate()
		b.append("app.log", entries(b.now, 7))
		b.run(3 * time.Second)
		b.expect("and the next one", 60+12*(i+1))
	}
}
