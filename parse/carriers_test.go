package parse

import (
	"bytes"
	"fmt"
	"testing"
)

// carried is a log as a carrier hands it on.
func carried(lines []string, head, foot string, wrap func(i int, line string) string) []byte {
	var text bytes.Buffer
	text.WriteString(head)
	for i, line := range lines {
		text.WriteString(wrap(i, line))
		text.WriteByte('\n')
	}
	if foot != "" {
		text.Truncate(text.Len() - 2) // the last comma
		text.WriteString("\n" + foot + "\n")
	}
	return text.Bytes()
}

// A log says the same whatever carries it, in order and read ahead.
func TestCarriers(t *testing.T) {
	lines := logLines(1500)
	want := ""
	for _, w := range wrapped {
		if w.name == "logstash" { // has a message of its own on each line
			continue
		}
		text := carried(lines, w.head, w.foot, w.line)
		if got := said(text); want == "" {
			want = got
		} else if got != want {
			t.Errorf("%s says %s, want %s", w.name, got, want)
		}
		sameAhead(t, text, Options{}, 2, 1<<14)
	}
}

// said counts what a log says.
func said(text []byte) string {
	r := NewReader(bytes.NewReader(text), "in", "", Options{})
	events, failures, frames := 0, 0, 0
	for r.Scan() {
		rec := r.Record()
		if rec == nil {
			continue
		}
		if rec.Phase == Start && rec.Job != "" && rec.Host != "" {
			events++
		}
		for _, th := range rec.Trace.Throwables {
			failures++
			frames += len(th.Frames)
		}
	}
	s := r.Summary()
	return fmt.Sprint(events, " events, ", failures, " failures with ", frames, " frames, ", s.Skipped, " lines of no interest, ", s.Unreadable, " bad")
}
