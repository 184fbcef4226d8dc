//go:build victorialogs

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"timeline/parse/input/store"
)

// These tests build VictoriaLogs, start a cluster of it on loopback and load it:
//
//	go test -tags victorialogs -run VictoriaLogs ./cmd/timeline
//
// VICTORIA_LOGS may name a program that is built already.
const victoriaLogsVersion = "v1.52.1"

// A cluster is two storage nodes, an insert node and a select node.
type cluster struct {
	storage          [2]*exec.Cmd
	storageURL       [2]string
	insertURL, query string
}

func victoriaLogsProgram(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("VICTORIA_LOGS"); path != "" {
		return path
	}
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "go", "install", "github.com/VictoriaMetrics/VictoriaLogs/app/victoria-logs@"+victoriaLogsVersion)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOBIN="+dir, "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("cannot build VictoriaLogs: %v: %s", err, out)
	}
	return filepath.Join(dir, "victoria-logs")
}

func startCluster(t *testing.T) *cluster {
	t.Helper()
	program := victoriaLogsProgram(t)
	c := &cluster{}
	var nodes []string
	for i := range c.storage {
		var addr string
		c.storage[i], addr = startNode(t, program, "-retentionPeriod=100y")
		nodes = append(nodes, addr)
		c.storageURL[i] = "http://" + addr
	}
	both := "-storageNode=" + strings.Join(nodes, ",")
	_, insert := startNode(t, program, both, "-select.disable")
	_, query := startNode(t, program, both, "-insert.disable")
	c.insertURL, c.query = "http://"+insert, "http://"+query
	return c
}

// startNode starts one process on a free port and stops it when the test ends.
func startNode(t *testing.T, program string, args ...string) (*exec.Cmd, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	var said bytes.Buffer
	node := exec.Command(program, append([]string{"-httpListenAddr=" + addr, "-storageDataPath=" + t.TempDir(), "-loggerLevel=WARN"}, args...)...)
	node.Stderr = &said
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stopNode(node) })
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if r, err := http.Get("http://" + addr + "/health"); err == nil {
			r.Body.Close()
			return node, addr
		}
		if time.Now().After(deadline) {
			stopNode(node)
			t.Fatalf("%s did not start: %s", strings.Join(args, " "), said.String())
		}
	}
}

// stopNode ends one process, known by its id, at once.
func stopNode(node *exec.Cmd) {
	if node.ProcessState == nil {
		node.Process.Kill()
		node.Wait()
	}
}

func (c *cluster) insert(t *testing.T, rows io.Reader) {
	t.Helper()
	r, err := http.Post(c.insertURL+"/insert/jsonline?_stream_fields=service,pod&_time_field=@timestamp&_msg_field=message", "application/stream+json", rows)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if text, _ := io.ReadAll(r.Body); r.StatusCode != http.StatusOK {
		t.Fatalf("insert: %s: %s", r.Status, text)
	}
}

// settle waits until the cluster shows all rows of a slice.
func (c *cluster) settle(t *testing.T, want int) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		for _, u := range c.storageURL {
			if r, err := http.Get(u + "/internal/force_flush"); err == nil {
				r.Body.Close()
			}
		}
		r, err := http.Get(c.query + "/select/logsql/query?start=2000-01-01Z&query=" + "*%20|%20stats%20count()%20n")
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			N int `json:"n,string"`
		}
		err = json.NewDecoder(r.Body).Decode(&got)
		r.Body.Close()
		if err == nil && got.N == want {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d rows in the cluster, want %d, %v", got.N, want, err)
		}
	}
}

// A storeRow is a log entry as a collector would send it.
type storeRow struct {
	at   time.Time
	pod  string
	text []byte
}

var lineHead = regexp.MustCompile(`^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[.,]\d+`)

// rowsOf reads a log of the tests as rows: events and JSON lines keep their fields
// beside service, pod and @timestamp; an entry of a text log is one message.
func rowsOf(t *testing.T, path, service, pod string) []storeRow {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := io.Reader(f)
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	b, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	var rows []storeRow
	for _, o := range objectsOf(t, b, strings.TrimSuffix(filepath.Base(path), ".json")) {
		at := rowTime(t, o)
		o["@timestamp"], o["service"], o["pod"] = at.Format(time.RFC3339Nano), service, pod
		text, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, storeRow{at, pod, text})
	}
	return rows
}

func objectsOf(t *testing.T, b []byte, name string) []map[string]any {
	t.Helper()
	var list []map[string]any
	switch {
	case bytes.HasPrefix(b, []byte("[")):
		if err := json.Unmarshal(b, &list); err != nil {
			t.Fatal(err)
		}
		for _, o := range list {
			o["jobId"] = name
		}
	case bytes.HasPrefix(b, []byte("{")):
		for d := json.NewDecoder(bytes.NewReader(b)); d.More(); {
			var o map[string]any
			if err := d.Decode(&o); err != nil {
				t.Fatal(err)
			}
			list = append(list, o)
		}
	default:
		for line := range strings.Lines(string(b)) {
			if lineHead.MatchString(line) {
				list = append(list, map[string]any{"message": line})
				continue
			}
			last := list[len(list)-1]
			last["message"] = last["message"].(string) + line
		}
		for _, o := range list {
			o["message"] = strings.TrimSuffix(o["message"].(string), "\n")
		}
	}
	return list
}

// rowTime takes the time of an object out of it.
func rowTime(t *testing.T, o map[string]any) time.Time {
	t.Helper()
	for _, key := range []string{"@timestamp", "eventTime", "time"} {
		if text, ok := o[key].(string); ok {
			delete(o, key)
			at, err := time.Parse(time.RFC3339Nano, strings.TrimSuffix(text, "Z")+"Z")
			if err != nil {
				t.Fatal(err)
			}
			return at
		}
	}
	at, err := time.Parse("2006-01-02 15:04:05.000", lineHead.FindString(o["message"].(string)))
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// serviceRows are the rows of an incident, in order of time.
func serviceRows(t *testing.T, dir, service string) []storeRow {
	t.Helper()
	var rows []storeRow
	for _, f := range logsBelow(t, dir) {
		if strings.HasSuffix(f, ".md") || strings.Contains(f, "short-ttl") && strings.HasSuffix(f, "app.log.gz") {
			continue // the clock of the latter logs no date
		}
		pod := service + "-0"
		if p := filepath.Base(filepath.Dir(f)); len(p) == 1 {
			pod = service + "-" + strings.ToLower(p)
		}
		rows = append(rows, rowsOf(t, f, service, pod)...)
	}
	slices.SortStableFunc(rows, func(a, b storeRow) int { return cmp.Or(a.at.Compare(b.at), strings.Compare(a.pod, b.pod)) })
	return rows
}

func join(rows []storeRow) []byte {
	var b bytes.Buffer
	for _, r := range rows {
		b.Write(r.text)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

const healthyRows = 1_000_000

var healthyDay = time.Date(2026, 7, 28, 0, 0, 0, 0, time.UTC)

// healthyLines writes a day of lines of a service in which all goes well.
func healthyLines(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<20)
	for i := range healthyRows {
		at := healthyDay.Add(time.Duration(i) * (24 * time.Hour / healthyRows))
		fmt.Fprintf(out, `{"@timestamp":"%s","service":"busy","pod":"busy-%d","level":"INFO","thread":"w-%d","logger":"c.e.Upload","message":"upload ok jobId=b-%07d host=files.busy.example remote=192.0.2.%d elapsedMs=%d"}`+"\n",
			at.Format(time.RFC3339Nano), i%4, i%16, i, 10+i%3, 20+i*7%180)
	}
	return out.Flush()
}

// A withoutSources report is its JSON without positions and inputs, which a store
// and a file do not have in common.
func withoutSources(t *testing.T, report, input string) string {
	t.Helper()
	var r map[string]any
	if err := json.Unmarshal([]byte(strings.ReplaceAll(report, input, "INPUT")), &r); err != nil {
		t.Fatalf("%v in %.200s", err, report)
	}
	delete(r["coverage"].(map[string]any), "inputs")
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			delete(v, "sources")
			for _, x := range v {
				strip(x)
			}
		case []any:
			for _, x := range v {
				strip(x)
			}
		}
	}
	strip(r)
	b, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func span(rows []storeRow) (since, until string) {
	const layout = time.RFC3339Nano
	return rows[0].at.Format(layout), rows[len(rows)-1].at.Add(time.Nanosecond).Format(layout)
}

// what a report says that does not count or number attempts.
func gist(t *testing.T, report string) string {
	t.Helper()
	var r struct {
		Findings []struct{ ID, Process, Host, Confidence, Statement string }
		Windows  []struct {
			Process, Host       string
			Opened, Closed, TTL map[string]any
			FirstSuccess        any `json:"first_success"`
		}
		Verdict string
	}
	if err := json.Unmarshal([]byte(report), &r); err != nil {
		t.Fatal(err)
	}
	b, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

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
