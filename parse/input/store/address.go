package store

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// kinds are the stores that can be asked, by the first word of an address.
var kinds = []string{"vlogs", "loki", "es"}

// IsAddress reports whether an argument names a store: "vlogs+http://…",
// "loki+https://…", "es+http://…".
func IsAddress(arg string) bool {
	kind, rest, ok := strings.Cut(arg, "+")
	if !ok || !strings.HasPrefix(rest, "http://") && !strings.HasPrefix(rest, "https://") {
		return false
	}
	for _, k := range kinds {
		if k == kind {
			return true
		}
	}
	return false
}

// An address is where a store is. It holds no credentials.
type address struct {
	kind  string
	name  string // for people: without query
	base  string // scheme, host and path
	host  string
	index string // of Elasticsearch
	field string // its field of the time
}

var errSecretInAddress = errors.New("an address must not hold a password: other users can see it; use TIMELINE_STORE_USER and TIMELINE_STORE_PASSWORD, TIMELINE_STORE_TOKEN, a netrc file or --credentials FILE")

func parseAddress(s string) (address, error) {
	kind, rest, _ := strings.Cut(s, "+")
	u, err := url.Parse(rest)
	if !IsAddress(s) || err != nil || u.Host == "" {
		return address{}, errors.New("not the address of a store: write it as vlogs+http://host:9428, loki+https://host or es+https://host:9200/index")
	}
	if u.User != nil {
		return address{}, errSecretInAddress
	}
	path := strings.TrimRight(u.Path, "/")
	a := address{kind: kind, host: u.Hostname(), field: "@timestamp"}
	if kind == "es" {
		a.index = "*"
		if i := strings.LastIndexByte(path, '/'); i >= 0 && i+1 < len(path) {
			path, a.index = path[:i], path[i+1:]
		}
	}
	for key, values := range u.Query() {
		if kind != "es" || key != "time" || values[0] == "" {
			return address{}, fmt.Errorf("%s+%s://%s: only ?time=FIELD of es+http may stand behind an address", kind, u.Scheme, u.Host)
		}
		a.field = values[0]
	}
	a.base = u.Scheme + "://" + u.Host + path
	a.name = kind + "+" + a.base
	if kind == "es" {
		a.name += "/" + a.index
	}
	return a, nil
}
