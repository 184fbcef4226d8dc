package store

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
)

// A client asks one store: with its credentials, again where that may help, and
// never without end.
type client struct {
	http   *http.Client
	at     address
	creds  Credentials
	tenant string
	limits Limits

	answered bool // at least once: from then on an unreachable store is one that broke
	lost     int  // questions that were not answered
}

// giveUp is after how many lost questions no more are asked: each took all tries.
const giveUp = 4

const maxRedirects = 5

func newClient(at address, opt Options, limits Limits) *client {
	transport := opt.Transport
	if transport == nil {
		transport = &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
			TLSHandshakeTimeout:   10 * time.Second,
			ResponseHeaderTimeout: limits.Silence,
			TLSClientConfig:       &tls.Config{InsecureSkipVerify: opt.Insecure, MinVersion: tls.VersionTLS12},
		}
	}
	return &client{
		http:   &http.Client{Transport: transport, CheckRedirect: redirect},
		at:     at,
		creds:  opt.Credentials,
		tenant: opt.Tenant,
		limits: limits,
	}
}

// redirect follows a store to another place, but takes no credentials to another
// host, port or scheme. net/http keeps them for subdomains.
func redirect(r *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return fmt.Errorf("more than %d redirects", maxRedirects)
	}
	if first := via[0].URL; r.URL.Host != first.Host || r.URL.Scheme != first.Scheme {
		for _, name := range []string{"Authorization", "X-Scope-Orgid", "Accountid", "Projectid"} {
			r.Header.Del(name)
		}
	}
	return nil
}

// A request is one question. Its body is sent again with each try.
type request struct {
	path        string
	contentType string
	body        string // "" for a GET
}

// A statusError is an answer of a store that is no result.
type statusError struct {
	code  int
	text  string
	after time.Duration // as the store asks to wait; 0 if it does not
}

func (e *statusError) Error() string {
	switch {
	case e.code == http.StatusUnauthorized || e.code == http.StatusForbidden:
		return fmt.Sprintf("the store refuses these credentials (%d): set TIMELINE_STORE_USER and TIMELINE_STORE_PASSWORD, or TIMELINE_STORE_TOKEN", e.code)
	case e.text == "":
		return fmt.Sprintf("the store answers %d %s", e.code, http.StatusText(e.code))
	}
	return fmt.Sprintf("the store answers %d: %s", e.code, e.text)
}

// passing reports whether the same question may be answered later.
func (e *statusError) passing() bool { return e.code == http.StatusTooManyRequests || e.code >= 500 }

// ask sends q and hands the answer to use, again where the store was busy or the
// answer broke off. Each call of use begins anew. The error of the last try is
// a *lostError where the store has the data and did not give it.
func (c *client) ask(ctx context.Context, q request, use func(io.Reader) error) error {
	wait := c.limits.Wait
	if c.lost >= giveUp {
		return &lostError{fmt.Errorf("the store failed %d questions and was not asked any more", c.lost)}
	}
	for try := 1; ; try++ {
		err := c.once(ctx, q, use)
		var status *statusError
		switch {
		case err == nil || ctx.Err() != nil:
			return err
		case errors.As(err, &status) && !status.passing():
			return err
		case !errors.As(err, &status) && !broken(err):
			return err
		case try == c.limits.Tries:
			c.lost++
			return &lostError{err}
		}
		pause := wait
		if status != nil && status.after > pause {
			pause = status.after
		}
		if err := sleep(ctx, min(pause, c.limits.Longest)); err != nil {
			return err
		}
		wait *= 2
	}
}

// A brokenError is an answer that ended early, or did not come.
type brokenError struct{ err error }

func (e *brokenError) Error() string { return e.err.Error() }
func (e *brokenError) Unwrap() error { return e.err }

func broken(err error) bool {
	var b *brokenError
	return errors.As(err, &b)
}

func (c *client) once(ctx context.Context, q request, use func(io.Reader) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r, err := c.request(ctx, q)
	if err != nil {
		return err
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return c.failed(err)
	}
	defer answer.Body.Close()
	body := &alive{r: answer.Body, limit: c.limits.Silence, cancel: cancel}
	body.timer = time.AfterFunc(body.limit, body.expire)
	defer body.timer.Stop()
	c.answered = true
	if answer.StatusCode != http.StatusOK {
		return c.status(answer, body)
	}
	return use(body)
}

func (c *client) request(ctx context.Context, q request) (*http.Request, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if q.body != "" {
		method, body = http.MethodPost, strings.NewReader(q.body)
	}
	r, err := http.NewRequestWithContext(ctx, method, c.at.base+q.path, body)
	if err != nil {
		return nil, fmt.Errorf("bad request: %w", err)
	}
	if q.contentType != "" {
		r.Header.Set("Content-Type", q.contentType)
	}
	r.Header.Set("User-Agent", "timeline")
	c.creds.set(r)
	switch {
	case c.tenant == "":
	case c.at.kind == "vlogs":
		account, project, _ := strings.Cut(c.tenant, ":")
		r.Header.Set("AccountID", account)
		r.Header.Set("ProjectID", project)
	default:
		r.Header.Set("X-Scope-OrgID", c.tenant)
	}
	return r, nil
}

// failed tells an unreachable store, which no waiting brings, from a connection
// that broke.
func (c *client) failed(err error) error {
	var refused *net.OpError
	if errors.As(err, &refused) && refused.Op == "dial" && !c.answered {
		return fmt.Errorf("cannot reach the store: %w", refused)
	}
	var cert *tls.CertificateVerificationError
	if errors.As(err, &cert) {
		return fmt.Errorf("cannot trust the store: %w; SSL_CERT_FILE names further authorities", cert.Err)
	}
	return &brokenError{errors.New(c.creds.scrub(err.Error()))}
}

func (c *client) status(answer *http.Response, body io.Reader) error {
	text, _ := io.ReadAll(io.LimitReader(body, 400))
	e := &statusError{code: answer.StatusCode, text: printable(c.creds.scrub(string(text)))}
	if s, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil && s > 0 {
		e.after = time.Duration(min(s, 3600)) * time.Second
	}
	return e
}

// printable makes one line of a text that may hold anything.
func printable(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// alive reads an answer and gives it up when no byte comes for too long.
type alive struct {
	r      io.Reader
	limit  time.Duration
	timer  *time.Timer
	cancel context.CancelFunc
	silent atomic.Bool
}

func (a *alive) expire() {
	a.silent.Store(true)
	a.cancel()
}

func (a *alive) Read(p []byte) (int, error) {
	n, err := a.r.Read(p)
	a.timer.Reset(a.limit)
	switch {
	case err == nil || errors.Is(err, io.EOF):
		return n, err
	case a.silent.Load():
		return n, &brokenError{fmt.Errorf("the answer stopped: nothing came for %s", a.limit)}
	default:
		return n, &brokenError{fmt.Errorf("the answer broke off: %w", err)}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
