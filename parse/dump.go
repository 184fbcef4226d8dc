package parse

import (
	"bytes"
	"strings"

	"timeline/parse/javatrace"
)

// A Dump is one thread at the moment of a thread dump, as jstack, jcmd
// Thread.print and kill -3 print it, or at the end of a wait that a flight
// recording holds.
type Dump struct {
	Head   Pos    // first line of the dump, the same for all its threads
	State  string // of java.lang.Thread.State: "RUNNABLE", "BLOCKED", "WAITING"
	Frames []javatrace.Frame
	Waits  Lock   // what it waits for; zero if nothing
	Holds  []Lock // monitors, and with jstack -l the locks of java.util.concurrent
	Owner  string // thread that held Waits before, where a recording names it
}

// A Lock is an object that threads wait for.
type Lock struct {
	ID    string // its address: "0x000000069ec53e60"
	Class string
}

const maxLocks = 64 // of one thread that are kept

// A threadDump is being read: its header, and the thread whose lines come.
type threadDump struct {
	head   Pos
	at     Record // its time
	thread string
	pos    Pos
	dump   *Dump
	owned  bool // below "Locked ownable synchronizers:"
	plain  bool // of Thread.dump_to_file
}

const dumpHeader = "Full thread dump "

// isDumpThread knows the first line of a thread: its name in quotes, and the ids
// that the JVM gives it.
func isDumpThread(line []byte) bool {
	if len(line) < 10 || line[0] != '"' {
		return false
	}
	end := bytes.LastIndexByte(line, '"')
	if end > 0 && (bytes.Contains(line[end:], []byte(" tid=0x")) || bytes.Contains(line[end:], []byte(" nid="))) {
		return true
	}
	return isThreadInfo(line)
}

// dumpLine reads a line of a thread dump, and reports whether it was one. The
// time of a dump stands alone on the line above its header.
func (t *text) dumpLine(e *entry, line, trimmed []byte, pos Pos, env *Record) bool {
	begins := trimmed[0] == 'F' && bytes.HasPrefix(trimmed, []byte(dumpHeader))
	switch {
	case begins:
		t.beginDump(e, pos, env)
		return true
	case trimmed[0] == '"' && isDumpThread(trimmed):
		if e.dump == nil {
			t.beginDump(e, pos, env)
		}
		t.endThread(e)
		d := e.dump
		d.thread, d.pos, d.owned = string(trimmed[1:bytes.LastIndexByte(trimmed, '"')]), pos, false
		d.dump = &Dump{Head: d.head}
		if isThreadInfo(trimmed) {
			d.thread = d.dump.threadInfo(string(trimmed))
		}
		return true
	case trimmed[0] == '#' && isPlainThread(trimmed):
		t.plainThread(e, trimmed, pos, env)
		return true
	case e.dump == nil:
		return false
	}
	return e.dump.part(trimmed) || len(line) > len(trimmed)
}

func (t *text) beginDump(e *entry, pos Pos, env *Record) {
	t.endDump(e)
	d := &threadDump{head: pos, at: Record{Time: env.Time, Lack: env.Lack, Process: env.Process}}
	if h := &e.head; e.held && h.timed && (len(h.message) == 0 || isJavaVersion(h.message)) && h.level == NoLevel && e.trace.Empty() {
		at := t.r.besides(h.at, &e.outer)
		d.at.Time, d.at.Lack = at.Time, at.Lack
		e.held = false
	}
	t.end(e)
	e.dump = d
}

// part reads what stands below the name of a thread.
func (d *threadDump) part(b []byte) bool {
	if d.dump == nil {
		return b[0] == '-' || b[0] == '_' || bytes.HasPrefix(b, []byte("Threads class SMR info"))
	}
	switch {
	case d.plain:
		if f, ok := javatrace.ParseFrame(string(b)); ok && len(d.dump.Frames) < javatrace.MaxFrames {
			d.dump.Frames = append(d.dump.Frames, f)
			return true
		}
		return false
	case bytes.HasPrefix(b, []byte("java.lang.Thread.State: ")):
		state, _, _ := bytes.Cut(b[len("java.lang.Thread.State: "):], []byte(" "))
		d.dump.State = string(state)
	case bytes.HasPrefix(b, []byte("at ")):
		if f, ok := javatrace.ParseFrame(string(b[3:])); ok && len(d.dump.Frames) < javatrace.MaxFrames {
			d.dump.Frames = append(d.dump.Frames, f)
		}
	case bytes.HasPrefix(b, []byte("Locked ownable synchronizers:")):
		d.owned = true
	case b[0] == '-':
		d.lock(string(b))
	default:
		return false
	}
	return true
}

// lock reads "- locked <0x…> (a Class)" and its like.
func (d *threadDump) lock(s string) {
	what, rest, ok := strings.Cut(strings.TrimPrefix(s, "- "), "<")
	id, class, closed := strings.Cut(rest, ">")
	if !ok || !closed {
		d.monitor(s)
		return
	}
	l := Lock{ID: id, Class: strings.TrimSuffix(strings.TrimPrefix(class, " (a "), ")")}
	switch what = strings.TrimSpace(what); {
	case what == "waiting to lock", what == "waiting on", what == "parking to wait for", what == "waiting to re-lock in wait()":
		if d.dump.Waits.ID == "" {
			d.dump.Waits = l
		}
	case (what == "locked" || what == "" && d.owned) && len(d.dump.Holds) < maxLocks && l.ID != d.dump.Waits.ID: // a thread in wait() has let go of what it locked
		d.dump.Holds = append(d.dump.Holds, l)
	}
}

// endThread makes a record of the thread that was read.
func (t *text) endThread(e *entry) {
	d := e.dump
	if d == nil || d.dump == nil {
		return
	}
	if len(d.dump.Frames) > 0 {
		rec := t.r.add(d.pos)
		rec.fill(&d.at)
		rec.Duration = Unset
		rec.Thread, rec.Dump = d.thread, d.dump
		t.r.formats.addAt(dumpFormat, d.pos.Line)
		t.r.done(rec)
	}
	d.dump = nil
}

// endDump ends the dump that is being read, if one is.
func (t *text) endDump(e *entry) {
	if e.dump != nil {
		t.endThread(e)
		e.dump = nil
	}
}
