package parse

import (
	"bytes"
	"strconv"
	"time"
)

// isRestart knows the lines that a JVM, or a framework once a JVM, prints when
// it starts.
func isRestart(m []byte) bool {
	switch {
	case len(m) < 14:
		return false
	case m[0] == 'S' && bytes.HasPrefix(m, []byte("Starting ")):
		return bytes.Contains(m, []byte(" using Java ")) || bytes.Contains(m, []byte(" with PID "))
	case m[0] == 'S' && bytes.HasPrefix(m, []byte("Started ")):
		_, ok := runningFor(m)
		return ok
	case m[0] == 'P':
		return bytes.HasPrefix(m, []byte("Picked up JAVA_TOOL_OPTIONS")) || bytes.HasPrefix(m, []byte("Picked up JDK_JAVA_OPTIONS"))
	case m[0] == 'L':
		return bytes.HasPrefix(m, []byte("Launching a JVM"))
	case m[0] == ':':
		return bytes.HasPrefix(m, []byte(":: Spring Boot ::"))
	}
	return false
}

// uptimes stand before how long the process had been running, in seconds, when it
// said "Started App in 2.3 seconds (process running for 2.9)": Spring Boot 3 and 2.
var uptimes = [][]byte{[]byte(" seconds (process running for "), []byte(" seconds (JVM running for ")}

// runningFor reads how long before a line the JVM began, where it says so.
func runningFor(m []byte) (time.Duration, bool) {
	for _, words := range uptimes {
		_, rest, ok := bytes.Cut(m, words)
		number, _, closed := bytes.Cut(rest, []byte(")"))
		if s, err := strconv.ParseFloat(string(number), 64); ok && closed && err == nil && s >= 0 && s < 24*3600 {
			return time.Duration(s * float64(time.Second)), true
		}
	}
	return 0, false
}
