package analyze

import "testing"

func TestNamedJobs(t *testing.T) {
	tries := []*attempt{
		{process: "A", job: "J00003", start: 0, end: unset}, {process: "A", job: "J00004", start: 0, end: unset},
		{process: "A", job: "7f3c-11", start: 0, end: unset}, {process: "A", job: "21", start: 0, end: unset},
		{process: "B", job: "J00005", start: 0, end: unset},
	}
	for _, test := range []struct{ message, job, stated string }{
		{message: "upload given up: object of job J00003", job: "J00003"},
		{message: "J00003: gave up (J00003)", job: "J00003"},
		{message: "job=7f3c-11, giving up", job: "7f3c-11"},
		{message: "J00003 waits for J00004"},           // which of them failed?
		{message: "upload given up: object of J00005"}, // of another process
		{message: "gave up after 21 tries"},
		{message: "J000031"},
		{message: "upload given up: object of job J00003", stated: "J00004", job: "J00004"},
	} {
		entries := []entry{{process: "A", message: test.message, job: test.stated, at: 5, took: unset}}
		j := &joiner{byJob: map[string][]*attempt{}, byThread: map[string][]*attempt{}, byEnd: map[string][]*attempt{}}
		for _, a := range tries {
			j.index(a)
		}
		if j.namedJobs(entries); entries[0].job != test.job {
			t.Errorf("%q: job %q, want %q", test.message, entries[0].job, test.job)
		}
	}
}
