package render

import (
	"bytes"
	"encoding/json"
	"testing"

	"timeline/analyze"
)

// A report that is written attempt by attempt is the text of the whole value.
func TestJSONStream(t *testing.T) {
	for n := range 4 {
		r := &analyze.Report{Schema: "\n  \"attempts\": []", Attempts: make([]analyze.Attempt, n)}
		for i := range r.Attempts {
			r.Attempts[i] = analyze.Attempt{ID: "a1", Job: "<\x1b\u202e&>", Message: "\n  \"attempts\": []"}
		}
		var got, want bytes.Buffer
		if err := JSON(&got, r); err != nil {
			t.Fatal(err)
		}
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(withLists(r)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), escapeHidden(want.Bytes())) {
			t.Errorf("%d attempts: %s\nwant %s", n, got.Bytes(), want.Bytes())
		}
	}
}
