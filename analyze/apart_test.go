package analyze_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// nativeFrames and cachedFrames are the traces of a try that looked up itself, and of
// one that read the cached failure (JDK 17).
const (
	nativeFrames = "\tat java.base/java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)\n" +
		"\tat java.base/java.net.InetAddress$PlatformNameService.lookupAllHostAddr(InetAddress.java:933)\n" +
		"\tat java.base/java.net.InetAddress.getAddressesFromNameService(InetAddress.java:1543)\n" +
		"\tat java.base/java.net.InetAddress$NameServiceAddresses.get(InetAddress.java:852)\n" + belowCache
	cachedFrames = "\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:797)\n" + belowCache
	belowCache   = "\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)\n\tat com.example.Client.post(Client.java:71)\n"
)

// failedLine is the line of a try that failed at, after it took so long; "" as text
// for a try that was answered from the cache.
func failedLine(thread string, at time.Time, took, text string) string {
	frames := nativeFrames
	if text == "" {
		frames = cachedFrames
	} else {
		text = ": " + text
	}
	return fmt.Sprintf("%s ERROR 1 --- [%s] c.e.Client : POST https://db.example.net/ failed%s\njava.net.UnknownHostException: db.example.net%s\n%s",
		at.Format("2006-01-02 15:04:05.000"), thread, took, text, frames)
}

// outage is a lookup that failed after 5 s, and tries of four threads that met its
// failure during the 10 s behind it.
func outage(ended time.Time) string {
	var b strings.Builder
	b.WriteString(failedLine("exec-0", ended, " after 5012 ms", "Temporary failure in name resolution"))
	for i := range 12 {
		b.WriteString(failedLine(fmt.Sprintf("exec-%d", 1+i%4), ended.Add(time.Duration(i+1)*800*time.Millisecond), " after 1 ms", ""))
	}
	return b.String()
}

// TestIncidentsApart: windows that follow each other as soon as one has ended are one
// long cause; windows with a long quiet between them are incidents of their own, and
// the second bounds nothing of the first.
func TestIncidentsApart(t *testing.T) {
	first := time.Date(2026, 11, 3, 9, 14, 30, 0, time.UTC)
	tests := []struct {
		apart    time.Duration
		sawtooth bool
		kept     string
	}{
		{15100 * time.Millisecond, true, "kept between 9.5 and "},
		{10 * time.Minute, false, "kept at least 9.5 s, which fits the JDK default of 10 s"},
		{5 * time.Hour, false, "kept at least 9.5 s, which fits the JDK default of 10 s"},
	}
	for _, tt := range tests {
		r := reportOfLog(t, outage(first)+outage(first.Add(tt.apart)))
		if len(r.Windows) != 2 {
			t.Errorf("%s apart: %d windows, want 2", tt.apart, len(r.Windows))
		}
		sawtooth := false
		for _, f := range r.Findings {
			sawtooth = sawtooth || f.ID == "sawtooth"
		}
		if sawtooth != tt.sawtooth {
			t.Errorf("%s apart: sawtooth %t, want %t", tt.apart, sawtooth, tt.sawtooth)
		}
		if !strings.Contains(r.Verdict, tt.kept) {
			t.Errorf("%s apart: %q does not say %q", tt.apart, r.Verdict, tt.kept)
		}
		for _, w := range r.Windows[:1] { // sound, whatever the words say
			if w.TTL.High == nil || *w.TTL.High > tt.apart.Seconds()+1 {
				t.Errorf("%s apart: %s bounded by %v", tt.apart, w.ID, w.TTL.High)
			}
		}
	}
}
