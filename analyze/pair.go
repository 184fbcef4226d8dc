package analyze

import "timeline/parse"

// An event is one end of a try, as a TimeLog states it. Strings are numbers: of
// the Collector's interner, or of the Part's names.
type event struct {
	at           int64
	took         int64 // that an end states; 0 for none
	line         int32
	failure      int32 // 1 + index in the list of failures; 0 for none
	file         uint32
	process, job uint32
	thread, host uint32
	op, remote   uint32
	phase        parse.Phase
	status       parse.Status
	lack         parse.Missing
}

// A try is a pair of events, or one event whose other end is not in the input.
// It is small: a large TimeLog holds millions.
type try struct {
	start, end         int64 // unix nanoseconds; unset if not in the input
	startLine, endLine int32
	seq                uint32 // number of the event that closed it, in the order of the input
	failure            int32  // 1 + index in the list of failures; 0 for none
	file               uint32
	process, job       uint32
	thread, host       uint32
	op, remote         uint32
	endPhase           parse.Phase // NoPhase: the end is not in the input
	status             parse.Status
	lack               parse.Missing
}

// A pairKey tells which events belong together: those of one operation of one
// job, or of one thread where the log names no job.
type pairKey struct{ process, job, thread, op uint32 }

func (e *event) key() pairKey {
	k := pairKey{process: e.process, job: e.job, op: e.op}
	if e.job == 0 {
		k.thread = e.thread
	}
	return k
}

// A meeting is what an event means to the one that is open under its key.
type meeting uint8

const (
	repeats  meeting = iota // the same event twice is one event
	ends                    // start, end: a try
	begins                  // end, start: the input is newest first if the start is not later
	follows                 // start, start; end, end; end, start: the other end of the first one is not in the input
	precedes                // start, end before it: two tries, each without the other end
)

func meet(open, e *event) meeting {
	switch isStart := e.phase == parse.Start; {
	case open.at == e.at && open.phase == e.phase:
		return repeats
	case open.phase == parse.Start && !isStart:
		if e.at >= open.at {
			return ends
		}
		return precedes
	case open.phase != parse.Start && isStart && e.at <= open.at:
		return begins
	}
	return follows
}

// A pairer joins start and end events in the order of the input.
type pairer struct {
	open     openTable
	tries    tryList
	failures []*failure
	negative int
	twice    int
}

// add takes an event, whose key has a hash, and returns the try that it closes,
// if any.
func (p *pairer) add(e *event, hash uint64) (t try, closed bool) {
	o := p.open.find(e.key(), hash)
	if o == nil {
		p.open.put(e, hash)
		return t, false
	}
	m := meet(o, e)
	switch m {
	case repeats:
		p.twice++
		return t, false
	case ends:
		t = pairOf(o, e)
	case begins:
		t = pairOf(e, o)
	default:
		if m == precedes {
			p.negative++
		}
		t = single(o)
		*o = *e
		return t, true
	}
	p.open.remove(e.key(), hash)
	return t, true
}

// rest takes out the events that found no other end.
func (p *pairer) rest() []event {
	rest := p.open.list()
	p.open = openTable{}
	return rest
}

// pairOf makes a try of a start and an end.
func pairOf(s, e *event) try {
	return try{
		start: s.at, end: e.at, startLine: s.line, endLine: e.line, failure: e.failure, file: s.file, process: s.process, job: s.job,
		thread: firstID(s.thread, e.thread), host: firstID(s.host, e.host), op: s.op, remote: firstID(e.remote, s.remote),
		endPhase: e.phase, status: e.status, lack: s.lack,
	}
}

// single makes a try of one event.
func single(e *event) try {
	t := try{
		start: e.at, end: unset, startLine: e.line, file: e.file, process: e.process, job: e.job,
		thread: e.thread, host: e.host, op: e.op, remote: e.remote, lack: e.lack,
	}
	if e.phase != parse.Start {
		t.start, t.startLine = unset, 0
		t.end, t.endLine, t.endPhase, t.status, t.failure = e.at, e.line, e.phase, e.status, e.failure
		if e.took > 0 && e.at != unset {
			t.start = e.at - e.took
		}
	}
	return t
}

func (p *pairer) keep(f *failure) int32 {
	if f == nil {
		return 0
	}
	p.failures = append(p.failures, f)
	return int32(len(p.failures))
}

// failure returns what a number from keep stands for.
func (p *pairer) failure(n int32) *failure {
	if n == 0 {
		return nil
	}
	return p.failures[n-1]
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
		size := tryChunk
		if n == 0 {
			size = 0 // it grows as it needs: of thousands of logs most hold few tries
		}
		l.chunks = append(l.chunks, make([]try, 0, size))
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

// at returns the i-th try.
func (l *tryList) at(i int) *try { return &l.chunks[i/tryChunk][i%tryChunk] }
