package diff

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

var update = flag.Bool("update", false, "write golden files anew")

func golden(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("%s differs: go test ./render/diff -update, and look at git diff\n%s", name, b.Bytes())
	}
}

func TestGoldens(t *testing.T) {
	d := Of(incident.S3(), incident.Sawtooth())
	golden(t, "s3-sawtooth.txt", func(w io.Writer) error { return Text(w, d, Options{}) })
	golden(t, "s3-sawtooth.md", func(w io.Writer) error { return Markdown(w, d, Options{Chart: "fix.png"}) })
	golden(t, "s3-sawtooth.json", func(w io.Writer) error { return JSON(w, d) })
}

func ptr[T any](v T) *T { return &v }

// TestNumbers holds the measures of a known incident to values counted by hand.
func TestNumbers(t *testing.T) {
	r := incident.S3()
	want := map[string]string{
		"tries": "13", "failed tries": "12", "failed share": "92%", "failed in name resolution": "12", "failed lookups": "1",
		"windows of a cached failure": "1", "tries answered from the cached failure": "9", "tries queued on another one's lookup": "2",
		"retries inside a window": "0", "negative TTL": "5.7 to 10.7 s, fits 10 s", "longest try": "5.626 s", "median of successful tries": notKnown,
		"first failure to first success": "15.5 s",
	}
	d := Of(r, r)
	seen := 0
	for _, n := range d.Numbers {
		if n.BeforeWords != n.AfterWords || n.Before != nil && n.Change != "same" || n.Before == nil && n.Change != "unknown" {
			t.Errorf("a report differs from itself: %+v", n)
		}
		if w, ok := want[n.Name]; ok {
			seen++
			if n.BeforeWords != w {
				t.Errorf("%s: %q, want %q", n.Name, n.BeforeWords, w)
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d measures", seen, len(want))
	}
}

func TestRetryTrapCountsTriesOnce(t *testing.T) {
	r := &analyze.Report{Findings: []analyze.Finding{
		{ID: "retry-trap", Evidence: []analyze.Evidence{{Attempts: []string{"a1", "a2"}}, {Attempts: []string{"a2"}}}},
		{ID: "retry-trap", Evidence: []analyze.Evidence{{Attempts: []string{"a3"}}}},
		{ID: "sawtooth", Evidence: []analyze.Evidence{{Attempts: []string{"a4"}}}},
	}}
	if got := retryTrap(r); *got.value != 3 {
		t.Errorf("%v", *got.value)
	}
}

func TestNegativeTTL(t *testing.T) {
	ttl := func(list ...analyze.TTL) string {
		r := &analyze.Report{}
		for _, l := range list {
			r.Windows = append(r.Windows, analyze.Window{TTL: l})
		}
		return negativeTTL(r).words
	}
	for _, c := range []struct {
		got, want string
	}{
		{ttl(), ""},
		{ttl(analyze.TTL{}), ""},
		{ttl(analyze.TTL{Low: ptr(5.0), High: ptr(11.0), Best: ptr(10.0)}, analyze.TTL{Low: ptr(9.0), Best: ptr(10.0)}), "9 to 11 s, fits 10 s"},
		{ttl(analyze.TTL{Low: ptr(9.0), High: ptr(11.0)}, analyze.TTL{Low: ptr(1.0), High: ptr(2.0)}), "differs between windows"},
		{ttl(analyze.TTL{High: ptr(1.2)}), "at most 1.2 s"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestFindings(t *testing.T) {
	r := func(list ...analyze.Finding) *analyze.Report { return &analyze.Report{Findings: list} }
	got := findings(
		r(analyze.Finding{ID: "sawtooth", Host: "a", Confidence: "weak", Statement: "w"}, analyze.Finding{ID: "sawtooth", Host: "a", Confidence: "strong", Statement: "s"},
			analyze.Finding{ID: "retry-trap", Host: "a", Process: "vm-1", Confidence: "strong", Statement: "t"}),
		r(analyze.Finding{ID: "sawtooth", Host: "a", Confidence: "moderate", Statement: "m"}, analyze.Finding{ID: "sawtooth", Host: "b", Confidence: "weak", Statement: "b"}),
	)
	want := []Finding{
		{ID: "sawtooth", Host: "b", Change: "new", After: &Claim{1, "weak", "b"}},
		{ID: "sawtooth", Host: "a", Change: "kept", Before: &Claim{2, "strong", "s"}, After: &Claim{1, "moderate", "m"}},
		{ID: "retry-trap", Host: "a", Change: "gone", Before: &Claim{1, "strong", "t"}},
	}
	if !reflect.DeepEqual(got, want) {
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(want)
		t.Errorf("got  %s\nwant %s", a, b)
	}
}

// TestDoubts: what keeps two reports from being compared is said.
func TestDoubts(t *testing.T) {
	text := func(before, after *analyze.Report) string {
		var b bytes.Buffer
		if err := Text(&b, Of(before, after), Options{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, c := range []struct {
		name          string
		before, after *analyze.Report
		want          []string
	}{
		{"nothing failed afterwards", incident.S3(), healthy(), []string{"the fix was not put to the test", "no lookup failed in the logs after it"}},
		{"other spans", incident.S3(), incident.Gaps(), []string{"different spans: 15.5 s before, "}},
		{"other hosts", incident.S3(), elsewhere(), []string{"no host in common: what follows sets them side by side, and is no comparison", "looked up only before: media-bucket", "looked up only after: b.example"}},
		{"an empty side", incident.S3(), incident.Empty(), []string{"Nothing to compare: one of the reports holds no try"}},
		{"unknown outcomes", incident.S3(), incident.Unknowns(), []string{"the outcome of 1 of 5 tries after"}},
		{"always", incident.S3(), incident.S3(), []string{"load, DNS and network may have differed too"}},
	} {
		got := text(c.before, c.after)
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q is missing in\n%s", c.name, w, got)
			}
		}
	}
}

// healthy is the incident with every try well.
func healthy() *analyze.Report {
	r := incident.S3()
	r.Windows, r.Findings = nil, nil
	r.Coverage.OK, r.Coverage.Failed = r.Coverage.Attempts, 0
	for i := range r.Attempts {
		r.Attempts[i].Outcome, r.Attempts[i].Class = analyze.OutcomeOK, analyze.ClassOK
	}
	return r
}

// elsewhere is the incident with another host.
func elsewhere() *analyze.Report {
	r := incident.S3()
	for i := range r.Attempts {
		r.Attempts[i].Host = ptr("b.example")
	}
	return r
}

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{0: "0%", 0.2: "under 1%", 1: "1%", 59.6: "60%", 99.7: "over 99%", 100: "100%"} {
		if got := percent(share); got != want {
			t.Errorf("%g: %q, want %q", share, got, want)
		}
	}
}

// TestSameReport: a report beside itself is no comparison.
func TestSameReport(t *testing.T) {
	d := Of(incident.S3(), incident.S3())
	if want := "These are the same report: there is nothing to compare."; d.Verdict != want {
		t.Errorf("%q, want %q", d.Verdict, want)
	}
	later := incident.S3()
	later.Attempts[0].ID = "b1"
	if d := Of(incident.S3(), later); d.Verdict == "These are the same report: there is nothing to compare." {
		t.Error("a report with another try passes for the same")
	}
}
