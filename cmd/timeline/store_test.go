package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// storeOf serves rows as VictoriaLogs does. broken says which questions it fails
// for good.
func storeOf(t *testing.T, rows []string, broken func(r *http.Request) bool) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") != "Bearer s3cret":
			http.Error(w, "who are you", http.StatusUnauthorized)
		case broken(r):
			http.Error(w, "no shard holds this", http.StatusBadGateway)
		case strings.Contains(r.FormValue("query"), "stats count()"):
			fmt.Fprintf(w, "{\"rows\":\"%d\"}\n", len(rows))
		default:
			io.WriteString(w, strings.Join(rows, "\n")+"\n")
		}
	}))
	t.Cleanup(s.Close)
	return "vlogs+" + s.URL
}

// uploadRows are two tries of a name that failed at once, and a success.
func uploadRows() []string {
	row := func(at int, message string) string {
		when := time.Date(2026, 7, 28, 11, 45, at, 0, time.UTC).Format(time.RFC3339Nano)
		return fmt.Sprintf(`{"_time":%q,"_stream_id":"1","pod":"p","level":"ERROR","logger":"c.e.Job","thread":"w-%d","_msg":%q}`, when, at, message)
	}
	return []string{
		row(1, "upload failed jobId=j1 host=api.example elapsedMs=2 java.net.UnknownHostException: api.example"),
		row(2, "upload failed jobId=j2 host=api.example elapsedMs=2 java.net.UnknownHostException: api.example"),
	}
}

// withToken runs a command line with credentials in the environment.
func withToken(t *testing.T, args ...string) (out, errs string, code int) {
	t.Helper()
	var o, e strings.Builder
	code = run(args, environment{in: strings.NewReader(""), out: &o, err: &e, now: time.Now, lookup: func(k string) (string, bool) {
		return "s3cret", k == "TIMELINE_STORE_TOKEN"
	}})
	return o.String(), e.String(), code
}

var oneMinute = []string{"--query", "service:batch", "--since", "2026-07-28T11:45:00Z", "--until", "2026-07-28T11:46:00Z"}

// A whole answer and a part of one must not look alike, and nothing shows the
// credentials.
func TestIncompleteAnswerHasItsOwnExitCode(t *testing.T) {
	whole := storeOf(t, uploadRows(), func(*http.Request) bool { return false })
	out, errs, code := withToken(t, append([]string{"analyze", "--format", "json", whole}, oneMinute...)...)
	if code != 0 || strings.Contains(out, "incomplete") || errs != "" {
		t.Errorf("whole: exit code %d, %s, %s", code, errs, out)
	}
	for _, args := range [][]string{{"analyze"}, {"analyze", "--fail-on", "any"}, {"fetch"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel() // each waits before it asks again
			var n atomic.Int32
			cut := storeOf(t, uploadRows(), func(*http.Request) bool { return n.Add(1) > 1 })
			out, errs, code := withToken(t, append(append(args, cut), oneMinute...)...)
			if code != exitIncomplete || !strings.Contains(errs, "from an incomplete answer of "+cut+": the store answers 502: no shard holds this") {
				t.Errorf("exit code %d, %s", code, errs)
			}
			if args[0] == "analyze" && (!strings.Contains(out, "incomplete: "+cut) || !strings.Contains(out, "Cannot tell")) {
				t.Error(out)
			}
			if strings.Contains(out+errs, "s3cret") {
				t.Error("the credentials show")
			}
		})
	}
}

// What fetch writes is what analyze reads; a store that refuses leaves no file.
func TestFetch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "slice.ndjson")
	address := storeOf(t, uploadRows(), func(*http.Request) bool { return false })
	if _, errs, code := timeline(t, "", append([]string{"fetch", address, "-o", path}, oneMinute...)...); code != exitInput || !strings.Contains(errs, "TIMELINE_STORE_TOKEN") {
		t.Errorf("without credentials: exit code %d, %s", code, errs)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) > 0 {
		t.Errorf("files were left: %v", left)
	}
	if _, errs, code := withToken(t, append([]string{"fetch", address, "-o", path}, oneMinute...)...); code != 0 || errs != "" {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	got, err := os.ReadFile(path)
	if want := strings.Join(uploadRows(), "\n") + "\n"; err != nil || string(got) != want {
		t.Errorf("%v, %s", err, got)
	}
	out := must(t, "", "analyze", "P="+path)
	if !strings.Contains(out, "api.example") {
		t.Error(out)
	}
}

// Usage of stores.
func TestStoreUsage(t *testing.T) {
	tests := []struct {
		args string
		want string
	}{
		{"analyze vlogs+http://h:1 --query x", "a slice needs two times"},
		{"analyze vlogs+http://h:1 --since noon --until 2026-07-28T12:00:00Z", "--since noon is no RFC 3339 time"},
		{"analyze vlogs+http://u:s3cret@h:1 --since 2026-07-28T11:00:00Z --until 2026-07-28T12:00:00Z", "an address must not hold a password"},
		{"analyze loki+http://h:1 --since 2026-07-28T11:00:00Z --until 2026-07-28T12:00:00Z", "Loki needs a query"},
		{"analyze --query x ../../samples/s3-upload", "--query is for log stores"},
		{"fetch ../../samples/s3-upload", "is no store"},
		{"map", "no input"},
		{"map --shard 4/4 x", "--shard 4/4 is not I/N"},
	}
	for _, tt := range tests {
		_, errs, code := timeline(t, "", strings.Fields(tt.args)...)
		if code != exitUsage || !strings.Contains(errs, tt.want) || strings.Contains(errs, "s3cret") {
			t.Errorf("%s: exit code %d, %s", tt.args, code, errs)
		}
	}
}
