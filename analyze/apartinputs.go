package analyze

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// enoughApart is how many successes inside windows must all lie in other inputs than
// the failures: fewer may have found open connections there by chance.
const enoughApart = 3

// apartInputs are the successes amid the windows of an entry that all lie in other
// inputs than the failures around them.
type apartInputs struct {
	failed    []*attempt // answered from the cache, in windows with such successes
	succeeded []*attempt
}

// apartInputs finds them where frames prove the windows and nothing names the process
// of the inputs; nil where they show nothing. An input that only holds failures says
// nothing: one JVM may write its errors to a file of their own.
func (c *cacheEntry) apartInputs() *apartInputs {
	if c.process != "" && !strings.HasPrefix(c.process, "#") {
		return nil
	}
	both := c.inputsOfBoth()
	if len(both) < 2 {
		return nil
	}
	var found apartInputs
	for _, w := range c.windows {
		inside, failed := w.successesInside(), append(slices.Clone(w.in.members), w.cached...)
		if len(inside) == 0 || !slices.ContainsFunc(w.cached, provesCache) {
			continue
		}
		files := filesOf(failed)
		for file := range filesOf(inside) {
			if files[file] || !both[file] {
				return nil // successes and failures of one input: it used open connections
			}
		}
		for file := range files {
			if !both[file] {
				return nil
			}
		}
		found.failed = append(found.failed, w.cached...)
		found.succeeded = append(found.succeeded, inside...)
	}
	if len(found.succeeded) < enoughApart {
		return nil
	}
	return &found
}

// successesInside lists the successes that began and ended while w's failure was
// certainly cached.
func (w *window) successesInside() []*attempt {
	until, _ := w.closed()
	var list []*attempt
	for _, ok := range w.entry.oks[w.entry.successFrom(w.in.hi+w.entry.grain):] {
		if ok.when() >= until {
			break
		}
		if ok.start != unset && ok.end+w.entry.grain < until {
			list = append(list, ok)
		}
	}
	return list
}

// inputsOfBoth are the inputs that hold failures of c as well as successes, a few of
// them at least; none where the failures are all of one input.
func (c *cacheEntry) inputsOfBoth() map[string]bool {
	both := filesOf(c.fails)
	if len(both) < 2 {
		return nil
	}
	count := map[string]int{}
	for _, ok := range c.oks {
		for _, s := range ok.sources {
			count[s.File]++
		}
	}
	maps.DeleteFunc(both, func(file string, _ bool) bool { return count[file] < enoughApart })
	return both
}

func filesOf(as []*attempt) map[string]bool {
	files := map[string]bool{}
	for _, a := range as {
		for _, s := range a.sources {
			files[s.File] = true
		}
	}
	return files
}

// clause says in the verdict what a shows, "" for nil.
func (a *apartInputs) clause() string {
	if a == nil {
		return ""
	}
	return fmt.Sprintf("; meanwhile %s of another input succeeded, as in a JVM of its own: NAME=PATH tells inputs apart", tries(len(a.succeeded)))
}

// finding asks whether the inputs are those of several JVMs.
func (a *apartInputs) finding(c *cacheEntry) Finding {
	from, to := a.succeeded[0].start, a.succeeded[len(a.succeeded)-1].end
	return Finding{
		ID: "mixed-processes", Process: c.process, Host: c.host, Confidence: Weak, From: instantTime(from), To: instantTime(to),
		Statement: fmt.Sprintf("%s of %s succeeded while its failure was cached, all of them in other inputs than the failures: consistent with several JVMs given as one.", tries(len(a.succeeded)), c.host),
		Evidence: []Evidence{
			evidence(a.succeeded, "%s succeeded inside windows", tries(len(a.succeeded))),
			evidence(a.failed, "%s failed in these windows, in other inputs; each input holds failures and successes", tries(len(a.failed))),
		},
		Rivals: []Rival{{
			Hypothesis: "one JVM wrote all inputs, and these successes used open connections", Status: "possible",
			Because: "a success logs no resolver frames", WouldDecide: "which pod or process wrote each input",
		}},
		NotShown: []string{"which process wrote which input"},
		Actions:  []Action{tellApart("bounds of TTLs and ends of windows are those of one cache each")},
	}
}
