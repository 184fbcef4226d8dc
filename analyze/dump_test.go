package analyze

import (
	"strings"
	"testing"

	"timeline/parse"
)

const (
	dump17 = `2026-07-28 11:45:28
Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):

"job-a" #12 prio=5 tid=0x00007f01 nid=0x37b8 runnable
   java.lang.Thread.State: RUNNABLE
	at java.net.Inet6AddressImpl.lookupAllHostAddr(java.base@17.0.15/Native Method)
	at java.net.InetAddress$NameServiceAddresses.get(java.base@17.0.15/InetAddress.java:852)
	- locked <0x000000069ec53e60> (a java.net.InetAddress$NameServiceAddresses)

"job-b" #13 prio=5 tid=0x00007f03 nid=0x37cd waiting for monitor entry
   java.lang.Thread.State: BLOCKED (on object monitor)
	at java.net.InetAddress$NameServiceAddresses.get(java.base@17.0.15/InetAddress.java:838)
	- waiting to lock <0x000000069ec53e60> (a java.net.InetAddress$NameServiceAddresses)

"job-c" #14 prio=5 tid=0x00007f04 nid=0x37ce waiting for monitor entry
   java.lang.Thread.State: BLOCKED (on object monitor)
	at java.net.InetAddress$NameServiceAddresses.get(java.base@17.0.15/InetAddress.java:838)
	- waiting to lock <0x000000069ec53e60> (a java.net.InetAddress$NameServiceAddresses)
`
	dump8 = `2026-07-28 11:45:28
Full thread dump OpenJDK 64-Bit Server VM (25.342-b07 mixed mode):

"job-a" #12 prio=5 tid=0x00007f01 nid=0x2a runnable
   java.lang.Thread.State: RUNNABLE
	at java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)
	at java.net.InetAddress.getAddressesFromNameService(InetAddress.java:1330)

"job-b" #13 prio=5 tid=0x00007f03 nid=0x2b in Object.wait()
   java.lang.Thread.State: WAITING (on object monitor)
	at java.lang.Object.wait(Native Method)
	- waiting on <0x00000000d5c1b0f8> (a java.util.HashMap)
	at java.net.InetAddress.checkLookupTable(InetAddress.java:1397)
`
	// Without -l a dump of JDK 21 and later does not show who holds the lock.
	dump25 = `2026-07-28 11:45:28
Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

"job-a" #21 [7] prio=5 tid=0x00007f01 nid=7 runnable
   java.lang.Thread.State: RUNNABLE
	at java.net.Inet6AddressImpl.lookupAllHostAddr(java.base@25.0.3/Native Method)
	at java.net.InetAddress$NameServiceAddresses.get(java.base@25.0.3/InetAddress.java:1060)

"job-b" #22 [8] prio=5 tid=0x00007f03 nid=8 waiting on condition
   java.lang.Thread.State: WAITING (parking)
	at jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)
	- parking to wait for  <0x000000069ecaee98> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
	at java.net.InetAddress$NameServiceAddresses.get(java.base@25.0.3/InetAddress.java:1043)
`
	secondLeader = `
"job-d" #23 [9] prio=5 tid=0x00007f05 nid=9 runnable
   java.lang.Thread.State: RUNNABLE
	at java.net.Inet6AddressImpl.lookupAllHostAddr(java.base@25.0.3/Native Method)
	at java.net.InetAddress$NameServiceAddresses.get(java.base@25.0.3/InetAddress.java:1060)
`
	idle = `2026-07-28 11:45:28
Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):

"job-b" #13 prio=5 tid=0x00007f03 nid=0x37cd waiting for monitor entry
   java.lang.Thread.State: BLOCKED (on object monitor)
	at com.example.Job.run(Job.java:1)
	- waiting to lock <0x000000069ec53e60> (a java.lang.Object)
`
)

// reportOn returns a report on texts, one input each.
func reportOn(t *testing.T, texts ...string) *Report {
	t.Helper()
	var cs []*Collector
	var inputs []Input
	for i, text := range texts {
		path := string(rune('a'+i)) + ".log"
		c := NewCollector("")
		r := parse.NewReader(strings.NewReader(text), path, "", parse.Options{})
		for r.Scan() {
			if rec := r.Record(); rec != nil {
				c.Add(rec)
			}
		}
		cs, inputs = append(cs, c), append(inputs, Input{Path: path})
	}
	return Run(cs, inputs, Options{})
}

func TestDumpAlone(t *testing.T) {
	tests := []struct {
		name, text, statement string
		confidence            Confidence
	}{
		{"JDK 17", dump17, "A thread dump shows that 2 threads wait for the lookup that job-a does (NameServiceAddresses.get).", Moderate},
		{"JDK 8", dump8, "A thread dump shows that 1 thread waits for a lookup (checkLookupTable) while job-a does the only one; JDK 8 has one lock for all names.", Weak},
		{"JDK 25", dump25, "A thread dump shows that 1 thread waits for the lookup that job-a does (NameServiceAddresses.get).", Weak},
		{"two lookups at once", dump25 + secondLeader, "A thread dump shows that 1 thread waits for another thread's lookup (NameServiceAddresses.get).", Weak},
		{"no lookup", idle, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := reportOn(t, tt.text)
			if len(r.Windows) > 0 {
				t.Errorf("a dump opens no window: %+v", r.Windows)
			}
			if tt.statement == "" {
				if len(r.Findings) > 0 {
					t.Errorf("found %q", r.Findings[0].Statement)
				}
				return
			}
			if len(r.Findings) != 1 {
				t.Fatalf("%d findings", len(r.Findings))
			}
			f := r.Findings[0]
			if f.ID != "shared-lookup" || f.Statement != tt.statement || f.Confidence != tt.confidence || r.Verdict != tt.statement {
				t.Errorf("got %s, %s: %s; verdict %s", f.ID, f.Confidence, f.Statement, r.Verdict)
			}
			if len(f.Evidence) != 1 || f.Evidence[0].Sources[0] != (Source{"a.log", f.Evidence[0].Sources[0].Line}) {
				t.Errorf("evidence %+v", f.Evidence)
			}
		})
	}
}

// Dumps of one queue are one finding with each of them as evidence; what another
// lookup, another JVM or another hour shows is not the same queue.
func TestDumpsOfOneQueue(t *testing.T) {
	later := func(dump string) string { return strings.ReplaceAll(dump, "11:45:28", "11:45:32") }
	const once = "A thread dump shows that 2 threads wait for the lookup that job-a does (NameServiceAddresses.get)"
	tests := []struct {
		name       string
		texts      []string
		statements []string
		confidence Confidence
		rival      string // its status
		evidence   int
	}{
		{"in one file", []string{dump17 + later(dump17)}, []string{once + "; 1 later dump shows the same queue, the last one 4 s after the first."}, Moderate, "refuted", 2},
		{"in two files, later first", []string{later(dump17), dump17}, []string{once + "; 1 later dump shows the same queue, the last one 4 s after the first."}, Moderate, "refuted", 2},
		{"the lock was moved", []string{dump17 + strings.ReplaceAll(later(dump17), "69ec53e60", "70aa00000")}, []string{once + "; 1 later dump shows the same queue, the last one 4 s after the first."}, Moderate, "possible", 2},
		{"JDK 8", []string{dump8 + later(dump8)},
			[]string{"A thread dump shows that 1 thread waits for a lookup (checkLookupTable) while job-a does the only one; JDK 8 has one lock for all names; 1 later dump shows the same queue, the last one 4 s after the first."},
			Moderate, "possible", 2},
		{"another lookup, by another thread", []string{dump17 + strings.NewReplacer("69ec53e60", "70aa00000", "job-a", "job-x").Replace(later(dump17))},
			[]string{once + ".", strings.ReplaceAll(once, "job-a", "job-x") + "."}, Moderate, "possible", 1},
		{"another JVM", []string{dump17, strings.ReplaceAll(later(dump17), "69ec53e60", "70aa00000")}, []string{once + ".", once + "."}, Moderate, "possible", 1},
		{"an hour later", []string{dump17, strings.ReplaceAll(dump17, "11:45:28", "12:45:28")}, []string{once + ".", once + "."}, Moderate, "possible", 1},
		{"no times", []string{strings.ReplaceAll(dump17, "2026-07-28 11:45:28\n", ""), strings.ReplaceAll(dump17, "2026-07-28 11:45:28\n", "")},
			[]string{once + "; 1 later dump shows the same queue."}, Moderate, "possible", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := reportOn(t, tt.texts...)
			if len(r.Findings) != len(tt.statements) {
				t.Fatalf("%d findings: %+v", len(r.Findings), r.Findings)
			}
			for i, f := range r.Findings {
				if f.Statement != tt.statements[i] || f.Confidence != tt.confidence || f.Rivals[0].Status != tt.rival || len(f.Evidence) != tt.evidence {
					t.Errorf("got %s, rival %s, %d pieces of evidence: %s", f.Confidence, f.Rivals[0].Status, len(f.Evidence), f.Statement)
				}
			}
		})
	}
}

// A dump beside logs that tell of the same queue is evidence there.
func TestDumpBesideLogs(t *testing.T) {
	const log = `2026-07-28 11:45:31.000 [job-a] ERROR c.e.Job - upload failed host=a.test elapsedMs=5000
java.net.UnknownHostException: a.test: Temporary failure in name resolution
	at java.base/java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)
2026-07-28 11:45:31.020 [job-b] ERROR c.e.Job - upload failed host=a.test elapsedMs=4400
java.net.UnknownHostException: a.test
	at java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)
	at java.base/java.net.InetAddress$NameServiceAddresses.get(InetAddress.java:840)
2026-07-28 11:45:31.030 [job-c] ERROR c.e.Job - upload failed host=a.test elapsedMs=3800
java.net.UnknownHostException: a.test
	at java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)
	at java.base/java.net.InetAddress$NameServiceAddresses.get(InetAddress.java:840)
`
	count := func(r *Report) (n int, dumps int) {
		for _, f := range r.Findings {
			if f.ID != "shared-lookup" {
				continue
			}
			n++
			for _, e := range f.Evidence {
				if strings.HasPrefix(e.Note, "a thread dump") {
					dumps++
				}
			}
		}
		return n, dumps
	}
	if n, dumps := count(reportOn(t, log, dump17)); n != 1 || dumps != 1 {
		t.Errorf("in time: %d findings, %d with the dump", n, dumps)
	}
	if n, dumps := count(reportOn(t, log, strings.ReplaceAll(dump17, "11:45:28", "12:45:28"))); n != 2 || dumps != 1 {
		t.Errorf("an hour later: %d findings, %d with the dump", n, dumps)
	}
}
