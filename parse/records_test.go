package parse

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"timeline/parse/javatrace"
)

// read returns copies of all records and bad pieces of a text.
func read(t *testing.T, text, path string, opt Options) ([]Record, []*SyntaxError, Summary) {
	t.Helper()
	r := NewReader(strings.NewReader(text), path, "", opt)
	var recs []Record
	var bad []*SyntaxError
	for r.Scan() {
		if b := r.Bad(); b != nil {
			bad = append(bad, b)
			continue
		}
		recs = append(recs, *r.Record())
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return recs, bad, r.Summary()
}

// rec fills in what the records of a test have in common.
func rec(line int, at string, lack Missing, r Record) Record {
	r.Pos = Pos{"in", line}
	if at != "" {
		parsed, err := time.Parse(time.RFC3339Nano, at)
		if err != nil {
			panic(err)
		}
		r.Time = parsed.UTC()
	}
	r.Lack = lack
	if r.Duration == 0 {
		r.Duration = Unset
	}
	return r
}

func compare(t *testing.T, got, want []Record) {
	t.Helper()
	for i := range got {
		if !got[i].Time.IsZero() {
			got[i].Time = got[i].Time.UTC()
		}
	}
	for i := 0; i < len(got) || i < len(want); i++ {
		switch {
		case i >= len(got):
			t.Errorf("missing record %+v", want[i])
		case i >= len(want):
			t.Errorf("unexpected record %+v", got[i])
		case !reflect.DeepEqual(got[i], want[i]):
			t.Errorf("record %d\n got %+v\nwant %+v", i, got[i], want[i])
		}
	}
}

// unknownHost is the trace of one exception with one frame.
func unknownHost(message string) javatrace.Trace {
	return javatrace.Trace{Cut: true, Throwables: []javatrace.Throwable{{
		Class: "java.net.UnknownHostException", Message: message, Parent: -1,
		Frames: []javatrace.Frame{{Class: "java.net.InetAddress$CachedAddresses", Method: "get", Line: 801}},
	}}}
}
