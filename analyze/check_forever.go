package analyze

import (
	"fmt"
	"math"
	"time"

	"timeline/analyze/settings"
)

// checkCachedForever says that the given settings keep an answer for ever. Where
// traffic stayed on an old address that explains it; elsewhere it is a weak note.
func checkCachedForever(s *scene) []Finding {
	set := s.options.Settings
	if set == nil {
		return nil
	}
	var found []Finding
	if set.Positive.Forever {
		for _, l := range laggards(s) {
			if !l.pinned() {
				found = append(found, foreverLaggard(set, l))
			}
		}
		if len(found) == 0 {
			found = append(found, foreverNote(set, settings.Positive, "a changed address is used only after a restart"))
		}
	}
	if set.Negative.Forever {
		found = append(found, foreverNegative(s, set)...)
	}
	return found
}

func foreverNote(set *settings.JVM, k settings.Cache, effect string) Finding {
	kept := map[settings.Cache]string{settings.Positive: "successful", settings.Negative: "failed"}[k]
	return Finding{
		ID: "cached-forever", Confidence: Weak, Evidence: settingEvidence(set, k, nil),
		Statement: fmt.Sprintf("The given settings keep %s lookups for ever: %s (%s).", kept, effect, set.TTL(k).Because),
		NotShown:  []string{"an effect of it: these logs hold none"}, Actions: []Action{foreverAction(k)},
	}
}

func foreverAction(k settings.Cache) Action {
	if k == settings.Negative {
		return checked(Action{
			Do: setNegativeTTL, Effect: "a failure is forgotten after 1 s", Cost: "while DNS is down, one lookup a second and name",
		}, lintChecks(""))
	}
	return checked(Action{
		Do: "set networkaddress.cache.ttl=30 in java.security", Effect: "a changed address is used within 30 s", Cost: "one lookup per name every 30 s; open connections keep theirs",
	}, lintChecks(""))
}

// soon is the longest time to a move that a TTL of the default length explains as
// well as one for ever.
const soon = int64(time.Minute)

// foreverLaggard ties a positive TTL for ever to a stream that stayed behind.
func foreverLaggard(set *settings.JVM, l laggard) Finding {
	f := Finding{ID: "cached-forever", Process: l.process, Host: l.host, From: instantTime(l.from()), To: instantTime(l.to()), Confidence: Strong}
	stayed := fmt.Sprintf("stayed on the old %s of %s until the logs end", addressWord(l.oldUsed()), l.host)
	if l.moved != nil {
		f.Confidence = Moderate
		lag := l.to() - l.from()
		stayed = fmt.Sprintf("stayed on the old %s of %s for %s", addressWord(l.oldUsed()), l.host, span(lag))
		restart := Rival{
			Hypothesis: "the TTL was bounded, and other settings than the given ones were in force", Status: "possible",
			Because: "it did move, and the logs do not show a restart", WouldDecide: "the start time of the process",
		}
		if lag < soon {
			f.Confidence = Weak
			restart.Because = "it moved within the default TTL of 30 s and a request, and the logs do not show a restart"
		}
		f.Rivals = append(f.Rivals, restart)
	}
	if set.Positive.Doubt {
		f.Confidence = Weak
	}
	f.Statement = fmt.Sprintf("The given settings keep successful lookups for ever (%s): %s %s.", set.Positive.Because, l.name(), stayed)
	f.Evidence = append(settingEvidence(set, settings.Positive, nil), evidence(l.all(), "%s after the change went to an old address, or hung", tries(len(l.all()))))
	f.Rivals = append(f.Rivals, Rival{
		Hypothesis: "an open connection, not the address cache, kept the traffic there", Status: "possible",
		Because: "the logs do not show whether each request opened a connection", WouldDecide: "connection counts, or Connection: close from the old server",
	})
	f.NotShown = []string{"when this process looked the name up last"}
	f.Actions = []Action{foreverAction(settings.Positive)}
	f.Actions[0].Effect += ": " + l.saved(defaultPositive)
	return f
}

// foreverNegative ties a negative TTL for ever to windows that were not seen to
// close.
func foreverNegative(s *scene, set *settings.JVM) []Finding {
	var found []Finding
	for _, v := range seenNegative(s) {
		if len(v.windows) == 0 || !math.IsInf(v.bound.high, 1) {
			continue
		}
		f := foreverNote(set, settings.Negative, "one failure ends only with a restart")
		f.Process, f.Host, f.Confidence = v.process, v.host, Strong
		f.From, f.To = v.span()
		f.Statement += fmt.Sprintf(" The logs show %s.", v.words())
		f.Evidence = append(f.Evidence, v.evidence()...)
		f.NotShown = []string{"how it ended: no lookup of the name worked again in these logs"}
		found = append(found, f)
	}
	if len(found) == 0 {
		found = append(found, foreverNote(set, settings.Negative, "one failure ends only with a restart"))
	}
	return found
}
