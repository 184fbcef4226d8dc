package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// elastic asks Elasticsearch or OpenSearch through _search and _count, which they
// have in common. Pages follow each other by time, see pages, and hits of one instant
// are told apart by their index and id: a point in time and search_after need calls
// in which the two differ.
type elastic struct {
	*client
	index, field string
}

func newElastic(c *client, at address) *elastic { return &elastic{c, at.index, at.field} }

// elasticPage is index.max_result_window, less than which any index gives.
const elasticPage = 10_000

// An elasticAnswer is that of _search.
type elasticAnswer struct {
	TimedOut bool          `json:"timed_out"`
	Early    bool          `json:"terminated_early"`
	Shards   elasticShards `json:"_shards"`
	Hits     struct {
		Hits []elasticHit `json:"hits"`
	} `json:"hits"`
}

type elasticShards struct {
	Total    int `json:"total"`
	Failed   int `json:"failed"`
	Failures []struct {
		Reason struct {
			Reason string `json:"reason"`
		} `json:"reason"`
	} `json:"failures"`
}

type elasticHit struct {
	Index  string            `json:"_index"`
	ID     string            `json:"_id"`
	Source json.RawMessage   `json:"_source"`
	Sort   []json.RawMessage `json:"sort"`
}

type object map[string]any

func (e *elastic) count(ctx context.Context, s slice) (int64, error) {
	var answer struct {
		Count  int64         `json:"count"`
		Shards elasticShards `json:"_shards"`
	}
	if err := e.post(ctx, "/_count", object{"query": e.query(s, s.from)}, &answer); err != nil {
		return 0, err
	}
	if answer.Shards.Failed > 0 {
		return answer.Count, &lostError{answer.Shards.error()}
	}
	return answer.Count, nil
}

// holds reports whether there is any row in s.
func (e *elastic) holds(ctx context.Context, s slice) (bool, error) {
	n, err := e.count(ctx, s)
	return n > 0, err
}

func (s elasticShards) error() error {
	why := ""
	if len(s.Failures) > 0 && s.Failures[0].Reason.Reason != "" {
		why = ": " + printable(s.Failures[0].Reason.Reason)
	}
	return fmt.Errorf("%d of %d shards failed%s", s.Failed, s.Total, why)
}

func (e *elastic) query(s slice, from time.Time) object {
	// Whole milliseconds are what every version takes; rows outside are left out here.
	before := s.to.Add(time.Millisecond - time.Nanosecond).UnixMilli()
	must := []object{{"range": object{e.field: object{"gte": from.UnixMilli(), "lt": before, "format": "epoch_millis"}}}}
	for _, q := range []string{s.text, elasticWords(s.filter)} {
		if q != "" && q != "*" {
			must = append(must, object{"query_string": object{"query": q, "lenient": true, "analyze_wildcard": true}})
		}
	}
	return object{"bool": object{"filter": must}}
}

// elasticWords is a filter as a query string. The class of an exception is part of
// a longer token: the standard analyzer does not cut at points between letters.
func elasticWords(f filter) string {
	list := make([]string, len(f.words))
	for i, w := range f.words {
		if strings.ContainsAny(w, " ,:") {
			list[i] = `"` + w + `"`
			continue
		}
		list[i] = "*" + elasticEscape.Replace(w) + "*"
	}
	return strings.Join(list, " OR ")
}

var elasticEscape = strings.NewReplacer(`-`, `\-`, `/`, `\/`, `(`, `\(`, `)`, `\)`, `"`, `\"`, `*`, `\*`, `?`, `\?`, `~`, `\~`)

func (e *elastic) rows(ctx context.Context, s slice, out sink) error {
	return pages(s, min(e.limits.PageRows, elasticPage), time.Millisecond, out, func(from time.Time, size int) (pageOf, error) {
		return e.page(ctx, s, from, size, out)
	})
}

func (e *elastic) page(ctx context.Context, s slice, from time.Time, size int, out sink) (pageOf, error) {
	body := object{
		"size": size, "query": e.query(s, from), "track_total_hits": false,
		"sort": []object{{e.field: object{"order": "asc"}}},
	}
	var answer elasticAnswer
	if err := e.post(ctx, "/_search", body, &answer); err != nil {
		return pageOf{}, err
	}
	switch {
	case answer.Shards.Failed > 0:
		out.gap(from, s.to, answer.Shards.error().Error())
	case answer.TimedOut:
		out.gap(from, s.to, "the store gave up before the end: timed_out")
	case answer.Early:
		out.gap(from, s.to, "the store gave up before the end: terminated_early")
	}
	var p pageOf
	for _, h := range answer.Hits.Hits {
		r, err := e.row(h)
		if err != nil {
			return p, err
		}
		p.rows = append(p.rows, r)
		p.keys = append(p.keys, h.Index+"\x00"+h.ID)
	}
	p.full = len(p.rows) >= size
	return p, nil
}

// row writes a hit as elasticdump does.
func (e *elastic) row(h elasticHit) (row, error) {
	if len(h.Source) == 0 || len(h.Sort) == 0 {
		return row{}, errors.New("a hit without _source or time: does the index keep its sources?")
	}
	t, err := sortTime(h.Sort[0])
	if err != nil {
		return row{}, err
	}
	text, err := json.Marshal(struct {
		Index  string          `json:"_index"`
		ID     string          `json:"_id"`
		Source json.RawMessage `json:"_source"`
	}{h.Index, h.ID, h.Source})
	return row{t, h.Index, text}, err
}

func (e *elastic) post(ctx context.Context, path string, body object, to any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return e.document(ctx, request{path: "/" + e.index + path, contentType: "application/json", body: string(b)}, to)
}

// sortTime reads the value that a hit was sorted by: milliseconds of a date,
// nanoseconds of a date_nanos.
func sortTime(v json.RawMessage) (time.Time, error) {
	n, err := strconv.ParseInt(strings.Trim(string(v), `"`), 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("a hit with a bad time: %w", err)
	}
	const nanos = 1e16 // no log has so many milliseconds
	if n > nanos || n < -nanos {
		return time.Unix(0, n).UTC(), nil
	}
	return time.UnixMilli(n).UTC(), nil
}
