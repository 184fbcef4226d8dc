package parse

import (
	"reflect"
	"testing"
	"time"
)

// answered reads message as an INFO line of a log, and as the message of a JSON one,
// which must say the same.
func answered(t *testing.T, message string) []Record {
	t.Helper()
	got, _, _ := read(t, "2026-07-28T11:45:31.413Z INFO 1 --- [exec-1] c.e.Client : "+message+"\n2026-07-28T11:45:32.413Z INFO 1 --- [exec-1] c.e.Client : went well\n", "in", Options{})
	doc, _, _ := read(t, `{"@timestamp":"2026-07-28T11:45:31.413Z","level":"INFO","thread_name":"exec-1","logger_name":"c.e.Client","message":`+string(quote(message))+"}\n", "in", Options{})
	if len(got) == 1 && !reflect.DeepEqual(got, doc) {
		t.Errorf("%s:\ntext %+v\nJSON %+v", message, got, doc)
	}
	return got
}

// A line of a request that a server answered states the host, the outcome and, where
// it stands there, the time.
func TestAnswers(t *testing.T) {
	const ms = time.Millisecond
	const host = "ledger.example"
	tests := []struct {
		message string
		status  Status
		took    time.Duration
	}{
		{"POST https://ledger.example/v1/invoices -> 201 in 80 ms", OK, 80 * ms},
		{"POST https://ledger.example/v1/invoices => 201", OK, Unset},
		{"POST https://user@ledger.example:8443/v1/invoices?code=500 → 302 (80 ms)", OK, 80 * ms},
		{"POST https://ledger.example/v1/invoices succeeded in 80 ms", OK, 80 * ms},
		{"call to https://ledger.example/v1/invoices completed in 80ms", OK, 80 * ms},
		{"GET https://ledger.example/v1: done in 1.5 s", OK, 1500 * ms},
		{"POST https://ledger.example/v1/invoices 200 OK (80 ms)", OK, 80 * ms},
		{"POST https://ledger.example/v1/invoices [204 No Content]", OK, Unset},
		{"POST https://ledger.example/v1/invoices HTTP/1.1 201 Created", OK, Unset},
		{"HTTP/1.1 201 Created from https://ledger.example/v1/invoices", OK, Unset},
		{"HTTP/2 200 https://ledger.example/v1/invoices", OK, Unset},
		{"<-- 200 https://ledger.example/v1/invoices (80ms)", OK, 80 * ms},
		{"<-- 200 OK https://ledger.example/v1/invoices (80ms, 123-byte body)", OK, 80 * ms},
		{"<-- 201 https://ledger.example/v1/invoices (80ms, unknown-length body)", OK, 80 * ms},
		{"Response 200 from https://ledger.example/v1/invoices", OK, Unset},
		{"Response 200 OK from \"https://ledger.example/v1/invoices\", took 80 ms", OK, 80 * ms},
		{"https://ledger.example/v1/invoices responded with 200 in 80 ms", OK, 80 * ms},
		{"https://ledger.example/v1/invoices returned HTTP 200 after 80 ms", OK, 80 * ms},
		{"request to https://ledger.example/v1/invoices took 80 ms, status code: 200", OK, 80 * ms},
		{"attempt 2: POST https://ledger.example/v1 -> 200", OK, Unset},
		{"GET https://ledger.example/v1/invoices 200 in 50 ms", OK, 50 * ms},
		{"GET https://ledger.example/v1/invoices 201 (50 ms)", OK, 50 * ms},
		{"GET https://ledger.example/v1/invoices 200 50ms", OK, 50 * ms},
		{"GET https://ledger.example/v1/invoices 503 took 50 ms", Failed, 50 * ms},

		{"POST https://ledger.example/v1/invoices -> 503 in 80 ms", Failed, 80 * ms},
		{"POST https://ledger.example/v1/invoices -> 500 Internal Server Error (80 ms)", Failed, 80 * ms},
		{"POST https://ledger.example/v1/invoices -> 404 in 80 ms", NoStatus, 80 * ms}, // as status=404
	}
	for _, tt := range tests {
		want := []Record{{
			Pos: Pos{"in", 1}, Time: time.Date(2026, 7, 28, 11, 45, 31, 413e6, time.UTC), Thread: "exec-1", Logger: "c.e.Client", Level: Info,
			Host: host, Message: tt.message, Status: tt.status, Duration: tt.took,
		}}
		if got := answered(t, tt.message); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", tt.message, got, want)
		}
	}
}

// What tells of no answer that came over the network makes no record.
func TestNoAnswers(t *testing.T) {
	for _, message := range []string{
		"POST https://ledger.example/v1/invoices starting",
		"Calling https://ledger.example/v1/invoices with 200 items",
		"Calling https://ledger.example/v1/invoices, expecting -> 200",
		"--> POST https://ledger.example/v1/invoices (200-byte body)",
		"--> POST https://ledger.example/v1/invoices -> 200",
		"POST https://ledger.example/v1/invoices: retry 1 in 200 ms -> 200",
		"will POST https://ledger.example/v1/invoices until status 200",
		"POST https://ledger.example/v1/invoices failed, last status 200",
		"POST https://ledger.example/v1/invoices not done in 80 ms",
		"stub https://ledger.example/v1/invoices returned 200",
		"WireMock: POST https://ledger.example/v1/invoices -> 200",
		"configured https://ledger.example/v1/invoices, success status 200",
		"GET https://ledger.example/v1/rates -> 200 (from cache)",
		"GET /path 200",
		`127.0.0.1 - - "GET /v1 HTTP/1.1" 200 123 "https://ledger.example/" "Mozilla/5.0"`,
		`GET /v1 -> 200 "https://ledger.example/start"`,
		"Received GET https://ledger.example/v1/invoices -> 200",
		"referer https://ledger.example/v1/invoices status 200",
		"POST to the ledger -> 302 Location: https://login.example/",
		"POST https://ledger.example/v1 -> 307 https://ledger2.example/v1", // two hosts
		"POST https://ledger.example/v1/invoices -> 200 ms",
		"POST https://ledger.example/v1/invoices returned 200 rows",
		"POST https://ledger.example/v1/invoices returned 200,000",
		"POST https://ledger.example/v1/invoices -> 2000",
		"POST https://ledger.example/v1/invoices -> 200 of 300",
		"POST https://ledger.example/v1/invoices 200",
		"POST https://ledger.example/v1/invoices exit code 200",
		"page https://ledger.example/v1/invoices 200 in 50 ms",
		"POST https://ledger.example/v1/invoices 200 items in 50 ms",
		"POST https://ledger.example/v1/invoices 200 in 50 batches",
		"POST https://ledger.example/v1/invoices 2000 in 50 ms",
		"POST https://ledger.example/v1/invoices 200 in 50 ms, retrying",
		"POST https://ledger.example/v1/invoices 100 in 50 ms",
		"POST https://ledger.example/v1/invoices size 200 OKAY",
		"POST https://ledger.example/v1/invoices -> 200, then status 201 in 80 ms",
		"POST https://{ledger}/v1/invoices -> 200",
		"migration described at https://ledger.example/v1 completed in 80 ms",
		"see https://ledger.example/v1: status 200",
		"POST https://ledger.example/v1/invoices: batch of 5 completed in 80 ms",
		"ftp://ledger.example/v1/invoices -> 200",
	} {
		if got := answered(t, message); len(got) > 0 {
			t.Errorf("%s: %+v, want no record", message, got)
		}
	}
}

// An exception below the line decides, and what a line states in pairs stands above
// its words.
func TestAnswerBesideOthers(t *testing.T) {
	const head = "2026-07-28 11:45:31.413 [main] INFO c.e.Client - "
	got, _, _ := read(t, head+"GET https://a.example/ -> 200 in 80 ms\njava.net.UnknownHostException: b.example\n\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)\n", "in", Options{})
	if len(got) != 1 || got[0].Status == OK || got[0].Host != "" || len(got[0].Trace.Throwables) != 1 {
		t.Errorf("%+v, want a trace and no success", got)
	}
	got, _, _ = read(t, head+"GET https://a.example/ -> 200 in 80 ms status=503 host=b.example elapsedMs=7\n", "in", Options{})
	if len(got) != 1 || got[0].Status != Failed || got[0].Host != "b.example" || got[0].Duration != 7*time.Millisecond {
		t.Errorf("%+v, want what the pairs state", got)
	}
}
