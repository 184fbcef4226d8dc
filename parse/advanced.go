package parse

// advanced is what an advance made of a block.
type advanced struct {
	items   []item
	runs    []*Events // all that were ever made, to be used again
	used    int
	events  []Event // of all of them
	names   Names   // of the runs, where no Part has its own
	lines   int
	sum     Summary
	zones   zoneUse
	formats formatCount
}

// handOver puts a Part in the place of the items.
func (d *advanced) handOver(p Part) {
	for i := range d.items {
		switch it := &d.items[i]; {
		case it.events != nil:
			p.AddEvents(it.events)
		case it.bad != nil:
			p.AddBad(it.bad)
		default:
			p.Add(&it.rec)
		}
	}
	p.Close()
	d.items = append(d.items[:0], item{part: p})
}

// into hands over to the Reader of the input.
func (d *advanced) into(r *Reader) {
	base := r.win.line - lineBase
	for i := range d.items {
		it := &d.items[i]
		switch {
		case it.part != nil:
			it.line = base
		case it.events != nil:
			it.events.line = base
		case it.bad != nil:
			it.bad.Pos.Line += base
		default:
			it.rec.Pos.Line += base
			if it.rec.Dump != nil {
				it.rec.Dump.Head.Line += base
			}
		}
	}
	if len(r.items) == 0 {
		r.items, d.items = d.items, r.items
	} else {
		r.items = append(r.items, d.items...)
	}
	r.sum.add(&d.sum)
	r.zones.stated += d.zones.stated
	r.zones.assumed += d.zones.assumed
	r.zones.bare += d.zones.bare
	r.formats.merge(&d.formats)
	for _, n := range d.sum.Notes {
		r.note(n)
	}
}

// run returns an empty run.
func (d *advanced) run() *Events {
	if d.used == len(d.runs) {
		d.runs = append(d.runs, &Events{})
	}
	d.used++
	return d.runs[d.used-1]
}

// add counts what a part of the input holds.
func (s *Summary) add(o *Summary) {
	s.Records += o.Records
	s.Skipped += o.Skipped
	s.Unreadable += o.Unreadable
	if s.From.IsZero() || !o.From.IsZero() && o.From.Before(s.From) {
		s.From = o.From
	}
	if o.To.After(s.To) {
		s.To = o.To
	}
}
