package analyze

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// A logBook writes the log of a client whose tries are known, in any order. Its times
// are milliseconds.
type logBook struct{ lines map[int][]string }

const bookHost = "orders.example.com"

// Frames of an UnknownHostException in JDK 17.
const (
	bookLookup = ": Temporary failure in name resolution\n\tat java.base/java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)\n\tat java.base/java.net.InetAddress.getAddressesFromNameService(InetAddress.java:1543)\n"
	bookWaited = "\n\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n\tat java.base/java.net.InetAddress$NameServiceAddresses.get(InetAddress.java:887)\n"
	bookCached = "\n\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)\n"
)

func (b *logBook) add(at int, text string) {
	if b.lines == nil {
		b.lines = map[int][]string{}
	}
	clock := time.Date(2026, 7, 28, 11, 45, 0, 0, time.UTC).Add(time.Duration(at) * time.Millisecond).Format("2006-01-02 15:04:05.000")
	b.lines[at] = append(b.lines[at], clock+" [pool-1-thread-"+fmt.Sprint(1+len(b.lines)%16)+"] "+text)
}

// fails logs a try that took so long and failed on the name; frames say how. A try
// that took 0 does not log its duration.
func (b *logBook) fails(at, took int, frames string) {
	said := ""
	if took > 0 {
		said = fmt.Sprintf(" after %d ms", took)
	}
	b.add(at, "ERROR c.e.Client - GET http://"+bookHost+"/v1 failed"+said+"\njava.net.UnknownHostException: "+bookHost+frames)
}

func (b *logBook) succeeds(at, took int) {
	b.add(at, fmt.Sprintf("INFO c.e.Client - GET http://%s/v1 -> 200 (%d ms)\n", bookHost, took))
}

func (b *logBook) String() string {
	var text strings.Builder
	var ats []int
	for at := range b.lines {
		ats = append(ats, at)
	}
	slices.Sort(ats)
	for _, at := range ats {
		text.WriteString(strings.Join(b.lines[at], ""))
	}
	return text.String()
}

// A machine that wakes two dozen threads at once takes a while to write what they
// say: a failure that is kept for a second at least leaves no room for another lookup.
func TestManyReleasedAtOnce(t *testing.T) {
	var b logBook
	for i := range 20 {
		frames := bookWaited
		if i == 17 {
			frames = bookLookup
		}
		b.fails(10_000+i*14, 0, frames)
	}
	for i := range 12 {
		b.fails(10_500+i*700, 0, bookCached)
	}
	r := reportOn(t, b.String())
	if len(r.Windows) != 1 || len(r.Windows[0].Lookup.Waited) != 19 || len(r.Windows[0].Cached) != 12 {
		t.Errorf("windows %+v, want one on which 19 waited and that answered 12", r.Windows)
	}
}

// Successes that were slow together just behind a slow lookup that failed may have
// waited for the next one. Behind quick ones they may not: the name resolved again.
func TestSlowBehindFailedLookup(t *testing.T) {
	for _, recovered := range []bool{false, true} {
		var b logBook
		for i := range 9 {
			frames := bookWaited
			if i == 0 {
				frames = bookLookup
			}
			b.fails(5_000+i, 2_000-i*210, frames)
		}
		for i := range 30 {
			b.fails(5300+i*320, 1, bookCached)
		}
		for i := range 20 {
			b.succeeds(i*150+100, 42)
			b.succeeds(20_000+i*150, 42)
		}
		if recovered {
			for i := range 8 {
				b.succeeds(15200+i*200, 42)
			}
		}
		for i := range 7 {
			b.succeeds(19_000+i, 2100-i*200)
		}
		found := slices.ContainsFunc(reportOn(t, b.String()).Findings, func(f Finding) bool { return f.ID == "slow-lookup" })
		if found == recovered {
			t.Errorf("quick successes between them %v: slow lookup found %v", recovered, found)
		}
	}
}

// Where no finding names a cause, the headline still says what frames show, and what
// else failed.
func TestHeadlineOfQueued(t *testing.T) {
	var b logBook
	b.fails(5_000, 0, bookLookup)
	for i := range 3 {
		b.fails(5_002+i, 0, bookWaited)
	}
	for i := range 4 {
		b.add(6_000+i*300, "ERROR c.e.Client - call failed\nio.github.resilience4j.circuitbreaker.CallNotPermittedException: CircuitBreaker 'orders' is OPEN\n\tat c.e.Client.call(Client.java:1)\n")
	}
	const want = `4 of 8 attempts failed to resolve orders.example.com: 1 lookup failed at the resolver itself ("Temporary failure in name resolution"), ` +
		`3 tries queued on a lookup of another thread and shared its failure, and the logs do not show why; beside that, 4 failures had other reasons: 4 circuit breaker open.`
	if got := reportOn(t, b.String()).Verdict; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The line of a lookup may come late, behind answers from its own failure: where its
// duration says that it had begun before them, it is no second one.
func TestLateLineOfLookup(t *testing.T) {
	at := func(ms int64) int64 { return 1e18 + ms*int64(time.Millisecond) }
	for _, tt := range []struct {
		since int64
		want  int
	}{{at(2_600), 0}, {at(3_890), 1}, {unset, 1}} {
		c := &cacheEntry{touches: []touch{
			{at: at(3_500), answer: answerCached},
			{at: at(3_900), since: tt.since, first: true, last: true, answer: answerNative},
		}}
		if got := c.failedAgain(shortestTTL); len(got) != tt.want {
			t.Errorf("begun at %d: %d lookups failed again, want %d", tt.since, len(got), tt.want)
		}
	}
}

// A process that starts, or collects garbage, is slow at everything: tries that failed
// then, and show no frames, waited for no lookup if those of other names took as long.
func TestStallOfAll(t *testing.T) {
	const plain = "\n\tat java.base/sun.nio.ch.NioSocketImpl.connect(NioSocketImpl.java:567)\n"
	for _, stalled := range []bool{false, true} {
		var b logBook
		for i := range 3 {
			b.fails(3_000+i, 1_600-i*500, plain)
		}
		for i := range 40 {
			b.fails(3_100+i*400, 1, plain)
		}
		for i := range 60 {
			took := 42
			if at := 1_700 + i*200; stalled && at < 3_000 {
				took = 3_100 - at
			}
			b.add(1_700+i*200+took, fmt.Sprintf("INFO c.e.Client - GET http://pay.example.com/v1 -> 200 (%d ms)\n", took))
		}
		r := reportOn(t, b.String())
		for _, f := range r.Findings {
			if stalled && f.Confidence != Weak {
				t.Errorf("all were slow: %s of %s, %s", f.Confidence, f.ID, f.Statement)
			}
		}
		if !stalled && !slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.ID == "shared-lookup" && f.Confidence == Moderate }) {
			t.Errorf("only tries of one name were slow: no moderate shared lookup in %+v", r.Findings)
		}
	}
}
