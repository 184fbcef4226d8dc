package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// version is that of the module as built, "devel" for a build from a checkout.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

func newVersion(env environment) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version, the commit that it was built from, and how",
		Example: "  timeline version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			info, _ := debug.ReadBuildInfo()
			_, err := fmt.Fprintf(env.out, "timeline %s\n%s", version(), buildText(info))
			return err
		},
	}
}

// buildText says what a build was made of, as far as it knows itself.
func buildText(info *debug.BuildInfo) string {
	if info == nil {
		return fmt.Sprintf("built with %s for %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	var b strings.Builder
	if commit := set["vcs.revision"]; commit != "" {
		fmt.Fprintf(&b, "commit %s", commit)
		if t := set["vcs.time"]; t != "" {
			fmt.Fprintf(&b, " of %s", t)
		}
		if set["vcs.modified"] == "true" {
			b.WriteString(", with changes that are not committed")
		}
		b.WriteByte('\n')
	}
	system, machine := set["GOOS"], set["GOARCH"]
	if system == "" {
		system, machine = runtime.GOOS, runtime.GOARCH
	}
	fmt.Fprintf(&b, "built with %s for %s/%s\n", info.GoVersion, system, machine)
	return b.String()
}
