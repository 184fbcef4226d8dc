package store

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// Credentials say who asks. They print as "set" or "none", whatever the verb.
type Credentials struct {
	user, password, token string
}

// String never shows the credentials themselves.
func (c Credentials) String() string {
	if c == (Credentials{}) {
		return "none"
	}
	return "set"
}

// GoString is String.
func (c Credentials) GoString() string { return c.String() }

// Format is String for every verb.
func (c Credentials) Format(f fmt.State, _ rune) { io.WriteString(f, c.String()) }

// FindCredentials looks for the credentials of the store at an address: in
// TIMELINE_STORE_TOKEN, in TIMELINE_STORE_USER and TIMELINE_STORE_PASSWORD, in
// file if one is given (a netrc file, or one line that is a token), and in
// $NETRC or ~/.netrc. Errors name files, never what is in them.
func FindCredentials(addr string, env func(string) (string, bool), file string) (Credentials, error) {
	a, err := parseAddress(addr)
	if err != nil {
		return Credentials{}, err
	}
	if token, ok := env("TIMELINE_STORE_TOKEN"); ok && token != "" {
		return Credentials{token: token}, nil
	}
	user, _ := env("TIMELINE_STORE_USER")
	password, _ := env("TIMELINE_STORE_PASSWORD")
	if user != "" || password != "" {
		return Credentials{user: user, password: password}, nil
	}
	if file != "" {
		c, ok, err := fromFile(file, a.host)
		if err == nil && !ok {
			err = fmt.Errorf("%s: no credentials for %s in this file: write a netrc line (machine %s login … password …) or one token", file, a.host, a.host)
		}
		return c, err
	}
	path, ok := env("NETRC")
	if !ok || path == "" {
		home, ok := env("HOME")
		if !ok || home == "" {
			return Credentials{}, nil
		}
		path = filepath.Join(home, ".netrc")
		if _, err := os.Stat(path); err != nil {
			return Credentials{}, nil
		}
	}
	c, _, err := fromFile(path, a.host)
	return c, err
}

// fromFile reads a netrc file, or a file that only holds a token.
func fromFile(path, host string) (Credentials, bool, error) {
	const longest = 1 << 20
	f, err := os.Open(path)
	if err != nil {
		return Credentials{}, false, fmt.Errorf("cannot read credentials: %w", err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, longest))
	if err != nil {
		return Credentials{}, false, fmt.Errorf("cannot read credentials: %w", err)
	}
	text := string(b)
	if words := strings.Fields(text); len(words) == 1 {
		return Credentials{token: words[0]}, true, nil
	}
	c, ok := fromNetrc(text, host)
	return c, ok, nil
}

// fromNetrc finds the entry of host, else the default one. Macros are passed
// over: they end at an empty line.
func fromNetrc(text, host string) (Credentials, bool) {
	var words []string
	macro := false
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		switch {
		case macro:
			macro = line != ""
		case strings.HasPrefix(line, "macdef"):
			macro = true
		case !strings.HasPrefix(line, "#"):
			words = append(words, strings.Fields(line)...)
		}
	}
	var c Credentials
	mine := false
	for i := 0; i < len(words); i++ {
		value := ""
		if words[i] != "default" && i+1 < len(words) {
			value = words[i+1]
		}
		switch words[i] {
		case "machine":
			if mine {
				return c, true
			}
			mine = value == host
			i++
		case "default":
			if mine {
				return c, true
			}
			mine = true
		case "login", "password", "account":
			if mine && words[i] == "login" {
				c.user = value
			} else if mine && words[i] == "password" {
				c.password = value
			}
			i++
		}
	}
	return c, mine
}

// set puts the credentials on a request.
func (c Credentials) set(r *http.Request) {
	switch {
	case c.token != "":
		r.Header.Set("Authorization", "Bearer "+c.token)
	case c.user != "" || c.password != "":
		r.SetBasicAuth(c.user, c.password)
	}
}

// scrub takes the credentials out of a text that the store sent back.
func (c Credentials) scrub(s string) string {
	var basic http.Request
	basic.Header = http.Header{}
	c.set(&basic)
	_, encoded, _ := strings.Cut(basic.Header.Get("Authorization"), " ")
	for _, secret := range []string{encoded, c.token, c.password} {
		if secret != "" {
			s = strings.ReplaceAll(s, secret, "***")
		}
	}
	return s
}
