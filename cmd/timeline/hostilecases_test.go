//go:build linux

package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf16"
)

func fileCases() []hostileCase {
	in := func(d string, more ...string) string { return filepath.Join(append([]string{d, "in"}, more...)...) }
	folder := func(t *testing.T, d string) {
		t.Helper()
		if err := os.MkdirAll(in(d, "a"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(in(d, "a", "app.log"), []byte(plainLine), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return []hostileCase{
		{name: "folder that links to itself", make: func(t *testing.T, d string) error {
			folder(t, d)
			return os.Symlink("..", in(d, "a", "loop"))
		}},
		{name: "link to itself", code: 3, says: "too many levels", make: func(_ *testing.T, d string) error { return os.Symlink("in", in(d)) }},
		{name: "link to nothing in a folder", make: func(t *testing.T, d string) error {
			folder(t, d)
			return os.Symlink("nothing", in(d, "gone"))
		}},
		{name: "link to a device in a folder", make: func(t *testing.T, d string) error {
			folder(t, d)
			return os.Symlink("/dev/zero", in(d, "zero"))
		}},
		{name: "pipe in a folder", make: func(t *testing.T, d string) error {
			folder(t, d)
			return syscall.Mkfifo(in(d, "pipe"), 0o666)
		}},
		{name: "pipe that somebody writes", says: "1 of 1", make: func(t *testing.T, d string) error {
			if err := syscall.Mkfifo(in(d), 0o666); err != nil {
				return err
			}
			go os.WriteFile(in(d), []byte(plainLine), 0o666)
			return nil
		}},
		{name: "/dev/zero", code: 3, says: "a device", args: []string{"/dev/zero"}, make: func(*testing.T, string) error { return nil }},
		{name: "link to /dev/urandom", code: 3, says: "a device", make: func(_ *testing.T, d string) error { return os.Symlink("/dev/urandom", in(d)) }},
		{name: "/dev/null", code: 3, says: "no record", args: []string{"/dev/null"}, make: func(*testing.T, string) error { return nil }},
		{name: "names with newlines and escapes", make: func(t *testing.T, d string) error {
			folder(t, d)
			for _, n := range []string{"a\nb.log", "\x1b[2J.log", "\xff\xfe.log", strings.Repeat("n", 250) + ".log", "-o", "=", "*"} {
				if err := os.WriteFile(in(d, n), []byte(plainLine+"{\"topic\":\n"), 0o666); err != nil {
					return err
				}
			}
			return nil
		}},
		{name: "folders 500 deep", make: func(_ *testing.T, d string) error {
			deep := in(d) + strings.Repeat("/d", 500)
			if err := os.MkdirAll(deep, 0o777); err != nil {
				return err
			}
			return os.WriteFile(deep+"/app.log", []byte(plainLine), 0o666)
		}},
	}
}

func utf16Of(s, mark string, little bool) string {
	var b strings.Builder
	b.WriteString(mark)
	for _, u := range utf16.Encode([]rune(s)) {
		if little {
			b.Write([]byte{byte(u), byte(u >> 8)})
		} else {
			b.Write([]byte{byte(u >> 8), byte(u)})
		}
	}
	return b.String()
}

// failed is a try that ends at a time, with the failure that a cache could give.
func failedEvents(start, end string) string {
	return fmt.Sprintf(`{"topic":"putStart","eventTime":"%s","jobId":"1","host":"a.example"}
{"topic":"putError","eventTime":"%s","jobId":"1","host":"a.example","exception":"java.net.UnknownHostException: a.example"}
`, start, end)
}

func textCases() []hostileCase {
	const deep = 100_000
	event := strings.TrimSpace(strings.Split(failedEvents("2026-07-28T11:45:31Z", ""), "\n")[0])
	return []hostileCase{
		{name: "arrays 100,000 deep", make: text(strings.Repeat("[", deep), strings.Repeat("]", deep), "\n", plainLine), says: "1 of 1"},
		{name: "arrays 100,000 deep, not closed", make: text(strings.Repeat("[", deep), "\n", plainLine), says: "1 of 1"},
		{name: "objects 100,000 deep", make: text(strings.Repeat(`{"a":`, deep), "1", strings.Repeat("}", deep), "\n", plainLine), says: "1 of 1"},
		{name: "event 100,000 deep", make: text(strings.Repeat(`[{"a":`, deep), event, strings.Repeat("}]", deep), "\n", plainLine), says: "1 of 1"},
		{name: "JSON in strings, 12 deep", make: text(escapedJSON(12), "\n", plainLine)},
		{name: "causes 20,000 deep", make: text(plainLine, "java.lang.Error: x\n", strings.Repeat("Caused by: java.lang.Error: x\n\tat a.B.c(B.java:1)\n", 20_000))},
		{name: "suppressed 5,000 deep", make: text(plainLine, "java.lang.Error: x\n", deeper(5000))},
		{name: "object with 100,000 members", make: text("{", strings.Repeat(`"topic":"aStart",`, 100_000), `"eventTime":"2026-07-28T11:45:31Z"}`, "\n", plainLine)},
		{name: "year 0001", make: text(failedEvents("0001-01-01T00:00:00Z", "0001-01-01T00:00:05Z"))},
		{name: "year 9999", make: text(failedEvents("9999-12-31T23:59:50Z", "9999-12-31T23:59:59.999999999Z"))},
		{name: "from year 0001 to 9999", make: text(failedEvents("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"), "0001-01-01 00:00:00.000 ERROR a - UnknownHostException: a.example elapsedMs=9223372036854775807\n9999-12-31 23:59:59.999 ERROR a - UnknownHostException: a.example elapsedMs=-1\n")},
		{name: "numbers for times", make: text(failedEvents("9223372036854775807", "-9223372036854775808"), strings.ReplaceAll(failedEvents("1e308", "-1e-308"), `"1e308"`, "1e308"))},
		{name: "durations without end", make: text("2026-07-28 11:45:31.413 ERROR a - UnknownHostException: a.example jobId=1 elapsedMs=1e400\n2026-07-28 11:45:31.413 ERROR a - UnknownHostException: a.example jobId=2 elapsedMs=9223372036854775807\n")},
		{name: "times that run backwards", make: text(failedEvents("2026-07-28T11:45:31Z", "2026-07-28T11:45:01Z"))},
		{name: "NULs", make: text(strings.Repeat("\x00", 1<<20), "\n", plainLine), code: 0},
		{name: "NULs inside lines", make: text(strings.ReplaceAll(strings.Repeat(plainLine, 100), " ", "\x00")), code: 3, says: "no record"},
		{name: "invalid UTF-8", make: text("\xff\xfd\xc0\x80\xed\xa0\x80\n", plainLine, strings.ReplaceAll(plainLine, "upload", "\xf5\xff"), failedEvents("2026-07-28T11:45:31Z\xff", "\xc3"))},
		{name: "UTF-16, little first", make: text(utf16Of(plainLine, "\xff\xfe", true)), says: "1 of 1"},
		{name: "UTF-16, big first", make: text(utf16Of(plainLine, "\xfe\xff", false)), says: "1 of 1"},
		{name: "UTF-16 without a mark", make: text(utf16Of(plainLine, "", true)), code: 3, says: "no record"},
		{name: "UTF-16 cut in a letter", make: text(utf16Of(plainLine, "\xff\xfe", true) + "x")},
		{name: "line of 100 MB", make: longLineOf("", 100<<20, "\n"), says: "1 of 1"},
		{name: "JSON string of 100 MB", make: longLineOf(`{"topic":"aStart","eventTime":"2026-07-28T11:45:31Z","message":"`, 100<<20, "\"}\n"), says: "1 of 1"},
		{name: "exception message of 100 MB", make: longLineOf("java.net.UnknownHostException: ", 100<<20, "\n")},
		{name: "stack of 1,000,000 frames", make: written(func(w *bufio.Writer) {
			w.WriteString(plainLine + "java.net.UnknownHostException: a.example\n")
			for i := range 1_000_000 {
				fmt.Fprintf(w, "\tat a.B%d.c(B.java:1)\n", i)
			}
		})},
	}
}

func longLineOf(head string, n int, tail string) func(*testing.T, string) error {
	return written(func(w *bufio.Writer) {
		w.WriteString(head)
		x := strings.Repeat("x", 1<<20)
		for range n >> 20 {
			w.WriteString(x)
		}
		w.WriteString(tail + plainLine)
	})
}

// escapedJSON is an object whose message is an object, as text, and so on.
func escapedJSON(deep int) string {
	s := `{"topic":"aStart","eventTime":"2026-07-28T11:45:31Z"}`
	for range deep {
		s = fmt.Sprintf(`{"time":"2026-07-28T11:45:31Z","message":%q}`, s)
	}
	return s
}

func deeper(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("\t", i%200) + "Suppressed: java.lang.Error: x\n")
	}
	return b.String()
}

// crowdCases have n of something of which logs have few.
func crowdCases(n int, big bool) []hostileCase {
	within, memory := 20*time.Second, int64(300)
	if big {
		within, memory = 60*time.Second, 750
	}
	lines := func(format string) func(*testing.T, string) error {
		return written(func(w *bufio.Writer) {
			for i := range n {
				fmt.Fprintf(w, format, i)
			}
		})
	}
	events := func(host, job, end string) func(*testing.T, string) error {
		return written(func(w *bufio.Writer) {
			for i := range n {
				h, j := strings.ReplaceAll(host, "N", fmt.Sprint(i)), strings.ReplaceAll(job, "N", fmt.Sprint(i))
				fmt.Fprintf(w, "{\"topic\":\"putStart\",\"eventTime\":\"2026-07-28T11:45:31.000Z\",\"jobId\":\"%s\",\"host\":\"%s\"}\n{\"topic\":\"put%s\",\"eventTime\":\"2026-07-28T11:45:31.001Z\",\"jobId\":\"%s\",\"host\":\"%s\"}\n", j, h, end, j, h)
			}
		})
	}
	count := fmt.Sprintf("%d ", n)
	return []hostileCase{
		{name: count + "hosts that failed", big: big, within: within, memory: memory, make: lines("2026-07-28 11:45:31.413 [main] ERROR c.e.Job - java.net.UnknownHostException: h%d.example\n")},
		{name: count + "hosts that do not exist", big: big, within: within, memory: memory, make: lines("2026-07-28 11:45:31.413 [main] ERROR c.e.Job - java.net.UnknownHostException: h%d.example: Name or service not known\n")},
		{name: count + "hosts that went well", big: big, within: within, memory: memory, make: events("hN.example", "1", "End")},
		{name: count + "jobs", big: big, within: within, memory: memory, make: events("a.example", "jN", "End")},
		{name: count + "tries that failed in one millisecond", big: big, within: within, memory: memory, make: events("a.example", "jN", "Error")},
		{name: count + "tries without an end", big: big, within: within, memory: memory, make: lines("{\"topic\":\"putStart\",\"eventTime\":\"2026-07-28T11:45:31.000Z\",\"jobId\":\"j%d\"}\n")},
		{name: count + "unreadable lines", code: 3, says: "no record", big: big, within: within, memory: memory, make: lines("{\"topic\":\"putStart\",%d\n")},
	}
}

func bigCases() []hostileCase {
	return []hostileCase{
		{name: "tar.gz of 10,000 logs", big: true, within: time.Minute, memory: 700, make: manyMembersTar(10_000)},
		{name: "zip of 10,000 logs", big: true, within: time.Minute, memory: 700, make: manyMembersZip(10_000)},
	}
}
