package settings

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"timeline/parse/config"
)

// given makes files of a text in which "-- name --" begins each.
func given(text string) []config.File {
	var files []config.File
	for _, part := range strings.Split(text, "-- ")[1:] {
		name, body, _ := strings.Cut(part, " --\n")
		files = append(files, config.Read(name, []byte(body)))
	}
	return files
}

// stock is what a stock java.security says about the address cache.
const stock = `-- java.security --
security.provider.1=SUN
security.overridePropertiesFile=true
#networkaddress.cache.ttl=-1
networkaddress.cache.negative.ttl=10
`

// settingsCases hold what JDK 17.0 and 25.0 print for each configuration
// (InetAddressCachePolicy.get and getNegative), and by the source what 8 to 24 do.
var settingsCases = []struct {
	name     string
	jdks     []int
	files    string
	positive string // the TTL, then the line it comes from
	negative string
	stale    string
	mistakes []string // id, then line
}{
	{"stock", []int{8, 11, 17, 21, 23, 25}, stock, "30 s", "10 s java.security:4", "off", nil},
	{"nothing but flags", []int{8, 17, 25}, "-- flags --\n-Xmx1g\n", "30 s", "10 s", "off", nil},
	{"security properties on the command line", []int{8, 17, 25}, stock + "-- flags --\n-Dnetworkaddress.cache.negative.ttl=0 -Dnetworkaddress.cache.ttl=9\n",
		"30 s", "10 s java.security:4", "off", []string{"system-property flags:1", "system-property flags:1"}},
	{"system properties: only the positive one counts beside a stock file", []int{8, 17, 25}, stock + "-- flags --\n-Dsun.net.inetaddr.ttl=9\n-Dsun.net.inetaddr.negative.ttl=2\n",
		"9 s flags:1", "10 s java.security:4", "off", []string{"outranked flags:2"}},
	{"the same without the file", []int{17}, "-- flags --\n-Dsun.net.inetaddr.ttl=9\n-Dsun.net.inetaddr.negative.ttl=2\n",
		"9 s flags:1", "10 s", "off", []string{"outranked flags:2"}},
	{"a negative system property is for ever", []int{17, 25}, stock + "-- flags --\n-Dsun.net.inetaddr.ttl=-5\n",
		"for ever flags:1", "10 s java.security:4", "off", []string{"forever flags:1"}},
	{"a file laid over", []int{8, 17, 25}, stock + "-- flags --\n-Djava.security.properties=/etc/o.security\n-- o.security --\nnetworkaddress.cache.negative.ttl=3\n",
		"30 s", "3 s o.security:1", "off", nil},
	{"a file that replaces", []int{17, 25}, stock + "-- flags --\n-Djava.security.properties==o.security\n-- o.security --\nnetworkaddress.cache.negative.ttl=3\n",
		"30 s", "3 s o.security:1", "off", []string{"replaced-file java.security:4"}},
	{"a file that replaces and sets nothing", []int{17, 25}, "-- flags --\n-Djava.security.properties==o.security\n-- o.security --\na.b=c\n",
		"30 s", "not cached", "off", []string{"replaced-file flags:1"}},
	{"then the system property counts", []int{17, 25}, "-- flags --\n-Djava.security.properties==o.security -Dsun.net.inetaddr.negative.ttl=2\n-- o.security --\na.b=c\n",
		"30 s", "2 s flags:1", "off", nil},
	{"a replacing file that is not given", []int{17}, "-- flags --\n-Djava.security.properties==o.security\n", "not known flags:1", "not known flags:1", "off", nil},
	{"the last file named is read", []int{17, 25}, "-- flags --\n-Djava.security.properties=a.security -Djava.security.properties=b.security\n-- b.security --\nnetworkaddress.cache.negative.ttl=4\n",
		"30 s", "4 s b.security:1", "off", nil},
	{"files laid over can be forbidden", []int{17, 25}, "-- java.security --\nsecurity.provider.1=SUN\nsecurity.overridePropertiesFile=false\nnetworkaddress.cache.negative.ttl=10\n-- flags --\n-Djava.security.properties=o.security\n-- o.security --\nnetworkaddress.cache.negative.ttl=3\n",
		"30 s", "10 s java.security:3", "off", []string{"override-forbidden flags:1"}},
	{"no number falls through to the system property", []int{17, 25}, "-- flags --\n-Djava.security.properties=o.security -Dsun.net.inetaddr.negative.ttl=2\n-- o.security --\nnetworkaddress.cache.negative.ttl=abc\n",
		"30 s", "2 s flags:1", "off", []string{"not-a-number o.security:1"}},
	{"no number and no system property: not the stock value", []int{17, 25}, "-- flags --\n-Djava.security.properties=o.security\n-- o.security --\nnetworkaddress.cache.negative.ttl=abc\n",
		"30 s", "not cached", "off", []string{"not-a-number o.security:1"}},
	{"empty falls through", []int{17, 25}, "-- flags --\n-Djava.security.properties=o.security -Dsun.net.inetaddr.negative.ttl=2\n-- o.security --\nnetworkaddress.cache.negative.ttl=\n",
		"30 s", "2 s flags:1", "off", nil},
	{"hexadecimal is no number in a security property", []int{17, 25}, "-- flags --\n-Djava.security.properties=o.security\n-- o.security --\nnetworkaddress.cache.ttl=0x1e\n",
		"30 s", "10 s", "off", []string{"not-a-number o.security:1"}},
	{"but it is in a system property", []int{17, 25}, "-- flags --\n-Dsun.net.inetaddr.ttl=0x10\n", "16 s flags:1", "10 s", "off", nil},
	{"a leading 0 is octal there", []int{17, 25}, "-- flags --\n-Dsun.net.inetaddr.ttl=010\n", "8 s flags:1", "10 s", "off", []string{"octal flags:1"}},
	{"and decimal in a security property", []int{17, 25}, "-- flags --\n-Djava.security.properties=o.security\n-- o.security --\nnetworkaddress.cache.ttl=010\n",
		"10 s o.security:1", "10 s", "off", nil},
	{"a blank spoils a system property", []int{17, 25}, "-- flags --\n'-Dsun.net.inetaddr.ttl=5 '\n", "30 s", "10 s", "off", []string{"not-a-number flags:1"}},
	{"and not a security property; the last one counts", []int{17, 25}, "-- flags --\n-Djava.security.properties=o.security\n-- o.security --\nnetworkaddress.cache.negative.ttl=7\nnetworkaddress.cache.negative.ttl=4 \n",
		"30 s", "4 s o.security:2", "off", []string{"set-twice o.security:1"}},
	{"the last flag counts", []int{17, 25}, "-- flags --\n-Dsun.net.inetaddr.ttl=1\n-Dsun.net.inetaddr.ttl=2\n", "2 s flags:2", "10 s", "off", []string{"set-twice flags:1"}},
	{"JAVA_TOOL_OPTIONS is read before the command line", []int{17, 25}, "-- run.sh --\n#!/bin/sh\njava -Dsun.net.inetaddr.ttl=2 Main\nexport JAVA_TOOL_OPTIONS=-Dsun.net.inetaddr.ttl=1\n",
		"2 s run.sh:2", "10 s", "off", []string{"set-twice run.sh:3"}},
	{"JDK_JAVA_OPTIONS behind JAVA_TOOL_OPTIONS", []int{17, 25}, "-- run.sh --\n#!/bin/sh\nexport JDK_JAVA_OPTIONS=-Dsun.net.inetaddr.ttl=3\nexport JAVA_TOOL_OPTIONS=-Dsun.net.inetaddr.ttl=1\n",
		"3 s run.sh:2", "10 s", "off", []string{"set-twice run.sh:3"}},
	{"but not by JDK 8", []int{8}, "-- run.sh --\n#!/bin/sh\nexport JDK_JAVA_OPTIONS=-Dsun.net.inetaddr.ttl=3\nexport JAVA_TOOL_OPTIONS=-Dsun.net.inetaddr.ttl=1\n",
		"1 s run.sh:3", "10 s", "off", []string{"later-jdk run.sh:2"}},
	{"_JAVA_OPTIONS last", []int{17, 25}, "-- run.sh --\n#!/bin/sh\nexport _JAVA_OPTIONS=-Dsun.net.inetaddr.ttl=4\njava -Dsun.net.inetaddr.ttl=2 Main\n",
		"4 s run.sh:2", "10 s", "off", []string{"set-twice run.sh:3"}},
	{"a security manager", []int{8, 11, 17, 21, 23}, stock + "-- flags --\n-Djava.security.manager -Xmx2g\n", "for ever flags:1", "10 s java.security:4", "off", []string{"forever flags:1"}},
	{"a security manager and a TTL", []int{8, 17, 23}, "-- flags --\n-Djava.security.manager -Dsun.net.inetaddr.ttl=60\n", "60 s flags:1", "10 s", "off", nil},
	{"a JDK without security managers", []int{24, 25}, "-- flags --\n-Djava.security.manager\n", "30 s", "10 s", "off", []string{"no-security-manager flags:1"}},
	{"allow installs none", []int{12, 17, 23}, "-- flags --\n-Djava.security.manager=allow\n", "30 s", "10 s", "off", nil},
	{"to JDK 8 and 11 allow is the name of a class", []int{8, 11}, "-- flags --\n-Djava.security.manager=allow\n", "for ever flags:1", "10 s", "off", []string{"forever flags:1"}},
	{"installed by the program", []int{8, 17}, "-- Main.java --\nclass Main {\n  void a() { System.setSecurityManager(new SecurityManager()); }\n}\n", "for ever Main.java:2", "10 s", "off", []string{"forever Main.java:2"}},
	{"which needs allow since 18", []int{18, 23}, "-- Main.java --\nclass Main {\n  void a() { System.setSecurityManager(new SecurityManager()); }\n}\n", "30 s", "10 s", "off", nil},
	{"stale answers", []int{21, 25}, "-- o.security --\nnetworkaddress.cache.stale.ttl=60\nnetworkaddress.cache.ttl=5\n", "5 s o.security:2", "10 s", "60 s o.security:1", nil},
	{"stale answers before 21", []int{8, 17}, "-- o.security --\nnetworkaddress.cache.stale.ttl=60\nnetworkaddress.cache.ttl=5\n", "5 s o.security:2", "10 s", "off", []string{"later-jdk o.security:1"}},
	{"a negative stale TTL", []int{21, 25}, "-- flags --\n-Dsun.net.inetaddr.stale.ttl=-1\n", "30 s", "10 s", "off flags:1", []string{"stale-unused flags:1"}},
	{"stale answers of nothing", []int{21, 25}, "-- o.security --\nnetworkaddress.cache.stale.ttl=60\nnetworkaddress.cache.ttl=0\n", "not cached o.security:2", "10 s", "off", []string{"stale-unused o.security:1", "zero o.security:2"}},
	{"no failure kept", []int{17}, "-- o.security --\nnetworkaddress.cache.negative.ttl=0\n", "30 s", "not cached o.security:1", "off", []string{"zero o.security:1"}},
	{"a failure kept for ever", []int{17}, "-- o.security --\nnetworkaddress.cache.negative.ttl=-1\n", "30 s", "for ever o.security:1", "off", []string{"forever o.security:1"}},
	{"set by the program", []int{17}, stock + "-- Main.java --\nclass Main {\n  static { java.security.Security.setProperty(\"networkaddress.cache.negative.ttl\", \"1\"); }\n}\n",
		"30 s", "1 s Main.java:2", "off", nil},
	{"set by the program too late", []int{17}, stock + "-- Main.java --\nclass Main {\n  void a() {\n    InetAddress.getByName(\"h\");\n    Security.setProperty(\"networkaddress.cache.negative.ttl\", \"1\");\n  }\n}\n",
		"30 s", "10 s java.security:4", "off", []string{"set-too-late Main.java:4"}},
	{"set by the program to an expression", []int{17}, "-- Main.java --\nclass Main {\n  static { Security.setProperty(\"networkaddress.cache.ttl\", conf.get(\"ttl\")); }\n}\n",
		"not known Main.java:2", "10 s", "off", nil},
	{"set by the program as the wrong kind", []int{17}, "-- Main.java --\nclass Main {\n  static {\n    System.setProperty(\"networkaddress.cache.ttl\", \"5\");\n    Security.setProperty(\"sun.net.inetaddr.ttl\", \"6\");\n  }\n}\n",
		"30 s", "10 s", "off", []string{"system-property Main.java:3", "security-property Main.java:4"}},
	{"behind the program's name", []int{17}, "-- run.sh --\n#!/bin/sh\njava -jar app.jar -Dsun.net.inetaddr.ttl=5\n", "30 s", "10 s", "off", []string{"program-argument run.sh:2"}},
	{"a name that nobody reads", []int{17}, "-- o.security --\nnetworkaddress.cache.negative=1\n", "30 s", "10 s", "off", []string{"unknown-name o.security:1"}},
	{"Elasticsearch sets its own", []int{17}, stock + "-- jvm.options --\n-Des.networkaddress.cache.ttl=60\n17-:-Des.networkaddress.cache.negative.ttl=5\n8-13:-Des.networkaddress.cache.negative.ttl=7\n",
		"60 s jvm.options:1", "5 s jvm.options:2", "off", []string{"search-engine java.security:4"}},
	{"a script that edits the JDK's file", []int{17}, "-- Dockerfile --\nFROM x\nRUN echo networkaddress.cache.ttl=60 >> $JAVA_HOME/conf/security/java.security\n", "60 s Dockerfile:2", "10 s", "off", nil},
}

func TestEvaluate(t *testing.T) {
	for _, c := range settingsCases {
		for _, jdk := range c.jdks {
			t.Run(fmt.Sprintf("%s, JDK %d", c.name, jdk), func(t *testing.T) {
				s := Evaluate(given(c.files), JDK{jdk, "--jdk"})[0]
				for _, v := range []struct {
					what string
					got  TTL
					want string
				}{{"positive", s.Positive, c.positive}, {"negative", s.Negative, c.negative}, {"stale", s.Stale, strings.Replace(c.stale, "off", "not cached", 1)}} {
					got := v.got.String()
					if v.got.Source != nil {
						got += " " + v.got.Source.String()
					}
					if got != v.want {
						t.Errorf("%s TTL: got %q, want %q (%s)", v.what, got, v.want, v.got.Because)
					}
				}
				var mistakes []string
				for _, m := range s.Mistakes {
					mistakes = append(mistakes, m.ID+" "+m.Source.String())
				}
				if !slices.Equal(mistakes, c.mistakes) {
					t.Errorf("mistakes: got %q, want %q", mistakes, c.mistakes)
				}
			})
		}
	}
}

// Each container of a manifest is a JVM of its own; what has no container is
// shared.
func TestEvaluateOfContainers(t *testing.T) {
	list := Evaluate(given(`-- pod.yaml --
kind: Pod
spec:
  dnsConfig:
    options: [{name: timeout, value: "1"}]
  containers:
    - name: shop
      image: eclipse-temurin:21-jre
      args: ["-Dsun.net.inetaddr.ttl=5"]
    - name: cart
      image: eclipse-temurin:8-jre-alpine
      args: ["-Dsun.net.inetaddr.ttl=7"]
    - name: proxy
      image: nginx:1
`), JDK{})
	var got []string
	for _, s := range list {
		got = append(got, fmt.Sprintf("%s: JDK %d (%s), %s, lookups %d s, musl %v", s.Container, s.JDK, s.JDKFrom, s.Positive, s.Resolver.SilentS, s.Resolver.Musl))
	}
	want := []string{"shop: JDK 21 (pod.yaml:7), 5 s, lookups 2 s, musl false", "cart: JDK 8 (pod.yaml:10), 7 s, lookups 2 s, musl true"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Durations are those that glibc 2.36 took with silent servers.
func TestResolverDurations(t *testing.T) {
	for _, c := range []struct {
		conf     string
		silent   int
		finalDot int
		musl     int
		because  string
		mistakes []string
	}{
		{"nameserver 10.0.0.1\n", 10, 10, 5, "timeout 5 s x attempts 2 with one server", nil},
		{"nameserver 10.0.0.1\nnameserver 10.0.0.2\n", 20, 20, 5, "timeout 5 s x attempts 2 with two servers", nil},
		{"nameserver 10.0.0.1\nnameserver 10.0.0.2\nnameserver 10.0.0.3\n", 28, 28, 5, "timeout 5 s x attempts 2 with three servers", nil},
		{"nameserver 10.0.0.1\noptions timeout:1 attempts:1\n", 1, 1, 1, "timeout 1 s x attempts 1 with one server", nil},
		{"nameserver 10.0.0.1\nnameserver 10.0.0.2\noptions timeout:2 attempts:3\n", 12, 12, 2, "timeout 2 s x attempts 3 with two servers", nil},
		{"nameserver 10.96.0.10\nsearch a.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n", 20, 10, 5, "timeout 5 s x attempts 2 with one server x 2 for the search list", nil},
		{"nameserver 10.0.0.1\nsearch .\n", 10, 10, 5, "timeout 5 s x attempts 2 with one server", nil},
		{"nameserver 10.0.0.1\nsearch a.test\nsearch .\noptions timeout:9\noptions timeout:2\n", 4, 4, 2, "timeout 2 s x attempts 2 with one server", nil},
		{"nameserver 10.0.0.1\noptions timeout:0 attempts:0\n", 0, 0, 1, "timeout 0 s x attempts 0 with one server", []string{"zero x:2"}},
		{"nameserver 1.1.1.1\nnameserver 1.1.1.2\nnameserver 1.1.1.3\nnameserver 1.1.1.4\noptions timeout:60 attempts:9 ndots:20 timeout=1 single-request-reopen rotation\n", 450, 450, 30,
			"timeout 30 s x attempts 5 with three servers", []string{"too-many-servers x:4", "capped x:5", "capped x:5", "capped x:5", "unknown-name x:5", "unknown-name x:5"}},
		{"options timeout:5s\n", 10, 10, 5, "timeout 5 s x attempts 2 with one server", []string{"not-a-number x:1"}},
	} {
		s := Evaluate([]config.File{config.Read("x", []byte(c.conf))}, JDK{})[0]
		r := s.Resolver
		if r.SilentS != c.silent || r.DotS != c.finalDot || r.MuslS != c.musl || r.Because != c.because {
			t.Errorf("%q: got %d, %d, %d s, %q; want %d, %d, %d s, %q", c.conf, r.SilentS, r.DotS, r.MuslS, r.Because, c.silent, c.finalDot, c.musl, c.because)
		}
		var mistakes []string
		for _, m := range s.Mistakes {
			mistakes = append(mistakes, m.ID+" "+m.Source.String())
		}
		if !slices.Equal(mistakes, c.mistakes) {
			t.Errorf("%q: mistakes %q, want %q", c.conf, mistakes, c.mistakes)
		}
	}
}

// RES_OPTIONS is read after resolv.conf, wherever it stands among the files.
func TestResolverEnvironment(t *testing.T) {
	s := Evaluate(given("-- run.sh --\n#!/bin/sh\nexport RES_OPTIONS='timeout:1 attempts:3'\n-- resolv.conf --\nnameserver 10.0.0.1\noptions timeout:4 ndots:2\n"), JDK{})[0]
	if r := s.Resolver; r.SilentS != 3 || r.Ndots != 2 {
		t.Errorf("got %d s, ndots %d; want 3 s, ndots 2", r.SilentS, r.Ndots)
	}
}

func TestDecodeInteger(t *testing.T) {
	for text, want := range map[string]int{"30": 30, "-1": -1, "+7": 7, "0": 0, "0x1e": 30, "0X1E": 30, "#1e": 30, "-0x1": -1, "036": 30, "2147483647": 2147483647} {
		if n, ok := decodeInteger(text); !ok || n != want {
			t.Errorf("%q: got %d, %v, want %d", text, n, ok, want)
		}
	}
	for _, text := range []string{"", " 5", "5 ", "30s", "1e3", "--1", "0x", "08", "2147483648", "1_000", "+-1", "0x-1"} {
		if n, ok := decodeInteger(text); ok {
			t.Errorf("%q: got %d, want no number", text, n)
		}
	}
}

// FuzzEvaluate: any configuration gives three TTLs with a reason, and
// mistakes that stand in it.
func FuzzEvaluate(f *testing.F) {
	for _, c := range settingsCases {
		f.Add(c.files, c.jdks[0])
	}
	f.Add("-- r --\nnameserver 1\nnameserver 1\noptions timeout:99999999999 attempts:-1\n", 17)
	f.Fuzz(func(t *testing.T, files string, jdk int) {
		list := given(files)
		for _, s := range Evaluate(list, JDK{min(max(jdk, OldestJDK), NewestJDK), "--jdk"}) {
			for _, ttl := range []TTL{s.Positive, s.Negative, s.Stale} {
				if ttl.Because == "" || ttl.Forever && ttl.Seconds != nil || !ttl.Known() && ttl.Source == nil {
					t.Errorf("%+v", ttl)
				}
			}
			for _, m := range s.Mistakes {
				if m.ID == "" || m.Says == "" || !slices.ContainsFunc(list, func(f config.File) bool { return f.Path == m.Source.File }) {
					t.Errorf("%+v", m)
				}
			}
			if r := s.Resolver; r != nil && (r.SilentS < 0 || r.SilentS > 2*maxAttempts*3*maxTimeout*4) {
				t.Errorf("%+v", r)
			}
		}
	})
}
