package main

import (
	"time"

	"timeline/analyze"
)

// An announcement says that a finding became sure, changed, or no longer holds.
type announcement struct {
	event   string // new, update, withdrawn
	finding analyze.Finding
}

// An announcer tells findings once. What the logs say changes with every line,
// so a finding must hold for a while before it is told; its numbers grow with
// every failure, so changes that leave it as sure as before are told seldom.
type announcer struct {
	only  conditions
	known map[findingKey]*knownFinding
	order []findingKey
}

const repeatAfter = time.Minute // between two updates of one finding's numbers

// A findingKey tells findings apart: by what they say of whom, and by their
// number where that is not enough.
type findingKey struct {
	id, process, host string
	number            int
}

type knownFinding struct {
	finding analyze.Finding
	since   time.Time // it has been as sure as this, or absent
	told    analyze.Finding
	toldAt  time.Time // zero: not yet
	present bool
}

func newAnnouncer(only conditions) *announcer {
	return &announcer{only: only, known: map[findingKey]*knownFinding{}}
}

// learn takes the findings of a new report.
func (a *announcer) learn(findings []analyze.Finding, now time.Time) {
	count := map[findingKey]int{}
	here := map[findingKey]bool{}
	for _, f := range findings {
		key := findingKey{id: f.ID, process: f.Process, host: f.Host}
		count[key]++
		key.number = count[key]
		here[key] = true
		k := a.known[key]
		if k == nil {
			k = &knownFinding{since: now}
			a.known[key] = k
			a.order = append(a.order, key)
		} else if !k.present || k.finding.Confidence != f.Confidence {
			k.since = now
		}
		k.finding, k.present = f, true
	}
	for key, k := range a.known {
		if k.present && !here[key] {
			k.present, k.since = false, now
		}
	}
}

// due returns what is to be told. A finding that went because its time is
// before horizon goes without a word. At the end nothing waits.
func (a *announcer) due(now, horizon time.Time, end bool) []announcement {
	var list []announcement
	kept := a.order[:0]
	for _, key := range a.order {
		k := a.known[key]
		held := end || now.Sub(k.since) >= settleAfter
		if !k.present && held {
			if !k.toldAt.IsZero() && k.told.To.After(horizon) {
				list = append(list, announcement{"withdrawn", k.told})
			}
			delete(a.known, key)
			continue
		}
		kept = append(kept, key)
		if event := k.event(a.only, now, held, end); event != "" {
			k.told, k.toldAt = k.finding, now
			list = append(list, announcement{event, k.finding})
		}
	}
	a.order = kept
	return list
}

// event is what to tell of k, "" for nothing. held: it has been as it is for a
// while.
func (k *knownFinding) event(only conditions, now time.Time, held, end bool) string {
	told := !k.toldAt.IsZero()
	switch {
	case !k.present:
		return ""
	case !told && held && only.met(&k.finding):
		return "new"
	case !told:
		return ""
	case k.told.Confidence != k.finding.Confidence && held:
		return "update"
	case k.told.Statement != k.finding.Statement && (end || now.Sub(k.toldAt) >= repeatAfter):
		return "update"
	}
	return ""
}
