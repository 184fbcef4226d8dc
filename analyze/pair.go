package analyze

import "timeline/parse"

// An event is one end of a try, as a TimeLog states it. Strings are numbers of
// the Collector's interner.
type event struct {
	at           int64
	phase        parse.Phase
	status       parse.Status
	lack         parse.Missing
	line         int32
	file         uint32
	process, job uint32
	thread, host uint32
	op, remote   uint32
	failure      *failure
}

// A try is a pair of events, or one event whose other end is not in the input.
// It is small: a large TimeLog holds millions.
type try struct {
	start, end         int64 // unix nanoseconds; unset if not in the input
	startLine, endLine int32
	failure            int32 // 1 + index in pairer.failures; 0 for none
	file               uint32
	process, job       uint32
	thread, host       uint32
	op, remote         uint32
	endPhase           parse.Phase // NoPhase: the end is not in the input
	status             parse.Status
	lack               parse.Missing
	eased              uint8
}

// A pairKey tells which events belong together: those of one operation of one
// job, or of one thread where the log names no job.
type pairKey struct{ process, job, thread, op uint32 }

// A pairer joins start and end events in the order of the input. The cases:
//
//	start, end           a try
//	start, start         the first one has no end: a failed try may write none
//	end, start           the input is newest first if the start is not later
//	end alone            a try whose start is not in the input
//	end before its start two tries, each without the other end: negative
//	the same event twice one event
type pairer struct {
	open     openTable
	tries    tryList
	failures []*failure
	negative int
	twice    int
}

func (e *event) key() pairKey {
	k := pairKey{process: e.process, job: e.job, op: e.op}
	if e.job == 0 {
		k.thread = e.thread
	}
	return k
}

func (p *pairer) add(e *event) {
	o := p.open.find(e.key())
	switch {
	case o == nil:
		p.open.put(e)
	case o.at == e.at && o.phase == e.phase:
		p.twice++
	case o.phase == parse.Start && e.phase != parse.Start && e.at >= o.at:
		p.pair(o, e)
		p.open.remove(e.key())
	case o.phase != parse.Start && e.phase == parse.Start && e.at <= o.at:
		p.pair(e, o)
		p.open.remove(e.key())
	default:
		if o.phase == parse.Start && e.phase != parse.Start {
			p.negative++
		}
		p.single(o)
		*o = *e
	}
}

// rest moves the events that found no other end into tries of their own.
func (p *pairer) rest() []event {
	rest := p.open.list()
	p.open = openTable{}
	return rest
}

func (p *pairer) pair(s, e *event) {
	t := p.half(s)
	t.end, t.endLine, t.endPhase, t.status = e.at, e.line, e.phase, e.status
	t.thread, t.host, t.remote = firstID(s.thread, e.thread), firstID(s.host, e.host), firstID(e.remote, s.remote)
	t.failure = p.keep(e.failure)
	p.tries.add(t)
}

func (p *pairer) single(e *event) {
	t := p.half(e)
	if e.phase != parse.Start {
		t.start, t.startLine = unset, 0
		t.end, t.endLine, t.endPhase, t.status = e.at, e.line, e.phase, e.status
		t.failure = p.keep(e.failure)
	}
	p.tries.add(t)
}

func (p *pairer) half(s *event) try {
	return try{
		start: s.at, end: unset, startLine: s.line, file: s.file, process: s.process, job: s.job,
		thread: s.thread, host: s.host, op: s.op, remote: s.remote, lack: s.lack,
	}
}

func (p *pairer) keep(f *failure) int32 {
	if f == nil {
		return 0
	}
	p.failures = append(p.failures, f)
	return int32(len(p.failures))
}

// firstID returns a, or b where a is the empty string.
func firstID(a, b uint32) uint32 {
	if a != 0 {
		return a
	}
	return b
}

// A tryList grows without copying: a slice of millions would hold twice its
// size while it grows.
type tryList struct{ chunks [][]try }

const tryChunk = 1 << 14

func (l *tryList) add(t try) {
	n := len(l.chunks)
	if n == 0 || len(l.chunks[n-1]) == tryChunk {
		l.chunks = append(l.chunks, make([]try, 0, tryChunk))
		n++
	}
	l.chunks[n-1] = append(l.chunks[n-1], t)
}

func (l *tryList) len() int {
	if len(l.chunks) == 0 {
		return 0
	}
	return (len(l.chunks)-1)*tryChunk + len(l.chunks[len(l.chunks)-1])
}

func (l *tryList) each(do func(*try)) {
	for _, c := range l.chunks {
		for i := range c {
			do(&c[i])
		}
	}
}
