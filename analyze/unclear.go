package analyze

import (
	"fmt"
	"slices"
	"strings"

	"timeline/analyze/settings"
)

// guessedTimeouts lists, of names of which nothing else tells what the resolver did,
// the lookups that failed after a time that fits the limit of a resolver. Nothing
// shows how long the retries inside those tries took, so it stays a guess.
func guessedTimeouts(s *scene, known *toldCauses) []*told {
	var list []*told
	for _, c := range s.worstEntries() {
		if len(known.byName[nameOf{c.process, c.host}]) > 0 {
			continue
		}
		if t := c.guessedTimeout(s.options.Settings); t != nil {
			list = append(list, t)
		}
	}
	return list
}

// guessedTimeout is nil unless all lookups of c that failed for a while took as long
// as a resolver waits, and no retries show.
func (c *cacheEntry) guessedTimeout(set *settings.JVM) *told {
	t := &told{process: c.process, host: c.host, cause: CauseTimeout, longest: unset}
	for _, tt := range c.touches {
		if tt.answer != answerNative || !meansAgain(tt.failure.text) {
			continue
		}
		if c.retries.n > 0 || !tt.attempt.timed || tt.wait() < slowLookup || limitClause(set, tt.wait()) == "" {
			return nil
		}
		t.longest = max(t.longest, tt.wait())
		t.attempts = append(t.attempts, tt.attempt)
		if !slices.Contains(t.texts, tt.failure.text) {
			t.texts = append(t.texts, tt.failure.text)
		}
	}
	if len(t.attempts) == 0 {
		return nil
	}
	return t
}

func guessedFinding(set *settings.JVM, t *told) Finding {
	n, after := len(t.attempts), "after "
	if n > 1 {
		after = "after up to "
	}
	statement := fmt.Sprintf("%s of %s failed at the resolver itself (%q), %s%s%s: probably no answer came.",
		plural(n, "lookup", "lookups"), t.host, t.texts[0], after, span(t.longest), limitClause(set, t.longest))
	rival := Rival{Hypothesis: "error answers, and retries inside the try took the time", Status: "possible", Because: "nothing shows how long the client's retries take",
		WouldDecide: "the retries of the client, logged at DEBUG, or the resolver's query log"}
	return causeFinding("resolver-timeout", t, Weak, statement, rival, timeoutAction(t.host, n, waitOf(t.longest)))
}

// ownLookups lists the attempts that failed in a lookup of their own, by their frames or
// by the resolver's own words, and those words where there are any.
func ownLookups(s *scene) (as []*attempt, text string) {
	for _, a := range s.attempts {
		if a.class != ClassLookup || a.failure == nil || a.failure.answer != answerNative {
			continue
		}
		as = append(as, a)
		if text == "" {
			text = a.failure.text
		}
	}
	return as, text
}

// unresolvedVerdict says of attempts that failed to resolve a name, where no finding
// names a cause, how many they were and that the logs do not tell why.
func unresolvedVerdict(s *scene, dns, all int) string {
	counted, open := unresolved(s, dns, all)
	return strings.TrimSuffix(counted+open, ".") + otherKindsClause(s) + "."
}

// unresolved counts the attempts that failed to resolve a name: those whose lookup itself
// failed, those that queued on one, and those of which the logs do not say who answered.
// open says what the logs leave open.
func unresolved(s *scene, dns, all int) (counted, open string) {
	const whoAnswered = "the logs do not show whether the JVM's cache or DNS itself answered."
	counted = fmt.Sprintf("%d of %s failed to resolve %s", dns, plural(all, "attempt", "attempts"), failedNames(s))
	own, text := ownLookups(s)
	queued := filter(s.attempts, func(a *attempt) bool { return a.class == ClassWaited && framesShowWait(a) })
	if len(own)+len(queued) == 0 {
		return counted, ", and " + whoAnswered
	}
	var known []string
	if len(own) > 0 {
		if text != "" {
			text = fmt.Sprintf(" (%q)", text)
		}
		known = append(known, fmt.Sprintf("%s failed at the resolver itself%s", plural(len(own), "lookup", "lookups"), text))
	}
	if len(queued) > 0 {
		known = append(known, fmt.Sprintf("%s queued on a lookup of another thread and shared its failure", tries(len(queued))))
	}
	counted += ": " + strings.Join(known, ", ")
	if rest := dns - len(own) - len(queued); rest > 0 {
		return counted, fmt.Sprintf(", and of %s %s", plural(rest, "other try", "other tries"), whoAnswered)
	}
	return counted, ", and the logs do not show why."
}
