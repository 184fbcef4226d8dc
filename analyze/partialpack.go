package analyze

import (
	"cmp"
	"errors"
	"slices"
)

// packRows is how many events one packed event holds at most.
const packRows = 1 << 16

// A packer writes events of one source that hold nothing rare, of each key and kind
// together.
type packer struct {
	p       *Partial
	source  string
	packs   map[packKey]*pack
	keys    []packKey // in the order in which they came
	squeeze squeezer
}

type packKey struct{ kind, key string }

type pack struct {
	first partialEvent
	rows  *columnWriter
}

func newPacker(p *Partial, source string) *packer {
	return &packer{p: p, source: source, packs: map[packKey]*pack{}}
}

// add takes one event.
func (k *packer) add(key string, e partialEvent) error {
	if !e.packs() {
		return k.p.put(key, e)
	}
	id := packKey{e.Kind, key}
	have := k.packs[id]
	if have == nil {
		k.packs[id] = &pack{first: e}
		k.keys = append(k.keys, id)
		return nil
	}
	if have.rows == nil {
		have.rows = newColumnWriter()
		have.first.columns(have.rows)
		have.rows.rows++
	}
	e.columns(have.rows)
	if have.rows.rows++; have.rows.rows < packRows {
		return nil
	}
	delete(k.packs, id)
	return k.write(key, have)
}

// flush writes what is left.
func (k *packer) flush() error {
	var errs []error
	for _, id := range k.keys {
		if have := k.packs[id]; have != nil {
			errs = append(errs, k.write(id.key, have))
			delete(k.packs, id)
		}
	}
	k.keys = nil
	return errors.Join(errs...)
}

func (k *packer) write(key string, have *pack) error {
	if have.rows == nil {
		return k.p.put(key, have.first)
	}
	b, err := k.squeeze.bytes(have.rows)
	if err != nil {
		return err
	}
	f := have.first
	return k.p.put(key, partialEvent{Source: k.source, Line: f.Line, Kind: f.Kind, N: f.N, Packed: b})
}

// packs reports whether an event has all that it holds in columns.
func (e *partialEvent) packs() bool {
	switch {
	case e.Try != nil:
		return e.Try.Failure == nil
	case e.Open != nil:
		return e.Open.Failure == nil
	case e.Entry != nil:
		return e.Entry.Failure == nil && e.Entry.Also == nil
	}
	return false
}

// columns shows the fields of an event; a reader gives it a new Try, Open or Entry
// before.
func (e *partialEvent) columns(f fields) {
	integer(f, "n", &e.N)
	switch {
	case e.Try != nil:
		e.Try.columns(f)
	case e.Open != nil:
		e.Open.columns(f)
	case e.Entry != nil:
		e.Entry.columns(f)
	}
}

func (n *partialNames) columns(f fields) {
	f.text("file", &n.File)
	f.text("process", &n.Process)
	f.text("job", &n.Job)
	f.text("thread", &n.Thread)
	f.text("host", &n.Host)
	f.text("op", &n.Op)
	f.text("remote", &n.Remote)
}

func (p *partialTry) columns(f fields) {
	p.partialNames.columns(f)
	twoInstants(f, &p.Start, &p.End)
	integer(f, "line", &p.StartLine)
	lines := p.EndLine - p.StartLine
	integer(f, "lines", &lines)
	p.EndLine = p.StartLine + lines
	integer(f, "phase", &p.EndPhase)
	integer(f, "status", &p.Status)
	integer(f, "lack", &p.Lack)
}

func (p *partialOpen) columns(f fields) {
	p.partialNames.columns(f)
	f.number("at", (*int64)(&p.At))
	f.number("took", &p.Took)
	integer(f, "line", &p.Line)
	integer(f, "phase", &p.Phase)
	integer(f, "status", &p.Status)
	integer(f, "lack", &p.Lack)
}

func (p *partialEntry) columns(f fields) {
	f.text("process", &p.Process)
	f.text("job", &p.Job)
	f.text("thread", &p.Thread)
	f.text("host", &p.Host)
	f.text("op", &p.Op)
	f.text("remote", &p.Remote)
	f.text("resolved", &p.Resolved)
	f.text("client", &p.Client)
	f.text("message", &p.Message)
	f.text("file", &p.Source.File)
	integer(f, "line", &p.Source.Line)
	f.number("at", (*int64)(&p.At))
	f.number("took", (*int64)(&p.Took))
	integer(f, "try", &p.Try)
	integer(f, "status", &p.Status)
	integer(f, "lack", &p.Lack)
	boolean(f, "inner", &p.Inner)
}

// unpack returns the events that e holds.
func (e *partialEvent) unpack() ([]partialEvent, error) {
	if e.Packed == nil {
		return []partialEvent{*e}, nil
	}
	r, err := newColumnReader(e.Packed)
	if err != nil {
		return nil, err
	}
	list := make([]partialEvent, r.rows)
	for r.row = range list {
		one := partialEvent{Source: e.Source, Kind: e.Kind}
		switch e.Kind {
		case "try":
			one.Try = &partialTry{}
		case "open":
			one.Open = &partialOpen{}
		case "entry":
			one.Entry = &partialEntry{}
		default:
			return nil, errors.New("packed events of the kind " + e.Kind)
		}
		one.columns(r)
		list[r.row] = one
	}
	return list, nil
}

// inOrder puts the events of one source into the order in which it held them.
func inOrder(events []partialEvent) {
	slices.SortStableFunc(events, func(a, b partialEvent) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.N, b.N))
	})
}
