package analyze

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"timeline/parse"
	"timeline/samples"
)

// A cut takes records out of a transcript.
type cut struct {
	name string
	of   func(t *transcript, r *rand.Rand) *transcript
}

// only keeps the records of a transcript that keep wants.
func (t *transcript) only(keep func(file int, rec *parse.Record) bool) *transcript {
	less := &transcript{}
	for i, f := range t.files {
		g := file{process: f.process}
		for k := range f.records {
			if keep(i, &f.records[k]) {
				g.records = append(g.records, f.records[k])
			}
		}
		less.files = append(less.files, g)
	}
	return less
}

// span is the time of the first record and of the last.
func (t *transcript) span() (from, to time.Time) {
	for _, f := range t.files {
		for i := range f.records {
			at := f.records[i].Time
			if from.IsZero() || at.Before(from) {
				from = at
			}
			if at.After(to) {
				to = at
			}
		}
	}
	return from, to
}

func someOf(share float64) func(*transcript, *rand.Rand) *transcript {
	return func(t *transcript, r *rand.Rand) *transcript { return t.without(share, r) }
}

// part drops what lies in a span of time, or all else.
func part(inside bool) func(*transcript, *rand.Rand) *transcript {
	return func(t *transcript, r *rand.Rand) *transcript {
		from, to := t.span()
		a := from.Add(time.Duration(r.Float64() * float64(to.Sub(from))))
		b := a.Add(time.Duration(r.Float64() * 0.5 * float64(to.Sub(from))))
		return t.only(func(_ int, rec *parse.Record) bool {
			return (rec.Time.Before(a) || rec.Time.After(b)) == inside
		})
	}
}

// halfOf drops half of the records of a kind.
func halfOf(kind func(*parse.Record) bool) func(*transcript, *rand.Rand) *transcript {
	return func(t *transcript, r *rand.Rand) *transcript {
		return t.only(func(_ int, rec *parse.Record) bool { return !kind(rec) || r.IntN(2) == 0 })
	}
}

var cuts = []cut{
	{"2 %", someOf(0.02)}, {"10 %", someOf(0.1)}, {"30 %", someOf(0.3)}, {"60 %", someOf(0.6)}, {"90 %", someOf(0.9)},
	{"a span", part(true)}, {"all but a span", part(false)},
	{"half of the jobs", func(t *transcript, r *rand.Rand) *transcript {
		gone := map[string]bool{}
		return t.only(func(_ int, rec *parse.Record) bool {
			if _, seen := gone[rec.Job]; !seen {
				gone[rec.Job] = r.IntN(2) == 0
			}
			return !gone[rec.Job]
		})
	}},
	{"a file", func(t *transcript, r *rand.Rand) *transcript {
		k := r.IntN(len(t.files))
		return t.only(func(i int, _ *parse.Record) bool { return i != k })
	}},
	{"starts", halfOf(func(rec *parse.Record) bool { return rec.Phase == parse.Start })},
	{"ends", halfOf(func(rec *parse.Record) bool { return rec.Phase == parse.End })},
	{"lines", halfOf(func(rec *parse.Record) bool { return rec.Phase == parse.NoPhase })},
	{"successes", func(t *transcript, _ *rand.Rand) *transcript {
		return t.only(func(_ int, rec *parse.Record) bool { return rec.Status != parse.OK })
	}},
	{"tries of the library", func(t *transcript, _ *rand.Rand) *transcript {
		return t.only(func(_ int, rec *parse.Record) bool { return rec.Level != parse.Debug })
	}},
}

func (t *transcript) report() *Report {
	files := make([]int, len(t.files))
	for i := range files {
		files[i] = i
	}
	return Run(t.collect(files), make([]Input, len(files)), Options{})
}

type findingKey struct{ id, process, host string }

// surest tells how sure each finding is.
func surest(list []Finding) map[findingKey]Confidence {
	m := map[findingKey]Confidence{}
	for _, f := range list {
		k := findingKey{f.ID, f.Process, f.Host}
		m[k] = surer(m[k], f.Confidence)
	}
	return m
}

// claimsLess compares the findings from fewer records with those from all, and
// returns those that are surer than they may be. What is held:
//
//   - A strong finding from fewer records is strong from all: it rests on what the
//     records prove by themselves, and nothing that is added takes that away.
//   - A moderate finding from fewer records is one from all records too, however sure.
//     It rests on times as well, of which more records may show that they say less.
//   - A weak finding says that the records allow it. Further records may refute it.
func claimsLess(from, less []Finding) []string {
	full := surest(from)
	var bad []string
	for _, f := range less {
		had := full[findingKey{f.ID, f.Process, f.Host}]
		switch {
		case f.Confidence == Strong && had != Strong,
			f.Confidence == Moderate && had == "":
			bad = append(bad, fmt.Sprintf("%s of %s %s is %s, and %q from all: %s", f.ID, f.Process, f.Host, f.Confidence, had, f.Statement))
		}
	}
	return bad
}

// A nameIn is a name in one process: what a verdict is about.
type nameIn struct{ process, host string }

// standing ranks what is said of each name: 0 where nothing is, or only asked, else as
// its surest finding.
func standing(list []Finding) map[nameIn]int {
	m := map[nameIn]int{}
	for _, f := range list {
		if f.Confidence.Sure() {
			k := nameIn{f.Process, f.Host}
			m[k] = max(m[k], f.Confidence.rank())
		}
	}
	return m
}

// saysLess compares what is said of each name from fewer records with what is said from
// all, and returns where it is more: a question has become a claim, or a claim surer.
func saysLess(from, less []Finding) []string {
	full := standing(from)
	var bad []string
	for i := range less {
		f := &less[i]
		had := full[nameIn{f.Process, f.Host}]
		if f.Confidence.Sure() && f.Confidence.rank() > had {
			bad = append(bad, fmt.Sprintf("%s %s stands at %d, and at %d from all: %s (%s)", f.Process, f.Host, f.Confidence.rank(), had, f.Statement, f.Confidence))
		}
	}
	return bad
}

// misspoken says what is wrong with the verdict of r: where no finding is sure it asks,
// and nowhere else; "" if nothing is.
func misspoken(r *Report) string {
	f, q := asking(r.Findings)
	asks := f != nil && !r.Sure() && r.Coverage.Attempts > 0
	if said := strings.HasPrefix(r.Verdict, "Cannot tell: ") && strings.HasSuffix(r.Verdict, "?"); said != asks || asks && !strings.HasSuffix(r.Verdict, "; "+q) {
		return fmt.Sprintf("%d findings, sure %t, and the verdict is %q", len(r.Findings), r.Sure(), r.Verdict)
	}
	return ""
}

// TestFewerRecordsClaimLess takes records out of logs in many ways: at random, whole
// jobs, files, spans and kinds. See claimsLess for what is held of each finding, and
// saysLess for what is held of the verdict on a name.
func TestFewerRecordsClaimLess(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	logs := map[string]*transcript{}
	for seed := uint64(1); seed <= uint64(incidentCount()/4); seed++ {
		if in := newIncident(seed); !in.mixed { // what shows several processes refutes what one would mean
			logs[fmt.Sprintf("seed %04d", seed)] = in.write(in.play())
		}
	}
	for _, s := range samples.All() {
		logs["sample "+s.Name] = sampleTranscript(t, s)
	}
	for name, tr := range checkTranscripts(t) {
		logs[name] = tr
	}
	names := make([]string, 0, len(logs))
	for name := range logs {
		names = append(names, name)
	}
	slices.Sort(names)
	count, asked := map[Confidence]int{}, 0
	for n, name := range names {
		all := logs[name]
		report := all.report()
		from, full := report.Findings, surest(report.Findings)
		if bad := misspoken(report); bad != "" {
			t.Errorf("%s: %s", name, bad)
		}
		for k, c := range cuts {
			without := c.of(all, rand.New(rand.NewPCG(uint64(n+1), uint64(400+k))))
			report := without.report()
			less := report.Findings
			for _, f := range less {
				count[f.Confidence]++
				if f.Confidence == Weak && full[findingKey{f.ID, f.Process, f.Host}] == "" {
					asked++
				}
			}
			for _, bad := range slices.Concat(claimsLess(from, less), saysLess(from, less), orNone(misspoken(report))) {
				t.Errorf("%s without %s: %s", name, c.name, bad)
			}
		}
	}
	t.Logf("%d logs, %d ways to take records out: %d findings strong, %d moderate, %d weak; %d of the weak ones ask what all records do not",
		len(names), len(cuts), count[Strong], count[Moderate], count[Weak], asked)
}

// orNone lists s unless it is empty.
func orNone(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// sampleTranscript reads the logs of a sample.
func sampleTranscript(t *testing.T, s samples.Sample) *transcript {
	t.Helper()
	tr := &transcript{}
	err := fs.WalkDir(s.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(s.Files, path)
		if err == nil {
			tr.files = append(tr.files, fileOf(t, path, b))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// checkTranscripts reads the logs in testdata/checks, each by itself.
func checkTranscripts(t *testing.T) map[string]*transcript {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "checks", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	logs := map[string]*transcript{}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			name := filepath.Base(path) + "/" + f.Name
			logs[name] = &transcript{files: []file{fileOf(t, name, f.Data)}}
		}
	}
	return logs
}

func fileOf(t *testing.T, path string, log []byte) file {
	t.Helper()
	f := file{}
	r := parse.NewReader(bytes.NewReader(log), path, "", parse.Options{})
	for r.Scan() {
		if rec := r.Record(); rec != nil {
			f.records = append(f.records, *rec)
		}
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return f
}
