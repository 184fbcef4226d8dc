package analyze

import (
	"fmt"
	"strings"
	"testing"
)

// On a clock of whole seconds lines of several threads are alike. A file that holds
// every line twice holds each try twice.
func TestAlikeLines(t *testing.T) {
	line := func(second int) string {
		return fmt.Sprintf("2026-07-28 11:45:%02d ERROR Client - call failed\njava.net.UnknownHostException: a.example.com\n\tat java.base/sun.nio.ch.NioSocketImpl.connect(NioSocketImpl.java:567)\n", second)
	}
	repeat := func(counts ...int) string {
		var s strings.Builder
		for second, n := range counts {
			s.WriteString(strings.Repeat(line(second), n))
		}
		return s.String()
	}
	threaded := strings.ReplaceAll(repeat(2, 2), "ERROR", "[main] ERROR")
	tests := []struct {
		name string
		text string
		want int
	}{
		{"threads that were released together", repeat(1, 7, 2, 1, 1), 12},
		{"every line twice", repeat(2, 14, 4, 2, 2), 12},
		{"every line three times", repeat(3, 6), 3},
		{"one second, many threads", repeat(9), 9},
		{"a pair alone", repeat(2), 1},
		{"one thread on a coarse clock, every line twice", threaded, 2},
		{"one thread on a fine clock", strings.ReplaceAll(threaded+strings.ReplaceAll(line(5), "ERROR", "[main] ERROR"), " [main]", ".123 [main]"), 3},
	}
	for _, tt := range tests {
		if got := reportOn(t, tt.text).Coverage.Failed; got != tt.want {
			t.Errorf("%s: %d failed tries, want %d", tt.name, got, tt.want)
		}
	}
}
