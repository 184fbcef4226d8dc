package parse

import (
	"io"
	"strings"
	"testing"
)

// A scripted reader returns one text after the other, and ErrPause for "".
type scripted []string

func (s *scripted) Read(p []byte) (int, error) {
	if len(*s) == 0 {
		return 0, io.EOF
	}
	text := (*s)[0]
	*s = (*s)[1:]
	if text == "" {
		return 0, ErrPause
	}
	return copy(p, text), nil
}

// TestPause: what is held for the sake of lines that may follow comes out at a
// pause; an object or a trace in its middle waits on.
func TestPause(t *testing.T) {
	const header = "2026-03-09 02:14:00.471 ERROR [w-1] c.e.Job - failed jobId=j1\n"
	const trace = "java.net.UnknownHostException: a.example\n\tat java.base/java.net.InetAddress.getAllByName(InetAddress.java:1)\n"
	for name, c := range map[string]struct {
		in   scripted
		want []string // message and number of exceptions, in the order of Scan
	}{
		"a header waits for its trace": {scripted{header, trace, "", header, ""}, []string{"failed jobId=j1 1 @1", "failed jobId=j1 0 @4"}},
		"a pause ends an entry":        {scripted{header, "", "", trace}, []string{"failed jobId=j1 0 @1", " 1 @2"}},
		"lines keep their numbers":     {scripted{header, "", header, "", header}, []string{"failed jobId=j1 0 @1", "failed jobId=j1 0 @2", "failed jobId=j1 0 @3"}},
		"an object waits for its rest": {scripted{"{\"topic\":\"putStart\",\n", "", "", "\"eventTime\":\"2026-01-01T00:00:00Z\",\"jobId\":\"1\"}\n", ""}, []string{" 0 @1"}},
		"an array stays open": {scripted{"[\n{\"topic\":\"putStart\",\"eventTime\":\"2026-01-01T00:00:00Z\",\"jobId\":\"1\"},\n", "", "",
			"{\"topic\":\"putEnd\",\"eventTime\":\"2026-01-01T00:00:01Z\",\"jobId\":\"1\"}\n", "", "]\n"}, []string{" 0 @2", " 0 @3"}},
	} {
		script := c.in
		r := NewReader(&script, "x.log", "", Options{})
		var got []string
		for r.Scan() {
			if bad := r.Bad(); bad != nil {
				t.Errorf("%s: %v in %q", name, bad, bad.Text)
				continue
			}
			rec := r.Record()
			got = append(got, strings.Join([]string{rec.Message, string(rune('0' + len(rec.Trace.Throwables))), "@" + string(rune('0'+rec.Pos.Line))}, " "))
		}
		if err := r.Err(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
	}
}
