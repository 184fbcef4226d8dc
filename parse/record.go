package parse

import (
	"strconv"
	"time"

	"timeline/parse/javatrace"
	"timeline/parse/stamp"
)

// A Pos is the place in an input where a record starts.
type Pos struct {
	File string `json:"file"` // the path as the user gave it, or an archive member's path below it
	Line int    `json:"line"` // 1-based; 0 where the input has no lines
}

// String is file:line.
func (p Pos) String() string { return p.File + ":" + strconv.Itoa(p.Line) }

// A Phase says which end of an operation a TimeLog event marks.
type Phase uint8

// Phases, told by the suffix of a topic or by a phase field.
const (
	NoPhase Phase = iota // not a TimeLog event
	Start                // …Start, …Begin, …Started
	End                  // …End, …Finished, …Completed: it ended, well or not
	Fail                 // …Error, …Failed: it ended badly
)

// A Status is the outcome that a record itself states.
type Status uint8

// Statuses. A log line that only mentions an operation has NoStatus.
const (
	NoStatus Status = iota
	OK
	Failed
)

// A Level is a record's severity, on the scale of the Java log frameworks.
type Level uint8

// Levels, least severe first. NoLevel is a record without one.
const (
	NoLevel Level = iota
	Trace
	Debug
	Info
	Warn
	Error
)

// Unset is the Duration of a record that states none.
const Unset time.Duration = -1

// A Missing says what the text of a time did not hold.
type Missing = stamp.Missing

// What a time can lack, see package stamp.
const (
	Whole  = stamp.Whole  // date and time are stated
	NoZone = stamp.NoZone // no zone or offset: Options.Zone was assumed
	NoYear = stamp.NoYear // no year and no zone: Time is in year 0
	NoDate = stamp.NoDate // no date and no zone: Time is on 0000-01-01, or on a later day after the clock passed midnight
	NoTime = stamp.NoTime // no time at all: Time is zero
)

// A Record is one thing that a log says: an event, or a log line with what
// belongs to it. Fields that the log does not state are zero, Duration is Unset.
//
// The strings and the trace of a Record stay valid after the next Scan; the
// Record itself does not.
type Record struct {
	Pos  Pos
	Time time.Time
	Lack Missing

	Process   string // JVM process that wrote it: pod, instance, container, host+pid; "" where not stated
	Job       string // job, trace or request id
	Thread    string
	Host      string // the remote name that was called, as the program spells it
	Operation string // topic without its phase suffix: "s3Upload" of "s3UploadStart"
	Phase     Phase
	Level     Level
	Logger    string
	Message   string          // first line of the message, control characters as in the log
	Trace     javatrace.Trace // exceptions, empty if none
	Duration  time.Duration   // elapsed time that the record states; Unset if none
	Status    Status
	Remote    string        // address that answered or was tried: "10.0.0.1", "10.0.0.1:443"
	Resolved  string        // address that the name resolved to, where a record states both
	Client    string        // client library or component, where a field names it
	Restart   bool          // a start banner: a new JVM process begins here, its caches empty
	Uptime    time.Duration // how long that process had been running when it said so; 0 where it does not state it
	Dump      *Dump         // the thread of a thread dump that this record is; nil for any other
	Try       int           // number of the try that the record states, 1-based; 0 if none
}

// A SyntaxError is a piece of an input that no format can read. It is data, not
// a failure: reading goes on behind it.
type SyntaxError struct {
	Pos  Pos
	Text string // the start of the piece, at most 120 bytes
	Err  error  // what is wrong with it
}

func (e *SyntaxError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }
