package parse

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
)

// A string comes out as it went in, whatever is escaped in it.
func TestUnquote(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	letters := []rune("ab/\"\\\n\t\r\b\fé名😀\x00\x01 <")
	for range 20000 {
		text := make([]rune, r.IntN(12))
		for i := range text {
			text[i] = letters[r.IntN(len(letters))]
		}
		quoted, err := json.Marshal(string(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := unquote(quote(string(text))); string(got) != string(text) {
			t.Fatalf("%q comes out as %q", string(text), got)
		}
		if got := unquote(quoted); string(got) != string(text) {
			t.Fatalf("%s: %q, want %q", quoted, got, string(text))
		}
	}
}
