package analyze

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// PartialSchema is the name and version of the lines of a partial.
const PartialSchema = "timeline.partial/v1"

// A Partial is what collectors of some inputs hold, written down: tries, open
// ends, lines of logs, and never a conclusion. Partials are united by source and
// line, in any order and grouping, and the same one again changes nothing. What
// they unite to gives the report that one run over all inputs gives, with the
// inputs in order of their ids.
//
// The text of a partial has a line for each key, a process and a host:
//
//	key <tab> {"schema":…,"version":…,"sources":{id:[lines,bytes]},"facts":{id:…},"events":[…]}
//
// so that engines which sort and group by key can reduce it. Facts about a source
// stand under the key "/", also where it holds no event. Events of one kind that hold
// nothing rare stand in one, packed.
type Partial struct {
	version string
	facts   map[string]json.RawMessage // by source
	sizes   map[string][2]int64        // lines and bytes by source
	events  map[partialID]keyed
}

// A partialID tells an event apart: the n-th of its kind in its source.
type partialID struct {
	source string
	kind   string
	n      int
}

type keyed struct {
	key  string
	text json.RawMessage
}

// A partialLine is the JSON of one line.
type partialLine struct {
	Schema  string                     `json:"schema"`
	Version string                     `json:"version"` // of the program that read the logs
	Sources map[string][2]int64        `json:"sources"` // lines and bytes
	Facts   map[string]json.RawMessage `json:"facts,omitempty"`
	Events  []json.RawMessage          `json:"events"`
}

// A partialEvent is one event of a line, or many that are packed. One of its last six
// fields is set.
type partialEvent struct {
	Source string          `json:"source"`
	Line   int             `json:"line"`
	Kind   string          `json:"kind"` // try, open, entry, start or dump
	N      int             `json:"n"`    // number of the first among those of its kind in its source
	Try    *partialTry     `json:"try,omitempty"`
	Open   *partialOpen    `json:"open,omitempty"`
	Entry  *partialEntry   `json:"entry,omitempty"`
	Start  *partialRestart `json:"start,omitempty"`
	Dump   *partialDump    `json:"dump,omitempty"`
	Packed []byte          `json:"packed,omitempty"` // see packed
}

// NewPartial returns an empty Partial. version is that of the program: what
// another one wrote is not read.
func NewPartial(version string) *Partial {
	return &Partial{version: version, facts: map[string]json.RawMessage{}, sizes: map[string][2]int64{}, events: map[partialID]keyed{}}
}

// SourceID is the stable name of an input: its path, with the process that the
// user gave it.
func SourceID(in Input) string {
	if in.Process != "" {
		return in.Process + "=" + in.Path
	}
	return in.Path
}

// Add takes what a collector holds of one input.
func (p *Partial) Add(c *Collector, in Input) error {
	c.gather()
	id := SourceID(in)
	facts, err := compact(c.writeFacts(in))
	if err != nil {
		return err
	}
	if err := p.source(id, [2]int64{int64(in.Lines), in.Bytes}); err != nil {
		return err
	}
	if err := p.fact(id, facts); err != nil {
		return err
	}
	n := 0
	s := c.names.list
	packs := newPacker(p, id)
	c.pairer.tries.each(func(t *try) {
		e := partialEvent{Source: id, Line: int(max(t.startLine, t.endLine)), Kind: "try", N: n, Try: c.writeTry(t)}
		err = errors.Join(err, packs.add(partialKey(s[t.process], s[t.host]), e))
		n++
	})
	for i, e := range c.openInOrder() {
		err = errors.Join(err, packs.add(partialKey(s[e.process], s[e.host]), partialEvent{Source: id, Line: int(e.line), Kind: "open", N: i, Open: c.writeEvent(e)}))
	}
	for i := range c.entries {
		e := &c.entries[i]
		err = errors.Join(err, packs.add(partialKey(e.process, e.host), partialEvent{Source: id, Line: e.source.Line, Kind: "entry", N: i, Entry: writeEntry(e)}))
	}
	err = errors.Join(err, packs.flush())
	for i, r := range c.starts {
		err = errors.Join(err, p.put(partialKey(r.process, ""), partialEvent{Source: id, Kind: "start", N: i, Start: writeRestart(r)}))
	}
	for i, d := range c.dumps {
		err = errors.Join(err, p.put(partialKey(d.process, ""), partialEvent{Source: id, Line: d.source.Line, Kind: "dump", N: i, Dump: writeDump(d)}))
	}
	return err
}

// openInOrder lists the open ends by line.
func (c *Collector) openInOrder() []event {
	list := c.pairer.open.list()
	slices.SortFunc(list, func(a, b event) int {
		s := c.names.list
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.at, b.at), cmp.Compare(s[a.process], s[b.process]),
			cmp.Compare(s[a.job], s[b.job]), cmp.Compare(s[a.op], s[b.op]), cmp.Compare(s[a.thread], s[b.thread]))
	})
	return list
}

func partialKey(process, host string) string {
	return url.PathEscape(process) + "/" + url.PathEscape(host)
}

func (p *Partial) put(key string, e partialEvent) error {
	text, err := compact(e)
	if err != nil {
		return err
	}
	return p.unite(partialID{e.Source, e.Kind, e.N}, keyed{key, text})
}

func compact(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// unite adds an event that may be known already.
func (p *Partial) unite(id partialID, e keyed) error {
	if known, ok := p.events[id]; ok && (known.key != e.key || !bytes.Equal(known.text, e.text)) {
		return differs(id.source)
	}
	p.events[id] = e
	return nil
}

func (p *Partial) source(id string, size [2]int64) error {
	if known, ok := p.sizes[id]; ok && known != size {
		return differs(id)
	}
	p.sizes[id] = size
	return nil
}

func (p *Partial) fact(id string, text json.RawMessage) error {
	if known, ok := p.facts[id]; ok && !bytes.Equal(known, text) {
		return differs(id)
	}
	p.facts[id] = text
	return nil
}

func differs(id string) error {
	return fmt.Errorf("%s was read twice and differs: it grew, the flags were others, or two files have this path (NAME=PATH tells them apart)", id)
}

// WriteTo writes p, a line for each key, in the order of keys.
func (p *Partial) WriteTo(w io.Writer) (int64, error) {
	byKey := map[string][]partialID{}
	for id, e := range p.events {
		byKey[e.key] = append(byKey[e.key], id)
	}
	if len(p.facts) > 0 && byKey["/"] == nil {
		byKey["/"] = []partialID{}
	}
	var total int64
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		text, err := compact(p.line(key, byKey[key]))
		if err != nil {
			return total, err
		}
		n, err := fmt.Fprintf(w, "%s\t%s\n", key, text)
		total += int64(n)
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

func (p *Partial) line(key string, ids []partialID) partialLine {
	slices.SortFunc(ids, func(a, b partialID) int {
		return cmp.Or(strings.Compare(a.source, b.source), strings.Compare(a.kind, b.kind), cmp.Compare(a.n, b.n))
	})
	l := partialLine{Schema: PartialSchema, Version: p.version, Sources: map[string][2]int64{}, Events: []json.RawMessage{}}
	for _, id := range ids {
		l.Sources[id.source] = p.sizes[id.source]
		l.Events = append(l.Events, p.events[id].text)
	}
	if key == "/" {
		l.Facts = p.facts
		for id := range p.facts {
			l.Sources[id] = p.sizes[id]
		}
	}
	return l
}

// IsPartial reports whether a text that begins with head is a partial.
func IsPartial(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	_, value, ok := bytes.Cut(line, []byte("\t"))
	return ok && bytes.HasPrefix(value, []byte(`{"schema":"timeline.partial/`))
}

// maxPartialLine bounds one line: the events of one host in one process.
const maxPartialLine = 1 << 30

// Read unites p with the partial that r holds. name is for errors.
func (p *Partial) Read(r io.Reader, name string) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxPartialLine)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := p.readLine(lines.Bytes()); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}

func (p *Partial) readLine(text []byte) error {
	key, value, ok := bytes.Cut(text, []byte("\t"))
	if !ok {
		return errors.New("not a line of a partial: it has no tab after its key")
	}
	var l partialLine
	if err := json.Unmarshal(value, &l); err != nil {
		return fmt.Errorf("not a whole line of a partial: %w", err)
	}
	switch {
	case l.Schema != PartialSchema:
		return fmt.Errorf("a partial of schema %q, this program reads %s: use one version for map, reduce and analyze", l.Schema, PartialSchema)
	case l.Version != p.version:
		return fmt.Errorf("a partial written by version %q, this is %q: use one version for map, reduce and analyze", l.Version, p.version)
	}
	for id, size := range l.Sources {
		if err := p.source(id, size); err != nil {
			return err
		}
	}
	for id, text := range l.Facts {
		if err := p.fact(id, text); err != nil {
			return err
		}
	}
	for _, e := range l.Events {
		var id struct {
			Source string `json:"source"`
			Kind   string `json:"kind"`
			N      int    `json:"n"`
		}
		if err := json.Unmarshal(e, &id); err != nil {
			return fmt.Errorf("bad event: %w", err)
		}
		if err := p.unite(partialID{id.Source, id.Kind, id.N}, keyed{string(key), e}); err != nil {
			return err
		}
	}
	return nil
}

// Collectors returns what p holds as if the inputs had been read here, in the
// order of their ids.
func (p *Partial) Collectors() ([]*Collector, []Input, error) {
	bySource := map[string][]partialID{}
	for id := range p.events {
		bySource[id.source] = append(bySource[id.source], id)
	}
	for id := range p.sizes {
		if p.facts[id] == nil {
			return nil, nil, fmt.Errorf("nothing says how %s was read: the line with the key / of its partial is missing", id)
		}
	}
	var cs []*Collector
	var inputs []Input
	for _, source := range slices.Sorted(maps.Keys(p.facts)) {
		var f partialFacts
		if err := json.Unmarshal(p.facts[source], &f); err != nil {
			return nil, nil, fmt.Errorf("facts of %s: %w", source, err)
		}
		c := f.read()
		events, err := p.eventsOf(bySource[source])
		if err != nil {
			return nil, nil, fmt.Errorf("event of %s: %w", source, err)
		}
		for i := range events {
			if err := c.restore(&events[i]); err != nil {
				return nil, nil, fmt.Errorf("event of %s: %w", source, err)
			}
		}
		cs, inputs = append(cs, c), append(inputs, f.Input)
	}
	return cs, inputs, nil
}

// eventsOf returns the events of one source in the order in which it held them.
func (p *Partial) eventsOf(ids []partialID) ([]partialEvent, error) {
	var list []partialEvent
	for _, id := range ids {
		var e partialEvent
		if err := json.Unmarshal(p.events[id].text, &e); err != nil {
			return nil, err
		}
		some, err := e.unpack()
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	inOrder(list)
	return list, nil
}

// restore adds an event that was written down.
func (c *Collector) restore(e *partialEvent) error {
	switch {
	case e.Kind == "try" && e.Try != nil:
		c.pairer.tries.add(c.readTry(e.Try))
	case e.Kind == "open" && e.Open != nil:
		o := c.readEvent(e.Open)
		c.pairer.open.put(&o, c.names.hash(o.key()))
	case e.Kind == "entry" && e.Entry != nil:
		c.entries = append(c.entries, e.Entry.read())
	case e.Kind == "start" && e.Start != nil:
		c.starts = append(c.starts, e.Start.read())
	case e.Kind == "dump" && e.Dump != nil:
		c.dumps = append(c.dumps, e.Dump.read())
	default:
		return fmt.Errorf("an event of the kind %q that holds nothing", e.Kind)
	}
	return nil
}
