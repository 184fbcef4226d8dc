// Package timeline explains outages that a JVM's cache of name lookups made or
// made longer. The program is cmd/timeline; its way from logs to reports is
//
//	parse    bytes to records: what a log says
//	analyze  records to attempts, lookups, windows and findings: what it means
//	render   the report as text, Markdown, HTML, JSON and charts
//	samples  small incidents to try it on
package timeline
