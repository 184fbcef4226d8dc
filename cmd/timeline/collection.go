package main

import (
	"math"
	"runtime"
	"runtime/debug"
)

// Garbage is collected first when so much memory is in use, and from then on when
// so many percent of what is in use came on top. Go's own 100 takes a third more
// memory on large logs, and saves a twentieth of the time.
const (
	firstCollection = 32 << 20
	collectAt       = 50
)

// putOffCollection puts the first collection of garbage off: most runs end before
// it is due, and each of the earlier ones would cost more than it frees. A user who
// set GOGC or GOMEMLIMIT knows better.
func putOffCollection(lookup func(string) (string, bool)) {
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		if _, set := lookup(name); set {
			return
		}
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(firstCollection)
	runtime.AddCleanup(new([64]byte), func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
	}, collectAt)
}
