package redact

import (
	_ "embed"
	"net/netip"
	"path"
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// vocabularyText is the words that the program's own texts are made of, one a
// line, in lower case. A test keeps it in step with the sources.
//
//go:embed vocabulary.txt
var vocabularyText string

// vocabulary holds them. Most runs redact nothing, and do not wait for it.
var vocabulary = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for w := range strings.Lines(vocabularyText) {
		words[strings.TrimSpace(w)] = true
	}
	return words
})

var (
	// number is a count, a measure, a date or a time.
	number = regexp.MustCompile(`^[-+~±]?\d[\d.,:]*(ms|s|min|h|d|%|x)?$|^\d{4}-\d\d-\d\d([T ]?\d\d:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$`)
	// attemptID names a try or a window of the report.
	attemptID = regexp.MustCompile(`^[aw]\d+$`)
	// longNumber may be an account, an order, a telephone.
	longNumber = regexp.MustCompile(`\d{4}`)
	hostShape  = regexp.MustCompile(`(?i)^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.([a-z][a-z0-9-]+)\.?$`)
	dashedIP   = regexp.MustCompile(`(^|-)\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}($|[-.])`)
	port       = regexp.MustCompile(`:\d{1,5}$`)
)

// keep reports whether a word may stay: the program's own vocabulary, a class
// of the JDK, a number.
func keep(s string, own bool) bool {
	if _, ok := splitAddress(s); ok {
		return false
	}
	low := strings.ToLower(s)
	switch {
	case vocabulary()[low] || knownClients[low] || vocabulary()[strings.TrimSuffix(low, "s")]:
		return true
	case !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }):
		return own // a dash, the end of the options of a command
	case number.MatchString(s):
		return own || !longNumber.MatchString(s)
	case attemptID.MatchString(s):
		return own
	case knownClass(s):
		return true
	}
	return own && hyphenated(low)
}

// hyphenated reports whether every part of a compound is known.
func hyphenated(s string) bool {
	parts := strings.Split(s, "-")
	if len(parts) < 2 {
		return false
	}
	for _, p := range parts {
		if !vocabulary()[p] && !number.MatchString(p) {
			return false
		}
	}
	return !dashedIP.MatchString(s)
}

// shaped gives words that look like an address, a path or a host their label.
func (n *names) shaped(s string) (string, bool) {
	if p, ok := splitAddress(s); ok {
		return n.label(address, strings.TrimSuffix(s, p)) + p, true
	}
	if vocabulary()[strings.ToLower(s)] || knownClass(s) {
		return "", false
	}
	switch {
	case strings.HasPrefix(s, "/") && strings.Count(s, "/") > 1 && !strings.Contains(s, "//"),
		strings.HasPrefix(s, "./"), strings.HasPrefix(s, "../"), strings.HasPrefix(s, "~/"):
		return n.label(file, s), true
	case strings.ContainsAny(s, separators):
		return "", false
	case extensions[strings.ToLower(path.Ext(s))]:
		return n.label(file, s), true
	case dashedIP.MatchString(s):
		return n.label(host, s), true
	case hostShape.MatchString(s) && !strings.HasSuffix(s, "."):
		return n.label(host, s), true
	}
	return "", false
}

// splitAddress reports whether s is an IP address, with a port perhaps, which it
// gives with its colon.
func splitAddress(s string) (withPort string, ok bool) {
	bare := strings.Trim(s, "[]")
	if a, err := netip.ParseAddr(bare); err == nil && a.IsValid() && bare != "::" {
		return "", true
	}
	p := port.FindString(s)
	if p == "" {
		return "", false
	}
	_, err := netip.ParseAddrPort(s)
	return p, err == nil
}

// knownPackages are those of the JDK and of libraries that everybody uses: their
// names say nothing about an application.
var knownPackages = []string{"java.", "javax.", "jakarta.", "jdk.", "sun.", "com.sun.", "android.", "kotlin.", "kotlinx.coroutines.", "scala.", "clojure.lang.",
	"io.netty.", "io.grpc.", "io.vertx.", "io.lettuce.", "io.micrometer.", "io.github.resilience4j.", "reactor.", "org.apache.http.", "org.apache.hc.", "org.apache.kafka.",
	"org.apache.commons.", "org.springframework.", "org.hibernate.", "org.eclipse.jetty.", "org.postgresql.", "software.amazon.awssdk.", "com.amazonaws.", "com.google.api.",
	"com.google.cloud.", "com.azure.", "com.microsoft.azure.", "com.mysql.", "com.zaxxer.hikari.", "com.mongodb.", "com.netflix.", "com.squareup.", "com.fasterxml.jackson.",
	"okhttp3.", "okio.", "retrofit2.", "feign.", "redis.clients.", "oracle.jdbc.", "ch.qos.logback.", "org.slf4j."}

// knownClients are client libraries that everybody uses, in lower case.
var knownClients = map[string]bool{"httpurlconnection": true, "httpclient": true, "okhttp": true, "okhttpclient": true, "apache": true, "apachehttpclient": true,
	"netty": true, "reactor-netty": true, "webclient": true, "resttemplate": true, "restclient": true, "jersey": true, "jetty": true, "retrofit": true, "feign": true,
	"unirest": true, "ktor": true, "vertx": true, "aws-sdk": true, "s3client": true, "grpc": true, "lettuce": true, "jedis": true, "hikaricp": true}

var classTail = regexp.MustCompile(`^([a-z][a-z0-9_]*\.){0,9}[A-Z][A-Za-z0-9]*(\$[A-Z0-9][A-Za-z0-9]*)*(\.[a-z][A-Za-z0-9]*)?$`)

// knownClass reports whether s is a class, or a method of a class, of a known
// package.
func knownClass(s string) bool {
	for _, p := range knownPackages {
		if rest, ok := strings.CutPrefix(s, p); ok {
			return classTail.MatchString(rest)
		}
	}
	return false
}
