package parse

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// bench reads text again and again, in order and ahead, and reports bytes,
// lines and records a second.
func bench(b *testing.B, text []byte) {
	text = bytes.Repeat(text, 1+(8<<20)/len(text))
	for _, workers := range []int{0, 1, 2} {
		b.Run([]string{"inorder", "ahead1", "ahead2"}[workers], func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			n, lines := 0, 0
			for b.Loop() {
				r := NewReader(bytes.NewReader(text), "in", "", Options{})
				if workers > 0 {
					r = NewAheadReader(bytes.NewReader(text), "in", "", Options{}, workers, nil)
				}
				for r.Scan() {
				}
				s := r.Summary()
				n, lines = n+s.Records, lines+s.Lines
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
			b.ReportMetric(float64(lines)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

// events writes TimeLog events, each through format.
func events(n int, format string) []byte {
	var b bytes.Buffer
	for i := range n {
		phase, status := "Start", ""
		if i%2 == 1 {
			phase, status = "End", "ok"
		}
		at := fmt.Sprintf("%02d:%02d:%02d.%04d", 11+i/3600000%12, i/60000%60, i/1000%60, i%1000*10)
		fmt.Fprintf(&b, format, i/10, i%16, "media-bucket.s3.ap-northeast-1.amazonaws.com", phase, at, status)
	}
	return b.Bytes()
}

func BenchmarkTimeLogLines(b *testing.B) {
	bench(b, events(20000, `{"jobId":"job-%06d","thread":"upload-%d","host":"%s","topic":"s3Upload%s","eventTime":"2026-07-28T%s","status":"%s"}`+"\n"))
}

func BenchmarkTimeLogPretty(b *testing.B) {
	text := events(20000, "  {\n    \"jobId\": \"job-%06d\",\n    \"thread\": \"upload-%d\",\n    \"host\": \"%s\",\n    \"topic\": \"s3Upload%s\",\n    \"eventTime\": \"2026-07-28T%s\",\n    \"status\": \"%s\"\n  },\n")
	bench(b, []byte("[\n"+strings.TrimSuffix(strings.Repeat(string(text), 3), ",\n")+"\n]\n"))
}

func BenchmarkTextLines(b *testing.B) {
	var lines bytes.Buffer
	for i := range 20000 {
		fmt.Fprintf(&lines, "2026-07-28 11:%02d:%02d,%03d INFO  [upload-%d] c.acme.media.job.TimeLog - s3Upload ok jobId=job-%06d host=a.example.com elapsedMs=%d\n", i/60000%60, i/1000%60, i%1000, i%16, i/10, i%900)
	}
	bench(b, lines.Bytes())
}

func BenchmarkEventLines(b *testing.B) {
	bench(b, events(20000, "2026-07-28 %[5]s INFO  [upload-%[2]d] c.acme.media.job.TimeLog - s3Upload%[4]s jobId=job-%06[1]d host=%[3]s note=x%[6]s\n"))
}

func BenchmarkRequestLines(b *testing.B) {
	var lines bytes.Buffer
	for i := range 20000 {
		fmt.Fprintf(&lines, "2026-07-28 11:%02d:%02d,%03d INFO  [http-%d] c.acme.Ledger - POST https://ledger.example/v1/invoices/%d -> 201 in %d ms\n", i/60000%60, i/1000%60, i%1000, i%16, i, i%900)
	}
	bench(b, lines.Bytes())
}

// A header that no other line has.
func BenchmarkTraceIDLines(b *testing.B) {
	var lines bytes.Buffer
	for i := range 20000 {
		fmt.Fprintf(&lines, "2026-07-28 11:%02d:%02d.%03d  INFO 4711 --- [orders] [nio-8080-exec-%d] [%032x-%016x] c.e.web.RequestLogger : handled request number %d\n", i/60000%60, i/1000%60, i%1000, i%16, i*7919, i*31, i)
	}
	bench(b, lines.Bytes())
}

// Most lines of a log are of no interest here.
func BenchmarkPlainLines(b *testing.B) {
	var lines bytes.Buffer
	for i := range 20000 {
		fmt.Fprintf(&lines, "2026-07-28 11:%02d:%02d.%03d  INFO 4711 --- [nio-8080-exec-%d] c.e.web.RequestLogger : handled request number %d for user somebody\n", i/60000%60, i/1000%60, i%1000, i%16, i)
	}
	bench(b, lines.Bytes())
}

func BenchmarkStackTraces(b *testing.B) {
	frames := strings.Repeat("\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)\n\tat org.apache.http.impl.conn.SystemDefaultDnsResolver.resolve(SystemDefaultDnsResolver.java:45)\n", 10)
	var lines bytes.Buffer
	for i := range 1000 {
		fmt.Fprintf(&lines, "2026-07-28 11:%02d:%02d,%03d ERROR [upload-%d] c.e.Job - call failed\njava.net.UnknownHostException: a%d.example.com\n%s", i/60000%60, i/1000%60, i%1000, i%16, i%7, frames)
	}
	bench(b, lines.Bytes())
}
