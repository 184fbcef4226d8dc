package analyze

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Tries that do not say how they ended may have failed: a line of another input can
// tell. All of them are kept while the allowance is enough. Of more, those are kept
// that stand out: a failed lookup holds threads up and lets them go together, what
// fails from the cache lies around that, and a job that failed is tried again.
const (
	crowdChance = 0.001                   // that a log holds such a crowd though nothing held its members
	crowdBefore = int64(2 * time.Second)  // before they did
	crowdBehind = int64(30 * time.Second) // and behind it, tries may fail from the cache
	oftenMost   = 16                      // tries of a job; a worker that makes more does so all day
)

// buyDoubtful keeps tries of unknown outcome that nothing else keeps.
func (k *thinner) buyDoubtful(c *Collector, p *purse, list []int) {
	probe := p.clone()
	if slices.ContainsFunc(list, func(i int) bool { return !probe.pay(i) }) {
		list = k.standingOut(c, list)
	}
	for _, i := range list {
		if !p.pay(i) {
			return
		}
		k.keep[i] = true
	}
}

// standingOut returns those of list, numbers of tries, that stand out, the most
// telling first.
func (k *thinner) standingOut(c *Collector, list []int) []int {
	often, crowds := c.triedOften(), k.crowdEnds(c.spansOf(list))
	type candidate struct {
		i   int
		far int64 // from a crowd
	}
	var found []candidate
	for _, i := range list {
		t := c.pairer.tries.at(i)
		far := farFrom(crowds[c.names.list[t.process]], t.end)
		if often[t.job] {
			far = 0
		}
		if far != unset {
			found = append(found, candidate{i, far})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.i, b.i)) })
	for n, f := range found {
		list[n] = f.i
	}
	return list[:len(found)]
}

// crowdEnds lists, by process and in order, when slow tries ended together that did
// not by chance, in a log of so many spans.
func (k *thinner) crowdEnds(spans int64) map[string][]int64 {
	ends := map[string][]int64{}
	for name, dense := range k.dense {
		slow := 0
		for _, n := range k.ends[name] {
			slow += int(n)
		}
		mean := 2 * float64(slow) / float64(spans) // near counts two spans
		for _, at := range dense {
			if float64(spans)*byChance(int(k.near(name, at)), mean) < crowdChance {
				ends[name.process] = append(ends[name.process], at*groupSpan+groupSpan/2)
			}
		}
	}
	for _, list := range ends {
		slices.Sort(list)
	}
	return ends
}

// byChance is how likely n or more events are where so many are usual (Poisson).
func byChance(n int, mean float64) float64 {
	term := math.Exp(-mean)
	for k := 1; k <= n; k++ {
		term *= mean / float64(k)
	}
	sum := 0.0
	for k := n + 1; term > sum*1e-9; k++ {
		sum += term
		term *= mean / float64(k)
	}
	return sum
}

// spansOf counts the spans from the first to the last end of tries.
func (c *Collector) spansOf(list []int) int64 {
	first, last := int64(math.MaxInt64), int64(math.MinInt64)
	for _, i := range list {
		end := c.pairer.tries.at(i).end
		first, last = min(first, end), max(last, end)
	}
	return last/groupSpan - first/groupSpan + 1
}

// farFrom is how far an instant lies from the nearest crowd that it may have to do
// with; unset where there is none.
func farFrom(crowds []int64, at int64) int64 {
	far := unset
	i, _ := slices.BinarySearch(crowds, at)
	if i < len(crowds) && crowds[i]-at <= crowdBefore {
		far = crowds[i] - at
	}
	if i > 0 && at-crowds[i-1] <= crowdBehind {
		far = earliestKnown(far, at-crowds[i-1])
	}
	return far
}

// triedOften finds, by number of name, the jobs that were tried more often than nine
// tenths of the others.
func (c *Collector) triedOften() []bool {
	tries := make([]uint8, len(c.names.list))
	c.pairer.tries.each(func(t *try) {
		if t.job != 0 && tries[t.job] < math.MaxUint8 {
			tries[t.job]++
		}
	})
	jobs, most := 0, [math.MaxUint8 + 1]int{}
	for _, n := range tries {
		if n > 0 {
			jobs++
			most[n]++
		}
	}
	least, above := math.MaxUint8, 0
	for ; least > 1 && above+most[least] <= jobs/10; least-- {
		above += most[least]
	}
	least++ // the last one was too common
	often := make([]bool, len(tries))
	for job, n := range tries {
		often[job] = least <= oftenMost && int(n) >= least && n <= oftenMost
	}
	return often
}
