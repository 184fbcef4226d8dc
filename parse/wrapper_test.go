package parse

import (
	"strings"
	"testing"
	"time"
)

// What an envelope states, and what it leaves of the line.
func TestWrappers(t *testing.T) {
	const line = "2026-07-28 11:45:31.413 [main] ERROR c.e.Job - call failed host=a.test"
	inner := Record{Thread: "main", Logger: "c.e.Job", Level: Error, Host: "a.test", Operation: "call", Message: "call failed host=a.test", Status: Failed}
	tests := []struct {
		name, text, process string
		line                int
	}{
		{"docker compose", "flink-1  | " + line, "flink-1", 1},
		{"docker compose logs -t", "flink-1  | 2026-07-28T11:45:31.413915678Z " + line, "flink-1", 1},
		{"docker service logs", "web.1.5slbc2ehoit8@node1    | " + line, "web.1.5slbc2ehoit8@node1", 1},
		{"kubectl logs --timestamps", "2026-07-28T11:45:31.413915678Z " + line, "", 1},
		{"kubectl logs --timestamps, zeros cut", "2026-07-28T11:45:31.4139Z " + line, "", 1},
		{"kubectl logs --prefix", "[pod/batch-1/app] " + line, "batch-1", 1},
		{"CRI", "2026-07-28T11:45:31.413915678Z stdout F " + line, "", 1},
		{"CRI in parts", "2026-07-28T11:45:31.413915678Z stdout P " + line[:30] + "\n2026-07-28T11:45:31.413915679Z stdout F " + line[30:], "", 2},
		{"journalctl", "Jul 28 11:45:31 pi4 java[685]: " + line, "pi4/685", 1},
		{"rsyslog", "2026-07-28T11:45:31.413+00:00 pi4 java[685]: " + line, "pi4/685", 1},
		{"syslog protocol", "<11>1 2026-07-28T11:45:31.413Z pi4 app 685 - - " + line, "pi4/685", 1},
		{"Cloud Foundry", "2026-07-28T11:45:31.41+0000 [APP/1]      OUT " + line, "APP/1", 1},
		{"Java Service Wrapper", "INFO   | jvm 1    | 2026/07/28 11:45:31 | " + line, "jvm 1", 1},
		{"table in Markdown", "| timestamp | message |\n|---|---|\n| 1785239131413 | " + line + "   |", "", 3},
		{"docker json-file", `{"log":"` + line + `\n","stream":"stdout","time":"2026-07-28T11:45:31.413915678Z"}`, "", 1},
		{"docker json-file in parts", `{"log":"` + line[:30] + `","time":"2026-07-28T11:45:31.413915678Z"}` + "\n" + `{"log":"` + line[30:] + `\n","time":"2026-07-28T11:45:31.413915679Z"}`, "", 2},
		{"JSON in CRI", `2026-07-28T11:45:31.413915678Z stdout F {"@timestamp":"2026-07-28T11:45:31.413","thread_name":"main","logger_name":"c.e.Job","level":"ERROR","message":"call failed host=a.test"}`, "", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, bad, _ := read(t, tt.text+"\n", "in", Options{})
			if len(bad) > 0 {
				t.Errorf("bad: %v %q", bad[0], bad[0].Text)
			}
			want := inner
			want.Process = tt.process
			lack := Whole // by the envelope
			switch tt.name {
			case "docker compose", "docker service logs", "kubectl logs --prefix", "journalctl", "Java Service Wrapper":
				lack = NoZone
			}
			compare(t, got, []Record{rec(tt.line, "2026-07-28T11:45:31.413Z", lack, want)})
		})
	}
}

// A process that the user names stands above what the log says.
func TestNamedProcess(t *testing.T) {
	r := NewReader(strings.NewReader(`{"topic":"aStart","eventTime":"2026-07-28T11:45:31Z","pod":"p"}`), "in", "blue", Options{})
	if !r.Scan() || r.Record().Process != "blue" {
		t.Errorf("got %+v", r.Record())
	}
}

func TestSummary(t *testing.T) {
	const text = "2026-07-28 11:45:31.413 [main] INFO c.e.Job - nothing\n2026-07-28 11:45:32.413 [main] ERROR c.e.Job - failed\n{\"topic\":\"aStart\",\"eventTime\":\"2026-07-28T11:45:33Z\"}\n{\"topic\":\n"
	_, _, s := read(t, text, "in", Options{})
	if s.Format != "Java log, TimeLog JSON" && s.Format != "TimeLog JSON, Java log" || s.Bytes != int64(len(text)) || s.Lines != 4 || s.Records != 2 || s.Skipped != 1 || s.Unreadable != 1 ||
		s.From.Second() != 32 || s.To.Second() != 33 || s.Zone != "stated in part, else assumed UTC" {
		t.Errorf("summary %+v", s)
	}
}

// A clock without a zone, or without a date, runs beside one that has both.
func TestEnvelopeTime(t *testing.T) {
	tests := []struct {
		inner, want string
		lack        Missing
		zone        *time.Location
	}{
		{"2026-07-28 20:45:31.413", "2026-07-28T11:45:31.413Z", Whole, nil},            // in Tokyo
		{"2026-07-28 17:15:31.413", "2026-07-28T11:45:31.413Z", Whole, nil},            // in India
		{"11:45:31.413", "2026-07-28T11:45:31.413Z", Whole, nil},                       // no date
		{"20:45:31.413", "2026-07-28T11:45:31.413Z", Whole, nil},                       // no date, in Tokyo
		{"2026-07-28 11:40:31.413", "2026-07-28T11:40:31.413Z", NoZone, nil},           // collected late
		{"2026-07-28 20:45:31.413", "2026-07-28T20:45:31.413Z", NoZone, time.UTC},      // the user knows better
		{"2026-07-28 20:45:31.413+09:00", "2026-07-28T11:45:31.413Z", Whole, time.UTC}, // stated
	}
	for _, tt := range tests {
		got, _, _ := read(t, "2026-07-28T11:45:31.414034567Z stdout F "+tt.inner+" ERROR - failed\n", "in", Options{Zone: tt.zone})
		compare(t, got, []Record{rec(1, tt.want, tt.lack, Record{Level: Error, Message: "failed", Status: Failed})})
	}
}
