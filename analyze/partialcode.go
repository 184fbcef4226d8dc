package analyze

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"timeline/parse"
)

// The shapes in which tries, open ends, lines and starts of JVMs stand in a
// partial. Each has a function that writes it and one that reads it back, and a
// test that fills every field.

// statedNS is an instant or a duration in nanoseconds; null where it is not stated.
type statedNS int64

// MarshalJSON writes a number or null.
func (n statedNS) MarshalJSON() ([]byte, error) {
	if int64(n) == unset {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(n), 10), nil
}

// UnmarshalJSON reads a number or null.
func (n *statedNS) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*n = statedNS(unset)
		return nil
	}
	v, err := strconv.ParseInt(string(b), 10, 64)
	*n = statedNS(v)
	return err
}

// bytesText is text of a log. What is no UTF-8 stays as it is.
type bytesText string

type rawText struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON writes a string, or its bytes where it is no UTF-8.
func (t bytesText) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return json.Marshal(string(t))
	}
	return json.Marshal(rawText{[]byte(t)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *bytesText) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '{' {
		var raw rawText
		err := json.Unmarshal(b, &raw)
		*t = bytesText(raw.Base64)
		return err
	}
	return json.Unmarshal(b, (*string)(t))
}

type partialFailure struct {
	DNS       bool      `json:"dns,omitempty"`
	Answer    answer    `json:"answer,omitempty"`
	Surface   surface   `json:"surface,omitempty"`
	Cause     bytesText `json:"cause,omitempty"`
	Definite  bool      `json:"definite,omitempty"`
	Empty     bool      `json:"empty,omitempty"`
	Text      bytesText `json:"text,omitempty"`
	Host      bytesText `json:"host,omitempty"`
	OwnName   bool      `json:"own_name,omitempty"`
	NotName   bytesText `json:"not_name,omitempty"`
	Kind      bytesText `json:"kind,omitempty"`
	Exception bytesText `json:"exception,omitempty"`
	Message   bytesText `json:"message,omitempty"`
}

func writeFailure(f *failure) *partialFailure {
	if f == nil {
		return nil
	}
	return &partialFailure{
		DNS: f.dns, Answer: f.answer, Surface: f.surface, Cause: bytesText(f.cause), Definite: f.definite, Empty: f.empty, Text: bytesText(f.text), Host: bytesText(f.host),
		OwnName: f.ownName, NotName: bytesText(f.notName), Kind: bytesText(f.kind), Exception: bytesText(f.exception), Message: bytesText(f.message),
	}
}

func (p *partialFailure) read() *failure {
	if p == nil {
		return nil
	}
	return &failure{
		dns: p.DNS, answer: p.Answer, surface: p.Surface, cause: Cause(p.Cause), definite: p.Definite, empty: p.Empty, text: string(p.Text), host: string(p.Host),
		ownName: p.OwnName, notName: string(p.NotName), kind: string(p.Kind), exception: string(p.Exception), message: string(p.Message),
	}
}

// partialNames are the strings of an event or a try.
type partialNames struct {
	File    bytesText `json:"file,omitempty"`
	Process bytesText `json:"process,omitempty"`
	Job     bytesText `json:"job,omitempty"`
	Thread  bytesText `json:"thread,omitempty"`
	Host    bytesText `json:"host,omitempty"`
	Op      bytesText `json:"op,omitempty"`
	Remote  bytesText `json:"remote,omitempty"`
}

type partialTry struct {
	partialNames
	Start     statedNS        `json:"start"`
	End       statedNS        `json:"end"`
	StartLine int32           `json:"start_line,omitempty"`
	EndLine   int32           `json:"end_line,omitempty"`
	EndPhase  parse.Phase     `json:"phase,omitempty"`
	Status    parse.Status    `json:"status,omitempty"`
	Lack      parse.Missing   `json:"lack,omitempty"`
	Failure   *partialFailure `json:"failure,omitempty"`
}

func (c *Collector) writeTry(t *try) *partialTry {
	p := &partialTry{
		partialNames: c.writeNames(t.file, t.process, t.job, t.thread, t.host, t.op, t.remote),
		Start:        statedNS(t.start), End: statedNS(t.end), StartLine: t.startLine, EndLine: t.endLine,
		EndPhase: t.endPhase, Status: t.status, Lack: t.lack,
	}
	p.Failure = writeFailure(c.pairer.failure(t.failure))
	return p
}

func (c *Collector) readTry(p *partialTry) try {
	t := try{
		start: int64(p.Start), end: int64(p.End), startLine: p.StartLine, endLine: p.EndLine,
		endPhase: p.EndPhase, status: p.Status, lack: p.Lack, failure: c.pairer.keep(p.Failure.read()),
	}
	c.readNames(&p.partialNames, &t.file, &t.process, &t.job, &t.thread, &t.host, &t.op, &t.remote)
	return t
}

type partialOpen struct {
	partialNames
	At      statedNS        `json:"at"`
	Took    int64           `json:"took,omitempty"`
	Phase   parse.Phase     `json:"phase,omitempty"`
	Status  parse.Status    `json:"status,omitempty"`
	Lack    parse.Missing   `json:"lack,omitempty"`
	Line    int32           `json:"line,omitempty"`
	Failure *partialFailure `json:"failure,omitempty"`
}

func (c *Collector) writeEvent(e event) *partialOpen {
	return &partialOpen{
		partialNames: c.writeNames(e.file, e.process, e.job, e.thread, e.host, e.op, e.remote),
		At:           statedNS(e.at), Took: e.took, Phase: e.phase, Status: e.status, Lack: e.lack, Line: e.line, Failure: writeFailure(c.pairer.failure(e.failure)),
	}
}

func (c *Collector) readEvent(p *partialOpen) event {
	e := event{at: int64(p.At), took: p.Took, phase: p.Phase, status: p.Status, lack: p.Lack, line: p.Line, failure: c.pairer.keep(p.Failure.read())}
	c.readNames(&p.partialNames, &e.file, &e.process, &e.job, &e.thread, &e.host, &e.op, &e.remote)
	return e
}

func (c *Collector) writeNames(file, process, job, thread, host, op, remote uint32) partialNames {
	s := func(id uint32) bytesText { return bytesText(c.names.list[id]) }
	return partialNames{s(file), s(process), s(job), s(thread), s(host), s(op), s(remote)}
}

func (c *Collector) readNames(p *partialNames, file, process, job, thread, host, op, remote *uint32) {
	n := &c.names
	*file, *process, *job, *thread = n.id(string(p.File)), n.id(string(p.Process)), n.id(string(p.Job)), n.id(string(p.Thread))
	*host, *op, *remote = n.id(string(p.Host)), n.id(string(p.Op)), n.id(string(p.Remote))
}

type partialSource struct {
	File bytesText `json:"file"`
	Line int       `json:"line"`
}

type partialEntry struct {
	At       statedNS        `json:"at"`
	Lack     parse.Missing   `json:"lack,omitempty"`
	Process  bytesText       `json:"process,omitempty"`
	Job      bytesText       `json:"job,omitempty"`
	Thread   bytesText       `json:"thread,omitempty"`
	Host     bytesText       `json:"host,omitempty"`
	Op       bytesText       `json:"op,omitempty"`
	Remote   bytesText       `json:"remote,omitempty"`
	Resolved bytesText       `json:"resolved,omitempty"`
	Client   bytesText       `json:"client,omitempty"`
	Took     statedNS        `json:"took"`
	Try      int             `json:"try,omitempty"`
	Status   parse.Status    `json:"status,omitempty"`
	Inner    bool            `json:"inner,omitempty"`
	Failure  *partialFailure `json:"failure,omitempty"`
	Message  bytesText       `json:"message,omitempty"`
	Source   partialSource   `json:"source"`
	Also     []partialSource `json:"also,omitempty"`
}

func writeEntry(e *entry) *partialEntry {
	p := &partialEntry{
		At: statedNS(e.at), Lack: e.lack, Process: bytesText(e.process), Job: bytesText(e.job), Thread: bytesText(e.thread), Host: bytesText(e.host),
		Op: bytesText(e.op), Remote: bytesText(e.remote), Resolved: bytesText(e.resolved), Client: bytesText(e.client), Took: statedNS(e.took),
		Try: e.try, Status: e.status, Inner: e.inner, Failure: writeFailure(e.failure), Message: bytesText(e.message),
		Source: partialSource{bytesText(e.source.File), e.source.Line},
	}
	for _, s := range e.also {
		p.Also = append(p.Also, partialSource{bytesText(s.File), s.Line})
	}
	return p
}

func (p *partialEntry) read() entry {
	e := entry{
		at: int64(p.At), lack: p.Lack, process: string(p.Process), job: string(p.Job), thread: string(p.Thread), host: string(p.Host),
		op: string(p.Op), remote: string(p.Remote), resolved: string(p.Resolved), client: string(p.Client), took: int64(p.Took),
		try: p.Try, status: p.Status, inner: p.Inner, failure: p.Failure.read(), message: string(p.Message),
		source: Source{string(p.Source.File), p.Source.Line},
	}
	for _, s := range p.Also {
		e.also = append(e.also, Source{string(s.File), s.Line})
	}
	return e
}

type partialRestart struct {
	Process bytesText `json:"process,omitempty"`
	At      statedNS  `json:"at"`
}

func writeRestart(r restart) *partialRestart {
	return &partialRestart{bytesText(r.process), statedNS(r.at)}
}

func (p *partialRestart) read() restart { return restart{string(p.Process), int64(p.At)} }

type partialDump struct {
	Head        partialSource `json:"head"`
	Process     bytesText     `json:"process,omitempty"`
	Name        bytesText     `json:"name,omitempty"`
	Since       statedNS      `json:"since"`
	At          statedNS      `json:"at"`
	Leads       bool          `json:"leads,omitempty"`
	Lock        bytesText     `json:"lock,omitempty"`
	Owner       bytesText     `json:"owner,omitempty"`
	OneForAll   bool          `json:"one_for_all,omitempty"`
	Source      partialSource `json:"source"`
	FromDump    bool          `json:"from_dump,omitempty"`
	UnknownLock bool          `json:"unknown_lock,omitempty"`
}

func writeDump(d dumpThread) *partialDump {
	return &partialDump{
		Head: partialSource{bytesText(d.head.File), d.head.Line}, Process: bytesText(d.process), Name: bytesText(d.name),
		Since: statedNS(d.since), At: statedNS(d.at), Leads: d.leads, Lock: bytesText(d.lock), Owner: bytesText(d.owner),
		OneForAll: d.oneForAll, Source: partialSource{bytesText(d.source.File), d.source.Line}, FromDump: d.fromDump, UnknownLock: d.unknownLock,
	}
}

func (p *partialDump) read() dumpThread {
	return dumpThread{
		head: Source{string(p.Head.File), p.Head.Line}, process: string(p.Process), name: string(p.Name),
		since: int64(p.Since), at: int64(p.At), leads: p.Leads, lock: string(p.Lock), owner: string(p.Owner),
		oneForAll: p.OneForAll, source: Source{string(p.Source.File), p.Source.Line}, fromDump: p.FromDump, unknownLock: p.UnknownLock,
	}
}

// partialFacts are what a partial says of an input beside its events.
type partialFacts struct {
	Input    Input  `json:"input"`
	Lacking  []int  `json:"lacking"` // records by what their times lack, see parse.Missing
	Negative int    `json:"negative,omitempty"`
	Twice    int    `json:"twice,omitempty"`
	Thinned  [3]int `json:"thinned"` // well, of unknown outcome, and names that are not listed

	Ends   *partialTally  `json:"ends,omitempty"`   // of those that are thinned
	Habits []partialHabit `json:"habits,omitempty"` // of those of them that had both ends
	Took   []partialTook  `json:"took,omitempty"`   // of those of them that went well
}

// A partialTook counts, of one name, how many tries took how long.
type partialTook struct {
	Process bytesText `json:"process,omitempty"`
	Host    bytesText `json:"host,omitempty"`
	Counts  [][2]int  `json:"counts"`         // the power of two of a nanosecond, and how many
	Slow    int       `json:"slow,omitempty"` // see durations
}

func (c *Collector) writeTook() []partialTook {
	var list []partialTook
	for k, d := range c.thinned.took {
		p := partialTook{Process: bytesText(k.process), Host: bytesText(k.host), Slow: d.slow}
		for i, n := range d.counts() {
			if n > 0 {
				p.Counts = append(p.Counts, [2]int{i, n})
			}
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b partialTook) int {
		return cmp.Or(cmp.Compare(a.Process, b.Process), cmp.Compare(a.Host, b.Host))
	})
	return list
}

func (p *partialTook) read() *durations {
	d := &durations{slow: max(0, p.Slow)}
	for _, c := range p.Counts {
		if i, n := c[0], c[1]; i >= 0 && i < 64 && n > 0 {
			d.add(1<<i, n)
		}
	}
	return d
}

// A partialHabit counts the tries of one operation.
type partialHabit struct {
	Process bytesText `json:"process,omitempty"`
	Family  bytesText `json:"family,omitempty"`
	Tries   int       `json:"tries"`
}

func (c *Collector) writeHabits() []partialHabit {
	var list []partialHabit
	for k, n := range c.thinned.habits {
		list = append(list, partialHabit{bytesText(k.process), bytesText(k.family), n})
	}
	slices.SortFunc(list, func(a, b partialHabit) int {
		return cmp.Or(cmp.Compare(a.Process, b.Process), cmp.Compare(a.Family, b.Family))
	})
	return list
}

// A partialTally is a tally in a partial.
type partialTally struct {
	Step   int64 `json:"step"`
	First  int64 `json:"first"`
	Counts []int `json:"counts"`
}

func (c *Collector) writeFacts(in Input) partialFacts {
	in.Bad = c.bad
	facts := partialFacts{in, c.lacking[:], c.pairer.negative, c.pairer.twice, [3]int{c.thinned.ok, c.thinned.unknown, c.thinned.names}, nil, c.writeHabits(), c.writeTook()}
	if t := c.thinned.ends; t.step > 0 {
		facts.Ends = &partialTally{t.step, t.first, t.counts}
	}
	return facts
}

func (p *partialFacts) read() *Collector {
	c := NewCollector(p.Input.Process)
	c.bad = p.Input.Bad
	copy(c.lacking[:], p.Lacking)
	c.pairer.negative, c.pairer.twice = p.Negative, p.Twice
	c.thinned = thinned{ok: p.Thinned[0], unknown: p.Thinned[1], names: p.Thinned[2]}
	for _, h := range p.Habits {
		if h.Tries > 0 {
			c.thinned.leaveHabit(habitOf{string(h.Process), string(h.Family)}, h.Tries)
		}
	}
	if len(p.Took) > 0 {
		c.thinned.took = map[nameKey]*durations{}
	}
	for i := range p.Took {
		t := &p.Took[i]
		c.thinned.took[nameKey{string(t.Process), string(t.Host)}] = t.read()
	}
	if p.Ends != nil {
		if t := (tally{p.Ends.Step, p.Ends.First, p.Ends.Counts}); t.valid() {
			c.thinned.ends = t
		}
	}
	return c
}
