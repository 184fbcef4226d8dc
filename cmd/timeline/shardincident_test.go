package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
)

// Events that do not say how tries ended, and the log that tells of the failures, in
// shards of their own: what a large file of such events keeps leads to the windows
// and the findings that the incident has alone.
func TestIncidentInShardOfBareEvents(t *testing.T) {
	const around = 10_000
	for _, dir := range []string{"short-ttl", "two-jvms/A", "two-jvms/B"} {
		t.Run(dir, func(t *testing.T) {
			from := filepath.Join("testdata/recorded", dir)
			log, err := filepath.Glob(filepath.Join(from, "app*.log.gz"))
			if err != nil || len(log) != 1 {
				t.Fatal(log, err)
			}
			events := filepath.Join(from, "events.ndjson.gz")
			large := filepath.Join(t.TempDir(), "events.ndjson")
			if err := os.WriteFile(large, amidHealthy(t, ungzip(t, events), around), 0o644); err != nil {
				t.Fatal(err)
			}
			shard := must(t, "", "map", large)
			if len(shard) > 2*smallPartial { // starts without an end are failures to it, and allow for more
				t.Errorf("%d tries without an outcome give a partial of %d bytes, want at most %d", 2*around, len(shard), 2*smallPartial)
			}
			got := must(t, shard+must(t, "", "map", log[0]), "analyze", "--format", "json", "-")
			// in the order of paths
			if files := must(t, "", "analyze", "--format", "json", large, log[0]); got != files {
				t.Errorf("the report differs from that of the files: %s", firstDifference(got, files))
			}
			if got, want := conclusions(t, got), conclusions(t, must(t, "", "analyze", "--format", "json", log[0], events)); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

// conclusions are what a report says beside its numbers of tries.
func conclusions(t *testing.T, report string) string {
	t.Helper()
	var r struct {
		Windows []struct {
			Process, Host string
			Opened, TTL   json.RawMessage
			Cached        []string
		}
		Findings []struct{ ID, Confidence string }
	}
	if err := json.Unmarshal([]byte(report), &r); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s: %s\n", f.ID, f.Confidence)
	}
	for _, w := range r.Windows {
		fmt.Fprintf(&b, "window of %s: opened %s, TTL %s, %d from the cache\n", w.Host, w.Opened, w.TTL, len(w.Cached))
	}
	return b.String()
}

func ungzip(t *testing.T, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// amidHealthy puts events amid so many tries before and behind them that went well,
// and those of another name at the same time.
func amidHealthy(t *testing.T, events []byte, around int) []byte {
	t.Helper()
	const layout = "2006-01-02T15:04:05.0000"
	var lines []timedLine
	var host string
	for line := range strings.Lines(string(events)) {
		var e struct {
			EventTime string `json:"eventTime"`
			Host      string `json:"host"`
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		at, err := time.Parse(layout, e.EventTime)
		if err != nil {
			t.Fatal(err)
		}
		lines, host = append(lines, timedLine{at, line}), e.Host
	}
	first, last := lines[0].at, lines[len(lines)-1].at
	well := func(name, host string, i int, at time.Time) {
		fields := fmt.Sprintf(`"jobId":"%s-%d","thread":"pool-2-thread-%d","host":"%s"`, name, i, i%40+1, host)
		end := at.Add(time.Duration(20+i*7%50) * time.Millisecond)
		for topic, at := range map[string]time.Time{"Start": at, "End": end} {
			lines = append(lines, timedLine{at, fmt.Sprintf(`{"topic":"s3Upload%s","eventTime":"%s",%s}`+"\n", topic, at.Format(layout), fields)})
		}
	}
	for i := range around {
		gap := 40*time.Second + time.Duration(i)*50*time.Millisecond
		well("before", host, i, first.Add(-gap))
		well("behind", host, i, last.Add(gap))
	}
	for i, at := 0, first; at.Before(last); i, at = i+1, at.Add(25*time.Millisecond) {
		well("beside", "other.cloud.example", i, at)
	}
	slices.SortStableFunc(lines, func(a, b timedLine) int { return a.at.Compare(b.at) })
	var b bytes.Buffer
	for _, l := range lines {
		b.WriteString(l.text)
	}
	return b.Bytes()
}
