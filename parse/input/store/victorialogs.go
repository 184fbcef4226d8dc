package store

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// victoriaLogs asks VictoriaLogs, a single node or the select node of a cluster,
// with LogsQL. It never sets allow_partial_response: with it a node that is down
// leaves no mark in the answer.
type victoriaLogs struct{ *client }

// maxRow bounds one row. VictoriaLogs itself drops rows over 2 MiB.
const maxRow = 8 << 20

func (v *victoriaLogs) count(ctx context.Context, s slice) (int64, error) {
	n := int64(-1)
	err := v.query(ctx, s, " | stats count() as rows", func(line []byte) error {
		var answer struct {
			Rows string `json:"rows"`
		}
		if err := json.Unmarshal(line, &answer); err != nil {
			return fmt.Errorf("not a count: %w", err)
		}
		var err error
		n, err = strconv.ParseInt(answer.Rows, 10, 64)
		return err
	})
	if err == nil && n < 0 {
		err = &lostError{errors.New("the store gave no count")}
	}
	return n, err
}

// holds reports whether there is any row in s.
func (v *victoriaLogs) holds(ctx context.Context, s slice) (bool, error) {
	found := false
	err := v.query(ctx, s, " | fields _time | limit 1", func([]byte) error {
		found = true
		return nil
	})
	return found, err
}

// rows reads a slice in pages by time, each small enough to be put in order here.
func (v *victoriaLogs) rows(ctx context.Context, s slice, out sink) error {
	if s.limit > 0 {
		return v.page(ctx, s, out)
	}
	n, err := v.count(ctx, s)
	if lost(err) {
		out.gap(s.from, s.to, err.Error())
		return nil
	}
	if err != nil {
		return err
	}
	return v.split(ctx, s, n, out)
}

// split halves a slice that holds n rows until the parts fit a page.
func (v *victoriaLogs) split(ctx context.Context, s slice, n int64, out sink) error {
	half := s.to.Sub(s.from) / 2
	if n == 0 {
		return nil
	}
	if n <= int64(v.limits.PageRows) || half < time.Millisecond {
		return v.page(ctx, s, out)
	}
	first, second := s, s
	first.to = s.from.Add(half)
	second.from = first.to
	early, err := v.count(ctx, first)
	if lost(err) {
		out.gap(s.from, s.to, err.Error())
		return nil
	}
	if err != nil {
		return err
	}
	if err := v.split(ctx, first, early, out); err != nil {
		return err
	}
	return v.split(ctx, second, n-early, out)
}

// page reads a slice at once. What came of an answer that broke off for good is
// used, and the slice is a gap.
func (v *victoriaLogs) page(ctx context.Context, s slice, out sink) error {
	pipes := ""
	if s.limit > 0 {
		pipes = fmt.Sprintf(" | sort by (_time) limit %d", s.limit)
	}
	var page []row
	long := 0
	err := v.ask(ctx, v.form(s, pipes), func(r io.Reader) error {
		page, long = page[:0], 0
		return eachLine(r, func(line []byte) error {
			if len(line) > maxRow {
				long++
				return nil
			}
			at, stream, err := victoriaRow(line)
			if err == nil && !at.Before(s.from) && at.Before(s.to) {
				page = append(page, row{at, stream, withoutFiller(bytes.Clone(line))})
			}
			return err
		})
	})
	if err != nil && !lost(err) {
		return err
	}
	if lost(err) {
		out.gap(s.from, s.to, err.Error())
	}
	if long > 0 {
		out.gap(s.from, s.to, fmt.Sprintf("%d rows are longer than 8 MiB and were left out", long))
	}
	return emit(page, out)
}

// emit puts rows in order of time and passes them on. Rows of one stream with one
// time keep the order in which the store gave them: frames of a stack trace.
func emit(page []row, out sink) error {
	slices.SortStableFunc(page, func(a, b row) int {
		return cmp.Or(a.at.Compare(b.at), strings.Compare(a.stream, b.stream))
	})
	for i := range page {
		if err := out.row(page[i]); err != nil {
			return err
		}
	}
	return nil
}

// query asks for the few lines that a statistic has.
func (v *victoriaLogs) query(ctx context.Context, s slice, pipes string, do func([]byte) error) error {
	return v.ask(ctx, v.form(s, pipes), func(r io.Reader) error { return eachLine(r, do) })
}

// form is a query over [from, to): the end of VictoriaLogs is exclusive where it
// is given with all its digits.
func (v *victoriaLogs) form(s slice, pipes string) request {
	const digits = "2006-01-02T15:04:05.000000000Z"
	text := s.text
	if text == "" {
		text = "*"
	}
	f := url.Values{"query": {text + pipes}, "start": {s.from.UTC().Format(digits)}, "end": {s.to.UTC().Format(digits)}}
	if e := victoriaFilter(s.filter); e != "" {
		f.Set("extra_filters", e)
	}
	return request{path: "/select/logsql/query", contentType: "application/x-www-form-urlencoded", body: f.Encode()}
}

func victoriaFilter(f filter) string {
	switch {
	case len(f.words) == 0:
		return ""
	case f.pattern:
		return `*:~` + strconv.Quote("(?i)"+strings.Join(f.words, "|"))
	}
	return "*:contains_any(" + f.quoted(",") + ")"
}

// filler is what VictoriaLogs writes into rows that came without a message.
const filler = `"_msg":"missing _msg field; see https://docs.victoriametrics.com/victorialogs/keyconcepts/#message-field",`

func withoutFiller(line []byte) []byte {
	if len(line) > len(filler) && string(line[1:len(filler)+1]) == filler {
		return append(line[:1], line[len(filler)+1:]...)
	}
	return line
}

func victoriaRow(line []byte) (time.Time, string, error) {
	if !gjson.ValidBytes(line) {
		return time.Time{}, "", &brokenError{errors.New("the answer broke off in a row")}
	}
	fields := gjson.GetManyBytes(line, "_time", "_stream_id")
	at, err := time.Parse(time.RFC3339Nano, fields[0].String())
	if err != nil {
		return time.Time{}, "", errors.New("a row without _time: does the query end in a pipe that drops it?")
	}
	return at, fields[1].String(), nil
}

// eachLine calls do for each line, without its end. A line longer than maxRow is
// given as its beginning, longer than maxRow.
func eachLine(r io.Reader, do func([]byte) error) error {
	br := bufio.NewReaderSize(r, 256<<10)
	var line []byte
	for {
		part, err := br.ReadSlice('\n')
		if len(line) <= maxRow {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return err
		}
		if line = bytes.TrimRight(line, "\r\n"); len(line) > 0 {
			if err := do(line); err != nil {
				return err
			}
		}
		if err != nil {
			return nil
		}
		line = line[:0]
	}
}
