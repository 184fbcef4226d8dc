package analyze

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"timeline/analyze/settings"
)

// confidence in what lookups did that is told by how long they took: the try in front
// of which nothing can have been shows that, other tries make it likely where frames show
// the lookup.
func (s *scene) told(t *told, shown Confidence) Confidence {
	switch c := s.entryOf(t.process, t.host); {
	case t.said, t.alone:
		return shown
	case t.timed >= 2 && t.cause == CauseServerError: // however often it retried meanwhile
		return Moderate
	case c != nil && t.cause == CauseTimeout && t.timed > 0 && c.framesKnown():
		return c.byTimes(Moderate)
	}
	return Weak
}

func (s *scene) entryOf(process, host string) *cacheEntry {
	return s.byName[nameOf{process, host}]
}

// longestRetries is the longest that retries in front of a try's own lookup can
// have taken. A cache that keeps no failure shows nothing of them: where one try
// failed quickly there, others may have been long for their retries alone.
func (c *cacheEntry) longestRetries() int64 {
	if c.noCache && c.retries.n == 0 && c.retries.shortest != unset && c.retries.shortest < slowLookup {
		return int64(24 * time.Hour)
	}
	return c.overhead
}

// retriesBefore is the longest that retries before t's own try can have taken, where
// lookups are no measure of them.
func (c *cacheEntry) retriesBefore(t touch) int64 {
	if t.first && !t.last {
		return 0
	}
	return min(c.longestRetries(), int64(time.Hour))
}

// resolverTouches lists the tries of a that hold a resolver's own words.
func resolverTouches(a *attempt) []touch {
	var list []touch
	since := a.start
	for i, p := range a.probes {
		if asksResolver(p.failure) {
			list = append(list, touch{at: p.at, since: since, answer: p.answer, first: i == 0 && p.number == 1, failure: p.failure, attempt: a})
		}
		since = p.at
	}
	if a.isDNS() && asksResolver(a.failure) {
		list = append(list, touch{at: a.end, since: since, answer: a.failure.answer, last: true, failure: a.failure, attempt: a})
	}
	return list
}

// asksResolver reports whether f is a failure to resolve a name of another machine.
func asksResolver(f *failure) bool {
	return f != nil && f.dns && f.notName == "" && !f.ownName
}

// wait is how long the try of t took, retries before it included; unset if unknown.
func (t touch) wait() int64 {
	if t.since == unset || t.at == unset {
		return unset
	}
	return t.at - t.since
}

// touchCause says what the resolver did in one try. A temporary failure within
// milliseconds was an answer or a refusal; after seconds it was silence, unless the
// retries before that try can have taken them. Without a duration it is neither.
func touchCause(t touch, retries int64) Cause {
	f := t.failure
	if f.cause != CauseUnknown {
		return f.cause
	}
	if f.text == "" || f.answer != answerNative || t.since == unset || t.at == unset || !meansAgain(f.text) {
		return CauseUnknown
	}
	if t.first && !t.last {
		retries = 0
	}
	switch took := t.at - t.since; {
	case took >= max(slowLookup, retries+t.attempt.grain):
		return CauseTimeout
	case took < int64(300*time.Millisecond) && (t.attempt.grain == 0 || t.attempt.timed && len(t.attempt.probes) == 0): // a duration that is logged owes the clock nothing
		return CauseServerError
	}
	return CauseUnknown
}

// meansAgain reports whether text is one of the texts of EAI_AGAIN.
func meansAgain(text string) bool {
	rt, ok := asResolverText(text)
	return ok && rt.cause == CauseUnknown && !ambiguousAlone[rt.text] || text == "Try again"
}

func checkNameNotFound(s *scene) []Finding {
	var found []Finding
	for _, t := range s.toldCauses().list {
		if t.cause != CauseNotFound && t.cause != CauseNoAddress || !t.definite {
			continue
		}
		what := "there is no such name"
		if t.cause == CauseNoAddress {
			what = "the name has no address"
		}
		found = append(found, causeFinding("name-not-found", t, Strong,
			fmt.Sprintf("the resolver answered %s about %s: %s (%q).", plural(len(t.attempts), "try", "tries"), t.host, what, t.texts[0]),
			Rival{Hypothesis: "DNS was out of reach", Status: "refuted", Because: "that text is printed for an answer, not for silence"},
			checked(Action{
				Do: "create the record, or correct the name or the search list", Cost: "none",
				Effect: fmt.Sprintf("the next lookup after the negative TTL succeeds: %s would have had an address", tries(len(t.attempts))),
			}, digChecks("+search ", t.host, ""))))
	}
	return found
}

func checkResolverError(s *scene) []Finding {
	var found []Finding
	for _, t := range s.toldCauses().list {
		if t.cause != CauseServerError {
			continue
		}
		found = append(found, causeFinding("resolver-error", t, s.told(t, Moderate),
			fmt.Sprintf("the resolver failed on %s at once in %s: an error answer (SERVFAIL, REFUSED) or a closed port, not silence.", t.host, tries(len(t.attempts))),
			Rival{Hypothesis: "no answer within the time limit", Status: "refuted", Because: "the lookups failed within milliseconds, and a time-out takes seconds"},
			checked(Action{
				Do: "ask each name server for the name and read the status", Cost: "none",
				Effect: fmt.Sprintf("shows which server refuses, and why: %s began with such an answer", tries(len(t.attempts))),
			}, digChecks("", t.host, " | grep status"))))
	}
	return found
}

func checkResolverTimeout(s *scene) []Finding {
	var found []Finding
	named := map[nameOf]bool{}
	known := s.toldCauses()
	for _, t := range guessedTimeouts(s, known) {
		named[nameOf{t.process, t.host}] = true
		found = append(found, guessedFinding(s.options.Settings, t))
	}
	for _, t := range known.list {
		if t.cause != CauseTimeout {
			continue
		}
		if t.netty {
			found = append(found, nettyTimeout(t))
			continue
		}
		named[nameOf{t.process, t.host}] = true
		f := causeFinding("resolver-timeout", t, s.told(t, Strong), timeoutStatement(s.options.Settings, t.host, plural(len(t.attempts), "lookup", "lookups"), waitOf(t.longest)),
			errorRival(t), timeoutAction(t.host, len(t.attempts), waitOf(t.longest)))
		f.Evidence = append(f.Evidence, waitEvidence(s.options.Settings, waitOf(t.longest))...)
		found = append(found, f)
	}
	for _, c := range s.worstEntries() {
		as, least := waitedWithoutText(c)
		if len(as) == 0 || named[nameOf{c.process, c.host}] {
			continue
		}
		n := plural(len(as), "lookup", "lookups")
		if least < len(as) {
			n = fmt.Sprintf("%d to %d lookups", least, len(as))
		}
		took := slowestLookup(c.windows)
		f := causeFinding("resolver-timeout", &told{process: c.process, host: c.host, attempts: as}, Weak, timeoutStatement(s.options.Settings, c.host, n, took),
			Rival{Hypothesis: "the first name server was silent and the second said that there is no such name", Status: "possible", Because: "the logged exceptions are those of later tries and hold no resolver text",
				WouldDecide: "the resolver's own text: log the retries of the client at DEBUG"}, timeoutAction(c.host, len(as), took))
		if took.known() {
			f.Evidence[0].Note = fmt.Sprintf("the longest wait, %s, is one for servers that stay silent; the logs hold no text of the resolver", took)
		}
		f.Evidence = append(f.Evidence, waitEvidence(s.options.Settings, took)...)
		found = append(found, f)
	}
	return found
}

// errorRival says whether an error answer takes as long as the lookups of t did.
func errorRival(t *told) Rival {
	r := Rival{Hypothesis: "an error answer", Status: "refuted", Because: "with glibc, whose text this is, it comes within milliseconds"}
	if slices.Contains(t.texts, "Try again") {
		r.Status, r.Because, r.WouldDecide = "possible", "musl, whose text this is, waits its 5 s for an error answer too", "the status that each name server answers with"
	}
	return r
}

// waitedWithoutText lists the leaders of slow lookups of which no words tell the cause, and
// how many lookups that are at least: one that had begun before another ended may
// have waited for that one, and only retried longer.
func waitedWithoutText(c *cacheEntry) (as []*attempt, least int) {
	ended := unset
	for _, in := range c.slowLeaders() {
		as = append(as, in.leader)
		if start := in.leader.start; ended == unset || start == unset || start >= ended {
			least++
		}
		ended = max(ended, in.opensBy())
	}
	return as, least
}

// slowLeaders lists the slow lookups of c that have a leader, and no words that tell
// their cause.
func (c *cacheEntry) slowLeaders() []*insertion {
	var list []*insertion
	for _, w := range c.windows {
		if w.in.slow && w.in.leader != nil && w.in.surelySlow() && (w.in.failure == nil || w.in.failure.cause == CauseUnknown) {
			list = append(list, w.in)
		}
	}
	return list
}

// surelySlow reports whether the leader of in waited for long, however much of its time
// retries behind the lookup took; also where nobody knows when it began.
func (in *insertion) surelySlow() bool {
	return in.leader.start == unset || in.wait().low >= slowLookup
}

func timeoutStatement(set *settings.JVM, host, n string, took lookupWait) string {
	s := fmt.Sprintf("%s of %s got no answer within the resolver's time limit", n, host)
	if !took.known() {
		return s + "."
	}
	return s + ": the longest wait was " + took.String() + limitClause(set, took.high) + "."
}

// resolverLimits are the times after which common resolvers give up on servers
// that stay silent (glibc 2.36 and musl 1.2.3, measured).
var resolverLimits = []struct {
	seconds float64
	who     string
}{
	{5, "musl's limit, or glibc's with attempts:1"}, {10, "glibc's default with one name server"},
	{20.1, "glibc's default with two name servers"}, {28.1, "glibc's default with three name servers"},
}

// limitClause names the limit that took fits: one of the given settings, else of
// a common resolver.
func limitClause(set *settings.JVM, took int64) string {
	if set != nil && set.Resolver != nil {
		if w := set.Resolver.Explains(time.Duration(took)); w != nil {
			return fmt.Sprintf(", as %s (%s s)", w.What, oneDecimal(w.Seconds))
		}
		return ""
	}
	for _, l := range resolverLimits {
		if s := seconds(took); s >= l.seconds-0.1 && s <= l.seconds+0.9 {
			return fmt.Sprintf(", as %s (%s s)", l.who, oneDecimal(l.seconds))
		}
	}
	return ""
}

func timeoutAction(host string, n int, took lookupWait) Action {
	effect := fmt.Sprintf("lookups end in milliseconds: %s, and what queued on them, waited for none", tries(n))
	switch {
	case took.known() && n == 1:
		effect = fmt.Sprintf("lookups end in milliseconds: 1 try waited %s for one, and others queued on it", took)
	case took.known():
		effect = fmt.Sprintf("lookups end in milliseconds: %s waited for one, the longest %s, and others queued on them", tries(n), took)
	}
	return checked(Action{
		Do: "check the way to the name servers (packet loss, conntrack, a dead first server)", Effect: effect, Cost: "none",
	}, digChecks("+tries=1 +time=1 ", host, "; cat /etc/resolv.conf"))
}

func causeFinding(id string, t *told, c Confidence, statement string, rival Rival, action Action) Finding {
	note := "the logs hold no text of the resolver"
	if len(t.texts) > 0 {
		note = fmt.Sprintf("the resolver's own text is %q", t.texts[0])
	}
	return Finding{
		ID: id, Process: t.process, Host: t.host, Confidence: c, From: instantTime(earliestWhen(t.attempts)), To: instantTime(latestEnd(t.attempts)),
		Statement: upperFirst(statement), Evidence: []Evidence{evidence(t.attempts, "%s", note)}, Rivals: []Rival{rival},
		NotShown: []string{"what the name server sent: only a capture or its query log shows that"}, Actions: []Action{action},
	}
}

func earliestWhen(as []*attempt) int64 {
	t := unset
	for _, a := range as {
		if w := a.when(); w != unset && (t == unset || w < t) {
			t = w
		}
	}
	return t
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	r := []rune(s)
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

func checkOwnName(s *scene) []Finding {
	return nameFindings(s, "own-name", func(f *failure) bool { return f.ownName },
		func(t *told, _ *failure) string {
			return fmt.Sprintf("%s asked for %s, the machine's own name: no remote service is down, and the answer was not read from the address cache.", upperFirst(tries(len(t.attempts))), t.host)
		},
		func(_ string, n int) Action {
			return checked(Action{
				Do: "add the machine's name to /etc/hosts, or keep the host name and its record in step", Cost: "none",
				Effect: fmt.Sprintf("getLocalHost succeeds: %s failed for want of it", tries(n)),
			}, everywhere(`getent hosts "$(hostname)"`))
		})
}

func checkNotAName(s *scene) []Finding {
	return nameFindings(s, "not-a-name", func(f *failure) bool { return f.notName != "" && !f.ownName },
		func(t *told, f *failure) string {
			others := ""
			if slices.ContainsFunc(t.attempts, func(a *attempt) bool { return a.host != t.host }) {
				others = " or the same with other numbers"
			}
			return fmt.Sprintf("%s failed on the name %q%s, which is no host name: %s. That is a setting or a program error, or an exception that a program threw of itself, and no outage of DNS.", upperFirst(tries(len(t.attempts))), t.host, others, f.notName)
		},
		func(host string, n int) Action {
			return checked(Action{
				Do: "correct the setting that this name comes from", Cost: "none",
				Effect: fmt.Sprintf("the right name is looked up: %s asked for this one", tries(n)),
			}, everywhere("env | grep -F -e "+shellWord(host)+"; grep -rnF -e "+shellWord(host)+" ."))
		})
}

func nameFindings(s *scene, id string, is func(*failure) bool, say func(*told, *failure) string, action func(string, int) Action) []Finding {
	var list []*told
	byText := map[nameOf]*told{}
	for _, a := range s.attempts {
		if a.failure == nil || a.outcome != OutcomeFailed || !is(a.failure) || !s.worst.has(a.process, a.host) {
			continue
		}
		k := nameOf{a.process, withoutNumbers(a.host)}
		t := byText[k]
		if t == nil {
			t = &told{process: a.process, host: a.host}
			byText[k], list = t, append(list, t)
		}
		t.attempts = append(t.attempts, a)
	}
	var found []Finding
	for _, t := range list {
		f := t.attempts[0].failure
		found = append(found, Finding{
			ID: id, Process: t.process, Host: t.host, Confidence: Strong, From: instantTime(earliestWhen(t.attempts)), To: instantTime(latestEnd(t.attempts)),
			Statement: say(t, f), Evidence: []Evidence{evidence(t.attempts, "%s: %s", f.exception, f.message)},
			Rivals: []Rival{}, NotShown: []string{}, Actions: []Action{action(t.host, len(t.attempts))},
		})
	}
	return found
}

// withoutNumbers takes the numbers out of a text with blanks, which is no name: "see
// wiki, retry 3" and the same with 4 are one. A name stays as it is.
func withoutNumbers(text string) string {
	if !strings.Contains(text, " ") {
		return text
	}
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r >= '0' && r <= '9' }), "0")
}
