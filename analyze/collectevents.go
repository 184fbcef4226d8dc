package analyze

import "timeline/parse"

// AddEvents takes a run of events, which is as if each of them was added as a
// record. It keeps no reference to the run.
func (c *Collector) AddEvents(run *parse.Events) {
	ids := c.names.numbers(run.Names)
	e := event{file: c.names.id(run.File)}
	for i := range run.List {
		ev := &run.List[i]
		e.at, e.phase, e.status, e.lack, e.line = ev.At, ev.Phase, ev.Status, ev.Lack, int32(run.Line(ev))
		e.process, e.job, e.thread = ids[ev.Process], ids[ev.Job], ids[ev.Thread]
		e.host, e.op, e.remote = ids[ev.Host], ids[ev.Operation], ids[ev.Remote]
		if c.process != "" {
			e.process = c.names.id(c.process)
		}
		c.lacking[e.lack]++
		c.pairer.add(&e)
	}
	c.ease()
}

// numbers gives the names of a run the numbers that they have here.
func (n *interner) numbers(names *parse.Names) []uint32 {
	n.run = n.run[:0]
	for i := range names.Len() {
		name := names.Text(uint32(i))
		id, ok := n.ids[string(name)]
		if !ok {
			id = n.add(string(name))
		}
		n.run = append(n.run, id)
	}
	return n.run
}
