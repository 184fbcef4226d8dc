package incident

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"timeline/analyze"
)

var begin = time.Date(2026, 3, 4, 9, 30, 0, 0, time.UTC)

// finding is one claim without much behind it.
func (b *builder) finding(id, statement string, confidence analyze.Confidence, from, to float64) {
	b.r.Findings = append(b.r.Findings, analyze.Finding{ID: id, Host: Host, From: b.at(from), To: b.at(to), Confidence: confidence, Statement: statement,
		Evidence: []analyze.Evidence{{Note: "see the tries", Attempts: []string{"a1"}, Sources: []analyze.Source{{File: "app.log", Line: 1}}}}})
}

// Sawtooth is three windows in a row.
func Sawtooth() *analyze.Report {
	b := newBuilder(begin, "3 lookups in a row failed, and the JVM kept each failure for about 10 s.")
	outage{host: Host, from: 1.4, until: 61.5, limit: 10, ttl: 10, every: 2.2, runFor: 72, jobPrefix: "job-", seed: 7, perJob: 2, after: 0.3}.run(b)
	b.finding("negative-cache", "each of 3 failures was served from the cache for about 10 s", analyze.Strong, 11, 61)
	b.finding("sawtooth", "lookup and window took turns three times", analyze.Strong, 1, 61)
	return b.done()
}

// Processes is two JVMs and four hosts, of which one fails.
func Processes() *analyze.Report {
	b := newBuilder(begin, "In two processes one of four names could not be resolved; each kept its own failure for about 10 s.")
	for i, p := range []string{"pod-a", "pod-b"} {
		at := 1.3 + 3.1*float64(i)
		outage{process: p, host: Host, from: at, until: 15, limit: 2, ttl: 10, every: 2.4, runFor: 20, jobPrefix: p + "-m", seed: 3 + uint64(i), perJob: 2, after: 0.3}.run(b)
		for k, h := range []string{"auth.internal", "db.internal.example.com", "mail.example.org"} {
			rng := rand.New(rand.NewPCG(uint64(k), uint64(i)))
			for t := 0.5 + rng.Float64(); t < 20; t += 4 + rng.Float64() {
				b.add(try{process: p, host: h, job: fmt.Sprintf("%s-%s", p, h[:4]), start: t, end: t + 0.2 + 0.4*rng.Float64(), class: analyze.ClassOK, remote: "10.1.2.3", file: "x.log", line: k + 1})
			}
		}
	}
	b.finding("negative-cache", "two processes kept one failure each for about 10 s", analyze.Strong, 3, 16)
	return b.done()
}

// Slow is slow lookups that succeeded in groups.
func Slow() *analyze.Report {
	b := newBuilder(begin, "4 lookups took about 5 s each and then succeeded; 30 more tries queued behind them.")
	for g := range 4 {
		at := 1.4 + 8.3*float64(g)
		for i := range 8 {
			b.add(try{host: Host, job: fmt.Sprintf("worker-%d", i), start: at + 0.55*float64(i), end: at + 5.01 + 0.02*float64(i), class: analyze.ClassOK, remote: "10.0.0.7", file: "app.log", line: 8*g + i})
		}
		for i := range 4 {
			b.add(try{host: Host, job: fmt.Sprintf("worker-%d", i), start: at + 5.6 + 0.5*float64(i), end: at + 5.65 + 0.5*float64(i), class: analyze.ClassOK, remote: "10.0.0.7", file: "app.log", line: 100 + 8*g + i})
		}
	}
	b.finding("slow-lookup", "4 lookups took about 5 s and succeeded", analyze.Moderate, 1.4, 31)
	return b.done()
}

// Stale is a name that moved while tries went on to the old address.
func Stale() *analyze.Report {
	b := newBuilder(begin, "After the name moved at 09:30:10, 11 tries over 21 s still went to 10.0.0.21.")
	rng := rand.New(rand.NewPCG(5, 5))
	for i, t := 0, 0.4; t < 45; i, t = i+1, t+1.1 {
		x := try{host: Host, job: fmt.Sprintf("worker-%d", i%6), start: t, end: t + 0.1 + 0.2*rng.Float64(), class: analyze.ClassOK, remote: "10.0.0.21", file: "app.log", line: i + 1}
		switch {
		case t > 31:
			x.remote = "10.0.0.22"
		case t > 10:
			x.class, x.end, x.exception, x.message = analyze.ClassOther, t+5.0+0.1*rng.Float64(), "java.net.SocketTimeoutException", "Read timed out"
		}
		b.add(x)
	}
	b.finding("stale-address", "tries kept going to 10.0.0.21 for 21 s after the name had moved to 10.0.0.22", analyze.Moderate, 10, 31.2)
	return b.done()
}

// Nothing is a service that is merely slow now and then.
func Nothing() *analyze.Report {
	b := newBuilder(begin, "No sign of a cached or shared lookup: 48 tries, of which 6 failed for reasons outside name resolution.")
	rng := rand.New(rand.NewPCG(9, 9))
	for i := range 48 {
		t := 0.3 + 0.8*float64(i) + 0.3*rng.Float64()
		x := try{host: Host, job: fmt.Sprintf("worker-%d", i%5), start: t, end: t + 0.2 + 1.2*rng.Float64(), class: analyze.ClassOK, file: "app.log", line: i + 1}
		if i%8 == 5 {
			x.class, x.exception, x.message = analyze.ClassOther, "java.net.SocketTimeoutException", "Connect timed out"
		}
		b.add(x)
	}
	return b.done()
}

// Three is the least: three tries.
func Three() *analyze.Report {
	b := newBuilder(begin, "Too little to tell: 2 of 3 tries failed to resolve their name.")
	b.add(try{host: Host, job: "main", start: 1, end: 1.004, class: analyze.ClassDNS, file: "a.log", line: 1})
	b.add(try{host: Host, job: "main", no: 2, start: 2, end: 2.002, class: analyze.ClassDNS, file: "a.log", line: 9})
	b.add(try{host: Host, job: "main", no: 3, start: 3, end: 3.1, class: analyze.ClassOK, file: "a.log", line: 19})
	return b.done()
}

// Instant is many tries at one instant.
func Instant() *analyze.Report {
	b := newBuilder(begin, "12 tries failed at one instant; their logs hold no durations.")
	for i := range 12 {
		b.add(try{host: Host, job: fmt.Sprintf("job-%02d", i), start: -1, end: 5, class: analyze.ClassDNS, file: "a.log", line: i + 1})
	}
	return b.done()
}

// Unknowns lacks starts, ends, hosts, jobs and times.
func Unknowns() *analyze.Report {
	b := newBuilder(begin, "Most of the tries have no complete times.")
	b.add(try{start: -1, end: -1, class: analyze.ClassDNS, file: "a.log", line: 1})
	b.add(try{start: -1, end: 3, class: analyze.ClassDNS, thread: "main", file: "a.log", line: 2})
	b.add(try{start: 1, end: -1, class: analyze.ClassUnknown, job: "cut off", file: "a.log", line: 3})
	b.add(try{host: "db", start: 2, end: 2.5, class: analyze.ClassOther, job: "x", file: "a.log", line: 4})
	b.add(try{start: 4, end: 4, class: analyze.ClassOK, job: "zero", file: "a.log", line: 5})
	b.r.Windows = []analyze.Window{{ID: "w1", Host: "db", Lookup: analyze.Lookup{Waited: []string{}, Cause: analyze.CauseUnknown},
		Opened: analyze.Interval{Latest: b.at(2.5)}, Closed: analyze.Interval{Earliest: b.at(3)}, Cached: []string{}}}
	return b.done()
}

// NoTimes has tries, none of them with a time.
func NoTimes() *analyze.Report {
	b := newBuilder(begin, "The logs hold failures without a date: nothing can be placed in time.")
	for i := range 4 {
		b.add(try{host: Host, start: -1, end: -1, class: analyze.ClassDNS, file: "a.log", line: i + 1})
	}
	return b.done()
}

// Empty has no try at all.
func Empty() *analyze.Report {
	return newBuilder(begin, "No try was found in the logs.").done()
}

// Names has long, foreign and hostile names.
func Names() *analyze.Report {
	r := S3()
	names := map[string]string{
		"job-a": "이미지 업로드 작업 가나다 " + strings.Repeat("매우긴이름", 12),
		"job-b": "загрузка-изображений-воркер",
		"job-c": "画像アップロード処理",
		"job-d": "http-nio-8080-exec-\x1b[31mred\x1b[0m-\u202eevil<script>alert(1)</script>",
		"job-e": strings.Repeat("pool-1-thread-", 40) + "17",
	}
	for i := range r.Attempts {
		if n, ok := names[r.Attempts[i].Job]; ok {
			r.Attempts[i].Job = n
		}
	}
	r.Verdict = "검증: " + r.Verdict + strings.Repeat(" and more", 60)
	return r
}

// Gaps is two short incidents hours apart in a day of healthy tries.
func Gaps() *analyze.Report {
	b := newBuilder(begin, "Twice, five hours apart, a failed lookup was kept for about 10 s.")
	for i, t := 0, 0.0; t < 8*3600; i, t = i+1, t+120 {
		b.add(try{host: Host, job: "poller", start: t, end: t + 0.2, class: analyze.ClassOK, file: "p.log", line: i + 1})
	}
	for i, at := range []float64{5000.5, 23000.5} {
		outage{host: Host, from: at, until: at + 14, limit: 5, ttl: 10, every: 2, runFor: at + 22, jobPrefix: fmt.Sprintf("run%d-", i+1), seed: 11, perJob: 2, after: 0.3}.run(b)
	}
	b.finding("negative-cache", "two failures were kept for about 10 s each", analyze.Strong, 5006, 23016)
	return b.done()
}

// Many has about n tries of many jobs over windows of ten seconds.
func Many(n int) *analyze.Report {
	b := newBuilder(begin, "Failed lookups were kept for about 10 s each while traffic was heavy.")
	span := 130.0
	outage{host: Host, from: 1.4, until: 75, limit: 5, ttl: 10, every: span / (float64(n) / 1.5), runFor: span, jobPrefix: "J", seed: 13, perJob: 2, after: 0.3}.run(b)
	b.finding("negative-cache", "failures were served from the cache for about 10 s at a time", analyze.Strong, 6, 80)
	return b.done()
}

// All is every incident by name, large ones included.
func All() map[string]*analyze.Report {
	return map[string]*analyze.Report{
		"s3": S3(), "sawtooth": Sawtooth(), "processes": Processes(), "slow": Slow(), "stale": Stale(), "nothing": Nothing(),
		"three": Three(), "instant": Instant(), "unknowns": Unknowns(), "notimes": NoTimes(), "empty": Empty(), "names": Names(),
		"gaps": Gaps(), "many120": Many(120), "many5000": Many(5000),
	}
}
