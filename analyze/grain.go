package analyze

import "time"

// clockSteps are the steps of clocks that matter.
var clockSteps = []time.Duration{time.Second, 100 * time.Millisecond, 10 * time.Millisecond}

// grainOf is the step of a clock that wrote all of ts: a second where every
// instant is a whole one, and so on; 0 where the steps are too small to matter.
// A stamp is cut down to the step, so that the true instant lies up to one step
// behind it.
func grainOf(ts []int64) int64 {
	known := 0
	for _, step := range clockSteps {
		known = 0
		coarse := true
		for _, t := range ts {
			if t == unset {
				continue
			}
			known++
			if t%int64(step) != 0 {
				coarse = false
				break
			}
		}
		// One round instant is chance.
		if coarse && known >= 2 {
			return int64(step)
		}
	}
	return 0
}

// stepOf is the largest step of a coarse clock that an instant fits, 0 for none.
func stepOf(at int64) int64 {
	for _, step := range clockSteps {
		if at%int64(step) == 0 {
			return int64(step)
		}
	}
	return 0
}

// entryGrain is the coarsest step of the clocks that wrote lines.
func entryGrain(es []entry) int64 {
	ts := make([]int64, len(es))
	for i := range es {
		ts[i] = es[i].at
	}
	return grainOf(ts)
}

// grains sets the clock step of each attempt: events and lines of a process may
// have clocks of their own.
func grains(as []*attempt) {
	type clock struct {
		process string
		evented bool
	}
	starts, ends, tries := map[clock][]int64{}, map[clock][]int64{}, map[string][]int64{}
	for _, a := range as {
		k := clock{a.process, a.evented}
		ends[k] = append(ends[k], a.end)
		if a.evented {
			starts[k] = append(starts[k], a.start)
		}
		for _, p := range a.probes {
			tries[a.process] = append(tries[a.process], p.at)
		}
	}
	of, ofTries := map[clock]int64{}, map[string]int64{}
	for k, ts := range ends { // a finer log may have given the ends
		of[k] = max(grainOf(ts), grainOf(starts[k]))
	}
	for process, ts := range tries {
		ofTries[process] = grainOf(ts)
	}
	for _, a := range as {
		a.grain = of[clock{a.process, a.evented}]
		if len(a.probes) > 0 {
			a.grain = max(a.grain, ofTries[a.process])
		}
	}
}
