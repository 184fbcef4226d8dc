//go:build browser

package render

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	devpage "github.com/chromedp/cdproto/page"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

// crowd is so many tries of 200 jobs, a fifth of which fail.
func crowd(n int) *analyze.Report {
	r := incident.S3()
	host, begin := incident.Host, r.Attempts[0].Start.Time
	rng := rand.New(rand.NewPCG(1, 2))
	classes := []analyze.Class{analyze.ClassOK, analyze.ClassOK, analyze.ClassOK, analyze.ClassOK, analyze.ClassCached}
	r.Attempts = make([]analyze.Attempt, n)
	for i := range r.Attempts {
		start := begin.Add(time.Duration(i) * 40 * time.Millisecond)
		took := time.Duration(rng.ExpFloat64() * float64(200*time.Millisecond))
		ms := analyze.Millis(took)
		class := classes[rng.IntN(len(classes))]
		outcome := analyze.OutcomeFailed
		if class == analyze.ClassOK {
			outcome = analyze.OutcomeOK
		}
		r.Attempts[i] = analyze.Attempt{ID: fmt.Sprint("a", i+1), Host: &host, Job: fmt.Sprint("job-", rng.IntN(200)), Try: 1,
			Start: analyze.Time{Time: start}, End: analyze.Time{Time: start.Add(took)}, Duration: &ms, Outcome: outcome, Class: class,
			ClassFrom: []string{"timing"}, Sources: []analyze.Source{{File: "app.log", Line: i + 1}}}
	}
	r.Coverage.Attempts = n
	return r
}

// timedFrames replaces requestAnimationFrame by one that notes how long the
// work of each frame took.
const timedFrames = `(() => {
	window.frames_ = [];
	const ask = window.requestAnimationFrame.bind(window);
	window.requestAnimationFrame = (work) => ask((t) => {
		const before = performance.now();
		work(t);
		window.frames_.push(performance.now() - before);
	});
})()`

// TestBrowserStaysFluid measures what a frame costs while 100,000 tries are
// zoomed and moved. It prints the times and fails only far beyond them.
func TestBrowserStaysFluid(t *testing.T) {
	once := command(devpage.AddScriptToEvaluateOnNewDocument, devpage.AddScriptToEvaluateOnNewDocumentParams{Source: timedFrames})
	before := time.Now()
	p := open(t, newBrowser(t), crowd(100_000), once)
	p.shown()
	t.Logf("written, opened and drawn after %v", time.Since(before).Round(time.Millisecond))
	var times struct {
		Frames []float64 `json:"frames"`
		Filter float64   `json:"filter"`
	}
	raw := is[json.RawMessage](p, `(async () => {
		const frame = () => new Promise(done => requestAnimationFrame(done));
		const key = (k) => stage.dispatchEvent(new KeyboardEvent('keydown', {key: k, bubbles: true}));
		window.frames_.length = 0;
		key('0');
		for (const [k, times] of [['+', 1], ['ArrowRight', 20], ['+', 4], ['ArrowLeft', 20], ['-', 5]]) {
			for (let n = 0; n < times; n++) { key(k); await frame(); await frame(); }
		}
		const frames = window.frames_.filter(t => t > 0.05);
		const find = document.getElementById('find');
		find.value = 'job-17';
		const start = performance.now();
		find.dispatchEvent(new Event('input', {bubbles: true}));
		return {frames, filter: performance.now() - start};
	})()`)
	if err := json.Unmarshal(raw, &times); err != nil {
		t.Fatal(err)
	}
	slices.Sort(times.Frames)
	n := len(times.Frames)
	if n == 0 {
		t.Fatal("nothing was drawn")
	}
	t.Logf("100,000 tries: %d frames, median %.1f ms, 95 %% within %.1f ms, longest %.1f ms; a filter takes %.0f ms", n, times.Frames[n/2], times.Frames[n*95/100], times.Frames[n-1], times.Filter)
	if times.Frames[n/2] > 250 {
		t.Error("moving stutters")
	}
	p.done()
}
