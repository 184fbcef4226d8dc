package store

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"timeline/parse"
)

// One failure, as each store gives it, is one record to the reader of logs: with
// its time, thread, host and exception.
func TestRowsAreRecords(t *testing.T) {
	at := noon.Add(412 * time.Millisecond)
	line := "2026-07-28 12:00:00.412 ERROR [w-1] c.e.Job - upload failed jobId=j1 host=api.example elapsedMs=71\n" +
		"java.net.UnknownHostException: api.example\n\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)"
	text, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	loki, err := lokiRow(json.RawMessage(`{"app":"batch","pod":"p1"}`), []json.RawMessage{[]byte(`"1785240000412000000"`), text})
	if err != nil {
		t.Fatal(err)
	}
	var e elastic
	hit, err := e.row(elasticHit{Index: "logs-1", ID: "a", Sort: []json.RawMessage{[]byte("1785240000412")},
		Source: json.RawMessage(`{"@timestamp":"2026-07-28T12:00:00.412Z","kubernetes":{"pod":{"name":"p1"}},"message":` + string(text) + `}`)})
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]row{
		"vlogs": {at, "", []byte(`{"_msg":` + string(text) + `,"_stream":"{pod=\"p1\"}","_time":"2026-07-28T12:00:00.412Z","pod":"p1"}`)},
		"loki":  loki,
		"es":    hit,
	}
	for kind, r := range rows {
		if !r.at.Equal(at) || bytes.ContainsRune(r.text, '\n') {
			t.Errorf("%s: %s in %q", kind, r.at, r.text)
		}
		p := parse.NewReader(bytes.NewReader(append(r.text, '\n')), kind, "", parse.Options{})
		n := 0
		for p.Scan() {
			n++
			rec := p.Record()
			if rec == nil {
				t.Fatalf("%s: %v", kind, p.Bad())
			}
			if !rec.Time.Equal(at) || rec.Process != "p1" || rec.Host != "api.example" || rec.Job != "j1" || rec.Thread != "w-1" || rec.Duration != 71*time.Millisecond {
				t.Errorf("%s: %+v", kind, rec)
			}
			if th := rec.Trace.Throwables; len(th) != 1 || !strings.HasSuffix(th[0].Class, "UnknownHostException") || len(th[0].Frames) != 1 {
				t.Errorf("%s: trace %+v", kind, th)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d records", kind, n)
		}
	}
}
