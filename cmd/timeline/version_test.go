package main

import (
	"runtime/debug"
	"testing"
)

func TestBuildText(t *testing.T) {
	settings := func(pairs ...string) []debug.BuildSetting {
		var list []debug.BuildSetting
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return list
	}
	for _, c := range []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{
			settings("GOOS", "linux", "GOARCH", "arm64", "vcs.revision", "2f1c", "vcs.time", "2026-07-28T11:45:00Z", "vcs.modified", "false"),
			"commit 2f1c of 2026-07-28T11:45:00Z\nbuilt with go1.26.0 for linux/arm64\n",
		},
		{
			settings("GOOS", "linux", "GOARCH", "arm64", "vcs.revision", "2f1c", "vcs.modified", "true"),
			"commit 2f1c, with changes that are not committed\nbuilt with go1.26.0 for linux/arm64\n",
		},
		{settings("GOOS", "windows", "GOARCH", "amd64"), "built with go1.26.0 for windows/amd64\n"},
	} {
		if got := buildText(&debug.BuildInfo{GoVersion: "go1.26.0", Settings: c.settings}); got != c.want {
			t.Errorf("%v:\n got %q\nwant %q", c.settings, got, c.want)
		}
	}
}
