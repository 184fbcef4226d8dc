package parse

import "bytes"

// levels are the severities of the Java log frameworks, java.util.logging,
// syslog and log stores.
var levels = map[string]Level{
	"TRACE": Trace, "FINEST": Trace, "FINER": Trace, "ALL": Trace, "VERBOSE": Trace,
	"DEBUG": Debug, "FINE": Debug, "CONFIG": Debug,
	"INFO": Info, "INFORMATION": Info, "INFORMATIONAL": Info, "NOTICE": Info, "STATUS": Info, "DEFAULT": Info,
	"WARN": Warn, "WARNING": Warn,
	"ERROR": Error, "SEVERE": Error, "FATAL": Error, "CRITICAL": Error, "ALERT": Error, "EMERGENCY": Error, "ERR": Error, "CRIT": Error, "PANIC": Error,
}

// levelOf reads a level's name in any case, or a number: syslog 0 to 7, Log4j
// and java.util.logging hundreds, logback's and Bunyan's tens.
func levelOf(b []byte) Level {
	if len(b) == 0 || len(b) > 13 {
		return NoLevel
	}
	var up [13]byte
	n := 0
	for _, c := range b {
		if c == ' ' {
			continue
		}
		if c-'a' <= 'z'-'a' {
			c &^= 0x20
		}
		up[n] = c
		n++
	}
	if n > 0 && up[0]-'0' <= 9 {
		return numericLevel(up[:n])
	}
	return levels[string(up[:n])]
}

func numericLevel(b []byte) Level {
	n := 0
	for _, c := range b {
		if c-'0' > 9 || n > 1e6 {
			return NoLevel
		}
		n = n*10 + int(c-'0')
	}
	switch {
	case n <= 3: // syslog
		return Error
	case n == 4:
		return Warn
	case n <= 6:
		return Info
	case n == 7:
		return Debug
	case n >= 5000: // logback's level_value
		return [...]Level{Trace, Debug, Info, Warn, Error}[min(n/10000, 4)]
	case n >= 1000:
		return Error
	case n >= 900:
		return Warn
	case n >= 700:
		return Info
	case n >= 300:
		return Debug
	case n >= 50: // Bunyan, pino
		return Error
	case n >= 40:
		return Warn
	case n >= 30:
		return Info
	}
	return Debug
}

// statusOf reads a field that states an outcome: an HTTP status or a word.
func statusOf(b []byte) Status {
	if len(b) == 3 && b[0]-'1' < 5 && b[1]-'0' <= 9 && b[2]-'0' <= 9 {
		switch b[0] {
		case '2', '3':
			return OK
		case '5':
			return Failed
		}
		return NoStatus // 1xx is no outcome; 4xx is an answer of a server that was reached
	}
	switch string(bytes.ToLower(b)) {
	case "ok", "success", "succeeded", "successful", "completed", "complete", "done", "passed", "true", "finished":
		return OK
	case "failed", "fail", "failure", "error", "errored", "false", "timeout", "timedout", "exception", "aborted", "ko":
		return Failed
	}
	return NoStatus
}

// outcome words of log lines. They count only where the line says them of an
// operation, see wordStatus.
var (
	goodWords = []string{"ok", "succeeded", "successful", "successfully", "success", "completed", "done", "finished"}
	badWords  = []string{"failed", "failure", "given up", "giving up", "gave up", "error", "unable", "could not", "couldn't", "cannot", "can't", "timed out", "refused", "rejected"}
)

// wordStatus reads the outcome that a message states in words. "failed" below
// WARN counts only beside an exception, which the caller knows.
func wordStatus(message []byte, level Level) Status {
	var lower [256]byte
	n := copy(lower[:], message)
	for i, c := range lower[:n] {
		if c-'A' <= 'Z'-'A' {
			lower[i] = c | 0x20
		}
	}
	bad := anyWord(lower[:n], badWords)
	switch {
	case bad && level >= Warn:
		return Failed
	case !bad && level < Warn && anyWord(lower[:n], goodWords):
		return OK
	}
	return NoStatus
}

func anyWord(b []byte, words []string) bool {
	for _, w := range words {
		for i := 0; ; {
			k := bytes.Index(b[i:], []byte(w))
			if k < 0 {
				break
			}
			i += k + len(w)
			if (i == len(b) || !isWordByte(b[i])) && (i == len(w) || !isWordByte(b[i-len(w)-1])) {
				return true
			}
		}
	}
	return false
}

func isWordByte(c byte) bool {
	return c|0x20-'a' <= 'z'-'a' || c-'0' <= 9 || c == '_' || c >= 0x80
}

// topicOf splits a topic into the operation and the end of it that its suffix
// marks.
func topicOf(topic string) (operation string, phase Phase) {
	for _, s := range suffixes {
		k := len(topic) - len(s.word)
		if k <= 0 || topic[k:] != s.word && !(isSeparator(topic[k-1]) && equalFold(topic[k:], s.word)) {
			continue
		}
		if isSeparator(topic[k-1]) {
			k--
		}
		if k > 0 {
			return topic[:k], s.phase
		}
	}
	return topic, NoPhase
}

var suffixes = []struct {
	word  string
	phase Phase
}{
	{"Started", Start}, {"Start", Start}, {"Begin", Start}, {"Began", Start}, {"Starting", Start},
	{"Finished", End}, {"Finish", End}, {"Completed", End}, {"Complete", End}, {"Ended", End}, {"End", End}, {"Done", End}, {"Succeeded", End}, {"Success", End}, {"Stop", End}, {"Stopped", End},
	{"Failed", Fail}, {"Failure", Fail}, {"Fail", Fail}, {"Error", Fail}, {"Exception", Fail}, {"Timeout", Fail}, {"Aborted", Fail},
}

// phaseOf reads a phase field.
func phaseOf(b []byte) Phase {
	for _, s := range suffixes {
		if equalFold(string(b), s.word) {
			return s.phase
		}
	}
	switch string(b) {
	case "B", "S", "enter":
		return Start
	case "E", "exit":
		return End
	}
	return NoPhase
}

func isSeparator(c byte) bool {
	return c == '.' || c == '_' || c == '-' || c == ':' || c == '/' || c == ' '
}

func equalFold(s, t string) bool {
	if len(s) != len(t) {
		return false
	}
	for i := range len(s) {
		if s[i]|0x20 != t[i]|0x20 {
			return false
		}
	}
	return true
}
