//go:build browser

package render

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	devpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

//go:embed testdata/axe/axe.min.js
var axe string

// browsers are the names that Chromium goes by.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "chrome"}

// A tab is a page in a browser and what it complained about.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	troubles []string // console errors, exceptions, dialogs and requests beyond the file
}

// newBrowser starts a browser without a network, for all tabs of a test.
func newBrowser(t *testing.T) context.Context {
	t.Helper()
	var path string
	for _, name := range browsers {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skipf("none of %s is installed", strings.Join(browsers, ", "))
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("proxy-server", "127.0.0.1:9"), chromedp.WindowSize(1280, 900), chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// A step is something to do in a browser that has no result.
type step = chromedp.Action[chromedp.Void]

// command is a step that sends one command of the browser's protocol.
func command[P, R any](c cdp.Command[P, R], params P) step {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// open writes the page of r to a file and opens it from there.
func open(t *testing.T, browser context.Context, r *analyze.Report, before ...step) *tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(asHTML(t, r)), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		t.Fatal(err)
	}
	p.run(command(network.Enable, network.EnableParams{}))
	p.ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	p.run(before...)
	p.run(chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()))
	return p
}

func (p *tab) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		p.troubles = append(p.troubles, fmt.Sprintf("console %s", e.Type))
	case *runtime.EventExceptionThrown:
		p.troubles = append(p.troubles, "exception "+e.ExceptionDetails.Text)
	case *devpage.EventJavascriptDialogOpening:
		p.troubles = append(p.troubles, "dialog "+e.Message)
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, "file://") && !strings.HasPrefix(u, "data:") {
			p.troubles = append(p.troubles, "request of "+u)
		}
	}
}

// done fails the test if the page complained.
func (p *tab) done() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.troubles {
		p.t.Error(s)
	}
}

func (p *tab) run(steps ...step) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// is the value of an expression in the page.
func is[T any](p *tab, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return v
}

// shown waits until the line below the timeline has settled and returns it.
func (p *tab) shown() string {
	p.t.Helper()
	return is[string](p, `new Promise(done => setTimeout(() => done(document.getElementById('shown').textContent), 350))`)
}

// press sends a key to the timeline.
func (p *tab) press(key string) {
	p.t.Helper()
	is[bool](p, fmt.Sprintf(`document.getElementById('stage').dispatchEvent(new KeyboardEvent('keydown', {key: %q, bubbles: true, cancelable: true}))`, key))
}

const wheel = `document.getElementById('stage').dispatchEvent(new WheelEvent('wheel', {deltaY: -240, clientX: 640, clientY: stage.getBoundingClientRect().top + 90, bubbles: true, cancelable: true}))`

func TestBrowserOpensEveryReport(t *testing.T) {
	browser := newBrowser(t)
	for name, r := range incident.All() {
		t.Run(name, func(t *testing.T) {
			p := open(t, browser, r)
			timed := slices.ContainsFunc(r.Attempts, func(a analyze.Attempt) bool { return !a.Start.IsZero() || !a.End.IsZero() })
			if hidden := is[bool](p, `document.getElementById('explore').hidden`); hidden == timed {
				t.Errorf("the timeline is hidden: %v", hidden)
			}
			p.done()
		})
	}
}

func TestBrowserZooms(t *testing.T) {
	p := open(t, newBrowser(t), incident.S3())
	whole := p.shown()
	is[bool](p, `scrollTo(0, stage.getBoundingClientRect().top - 100), new Promise(done => setTimeout(() => done(true), 400))`)
	is[bool](p, wheel)
	near := p.shown()
	if near == whole {
		t.Errorf("the wheel leaves %q", near)
	}
	p.press("+")
	nearer := p.shown()
	p.press("ArrowRight")
	moved := p.shown()
	if nearer == near || moved == nearer {
		t.Errorf("keys leave %q, %q, %q", near, nearer, moved)
	}
	p.press("0")
	if back := p.shown(); back != whole {
		t.Errorf("0 shows %q, not %q", back, whole)
	}
	p.run(chromedp.Click(chromedp.CSS(`[data-do="in"]`)))
	if in := p.shown(); in == whole {
		t.Error("the button does not zoom")
	}
	p.done()
}

// TestBrowserTouches pinches and drags with two fingers and one.
func TestBrowserTouches(t *testing.T) {
	p := open(t, newBrowser(t), incident.S3(), command(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true}))
	whole := p.shown()
	is[bool](p, `(() => {
		const box = stage.getBoundingClientRect();
		const send = (type, ...xs) => {
			const touches = xs.map((x, i) => new Touch({identifier: i, target: stage, clientX: x, clientY: box.top + 100}));
			stage.dispatchEvent(new TouchEvent(type, {touches, targetTouches: touches, changedTouches: touches, bubbles: true, cancelable: true}));
		};
		send('touchstart', 500, 700);
		for (let d = 0; d <= 200; d += 20) send('touchmove', 500 - d, 700 + d);
		send('touchend');
		return true;
	})()`)
	if near := p.shown(); near == whole {
		t.Errorf("a pinch leaves %q", near)
	}
	p.done()
}

func TestBrowserFilters(t *testing.T) {
	p := open(t, newBrowser(t), incident.Processes())
	rows := func() int { p.shown(); return is[int](p, `document.querySelectorAll('#tries tbody tr').length`) }
	p.press("0")
	all := rows()
	set := func(id, value string) {
		is[bool](p, fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %s; return e.dispatchEvent(new Event('input', {bubbles: true})); })()`, id, value))
	}
	option := func(id, text string) string {
		return fmt.Sprintf(`[...document.getElementById(%q).options].find(o => o.text === %q).value`, id, text)
	}
	is[bool](p, `document.querySelector('#classes .ok').previousElementSibling.click(), true`)
	if n := rows(); n == 0 || n >= all || strings.Contains(is[string](p, `document.querySelector('#tries tbody').textContent`), "succeeded") {
		t.Errorf("%d rows without successes of %d", n, all)
	}
	is[bool](p, `document.querySelector('#classes .ok').previousElementSibling.click(), true`)
	set("host", option("host", incident.Host))
	host := rows()
	set("process", option("process", "pod-a"))
	both := rows()
	set("find", `"no such text"`)
	none := rows()
	set("find", `"POD-A-M"`)
	found := rows()
	if !(all > host && host > both && both > 0 && none == 0 && found == both) {
		t.Errorf("rows: all %d, one host %d, of one process %d, of no text %d, of a text %d", all, host, both, none, found)
	}
	p.run(chromedp.Click(chromedp.CSS(`[data-do="whole"]`)))
	if n := rows(); n != all {
		t.Errorf("%d rows when all is shown again, not %d", n, all)
	}
	p.done()
}

// TestBrowserTellsTries: what the pointer and the keyboard find is told with
// class, reason and place.
func TestBrowserTellsTries(t *testing.T) {
	p := open(t, newBrowser(t), incident.S3())
	p.shown()
	is[bool](p, `stage.scrollIntoView({block: 'center'}), true`)
	told := is[string](p, `(() => {
		const box = stage.getBoundingClientRect();
		const tip = document.getElementById('tip');
		for (let y = 45; y < box.height; y += 4) for (let x = 40; x < box.width; x += 4) {
			stage.dispatchEvent(new PointerEvent('pointermove', {clientX: box.left + x, clientY: box.top + y, pointerType: 'mouse', bubbles: true}));
			if (!tip.hidden) return tip.innerText;
		}
		return '';
	})()`)
	for _, want := range []string{"what it did", "told by", "logged at", ".json:"} {
		if !strings.Contains(told, want) {
			t.Errorf("no %q in what the pointer finds: %q", want, told)
		}
	}
	p.press("ArrowDown")
	first := is[string](p, `document.getElementById('detail').innerText`)
	p.press("ArrowDown")
	second := is[string](p, `document.getElementById('detail').innerText`)
	if !strings.Contains(first, "logged at") || !strings.Contains(second, "logged at") || first == second {
		t.Errorf("keys tell %q, then %q", first, second)
	}
	is[bool](p, `document.querySelector('.proof a').click(), true`)
	if id, told := is[string](p, `document.querySelector('.proof a').textContent`), is[string](p, `document.querySelector('#detail dd').textContent`); !strings.HasPrefix(told, id) {
		t.Errorf("the link of %s tells %q", id, told)
	}
	p.done()
}

func TestBrowserKeepsHostileTextText(t *testing.T) {
	p := open(t, newBrowser(t), hostile())
	p.shown()
	p.press("ArrowDown")
	if n := is[int](p, `document.scripts.length`); n != 2 {
		t.Errorf("%d script elements", n)
	}
	if n := is[int](p, `document.querySelectorAll('img, iframe, a[href^="javascript"], a[href^="http"]').length`); n != 0 {
		t.Errorf("%d elements out of log text", n)
	}
	if !strings.Contains(is[string](p, `document.getElementById('detail').textContent`), "<script>alert(1)</script>") {
		t.Error("the text of the log is not shown as it is")
	}
	p.done()
}

// TestBrowserFindsNoBarriers runs the rules of axe-core in light and dark, wide
// and narrow, with a try picked.
func TestBrowserFindsNoBarriers(t *testing.T) {
	browser := newBrowser(t)
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1280, 390} {
			for name, r := range map[string]*analyze.Report{"s3": incident.S3(), "processes": incident.Processes(), "hostile": hostile()} {
				t.Run(fmt.Sprintf("%s/%d/%s", scheme, width, name), func(t *testing.T) {
					p := open(t, browser, r, command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}),
						chromedp.EmulateViewport(width, 900))
					p.shown()
					p.press("ArrowDown")
					is[bool](p, axe+"; true")
					for _, v := range is[[]string](p, `axe.run().then(r => r.violations.map(v => v.id + ': ' + v.help + ' ' + JSON.stringify(v.nodes.slice(0, 3).map(n => [n.html.slice(0, 120), n.failureSummary]))))`) {
						t.Error(v)
					}
					if wide := is[[]string](p, tooWide); len(wide) > 0 {
						t.Errorf("wider than the page: %q", wide)
					}
					p.done()
				})
			}
		}
	}
}

// tooWide are the elements that reach beyond a page that scrolls sideways.
const tooWide = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('main *')]
	.filter(e => e.getBoundingClientRect().right > innerWidth && !e.closest('.scroll, .chart, svg')).map(e => e.outerHTML.slice(0, 100))`

// TestBrowserNeedsNoScript: without scripts the page shows all but the timeline
// to zoom.
func TestBrowserNeedsNoScript(t *testing.T) {
	p := open(t, newBrowser(t), incident.S3(), command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	text, err := chromedp.Run(p.ctx, chromedp.Text(chromedp.CSS("main")))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{incident.S3().Verdict, "Findings", "Tries", "What was read", "job-a"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q without scripts", want)
		}
	}
	if strings.Contains(text, "Timeline of the tries") {
		t.Error("controls that cannot work are shown")
	}
	p.done()
}

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
