package parse

import (
	"encoding/binary"
	"strings"
	"testing"

	"timeline/parse/javatrace"
)

// journalField writes a field of journalctl -o export, in the binary form where its
// value has a line end or a control character.
func journalField(name, value string) string {
	if !strings.ContainsAny(value, "\n\x1b") {
		return name + "=" + value + "\n"
	}
	return name + "\n" + string(binary.LittleEndian.AppendUint64(nil, uint64(len(value)))) + value + "\n"
}

func journalText(at string, fields ...string) string {
	var b strings.Builder
	b.WriteString(journalField("__CURSOR", "s=1") + journalField("__REALTIME_TIMESTAMP", at) + journalField("_PID", "587") + journalField("_HOSTNAME", "h-1"))
	for i := 0; i < len(fields); i += 2 {
		b.WriteString(journalField(fields[i], fields[i+1]))
	}
	b.WriteString("\n")
	return b.String()
}

// What journalctl -o export prints, with values in its binary form.
func TestJournalExport(t *testing.T) {
	const cause = "java.net.UnknownHostException: a.test"
	const frame = "\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)"
	trace := unknownHost("a.test")
	tests := []struct {
		name, text string
		want       Record
	}{
		{"a message of one line in colour, and the trace in entries of its own",
			journalText("1785239131413000", "MESSAGE", "\x1b[31m2026-07-28 11:45:31.412 ERROR [t-3] c.e.Job - call failed\x1b[0m") + journalText("1785239131413001", "MESSAGE", cause) + journalText("1785239131413002", "MESSAGE", frame),
			rec(1, "2026-07-28T11:45:31.412Z", Whole, Record{Process: "h-1/587", Thread: "t-3", Level: Error, Logger: "c.e.Job", Message: "call failed", Status: Failed, Trace: trace})},
		{"a message of several lines", journalText("1785239131413000", "PRIORITY", "3", "MESSAGE", "call failed\n"+cause+"\n"+frame),
			rec(1, "2026-07-28T11:45:31.413Z", Whole, Record{Process: "h-1/587", Level: Error, Message: "call failed", Status: Failed, Trace: trace})},
		{"an exception in fields", journalText("1785239131413000", "PRIORITY", "3", "MESSAGE", "call failed", "THREAD_NAME", "t-3", "LOGGER_NAME", "c.e.Job", "EXN_NAME", "java.net.UnknownHostException", "EXN_MESSAGE", "a.test", "EXN_STACKTRACE", frame+"\n"),
			rec(1, "2026-07-28T11:45:31.413Z", Whole, Record{Process: "h-1/587", Thread: "t-3", Level: Error, Logger: "c.e.Job", Message: "call failed", Status: Failed, Trace: trace})},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, bad, _ := read(t, tt.text, "in", Options{})
			compare(t, got, []Record{tt.want})
			for _, b := range bad {
				t.Errorf("bad: %v %q", b, b.Text)
			}
		})
	}
}

// An entry that ends early, or states a size that is not there, is no crash and no end.
func TestJournalExportCut(t *testing.T) {
	whole := journalText("1785239131413000", "PRIORITY", "3", "MESSAGE", "call failed\nx")
	for n := range len(whole) {
		got, _, _ := read(t, whole[:n], "in", Options{})
		if len(got) > 1 {
			t.Errorf("cut at %d: %d records", n, len(got))
		}
	}
	huge := strings.Replace(whole, "MESSAGE\n\r", "MESSAGE\n\xff\xff\xff\xff\xff\xff\xff\x7f", 1)
	read(t, huge, "in", Options{})
}

// Latin-1 bytes are kept readable.
func TestBytes(t *testing.T) {
	got, _, _ := read(t, "2026-07-28 11:45:31.413 [t-3] ERROR c.e.Job - \xe9chec\njava.net.UnknownHostException: a.test: \xc9chec temporaire dans la r\xe9solution du nom\n", "in", Options{})
	compare(t, got, []Record{rec(1, "2026-07-28T11:45:31.413Z", NoZone, Record{Thread: "t-3", Level: Error, Logger: "c.e.Job", Message: "\xe9chec", Status: Failed,
		Trace: javatrace.Trace{Cut: true, Throwables: []javatrace.Throwable{{Class: "java.net.UnknownHostException", Message: "a.test: \xc9chec temporaire dans la r\xe9solution du nom", Parent: -1}}}})})
}
