package parse

// levels are the severities of the Java log frameworks, java.util.logging (in
// several languages, as it prints them), syslog and log stores.
var levels = map[string]Level{
	"TRACE": Trace, "FINEST": Trace, "FINER": Trace, "ALL": Trace, "VERBOSE": Trace,
	"DEBUG": Debug, "FINE": Debug, "CONFIG": Debug,
	"INFO": Info, "INFORMATION": Info, "INFORMATIONAL": Info, "NOTICE": Info, "STATUS": Info, "DEFAULT": Info,
	"WARN": Warn, "WARNING": Warn,
	"심각": Error, "경고": Warn, "정보": Info, "重大": Error, "警告": Warn, "情報": Info, "严重": Error, "信息": Info,
	"SCHWERWIEGEND": Error, "WARNUNG": Warn, "GRAVE": Error, "AVERTISSEMENT": Warn, "INFOS": Info, "ADVERTENCIA": Warn,
	"ADVERTÊNCIA": Warn, "INFORMAÇÕES": Info, "SEVERO": Error, "INFORMACIÓN": Info, "AVVERTENZA": Warn, "INFORMAZIONI": Info,
	"ALLVARLIG": Error, "VARNING": Warn, "嚴重的": Error, "资讯": Info, "資訊": Info,
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
	var lower [12]byte
	if len(b) > len(lower) {
		return NoStatus
	}
	for i, c := range b {
		if c-'A' <= 'Z'-'A' {
			c |= 0x20
		}
		lower[i] = c
	}
	switch string(lower[:len(b)]) {
	case "ok", "success", "succeeded", "successful", "completed", "complete", "done", "passed", "true", "finished":
		return OK
	case "failed", "fail", "failure", "error", "errored", "false", "timeout", "timedout", "exception", "aborted", "ko":
		return Failed
	}
	return NoStatus
}

// wordStatus reads the outcome that a message states in words. A bad word
// below WARN counts only beside an exception, which the caller knows. Only the
// start of the message is read: further on it may quote anything.
func wordStatus(message []byte, level Level) Status {
	var lower [256]byte
	n := copy(lower[:], message)
	good, bad := false, false
	var before []byte
	for i := 0; i < n; {
		if !isWordByte(lower[i]) {
			i++
			continue
		}
		start := i
		for i < n && (isWordByte(lower[i]) || lower[i] == '\'') {
			if lower[i]-'A' <= 'Z'-'A' {
				lower[i] |= 0x20
			}
			i++
		}
		word := lower[start:i]
		good = good || isGood(word)
		bad = bad || isBad(before, word)
		before = word
	}
	switch {
	case bad && level >= Warn:
		return Failed
	case good && !bad && level < Warn:
		return OK
	}
	return NoStatus
}

func isGood(word []byte) bool {
	switch string(word) {
	case "ok", "succeeded", "successful", "successfully", "success", "completed", "done", "finished":
		return true
	}
	return false
}

// isBad knows words of failure, some of them by the word before.
func isBad(before, word []byte) bool {
	switch string(word) {
	case "failed", "failure", "error", "unable", "couldn't", "cannot", "can't", "refused", "rejected":
		return true
	case "up":
		return string(before) == "given" || string(before) == "giving" || string(before) == "gave"
	case "not":
		return string(before) == "could"
	case "out":
		return string(before) == "timed"
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
