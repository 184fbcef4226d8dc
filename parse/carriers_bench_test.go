package parse

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"testing"
)

// logLines is a log of events, lines of no interest and failures with their traces.
func logLines(n int) []string {
	frames := []string{"\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)", "\tat org.apache.http.impl.conn.SystemDefaultDnsResolver.resolve(SystemDefaultDnsResolver.java:45)", "\tat c.e.Job.run(Job.java:12)"}
	var lines []string
	for i := 0; len(lines) < n; i++ {
		at := fmt.Sprintf("2026-07-28 11:%02d:%02d,%03d", i/60000%60, i/1000%60, i%1000)
		switch {
		case i%50 == 49:
			lines = append(lines, fmt.Sprintf("%s ERROR [upload-%d] c.e.Job - call failed jobId=job-%06d", at, i%16, i/10), fmt.Sprintf("java.net.UnknownHostException: a%d.example.com", i%7))
			for k := range 20 {
				lines = append(lines, frames[k%3])
			}
		case i%2 == 0:
			lines = append(lines, fmt.Sprintf("%s INFO  [upload-%d] c.acme.media.job.TimeLog - s3UploadStart jobId=job-%06d host=media-bucket.s3.ap-northeast-1.amazonaws.com", at, i%16, i/10))
		default:
			lines = append(lines, fmt.Sprintf("%s INFO  [http-%d] c.e.web.RequestLogger - handled request number %d for somebody", at, i%16, i))
		}
	}
	return lines[:n]
}

// wrapped are the ways in which logs are handed on, each of one line.
var wrapped = []struct {
	name, head, foot string
	line             func(i int, line string) string
}{
	{"plain", "", "", func(_ int, line string) string { return line }},
	{"docker", "", "", func(i int, line string) string {
		return fmt.Sprintf(`{"log":%s,"stream":"stdout","time":"%s"}`, quoteJSON(line+"\n"), engineTimeOf(i))
	}},
	{"cri", "", "", func(i int, line string) string { return engineTimeOf(i) + " stdout F " + line }},
	{"docker-t", "", "", func(i int, line string) string { return engineTimeOf(i) + " " + line }},
	{"kubectl", "", "", func(_ int, line string) string { return "[pod/batch-7d9f-abc/app] " + line }},
	{"stern", "", "", func(_ int, line string) string { return "batch-7d9f-abc app " + line }},
	{"compose", "", "", func(_ int, line string) string { return "batch-1  | " + line }},
	{"journalctl", "", "", func(i int, line string) string {
		return fmt.Sprintf("Jul 28 11:%02d:%02d pi4 java[685]: %s", i/60%60, i%60, line)
	}},
	{"rfc5424", "", "", func(i int, line string) string { return "<14>1 " + engineTimeOf(i) + " pi4 java 685 - - " + line }},
	{"heroku", "", "", func(i int, line string) string { return engineTimeOf(i)[:26] + "+00:00 app[web.1]: " + line }},
	{"aws-tail", "", "", func(i int, line string) string { return engineTimeOf(i)[:26] + "+00:00 batch/app/abc " + line }},
	{"journald", "", "", func(i int, line string) string {
		return fmt.Sprintf(`{"__REALTIME_TIMESTAMP":"%d","MESSAGE":%s,"_PID":"685","_HOSTNAME":"pi4"}`, 1785239131412001+i*1000, quoteJSON(line))
	}},
	{"csv", "timestamp,message,pod\n", "", func(i int, line string) string { return separatedBy(',', engineTimeOf(i), line, "batch-7d9f-abc") }},
	{"tsv", "timestamp\tmessage\tpod\n", "", func(i int, line string) string { return separatedBy('\t', engineTimeOf(i), line, "batch-7d9f-abc") }},
	{"loki", `{"status":"success","data":{"resultType":"streams","result":[{"stream":{"pod":"batch-7d9f-abc"},"values":[`, "]}]}}", func(i int, line string) string {
		return fmt.Sprintf(`["%d",%s],`, 1785239131412000000+i*1000000, quoteJSON(line))
	}},
	{"cloudwatch", `{"events":[`, "]}", func(i int, line string) string {
		return fmt.Sprintf(`{"logStreamName":"batch/app/abc","timestamp":%d,"message":%s,"ingestionTime":1785239199000},`, 1785239131412+i, quoteJSON(line))
	}},
	{"insights", `{"results":[`, "]}", func(i int, line string) string {
		return fmt.Sprintf(`[{"field":"@timestamp","value":"2026-07-28 11:%02d:%02d.%03d"},{"field":"@message","value":%s}],`, i/60000%60, i/1000%60, i%1000, quoteJSON(line))
	}},
	{"elastic", `{"hits":{"hits":[`, "]}}", func(i int, line string) string {
		return fmt.Sprintf(`{"_index":"logs","_id":"a%d","_source":{"@timestamp":"%s","kubernetes":{"pod":{"name":"batch-7d9f-abc"}},"message":%s}},`, i, engineTimeOf(i), quoteJSON(line))
	}},
	{"logstash", "", "", func(i int, line string) string {
		return fmt.Sprintf(`{"@timestamp":"%s","logger_name":"c.e.Job","thread_name":"upload-%d","level":"INFO","message":%s}`, engineTimeOf(i), i%16, quoteJSON(line))
	}},
}

func quoteJSON(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func engineTimeOf(i int) string {
	return fmt.Sprintf("2026-07-28T11:%02d:%02d.%03d034567Z", i/60000%60, i/1000%60, i%1000)
}

func separatedBy(comma rune, cells ...string) string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	if err := w.Write(cells); err != nil {
		panic(err)
	}
	w.Flush()
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// BenchmarkWrapped reads one log as different carriers hand it on.
func BenchmarkWrapped(b *testing.B) {
	lines := logLines(40000)
	for _, w := range wrapped {
		text := carried(lines, w.head, w.foot, w.line)
		b.Run(w.name, func(b *testing.B) { benchAhead(b, text) })
	}
}

func benchAhead(b *testing.B, text []byte) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				r := NewAheadReader(bytes.NewReader(text), "in", "", Options{}, workers, nil)
				for r.Scan() {
				}
				n += r.Summary().Records
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
		})
	}
}
