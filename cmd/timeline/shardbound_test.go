package main

import (
	"bytes"
	"container/heap"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

// A logShape is a way to write a log in which nothing fails: the lines of try i,
// which starts at a time and takes so long.
type logShape func(w *logStream, i int, at time.Time, took time.Duration)

// A logStream makes a log of some size while it is read, in order of time.
type logStream struct {
	shape logShape
	left  int
	rnd   *rand.Rand
	try   int
	at    time.Time
	later lineHeap // of ends
	ready bytes.Buffer
}

func newLogStream(shape logShape, size int) *logStream {
	return &logStream{shape: shape, left: size, rnd: rand.New(rand.NewPCG(1, 2)), at: time.Date(2026, 7, 28, 11, 45, 0, 0, time.UTC)}
}

func (s *logStream) Read(p []byte) (int, error) {
	for s.ready.Len() < len(p) && s.left > 0 {
		s.at = s.at.Add(time.Duration(s.rnd.IntN(8000)) * time.Microsecond).Truncate(time.Millisecond)
		s.until(s.at)
		tail := s.rnd.ExpFloat64() * s.rnd.ExpFloat64()
		before := s.ready.Len() + s.later.bytes
		took := min(time.Duration(30+60*tail*tail)*time.Millisecond, 10*time.Second)
		s.shape(s, s.try, s.at, took)
		s.left -= s.ready.Len() + s.later.bytes - before
		s.try++
	}
	if s.left <= 0 {
		s.until(s.at.Add(24 * time.Hour))
	}
	if s.ready.Len() == 0 {
		return 0, io.EOF
	}
	return s.ready.Read(p)
}

// until writes what is due.
func (s *logStream) until(at time.Time) {
	for len(s.later.lines) > 0 && !s.later.lines[0].at.After(at) {
		s.ready.WriteString(heap.Pop(&s.later).(timedLine).text)
	}
}

// events writes the start of a try now, and its end when it comes.
func (s *logStream) events(at time.Time, took time.Duration, fields, ending string) {
	const layout = "2006-01-02T15:04:05.000"
	fmt.Fprintf(&s.ready, `{%s,"topic":"uploadStart","eventTime":"%s"}`+"\n", fields, at.Format(layout))
	heap.Push(&s.later, timedLine{at.Add(took), fmt.Sprintf(`{%s,"topic":"uploadEnd","eventTime":"%s"%s}`+"\n", fields, at.Add(took).Format(layout), ending)})
}

type timedLine struct {
	at   time.Time
	text string
}

type lineHeap struct {
	lines []timedLine
	bytes int
}

func (h *lineHeap) Len() int           { return len(h.lines) }
func (h *lineHeap) Less(i, j int) bool { return h.lines[i].at.Before(h.lines[j].at) }
func (h *lineHeap) Swap(i, j int)      { h.lines[i], h.lines[j] = h.lines[j], h.lines[i] }
func (h *lineHeap) Push(x any) {
	h.lines = append(h.lines, x.(timedLine))
	h.bytes += len(x.(timedLine).text)
}
func (h *lineHeap) Pop() any {
	last := h.lines[len(h.lines)-1]
	h.lines = h.lines[:len(h.lines)-1]
	h.bytes -= len(last.text)
	return last
}

const (
	statedOK = `,"status":"ok"`
	unstated = ""
)

// eventShape writes events of as many hosts and threads, with jobs of some form.
func eventShape(hosts, threads int, job func(i int) string, ending string) logShape {
	return func(s *logStream, i int, at time.Time, took time.Duration) {
		s.events(at, took, fmt.Sprintf(`"jobId":"%s","thread":"worker-%d","host":"h%d.example"`, job(i), i%threads, i%hosts), ending)
	}
}

func countedJob(i int) string { return fmt.Sprintf("job-%06d", i) }

func randomJob(i int) string {
	r := rand.New(rand.NewPCG(uint64(i), 3))
	return fmt.Sprintf("%016x%016x", r.Uint64(), r.Uint64())
}

// healthyShapes are logs in which nothing fails.
var healthyShapes = map[string]logShape{
	"outcomes stated":              eventShape(3, 16, countedJob, statedOK),
	"no outcomes":                  eventShape(3, 16, countedJob, unstated),
	"random jobs":                  eventShape(3, 16, randomJob, statedOK),
	"random jobs, no outcomes":     eventShape(3, 16, randomJob, unstated),
	"many hosts":                   eventShape(2000, 16, countedJob, statedOK),
	"many hosts, no outcomes":      eventShape(2000, 16, countedJob, unstated),
	"many threads":                 eventShape(3, 5000, countedJob, statedOK),
	"many threads, no outcomes":    eventShape(3, 5000, countedJob, unstated),
	"jobs that go on, no outcomes": eventShape(3, 16, func(i int) string { return fmt.Sprint("worker-", i%4096) }, unstated),
	"a new address at each try": func(s *logStream, i int, at time.Time, took time.Duration) {
		s.events(at, took, fmt.Sprintf(`"jobId":"job-%d","host":"h%d.example"`, i, i%3), fmt.Sprintf(`,"remote":"10.0.%d.%d:443","status":"ok"`, i/250%250, i%250))
	},
	"log lines that tell how long": func(s *logStream, i int, at time.Time, took time.Duration) {
		fmt.Fprintf(&s.ready, "%s INFO  [worker-%d] c.e.Uploader - job=J%d upload to h%d.example ok in %d ms\n", at.Format("2006-01-02 15:04:05.000"), i%16, i, i%3, took.Milliseconds())
	},
	"log lines with fields, no outcomes": func(s *logStream, i int, at time.Time, took time.Duration) {
		fmt.Fprintf(&s.ready, "%s INFO  [worker-%d] c.e.Uploader - sent jobId=J%d host=h%d.example elapsedMs=%d\n", at.Format("2006-01-02 15:04:05.000"), i%16, i, i%3, took.Milliseconds())
	},
}

// smallPartial bounds the partial of a file without a failure.
const smallPartial = 64 << 10

// Of a file in which nothing failed a partial is small, however large the file is and
// whatever it says of each try, and leads to the same report.
func TestHealthyShardIsSmall(t *testing.T) {
	sizes := []int{256 << 10, 700 << 10, 16 << 20}
	for name, shape := range healthyShapes {
		t.Run(name, func(t *testing.T) {
			for _, size := range sizes {
				partial, _ := mapStream(t, newLogStream(shape, size))
				t.Logf("%9d bytes of log give %d", size, len(partial))
				if len(partial) > smallPartial {
					t.Errorf("%d bytes of log give a partial of %d bytes, want at most %d", size, len(partial), smallPartial)
				}
				if size > 1<<20 {
					continue
				}
				want := analyzeStream(t, newLogStream(shape, size))
				if got := must(t, partial, "analyze", "--format", "json", "-"); got != want {
					t.Error(firstDifference(got, want))
				}
			}
		})
	}
}

// The same with a gigabyte of each.
func TestHealthyGigabyteIsSmall(t *testing.T) {
	if os.Getenv("TIMELINE_BIG") == "" {
		t.Skip("reads a gigabyte of each kind of log: set TIMELINE_BIG=1")
	}
	for name, shape := range healthyShapes {
		t.Run(name, func(t *testing.T) {
			s := newLogStream(shape, 1<<30)
			partial, took := mapStream(t, s)
			t.Logf("%d tries give %d bytes in %v", s.try, len(partial), took.Round(time.Second))
			if len(partial) > smallPartial {
				t.Errorf("1 GB of log gives a partial of %d bytes, want at most %d", len(partial), smallPartial)
			}
		})
	}
}

func mapStream(t *testing.T, s io.Reader) (partial string, took time.Duration) {
	t.Helper()
	began := time.Now()
	return streamInto(t, s, "map", "-"), time.Since(began)
}

func analyzeStream(t *testing.T, s io.Reader) string {
	t.Helper()
	return streamInto(t, s, "analyze", "--format", "json", "-")
}

// streamInto runs a command whose standard input is s.
func streamInto(t *testing.T, s io.Reader, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(args, environment{in: s, out: &out, err: &errs, now: time.Now, lookup: func(string) (string, bool) { return "", false }})
	if code != 0 {
		t.Fatalf("exit code %d, %s", code, errs.String())
	}
	return out.String()
}
