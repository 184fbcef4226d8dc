package analyze

import "time"

// A tally counts by time, in equal steps of a second or more: what it holds stays
// small, however many there are. The zero value is ready to use.
type tally struct {
	step   int64 // nanoseconds
	first  int64 // the step, counted from 1970, that counts begins with
	counts []int
}

// tallySteps bounds the steps of a tally. Where the time between the first and the
// last count takes more, steps are joined two by two: so it does not matter in
// which order, or in how many parts, counts were added.
const tallySteps = 2048

// add counts n at an instant in nanoseconds since 1970.
func (t *tally) add(at int64, n int) {
	if n == 0 {
		return
	}
	if t.step == 0 {
		t.step = int64(time.Second)
	}
	i := floorDiv(at, t.step)
	for {
		first, last := i, i
		if len(t.counts) > 0 {
			first, last = min(i, t.first), max(i, t.first+int64(len(t.counts))-1)
		}
		if last-first < tallySteps {
			t.widen(first, last)
			t.counts[i-first] += n
			return
		}
		t.join()
		i = floorDiv(at, t.step)
	}
}

// A tallyRun counts instants of which most lie in the same second as the one before.
type tallyRun struct {
	to     *tally
	second int64 // that counted ones lie in, counted from 1970
	n      int
}

func (r *tallyRun) add(at int64) {
	const second = int64(time.Second)
	if at < r.second*second || at-r.second*second >= second {
		r.close()
		r.second = floorDiv(at, second)
	}
	r.n++
}

// close hands over what was counted.
func (r *tallyRun) close() {
	r.to.add(r.second*int64(time.Second), r.n)
	r.n = 0
}

// widen makes room for the steps from first to last.
func (t *tally) widen(first, last int64) {
	if n := len(t.counts); n == 0 {
		t.first = first
	} else if first < t.first {
		t.counts = append(make([]int, t.first-first, last-first+1), t.counts...)
		t.first = first
	}
	for int64(len(t.counts)) <= last-t.first {
		t.counts = append(t.counts, 0)
	}
}

// join doubles the step.
func (t *tally) join() {
	counts, first := t.counts, t.first
	t.step *= 2
	t.first = floorDiv(first, 2)
	t.counts = nil
	for i, n := range counts {
		j := floorDiv(first+int64(i), 2)
		t.widen(t.first, j)
		t.counts[j-t.first] += n
	}
}

// merge adds the counts of o.
func (t *tally) merge(o tally) {
	for t.step != 0 && t.step < o.step {
		t.join()
	}
	if t.step == 0 {
		t.step = o.step
	}
	for i, n := range o.counts {
		t.add((o.first+int64(i))*o.step, n)
	}
}

// trim drops empty steps at both ends, which subtraction can leave.
func (t *tally) trim() {
	for len(t.counts) > 0 && t.counts[0] == 0 {
		t.counts = t.counts[1:]
		t.first++
	}
	for n := len(t.counts); n > 0 && t.counts[n-1] == 0; n-- {
		t.counts = t.counts[:n-1]
	}
	if len(t.counts) == 0 {
		*t = tally{}
	}
}

// shift moves all counts by nanoseconds, to the nearest step.
func (t *tally) shift(by int64) {
	if t.step > 0 {
		t.first += floorDiv(by+t.step/2, t.step)
	}
}

// valid reports whether t, read from elsewhere, is one that add could have made.
func (t *tally) valid() bool {
	if len(t.counts) == 0 {
		return t.step == 0 && t.first == 0
	}
	seconds := t.step / int64(time.Second)
	if t.step <= 0 || t.step%int64(time.Second) != 0 || seconds&(seconds-1) != 0 || len(t.counts) > tallySteps {
		return false
	}
	const farthest = 1 << 33 // seconds, as of unixNano
	last := t.first + int64(len(t.counts)) - 1
	if seconds > 1<<24 || t.first < -farthest/seconds-1 || last > farthest/seconds+1 || last < t.first {
		return false
	}
	for _, n := range t.counts {
		if n < 0 || n > 1<<40 {
			return false
		}
	}
	return t.counts[0] > 0 && t.counts[len(t.counts)-1] > 0
}

// floorDiv divides towards the earlier step.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
