package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// loki asks Grafana Loki. Its answers hold a limited number of lines, so a slice
// is read in pages: each begins at the last instant of the one before, whose lines
// are known and passed over.
type loki struct{ *client }

// lokiPage is the most lines that a default Loki gives at once.
const lokiPage = 5000

// lokiLine is the default limit of a line, to which Loki cuts it if told to.
const lokiLine = 256 << 10

// A lokiAnswer is that of /loki/api/v1/query_range and /query.
type lokiAnswer struct {
	Status   string   `json:"status"`
	Warnings []string `json:"warnings"`
	Data     struct {
		ResultType string          `json:"resultType"`
		Result     json.RawMessage `json:"result"`
	} `json:"data"`
}

type lokiStream struct {
	Stream json.RawMessage     `json:"stream"`
	Values [][]json.RawMessage `json:"values"` // time, line, and structured metadata
}

func (l *loki) count(ctx context.Context, s slice) (int64, error) {
	// A range vector reaches back from its instant, which it holds; the difference
	// of a nanosecond does not matter for an estimate.
	q := fmt.Sprintf("sum(count_over_time(%s[%dms]))", lokiQuery(s), max(s.to.Sub(s.from).Milliseconds(), 1))
	var answer lokiAnswer
	form := url.Values{"query": {q}, "time": {strconv.FormatInt(s.to.UnixNano(), 10)}}
	if err := l.document(ctx, request{path: "/loki/api/v1/query?" + form.Encode()}, &answer); err != nil {
		return 0, err
	}
	var vector []struct {
		Value [2]json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(answer.Data.Result, &vector); err != nil {
		return 0, fmt.Errorf("not a count: %w", err)
	}
	n := 0.0
	for _, v := range vector {
		var text string
		if err := json.Unmarshal(v.Value[1], &text); err != nil {
			return 0, fmt.Errorf("not a count: %w", err)
		}
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return 0, fmt.Errorf("not a count: %w", err)
		}
		n += f
	}
	return int64(math.Round(n)), nil
}

func lokiQuery(s slice) string {
	if len(s.filter.words) == 0 {
		return s.text
	}
	quoted := make([]string, len(s.filter.words))
	for i, w := range s.filter.words {
		quoted[i] = regexp.QuoteMeta(w)
	}
	flags := ""
	if s.filter.pattern {
		flags = "(?i)"
	}
	return s.text + " |~ " + strconv.Quote(flags+strings.Join(quoted, "|"))
}

func (l *loki) rows(ctx context.Context, s slice, out sink) error {
	return pages(s, min(l.limits.PageRows, lokiPage), time.Nanosecond, out, func(from time.Time, limit int) (pageOf, error) {
		return l.page(ctx, s, from, limit, out)
	})
}

func (l *loki) page(ctx context.Context, s slice, from time.Time, limit int, out sink) (pageOf, error) {
	form := url.Values{
		"query": {lokiQuery(s)}, "start": {strconv.FormatInt(from.UnixNano(), 10)}, "end": {strconv.FormatInt(s.to.UnixNano(), 10)},
		"limit": {strconv.Itoa(limit)}, "direction": {"forward"},
	}
	var answer lokiAnswer
	if err := l.document(ctx, request{path: "/loki/api/v1/query_range?" + form.Encode()}, &answer); err != nil {
		return pageOf{}, err
	}
	for _, w := range answer.Warnings {
		out.gap(from, s.to, "the store warns: "+printable(l.creds.scrub(w)))
	}
	if answer.Data.ResultType != "streams" {
		return pageOf{}, fmt.Errorf("the query gives a %s, not lines: use one that selects streams", printable(answer.Data.ResultType))
	}
	var streams []lokiStream
	if err := json.Unmarshal(answer.Data.Result, &streams); err != nil {
		return pageOf{}, fmt.Errorf("not the lines of a Loki: %w", err)
	}
	var p pageOf
	for _, st := range streams {
		for _, v := range st.Values {
			r, err := lokiRow(st.Stream, v)
			if err != nil {
				return p, err
			}
			if len(v[1]) >= lokiLine {
				out.gap(r.at, r.at.Add(time.Nanosecond), "a line is as long as Loki lets one be: its end may have been cut")
			}
			p.rows = append(p.rows, r)
			p.keys = append(p.keys, string(r.text))
		}
	}
	p.full = len(p.rows) >= limit
	return p, nil
}

// lokiRow writes a line as logcli -o jsonl does.
func lokiRow(labels json.RawMessage, v []json.RawMessage) (row, error) {
	var at string
	if len(v) < 2 {
		return row{}, errors.New("a line of Loki without a time or a text")
	}
	if err := json.Unmarshal(v[0], &at); err != nil {
		return row{}, fmt.Errorf("a line of Loki without a time: %w", err)
	}
	ns, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return row{}, fmt.Errorf("a line of Loki with a bad time: %w", err)
	}
	t := time.Unix(0, ns).UTC()
	text, err := json.Marshal(struct {
		Labels json.RawMessage `json:"labels"`
		Line   json.RawMessage `json:"line"`
		Time   time.Time       `json:"timestamp"`
	}{labels, v[1], t})
	return row{t, string(labels), text}, err
}

// maxDocument bounds an answer that comes as one JSON document.
const maxDocument = 256 << 20

// document asks for one JSON document. One that is cut is a broken answer.
func (c *client) document(ctx context.Context, q request, to any) error {
	return c.ask(ctx, q, func(r io.Reader) error {
		b, err := io.ReadAll(io.LimitReader(r, maxDocument+1))
		switch {
		case err != nil:
			return err
		case len(b) > maxDocument:
			return errors.New("one page of the answer is larger than 256 MiB")
		}
		if err := json.Unmarshal(b, to); err != nil {
			return &brokenError{fmt.Errorf("the answer is no whole JSON document: %w", err)}
		}
		return nil
	})
}
