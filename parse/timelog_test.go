package parse

import (
	"testing"

	"timeline/parse/javatrace"
)

func TestTimeLogLayouts(t *testing.T) {
	const at, end = "2026-07-28T11:45:25.861Z", "2026-07-28T11:45:31.487Z"
	event := func(line int, job string) []Record {
		return []Record{
			rec(line, at, NoZone, Record{Job: job, Operation: "s3Upload", Phase: Start}),
		}
	}
	tests := []struct {
		name, text string
		want       []Record
	}{
		{"one object a line", `{"topic":"s3UploadStart","eventTime":"2026-07-28T11:45:25.8610","jobId":"J1"}`, event(1, "J1")},
		{"array, job from the file", "[\n {\"topic\": \"s3UploadStart\", \"eventTime\": \"2026-07-28T11:45:25.8610\"}\n]", event(2, "in")},
		{"object by job", `{"J00001":[{"topic":"s3UploadStart","eventTime":"2026-07-28T11:45:25.8610"}]}`, event(1, "J00001")},
		{"job around", "{\"data\": {\"jobs\": [{\n\"jobId\": \"J1\", \"result\": {\"timeLog\": [\n{\"topic\": \"s3UploadStart\", \"eventTime\": \"2026-07-28T11:45:25.8610\"}]}}]}}", event(3, "J1")},
		{"job behind", `{"timeLog":[{"topic":"s3UploadStart","eventTime":"2026-07-28T11:45:25.8610"}],"jobId":"J1"}`, event(1, "J1")},
		{"job in a sibling", `{"timeLog":[{"topic":"s3UploadStart","eventTime":"2026-07-28T11:45:25.8610"}],"meta":{"jobId":"J1"}}`, event(1, "J1")},
		{"epoch", `{"event":"s3Upload.start","ts":1785239125861000000,"job_id":"J1"}`, []Record{rec(1, at, Whole, Record{Job: "J1", Operation: "s3Upload", Phase: Start})}},
		{"phase field", `{"name":"s3Upload","phase":"BEGIN","timestamp":"2026-07-28T11:45:25.861Z","requestId":"J1"}`, []Record{rec(1, at, Whole, Record{Job: "J1", Operation: "s3Upload", Phase: Start})}},
		{"both ends", `{"operation":"s3Upload","startTime":"2026-07-28T11:45:25.861Z","endTime":"2026-07-28T11:45:31.487Z","status":"ok"}`,
			[]Record{rec(1, end, Whole, Record{Operation: "s3Upload", Duration: 5626e6, Status: OK})}},
		{"fields of a request", `{"time":"2026-07-28T11:45:31.487Z","client":"HttpClient","url":"http://u@api.lab.test:8080/x?y=1","resolved":"10.0.0.1","remote":"10.0.0.2","status":503,"elapsed_ms":3,"pod":"p-1"}`,
			[]Record{rec(1, end, Whole, Record{Process: "p-1", Host: "api.lab.test", Client: "HttpClient", Remote: "10.0.0.2", Resolved: "10.0.0.1", Status: Failed, Duration: 3e6})}},
		{"exception without a stack", `{"topic":"s3UploadError","eventTime":"2026-07-28T11:45:31.487Z","jobId":"J1","exception":"java.net.UnknownHostException: a.test"}`,
			[]Record{rec(1, end, Whole, Record{Job: "J1", Operation: "s3Upload", Phase: Fail, Status: Failed,
				Trace: javatrace.Trace{Cut: true, Throwables: []javatrace.Throwable{{Class: "java.net.UnknownHostException", Message: "a.test", Parent: -1}}}})}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, bad, _ := read(t, tt.text, "in", Options{})
			if len(bad) > 0 {
				t.Errorf("bad: %v %q", bad[0], bad[0].Text)
			}
			compare(t, got, tt.want)
		})
	}
}

// A torn or foreign line costs itself and nothing else.
func TestTornLines(t *testing.T) {
	const good = `{"topic":"aStart","eventTime":"2026-07-28T11:45:25.861Z"}`
	tests := []struct {
		name, text string
		lines      []int // of the records
		bad        []int
	}{
		{"cut at the end", good + "\n" + `{"topic":"aEnd","event`, []int{1}, []int{2}},
		{"cut inside a string", `{"topic":"aEnd","event` + "\n" + good, []int{2}, []int{1}},
		{"cut behind a colon", `{"topic":` + "\n" + good + "\n" + good, []int{2, 3}, []int{1}},
		{"cut behind a comma", `{"topic":"aEnd",` + "\n" + good, []int{2}, []int{1}},
		{"array without its end", "[\n" + good + ",\n" + good + "\n", []int{2, 3}, []int{4}},
		{"text between", good + "\nhello\n\n" + good + good, []int{1, 4, 4}, nil},
		{"pretty, cut", "{\"a\": [\n" + good + ",\n{\"topic\": ", []int{2}, []int{3}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, bad, sum := read(t, tt.text, "in", Options{})
			var lines, badLines []int
			for _, r := range got {
				lines = append(lines, r.Pos.Line)
			}
			for _, b := range bad {
				badLines = append(badLines, b.Pos.Line)
			}
			if !equalInts(lines, tt.lines) || !equalInts(badLines, tt.bad) {
				t.Errorf("records at %v, bad at %v; want %v, %v", lines, badLines, tt.lines, tt.bad)
			}
			if sum.Records != len(tt.lines) || sum.Unreadable != len(tt.bad) || sum.Bytes != int64(len(tt.text)) {
				t.Errorf("summary %+v", sum)
			}
		})
	}
}

func equalInts(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestOptionKeys(t *testing.T) {
	opt := Options{Keys: map[string][]string{"topic": {"what"}, "time": {"moment"}, "job": {"unit-of-work"}, "host": {"peer-name"}}}
	got, _, _ := read(t, `{"what":"uploadStart","moment":"2026-07-28T11:45:25.861Z","unit_of_work":"7","PeerName":"a.test"}`, "in", opt)
	compare(t, got, []Record{rec(1, "2026-07-28T11:45:25.861Z", Whole, Record{Job: "7", Host: "a.test", Operation: "upload", Phase: Start})})
}
