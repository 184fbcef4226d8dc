package store

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func credentialFiles(t *testing.T) (netrc, token string) {
	t.Helper()
	dir := t.TempDir()
	netrc, token = filepath.Join(dir, "netrc"), filepath.Join(dir, "token")
	text := "# comment\nmachine other login o password wrong\nmacdef init\nmachine 127.0.0.1 login no\n\nmachine 127.0.0.1\n  login joe password pass-w0rd\ndefault login d password dd\n"
	if err := os.WriteFile(netrc, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(token, []byte("t0ken\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return netrc, token
}

// Where credentials come from, and in which order.
func TestCredentials(t *testing.T) {
	netrc, token := credentialFiles(t)
	const here, there = "vlogs+http://127.0.0.1:1", "vlogs+http://elsewhere:1"
	tests := []struct {
		name, address, file string
		env                 map[string]string
		want                Credentials
	}{
		{"none", here, "", nil, Credentials{}},
		{"token", here, "", map[string]string{"TIMELINE_STORE_TOKEN": "t", "TIMELINE_STORE_USER": "u"}, Credentials{token: "t"}},
		{"user", here, token, map[string]string{"TIMELINE_STORE_USER": "u", "TIMELINE_STORE_PASSWORD": "p"}, Credentials{user: "u", password: "p"}},
		{"netrc", here, "", map[string]string{"NETRC": netrc}, Credentials{user: "joe", password: "pass-w0rd"}},
		{"netrc default", there, "", map[string]string{"NETRC": netrc}, Credentials{user: "d", password: "dd"}},
		{"home", here, "", map[string]string{"HOME": t.TempDir()}, Credentials{}},
		{"netrc file", here, netrc, nil, Credentials{user: "joe", password: "pass-w0rd"}},
		{"token file", here, token, map[string]string{"NETRC": netrc}, Credentials{token: "t0ken"}},
	}
	for _, tt := range tests {
		got, err := FindCredentials(tt.address, func(k string) (string, bool) { v, ok := tt.env[k]; return v, ok }, tt.file)
		if err != nil || got.user != tt.want.user || got.password != tt.want.password || got.token != tt.want.token {
			t.Errorf("%s: %s %s %s, %v", tt.name, got.user, got.password, got.token, err)
		}
	}
	c := Credentials{user: "joe", password: "pass-w0rd", token: "t0ken"}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		if s := fmt.Sprintf(format, c); s != "set" {
			t.Errorf("%s prints %s", format, s)
		}
	}
}

// Credentials reach the store and nothing else: no address, no error, no gap.
func TestCredentialsStayHidden(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		f := newFake(t, kind, nil)
		f.before = func(_ int, w http.ResponseWriter, r *http.Request) bool {
			user, password, _ := r.BasicAuth()
			http.Error(w, "who is "+user+" "+password+" "+r.Header.Get("Authorization"), http.StatusBadGateway)
			return true
		}
		s := open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, Options{Credentials: Credentials{user: "joe", password: "pass-w0rd"}})
		_, err := read(t, s)
		said := fmt.Sprint(err, s.Gaps(), s.Source.Path, f.requests)
		if strings.Contains(said, "pass-w0rd") || strings.Contains(said, "am9lOnBhc3MtdzByZA") || !strings.Contains(said, "who is joe ***") {
			t.Error(said)
		}
		if f.headers[0].Get("Authorization") != "Basic am9lOnBhc3MtdzByZA==" {
			t.Errorf("sent %q", f.headers[0].Get("Authorization"))
		}
	})
}

// A redirect to another host, or to another port of the same one, takes no
// credentials along; one to another path does.
func TestRedirects(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		other := newFake(t, kind, plainRows(1))
		f := newFake(t, kind, plainRows(1))
		f.before = func(_ int, w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, other.URL+r.URL.RequestURI(), http.StatusTemporaryRedirect)
			return true
		}
		opt := Options{Credentials: Credentials{token: "t0ken"}, Tenant: "7:8"}
		if got, err := read(t, open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, opt)); numbers(got) != "0" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		for _, h := range other.headers {
			if s := h.Get("Authorization") + h.Get("X-Scope-OrgID") + h.Get("AccountID") + h.Get("ProjectID"); s != "" {
				t.Errorf("another host was sent %q", s)
			}
		}
		f.before = func(n int, w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Query().Has("moved") {
				return false
			}
			q := r.URL.Query()
			q.Set("moved", "1")
			http.Redirect(w, r, r.URL.Path+"?"+q.Encode(), http.StatusTemporaryRedirect)
			return true
		}
		if got, err := read(t, open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, opt)); numbers(got) != "0" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		if h := f.headers[len(f.headers)-1]; h.Get("Authorization") != "Bearer t0ken" {
			t.Errorf("the same host was sent %q", h.Get("Authorization"))
		}
	})
}

// Certificates are checked unless it is asked not to.
func TestTLS(t *testing.T) {
	f := &fake{kind: "vlogs", rows: plainRows(1)}
	f.Server = httptest.NewTLSServer(f)
	f.Config.ErrorLog = nil
	t.Cleanup(f.Close)
	s := open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, Options{})
	if _, err := read(t, s); err == nil || !strings.Contains(err.Error(), "cannot trust the store") || len(f.requests) > 0 {
		t.Errorf("%v", err)
	}
	s = open(t, f, Query{Since: noon, Until: noon.Add(time.Hour)}, Options{Insecure: true})
	if got, err := read(t, s); numbers(got) != "0" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
