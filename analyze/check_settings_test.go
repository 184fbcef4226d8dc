package analyze

import (
	"testing"

	"timeline/analyze/settings"
	"timeline/parse/config"
)

// Without logs, a setting gives a finding where it does not do what it seems to, or
// keeps an answer for ever; no other setting does, and no settings give none.
func TestFindingsOfSettingsAlone(t *testing.T) {
	cases := []struct {
		name, file, text string
		ignored, forever int
	}{
		{"a stock file", "java.security", "networkaddress.cache.negative.ttl=10\n", 0, 0},
		{"an hour", "java.security", "networkaddress.cache.ttl=3600\n", 0, 0},
		{"not kept: a mistake that works", "java.security", "networkaddress.cache.negative.ttl=0\n", 0, 0},
		{"successes for ever", "java.security", "networkaddress.cache.ttl=-1\n", 0, 1},
		{"both for ever", "java.security", "networkaddress.cache.ttl=-1\nnetworkaddress.cache.negative.ttl=-1\n", 0, 2},
		{"not a number", "java.security", "networkaddress.cache.ttl=30s\n", 1, 0},
		{"security properties as flags", "flags", "-Dnetworkaddress.cache.ttl=5 -Dnetworkaddress.cache.negative.ttl=1\n", 2, 0},
		{"a system property that is outranked", "flags", "-Dsun.net.inetaddr.negative.ttl=2\n", 1, 0},
		{"flags of other things", "flags", "-Xmx1g -Dfile.encoding=UTF-8\n", 0, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			set := settings.Evaluate([]config.File{config.Read(c.file, []byte(c.text))}, settings.JDK{Version: 17, From: "--jdk"})[0]
			s := &scene{options: Options{Settings: set}}
			if ignored, forever := len(checkIgnoredSetting(s)), len(checkCachedForever(s)); ignored != c.ignored || forever != c.forever {
				t.Errorf("got %d settings without effect and %d TTLs for ever, want %d and %d", ignored, forever, c.ignored, c.forever)
			}
		})
	}
	if got := append(checkIgnoredSetting(&scene{}), checkCachedForever(&scene{})...); len(got) != 0 {
		t.Errorf("without settings: %+v", got)
	}
}
