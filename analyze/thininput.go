package analyze

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"timeline/parse"
)

// Up to thinAll tries and lines of an input are all kept, see keepsAll. Of a larger
// one, those that went well are kept only where a rule of inference can look at them
// and while an allowance lasts, and counted else. The rule looks at one input alone: so
// it can run where the input lies, and gives the same whatever is read beside it.
const (
	thinAll     = 4096
	thinFirst   = 4  // kept at the beginning of the time between two failures of a name, and of the use of an address: the third success counts, see boundBySuccess
	thinLast    = 4  // kept at their ends: a success counts that two others followed, see recovered
	thinRemotes = 64 // addresses of a name that are told apart
	thinJob     = 64 // kept of a job that failed somewhere
	thinGroups  = 8  // of slow successes of a name that ended together, the largest
)

// A datum is one try or line of an input as the rule sees it.
type datum struct {
	name       nameKey
	client     string
	remote     string
	job        taskKey
	start, end int64
	well       bool // it ended, and nothing says that it failed
	bare       bool // nothing says that it went well, either
	other      bool // it failed, and not in name resolution: nothing that went well bounds it
}

// A taskKey is an operation of a job and its further tries. A line need not name the
// operation: then it may be any.
type taskKey struct{ process, job, family string }

// Thin drops from a large input what inference does not need. It is called once,
// when all records are added.
func (c *Collector) Thin() {
	k := newThinner()
	eased := c.finish(k)
	if eased = c.lineEasing.tell(k) || eased; !eased && c.keepsAll() {
		return
	}
	k.lines = failedLinesOf([]*Collector{c})
	must := k.judge(c.eachDatum)
	c.thinned.names = k.spend(c, must)
	c.drop(k.keep)
}

// judge finds what a rule of inference can look at, of the data that each visits,
// but for slow ones that ended together: see together. What failed, and what belongs to
// it, must be kept in any case.
func (k *thinner) judge(each func(func(*datum))) (must []bool) {
	each(k.failing)
	for _, list := range k.fails {
		slices.Sort(list)
	}
	i := 0
	each(func(m *datum) { k.weigh(i, m); i++ })
	must = slices.Clone(k.keep)
	k.settle()
	each(k.group)
	k.choose()
	return must
}

// eachDatum visits tries, then lines, always in the same order.
func (c *Collector) eachDatum(do func(*datum)) {
	s := c.names.list
	var m datum
	c.pairer.tries.each(func(t *try) {
		m = datum{name: nameKey{s[t.process], s[t.host]}, remote: s[t.remote], job: taskKey{s[t.process], s[t.job], family(s[t.op])}, start: t.start, end: t.end, well: thinnable(t)}
		m.bare = m.well && t.status == parse.NoStatus
		if f := c.pairer.failure(t.failure); f != nil {
			m.name.host, m.other = firstNonEmpty(m.name.host, f.host), f.isOther()
		}
		do(&m)
	})
	c.eachLine(do)
}

// drop removes the tries and lines that keep does not hold, and counts them.
func (c *Collector) drop(keep []bool) {
	var tries tryList
	i := 0
	c.pairer.tries.each(func(t *try) {
		if keep[i] {
			tries.add(*t)
		} else {
			c.thinned.leftOut(c, t)
		}
		i++
	})
	c.pairer.tries = tries
	var entries []entry
	for j := range c.entries {
		if keep[i+j] {
			entries = append(entries, c.entries[j])
		} else {
			e := &c.entries[j]
			c.thinned.leave(e.status, e.at, e.lack)
			if e.took != unset {
				c.thinned.leaveTook(nameKey{e.process, e.host}, e.took)
			}
		}
	}
	c.entries = slices.Clip(entries)
	c.forgetNames()
}

// forgetNames keeps how long tries took of the names only of which some are kept.
func (c *Collector) forgetNames() {
	kept := map[nameKey]bool{}
	c.eachDatum(func(m *datum) { kept[m.name] = true })
	maps.DeleteFunc(c.thinned.took, func(k nameKey, _ *durations) bool { return !kept[k] })
	if len(c.thinned.took) == 0 {
		c.thinned.took = nil
	}
}

// A thinner decides which data of an input are kept.
type thinner struct {
	lines  map[string][]int64 // instants of lines that tell of a failure, by process, in order
	failed int                // tries and lines that failed

	keep     []bool
	fails    map[nameKey][]int64 // instants at which failures began and ended, in order; those of no name under the process alone
	restless map[nameKey]bool    // those that failed in any way
	jobs     map[taskKey]int     // those in which something failed, and how many tries of them are kept
	gaps     map[gapKey]*edges
	uses     map[nameKey]map[string]*edges // by address
	took     map[nameKey]*[64]int          // how many took how long, in powers of two of a nanosecond
	slow     map[nameKey]int64             // from what duration on a success is slow beside the others
	ends     map[nameKey]map[int64]int32   // slow ones by the span in which they ended
	dense    map[nameKey][]int64           // the spans in which most of them did
	eased    map[nameKey][]int64           // the same, where tries were dropped while they were read
}

// A gapKey is the time between two failures of a name, for one client.
type gapKey struct {
	name   nameKey
	client string
	after  int // how many failures came before it
}

func newThinner() *thinner {
	return &thinner{
		fails: map[nameKey][]int64{}, restless: map[nameKey]bool{}, jobs: map[taskKey]int{}, gaps: map[gapKey]*edges{}, uses: map[nameKey]map[string]*edges{},
		took: map[nameKey]*[64]int{}, slow: map[nameKey]int64{}, ends: map[nameKey]map[int64]int32{}, dense: map[nameKey][]int64{}, eased: map[nameKey][]int64{},
	}
}

// failedLinesOf lists when lines told of failures, by process.
func failedLinesOf(cs []*Collector) map[string][]int64 {
	lines := map[string][]int64{}
	for _, c := range cs {
		for i := range c.entries {
			if e := &c.entries[i]; e.failure != nil && e.at != unset {
				lines[e.process] = append(lines[e.process], e.at)
			}
		}
	}
	for _, list := range lines {
		slices.Sort(list)
	}
	return lines
}

// wentWell reports whether m ended well as far as it and the lines say: a bare try
// that ended when a failure was logged may be the one that failed.
func (k *thinner) wentWell(m *datum) bool {
	if !m.bare {
		return m.well
	}
	list := k.lines[m.name.process]
	i, _ := slices.BinarySearch(list, m.end-joinSlack)
	return i == len(list) || list[i] > m.end+joinSlack
}

// failing notes what did not go well.
func (k *thinner) failing(m *datum) {
	if k.wentWell(m) {
		return
	}
	k.failed++
	k.restless[m.name] = true
	if !m.other {
		k.fails[m.name] = appendMarks(k.fails[m.name], m.start, m.end)
	}
	if m.job.job != "" {
		k.jobs[m.job] = 0
	}
}

// appendMarks adds the instants at which a failure began and ended, as far as they are
// known: successes are looked at before the one and behind the other.
func appendMarks(list []int64, start, end int64) []int64 {
	if start != unset {
		list = append(list, start)
	}
	if end != unset && end != start {
		list = append(list, end)
	}
	return list
}

// failedJob counts a success of an operation of a job that failed at another try,
// and reports whether it is one of the first of them.
func (k *thinner) failedJob(j taskKey) bool {
	for _, family := range []string{j.family, ""} {
		key := taskKey{j.process, j.job, family}
		if n, failed := k.jobs[key]; failed && n < thinJob {
			k.jobs[key] = n + 1
			return true
		}
	}
	return false
}

// before counts the failures that began or ended before an instant, and says when the
// last of them did, and the next one: of a name, and those of none, which may be of any.
func (k *thinner) before(name nameKey, at int64) (n int, last, next int64) {
	last, next = math.MinInt64, math.MaxInt64
	see := func(list []int64) {
		i, _ := slices.BinarySearch(list, at)
		n += i
		if i > 0 {
			last = max(last, list[i-1])
		}
		if i < len(list) {
			next = min(next, list[i])
		}
	}
	see(k.fails[name])
	if name.host != "" {
		see(k.fails[nameKey{process: name.process}])
	}
	return n, last, next
}

// endedBy reports whether a success that ended then was over when a failure began or
// ended. On a clock of large steps one of the same step need not have been.
func endedBy(end, fail int64) bool {
	return fail != math.MaxInt64 && end <= fail && (end < fail || stepOf(fail) == 0)
}

// outlasts reports whether a success that ended then ended more than a step of a
// coarse clock behind a failure.
func outlasts(end, fail int64) bool {
	return fail != math.MinInt64 && stepOf(fail) > 0 && end > fail+stepOf(fail)
}

// weigh looks at datum i among its neighbours.
func (k *thinner) weigh(i int, m *datum) {
	well := k.wentWell(m)
	k.keep = append(k.keep, !well)
	if !well {
		return
	}
	if k.failedJob(m.job) {
		k.keep[i] = true
	}
	n, last, next := k.before(m.name, m.start)
	g := gapKey{m.name, m.client, n}
	e := k.gaps[g]
	if e == nil {
		e = &edges{}
		k.gaps[g] = e
	}
	e.add(i, m.start)
	if endedBy(m.end, next) {
		e.addEnded(i, m.start)
	}
	if outlasts(m.end, last) {
		e.addBehind(i, m.start)
	}
	if m.remote != "" {
		k.use(i, m)
	}
	if m.end >= m.start {
		counts := k.took[m.name]
		if counts == nil {
			counts = new([64]int)
			k.took[m.name] = counts
		}
		counts[log2(m.end-m.start)]++
	}
}

// use notes the use of an address.
func (k *thinner) use(i int, m *datum) {
	name := nameKey{m.name.process + "\x00" + m.client, m.name.host}
	if k.uses[name] == nil {
		k.uses[name] = map[string]*edges{}
	}
	ip := address(m.remote)
	e := k.uses[name][ip]
	if e == nil {
		if len(k.uses[name]) == thinRemotes {
			return
		}
		e = &edges{}
		k.uses[name][ip] = e
	}
	e.add(i, m.start)
}

// settle keeps what stands at edges, and says from when on a success is slow: as
// slowOnes does, from a coarse count.
func (k *thinner) settle() {
	for _, e := range k.gaps {
		e.mark(k.keep)
	}
	for _, byAddress := range k.uses {
		for _, e := range byAddress {
			e.mark(k.keep)
		}
	}
	for name, hist := range k.took {
		all, tenth := 0, 0
		for _, n := range hist {
			all += n
		}
		for i, n := range hist {
			if tenth += n; tenth > all/10 {
				k.slow[name] = max(slowLookup, 4*int64(1)<<min(i, 40))
				break
			}
		}
	}
}

// isSlow reports whether a success took long beside the others of its name.
func (k *thinner) isSlow(m *datum) bool {
	limit, known := k.slow[m.name]
	return m.well && known && m.end-m.start >= limit
}

// group counts the slow ones by when they ended.
func (k *thinner) group(m *datum) {
	if !k.isSlow(m) {
		return
	}
	if k.ends[m.name] == nil {
		k.ends[m.name] = map[int64]int32{}
	}
	k.ends[m.name][m.end/groupSpan]++
}

// choose finds, per name, the spans in which most slow successes ended, and more
// than around them: those may have waited for one lookup.
func (k *thinner) choose() {
	for name, b := range k.ends {
		if spans, ok := k.eased[name]; ok {
			k.dense[name] = spans
			continue
		}
		var spans []int64
		for at := range b {
			if _, stands := standOut(b, at); stands {
				spans = append(spans, at)
			}
		}
		slices.SortFunc(spans, func(x, y int64) int {
			return cmp.Or(cmp.Compare(k.near(name, y), k.near(name, x)), cmp.Compare(x, y))
		})
		k.dense[name] = spans[:min(len(spans), thinGroups)]
	}
}

// near counts the slow successes that ended in a span or beside it.
func (k *thinner) near(name nameKey, at int64) int32 {
	b := k.ends[name]
	return b[at] + max(b[at-1], b[at+1])
}

// together reports whether a slow success ended in one of those spans.
func (k *thinner) together(m *datum) bool {
	return k.isSlow(m) && slices.Contains(k.dense[m.name], m.end/groupSpan)
}
