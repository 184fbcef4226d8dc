//go:build victorialogs

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"timeline/parse/input/store"
)

// incidentsInStore are loaded each as a service of its own.
var incidentsInStore = map[string]string{
	"upload": "../../samples/s3-upload", "gateway": "../../samples/sawtooth", "shop": "../../samples/slow-server", "web": "../../samples/dns-change",
	"two": "testdata/recorded/two-jvms", "short": "testdata/recorded/short-ttl",
}

func TestVictoriaLogs(t *testing.T) {
	c := startCluster(t)
	total := healthyRows
	byService := map[string][]storeRow{}
	for service, dir := range incidentsInStore {
		rows := serviceRows(t, dir, service)
		byService[service] = rows
		total += len(rows)
		c.insert(t, bytes.NewReader(join(rows)))
	}
	// The uploads happen once more, in the pod of a busy service.
	busy := serviceRows(t, incidentsInStore["upload"], "busy")
	total += len(busy)
	c.insert(t, bytes.NewReader(join(busy)))
	r, w := io.Pipe()
	go func() { w.CloseWithError(healthyLines(w)) }()
	began := time.Now()
	c.insert(t, r)
	c.settle(t, total)
	t.Logf("%d rows loaded in %s", total, time.Since(began).Round(time.Millisecond))
	address := "vlogs+" + c.query

	for service, rows := range byService {
		t.Run("same as files/"+service, func(t *testing.T) { sameAsFiles(t, address, service, rows) })
	}
	t.Run("two passes", func(t *testing.T) { twoPasses(t, address) })
	t.Run("fetch", func(t *testing.T) { fetchedSlice(t, address) })
	t.Run("node lost in mid stream", func(t *testing.T) { lostInStream(t, c, address) })
	stopNode(c.storage[1])
	t.Run("node down", func(t *testing.T) { nodeDown(t, address) })
}

func sameAsFiles(t *testing.T, address, service string, rows []storeRow) {
	path := filepath.Join(t.TempDir(), service+".ndjson")
	if err := os.WriteFile(path, join(rows), 0o644); err != nil {
		t.Fatal(err)
	}
	since, until := span(rows)
	want := withoutSources(t, must(t, "", "analyze", "--format", "json", path), path)
	got := withoutSources(t, must(t, "", "analyze", "--format", "json", address, "--query", "service:"+service, "--since", since, "--until", until), address)
	if got != want {
		t.Error(firstDifference(got, want))
	}
}

var busyDay = []string{"--query", "service:busy", "--since", "2026-07-28T00:00:00Z", "--until", "2026-07-29T00:00:00Z"}

// twoPasses compares what lies around failures with the export of everything.
func twoPasses(t *testing.T, address string) {
	measure := func(flags ...string) (string, *traffic) {
		seen := &traffic{base: http.DefaultTransport}
		s, err := store.New(address, store.Query{Text: "service:busy", Since: healthyDay, Until: healthyDay.AddDate(0, 0, 1), Whole: len(flags) > 0}, store.Options{Transport: seen})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Source.Open()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		began := time.Now()
		n, err := io.Copy(io.Discard, r)
		if err != nil || len(s.Gaps()) > 0 {
			t.Fatalf("%v, %v", err, s.Gaps())
		}
		t.Logf("whole=%v: %d requests, %.1f MB received, %.1f MB of rows, %s", len(flags) > 0, seen.requests.Load(), float64(seen.bytes.Load())/1e6, float64(n)/1e6, time.Since(began).Round(time.Millisecond))
		return must(t, "", slices.Concat([]string{"analyze", "--format", "json", address}, busyDay, flags)...), seen
	}
	around, few := measure()
	whole, many := measure("--whole")
	if got, want := gist(t, around), gist(t, whole); got != want {
		t.Error(firstDifference(got, want))
	}
	if few.bytes.Load()*20 > many.bytes.Load() {
		t.Errorf("two passes received %d bytes, the whole is %d", few.bytes.Load(), many.bytes.Load())
	}
}

// traffic counts requests and bytes of answers.
type traffic struct {
	base            http.RoundTripper
	requests, bytes atomic.Int64
	each            func(total int64) // after each part of an answer; may be nil
}

func (t *traffic) RoundTrip(r *http.Request) (*http.Response, error) {
	t.requests.Add(1)
	answer, err := t.base.RoundTrip(r)
	if err == nil {
		answer.Body = &countedBody{answer.Body, t}
	}
	return answer, err
}

type countedBody struct {
	io.ReadCloser
	t *traffic
}

func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if total := b.t.bytes.Add(int64(n)); b.t.each != nil {
		b.t.each(total)
	}
	return n, err
}

// fetchedSlice: what fetch writes, analyze reads with the same result.
func fetchedSlice(t *testing.T, address string) {
	path := filepath.Join(t.TempDir(), "busy.ndjson")
	must(t, "", slices.Concat([]string{"fetch", address, "-o", path}, busyDay)...)
	got := gist(t, must(t, "", "analyze", "--format", "json", path))
	want := gist(t, must(t, "", slices.Concat([]string{"analyze", "--format", "json", address}, busyDay)...))
	if got != want {
		t.Error(firstDifference(got, want))
	}
}

// lostInStream kills a storage node while a large answer comes, and starts no new
// one: the rest is a gap.
func lostInStream(t *testing.T, c *cluster, address string) {
	seen := &traffic{base: http.DefaultTransport}
	seen.each = func(total int64) {
		if total > 8<<20 {
			stopNode(c.storage[1])
		}
	}
	limits := store.Limits{PageRows: 2 * healthyRows, Tries: 2, Wait: 50 * time.Millisecond}
	s, err := store.New(address, store.Query{Text: "service:busy", Since: healthyDay, Until: healthyDay.AddDate(0, 0, 1), Whole: true}, store.Options{Transport: seen, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Source.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	n, err := io.Copy(io.Discard, r)
	if err != nil || len(s.Gaps()) == 0 {
		t.Fatalf("%d bytes, %v, %v: the loss of a node was not seen", n, err, s.Gaps())
	}
	t.Logf("after %d bytes of rows: %s", n, s.Gaps()[0].Why)
}

// nodeDown: half of the data is away, and nobody may take the other half for all.
func nodeDown(t *testing.T, address string) {
	out, errs, code := timeline(t, "", slices.Concat([]string{"analyze", "--format", "json", address}, busyDay)...)
	if code != exitIncomplete || !strings.Contains(errs, "from an incomplete answer of "+address) {
		t.Errorf("exit code %d, %s", code, errs)
	}
	var r struct {
		Coverage struct{ Notes []string }
		Verdict  string
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if n := r.Coverage.Notes; len(n) == 0 || !strings.HasPrefix(n[0], "incomplete: "+address+" may hold more between 2026-07-28T00:00:00Z and 2026-07-29T00:00:00Z than it gave: the store answers 502") {
		t.Errorf("notes %q", n)
	}
	if r.Verdict != "Cannot tell: the inputs did not give all that they hold." {
		t.Errorf("verdict %q", r.Verdict)
	}
	t.Logf("said: %s", errs)
}
