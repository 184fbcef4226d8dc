package config

import (
	"fmt"
	"strings"
	"testing"
)

var kindNames = map[Kind]string{
	SecurityProperty: "security", CommentedOut: "commented", SecurityFile: "file", SystemProperty: "-D", SetSecurity: "Security.set", SetSystem: "System.set",
	SetManager: "manager", Nameserver: "nameserver", Search: "search", ResolverOption: "option", JavaVersion: "java", Musl: "musl",
}

// show is one setting on one line: line, kind, name=value, then what else is set.
func show(s Setting) string {
	b := fmt.Sprintf("%d %s %s=%s", s.Pos.Line, kindNames[s.Kind], s.Name, s.Value)
	add := func(is bool, format string, args ...any) {
		if is {
			b += " " + fmt.Sprintf(format, args...)
		}
	}
	add(s.In != "", "in %s", s.In)
	add(s.Via != "", "via %s", s.Via)
	add(s.Scope != "", "for %s", s.Scope)
	add(s.Computed, "computed")
	add(s.Argument, "argument")
	add(s.Behind != 0, "behind %d", s.Behind)
	add(s.MinJDK != 0, "JDK %d-%d", s.MinJDK, s.MaxJDK)
	return b
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name string
		text string
		form Form
		want string
	}{
		{"f", "", FormEmpty, ""},
		{"f", "\n  \n", FormEmpty, ""},
		{"f", "-Djava.security.manager -Xmx2g", FormFlags, "1 -D java.security.manager="},
		{"f", "\ufeff-Dsun.net.inetaddr.ttl=1\r\n-Dsun.net.inetaddr.negative.ttl=2\r\n", FormFlags, "1 -D sun.net.inetaddr.ttl=1|2 -D sun.net.inetaddr.negative.ttl=2"},
		{"jvm.options", "## heap\n-Xms1g\n8-13:-Dsun.net.inetaddr.ttl=1\n17-:-Dsun.net.inetaddr.ttl=2\n11:-Des.networkaddress.cache.ttl=3\n", FormFlags,
			"3 -D sun.net.inetaddr.ttl=1 JDK 8-13|4 -D sun.net.inetaddr.ttl=2 JDK 17-0|5 -D es.networkaddress.cache.ttl=3 JDK 11-11"},
		{"resolv.conf", "# x\n; y\nnameserver 10.0.0.1\nsearch a.test b.test\noptions timeout:1 rotate ndots:5\n", FormResolver,
			"3 nameserver nameserver=10.0.0.1|4 search search=a.test b.test|5 option timeout=1|5 option rotate=|5 option ndots=5"},
		{"dir/java.security", "security.provider.1=SUN\n# any negative value: caching forever\n#networkaddress.cache.ttl=-1\nnetworkaddress.cache.negative.ttl : 10 \n", FormProperties,
			"1 file java.security=whole in java.security|3 commented networkaddress.cache.ttl=-1 in java.security|4 security networkaddress.cache.negative.ttl=10 in java.security"},
		{"o.security", "networkaddress.cache.\\\n    ttl 5\n!x\nnetworkaddress.cache.negative.ttl=\n\\u006eetworkaddress.cache.stale.ttl=${X}\ninclude extra.security\n", FormProperties,
			"1 file o.security=part in o.security|1 security networkaddress.cache.ttl=5 in o.security|4 security networkaddress.cache.negative.ttl= in o.security|5 security networkaddress.cache.stale.ttl=${X} in o.security computed|6 security include=extra.security in o.security"},
		{"o.security", "#networkaddress.cache.ttl=-1\n", FormProperties, "1 file o.security=part in o.security|1 commented networkaddress.cache.ttl=-1 in o.security"},
		{"run.sh", "#!/bin/sh\n# java -Dsun.net.inetaddr.ttl=1\nexport JAVA_OPTS=\"$JAVA_OPTS -Xmx1g \\\n  -Dsun.net.inetaddr.ttl=2\"\nexec java $JAVA_OPTS \\\n  -Dsun.net.inetaddr.negative.ttl=$TTL -cp a:b Main -Dsun.net.inetaddr.ttl=3; echo -Dsun.net.inetaddr.ttl=4\nRES_OPTIONS='timeout:1 attempts:1' ./x\n", FormShell,
			"4 -D sun.net.inetaddr.ttl=2 via JAVA_OPTS|6 -D sun.net.inetaddr.negative.ttl=$TTL computed|6 -D sun.net.inetaddr.ttl=3 argument|6 -D sun.net.inetaddr.ttl=4|7 option timeout=1 via RES_OPTIONS|7 option attempts=1 via RES_OPTIONS"},
		{"run.sh", "#!/bin/sh\nsed -i 's/#networkaddress.cache.ttl=-1/networkaddress.cache.ttl=30/' x\ndocker run -e JAVA_TOOL_OPTIONS='-Dsun.net.inetaddr.ttl=1' image sh -c \"java -jar a.jar -Dsun.net.inetaddr.ttl=2\"\n", FormShell,
			"2 security networkaddress.cache.ttl=30|3 -D sun.net.inetaddr.ttl=1 via JAVA_TOOL_OPTIONS|3 -D sun.net.inetaddr.ttl=2 argument"},
		{".env", "JAVA_TOOL_OPTIONS=-Dsun.net.inetaddr.ttl=1\nLOCALDOMAIN=a.test\n", FormShell, "1 -D sun.net.inetaddr.ttl=1 via JAVA_TOOL_OPTIONS|2 search LOCALDOMAIN=a.test via LOCALDOMAIN"},
		{"Dockerfile", "FROM maven:3 AS build\nFROM --platform=linux/amd64 eclipse-temurin:21-jre-alpine\nENV JAVA_OPTS -Dsun.net.inetaddr.ttl=1\nRUN echo \"networkaddress.cache.ttl=60\" >> $JAVA_HOME/conf/security/java.security\nENTRYPOINT [\"java\", \"-Dsun.net.inetaddr.ttl=2\", \"-jar\", \"a.jar\", \"-Dsun.net.inetaddr.ttl=3\"]\n", FormDockerfile,
			"2 java eclipse-temurin:21-jre-alpine=21|2 musl eclipse-temurin:21-jre-alpine=|3 -D sun.net.inetaddr.ttl=1 via JAVA_OPTS|4 security networkaddress.cache.ttl=60|5 -D sun.net.inetaddr.ttl=2|5 -D sun.net.inetaddr.ttl=3 argument"},
		{"app.service", "[Unit]\nDescription=x\n[Service]\n; -Dsun.net.inetaddr.ttl=1\nEnvironment=\"JAVA_OPTS=-Xmx1g -Dsun.net.inetaddr.ttl=2\" RES_OPTIONS=timeout:2\nExecStart=/usr/bin/java $JAVA_OPTS -Djava.security.manager -jar a.jar -Dsun.net.inetaddr.ttl=3\n", FormUnit,
			"5 -D sun.net.inetaddr.ttl=2 via JAVA_OPTS|5 option timeout=2 via RES_OPTIONS|6 -D java.security.manager=|6 -D sun.net.inetaddr.ttl=3 argument"},
		{"Main.java", "package x;\nclass Main {\n  static final String TTL = \"networkaddress.cache.ttl\";\n  // Security.setProperty(TTL, \"1\");\n  /* Security.setProperty(TTL,\n     \"2\"); */\n  void a() {\n    Security.setProperty(TTL, \"60\");\n    new Socket(\"h\", 1);\n    java.security.Security\n      .setProperty(\"networkaddress.cache.negative.ttl\", String.valueOf(5));\n    System.setProperty(\"sun.net.inetaddr.ttl\", conf.get(\"a\"));\n    System.setProperty(\"user.home\", \"/\");\n    System.setSecurityManager(null);\n  }\n}\n", FormSource,
			"8 Security.set networkaddress.cache.ttl=60|10 Security.set networkaddress.cache.negative.ttl=5 behind 9|12 System.set sun.net.inetaddr.ttl=conf.get(\"a\") computed behind 9"},
		{"README", "Nothing to see here.\n", FormShell, ""},
	} {
		f := Read(c.name, []byte(c.text))
		var got []string
		for _, s := range f.Settings {
			if s.Pos.File != c.name {
				t.Errorf("%s: a setting has the file %q", c.name, s.Pos.File)
			}
			got = append(got, show(s))
		}
		if f.Form != c.form || strings.Join(got, "|") != c.want {
			t.Errorf("%s %q\n got %s: %s\nwant %s: %s", c.name, c.text, f.Form, strings.Join(got, "\n  "), c.form, strings.ReplaceAll(c.want, "|", "\n  "))
		}
	}
}

const pod = `apiVersion: apps/v1
kind: Deployment
spec:
  template:
    spec:
      dnsConfig:
        nameservers: [10.0.0.1]
        searches:
          - a.test
          - b.test
        options:
          - name: ndots
            value: "2"
          - name: single-request-reopen
      containers:
        - name: shop
          image: registry.test/openjdk:17.0.9-jdk-slim
          command: ["java"]
          args:
            - -Dsun.net.inetaddr.negative.ttl=0
            - -jar
            - app.jar
            - -Dsun.net.inetaddr.ttl=9
          env:
            - name: JAVA_TOOL_OPTIONS
              value: >-
                -Xmx1g
                -Dsun.net.inetaddr.ttl=30
            - name: RES_OPTIONS
              value: timeout:1
        - name: side
          image: nginx
---
kind: ConfigMap
data:
  override.security: |
    # ours

    networkaddress.cache.ttl=10
  run.sh: |
    #!/bin/sh
    exec java \
      -Dsun.net.inetaddr.ttl=3 Main
`

const compose = `services:
  cart:
    image: amazoncorretto:8
    dns_opt: ["timeout:2"]
    environment:
      JAVA_OPTS: -Dsun.net.inetaddr.ttl=1
  shop:
    build: .
    environment:
      - _JAVA_OPTIONS=-Dsun.net.inetaddr.ttl=2
`

func TestReadManifest(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{pod, `7 nameserver nameserver=10.0.0.1|8 search search=a.test b.test|12 option ndots=2|14 option single-request-reopen=
17 java openjdk:17.0.9-jdk-slim=17 for shop|28 -D sun.net.inetaddr.ttl=30 via JAVA_TOOL_OPTIONS for shop|30 option timeout=1 via RES_OPTIONS for shop
20 -D sun.net.inetaddr.negative.ttl=0 for shop|23 -D sun.net.inetaddr.ttl=9 for shop argument
37 file override.security=part in override.security|39 security networkaddress.cache.ttl=10 in override.security|43 -D sun.net.inetaddr.ttl=3`},
		{compose, `3 java amazoncorretto:8=8 for cart|4 option timeout=2 for cart|6 -D sun.net.inetaddr.ttl=1 via JAVA_OPTS for cart
10 -D sun.net.inetaddr.ttl=2 via _JAVA_OPTIONS`},
		// A template is no YAML: lines are read one by one.
		{"kind: Pod\nspec:\n  {{- if .x }}\n  args: [\"-Dsun.net.inetaddr.ttl=4\"]\n  {{- end }}\n", "4 -D sun.net.inetaddr.ttl=4"},
	} {
		f := Read("m.yaml", []byte(c.text))
		var got []string
		for _, s := range f.Settings {
			got = append(got, show(s))
		}
		want := strings.ReplaceAll(c.want, "\n", "|")
		if f.Form != FormManifest || strings.Join(got, "|") != want {
			t.Errorf("%s\n got %s: %s\nwant %s", c.text, f.Form, strings.Join(got, "\n  "), strings.ReplaceAll(want, "|", "\n  "))
		}
	}
}

// FuzzRead: no text makes Read fail, and every position lies inside the text.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		pod, compose, "-Dsun.net.inetaddr.ttl=1", "networkaddress.cache.ttl=\\u00", "nameserver\noptions\nsearch", "FROM java:\nCMD [\"java\"]",
		"[Service]\nExecStart=java -jar", "class A { void f() { Security.setProperty(\"networkaddress.cache.ttl\", x(", "#!/bin/sh\nA=\"-D\\\n\" 'x", "a: &a [*a, *a]\nkind: x\n",
		"kind: |\n  kind: |\n    kind: |\n      -Dsun.net.inetaddr.ttl=1\n", "spec: >\n  a\n\n  -Dsun.net.inetaddr.ttl=1\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := strings.Count(string(text), "\n") + 1
		got := Read("f", text)
		for _, s := range got.Settings {
			if s.Pos.Line < 1 || s.Pos.Line > lines {
				t.Errorf("line %d of %d: %s", s.Pos.Line, lines, show(s))
			}
			if kindNames[s.Kind] == "" {
				t.Errorf("no kind: %+v", s)
			}
		}
	})
}
