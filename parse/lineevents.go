package parse

import (
	"bytes"
	"encoding/binary"
	"time"

	"timeline/parse/stamp"
)

// lineEvents is the short way for log lines that are plain TimeLog events:
// "s3UploadEnd jobId=J1 host=a.example.com status=ok", a topic with a phase and
// pairs behind it that need no second look. It says of such a message what
// firstLine says, as far as one end of a try goes, and leaves all others to it.
type lineEvents struct {
	r     *Reader
	b     []byte // the block, with scanMargin bytes behind its end
	adv   *advanced
	names *Names
	scan  *eventScanner // its table of values and its list of events are used
	std   Event
	event Event // read last
	at    stamp.Stamp
	kept  Event // read before, and not taken yet
	zone  *time.Location
	run   *Events // nil until there is an event
	from  int     // where its events begin in the list
	keys  [8]lineKeyGuess
}

// A lineKeyGuess is the key that a pair of a line had last, by how many pairs stand
// before it: most often it is that again.
type lineKeyGuess struct {
	text, mask uint64 // of the key and the sign behind it; mask is 0 where there is none
	len        int
	meant      meant
}

// What lineEvents does with parts of a line. The numbers go on behind those of
// eventScanner, whose table of values is used.
const (
	lineTopic use = numUses + iota
	lineKey
	lineThread
	lineJob
	lineHost
	lineProcess
	lineRemote
	lineStatus
	lineOther // of a pair that states something which is no part of an Event
	lineIdle  // of a pair that may state nothing
)

// What is noted of a value in the upper bits of meant.extra.
const (
	saysGood = 1 << 7 // it has a word of success, see wordStatus
	saysOdd  = 1 << 6 // it has something that needs a second look, such as a word of failure
	lowBits  = 1<<6 - 1
)

// begin starts a block.
func (l *lineEvents) begin(b *block, names *Names) {
	l.b, l.adv, l.names, l.run = b.data, &b.advanced, names, nil
	l.std = Event{Process: names.Number([]byte(l.r.process))}
}

// read reads the message of a header as an event. It returns false if the line
// needs the long way.
func (l *lineEvents) read(h *header) bool {
	if h.level == NoLevel || len(h.message) > maxEventLine || h.at.Unix() <= 0 || h.at.Unix() >= maxUnix {
		return false
	}
	b, i := l.b, cap(l.b)-cap(h.message)
	end := i + len(h.message)
	topic, n := l.word(lineTopic, i, &isWord)
	if n == i || n >= end || b[n] != ' ' {
		return false
	}
	ev := &l.event
	*ev = l.std
	ev.Operation, ev.Phase = topic.id, Phase(topic.extra&lowBits)
	if ev.Phase != Start && ev.Phase != End {
		return false
	}
	if len(h.thread) > 0 {
		ev.Thread = l.part(lineThread, h.thread).id
	}
	if len(h.job) > 0 {
		ev.Job = l.part(lineJob, h.job).id
	}
	said, stated := topic.extra, false
	i = n
	for count := 0; ; count++ {
		for i < end && b[i] == ' ' {
			i++
		}
		if i == end {
			break
		}
		more, ok := l.pair(i, end, &l.keys[count%len(l.keys)], &said, &stated)
		if !ok {
			return false
		}
		i = more
	}
	if !stated || said&saysOdd != 0 {
		return false
	}
	if ev.Status == NoStatus && said&saysGood != 0 {
		ev.Status = OK
	}
	l.at = h.at
	return true
}

const maxEventLine = 256 // bytes of a message: as far as wordStatus looks

// pair reads the pair at b[i], whose key is most likely the guess, and returns where
// it ends. It adds what its words say, and whether it surely states anything.
func (l *lineEvents) pair(i, end int, guess *lineKeyGuess, said *uint8, stated *bool) (int, bool) {
	b := l.b
	if guess.mask == 0 || binary.LittleEndian.Uint64(b[i:])&guess.mask != guess.text {
		eq := i
		for isPlainByte[b[eq]] && b[eq] != ':' {
			eq++
		}
		if eq == i || eq >= end || b[eq] != '=' {
			return 0, false
		}
		guess.learn(b, i, eq, l.meant(lineKey, i, eq))
	}
	key, v := guess.meant, i+guess.len+1
	u := use(key.id)
	if u == leave {
		return 0, false
	}
	value, n := l.word(u, v, &isPlainByte)
	if n == v || n > end || b[n-1] == ':' || n < end && b[n] != ' ' {
		return 0, false
	}
	*said |= key.extra | value.extra
	*stated = *stated || u != lineIdle && u != lineStatus
	l.put(u, &value)
	return n, true
}

// learn makes the key b[i:eq] the guess, for long ones until the next.
func (g *lineKeyGuess) learn(b []byte, i, eq int, m meant) {
	g.len, g.meant, g.mask = eq-i, m, 0
	if g.len < 8 {
		g.mask = 1<<(8*(g.len+1)) - 1 // no bits are left of a shift by 64
		g.text = binary.LittleEndian.Uint64(b[i:]) & g.mask
	}
}

// word returns what is meant by the word at i, of bytes that are set in made, and where
// it ends.
func (l *lineEvents) word(u use, i int, made *[256]bool) (m meant, end int) {
	g, end := l.scan.values.guess(u, l.b, i)
	if end > 0 {
		return g.meant, end - 1
	}
	for end = i; made[l.b[end]]; end++ {
	}
	if end > i {
		m = l.meant(u, i, end)
		l.scan.values.learn(g, l.b, i, end+1, m)
	}
	return m, end
}

// part returns what is meant by a part of the header.
func (l *lineEvents) part(u use, text []byte) meant {
	i := cap(l.b) - cap(text)
	g, end := l.scan.values.guess(u, l.b, i)
	if end == i+len(text)+1 {
		return g.meant
	}
	m := l.meant(u, i, i+len(text))
	l.scan.values.learn(g, l.b, i, i+len(text)+1, m)
	return m
}

// put notes a value, the first of its kind in the line.
func (l *lineEvents) put(u use, m *meant) {
	ev := &l.event
	var to *uint32
	switch u {
	case lineThread:
		to = &ev.Thread
	case lineJob:
		to = &ev.Job
	case lineHost:
		to = &ev.Host
	case lineRemote:
		to = &ev.Remote
	case lineProcess:
		to = &ev.Process
	case lineStatus:
		if ev.Status == NoStatus {
			ev.Status = Status(m.extra & lowBits)
		}
		return
	default:
		return
	}
	if *to == 0 {
		*to = m.id
	}
}

// lineUse tells what the value of a key is, see Reader.pair.
func lineUse(k key) use {
	switch k.field {
	case fJob:
		return lineJob
	case fThread:
		return lineThread
	case fHost:
		return lineHost
	case fRemote:
		return lineRemote
	case fStatus:
		return lineStatus
	case fProcess:
		if k.rank == 0 {
			return leave
		}
		return lineProcess
	case fResolved, fClient, fLevel:
		return lineOther
	case fTopic, fPhase, fURL:
		return leave
	}
	return lineIdle
}

// meant returns what is meant by the text from i to end.
func (l *lineEvents) meant(u use, i, end int) meant {
	b, hash := l.b, l.scan.values.seed+uint64(u)
	k := i
	for ; k+8 <= end; k += 8 {
		hash = mixed(hash, binary.LittleEndian.Uint64(b[k:]))
	}
	hash = mixed(hash, binary.LittleEndian.Uint64(b[k:])&(1<<(8*(end-k))-1)+uint64(end-k))
	if e := l.scan.values.find(u, b, i, end, hash); e != nil {
		return e.meant
	}
	return l.scan.values.add(u, i, end, hash, l.look(u, b[i:end])).meant
}

// look finds out what is meant by a text that is new in the block.
func (l *lineEvents) look(u use, text []byte) (m meant) {
	switch u {
	case lineTopic:
		t := l.r.topic(text)
		m.id, m.extra = l.names.Number([]byte(t.operation)), uint8(t.phase)
	case lineKey:
		m.id = uint32(lineUse(l.r.keys.find(text)))
	case lineHost:
		m.id = l.names.Number(hostOf(text))
	case lineStatus:
		m.extra = uint8(statusOf(text))
	case lineOther, lineIdle:
	default:
		m.id = l.names.Number(text)
	}
	m.extra |= outcomeWords(text)
	return m
}

// outcomeWords tells whether a text has words that wordStatus knows. Those that it
// knows beside the word before are odd whatever that is, and so are exceptions and
// what may be an address.
func outcomeWords(text []byte) (said uint8) {
	if bytes.IndexByte(text, '/') >= 0 || bytes.Contains(text, []byte("Exception")) || bytes.Contains(text, []byte("Error")) {
		return saysOdd
	}
	var lower [maxEventLine]byte
	n := copy(lower[:], text)
	for i := 0; i < n; {
		start := i
		for i < n && isWordByte(lower[i]) {
			if lower[i]-'A' <= 'Z'-'A' {
				lower[i] |= 0x20
			}
			i++
		}
		switch word := lower[start:i]; {
		case isGood(word):
			said |= saysGood
		case isBad(nil, word), string(word) == "up", string(word) == "not", string(word) == "out":
			said |= saysOdd
		}
		i++
	}
	return said
}

// keep keeps the event read last, which is that of a line.
func (l *lineEvents) keep(line int) {
	l.kept, l.zone = l.event, l.at.Location()
	l.kept.At, l.kept.Lack, l.kept.line = l.at.UnixNano(), l.at.Lack, int32(line)
}

// take adds the event that is kept to the run.
func (l *lineEvents) take() {
	if l.run == nil {
		l.run = l.adv.run()
		*l.run = Events{File: l.r.path, Names: l.names}
		l.from = len(l.scan.events)
		l.r.formats.addAt(entryLog, int(l.kept.line))
	}
	if l.kept.Lack == Whole {
		l.run.zoned++
	}
	l.run.span.add(l.kept.At, l.zone)
	l.scan.events = append(l.scan.events, l.kept)
}

// end hands the run over.
func (l *lineEvents) end() {
	if l.run != nil {
		events := l.scan.events
		l.run.List = events[l.from:len(events):len(events)]
		l.r.items = append(l.r.items, item{events: l.run})
		l.r.countRun(l.run)
		l.run = nil
	}
}

// isPlainByte tells what keys and values are made of that need no second look: no
// quotes, nothing that ends a value but a space, no slash of an address.
var isPlainByte = func() (t [256]bool) {
	for c := range 256 {
		t[c] = isKeyByte(byte(c)) || c == ':'
	}
	return t
}()
