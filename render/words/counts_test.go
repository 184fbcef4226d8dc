package words

import "testing"

func TestCountsAreGrouped(t *testing.T) {
	for in, want := range map[string]string{
		"33244 tries of a.example failed":       "33,244 tries of a.example failed",
		"of these 1234567 further tries failed": "of these 1,234,567 further tries failed",
		"order-33244 tries again at port 33244": "order-33244 tries again at port 33244",
		"after 9864 tries, port 9864":           "after 9,864 tries, port 9864",
		"1000000 of 1000000 attempts failed":    "1,000,000 of 1,000,000 attempts failed",
	} {
		if got := Counts(in); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
