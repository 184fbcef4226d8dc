package parse

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"timeline/parse/javatrace"
)

// What jcmd Thread.dump_to_file writes (JDK 21 and later, JEP 444), as text and as
// JSON. It names locks from JDK 25 on (JDK-8356870).

// isPlainThread knows the first line of a thread: `#22 "job-B"`, `#22 "" virtual`.
func isPlainThread(line []byte) bool {
	k := 1 + digits(line[1:])
	return k > 1 && bytes.HasPrefix(line[k:], []byte(` "`)) && bytes.IndexByte(line[k+2:], '"') >= 0
}

// isJavaVersion knows the line between the time of a dump and its threads:
// "21.0.2+13-LTS".
func isJavaVersion(b []byte) bool {
	return len(b) < 40 && b[0]-'0' <= 9 && wordLen(bytes.ReplaceAll(b, []byte("+"), nil)) == len(bytes.ReplaceAll(b, []byte("+"), nil))
}

func (t *text) plainThread(e *entry, line []byte, pos Pos, env *Record) {
	if e.dump == nil {
		t.beginDump(e, pos, env)
	}
	t.endThread(e)
	open := bytes.IndexByte(line, '"')
	shut := open + 1 + bytes.IndexByte(line[open+1:], '"')
	d := e.dump
	d.thread, d.pos, d.owned, d.plain = string(line[open+1:shut]), pos, false, true
	d.dump = &Dump{Head: d.head}
}

// jsonDump reads the same dump as JSON: {"threadDump": {"time": …,
// "threadContainers": [{"threads": [{"name": …, "stack": […]}]}]}}.
func (r *Reader) jsonDump(o *object, _ context) bool {
	containers := o.inside("threadContainers")
	if containers == nil || containers[0] != '[' {
		return false
	}
	var base Record
	base.Lack, base.Duration = NoTime, Unset
	if at, ok := r.fieldTime(o.values[fTime]); ok {
		base.Time, base.Lack = at.Time, at.Lack
	}
	head := r.posOf(containers)
	names := map[int64]string{}
	threads := func(do func(gjson.Result)) {
		gjson.ParseBytes(containers).ForEach(func(_, c gjson.Result) bool {
			c.Get("threads").ForEach(func(_, t gjson.Result) bool { do(t); return true })
			return true
		})
	}
	threads(func(t gjson.Result) { names[t.Get("tid").Int()] = t.Get("name").String() })
	threads(func(t gjson.Result) {
		d := &Dump{Head: head, State: t.Get("state").String()}
		t.Get("stack").ForEach(func(_, line gjson.Result) bool {
			if f, ok := javatrace.ParseFrame(line.String()); ok {
				d.Frames = append(d.Frames, f)
			}
			return len(d.Frames) < javatrace.MaxFrames
		})
		if len(d.Frames) == 0 {
			return
		}
		for _, name := range []string{"parkBlocker.object", "blockedOn", "waitingOn"} {
			if l := t.Get(name); l.Exists() && d.Waits.Class == "" {
				d.Waits.Class, d.Waits.ID, _ = strings.Cut(l.String(), "@")
			}
		}
		if owner := t.Get("parkBlocker.owner"); owner.Exists() {
			d.Owner = names[owner.Int()]
		}
		t.Get("monitorsOwned").ForEach(func(_, m gjson.Result) bool {
			m.Get("locks").ForEach(func(_, l gjson.Result) bool {
				class, id, _ := strings.Cut(l.String(), "@")
				d.Holds = append(d.Holds, Lock{ID: id, Class: class})
				return len(d.Holds) < maxLocks
			})
			return len(d.Holds) < maxLocks
		})
		pos := head
		pos.Line += strings.Count(string(containers[:max(0, t.Index)]), "\n")
		rec := r.add(pos)
		rec.fill(&base)
		rec.Thread, rec.Dump = t.Get("name").String(), d
		if rec.Thread == "" {
			rec.Thread = "#" + strconv.FormatInt(t.Get("tid").Int(), 10)
		}
		r.formats.add(dumpFormat)
		r.done(rec)
	})
	return true
}

// isThreadInfo knows the first line of a thread as java.lang.management.ThreadInfo
// prints it: `"job-B" Id=22 BLOCKED on java.lang.Object@5f owned by "job-A" Id=21`.
func isThreadInfo(line []byte) bool {
	end := 1 + bytes.IndexByte(line[1:], '"')
	for _, word := range []string{" Id=", " prio="} { // JDK 9 and later print the priority between
		if end > 0 && bytes.HasPrefix(line[end+1:], []byte(word)) && bytes.Contains(line[end:], []byte(" Id=")) {
			return true
		}
	}
	return false
}

// threadInfo reads that line and returns the name of the thread.
func (d *Dump) threadInfo(line string) string {
	name, rest, _ := strings.Cut(line[1:], `"`)
	_, rest, _ = strings.Cut(rest, " Id=")
	_, rest, _ = strings.Cut(rest, " ")
	d.State, rest, _ = strings.Cut(rest, " ")
	if lock, ok := strings.CutPrefix(rest, "on "); ok {
		lock, owner, _ := strings.Cut(lock, " owned by ")
		lock, _, _ = strings.Cut(lock, " ")
		d.Waits.Class, d.Waits.ID, _ = strings.Cut(lock, "@")
		if owner, ok := strings.CutPrefix(owner, `"`); ok {
			d.Owner, _, _ = strings.Cut(owner, `"`)
		}
	}
	return name
}

// monitor reads "-  locked java.lang.Object@5f".
func (d *threadDump) monitor(s string) {
	name, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimPrefix(s, "-"), " "), "locked ")
	if class, id, named := strings.Cut(name, "@"); ok && named && len(d.dump.Holds) < maxLocks {
		d.dump.Holds = append(d.dump.Holds, Lock{ID: id, Class: class})
	}
}

// infoDump reads what Spring Boot's actuator prints: {"threads": [{"threadName": …,
// "stackTrace": […], "lockName": …}]}, the members of a ThreadInfo.
func (r *Reader) infoDump(o *object, _ context) bool {
	threads := o.inside("threads")
	if threads == nil || threads[0] != '[' || !bytes.Contains(threads[:min(len(threads), 4096)], []byte(`"threadName"`)) {
		return false
	}
	head := r.posOf(threads)
	gjson.ParseBytes(threads).ForEach(func(_, t gjson.Result) bool {
		d := &Dump{Head: head, State: t.Get("threadState").String(), Owner: t.Get("lockOwnerName").String()}
		t.Get("stackTrace").ForEach(func(_, f gjson.Result) bool {
			if frame := frameObject([]byte(f.Raw)); frame.Class != "" {
				d.Frames = append(d.Frames, frame)
			}
			return len(d.Frames) < javatrace.MaxFrames
		})
		d.Waits.Class, d.Waits.ID, _ = strings.Cut(t.Get("lockName").String(), "@")
		t.Get("lockedMonitors").ForEach(func(_, m gjson.Result) bool {
			d.Holds = append(d.Holds, Lock{ID: strconv.FormatInt(m.Get("identityHashCode").Int(), 16), Class: m.Get("className").String()})
			return len(d.Holds) < maxLocks
		})
		if len(d.Frames) > 0 {
			rec := r.add(head)
			rec.Thread, rec.Dump = t.Get("threadName").String(), d
			r.formats.add(dumpFormat)
			r.done(rec)
		}
		return true
	})
	return true
}
