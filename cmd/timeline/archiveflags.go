package main

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"timeline/parse/input"
)

// archiveFlags bound what archives may unpack to.
type archiveFlags struct {
	bytes, members, ratio int64
	depth                 int
}

func (a *archiveFlags) register(f *pflag.FlagSet) {
	f.Int64Var(&a.bytes, "max-unpacked", 0, "`BYTES` to which one compressed log may unpack; default 1 TiB")
	f.Int64Var(&a.ratio, "max-ratio", 0, "`NUMBER` of times its size to which a compressed log may unpack, above 256 MiB; default 2000")
	f.IntVar(&a.depth, "max-depth", 0, "`NUMBER` of packings, one in another, around a log; a tar.gz is two; default 5")
	f.Int64Var(&a.members, "max-members", 0, "`NUMBER` of logs in one archive; default 100000")
}

// options returns the limits of archives.
func (a *archiveFlags) options(env environment) input.Options {
	return input.Options{Stdin: env.in, MaxBytes: a.bytes, MaxMembers: int(a.members), MaxRatio: a.ratio, MaxDepth: a.depth}
}

// raisable names the flag that raises the limit which err is about, if it is about
// one.
func raisable(err error) error {
	var limit *input.LimitError
	if !errors.As(err, &limit) {
		return err
	}
	flag := map[input.Limit]string{input.Size: "max-unpacked", input.Ratio: "max-ratio", input.Depth: "max-depth", input.Members: "max-members"}[limit.Limit]
	return fmt.Errorf("%w, or raise --%s", err, flag)
}
