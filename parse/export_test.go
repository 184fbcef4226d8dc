package parse

import (
	"strings"
	"testing"
	"time"

	"timeline/parse/javatrace"
)

const (
	exportTime = "2026-07-28T11:45:31.412Z"
	exportText = "java.net.UnknownHostException: api.example.internal"
)

// named is the trace of an exception of which only class and message are known.
func named(message string) javatrace.Trace {
	return javatrace.Trace{Cut: true, Throwables: []javatrace.Throwable{{Class: "java.net.UnknownHostException", Message: message, Parent: -1}}}
}

// The same failure as each encoder and each store writes it.
func TestExports(t *testing.T) {
	trace := named("api.example.internal")
	const stack = `java.net.UnknownHostException: api.example.internal\n\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n`
	failed := Record{Level: Error, Thread: "t-3", Logger: "c.e.Job", Message: "job failed", Status: Failed, Trace: unknownHost("api.example.internal")}
	with := func(r Record, change func(*Record)) Record { change(&r); return r }
	bare := Record{Status: Failed, Trace: trace}
	tests := []struct {
		name, text string
		lack       Missing
		want       Record
	}{
		{"ECS, dotted", `{"@timestamp":"2026-07-28T11:45:31.412Z","log.level":"ERROR","message":"job failed","process.thread.name":"t-3","log.logger":"c.e.Job","error.type":"java.net.UnknownHostException","error.message":"api.example.internal","error.stack_trace":"` + stack + `"}`, Whole, failed},
		{"ECS, nested", `{"@timestamp":"2026-07-28T11:45:31.412Z","log":{"level":"ERROR","logger":"c.e.Job"},"process":{"pid":1,"thread":{"name":"t-3"}},"message":"job failed","error":{"type":"java.net.UnknownHostException","message":"api.example.internal","stack_trace":"` + stack + `"},"ecs":{"version":"8.11"}}`, Whole, failed},
		{"logstash-logback-encoder", `{"@timestamp":"2026-07-28T20:45:31.412+09:00","@version":"1","message":"job failed","logger_name":"c.e.Job","thread_name":"t-3","level":"ERROR","level_value":40000,"stack_trace":"` + stack + `","jobId":"J1"}`, Whole,
			with(failed, func(r *Record) { r.Job, r.Operation = "J1", "job" })},
		{"JsonLayout", `{"instant":{"epochSecond":1785239131,"nanoOfSecond":412000000},"thread":"t-3","level":"ERROR","loggerName":"c.e.Job","message":"job failed","thrown":{"message":"api.example.internal","name":"java.net.UnknownHostException","extendedStackTrace":[{"class":"java.net.InetAddress$CachedAddresses","method":"get","file":"InetAddress.java","line":801}]}}`, Whole, failed},
		{"LogstashJsonEventLayoutV1", `{"mdc":{},"exception":{"exception_class":"java.net.UnknownHostException","exception_message":"api.example.internal","stacktrace":"` + stack + `"},"@version":1,"source_host":"batch-1","message":"job failed","thread_name":"t-3","@timestamp":"2026-07-28T20:45:31.412+0900","level":"ERROR","logger_name":"c.e.Job"}`, Whole,
			with(failed, func(r *Record) { r.Process = "batch-1" })},
		{"GELF", `{"version":"1.1","short_message":"job failed","timestamp":1785239131.412,"level":3,"host":"batch","_process_thread_name":"t-3","_log_logger":"c.e.Job","_error_stack_trace":"` + stack + `"}`, Whole,
			with(failed, func(r *Record) { r.Process = "batch" })},
		{"GCP", `[{"insertId":"1x2","jsonPayload":{"message":"job failed","thread":"t-3","logger":"c.e.Job","stack_trace":"` + stack + `"},"resource":{"type":"k8s_container","labels":{"pod_name":"batch-1"}},"severity":"ERROR","timestamp":"2026-07-28T11:45:31.412000000Z"}]`, Whole,
			with(failed, func(r *Record) { r.Process = "batch-1" })},
		{"Elasticsearch", `{"took":3,"hits":{"total":{"value":1},"hits":[{"_index":"logs","_id":"aB3","_source":{"@timestamp":"2026-07-28T11:45:31.412Z","message":"` + exportText + `","log":{"level":"ERROR"}},"sort":[1785239131412]}]}}`, Whole, with(bare, func(r *Record) { r.Level = Error })},
		{"elasticdump", `{"_index":"logs","_type":"_doc","_id":"aB3","_source":{"@timestamp":"2026-07-28T11:45:31.412Z","message":"` + exportText + `"}}`, Whole, bare},
		{"VictoriaLogs", `{"_msg":"` + exportText + `","_stream":"{pod=\"batch-1\"}","_time":"2026-07-28T11:45:31.412Z","level":"ERROR","pod":"batch-1"}`, Whole, with(bare, func(r *Record) { r.Level, r.Process = Error, "batch-1" })},
		{"Loki", `{"status":"success","data":{"resultType":"streams","result":[{"stream":{"app":"batch","pod":"batch-1","job":"scrape"},"values":[["1785239131412000000","` + exportText + `"]]}]}}`, Whole, with(bare, func(r *Record) { r.Process = "batch-1" })},
		{"logcli", `{"labels":{"app":"batch","pod":"batch-1"},"line":"` + exportText + `","timestamp":"2026-07-28T11:45:31.412Z"}`, Whole, with(bare, func(r *Record) { r.Process = "batch-1" })},
		{"CloudWatch", `{"events":[{"logStreamName":"batch/app/abc","timestamp":1785239131412,"message":"` + exportText + `","ingestionTime":1785239132001,"eventId":"0009"}]}`, Whole, with(bare, func(r *Record) { r.Process = "batch/app/abc" })},
		{"CloudWatch Insights", `{"results":[[{"field":"@timestamp","value":"2026-07-28 11:45:31.412"},{"field":"@message","value":"` + exportText + `"},{"field":"@logStream","value":"batch/app/abc"},{"field":"@ptr","value":"ClQKGA"}]],"status":"Complete"}`, NoZone, with(bare, func(r *Record) { r.Process = "batch/app/abc" })},
		{"Datadog", `{"data":[{"id":"AAAAA","type":"log","attributes":{"timestamp":"2026-07-28T11:45:31.412Z","status":"error","service":"batch","host":"batch-1","message":"job failed","attributes":{"logger":{"name":"c.e.Job","thread_name":"t-3"},"error":{"kind":"java.net.UnknownHostException","stack":"` + stack + `"}}}}]}`, Whole,
			with(failed, func(r *Record) { r.Process = "batch-1" })},
		{"docker json-file", `{"log":"` + exportText + `\n","stream":"stdout","time":"2026-07-28T11:45:31.412Z"}`, Whole, bare},
		{"journald", `{"__REALTIME_TIMESTAMP":"1785239131412000","MESSAGE":"` + exportText + `","PRIORITY":"3","_PID":"587","_HOSTNAME":"batch-1"}`, Whole, with(bare, func(r *Record) { r.Level, r.Process = Error, "batch-1/587" })},
		{"journald, bytes", `{"__REALTIME_TIMESTAMP":"1785239131412000","MESSAGE":[27,91,51,49,109,97,46,66,69,120,99,101,112,116,105,111,110,27,91,48,109],"_HOSTNAME":"b"}`, Whole,
			Record{Process: "b", Status: Failed, Trace: javatrace.Trace{Cut: true, Throwables: []javatrace.Throwable{{Class: "a.BException", Parent: -1}}}}},
		{"OTLP log", `{"resourceLogs":[{"resource":{"attributes":[{"key":"service.instance.id","value":{"stringValue":"batch-1"}}]},"scopeLogs":[{"scope":{"name":"c.e.Job"},"logRecords":[{"timeUnixNano":"1785239131412000000","severityNumber":17,"body":{"stringValue":"job failed"},"attributes":[{"key":"thread.name","value":{"stringValue":"t-3"}},{"key":"exception.stacktrace","value":{"stringValue":"` + stack + `"}}]}]}]}]}`, Whole,
			with(failed, func(r *Record) { r.Process, r.Logger = "batch-1", "" })},
		{"OTLP span", `{"resourceSpans":[{"resource":{"attributes":[{"key":"k8s.pod.name","value":{"stringValue":"batch-1"}}]},"scopeSpans":[{"spans":[{"traceId":"5b8e","spanId":"eee1","name":"GET","kind":3,"startTimeUnixNano":"1785239125861000000","endTimeUnixNano":"1785239131412000000","attributes":[{"key":"server.address","value":{"stringValue":"api.example.internal"}}],"events":[{"timeUnixNano":"1785239131411000000","name":"exception","attributes":[{"key":"exception.type","value":{"stringValue":"java.net.UnknownHostException"}},{"key":"exception.message","value":{"stringValue":"api.example.internal"}}]}],"status":{"code":2}}]}]}]}`, Whole,
			Record{Process: "batch-1", Job: "5b8e", Host: "api.example.internal", Operation: "GET", Duration: 5551 * time.Millisecond, Status: Failed, Trace: trace}},
		{"Jaeger", `{"data":[{"traceID":"5b8e","spans":[{"traceID":"5b8e","spanID":"eee1","operationName":"GET","startTime":1785239125861000,"duration":5551000,"tags":[{"key":"error","type":"bool","value":true},{"key":"peer.hostname","type":"string","value":"api.example.internal"}],"logs":[],"processID":"p1"}],"processes":{"p1":{"serviceName":"batch","tags":[{"key":"hostname","type":"string","value":"batch-1"}]}}}]}`, Whole,
			Record{Process: "batch-1", Job: "5b8e", Host: "api.example.internal", Operation: "GET", Duration: 5551 * time.Millisecond, Status: Failed}},
		{"Zipkin", `[{"traceId":"5b8e","id":"eee1","kind":"CLIENT","name":"get","timestamp":1785239125861000,"duration":5551000,"localEndpoint":{"serviceName":"batch"},"annotations":[],"tags":{"http.url":"https://api.example.internal/x","error":"` + exportText + `"}}]`, Whole,
			Record{Job: "5b8e", Host: "api.example.internal", Operation: "get", Duration: 5551 * time.Millisecond, Status: Failed, Trace: trace}},
		{"CSV", "@timestamp,pod,message\n2026-07-28T11:45:31.412Z,batch-1,\"" + exportText + "\"\n", Whole, with(bare, func(r *Record) { r.Process = "batch-1" })},
		{"TSV", "message\tpod\ttime\n" + exportText + "\tbatch-1\t1785239131412\n", Whole, with(bare, func(r *Record) { r.Process = "batch-1" })},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, bad, _ := read(t, tt.text, "in", Options{})
			if len(bad) > 0 {
				t.Errorf("bad: %v %q", bad[0], bad[0].Text)
			}
			line := 1
			if strings.HasSuffix(tt.name, "SV") {
				line = 2
			}
			compare(t, got, []Record{rec(line, exportTime, tt.lack, tt.want)})
		})
	}
}

// A stack trace whose lines are records of their own is put together, in
// either order, and apart from those of other processes.
func TestLinesOfOneTrace(t *testing.T) {
	lines := []string{
		"2026-07-28 11:45:31.412 [main] ERROR c.e.Job - call failed",
		"java.net.UnknownHostException: a.test",
		"\\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)",
	}
	value := func(i int, pod string) string {
		return `{"labels":{"pod":"` + pod + `"},"line":"` + lines[i] + `","timestamp":"2026-07-28T11:45:31.41200000` + string('0'+byte(i)) + `Z"}` + "\n"
	}
	want := func(line int, pod string) Record {
		return rec(line, exportTime, Whole, Record{Process: pod, Thread: "main", Logger: "c.e.Job", Level: Error, Message: "call failed", Status: Failed, Trace: unknownHost("a.test")})
	}
	tests := []struct {
		name, text string
		want       []Record
	}{
		{"oldest first", value(0, "p") + value(1, "p") + value(2, "p"), []Record{want(1, "p")}},
		{"newest first", value(2, "p") + value(1, "p") + value(0, "p"), []Record{want(3, "p")}},
		{"two pods", value(0, "p") + value(0, "q") + value(1, "q") + value(1, "p") + value(2, "p") + value(2, "q"), []Record{want(1, "p"), want(2, "q")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, _ := read(t, tt.text, "in", Options{})
			compare(t, got, tt.want)
		})
	}
}
