package incident

import (
	"time"

	"timeline/analyze"
)

// S3 is the upload incident: one lookup without an answer, led by A, shared by
// B and C, then every try refused from the cache until 11:45:41.402.
func S3() *analyze.Report {
	b := newBuilder(time.Date(2026, 7, 28, 11, 45, 0, 0, time.UTC),
		"One failed lookup of "+Host+" took three tries with it, and the JVM then answered 11 more from its cached failure for 5.7 to 10.7 s (fits the default of 10 s).")
	add := func(job string, no int, start, end float64, c analyze.Class, file string, line int) string {
		return b.add(try{host: Host, job: job, thread: "upload-" + job[len(job)-1:], no: no, start: start, end: end, class: c, file: file, line: line})
	}
	a := add("job-a", 1, 25.861, 31.487, analyze.ClassLookup, "job-a.json", 3)
	waitB := add("job-b", 1, 26.425, 31.413, analyze.ClassWaited, "job-b.json", 3)
	waitC := add("job-c", 1, 26.617, 31.412, analyze.ClassWaited, "job-c.json", 3)
	cached := []string{
		add("job-c", 2, 31.413, 31.856, analyze.ClassCached, "job-c.json", 5),
		add("job-b", 2, 31.414, 31.626, analyze.ClassCached, "job-b.json", 5),
		add("job-a", 2, 31.488, 31.793, analyze.ClassCached, "job-a.json", 5),
		add("job-d", 1, 31.660, 31.951, analyze.ClassCached, "job-d.json", 6),
		add("job-d", 2, 31.952, 32.286, analyze.ClassCached, "job-d.json", 8),
		b.add(try{host: Host, thread: "upload-7", start: -1, end: 34.117, class: analyze.ClassCached, file: "app.log", line: 201}),
		add("job-e", 1, 35.190, 35.547, analyze.ClassCached, "job-e.json", 6),
		add("job-e", 2, 35.548, 35.904, analyze.ClassCached, "job-e.json", 8),
		b.add(try{host: Host, thread: "upload-9", start: -1, end: 37.332, class: analyze.ClassCached, file: "app.log", line: 230}),
	}
	b.add(try{host: Host, thread: "upload-3", start: -1, end: 41.402, class: analyze.ClassOK, file: "app.log", line: 260})
	b.r.Windows = []analyze.Window{{
		ID: "w1", Host: Host,
		Lookup: analyze.Lookup{Start: b.at(25.861), Leader: &a, Waited: []string{waitB, waitC}, Cause: analyze.CauseTimeout,
			StartSpread: millis(756 * time.Millisecond), EndSpread: millis(75 * time.Millisecond)},
		Opened: analyze.Interval{Earliest: b.at(30.7), Latest: b.at(31.2)},
		Closed: analyze.Interval{Earliest: b.at(36.9), Latest: b.at(41.402)},
		TTL:    analyze.TTL{Low: ptr(5.7), High: ptr(10.7), Best: ptr(10.0), Matches: []string{"JDK default, 10 s"}},
		Cached: cached, FirstSuccess: b.at(41.402),
	}}
	b.r.Findings = s3Findings(b, a, waitB, waitC, cached)
	b.r.Coverage = analyze.Coverage{Unpaired: 1, Notes: []string{"no input names its process: all of them are taken as one JVM"}}
	for _, n := range []string{"a", "b", "c"} {
		b.r.Coverage.Inputs = append(b.r.Coverage.Inputs, analyze.Input{Path: "job-" + n + ".json", Format: "timelog-json", Bytes: 352, Lines: 7,
			Records: 5, From: b.at(25.86), To: b.at(31.856), Zone: "assumed UTC", Bad: []analyze.BadRecord{}})
	}
	b.r.Coverage.Inputs = append(b.r.Coverage.Inputs, analyze.Input{Path: "app.log", Format: "java-log", Bytes: 16967, Lines: 262, Records: 12, Unreadable: 2,
		From: b.at(31.413), To: b.at(41.402), Zone: "assumed UTC", Bad: []analyze.BadRecord{
			{Source: analyze.Source{File: "app.log", Line: 17}, Reason: "time has no closing bracket", Text: "[2026-07-28 11:45 \x1b[31mERROR\x1b[0m <b>upload</b> | failed"},
		}})
	return b.done()
}

func s3Findings(b *builder, a, waitB, waitC string, cached []string) []analyze.Finding {
	var sources []analyze.Source
	for i := range cached {
		sources = append(sources, analyze.Source{File: "app.log", Line: 20 + 13*i})
	}
	return []analyze.Finding{
		{
			ID: "negative-cache", Host: Host, From: b.at(30.7), To: b.at(41.402), Confidence: analyze.Strong,
			Statement: "9 tries failed from the JVM's cached failure of one lookup, for between 5.7 and 10.7 s; of the known defaults only 10 s lies inside.",
			Evidence: []analyze.Evidence{
				{Note: "9 tries failed within 0.2 to 0.5 s, too fast for a resolver limit of 5 s", Attempts: append([]string(nil), cached...), Sources: sources},
				{Note: "their stack traces name InetAddress$CachedLookup and no native lookup", Attempts: append([]string(nil), cached[:3]...), Sources: sources[:3]},
			},
			Rivals: []analyze.Rival{
				{Hypothesis: "the resolver refused every query at once", Status: "refuted", Because: "the failures carry frames of the cached answer, not of a lookup", WouldDecide: "a packet capture of port 53"},
				{Hypothesis: "the resolver stayed down until 11:45:41", Status: "possible", Because: "no lookup was made between 11:45:31 and the first success", WouldDecide: "the resolver's query log"},
			},
			NotShown: []string{"why the first lookup got no answer", "whether the resolver was healthy again before 11:45:41.402"},
			Actions: []analyze.Action{{Do: "lower the negative TTL to 1 s", Effect: "a failed lookup is asked again after 1 s", Cost: "one more query a second for names that do not exist",
				Check: "networkaddress.cache.negative.ttl=1 in java.security"}},
		},
		{
			ID: "shared-lookup", Host: Host, From: b.at(25.861), To: b.at(31.487), Confidence: analyze.Strong,
			Statement: "3 tries that started 756 ms apart ended within 75 ms: they shared one failed lookup.",
			Evidence:  []analyze.Evidence{{Note: "starts lie 756 ms apart, ends 75 ms", Attempts: []string{a, waitB, waitC}, Sources: []analyze.Source{{File: "job-a.json", Line: 3}, {File: "job-b.json", Line: 3}, {File: "job-c.json", Line: 3}}}},
			Rivals:    []analyze.Rival{{Hypothesis: "three connects that timed out on their own", Status: "refuted", Because: "each would last as long as its limit and end apart; the exception is UnknownHostException", WouldDecide: "thread dump"}},
			NotShown:  []string{"which of the three threads held the lock"},
		},
	}
}
