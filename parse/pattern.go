package parse

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// patternGroups are the names of groups that a pattern may use.
const patternGroups = "time level thread logger job message"

// Check reports what is wrong with the options: a pattern that is no regular
// expression, groups or meanings that there are not.
func (o Options) Check() error {
	for _, meaning := range slices.Sorted(maps.Keys(o.Keys)) {
		if _, ok := optionNames[meaning]; !ok {
			return fmt.Errorf("no field is called %q: use topic, time, job, thread, host, process, duration or remote", meaning)
		}
	}
	_, err := compilePattern(o.Line)
	return err
}

// compilePattern compiles a pattern for the first lines of log entries, such
// as `^(?P<time>\S+) (?P<level>\w+) (?P<message>.*)`.
func compilePattern(line string) (*regexp.Regexp, error) {
	if line == "" {
		return nil, nil
	}
	re, err := regexp.Compile(line)
	if err != nil {
		return nil, fmt.Errorf("line pattern: %w", err)
	}
	if re.SubexpIndex("message") < 0 {
		return nil, fmt.Errorf("line pattern %q has no group for the message: write (?P<message>.*)", line)
	}
	for _, name := range re.SubexpNames() {
		if name != "" && !strings.Contains(" "+patternGroups+" ", " "+name+" ") {
			return nil, fmt.Errorf("line pattern: no group is called %q: use %s", name, strings.ReplaceAll(patternGroups, " ", ", "))
		}
	}
	return re, nil
}

// matched reads a header by the user's pattern.
func (s *shaper) matched(line []byte, h *header) bool {
	m := s.pattern.FindSubmatchIndex(line)
	if m == nil {
		return false
	}
	*h = header{}
	for i, name := range s.pattern.SubexpNames() {
		if i == 0 || m[2*i] < 0 {
			continue
		}
		switch part := line[m[2*i]:m[2*i+1]]; name {
		case "time":
			h.at, h.timed = s.clock.Text(part)
		case "level":
			h.level = levelOf(part)
		case "thread":
			h.thread = part
		case "logger":
			h.logger = part
		case "job":
			h.job = part
		case "message":
			h.message = part
		}
	}
	return true
}
