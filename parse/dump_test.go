package parse

import (
	"testing"

	"timeline/parse/javatrace"
)

// jdk8Dump has the one lock of all names: who waits for it tells no name, and who
// looks up holds nothing.
const jdk8Dump = `2026-07-28 11:45:27
Full thread dump OpenJDK 64-Bit Server VM (25.342-b07 mixed mode):

"job-A" #12 prio=5 os_prio=0 tid=0x00007f01 nid=0x2a runnable [0x00007f02]
   java.lang.Thread.State: RUNNABLE
	at java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)
	at java.net.InetAddress.getAddressesFromNameService(InetAddress.java:1330)

"job-B" #13 prio=5 os_prio=0 tid=0x00007f03 nid=0x2b in Object.wait() [0x00007f04]
   java.lang.Thread.State: WAITING (on object monitor)
	at java.lang.Object.wait(Native Method)
	- waiting on <0x00000000d5c1b0f8> (a java.util.HashMap)
	at java.net.InetAddress.checkLookupTable(InetAddress.java:1397)
	- locked <0x00000000d5c1b0f8> (a java.util.HashMap)
	at java.net.InetAddress.getAddressesFromNameService(InetAddress.java:1310)

"VM Thread" os_prio=0 tid=0x00007f05 nid=0x9 runnable

JNI global references: 5

2026-07-28 11:45:31.413 [job-A] ERROR c.e.Job - failed
`

const jdk17Dump = `587:
2026-07-28 11:45:27
Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):

Threads class SMR info:
_java_thread_list=0x0000600001, length=3, elements={
0x0000600002, 0x0000600003
}

"job-A" #12 prio=5 os_prio=0 cpu=2.36ms elapsed=1.29s tid=0x00007f01 nid=0x37b8 runnable  [0x00007f02]
   java.lang.Thread.State: RUNNABLE
	at java.net.Inet6AddressImpl.lookupAllHostAddr(java.base@17.0.15/Native Method)
	at java.net.InetAddress$NameServiceAddresses.get(java.base@17.0.15/InetAddress.java:852)
	- locked <0x000000069ec53e60> (a java.net.InetAddress$NameServiceAddresses)
	at java.net.InetAddress.getAllByName0(java.base@17.0.15/InetAddress.java:1533)

"job-B" #13 prio=5 os_prio=0 cpu=0.41ms elapsed=1.13s tid=0x00007f03 nid=0x37cd waiting for monitor entry  [0x00007f04]
   java.lang.Thread.State: BLOCKED (on object monitor)
	at java.net.InetAddress$NameServiceAddresses.get(java.base@17.0.15/InetAddress.java:838)
	- waiting to lock <0x000000069ec53e60> (a java.net.InetAddress$NameServiceAddresses)
	at java.net.InetAddress.getAllByName0(java.base@17.0.15/InetAddress.java:1533)

`

const jdk25Dump = `2026-07-28 11:45:27
Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

"job-A" #21 [14712] prio=5 os_prio=0 cpu=13.17ms elapsed=2.45s tid=0x00007f01 nid=14712 runnable  [0x00007f02]
   java.lang.Thread.State: RUNNABLE
	at java.net.Inet6AddressImpl.lookupAllHostAddr(java.base@25.0.3/Native Method)
	at java.net.InetAddress$NameServiceAddresses.get(java.base@25.0.3/InetAddress.java:1060)

   Locked ownable synchronizers:
	- <0x000000069ecaee98> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

"job-B" #22 [14727] prio=5 os_prio=0 cpu=0.44ms elapsed=2.30s tid=0x00007f03 nid=14727 waiting on condition  [0x00007f04]
   java.lang.Thread.State: WAITING (parking)
	at jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)
	- parking to wait for  <0x000000069ecaee98> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
	at java.net.InetAddress$NameServiceAddresses.get(java.base@25.0.3/InetAddress.java:1043)

   Locked ownable synchronizers:
	- None
`

func TestThreadDumps(t *testing.T) {
	const at = "2026-07-28T11:45:27Z"
	native := javatrace.Frame{Class: "java.net.Inet6AddressImpl", Method: "lookupAllHostAddr", Native: true}
	call := func(class, method string, line int) javatrace.Frame {
		return javatrace.Frame{Class: "java.net." + class, Method: method, Line: line}
	}
	thread := func(line int, name, state string, waits Lock, holds []Lock, frames ...javatrace.Frame) Record {
		head := Pos{"in", line}
		return rec(line, at, NoZone, Record{Thread: name, Dump: &Dump{Head: head, State: state, Frames: frames, Waits: waits, Holds: holds}})
	}
	table := Lock{"0x00000000d5c1b0f8", "java.util.HashMap"}
	monitor := Lock{"0x000000069ec53e60", "java.net.InetAddress$NameServiceAddresses"}
	sync := Lock{"0x000000069ecaee98", "java.util.concurrent.locks.ReentrantLock$NonfairSync"}
	tests := []struct {
		name, text string
		head       int // line of the dump's header
		want       []Record
	}{
		{"JDK 8", jdk8Dump, 2, []Record{
			thread(4, "job-A", "RUNNABLE", Lock{}, nil, native, call("InetAddress", "getAddressesFromNameService", 1330)),
			thread(9, "job-B", "WAITING", table, nil, javatrace.Frame{Class: "java.lang.Object", Method: "wait", Native: true},
				call("InetAddress", "checkLookupTable", 1397), call("InetAddress", "getAddressesFromNameService", 1310)),
			rec(21, "2026-07-28T11:45:31.413Z", NoZone, Record{Level: Error, Thread: "job-A", Logger: "c.e.Job", Message: "failed", Status: Failed}),
		}},
		{"JDK 17", jdk17Dump, 3, []Record{
			thread(10, "job-A", "RUNNABLE", Lock{}, []Lock{monitor}, native, call("InetAddress$NameServiceAddresses", "get", 852), call("InetAddress", "getAllByName0", 1533)),
			thread(17, "job-B", "BLOCKED", monitor, nil, call("InetAddress$NameServiceAddresses", "get", 838), call("InetAddress", "getAllByName0", 1533)),
		}},
		{"JDK 25", jdk25Dump, 2, []Record{
			thread(4, "job-A", "RUNNABLE", Lock{}, []Lock{sync}, native, call("InetAddress$NameServiceAddresses", "get", 1060)),
			thread(12, "job-B", "WAITING", sync, nil, javatrace.Frame{Class: "jdk.internal.misc.Unsafe", Method: "park", Native: true}, call("InetAddress$NameServiceAddresses", "get", 1043)),
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, bad, _ := read(t, tt.text, "in", Options{})
			if len(bad) > 0 {
				t.Errorf("bad: %v", bad[0])
			}
			for i := range tt.want {
				if d := tt.want[i].Dump; d != nil {
					d.Head.Line = tt.head
				}
			}
			compare(t, got, tt.want)
		})
	}
}

// A recording names the waits for a lookup, connects and failures.
func TestFlightRecording(t *testing.T) {
	const text = `{"recording":{"events":[
{"type":"jdk.JavaMonitorEnter","values":{"startTime":"2026-07-28T11:45:26.425Z","duration":"PT4.988S","eventThread":{"javaName":"job-B"},"stackTrace":{"truncated":false,"frames":[{"method":{"type":{"name":"java\/net\/InetAddress$NameServiceAddresses"},"name":"get"},"lineNumber":838,"type":"Interpreted"}]},"monitorClass":{"name":"java\/net\/InetAddress$NameServiceAddresses"},"previousOwner":{"javaName":"job-A"},"address":140247459436528}},
{"type":"jdk.JavaMonitorEnter","values":{"startTime":"2026-07-28T11:45:26.425Z","duration":"PT1S","eventThread":{"javaName":"job-C"},"stackTrace":null,"monitorClass":{"name":"java\/lang\/Object"}}},
{"type":"jdk.SocketConnect","values":{"startTime":"2026-07-28T11:45:32Z","duration":"PT0.5S","eventThread":{"javaName":"job-B"},"stackTrace":null,"host":"a.test","address":"10.0.0.1","port":443}},
{"type":"jdk.JavaExceptionThrow","values":{"startTime":"2026-07-28T11:45:31.413Z","duration":"PT0S","eventThread":{"javaName":"job-A"},"stackTrace":{"truncated":false,"frames":[{"method":{"type":{"name":"java\/net\/UnknownHostException"},"name":"<init>"},"lineNumber":60,"type":"Interpreted"},{"method":{"type":{"name":"java\/net\/Inet6AddressImpl"},"name":"lookupAllHostAddr"},"lineNumber":-1,"type":"Native"}]},"message":"a.test: Name or service not known","thrownClass":{"name":"java\/net\/UnknownHostException"}}}
]}}`
	got, _, sum := read(t, text, "in", Options{})
	compare(t, got, []Record{
		rec(2, "2026-07-28T11:45:31.413Z", Whole, Record{Thread: "job-B", Duration: 4988e6, Dump: &Dump{Head: Pos{"in", 2}, State: "BLOCKED", Owner: "job-A",
			Waits:  Lock{"140247459436528", "java.net.InetAddress$NameServiceAddresses"},
			Frames: []javatrace.Frame{{Class: "java.net.InetAddress$NameServiceAddresses", Method: "get", Line: 838}}}}),
		rec(4, "2026-07-28T11:45:32.5Z", Whole, Record{Thread: "job-B", Duration: 500e6, Operation: "connect", Host: "a.test", Remote: "10.0.0.1:443", Status: OK}),
		rec(5, "2026-07-28T11:45:31.413Z", Whole, Record{Thread: "job-A", Level: Error, Status: Failed, Trace: javatrace.Trace{Throwables: []javatrace.Throwable{{
			Class: "java.net.UnknownHostException", Message: "a.test: Name or service not known", Parent: -1,
			Frames: []javatrace.Frame{{Class: "java.net.Inet6AddressImpl", Method: "lookupAllHostAddr", Native: true}}}}}}),
	})
	if sum.Skipped != 1 || sum.Format != "JDK Flight Recorder" {
		t.Errorf("summary %+v", sum)
	}
}

func TestAzureTable(t *testing.T) {
	const text = `{"tables":[{"name":"PrimaryResult","columns":[{"name":"TimeGenerated","type":"datetime"},{"name":"PodName","type":"string"},{"name":"SeverityLevel","type":"int"},{"name":"ExceptionType","type":"string"},{"name":"OuterMessage","type":"string"}],
"rows":[["2026-07-28T11:45:31.413Z","p-1",3,"java.net.UnknownHostException","a.test"],["2026-07-28T11:45:32Z","p-2",null,null,null]]}]}`
	got, _, _ := read(t, text, "in", Options{})
	compare(t, got, []Record{rec(2, "2026-07-28T11:45:31.413Z", Whole, Record{Process: "p-1", Level: Error, Status: Failed,
		Trace: javatrace.Trace{Cut: true, Throwables: []javatrace.Throwable{{Class: "java.net.UnknownHostException", Message: "a.test", Parent: -1}}}})})
}
