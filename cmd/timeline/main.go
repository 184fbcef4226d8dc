// Timeline explains outages that the name-lookup cache of a JVM made or made
// longer. It reads event logs and application logs, rebuilds the tries, and
// writes a report and a chart.
//
// Usage:
//
//	timeline analyze [flags] PATH...
//	timeline sample [flags] [NAME]
//	timeline explain [FINDING]
//	timeline lint [flags] FILE...
//
// Exit codes: 0 the report was written, 1 a finding named by --fail-on is in it,
// 2 wrong usage, 3 an input could not be read or held no record, 4 an output
// could not be written.
package main

import (
	"os"
)

func main() {
	os.Exit(run(os.Args[1:], environment{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, lookup: os.LookupEnv, terminal: terminalOf(os.Stdout),
	}))
}
