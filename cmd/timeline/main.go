// Timeline explains outages that the name-lookup cache of a JVM made or made
// longer. It reads event logs and application logs, rebuilds the tries, and
// writes a report and a chart.
//
// Usage:
//
//	timeline analyze [flags] PATH...
//	timeline fetch [flags] ADDRESS
//	timeline map [flags] [PATH...]
//	timeline reduce [PARTIAL...]
//	timeline sample [flags] [NAME]
//	timeline explain [FINDING]
//	timeline lint [flags] FILE...
//
// Exit codes: 0 the report was written, 1 a finding named by --fail-on is in it,
// 2 wrong usage, 3 an input could not be read or held no record, 4 an output
// could not be written, 5 a log store may not have given all of its answer, 130
// stopped by Ctrl-C.
package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // Windows and bare containers know no zones
)

func main() {
	putOffCollection(os.LookupEnv)
	os.Exit(run(os.Args[1:], environment{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, lookup: os.LookupEnv, now: time.Now, stop: stopSignal(),
		terminal: terminalOf(os.Stdout), errTerminal: terminalOf(os.Stderr),
	}))
}

// stopSignal returns a channel that the first Ctrl-C, or SIGTERM, closes. The
// second one ends the process as if there were no such channel.
func stopSignal() <-chan struct{} {
	signals, stop := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Stop(signals)
		close(stop)
	}()
	return stop
}
