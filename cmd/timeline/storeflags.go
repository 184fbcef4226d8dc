package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"timeline/analyze"
	"timeline/parse/input"
	"timeline/parse/input/store"
	"timeline/render/words"
)

// exitIncomplete is the exit code of a report that was written from an answer
// that may not be the whole one.
const exitIncomplete = 5

// storeFlags say which slice of a log store to read.
type storeFlags struct {
	query, since, until string
	whole               bool
	credentials         string
	insecure            bool
}

func (s *storeFlags) register(f *pflag.FlagSet) {
	f.StringVar(&s.query, "query", "", "which rows of a store to read, in its own `LANGUAGE`: LogsQL, LogQL or a Lucene query")
	f.StringVar(&s.since, "since", "", "first `TIME` to read from a store (RFC 3339)")
	f.StringVar(&s.until, "until", "", "first `TIME` not to read any more from a store (RFC 3339)")
	f.BoolVar(&s.whole, "whole", false, "fetch every row of a store's slice, not only those around failures")
	f.StringVar(&s.credentials, "credentials", "", "netrc `FILE`, or one that holds a token, for a store; else TIMELINE_STORE_TOKEN, TIMELINE_STORE_USER and TIMELINE_STORE_PASSWORD, ~/.netrc")
	f.BoolVar(&s.insecure, "insecure-skip-verify", false, "accept any TLS certificate of a store")
}

// given names a flag that says something about a store, "" for none.
func (s *storeFlags) given() string {
	for _, f := range []struct {
		name string
		set  bool
	}{{"query", s.query != ""}, {"since", s.since != ""}, {"until", s.until != ""}, {"whole", s.whole}, {"credentials", s.credentials != ""}, {"insecure-skip-verify", s.insecure}} {
		if f.set {
			return "--" + f.name
		}
	}
	return ""
}

// open prepares the slice of the store at an address.
func (s *storeFlags) open(env environment, address string) (*store.Store, error) {
	q := store.Query{Text: s.query, Whole: s.whole}
	var err error
	if q.Since, err = flagTime("since", s.since); err != nil {
		return nil, err
	}
	if q.Until, err = flagTime("until", s.until); err != nil {
		return nil, err
	}
	credentials, err := store.FindCredentials(address, env.lookup, s.credentials)
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	tenant, _ := env.lookup("TIMELINE_STORE_TENANT")
	st, err := store.New(address, q, store.Options{Credentials: credentials, Tenant: tenant, Insecure: s.insecure})
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	return st, nil
}

// storeAddress splits NAME=ADDRESS. ok is false where arg names no store.
func storeAddress(arg string) (process, address string, ok bool) {
	if store.IsAddress(arg) {
		return "", arg, true
	}
	process, address, ok = strings.Cut(arg, "=")
	return process, address, ok && store.IsAddress(address)
}

// findSources finds files and stores in the order of paths.
func findSources(env environment, paths []string, flags *readFlags) (sources []input.Source, stores []*store.Store, err error) {
	for _, path := range paths {
		process, address, ok := storeAddress(path)
		if !ok {
			found, err := input.Find([]string{path}, flags.archive.options(env))
			if err != nil {
				found = []input.Source{input.Refused(path, err)}
			}
			sources = append(sources, found...)
			continue
		}
		s, err := flags.store.open(env, address)
		if err != nil {
			return nil, nil, err
		}
		s.Source.Process = process
		sources, stores = append(sources, s.Source), append(stores, s)
	}
	if name := flags.store.given(); name != "" && len(stores) == 0 {
		return nil, nil, usageErrorf("%s is for log stores, and no input is one: name it as vlogs+http://host:9428", name)
	}
	return sources, stores, nil
}

// heard is what stores say of what they gave.
func heard(stores []*store.Store) (gaps []analyze.Gap, notes []string) {
	for _, s := range stores {
		for _, g := range s.Gaps() {
			gaps = append(gaps, analyze.Gap{Input: s.Source.Path, From: g.From, To: g.To, Why: g.Why})
		}
		for _, n := range s.Notes() {
			notes = append(notes, s.Source.Path+": "+n)
		}
	}
	return gaps, notes
}

// incomplete is the error that says that parts may be missing, nil if none is.
func incomplete(gaps []analyze.Gap, what string) error {
	if len(gaps) == 0 {
		return nil
	}
	g := gaps[0]
	more := ""
	if len(gaps) > 1 {
		more = fmt.Sprintf(" (and %s)", words.Count(len(gaps)-1, "more gap", "more gaps"))
	}
	return &exitError{exitIncomplete, fmt.Errorf("%s from an incomplete answer of %s: %s%s", what, g.Input, words.Visible(g.Why), more)}
}
