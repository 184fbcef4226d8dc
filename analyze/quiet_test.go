package analyze

import "testing"

// What speaks of names, hosts or exceptions, and of no failed lookup.
func TestQuiet(t *testing.T) {
	entry := func(level, message string) string {
		return "2026-07-28 11:45:31.413 [main] " + level + " c.e.Job - " + message + "\n"
	}
	for name, text := range map[string]string{
		"a placeholder":      entry("ERROR", "Could not resolve placeholder 'db.host' in value \"${db.host}\""),
		"a dependency":       entry("WARN", "Could not resolve dependency org.example:y:1"),
		"a view":             entry("ERROR", "Could not resolve view with name login in servlet"),
		"a compiler":         "[ERROR] /src/A.java:[12,5] cannot find symbol\n[ERROR]   symbol:   class UnknownHostException\n[ERROR]   location: package java.net\n",
		"source":             "import java.net.UnknownHostException;\ntry { x(); } catch (UnknownHostException e) { log.error(\"x\", e); }\n",
		"a refusal":          entry("ERROR", "call failed") + "java.net.ConnectException: Connection refused\n\tat java.base/sun.nio.ch.Net.pollConnect(Native Method)\n",
		"a read timeout":     entry("ERROR", "call failed") + "java.net.SocketTimeoutException: Read timed out\n\tat java.base/sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:278)\n",
		"a success":          entry("INFO", "Resolved host a.example.com to 10.0.0.1 in 3 ms"),
		"a setting":          entry("INFO", "networkaddress.cache.negative.ttl=10, UnknownHostException retry enabled"),
		"a list":             entry("INFO", "Retrying on exceptions [java.net.UnknownHostException, java.net.SocketTimeoutException], max 3"),
		"a class":            entry("DEBUG", "Loaded java.net.UnknownHostException from jrt:/java.base"),
		"a key of a host":    entry("WARN", "Unknown host key algorithm ssh-dss"),
		"a naming strategy":  entry("ERROR", "failed") + "javax.persistence.PersistenceException: Unable to resolve name [com.example.S] as strategy [org.example.N]\n\tat org.example.Y.z(Y.java:1)\n",
		"a group":            entry("WARN", "Unable to resolve group membership for user x"),
		"a column":           "2026-07-28 11:45:31 UTC [123] ERROR:  could not resolve column \"host\" at character 8\n",
		"a test's name":      "[INFO] Running com.example.UnknownHostExceptionTest\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0 -- in com.example.UnknownHostExceptionTest\n",
		"a counter":          "http_client_requests_seconds_count{exception=\"UnknownHostException\",host=\"a.example.com\"} 3.0\n",
		"an access log":      "10.0.0.1 - - [28/Jul/2026:11:45:31 +0000] \"GET /lookup?host=a.example.com HTTP/1.1\" 500 12 \"-\" \"curl/8\"\n",
		"a collector's log":  "[2026-07-28T11:45:31.413+0000][info][gc] GC(12) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(256M) 3.456ms\n",
		"a table of persons": "name,city,time\nAnn,Oslo,2026-07-28T11:45:31Z\nBob,Rome,2026-07-28T11:45:32Z\n",
		"an event of a pod":  `{"kind":"Event","reason":"Unhealthy","message":"Readiness probe failed: Get http://10.0.0.1: dial tcp 10.0.0.1:80: connect: connection refused","lastTimestamp":"2026-07-28T11:45:31Z","type":"Warning"}` + "\n",
		"a manifest":         "---\napiVersion: v1\nkind: ConfigMap\ndata:\n  host: a.example.com\n",
	} {
		r := reportOn(t, text)
		for _, a := range r.Attempts {
			switch a.Class {
			case ClassLookup, ClassWaited, ClassCached, ClassDNS:
				t.Errorf("%s: taken for a failed lookup: %s, line %d", name, a.Class, a.Sources[0].Line)
			}
		}
		for _, f := range r.Findings {
			t.Errorf("%s: found %s: %s", name, f.ID, f.Statement)
		}
	}
}
