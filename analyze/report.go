package analyze

import (
	"encoding/json"
	"time"
)

// Schema is the name and version of the JSON report.
const Schema = "timeline.report/v1"

// A Report is what one run found: exactly what the JSON report holds.
// Times marshal as RFC 3339 with an offset, unknown values as null.
type Report struct {
	Schema   string    `json:"schema"`
	Tool     Tool      `json:"tool"`
	Coverage Coverage  `json:"coverage"`
	Attempts []Attempt `json:"attempts"`
	Windows  []Window  `json:"windows"`
	Findings []Finding `json:"findings"`
	Verdict  string    `json:"verdict"` // one sentence for a person
}

// A Tool is the program that wrote the report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Coverage says what was read and what was not.
type Coverage struct {
	Inputs   []Input  `json:"inputs"`
	Attempts int      `json:"attempts"` // all of them, also those that Report.Attempts leaves out
	Failed   int      `json:"failed"`
	OK       int      `json:"ok"`
	Unknown  int      `json:"unknown"`
	Unpaired int      `json:"unpaired"` // events whose other end is not in the logs
	Notes    []string `json:"notes"`

	// NotTries counts the log entries that were taken for no try, where log lines
	// alone tell of failures and none of a success: successes may be among them.
	// Else it is 0.
	NotTries int `json:"not_tries,omitempty"`

	// Unlisted is when those attempts ended that Report.Attempts leaves out because
	// they went well between others that did; nil if none is left out.
	Unlisted *Unlisted `json:"unlisted,omitempty"`
}

// Unlisted counts attempts by when they ended, in equal steps of time. Attempts
// without a date are not among them.
type Unlisted struct {
	From   Time  `json:"from"`   // the beginning of the first step
	StepS  int   `json:"step_s"` // the length of a step in seconds
	Counts []int `json:"counts"`
}

// An Input is one file or archive member.
type Input struct {
	Path       string      `json:"path"`
	Process    string      `json:"process"` // as the user named it, else ""
	Format     string      `json:"format"`
	Bytes      int64       `json:"bytes"`
	Lines      int         `json:"lines"`
	Records    int         `json:"records"`
	Unreadable int         `json:"unreadable"`
	From       Time        `json:"from"`
	To         Time        `json:"to"`
	Zone       string      `json:"zone"` // "stated", "assumed UTC", "assumed Asia/Tokyo", "none"
	Bad        []BadRecord `json:"bad"`  // the first unreadable pieces

	Notes   []string `json:"notes,omitempty"`   // what was assumed while reading it
	Skipped int      `json:"skipped,omitempty"` // log entries that tell of nothing that is known here
}

// A BadRecord is a piece of an input that could not be read.
type BadRecord struct {
	Source
	Reason string `json:"reason"`
	Text   string `json:"text"`
}

// A Source is a place in an input.
type Source struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

// An Attempt is one try of an application: what a retry would do again.
type Attempt struct {
	ID        string   `json:"id"` // a1, a2, … in the order of the report
	Process   string   `json:"process"`
	Host      *string  `json:"host"` // the name as the program gave it; nil where none is named
	Job       string   `json:"job"`
	Thread    string   `json:"thread"`
	Operation string   `json:"operation"`
	Try       int      `json:"try"`
	Start     Time     `json:"start"`
	End       Time     `json:"end"`
	Duration  *Millis  `json:"duration_ms"`
	Outcome   Outcome  `json:"outcome"`
	Class     Class    `json:"class"`
	ClassFrom []string `json:"class_from"` // frames, message, timing
	Exception string   `json:"exception"`
	Message   string   `json:"message"`
	Remote    *string  `json:"remote"`
	Resolved  *string  `json:"resolved"` // address that the name resolved to, where the record says so beside remote
	Client    *string  `json:"client"`   // client library or component, where the record names one
	Sources   []Source `json:"sources"`
}

// An Outcome is how an attempt ended.
type Outcome string

// Outcomes.
const (
	OutcomeOK      Outcome = "ok"
	OutcomeFailed  Outcome = "failed"
	OutcomeUnknown Outcome = "unknown"
)

// A Class says what an attempt did about its name.
type Class string

// Classes of attempts.
const (
	ClassLookup  Class = "lookup"  // its thread did the real lookup, which failed
	ClassWaited  Class = "waited"  // it queued on another thread's lookup and shared its failure
	ClassCached  Class = "cached"  // answered at once from the cached failure
	ClassDNS     Class = "dns"     // a name-resolution failure of unknown class
	ClassOther   Class = "other"   // failed, but not in name resolution
	ClassOK      Class = "ok"      // succeeded
	ClassUnknown Class = "unknown" // the logs do not say
)

// IsDNS reports whether c is a failure of name resolution.
func (c Class) IsDNS() bool {
	return c == ClassLookup || c == ClassWaited || c == ClassCached || c == ClassDNS
}

// A Window is one failed lookup and the failures that the JVM answered from
// its cache afterwards.
type Window struct {
	ID           string   `json:"id"`
	Process      string   `json:"process"`
	Host         string   `json:"host"`
	Lookup       Lookup   `json:"lookup"`
	Opened       Interval `json:"opened"` // when the failure entered the cache
	Closed       Interval `json:"closed"` // when it left the cache; Latest unset: not seen to close
	TTL          TTL      `json:"ttl"`
	Cached       []string `json:"cached"` // attempt ids
	FirstSuccess Time     `json:"first_success"`
}

// A Lookup is the real lookup behind a window.
type Lookup struct {
	Start       Time     `json:"start"`
	Leader      *string  `json:"leader"` // attempt id; nil where it is not in the logs or ended well
	Waited      []string `json:"waited"`
	Cause       Cause    `json:"cause"`
	StartSpread *Millis  `json:"start_spread_ms"`
	EndSpread   *Millis  `json:"end_spread_ms"`
}

// A Cause is what the resolver did.
type Cause string

// Causes of a failed lookup.
const (
	CauseTimeout     Cause = "timeout"
	CauseNotFound    Cause = "not-found"
	CauseNoAddress   Cause = "no-address"
	CauseServerError Cause = "server-error"
	CauseUnknown     Cause = "unknown"
)

// An Interval holds an instant that the logs bound and do not state.
type Interval struct {
	Earliest Time `json:"earliest"`
	Latest   Time `json:"latest"`
}

// A TTL is a time to live in seconds, as far as the logs bound it.
type TTL struct {
	Low     *float64 `json:"low_s"`
	High    *float64 `json:"high_s"`
	Best    *float64 `json:"best_s"`
	Matches []string `json:"matches"` // known defaults inside: "JDK default, 10 s"
}

// A Finding is one claim with its proof.
type Finding struct {
	ID         string     `json:"id"`
	Process    string     `json:"process"`
	Host       string     `json:"host"`
	From       Time       `json:"from"`
	To         Time       `json:"to"`
	Confidence Confidence `json:"confidence"`
	Statement  string     `json:"statement"` // one sentence with its numbers
	Evidence   []Evidence `json:"evidence"`
	Rivals     []Rival    `json:"rivals"`
	NotShown   []string   `json:"not_shown"`
	Actions    []Action   `json:"actions"`
}

// A Confidence is how sure a finding is.
type Confidence string

// Confidences, surest first.
const (
	Strong   Confidence = "strong"
	Moderate Confidence = "moderate"
	Weak     Confidence = "weak"
)

// An Evidence is one observation behind a finding, and where it stands.
type Evidence struct {
	Note     string   `json:"note"`
	Attempts []string `json:"attempts"`
	Sources  []Source `json:"sources"`
}

// A Rival is another explanation of the same shape.
type Rival struct {
	Hypothesis  string `json:"hypothesis"`
	Status      string `json:"status"` // refuted, possible
	Because     string `json:"because"`
	WouldDecide string `json:"would_decide"`
}

// An Action is what to do about a finding. Actions stand in the order of what
// helps most.
type Action struct {
	Do     string  `json:"do"`
	Effect string  `json:"effect"` // in numbers of this incident, where they can be computed
	Cost   string  `json:"cost"`
	Check  string  `json:"check"`  // command or setting, on this host
	Checks []Check `json:"checks"` // the same wherever the JVM may run
}

// A Check is a command that shows what is set, or what a change did.
type Check struct {
	Where   string `json:"where"` // host, container, image or pod
	Command string `json:"command"`
}

// A Time is an instant that may be unknown: then it is zero, and null in JSON.
type Time struct{ time.Time }

// MarshalJSON writes RFC 3339 with as many digits as the instant has, or null.
func (t Time) MarshalJSON() ([]byte, error) {
	if t.IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(t.Time.Format(time.RFC3339Nano))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *Time) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*t = Time{}
		return nil
	}
	return json.Unmarshal(b, &t.Time)
}

// Millis is a duration in milliseconds, with the microseconds behind the point.
type Millis time.Duration

// MarshalJSON writes milliseconds with up to three decimals.
func (m Millis) MarshalJSON() ([]byte, error) {
	us := time.Duration(m).Round(time.Microsecond)
	return json.Marshal(float64(us/time.Microsecond) / 1000)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Millis) UnmarshalJSON(b []byte) error {
	var f float64
	if err := json.Unmarshal(b, &f); err != nil {
		return err
	}
	*m = Millis(time.Duration(f*1000+0.5) * time.Microsecond)
	return nil
}
