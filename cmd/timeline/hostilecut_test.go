package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"timeline/analyze"
	"timeline/parse"
	"timeline/parse/input"
)

// blaming are the findings that say of a JVM's cache that it did harm.
var blaming = []string{"negative-cache", "shared-lookup", "stale-address", "pinned-connection", "sawtooth", "retry-trap", "instant-failure", "slow-lookup", "serial-lookups", "mixed-processes"}

// analyzed reads and explains one log.
func analyzed(t *testing.T, b []byte) *analyze.Report {
	t.Helper()
	p := readLog(input.Source{Path: "in"}, bytes.NewReader(b), parse.Options{}, 1)
	if p.err != nil {
		t.Fatal(p.err)
	}
	return analyze.Run([]*analyze.Collector{p.collector}, []analyze.Input{p.input}, analyze.Options{})
}

// TestHostileCuts: a log that ends anywhere is read up to there, and what is
// missing blames nobody.
func TestHostileCuts(t *testing.T) {
	table := newCaseTable("log, cut at", "cuts", "result")
	check := func(name string, b []byte, step int) {
		t.Run(name, func(t *testing.T) {
			cuts := 0
			for n := 0; n <= len(b); n += step {
				cuts++
				for _, f := range analyzed(t, b[:n]).Findings {
					if slices.Contains(blaming, f.ID) {
						t.Errorf("cut at byte %d: %s: %s", n, f.ID, f.Statement)
					}
				}
			}
			result := "nobody is blamed"
			if t.Failed() {
				result = "FAILED"
			}
			table.row(name, fmt.Sprint(cuts), result)
		})
	}
	for _, f := range parse.Formats() {
		check(f.Name, []byte(f.Example), 1)
	}
	innocent, err := os.ReadFile("../../samples/slow-server/shop.json.log")
	if err != nil {
		t.Fatal(err)
	}
	check("sample slow-server, every 101st byte", innocent, 101)
	table.row("packed files, every byte", fmt.Sprint(packedCuts(t)), "an error or a whole log")
	table.show(t)
}

// packedCuts reads every prefix of packed logs. All ways lead to the whole text or
// to an error: a prefix is never taken for the whole.
func packedCuts(t *testing.T) int {
	t.Helper()
	const text = "2026-07-28 11:45:31.413 [main] ERROR c.e.Job - upload failed\n"
	cuts := 0
	for name, b := range packedLogs(t, []byte(text)) {
		path := filepath.Join(t.TempDir(), name)
		for n := 1; n < len(b); n++ {
			cuts++
			if err := os.WriteFile(path, b[:n], 0o666); err != nil {
				t.Fatal(err)
			}
			got, err := unpacked(path)
			if err == nil && got != text && !strings.HasPrefix(string(b), got) {
				t.Errorf("%s cut at byte %d of %d: %q without an error", name, n, len(b), got)
			}
		}
	}
	return cuts
}

func unpacked(path string) (string, error) {
	sources, err := input.Find([]string{path}, input.Options{})
	if err != nil {
		return "", err
	}
	r, err := sources[0].Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	return string(b), err
}
