package analyze_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"timeline/analyze"
	"timeline/analyze/settings"
	"timeline/parse"
	"timeline/parse/config"
)

// moved is when api.example.net moves from 10.0.0.11 to 10.0.0.12.
var moved = time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC)

// callsOf is the log of one process that calls each 2 s, and uses the new address from
// stay behind the move on. Where it shows what the name resolved to, that is right.
func callsOf(process string, stay time.Duration, resolves bool) *analyze.Collector {
	c := analyze.NewCollector(process)
	line := 0
	for at := -20 * time.Second; at < 6*time.Minute; at += 2 * time.Second {
		line++
		rec := parse.Record{
			Pos: parse.Pos{File: process + ".log", Line: line}, Time: moved.Add(at), Host: "api.example.net", Duration: 20 * time.Millisecond,
			Status: parse.OK, Message: "call ok", Level: parse.Info, Remote: "10.0.0.11",
		}
		if at >= stay {
			rec.Remote = "10.0.0.12"
		}
		if resolves {
			rec.Resolved = "10.0.0.11"
			if at >= 0 {
				rec.Resolved = "10.0.0.12"
			}
		}
		c.Add(&rec)
	}
	return c
}

// given evaluates settings: the lines of a java.security file and flags.
func given(security, flags string, jdk int) *settings.JVM {
	var files []config.File
	if security != "" {
		files = append(files, config.Read("java.security", []byte(security)))
	}
	if flags != "" {
		files = append(files, config.Read("flags", []byte(flags)))
	}
	return settings.Evaluate(files, settings.JDK{Version: jdk, From: "--jdk"})[0]
}

// TestPositiveTTLAgainstStay holds what settings say of the positive TTL against how
// long traffic stayed on an old address.
func TestPositiveTTLAgainstStay(t *testing.T) {
	const never = time.Hour
	cache := "the JVM's address cache, as the given settings have it, kept the old address"
	tests := []struct {
		name            string
		security, flags string
		jdk             int
		stay            time.Duration
		resolves        bool
		findings        string
		refuted         bool   // that the cache, as set, kept the address
		says            string // in the evidence, the statement or the notes
	}{
		{name: "30, and 4 minutes", security: "networkaddress.cache.ttl=30", jdk: 17, stay: 4 * time.Minute,
			findings: "stale-address moderate", refuted: true, says: "it keeps an address for 30 s (networkaddress.cache.ttl=30, java.security:1), and"},
		{name: "30, and for good", security: "networkaddress.cache.ttl=30", jdk: 17, stay: never,
			findings: "stale-address moderate", refuted: true, says: "a shorter TTL than the one that is set would not have helped"},
		{name: "30, and 24 s", security: "networkaddress.cache.ttl=30", jdk: 17, stay: 24 * time.Second,
			findings: "stale-address strong", says: "as configured: the address cache keeps an address for 30 s (networkaddress.cache.ttl=30, java.security:1), and none of them began later than that"},
		{name: "300, and 4 minutes", security: "networkaddress.cache.ttl=300", jdk: 17, stay: 4 * time.Minute,
			findings: "stale-address strong", says: "none of them began later than that"},
		{name: "0, and 4 minutes", security: "networkaddress.cache.ttl=0", jdk: 17, stay: 4 * time.Minute,
			findings: "stale-address moderate", refuted: true, says: "it keeps no address (networkaddress.cache.ttl=0, java.security:1), and"},
		{name: "a flag that is in force, and 4 minutes", security: "networkaddress.cache.ttl=", flags: "-Dsun.net.inetaddr.ttl=30", jdk: 17, stay: 4 * time.Minute,
			findings: "stale-address moderate", refuted: true, says: "-Dsun.net.inetaddr.ttl=30, flags:1"},
		{name: "a flag that is none, and 4 minutes", flags: "-Dnetworkaddress.cache.ttl=5", jdk: 17, stay: 4 * time.Minute,
			findings: "stale-address strong, ignored-setting moderate", says: "if it kept that one, they are not all that this JVM runs with"},
		{name: "the default, and 4 minutes", flags: "-Xmx1g", jdk: 17, stay: 4 * time.Minute,
			findings: "stale-address strong", says: "by the given settings the address cache keeps an address for 30 s (no TTL is set: the default of the JDK): if it kept that one, they are not all that this JVM runs with"},
		{name: "30 and a stale TTL, JDK 21", security: "networkaddress.cache.ttl=30\nnetworkaddress.cache.stale.ttl=600", jdk: 21, stay: 4 * time.Minute,
			findings: "stale-address strong", says: "keeps an address for 30 s, and for 600 s more while lookups fail"},
		{name: "30 and a short stale TTL, JDK 21", security: "networkaddress.cache.ttl=30\nnetworkaddress.cache.stale.ttl=60", jdk: 21, stay: 4 * time.Minute,
			findings: "stale-address moderate", refuted: true, says: "keeps an address for 30 s, and for 60 s more while lookups fail"},
		{name: "30 and a stale TTL, JDK 17", security: "networkaddress.cache.ttl=30\nnetworkaddress.cache.stale.ttl=600", jdk: 17, stay: 4 * time.Minute,
			findings: "stale-address moderate, ignored-setting moderate", refuted: true, says: "it keeps an address for 30 s (networkaddress"},
		{name: "for ever, and for good", security: "networkaddress.cache.ttl=-1", jdk: 17, stay: never,
			findings: "stale-address strong, cached-forever strong", says: "the address cache keeps an address for ever (networkaddress.cache.ttl=-1, java.security:1), so that it explains all of them"},
		{name: "for ever, and 4 minutes", security: "networkaddress.cache.ttl=-1", jdk: 17, stay: 4 * time.Minute,
			findings: "stale-address strong, cached-forever moderate", says: "it did move, and the logs do not show a restart"},
		{name: "a security manager, and for good", flags: "-Djava.security.manager", jdk: 17, stay: never,
			findings: "stale-address strong, cached-forever strong", says: "with a security manager (-Djava.security.manager) that means for ever"},
		{name: "30, resolved anew", security: "networkaddress.cache.ttl=30", jdk: 17, stay: 4 * time.Minute, resolves: true,
			findings: "pinned-connection strong", says: "the same process resolved the name to the new address meanwhile"},
		{name: "30, resolved anew, and for good", security: "networkaddress.cache.ttl=30", jdk: 17, stay: never, resolves: true,
			findings: "pinned-connection moderate", says: "the client holds the address itself, and never resolves it again"},
		{name: "for ever, resolved anew", security: "networkaddress.cache.ttl=-1", jdk: 17, stay: 4 * time.Minute, resolves: true,
			findings: "pinned-connection strong, cached-forever weak", says: "a resolved api.example.net anew while it ran, and the given settings keep an address for ever (networkaddress.cache.ttl=-1): it was restarted, or they are not all that this JVM runs with"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cs := []*analyze.Collector{callsOf("a", tt.stay, tt.resolves), callsOf("peer", 10*time.Second, false)}
			r := analyze.Run(cs, []analyze.Input{{Path: "a.log"}, {Path: "peer.log"}}, analyze.Options{Cutover: moved, Settings: given(tt.security, tt.flags, tt.jdk)})
			var found []string
			refuted := false
			for _, f := range r.Findings {
				found = append(found, f.ID+" "+string(f.Confidence))
				refuted = refuted || slices.ContainsFunc(f.Rivals, func(v analyze.Rival) bool { return v.Hypothesis == cache && v.Status == "refuted" })
			}
			if got := strings.Join(found, ", "); got != tt.findings || refuted != tt.refuted {
				t.Errorf("found %s, the cache refuted: %t; want %s, %t", got, refuted, tt.findings, tt.refuted)
			}
			if all := fmt.Sprintf("%+v %q", r.Findings, r.Coverage.Notes); !strings.Contains(all, tt.says) {
				t.Errorf("nothing says %q:\n%s", tt.says, all)
			}
		})
	}
}

// TestNegativeTTLAgainstWindows holds what settings say of the negative TTL against
// windows of 10 s.
func TestNegativeTTLAgainstWindows(t *testing.T) {
	tests := []struct {
		name            string
		security, flags string
		findings, says  string
	}{
		{name: "10", security: "networkaddress.cache.negative.ttl=10", says: "as configured in java.security:1: the negative TTL is 10 s"},
		{name: "the stock line", flags: "-Xmx1g", says: "as configured: the negative TTL is 10 s (a stock java.security sets networkaddress.cache.negative.ttl=10)"},
		{name: "0", security: "networkaddress.cache.negative.ttl=0", findings: "ignored-setting moderate", says: "networkaddress.cache.negative.ttl=0 (java.security:1) was not in force: the logs show a negative TTL of between"},
		{name: "1", security: "networkaddress.cache.negative.ttl=1", findings: "ignored-setting moderate", says: "was not in force"},
		{name: "30", security: "networkaddress.cache.negative.ttl=30", findings: "ignored-setting moderate", says: "was not in force"},
		{name: "for ever", security: "networkaddress.cache.negative.ttl=-1", findings: "ignored-setting moderate, cached-forever weak", says: "was not in force"},
		{name: "0, in vain", flags: "-Dnetworkaddress.cache.negative.ttl=0", findings: "ignored-setting strong", says: "by these settings: 10 s"},
		{name: "a file that was not given", flags: "-Djava.security.properties==whole.security", says: "negative TTL not known"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := analyze.NewCollector("")
			log := outage(moved) + outage(moved.Add(15*time.Second))
			r := parse.NewReader(strings.NewReader(log), "x.log", "", parse.Options{})
			for r.Scan() {
				c.Add(r.Record())
			}
			rep := analyze.Run([]*analyze.Collector{c}, []analyze.Input{{Path: "x.log"}}, analyze.Options{Settings: given(tt.security, tt.flags, 17)})
			var found []string
			for _, f := range rep.Findings {
				if f.ID == "ignored-setting" || f.ID == "cached-forever" {
					found = append(found, f.ID+" "+string(f.Confidence))
				}
			}
			if got := strings.Join(found, ", "); got != tt.findings {
				t.Errorf("found %s, want %s", got, tt.findings)
			}
			if all := fmt.Sprintf("%+v %q", rep.Findings, rep.Coverage.Notes); !strings.Contains(all, tt.says) {
				t.Errorf("nothing says %q:\n%s", tt.says, all)
			}
		})
	}
}
