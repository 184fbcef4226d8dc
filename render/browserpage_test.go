//go:build browser

package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

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
