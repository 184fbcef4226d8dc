package analyze

import (
	"slices"
)

func (j *joiner) index(a *attempt) {
	j.indexOwner(a)
	if a.end != unset {
		j.byEnd[a.process] = append(j.byEnd[a.process], a)
	}
}

// indexOwner adds a to the attempts of its job and of its thread.
func (j *joiner) indexOwner(a *attempt) {
	if a.job != "" {
		k := a.process + "\x00" + a.job
		j.byJob[k] = append(j.byJob[k], a)
	}
	if a.thread != "" {
		k := a.process + "\x00" + threadKey(a.thread)
		j.byThread[k] = append(j.byThread[k], a)
	}
}

func (j *joiner) sortIndexes() {
	byStart := func(a, b *attempt) int { return compareInstants(a.when(), b.when()) }
	for _, m := range []map[string][]*attempt{j.byJob, j.byThread} {
		for _, list := range m {
			slices.SortStableFunc(list, byStart)
		}
	}
}

// threadKey is the part of a thread's name that every layout keeps: Spring Boot
// prints its last 15 characters.
func threadKey(name string) string {
	r := []rune(name)
	if len(r) > 15 {
		r = r[len(r)-15:]
	}
	return string(r)
}

// candidates are the attempts of an entry's job, else of its thread, that were
// under way when it was written.
func (j *joiner) candidates(e *entry) []*attempt {
	switch {
	case e.job != "":
		return j.around(j.byJob[e.process+"\x00"+e.job], e.at)
	case e.thread != "":
		return j.around(j.byThread[e.process+"\x00"+threadKey(e.thread)], e.at)
	}
	return nil
}

// around is the part of a long list, in order of start, that can hold at.
func (j *joiner) around(list []*attempt, at int64) []*attempt {
	const before = 64
	if len(list) <= before || at == unset {
		return list
	}
	i, _ := slices.BinarySearchFunc(list, at+j.slack, func(a *attempt, t int64) int { return compareInstants(a.when(), t) })
	return list[max(0, i-before):min(len(list), i+1)]
}

// learnThread makes a findable by the thread that a line named.
func (j *joiner) learnThread(a *attempt) {
	k := a.process + "\x00" + threadKey(a.thread)
	j.byThread[k] = append(j.byThread[k], a)
}
