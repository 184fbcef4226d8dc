package store

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)

// quick are limits for tests: no wait is longer than a few milliseconds.
var quick = Limits{Tries: 3, Wait: time.Millisecond, Longest: 5 * time.Millisecond, Silence: 5 * time.Second}

// plainRows are n rows, one a second from noon on.
func plainRows(n int) []fakeRow {
	rows := make([]fakeRow, n)
	for i := range rows {
		rows[i] = fakeRow{noon.Add(time.Duration(i) * time.Second), fmt.Sprintf("row %d", i)}
	}
	return rows
}

var queries = map[string]string{"vlogs": "service:batch", "loki": `{app="batch"}`, "es": "service:batch"}

func open(t *testing.T, f *fake, q Query, opt Options) *Store {
	t.Helper()
	if q.Text == "" {
		q.Text = queries[f.kind]
	}
	if opt.Limits == (Limits{}) {
		opt.Limits = quick
	}
	s, err := New(f.address(), q, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func read(t *testing.T, s *Store) (string, error) {
	t.Helper()
	r, err := s.Source.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	return string(b), err
}

var rowNumber = regexp.MustCompile(`row (\d+)`)

// numbers lists the rows in a text: "3 4 5".
func numbers(text string) string {
	var list []string
	for _, m := range rowNumber.FindAllStringSubmatch(text, -1) {
		if n := len(list); n == 0 || list[n-1] != m[1] { // an id repeats its row
			list = append(list, m[1])
		}
	}
	return strings.Join(list, " ")
}

func each(t *testing.T, do func(t *testing.T, kind string)) {
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) { do(t, kind) })
	}
}

// The first instant belongs to a slice, the last one does not.
func TestRangeIsHalfOpen(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		f := newFake(t, kind, plainRows(10))
		got, err := read(t, open(t, f, Query{Since: noon.Add(3 * time.Second), Until: noon.Add(6 * time.Second)}, Options{}))
		if numbers(got) != "3 4 5" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	})
}

// Pages lose nothing and repeat nothing, also where rows share an instant at the
// seam, and rows come in order of time.
func TestPages(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		var rows []fakeRow
		var want []string
		for i := range 40 {
			rows = append(rows, fakeRow{noon.Add(time.Duration(i/3) * time.Second), fmt.Sprintf("row %d", i)})
			want = append(want, fmt.Sprint(i))
		}
		f := newFake(t, kind, rows)
		limits := quick
		limits.PageRows = 7
		s := open(t, f, Query{Since: noon, Until: noon.Add(time.Hour), Whole: true}, Options{Limits: limits})
		got, err := read(t, s)
		if kind == "vlogs" { // the fake gives rows of one instant in another order
			list := rowNumber.FindAllString(got, -1)
			if len(list) != 40 || len(s.Gaps()) > 0 || err != nil {
				t.Errorf("%d rows, %v, %v", len(list), s.Gaps(), err)
			}
			return
		}
		if numbers(got) != strings.Join(want, " ") || err != nil || len(s.Gaps()) > 0 {
			t.Errorf("%s, gaps %v, %v", numbers(got), s.Gaps(), err)
		}
	})
}

// More rows of one instant than a page holds cannot all be had: it is said.
func TestTooManyOfOneInstant(t *testing.T) {
	for _, kind := range []string{"loki", "es"} {
		rows := plainRows(3)
		for i := range 20 {
			rows = append(rows, fakeRow{noon.Add(time.Second), fmt.Sprintf("same %d", i)})
		}
		limits := quick
		limits.PageRows = 5
		s := open(t, newFake(t, kind, rows), Query{Since: noon, Until: noon.Add(time.Hour), Whole: true}, Options{Limits: limits})
		got, err := read(t, s)
		if err != nil || len(s.Gaps()) != 1 || !strings.Contains(got, "row 2") {
			t.Errorf("%s: %v, %v, %q", kind, err, s.Gaps(), got)
		}
	}
}

// A store that is busy for a while is asked again, no sooner than it says.
func TestAskedAgain(t *testing.T) {
	for _, code := range []int{429, 500, 502, 503, 504} {
		each(t, func(t *testing.T, kind string) {
			f := newFake(t, kind, plainRows(5))
			f.before = func(n int, w http.ResponseWriter, _ *http.Request) bool {
				if n%3 == 2 {
					return false
				}
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(code)
				return true
			}
			s := open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, Options{})
			got, err := read(t, s)
			if numbers(got) != "0 1 2 3 4" || err != nil || len(s.Gaps()) != 0 {
				t.Errorf("%d: %q, %v, %v", code, got, s.Gaps(), err)
			}
		})
	}
}

// A store that stays broken is no empty store.
func TestNodeDown(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		f := newFake(t, kind, plainRows(5))
		f.before = func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			http.Error(w, "cannot connect to storage node \x1b[31m", http.StatusBadGateway)
			return true
		}
		s := open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, Options{})
		got, err := read(t, s)
		want := Gap{noon, noon.Add(time.Hour), "the store answers 502: cannot connect to storage node [31m"}
		if got != "" || err != nil || len(s.Gaps()) != 1 || s.Gaps()[0] != want {
			t.Errorf("%q, %v, %v", got, s.Gaps(), err)
		}
		if n := len(f.requests); n != quick.Tries {
			t.Errorf("%d requests, want %d", n, quick.Tries)
		}
	})
}

// Questions that are wrong are not asked again, and are no gap.
func TestRefused(t *testing.T) {
	tests := map[int]string{
		400: "the store answers 400: no such field", 404: "the store answers 404: no such field",
		401: "the store refuses these credentials (401)", 403: "the store refuses these credentials (403)",
	}
	for code, want := range tests {
		each(t, func(t *testing.T, kind string) {
			f := newFake(t, kind, nil)
			f.before = func(_ int, w http.ResponseWriter, _ *http.Request) bool {
				http.Error(w, "no such field", code)
				return true
			}
			s := open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, Options{})
			if _, err := read(t, s); err == nil || !strings.HasPrefix(err.Error(), want) || len(s.Gaps()) != 0 || len(f.requests) != 1 {
				t.Errorf("%d: %v, %v, %d requests", code, err, s.Gaps(), len(f.requests))
			}
		})
	}
}

// A body that ends in mid chunk is asked for again; if it always does, its rows
// are used and the slice is a gap.
func TestCutBody(t *testing.T) {
	cut := func(w http.ResponseWriter, text string) {
		c, buf, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(buf, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s", len(text)+50, text)
		buf.Flush()
		c.Close()
	}
	each(t, func(t *testing.T, kind string) {
		f := newFake(t, kind, plainRows(5))
		f.before = func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 2 {
				cut(w, `{"_msg":"row 0","_time":"2026-07-28T12:00:00Z"}`+"\n{")
			}
			return n == 2
		}
		s := open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, Options{})
		if got, err := read(t, s); numbers(got) != "0 1 2 3 4" || err != nil || len(s.Gaps()) > 0 {
			t.Errorf("once: %q, %v, %v", got, s.Gaps(), err)
		}
		f = newFake(t, kind, plainRows(5))
		f.before = func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n >= 2 || kind != "vlogs" && n >= 1 {
				cut(w, `{"_msg":"row 0","_time":"2026-07-28T12:00:00Z"}`+"\n{")
				return true
			}
			return false
		}
		s = open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, Options{})
		got, err := read(t, s)
		if err != nil || len(s.Gaps()) != 1 || !strings.Contains(s.Gaps()[0].Why, "the answer broke off") {
			t.Errorf("always: %v, %v", s.Gaps(), err)
		}
		if kind == "vlogs" && numbers(got) != "0" {
			t.Errorf("always: rows that came were lost: %q", got)
		}
	})
}

// An answer that stops without an end is given up.
func TestSilence(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		release := make(chan struct{})
		f := newFake(t, kind, nil)
		f.before = func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(200)
			w.(http.Flusher).Flush()
			<-release
			return true
		}
		limits := quick
		limits.Silence, limits.Tries = 30*time.Millisecond, 2
		s := open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, Options{Limits: limits})
		_, err := read(t, s)
		close(release)
		if err != nil || len(s.Gaps()) != 1 || s.Gaps()[0].Why != "the answer stopped: nothing came for 30ms" {
			t.Errorf("%v, %v", s.Gaps(), err)
		}
	})
}

// What the stores themselves say of an answer that is not whole.
func TestStoresThatSaySo(t *testing.T) {
	tests := []struct{ name, kind, answer, why string }{
		{"shards", "es", `{"timed_out":false,"_shards":{"total":5,"failed":2,"failures":[{"reason":{"reason":"node left"}}]},"hits":{"hits":[]}}`, "2 of 5 shards failed: node left"},
		{"timed out", "es", `{"timed_out":true,"_shards":{"total":5,"failed":0},"hits":{"hits":[]}}`, "the store gave up before the end: timed_out"},
		{"early", "es", `{"terminated_early":true,"_shards":{"total":5,"failed":0},"hits":{"hits":[]}}`, "the store gave up before the end: terminated_early"},
		{"warnings", "loki", `{"status":"success","warnings":["some data was not read"],"data":{"resultType":"streams","result":[]}}`, "the store warns: some data was not read"},
	}
	for _, tt := range tests {
		f := newFake(t, tt.kind, plainRows(1))
		f.before = func(_ int, w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "/_count") || strings.HasSuffix(r.URL.Path, "/query") {
				return false
			}
			io.WriteString(w, tt.answer)
			return true
		}
		s := open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, Options{})
		if _, err := read(t, s); err != nil || len(s.Gaps()) != 1 || s.Gaps()[0].Why != tt.why {
			t.Errorf("%s: %v, %v", tt.name, s.Gaps(), err)
		}
	}
}

// Of a large slice only what lies around failures is fetched, and the first
// success after them, however late.
func TestTwoPasses(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		rows := plainRows(20_000) // more than five hours
		failed := noon.Add(2 * time.Hour)
		fail := fmt.Sprintf("%s ERROR [w-1] c.e.Job - java.net.UnknownHostException: api.example", failed.Format("2006-01-02 15:04:05.000"))
		ok := failed.Add(25 * time.Minute)
		well := fmt.Sprintf("%s INFO [w-1] c.e.Job - upload ok host=api.example elapsedMs=71", ok.Format("2006-01-02 15:04:05.000"))
		rows = append(rows, fakeRow{failed, fail}, fakeRow{ok, well})
		f := newFake(t, kind, rows)
		limits := quick
		limits.Small = 1000
		s := open(t, f, Query{Since: noon, Until: noon.Add(24 * time.Hour)}, Options{Limits: limits})
		got, err := read(t, s)
		if err != nil || len(s.Gaps()) > 0 {
			t.Fatalf("%v, %v", err, s.Gaps())
		}
		list := strings.Fields(numbers(got))
		if len(list) != 120 || list[0] != "7140" || list[119] != "7259" {
			t.Errorf("%d rows from %s to %s, want the minute before and after", len(list), list[0], list[len(list)-1])
		}
		if !strings.Contains(got, "UnknownHostException") || !strings.Contains(got, "upload ok") {
			t.Error("the failure or the first success is missing")
		}
		if f.given > 500 {
			t.Errorf("%d rows were fetched", f.given)
		}
		if n := s.Notes(); len(n) != 1 || !strings.Contains(n[0], "of the 2000") {
			t.Errorf("notes %q", n)
		}
	})
}

// A large slice without such a failure gives the lines of other failures alone.
func TestOtherFailures(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		rows := append(plainRows(3000), fakeRow{noon.Add(time.Minute), "java.net.SocketTimeoutException: Read timed out"})
		f := newFake(t, kind, rows)
		limits := quick
		limits.Small = 1000
		s := open(t, f, Query{Since: noon, Until: noon.Add(24 * time.Hour)}, Options{Limits: limits})
		got, err := read(t, s)
		if err != nil || strings.Count(got, "\n") != 1 || !strings.Contains(got, "SocketTimeoutException") || len(s.Notes()) != 1 {
			t.Errorf("%q, %v, %q", got, err, s.Notes())
		}
	})
}

// Closing early stops the reading.
func TestClose(t *testing.T) {
	f := newFake(t, "vlogs", plainRows(20_000))
	s := open(t, f, Query{Since: noon, Until: noon.Add(24 * time.Hour), Whole: true}, Options{Limits: Limits{PageRows: 100}})
	r, err := s.Source.Open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(r, make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if f.given > 10_000 {
		t.Errorf("%d rows were given to nobody", f.given)
	}
}

func TestVictoriaLogsFiller(t *testing.T) {
	line := "{" + filler + `"_time":"2026-07-28T12:00:00Z","topic":"s3UploadStart"}`
	if got := string(withoutFiller([]byte(line))); got != `{"_time":"2026-07-28T12:00:00Z","topic":"s3UploadStart"}` {
		t.Error(got)
	}
}

func TestAddresses(t *testing.T) {
	span := Query{Text: "*", Since: noon, Until: noon.Add(1)}
	tests := []struct{ in, name, err string }{
		{"vlogs+http://h:9428/", "vlogs+http://h:9428", ""},
		{"loki+https://h/prefix", "loki+https://h/prefix", ""},
		{"es+https://h:9200/logs-*", "es+https://h:9200/logs-*", ""},
		{"es+https://h:9200?time=ts", "es+https://h:9200/*", ""},
		{"vlogs+http://user:secret@h", "", "must not hold a password"},
		{"vlogs+http://h?token=secret", "", "only ?time=FIELD"},
		{"vlogs+http://", "", "not the address of a store"},
		{"mongo+http://h", "", "not the address of a store"},
	}
	for _, tt := range tests {
		s, err := New(tt.in, span, Options{})
		switch {
		case tt.err == "" && (err != nil || s.Source.Path != tt.name):
			t.Errorf("%s: %v", tt.in, err)
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err) || strings.Contains(err.Error(), "secret")):
			t.Errorf("%s: %v", tt.in, err)
		}
	}
	for _, q := range []Query{{}, {Since: noon}, {Since: noon, Until: noon}} {
		if _, err := New("vlogs+http://h", q, Options{}); err == nil || !strings.Contains(err.Error(), "a slice needs two times") {
			t.Errorf("%v: %v", q, err)
		}
	}
}

// A store that is not there is an error, not a gap: the address may be wrong.
func TestNotThere(t *testing.T) {
	f := newFake(t, "vlogs", nil)
	address := f.address()
	f.Close()
	s, err := New(address, Query{Since: noon, Until: noon.Add(1)}, Options{Limits: quick})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read(t, s); err == nil || !strings.HasPrefix(err.Error(), "cannot reach the store") {
		t.Errorf("%v", err)
	}
}

// A store that fails again and again is left alone: the rest is one gap.
func TestGivesUp(t *testing.T) {
	f := newFake(t, "vlogs", plainRows(2000))
	f.before = func(_ int, w http.ResponseWriter, r *http.Request) bool {
		if strings.Contains(r.FormValue("query"), "stats") {
			return false
		}
		w.WriteHeader(502)
		return true
	}
	limits := quick
	limits.PageRows = 100
	s := open(t, f, Query{Since: noon, Until: noon.Add(time.Hour), Whole: true}, Options{Limits: limits})
	_, err := read(t, s)
	gaps := s.Gaps()
	if err != nil || len(gaps) != 2 || gaps[0].From != noon || gaps[0].To != gaps[1].From || gaps[1].To.Before(noon.Add(1999*time.Second)) {
		t.Errorf("%v, %v", gaps, err)
	}
	if gaps[1].Why != "the store failed 4 questions and was not asked any more" || len(f.requests) > 40 {
		t.Errorf("%v, %d requests", gaps[1], len(f.requests))
	}
}

// A store that holds nothing at all before some day may have dropped it; one that
// holds other logs of that time has not.
func TestRetention(t *testing.T) {
	for _, kind := range []string{"vlogs", "es"} {
		f := newFake(t, kind, plainRows(5))
		s := open(t, f, Query{Since: noon.Add(-10 * time.Hour), Until: noon.Add(time.Hour)}, Options{})
		got, err := read(t, s)
		want := Gap{noon.Add(-10 * time.Hour), noon.Add(-10*time.Hour + 66*time.Minute), "the store holds no row of any kind there: it may have dropped what is older than it keeps"}
		if numbers(got) != "0 1 2 3 4" || err != nil || len(s.Gaps()) != 1 || s.Gaps()[0] != want {
			t.Errorf("%s: %q, %v, %v", kind, got, s.Gaps(), err)
		}
		s = open(t, f, Query{Since: noon.Add(-time.Minute), Until: noon.Add(time.Hour)}, Options{})
		if _, err := read(t, s); err != nil || len(s.Gaps()) != 0 {
			t.Errorf("%s: %v, %v", kind, s.Gaps(), err)
		}
	}
}

// A line that is as long as Loki lets one be may be a part of one.
func TestLongLine(t *testing.T) {
	f := newFake(t, "loki", []fakeRow{{noon, strings.Repeat("x", lokiLine)}})
	s := open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, Options{})
	if _, err := read(t, s); err != nil || len(s.Gaps()) != 1 || !strings.Contains(s.Gaps()[0].Why, "its end may have been cut") {
		t.Errorf("%v, %v", s.Gaps(), err)
	}
}
