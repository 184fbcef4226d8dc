package gallery

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"
)

// An entry is what one try left in the log of its application.
type entry struct {
	end   time.Duration // after the beginning of the log
	level string
	text  string // of the line, without its time
	trace string // below the line, "" for none
}

// A journal is the log of one JVM.
type journal struct {
	begin   time.Time
	entries []entry
}

func (j *journal) add(e entry) { j.entries = append(j.entries, e) }

// write writes the entries in the order in which their tries ended.
func (j *journal) write(w io.Writer) error {
	slices.SortStableFunc(j.entries, func(a, b entry) int { return cmp.Compare(a.end, b.end) })
	for i, e := range j.entries {
		_, err := fmt.Fprintf(w, "%s %-5s [worker-%d] c.e.shop.Client - %s\n%s", j.begin.Add(e.end).Format("2006-01-02 15:04:05.000"), e.level, i%64+1, e.text, e.trace)
		if err != nil {
			return err
		}
	}
	return nil
}

const frames = `	at java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)
	at java.base/java.net.InetAddress.getAllByName(InetAddress.java:1385)
	at com.example.shop.Client.call(Client.java:57)
`

// The traces of a JVM 17, by what a try did.
const (
	lookedUp = `java.net.UnknownHostException: %s: Temporary failure in name resolution
	at java.base/java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)
	at java.base/java.net.InetAddress$PlatformNameService.lookupAllHostAddr(InetAddress.java:934)
	at java.base/java.net.InetAddress.getAddressesFromNameService(InetAddress.java:1543)
	at java.base/java.net.InetAddress$NameServiceAddresses.get(InetAddress.java:852)
` + frames
	queued = `java.net.UnknownHostException: %s
	at java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)
	at java.base/java.net.InetAddress$NameServiceAddresses.get(InetAddress.java:887)
` + frames
	cached = `java.net.UnknownHostException: %s
	at java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)
` + frames
	timedOut = `java.net.SocketTimeoutException: Connect timed out
	at java.base/java.net.Socket.connect(Socket.java:633)
	at com.example.shop.Client.call(Client.java:61)
`
)

// An outage is a time without answers from DNS, as one JVM lives through it:
// each lookup of the name lasts so long and then fails, and the failure is kept
// for ten seconds.
type outage struct {
	host        string
	from, until time.Duration
	lookup      time.Duration
	// what the JVM knows
	ends   time.Duration // of the lookup that runs, or ran last
	expiry time.Duration // of the cached failure
}

const negativeTTL = 10 * time.Second

// try is what a call of the host at a time does.
func (o *outage) try(job int, start time.Duration, rng *rand.Rand) entry {
	line := func(outcome string, took time.Duration) string {
		return fmt.Sprintf("call %s jobId=order-%d host=%s elapsedMs=%d", outcome, job, o.host, took.Milliseconds())
	}
	fail := func(end time.Duration, trace string) entry {
		return entry{end, "ERROR", line("failed", end-start), fmt.Sprintf(trace, o.host)}
	}
	switch {
	case start < o.ends:
		return fail(o.ends+time.Duration(rng.IntN(4))*time.Millisecond, queued)
	case start < o.expiry:
		return fail(start+time.Duration(rng.IntN(3))*time.Millisecond, cached)
	case o.from <= start && start < o.until:
		o.ends = start + o.lookup
		o.expiry = o.ends + negativeTTL
		return fail(o.ends, lookedUp)
	}
	end := start + time.Duration(20+rng.IntN(60))*time.Millisecond
	return entry{end, "INFO", line("ok", end-start), ""}
}

// fourHosts is one JVM that calls four hosts, of which one cannot be resolved.
func fourHosts() *journal {
	j := &journal{begin: time.Date(2026, 4, 14, 8, 20, 0, 0, time.UTC)}
	rng := rand.New(rand.NewPCG(4, 1))
	names := []string{"images.shop.example", "orders.shop.example", "stock.shop.example", "mail.shop.example"}
	hosts := make([]outage, len(names))
	for i, name := range names {
		hosts[i] = outage{host: name}
	}
	hosts[0].from, hosts[0].until, hosts[0].lookup = 3*time.Second, 12*time.Second, 5*time.Second
	job := 100
	for at := 300 * time.Millisecond; at < 25*time.Second; at += time.Duration(90+rng.IntN(320)) * time.Millisecond {
		h := &hosts[0]
		if rng.IntN(2) == 0 {
			h = &hosts[1+rng.IntN(3)]
		}
		j.add(h.try(job, at, rng))
		job++
	}
	return j
}

// staleAddress is three JVMs that call a name which moves: two of them a minute
// later, when their cached answers expire, and one after eight, for it keeps
// answers longer. The server at the old address is gone.
func staleAddress() *journal {
	const (
		moved = 2 * time.Minute
		ends  = 12 * time.Minute
		limit = 3 * time.Second // of a connect
	)
	j := &journal{begin: time.Date(2026, 6, 18, 12, 0, 0, 0, time.UTC)}
	rng := rand.New(rand.NewPCG(6, 18))
	job := 0
	for i, expires := range []time.Duration{moved + 55*time.Second, moved + 8*time.Minute, moved + 64*time.Second} {
		for at := time.Duration(1+i) * time.Second; at < ends; at += time.Duration(7000+rng.IntN(9000)) * time.Millisecond {
			job++
			remote := "192.0.2.21"
			if at >= expires {
				remote = "192.0.2.22"
			}
			line := func(outcome string, took time.Duration) string {
				return fmt.Sprintf("call %s jobId=order-%d instance=pay-%d host=pay.shop.example remote=%s elapsedMs=%d", outcome, job, i+1, remote, took.Milliseconds())
			}
			if at >= moved && at < expires {
				j.add(entry{at + limit, "ERROR", line("failed", limit), timedOut})
				continue
			}
			took := time.Duration(15+rng.IntN(40)) * time.Millisecond
			j.add(entry{at + took, "INFO", line("ok", took), ""})
		}
	}
	return j
}

// crowd is about 100,000 tries in two minutes with an outage of one.
func crowd() *journal {
	j := &journal{begin: time.Date(2026, 9, 2, 17, 40, 0, 0, time.UTC)}
	rng := rand.New(rand.NewPCG(100, 0))
	o := outage{host: "auth.shop.example", from: 8 * time.Second, until: 60 * time.Second, lookup: 5 * time.Second}
	for job, at := 1, time.Duration(0); job <= 100_000; job, at = job+1, at+time.Duration(rng.IntN(2400))*time.Microsecond {
		j.add(o.try(job, at, rng))
	}
	return j
}
