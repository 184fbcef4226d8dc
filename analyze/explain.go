package analyze

// A Doc explains one kind of finding to the author of a report.
type Doc struct {
	ID         string
	Says       string   // what it claims, in one sentence
	Mechanism  string   // how a JVM, or what else, comes to do this
	Evidence   []string // what it takes to be named
	Innocent   []string // causes that look alike, and how it is told from them
	Versions   string   // where it holds
	References []string
}

// references that several findings share.
const (
	refNetProperties = "OpenJDK, conf/security/java.security: networkaddress.cache.ttl, networkaddress.cache.negative.ttl"
	refInetAddress   = "OpenJDK, java.net.InetAddress and sun.net.InetAddressCachePolicy (source)"
	refResolvConf    = "resolv.conf(5): timeout, attempts, single-request-reopen"
	refGetaddrinfo   = "getaddrinfo(3): EAI_NONAME, EAI_AGAIN, EAI_NODATA"
	refKubernetesDNS = "kubernetes/kubernetes#56903: lost DNS answers through a race in conntrack"
	refAWSRetries    = "aws/aws-sdk-java#453: retries of the SDK meet the JVM's cached failure"
)

// docs explains every check. TestDocs holds that none is missing or half written.
var docs = map[string]Doc{
	"shared-lookup": {
		Mechanism: "Per name, one thread of a JVM looks up; the others wait on a lock and get the leader's result. When it fails after seconds, all fail at that instant, however long each had waited.",
		Evidence:  []string{"failed name lookups whose ends lie together although their starts lie apart, with the odds of that by chance", "or frames of NameServiceAddresses.get: a thread that waited"},
		Innocent:  []string{"waits of a fixed length end as far apart as they began", "a burst begins together and ends together: it says nothing", "connection pools and stalled servers release many at once too, and raise other exceptions"},
		Versions:  "JDK 8 to 25. JDK 8 before 8u352 waits in checkLookupTable and logs the same frames as a cached failure.", References: []string{refInetAddress, refResolvConf},
	},
	"negative-cache": {
		Mechanism: "A failed lookup stays in the JVM's address cache for networkaddress.cache.negative.ttl seconds, counted from the end of the lookup: 10 in the java.security file of every JDK. Until then the name fails in under a millisecond, and no query leaves the process.",
		Evidence:  []string{"frames that read the cached failure: CachedAddresses.get or CachedLookup.get below getAllByName0", "or quick failures between slow lookups, in windows that agree on one TTL"},
		Innocent:  []string{"a resolver that refuses at once is as quick: frames, or slow lookups on both sides, tell", "a circuit breaker opens for fixed times too, and says so in its exceptions", "a missing name without a negative TTL fails by a lookup each time: native frames on every try"},
		Versions:  "JDK 8 to 25. Android keeps failures for 2 s; Netty's own resolver keeps none by default.", References: []string{refNetProperties, refInetAddress, refAWSRetries},
	},
	"instant-failure": {
		Mechanism: "An answer from the cache takes less than a millisecond; what a try still takes is the back-off of the client between its own retries.",
		Evidence:  []string{"failed tries that took no longer than retries inside a try do, after a lookup that took long, or with frames of the cache"},
		Innocent:  []string{"the same as for negative-cache"}, Versions: "as negative-cache", References: []string{refInetAddress},
	},
	"retry-trap": {
		Mechanism: "A retry that begins and ends while the failure is cached gets the same failure again. Most clients give up within a second: the whole span of their retries lies inside one window.",
		Evidence:  []string{"a later try of the same job and operation that lay inside a window of its name"},
		Innocent:  []string{"retries that failed on lookups of their own: they show native frames or take as long as a lookup"}, Versions: "as negative-cache", References: []string{refAWSRetries},
	},
	"sawtooth": {
		Mechanism: "When the cause lasts longer than one TTL, the next try after each window looks up again, fails again, and opens the next one: lookup, window, lookup, window. The period is the lookup's time plus the TTL.",
		Evidence:  []string{"two or more windows of one name in a row with no success between them"},
		Innocent:  []string{"separate outages: successes lie between the windows"}, Versions: "as negative-cache", References: []string{refNetProperties},
	},
	"serial-lookups": {
		Mechanism: "With a negative TTL of 0 nothing is kept, so threads that waited for a lookup do their own one after another: with a silent resolver the n-th waits n times its limit.",
		Evidence:  []string{"three or more lookups of one name by their frames, none from the cache, that end one after another while others wait"},
		Innocent:  []string{"a resolver that gets slower: its answers do not come a fixed time apart"}, Versions: "JDK 8 to 25", References: []string{refNetProperties, refInetAddress},
	},
	"slow-lookup": {
		Mechanism: "A lost packet or a dead first name server makes a lookup take the resolver's time-out before another server answers. It succeeds, and all that queued on it go on at once.",
		Evidence:  []string{"three or more groups of slow successes that began apart and ended together, all equally long and for whole seconds", "or one such group right after a failed lookup of the same name"},
		Innocent:  []string{"a server that stalls and answers all at once, or a process that was stopped: one group alone is never enough", "a name whose tries are slow at all times"},
		Versions:  "JDK 8 to 25; 5 s is the usual time-out of glibc and musl", References: []string{refResolvConf, refKubernetesDNS},
	},
	"name-not-found": {
		Mechanism: "The resolver answered that there is no such name, or that it has no address.",
		Evidence:  []string{"the resolver's own text, definite on its platform, in the exception of a thread that did the lookup"},
		Innocent:  []string{"time-outs and refusals have another text with glibc; Android and macOS print theirs without a network too, and do not count"}, Versions: "texts of glibc, musl and Windows, in ten languages", References: []string{refGetaddrinfo},
	},
	"resolver-error": {
		Mechanism: "The resolver answered with an error (SERVFAIL, REFUSED), or its port was closed: the lookup failed within milliseconds, with the same text as a time-out.",
		Evidence:  []string{"the text of a temporary failure from a lookup that took milliseconds"},
		Innocent:  []string{"a time-out takes seconds", "musl waits 5 s for errors too, and cannot be told apart there"}, Versions: "glibc", References: []string{refGetaddrinfo},
	},
	"resolver-timeout": {
		Mechanism: "No name server answered within the time limit of the resolver: with glibc timeout × attempts, by default 10 s with one server, 20 s with two; with musl 5 s.",
		Evidence:  []string{"a lookup that failed after seconds, with the text of a temporary failure, or by its length alone with less certainty"},
		Innocent:  []string{"a dead first server and a second one that knows no such name take as long: the text tells"}, Versions: "glibc 2.36 and musl 1.2.3, measured", References: []string{refResolvConf, refGetaddrinfo},
	},
	"stale-address": {
		Mechanism: "A successful lookup stays in the cache for networkaddress.cache.ttl seconds: 30 by default, for ever with a security manager up to JDK 23, or with -1. Until then new connections go to the old address.",
		Evidence:  []string{"uses of an old address after the change, while peers had moved or the author knows when it changed", "or requests that hung to their time limit while the new address answered others"},
		Innocent:  []string{"a name with several addresses in turn: no point in time parts them", "an open connection: see pinned-connection", "a server that stood still: its requests end when it recovers", "settings of a shorter TTL: with --java-security or --jvm-flags uses later than the cache keeps an address are not put on it"}, Versions: "JDK 8 to 25", References: []string{refNetProperties},
	},
	"pinned-connection": {
		Mechanism: "An open connection is not looked up again: a keep-alive connection stays on the old address until either side closes it, whatever the TTL.",
		Evidence:  []string{"records in which the name resolved to the new address while the old one answered"},
		Innocent:  []string{"the address cache: the same process had resolved the new address"}, Versions: "any client that keeps connections open", References: []string{"RFC 9112, section 9: persistence and Connection: close"},
	},
	"client-address": {
		Mechanism: "Some client libraries keep addresses of their own: a topology of cluster nodes, or an InetSocketAddress in a field, which never resolves again. They go back to an old address although the JVM knows the new one.",
		Evidence:  []string{"uses of an old address after a change that the author gives, after the same client had reached a new one"},
		Innocent:  []string{"a name with several addresses in turn: that is why the author must give the change"}, Versions: "any", References: []string{"redis/lettuce#1343: the watchdog keeps the old address"},
	},
	"own-name": {
		Mechanism: "InetAddress.getLocalHost looks the machine's own host name up. It fails where that name has no record and no line in /etc/hosts.",
		Evidence:  []string{"frames of getLocalHost, or its doubled message (name: name: text)"},
		Innocent:  []string{"a remote name that happens to be short"}, Versions: "JDK 8 to 25; this call never reads the cache of failures", References: []string{refInetAddress},
	},
	"not-a-name": {
		Mechanism: "What was given as a host is a URL, holds a port, a path or a blank, or is the text of an address. Such text never reaches a name server, or can have no record.",
		Evidence:  []string{"the name in the exception itself"}, Innocent: []string{"a name that is unusual and yet valid: underscores and final dots count as names"}, Versions: "any", References: []string{"RFC 1123, section 2.1: host names"},
	},
	"ignored-setting": {
		Mechanism: "The TTLs are security properties. As a system property -Dnetworkaddress.cache.* does nothing, and -Dsun.net.inetaddr.* counts only where the security property is unset.",
		Evidence:  []string{"a line of the given configuration, and the rule that makes it ineffective"}, Innocent: []string{"a setting that another layer overrides on purpose: both lines are shown"}, Versions: "JDK 8 to 25", References: []string{refNetProperties},
	},
	"cached-forever": {
		Mechanism: "A positive TTL of -1, or a security manager without a TTL up to JDK 23, keeps the first address until the process ends.",
		Evidence:  []string{"the effective positive TTL of the given configuration, and traffic that stayed on an old address"}, Innocent: []string{"an open connection"}, Versions: "the security manager's rule up to JDK 23", References: []string{refNetProperties},
	},
	"mixed-processes": {
		Mechanism: "Each JVM has a cache of its own. Logs of several, read as one, show lookups inside each other's windows.",
		Evidence:  []string{"frames of failed lookups of one name less than a second apart, beside frames that read a cached failure: a cache that keeps a failure keeps it for a second at least", "weakly: successes inside windows that frames prove, all of them in other inputs than the failures"}, Innocent: []string{"open connections, which need no lookup", "another spelling of the name: it is an entry of its own", "a process that was restarted: that is why one such lookup is not enough"}, Versions: "JDK 8 to 25", References: []string{refInetAddress},
	},
}

// Docs lists the explanations of all kinds of findings, in the order of reports.
func Docs() []Doc {
	list := make([]Doc, len(checks))
	for i, c := range checks {
		d := docs[c.id]
		d.ID, d.Says = c.id, c.doc
		list[i] = d
	}
	return list
}
