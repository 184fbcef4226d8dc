package parse

import (
	"cmp"
	"time"
)

// Options say how to read what a log leaves out. The zero value assumes UTC
// and leaves unknown dates unknown.
type Options struct {
	// Zone is the zone of times that state none; nil means UTC.
	Zone *time.Location
	// Zones are those of the processes that the log itself names, before Zone.
	Zones map[string]*time.Location
	// Year and Date complete times without them; zero means unknown.
	Year int
	Date time.Time
	// Keys adds names of fields to the built-in lists, by meaning:
	// "topic", "time", "job", "thread", "host", "process", "duration", "remote".
	Keys map[string][]string
	// Line is a regular expression for the first lines of log entries that no
	// built-in shape fits, with groups named time, level, thread, logger, job
	// and message: `^(?P<time>\S+) (?P<message>.*)`. "" for none.
	Line string

	held int // bytes of a JSON value that is held at once; 0 means maxValue
}

func (o *Options) mostHeld() int { return cmp.Or(o.held, maxValue) }
