package store

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A fake is a store in memory that speaks the HTTP API of one kind.
type fake struct {
	*httptest.Server
	kind string
	rows []fakeRow
	// before may answer a request instead of the fake; it returns true if it did.
	before func(n int, w http.ResponseWriter, r *http.Request) bool

	mu       sync.Mutex
	requests []string // path and form of each
	headers  []http.Header
	given    int // rows
}

type fakeRow struct {
	at   time.Time
	text string
}

func newFake(t *testing.T, kind string, rows []fakeRow) *fake {
	t.Helper()
	f := &fake{kind: kind, rows: rows}
	sort.SliceStable(f.rows, func(i, j int) bool { return f.rows[i].at.Before(f.rows[j].at) })
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) address() string {
	if f.kind == "es" {
		return "es+" + f.URL + "/logs"
	}
	return f.kind + "+" + f.URL
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	f.mu.Lock()
	n := len(f.requests)
	f.requests = append(f.requests, r.URL.String()+" "+string(body))
	f.headers = append(f.headers, r.Header.Clone())
	f.mu.Unlock()
	if f.before != nil && f.before(n, w, r) {
		return
	}
	switch f.kind {
	case "vlogs":
		f.victoria(w, r)
	case "loki":
		f.loki(w, r)
	default:
		f.elastic(w, string(body), strings.HasSuffix(r.URL.Path, "/_count"))
	}
}

// between lists the rows of [from, to) that match, at most limit.
func (f *fake) between(from, to time.Time, match func(string) bool, limit int) []fakeRow {
	var list []fakeRow
	for _, r := range f.rows {
		if !r.at.Before(from) && r.at.Before(to) && match(r.text) && len(list) < limit {
			list = append(list, r)
		}
	}
	return list
}

func (f *fake) gave(n int) {
	f.mu.Lock()
	f.given += n
	f.mu.Unlock()
}

var quotedWord = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// anyWord matches texts that hold one of the quoted words of a filter.
func anyWord(filter string) func(string) bool {
	var words []string
	for _, q := range quotedWord.FindAllString(filter, -1) {
		w, _ := strconv.Unquote(q)
		words = append(words, w)
	}
	return func(text string) bool {
		for _, w := range words {
			if strings.Contains(text, w) {
				return true
			}
		}
		return filter == ""
	}
}

func (f *fake) victoria(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/select/logsql/query" || r.FormValue("allow_partial_response") != "" {
		http.Error(w, "unexpected request", http.StatusBadRequest)
		return
	}
	from, errA := time.Parse(time.RFC3339Nano, r.FormValue("start"))
	to, errB := time.Parse(time.RFC3339Nano, r.FormValue("end"))
	if errA != nil || errB != nil {
		http.Error(w, "bad time", http.StatusBadRequest)
		return
	}
	match := anyWord(r.FormValue("extra_filters"))
	if p, ok := strings.CutPrefix(r.FormValue("extra_filters"), "*:~"); ok {
		pattern, _ := strconv.Unquote(p)
		match = regexp.MustCompile(pattern).MatchString
	}
	query, limit := r.FormValue("query"), 1<<30
	if strings.HasSuffix(query, "| limit 1") {
		limit = 1
	}
	if _, n, ok := strings.Cut(query, "| sort by (_time) limit "); ok {
		limit, _ = strconv.Atoi(n)
	}
	list := f.between(from, to, match, limit)
	if strings.HasSuffix(query, "| stats count() as rows") {
		fmt.Fprintf(w, "{\"rows\":\"%d\"}\n", len(list))
		return
	}
	f.gave(len(list))
	for i := range list { // in no order of time
		r := list[(i+len(list)/2)%len(list)]
		fmt.Fprintf(w, "{%q:%q,%q:%q,%q:%q}\n", "_msg", r.text, "_stream_id", "1", "_time", r.at.UTC().Format(time.RFC3339Nano))
	}
}

func (f *fake) loki(w http.ResponseWriter, r *http.Request) {
	query := r.FormValue("query")
	match := func(string) bool { return true }
	if _, p, ok := strings.Cut(query, " |~ "); ok {
		pattern, _ := strconv.Unquote(quotedWord.FindString(p))
		match = regexp.MustCompile(pattern).MatchString
	}
	ns := func(name string) time.Time {
		n, _ := strconv.ParseInt(r.FormValue(name), 10, 64)
		return time.Unix(0, n)
	}
	if r.URL.Path == "/loki/api/v1/query" {
		length, _ := time.ParseDuration(query[strings.LastIndexByte(query, '[')+1 : strings.LastIndexByte(query, ']')])
		at := ns("time")
		n := len(f.between(at.Add(-length+1), at.Add(1), match, 1<<30))
		fmt.Fprintf(w, `{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,"%d"]}]}}`, n)
		return
	}
	limit, _ := strconv.Atoi(r.FormValue("limit"))
	if limit > lokiPage || r.FormValue("direction") != "forward" {
		http.Error(w, "max entries limit per query exceeded", http.StatusBadRequest)
		return
	}
	list := f.between(ns("start"), ns("end"), match, limit)
	f.gave(len(list))
	values := [][]string{}
	for _, r := range list {
		values = append(values, []string{strconv.FormatInt(r.at.UnixNano(), 10), r.text})
	}
	json.NewEncoder(w).Encode(map[string]any{"status": "success", "data": map[string]any{
		"resultType": "streams", "result": []any{map[string]any{"stream": map[string]string{"app": "batch", "pod": "p1"}, "values": values}},
	}})
}

func (f *fake) elastic(w http.ResponseWriter, body string, count bool) {
	var q struct {
		Size  int `json:"size"`
		Query struct {
			Bool struct {
				Filter []struct {
					Range map[string]struct {
						From int64 `json:"gte"`
						To   int64 `json:"lt"`
					} `json:"range"`
					String struct {
						Query string `json:"query"`
					} `json:"query_string"`
				} `json:"filter"`
			} `json:"bool"`
		} `json:"query"`
	}
	if err := json.Unmarshal([]byte(body), &q); err != nil || q.Size > elasticPage {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	var from, to time.Time
	match := func(string) bool { return true }
	for _, c := range q.Query.Bool.Filter {
		if r, ok := c.Range["@timestamp"]; ok {
			from, to = time.UnixMilli(r.From), time.UnixMilli(r.To)
		}
		if s := c.String.Query; strings.Contains(s, " OR ") || strings.HasPrefix(s, "*") && len(s) > 1 {
			words := strings.Split(s, " OR ")
			match = func(text string) bool {
				for _, w := range words {
					if strings.Contains(strings.ToLower(text), strings.ToLower(strings.Trim(strings.ReplaceAll(w, `\`, ""), `*"`))) {
						return true
					}
				}
				return false
			}
		}
	}
	limit := 1 << 30
	if !count {
		limit = q.Size
	}
	list := f.between(from, to, match, limit)
	shards := map[string]int{"total": 1, "successful": 1, "failed": 0}
	if count {
		json.NewEncoder(w).Encode(map[string]any{"count": len(list), "_shards": shards})
		return
	}
	f.gave(len(list))
	hits := []any{}
	for _, r := range list {
		hits = append(hits, map[string]any{"_index": "logs-1", "_id": r.text, "_source": map[string]string{"@timestamp": r.at.UTC().Format(time.RFC3339Nano), "message": r.text}, "sort": []int64{r.at.UnixMilli()}})
	}
	json.NewEncoder(w).Encode(map[string]any{"timed_out": false, "_shards": shards, "hits": map[string]any{"hits": hits}})
}
