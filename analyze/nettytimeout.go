package analyze

import (
	"fmt"
	"time"
)

// nettyQueryTimeout is how long Netty's own resolver waits for the answer to one query,
// unless DnsNameResolverBuilder.queryTimeoutMillis says otherwise (Netty 4.1).
const nettyQueryTimeout = 5 * time.Second

// nettyTimeout is the finding for lookups whose exception says that a query of Netty's
// resolver timed out. The limits of libc have no part in it, nor has the JVM's cache.
func nettyTimeout(t *told) Finding {
	n := len(t.attempts)
	s := fmt.Sprintf("%s of %s by Netty's own resolver got no answer within its query timeout", plural(n, "lookup", "lookups"), t.host)
	effect := fmt.Sprintf("lookups end in milliseconds: %s waited for none", tries(n))
	if t.longest != unset {
		s += ": the longest wait was " + span(t.longest)
		if d := time.Duration(t.longest) - nettyQueryTimeout; d > -100*time.Millisecond && d < 900*time.Millisecond {
			s += ", as its default queryTimeoutMillis (5000 ms)"
		}
		effect = fmt.Sprintf("lookups end in milliseconds: %s waited up to %s for one", tries(n), span(t.longest))
	}
	action := timeoutAction(t.host, n, waitOf(t.longest))
	action.Effect = effect
	f := causeFinding("resolver-timeout", t, Strong, s+".",
		Rival{Hypothesis: "an error answer", Status: "refuted", Because: "Netty's exception says that its query timed out"}, action)
	if len(t.texts) == 0 {
		f.Evidence[0].Note = "the exceptions are those of Netty's resolver, for a query without an answer"
	}
	return f
}
