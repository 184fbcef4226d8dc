package analyze

import (
	"cmp"
	"fmt"
	"time"

	"timeline/parse"
)

// Inputs of one process whose clocks were read in different zones, or which ran
// apart, show the same tries shifted by a constant. Aligning needs a shift that
// most of the common jobs agree on to within alignSlack; jobs that run again and
// again at a fixed distance would fit several, so no shift is made where some
// tries already agree as they stand.
const (
	alignSlack = int64(100 * time.Millisecond)
	alignFrom  = int64(2 * time.Second) // smaller differences are the lag of a log line
	alignJobs  = 3                      // jobs that must agree at least
)

// A shift moves all times of one input.
type shift struct {
	input int
	by    int64
	onto  int // the input whose clock was taken as right
}

// align shifts inputs that lie a constant apart from another one, and reports
// what it did. A clock whose zone was assumed moves onto one that states its zone;
// else a log moves onto the events.
func align(cs []*Collector) []shift {
	if len(cs) < 2 {
		return nil
	}
	marks := make([]map[jobKey][]int64, len(cs))
	for i, c := range cs {
		marks[i] = c.endMarks()
	}
	var made []shift
	moved := make([]bool, len(cs))
	for i := range cs {
		for j := i + 1; j < len(cs); j++ {
			if moved[i] && moved[j] {
				continue
			}
			by, ok := constantShift(marks[i], marks[j])
			if !ok {
				continue
			}
			s := shift{input: i, by: by, onto: j}
			if moved[i] || !moved[j] && cs[j].movesBefore(cs[i]) {
				s = shift{input: j, by: -by, onto: i}
			}
			cs[s.input].shiftBy(s.by)
			marks[s.input] = cs[s.input].endMarks()
			moved[s.input] = true
			made = append(made, s)
		}
	}
	return made
}

// eventful reports whether c holds TimeLog events rather than log lines.
func (c *Collector) eventful() bool { return c.pairer.tries.len() > len(c.entries) }

// movesBefore reports whether c's clock is the less certain one.
func (c *Collector) movesBefore(o *Collector) bool {
	assumed := func(c *Collector) bool { return c.lacking[parse.NoZone] > c.lacking[parse.Whole] }
	if assumed(c) != assumed(o) {
		return assumed(c)
	}
	return !c.eventful()
}

func (c *Collector) shiftBy(by int64) {
	c.eachInstant(func(at *int64, _ parse.Missing) {
		if *at != unset {
			*at += by
		}
	})
	c.thinned.ends.shift(by)
	for i := range c.starts {
		if c.starts[i].at != unset {
			c.starts[i].at += by
		}
	}
}

type jobKey struct{ process, job string }

// endMarks lists when the tries of each job ended, or began where no end is known.
func (c *Collector) endMarks() map[jobKey][]int64 {
	const most = 16 // per job: more would only cost time
	marks := map[jobKey][]int64{}
	add := func(process, job string, at int64) {
		k := jobKey{process, job}
		if job != "" && at != unset && len(marks[k]) < most {
			marks[k] = append(marks[k], at)
		}
	}
	c.pairer.tries.each(func(t *try) {
		process, job := c.names.list[t.process], c.names.list[t.job]
		add(process, job, t.start)
		add(process, job, t.end)
	})
	for i := range c.entries {
		e := &c.entries[i]
		add(e.process, e.job, e.at)
		if e.took != unset && e.at != unset {
			add(e.process, e.job, e.at-e.took)
		}
	}
	return marks
}

// constantShift finds the shift that brings a's marks onto b's in most of the
// jobs that both hold.
func constantShift(a, b map[jobKey][]int64) (int64, bool) {
	votes := map[int64]map[jobKey]bool{}
	common, asTheyStand := 0, 0
	for k, as := range a {
		bs := b[k]
		if len(bs) == 0 {
			continue
		}
		common++
		agrees := false
		for _, x := range as {
			for _, y := range bs {
				d := y - x
				agrees = agrees || distance(d, 0) < alignFrom
				bin := d / alignSlack
				for _, n := range []int64{bin, bin + 1} {
					if votes[n] == nil {
						votes[n] = map[jobKey]bool{}
					}
					votes[n][k] = true
				}
			}
		}
		if agrees {
			asTheyStand++
		}
	}
	if common < alignJobs || asTheyStand > 0 {
		return 0, false
	}
	best, n := int64(0), 0
	for bin, jobs := range votes {
		if len(jobs) > n || len(jobs) == n && cmp.Less(distance(bin, 0), distance(best, 0)) {
			best, n = bin, len(jobs)
		}
	}
	by := best * alignSlack
	return roundZone(by), n >= alignJobs && 4*n >= 3*common && distance(by, 0) >= alignFrom
}

// roundZone makes a shift that is a zone's offset exact: those are whole quarters
// of an hour.
func roundZone(by int64) int64 {
	const quarter = int64(15 * time.Minute)
	whole := (by + quarter/2*sign(by)) / quarter * quarter
	if whole != 0 && distance(whole, by) <= int64(time.Second) {
		return whole
	}
	return by
}

func sign(n int64) int64 {
	if n < 0 {
		return -1
	}
	return 1
}

// shiftNotes words what align did, and moves the spans of the inputs with it.
func shiftNotes(shifts []shift, inputs []Input) []string {
	var notes []string
	for _, s := range shifts {
		in := &inputs[s.input]
		if !in.From.IsZero() {
			in.From, in.To = Time{in.From.Add(time.Duration(s.by))}, Time{in.To.Add(time.Duration(s.by))}
		}
		why := "a clock that ran apart"
		if roundZone(s.by) == s.by && s.by%int64(15*time.Minute) == 0 {
			why = "another time zone"
		}
		notes = append(notes, fmt.Sprintf("all times of %s were moved by %s onto those of %s: the same jobs lie a constant apart, as with %s", in.Path, span(s.by), inputs[s.onto].Path, why))
	}
	return notes
}
