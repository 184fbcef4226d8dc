package export

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// An annotation is a body for Grafana's POST /api/annotations: times in
// milliseconds since 1970, and timeEnd for a region. The text is shown as HTML.
type annotation struct {
	Time    int64    `json:"time"`
	TimeEnd int64    `json:"timeEnd,omitempty"`
	Tags    []string `json:"tags"`
	Text    string   `json:"text"`
}

// markup makes text of logs plain in HTML; quotes have no meaning there.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// grafanaAnnotations lists lookups, windows, first successes and findings. Tries
// are left out: a dashboard has its own series for them.
func grafanaAnnotations(r *analyze.Report) ([]byte, error) {
	list := []annotation{}
	add := func(from, to time.Time, what, s string, more ...string) {
		if !usable(from) {
			return
		}
		a := annotation{Time: from.UnixMilli(), Tags: append([]string{"timeline", what}, more...), Text: markup.Replace(s)}
		if usable(to) && to.After(from) {
			a.TimeEnd = to.UnixMilli()
		}
		list = append(list, a)
	}
	for i := range r.Windows {
		w := &r.Windows[i]
		p, ok := cachedPeriod(w)
		if !ok {
			continue
		}
		if start := w.Lookup.Start.Time; !start.IsZero() && start.Before(p.from) {
			add(start, p.from, "lookup", "lookup of "+text(w.Host)+": "+words.Cause(w.Lookup.Cause))
		}
		add(p.from, p.to, "window", windowText(w, vouched(r, w)))
		add(w.FirstSuccess.Time, time.Time{}, "recovery", "first success of "+text(w.Host))
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		add(f.From.Time, f.To.Time, "finding", text(f.Statement)+" ("+words.Confidence(f.Confidence)+")", text(f.ID))
	}
	slices.SortStableFunc(list, func(a, b annotation) int { return cmp.Compare(a.Time, b.Time) })
	return encode(list, "  ")
}
