package render

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"timeline/analyze"
)

// TestEvent: an event is one line, whatever the log says, and its JSON is the
// finding with one field more.
func TestEvent(t *testing.T) {
	f := &analyze.Finding{ID: "negative-cache", Host: "a\u202e", Confidence: analyze.Strong, Statement: "2 tries\nof \x1b[31ma\u202e failed"}
	var b bytes.Buffer
	for event, want := range map[string]string{
		"new":    "negative-cache (strong): 2 tries\\nof \\x1b[31ma\\u202e failed\n",
		"update": "negative-cache (strong, update): 2 tries\\nof \\x1b[31ma\\u202e failed\n",
	} {
		b.Reset()
		if err := EventText(&b, event, f); err != nil || b.String() != want {
			t.Errorf("got %q (%v), want %q", &b, err, want)
		}
	}
	b.Reset()
	if err := EventJSON(&b, "new", f); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "\n") != 1 || strings.ContainsAny(b.String(), "\x1b\u202e") {
		t.Errorf("%q", &b)
	}
	var got struct {
		Event string
		analyze.Finding
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil || got.Event != "new" || got.Host != f.Host || got.Statement != f.Statement || got.Evidence == nil {
		t.Errorf("%+v (%v)", got, err)
	}
}
