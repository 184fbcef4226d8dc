package analyze

import (
	"fmt"
	"time"
)

// enoughMixed is how many lookups must come too soon behind another: a restart
// between two of them makes one.
const enoughMixed = 2

// mixed reports whether several JVMs fill one entry: frames show that failures are
// kept, and lookups of the same name that failed sooner behind each other than the
// shortest TTL.
func (c *cacheEntry) mixed() bool { return c.cached && len(c.closeLookups()) >= enoughMixed }

// checkMixedProcesses looks for logs of several JVMs that were given as one. A
// cache that keeps a failure keeps it for a second at least, so that within one
// process no lookup follows sooner.
func checkMixedProcesses(s *scene) []Finding {
	var found []Finding
	for _, c := range s.worstEntries() {
		if !c.mixed() {
			if a := c.apartInputs(); a != nil {
				found = append(found, a.finding(c))
			}
			continue
		}
		soon := c.closeLookups()
		as := attemptsOf(soon)
		confidence := Moderate
		if len(soon) > enoughMixed {
			confidence = Strong
		}
		found = append(found, Finding{
			ID: "mixed-processes", Process: c.process, Host: c.host, Confidence: confidence,
			From: instantTime(soon[0].at), To: instantTime(soon[len(soon)-1].at),
			Statement: fmt.Sprintf("%d lookups of %s failed less than %s after another one, although failures are cached: more than one JVM wrote these logs.",
				len(soon), c.host, span(shortestTTL)),
			Evidence: []Evidence{evidence(as, "frames show the lookup itself in %s, %s at the least after the lookup before", tries(len(as)), span(closest(c)))},
			Rivals: []Rival{{
				Hypothesis: "failures are not cached (negative TTL 0)", Status: "refuted", Because: "frames of other tries read a cached failure",
			}, {
				Hypothesis: "the JVM was restarted again and again", Status: "possible", Because: "a new process begins with an empty cache", WouldDecide: "start banners, or process ids",
			}},
			NotShown: []string{"which line came from which process"},
			Actions:  []Action{tellApart("each cache is told apart, and TTLs are bounded")},
		})
	}
	return found
}

// tellApart is what to do about the logs of several JVMs given as one.
func tellApart(effect string) Action {
	return checked(Action{Do: "give the inputs of each process with its name: NAME=PATH", Effect: effect, Cost: "none"}, here("timeline analyze A=host-a.log B=host-b.log"))
}

// contradiction says that one lookup followed another too soon, or that no TTL fits
// all windows of c: one was over before another can have been. It is a note and no
// finding: a wrong edge of a window does it too, as several JVMs and a restart do. It
// is "" where the windows agree.
func (c *cacheEntry) contradiction() string {
	if c.cached && len(c.closeLookups()) > 0 && !c.mixed() {
		return fmt.Sprintf("a lookup of %s failed %s after another one, although failures are cached: another JVM, or the same one after a restart, wrote a part of these logs (NAME=PATH tells them apart), or a line was written late",
			c.host, span(closest(c)))
	}
	var short, long *window
	for _, w := range c.windows {
		if short == nil || w.own.high < short.own.high {
			short = w
		}
		if long == nil || w.own.low > long.own.low {
			long = w
		}
	}
	if short == nil || long.own.low <= short.own.high+seconds(logLag+c.grain) {
		return ""
	}
	return fmt.Sprintf("no negative TTL fits all windows of %s: %s kept the failure for at most %s s, %s for at least %s s; several JVMs may have written these logs (NAME=PATH tells them apart), one may have been restarted, or an edge of a window is wrong",
		c.host, windowID(short), oneDecimal(short.own.high), windowID(long), oneDecimal(long.own.low))
}

// closest is the shortest time between two lookups of c that frames show.
func closest(c *cacheEntry) int64 {
	least, last := int64(time.Hour), unset
	for _, t := range c.touches {
		if t.answer != answerNative {
			continue
		}
		if last != unset {
			least = min(least, t.at-last)
		}
		last = t.at
	}
	return least
}
