package analyze

import (
	"strings"
	"unicode"
)

// shortestJob is how long a word of a message has to be to name a job: "7" and
// "t1" stand for too many other things.
const shortestJob = 4

// namedJobs gives a line that states no job the one that its message names, where
// the tries of its process have exactly one of the words in it for a job: "upload
// given up: object of job J00003".
func (j *joiner) namedJobs(entries []entry) {
	if len(j.byJob) == 0 {
		return
	}
	for i := range entries {
		if e := &entries[i]; e.job == "" && e.message != "" {
			e.job = j.namedJob(e)
		}
	}
}

func (j *joiner) namedJob(e *entry) string {
	job := ""
	for word := range strings.FieldsFuncSeq(e.message, func(r rune) bool { return !partOfJob(r) }) {
		if len(word) < shortestJob || !strings.ContainsAny(word, "0123456789") || word == job || len(j.byJob[e.process+"\x00"+word]) == 0 {
			continue
		}
		if job != "" {
			return ""
		}
		job = word
	}
	return job
}

func partOfJob(r rune) bool {
	return r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}
