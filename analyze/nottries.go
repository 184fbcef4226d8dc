package analyze

import "fmt"

// notTries counts the log entries that were taken for no try, if log lines alone tell
// of failures and none of a success. A program that logs its successes in words which
// are not known here looks as if every try failed.
func notTries(cov *Coverage, s *scene) int {
	if cov.Failed == 0 || cov.OK > 0 {
		return 0
	}
	for _, a := range s.attempts {
		if a.evented {
			return 0
		}
	}
	n := 0
	for i := range cov.Inputs {
		n += cov.Inputs[i].Skipped
	}
	return n
}

func notTriesNote(n int) string {
	if n == 1 {
		return "1 log entry tells of nothing that timeline takes for a try: it may be a success"
	}
	return fmt.Sprintf("%d log entries tell of nothing that timeline takes for a try: successes may be among them", n)
}
