package analyze

import "slices"

// A check looks for one kind of finding. It says nothing where the scene fits an
// innocent cause as well.
type check struct {
	id  string
	doc string // what it says, in one sentence
	run func(*scene) []Finding
}

// checks are all findings, in the order of the report.
var checks = []check{
	{"shared-lookup", "tries that started apart ended together: they queued on one failed lookup", checkSharedLookup},
	{"negative-cache", "failures of a window of fixed length were served from the JVM's cached failure", checkNegativeCache},
	{"instant-failure", "failures too fast to have asked DNS", checkInstantFailure},
	{"retry-trap", "retries whose whole span lay inside the window, so that they could not succeed", checkRetryTrap},
	{"sawtooth", "lookup, window, lookup, window: the cause lasted longer than one TTL", checkSawtooth},
	{"serial-lookups", "no negative caching: waiters look up one after another", checkSerialLookups},
	{"slow-lookup", "lookups that took seconds and then succeeded, with tries queued behind them", checkSlowLookup},
	{"name-not-found", "the resolver answered, definitely: no such name, or no address", checkNameNotFound},
	{"resolver-error", "the resolver answered or refused at once, without an answer to the question", checkResolverError},
	{"resolver-timeout", "no answer within the resolver's time limit", checkResolverTimeout},
	{"stale-address", "traffic kept going to an old address after the name had moved", checkStaleAddress},
	{"pinned-connection", "an open connection, not the cache, kept traffic on the old address", checkPinnedConnection},
	{"client-address", "the client library, not the JVM's cache, kept the old address", checkClientAddress},
	{"ignored-setting", "a flag or property of the given configuration has no effect, or another one than meant", checkIgnoredSetting},
	{"cached-forever", "the given configuration keeps an answer for ever", checkCachedForever},
	{"mixed-processes", "the evidence fits only if more than one JVM wrote these logs", checkMixedProcesses},
	{"own-name", "the name is the machine's own: no remote service is down", checkOwnName},
	{"not-a-name", "what was looked up is no host name: a programming or configuration error", checkNotAName},
}

func runChecks(s *scene) []Finding {
	found := []Finding{}
	for _, c := range checks {
		for _, f := range mostShown(c.run(s)) {
			found = append(found, withoutNil(f))
		}
	}
	weakLast := func(a, b Finding) int {
		return min(b.Confidence.rank(), Moderate.rank()) - min(a.Confidence.rank(), Moderate.rank())
	}
	slices.SortStableFunc(found, weakLast) // what is only a question does not come before what is known
	return leadWithCause(s, found)
}

// withoutNil makes absent lists empty ones: the JSON report has no null lists.
func withoutNil(f Finding) Finding {
	if f.Evidence == nil {
		f.Evidence = []Evidence{}
	}
	if f.Rivals == nil {
		f.Rivals = []Rival{}
	}
	if f.NotShown == nil {
		f.NotShown = []string{}
	}
	if f.Actions == nil {
		f.Actions = []Action{}
	}
	for i := range f.Actions {
		if f.Actions[i].Checks == nil {
			f.Actions[i].Checks = []Check{}
		}
	}
	return f
}

// FindingIDs lists the ids of all kinds of findings.
func FindingIDs() []string {
	list := make([]string, len(checks))
	for i, c := range checks {
		list[i] = c.id
	}
	return list
}
