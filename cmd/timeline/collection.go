package main

import (
	"math"
	"runtime"
	"runtime/debug"
)

// firstCollection is the memory at which garbage is collected first.
const firstCollection = 32 << 20

// putOffCollection puts the first collection of garbage off: most runs end before
// it is due, and each of the earlier ones would cost more than it frees. After it
// all is as usual. A user who set GOGC or GOMEMLIMIT knows better.
func putOffCollection(lookup func(string) (string, bool)) {
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		if _, set := lookup(name); set {
			return
		}
	}
	percent := debug.SetGCPercent(-1)
	debug.SetMemoryLimit(firstCollection)
	runtime.AddCleanup(new([64]byte), func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
	}, percent)
}
