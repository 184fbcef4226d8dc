package ci

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"timeline/analyze"
	"timeline/render/words"
)

// mostSeries bounds the series of one metric: names come from logs, and a log
// that is full of made-up ones shall not fill the monitoring.
const mostSeries = 500

// Prometheus writes r in the text exposition format 0.0.4, as gauges: a textfile
// collector or a scraper can read it.
func Prometheus(w io.Writer, r *analyze.Report) error {
	p := &exposition{}
	p.findings(r)
	p.windows(r)
	c := r.Coverage
	p.metric("timeline_attempts", "tries in the logs, by outcome")
	for _, o := range []struct {
		outcome analyze.Outcome
		n       int
	}{{analyze.OutcomeOK, c.OK}, {analyze.OutcomeFailed, c.Failed}, {analyze.OutcomeUnknown, c.Unknown}} {
		p.sample(float64(o.n), "outcome", string(o.outcome))
	}
	p.classes(r)
	records, unreadable := 0, 0
	for _, in := range c.Inputs {
		records += in.Records
		unreadable += in.Unreadable
	}
	p.metric("timeline_inputs", "inputs that were read")
	p.sample(float64(len(c.Inputs)))
	p.metric("timeline_records", "records that were read")
	p.sample(float64(records))
	p.metric("timeline_unreadable", "pieces of the inputs that no format can read")
	p.sample(float64(unreadable))
	p.metric("timeline_series_left_out", "series that were not written because there are too many")
	p.sample(float64(p.left))
	_, err := w.Write(p.b.Bytes())
	return err
}

type exposition struct {
	b    bytes.Buffer
	name string
	n    int // series of the metric so far
	left int
	seen map[string]bool // label sets of the metric
}

func (p *exposition) metric(name, help string) {
	p.name, p.n, p.seen = name, 0, map[string]bool{}
	fmt.Fprintf(&p.b, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name)
}

// sample writes one series; labels are names and values in turn. A label set
// that was cut to one that stands there already is left out: twice the same is
// an error to a scraper.
func (p *exposition) sample(v float64, labels ...string) {
	var set strings.Builder
	for i := 0; i+1 < len(labels); i += 2 {
		if i > 0 {
			set.WriteByte(',')
		}
		fmt.Fprintf(&set, `%s="%s"`, labels[i], labelValue(labels[i+1]))
	}
	if p.n++; p.n > mostSeries || p.seen[set.String()] {
		p.left++
		return
	}
	p.seen[set.String()] = true
	p.b.WriteString(p.name)
	if set.Len() > 0 {
		p.b.WriteString("{" + set.String() + "}")
	}
	p.b.WriteString(" " + strconv.FormatFloat(v, 'g', -1, 64) + "\n")
}

// longestLabel bounds a label's value, in bytes.
const longestLabel = 256

var labelMarks = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func labelValue(s string) string {
	if len(s) > longestLabel {
		s = strings.ToValidUTF8(s[:longestLabel], "") + "..."
	}
	return labelMarks.Replace(words.Visible(s))
}

// findings writes each finding once: a key that comes again counts up.
func (p *exposition) findings(r *analyze.Report) {
	type key struct{ id, confidence, host, process string }
	count := map[key]int{}
	var keys []key
	for _, f := range r.Findings {
		k := key{f.ID, string(f.Confidence), f.Host, f.Process}
		if count[k]++; count[k] == 1 {
			keys = append(keys, k)
		}
	}
	p.metric("timeline_findings", "findings, by kind, confidence, host and process")
	for _, k := range keys {
		p.sample(float64(count[k]), "finding", k.id, "confidence", k.confidence, "host", k.host, "process", k.process)
	}
}

func (p *exposition) windows(r *analyze.Report) {
	type key struct{ host, process string }
	type sums struct{ windows, cached int }
	count := map[key]*sums{}
	var keys []key
	for i := range r.Windows {
		v := &r.Windows[i]
		k := key{v.Host, v.Process}
		if count[k] == nil {
			count[k] = &sums{}
			keys = append(keys, k)
		}
		count[k].windows++
		count[k].cached += len(v.Cached)
	}
	p.metric("timeline_windows", "failed lookups that a JVM kept in its cache, by host and process")
	for _, k := range keys {
		p.sample(float64(count[k].windows), "host", k.host, "process", k.process)
	}
	p.metric("timeline_window_failures", "tries that failed from the cache, by host and process")
	for _, k := range keys {
		p.sample(float64(count[k].cached), "host", k.host, "process", k.process)
	}
}

func (p *exposition) classes(r *analyze.Report) {
	all := []analyze.Class{analyze.ClassLookup, analyze.ClassWaited, analyze.ClassCached, analyze.ClassDNS, analyze.ClassOther}
	count := map[analyze.Class]int{}
	for i := range r.Attempts {
		count[r.Attempts[i].Class]++
	}
	p.metric("timeline_failed_attempts", "tries that failed, by what they did about their name")
	for _, c := range all {
		p.sample(float64(count[c]), "class", string(c))
	}
}
