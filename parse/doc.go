// Package parse reads what a log says and nothing of what it means: bytes come
// in, records go out. The way of one piece of an input:
//
//  1. window.go holds the part of the input that is in memory.
//  2. reader.go takes the next piece: a line, a JSON value, an element of a large
//     one, a row of a table. Each piece is recognised by itself, so one input may
//     hold several formats.
//  3. JSON: json.go cuts it and checks its grammar, object.go sorts the members of
//     an object by meaning with the names in field.go, document.go and walk.go
//     find the events in whatever they are nested in, export.go knows the
//     envelopes of log stores, span.go those of trace systems, azure.go and
//     flight.go those of Azure Monitor and of flight recordings, docker.go puts
//     lines together that docker cut, event.go and jsonlog.go make records.
//     journal.go and yaml.go read what journalctl and gcloud print in their place.
//  4. Text: wrapper.go, prefix.go and logcat.go take off what engines, platforms,
//     journals and phones add, learned.go what a log itself shows to stand before
//     its lines; order.go turns exports that list the newest line first; shape.go,
//     logger.go, columns.go and product.go cut the first line of an entry; text.go
//     and follow.go put entries and their stack traces together; entry.go makes
//     records, keyvalue.go and outcome.go read the words of a message. dump.go and
//     dumpfile.go read thread dumps, which may stand in the middle of a log.
//
// formats.go lists the formats and the marks by which each is recognised.
//
// Times are read by package stamp, stack traces by package javatrace, files and
// archives are opened by package input.
package parse
