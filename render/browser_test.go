//go:build browser

package render

import (
	"context"
	_ "embed"
	"fmt"
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
	"github.com/chromedp/cdproto/network"
	devpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"timeline/analyze"
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
