// Package samples holds small incidents for trying the tool: one real one and
// three that were made up after laboratory measurements. All names and addresses
// in them are reserved for documentation, or are those of public services.
package samples

import (
	"embed"
	"io/fs"
)

//go:embed s3-upload sawtooth slow-server dns-change
var files embed.FS

// A Sample is one incident: a folder of logs.
type Sample struct {
	Name  string
	Says  string // what a reader finds in it
	Files fs.FS
}

var list = []struct{ name, says string }{
	{"s3-upload", "one lost DNS answer: three uploads queue on the lookup, the rest fail from the JVM's cache for 10 s"},
	{"sawtooth", "a 50 s DNS outage seen as lookup, window, lookup, window"},
	{"slow-server", "a look-alike: read timeouts of 5 s, nothing wrong with DNS"},
	{"dns-change", "a name moves; one client follows at once, the other one stays on its open connection"},
}

// All lists the samples.
func All() []Sample {
	all := make([]Sample, len(list))
	for i, s := range list {
		sub, err := fs.Sub(files, s.name)
		if err != nil {
			panic(err) // the name is one of the embedded folders
		}
		all[i] = Sample{s.name, s.says, sub}
	}
	return all
}

// Find returns the sample of that name.
func Find(name string) (Sample, bool) {
	for _, s := range All() {
		if s.Name == name {
			return s, true
		}
	}
	return Sample{}, false
}
