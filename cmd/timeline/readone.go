package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"timeline/analyze"
	"timeline/parse"
	"timeline/parse/input"
	"timeline/render/words"
)

// A piece is what reading one input gave: a collector, or nil for a partial.
type piece struct {
	collector *analyze.Collector
	input     analyze.Input
	placed    []string        // processes with a zone of their own that the log names
	product   analyze.Product // what of the program the input is, and was not read for
	passed    int             // log entries that were understood and of no interest
	err       error
}

func (in *inputs) readOne(s input.Source, opt parse.Options, workers int) piece {
	r, err := s.Open()
	if err != nil {
		why := within{raisable(err), s.Path}
		p := piece{
			collector: analyze.NewCollector(s.Process),
			input:     analyze.Input{Path: s.Path, Process: s.Process, Format: "not read", Notes: []string{analyze.NotRead(why)}},
		}
		if !s.Dangling {
			p.err = fmt.Errorf("cannot read %s: %w", words.Visible(s.Path), why)
		}
		return p
	}
	defer r.Close()
	br := bufio.NewReaderSize(r, sniffedProduct)
	head, _ := br.Peek(sniffedProduct)
	if analyze.IsPartial(head) {
		in.partially.Lock()
		defer in.partially.Unlock()
		return piece{err: in.partial.Read(br, s.Path)}
	}
	if product := productOf(head); product != "" {
		return leftOut(s, product)
	}
	return readLog(s, br, opt, workers)
}

// within is an error of an input as told after the name of the input.
type within struct {
	error
	path string
}

func (w within) Error() string {
	s := w.error.Error()
	for _, head := range []string{"", "open ", "stat ", "lstat ", "read "} {
		if rest, ok := strings.CutPrefix(s, head+w.path+": "); ok {
			return rest
		}
	}
	return s
}

func (w within) Unwrap() error { return w.error }

// leftOut is the piece of a product of the program itself, which is no log.
func leftOut(s input.Source, product analyze.Product) piece {
	return piece{
		collector: analyze.NewCollector(s.Process), product: product,
		input: analyze.Input{Path: s.Path, Process: s.Process, Format: string(product) + " of timeline", Notes: []string{analyze.LeftOut(product)}},
	}
}

func readLog(s input.Source, r io.Reader, opt parse.Options, workers int) piece {
	c := analyze.NewCollector(s.Process)
	in := analyze.Input{Path: s.Path, Process: s.Process}
	p := parse.NewAheadReader(r, s.Path, s.Process, opt, workers, c.NewPart)
	for p.Scan() {
		if part, missing := p.Part(); part != nil {
			c.AddPart(part, missing)
		} else if bad := p.Bad(); bad != nil {
			c.AddBad(bad)
		} else {
			c.Add(p.Record())
		}
	}
	sum := p.Summary()
	in.Format, in.Bytes, in.Lines, in.Records, in.Unreadable, in.Skipped = sum.Format, sum.Bytes, sum.Lines, sum.Records, sum.Unreadable, sum.Skipped
	in.Notes = sum.Notes
	in.From, in.To, in.Zone = analyze.Time{Time: sum.From}, analyze.Time{Time: sum.To}, sum.Zone
	c.Thin()
	done := piece{collector: c, input: in, placed: sum.Placed, passed: sum.Skipped}
	if err := p.Err(); err != nil {
		why := within{raisable(err), s.Path}
		done.input.Notes = append(done.input.Notes, analyze.CutShort(why))
		done.err = fmt.Errorf("cannot read %s to its end: %w", words.Visible(s.Path), why)
	}
	return done
}
