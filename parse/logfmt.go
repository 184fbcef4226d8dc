package parse

import "bytes"

// logfmt reads a line of "time=… level=… msg=…" as a header. The whole line is
// its message, since any pair may matter.
func (s *shaper) logfmt(b []byte, h *header) bool {
	n := wordLen(b)
	if n == 0 || n > 20 || n+1 >= len(b) || b[n] != '=' {
		return false
	}
	known := 0
	for i := 0; i < len(b) && known < 4; {
		eq := bytes.IndexByte(b[i:], '=')
		if eq < 0 {
			break
		}
		name := b[i : i+eq]
		end, value := pairValue(b, i+eq+1)
		switch normal(string(bytes.TrimSpace(name))) {
		case "time", "ts", "timestamp", "@timestamp", "t":
			if at, ok := s.clock.Text(value); ok {
				h.at, h.timed = at, true
				known++
			}
		case "level", "lvl", "severity", "loglevel":
			h.level = levelOf(value)
			known++
		case "logger", "component":
			h.logger = value
		case "thread":
			h.thread = value
		case "msg", "message":
			known++
		default:
			if bytes.IndexByte(bytes.TrimSpace(name), ' ') >= 0 {
				i = len(b)
			}
		}
		i = max(end, i+eq+1)
	}
	if !h.timed || known < 2 {
		*h = header{}
		return false
	}
	h.message = b
	return true
}
